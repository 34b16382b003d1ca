r"""Forms: the keys of a kind of document that comes by the hundred, so that one is read in one go.

    LETTER = Form(entry=COUNT, at=QUOTED, kind=WORD, seat=WORD, digest=maybe(QUOTED), ...)

A form is one regular expression, which finds only what `referee.util.layout` would have written byte for byte.
It need not find all of that: what it does not find is read line by line, as every document can be.
"""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from referee.util.layout import TAKEN, Document, NotCanonical, read_head

# Values on one line. Each is written in one way only, and is whole: brackets and quotes are closed.

_SIGN = (
    r"[ !#-\[\]-~\xa0-\xff]"  # more would have to be kept apart from what is escaped, and be slow to compile
)
_STRING = rf'"{_SIGN}*+(?:\\["\\bfnrt]{_SIGN}*+)*+"'
"""Text as JSON. Each sign or escape in it is the only way to write what it says."""
_NUMBER = r"-?[1-9][0-9]{0,14}|0"
_SIMPLE = rf"{_STRING}|{_NUMBER}|true|false|null"
_KEY = r'"[A-Za-z_][A-Za-z0-9_-]{0,60}+"'
_MOST = 200
"""No mapping with more keys than this has a form."""


def _row(item: str) -> str:
    return rf"\[(?:(?:{item})(?:, (?!\])|(?=\])))*+\]"


def _mapping(item: str) -> str:
    return rf"\{{(?:{_KEY}: (?:{item})(?:, (?!\}})|(?=\}}))){{1,{_MOST}}}+\}}"


_FLAT = rf"{_SIMPLE}|{_row(_SIMPLE)}"
_ITEM = rf"{_SIMPLE}|{_row(_NUMBER)}"
_VALUE = rf"{_FLAT}|{_mapping(_FLAT)}"
_QUOTED = r"(?![A-Za-z])[ !#-\[\]-~]*+|[ !#-\[\]-~]{61,}+"
"""Text that is quoted and needs no escape: it begins with no letter, as words do, or is longer than any word."""

_read = json.JSONDecoder().raw_decode


def _facts(block: str) -> Any:
    """The facts of lines that each begin with `  - `: mappings."""
    if not _all_facts()(block):
        raise NotCanonical("a fact is perhaps written otherwise")
    facts = _read(f"[{block[4:-1].replace(_NEXT, ', ')}]")[0]
    # A key is followed by this, and nothing else is, unless it stands in a text.
    if sum(map(len, facts)) != block.count('": ') and sum(map(_keys_in, facts)) != block.count('": '):
        raise NotCanonical("a key stands twice in a fact, or a text looks as if")
    return facts


@cache
def _all_facts() -> Callable[[str], Any]:
    return re.compile(rf"(?:  - {_mapping(_VALUE)}\n)++").fullmatch


_NEXT = "\n  - "


def _keys_in(value: Any) -> int:
    """How many keys the mappings have that a value is or contains."""
    if type(value) is dict:
        return len(value) + sum(map(_keys_in, value.values()))
    return 0


def _texts(block: str) -> Any:
    """A mapping of texts, of lines such as `  loki: "..."`."""
    parts = block.split('"')
    return dict(zip(_heads(tuple(parts[::2])), parts[1::2], strict=False))


@lru_cache(256)
def _heads(heads: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of a mapping, of what stands before, between and after its values."""
    keys = tuple(read_head(one.lstrip("\n")[:-2])[1] for one in heads[:-1])
    if len({*keys}) != len(keys):
        raise NotCanonical("a key stands there twice")
    return keys


def _rows(text: str) -> Any:
    return [] if text == "[]" else _read(text)[0]


# Lines


class Lines(NamedTuple):
    """How a key's value is written: a pattern of what stands after the colon, with one group.

    `made` makes the value of the group; without it, the group is the value.
    """

    pattern: str
    made: Callable[[str], Any] | None = None
    needed: bool = True


def maybe(lines: Lines) -> Lines:
    """The same of a key that may be missing."""
    return lines._replace(needed=False)


def literal(word: str) -> Lines:
    """This word, and no other value."""
    return Lines(rf" ({word})\n")


COUNT = Lines(r" (0|[1-9][0-9]{0,14})\n", int)
WORD = Lines(rf" (?!(?i:{'|'.join(sorted(TAKEN))})\n)([A-Za-z](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){{0,59}}+)\n")
QUOTED = Lines(rf' "({_QUOTED})"\n')
DIGEST = Lines(r' "([0-9a-f]{61,}+)"\n')
"""Text that is longer than any word."""
ROWS = Lines(rf" ({_row(_row(_ITEM))})\n", _rows)
"""A list of lists."""
TEXTS = Lines(rf'\n((?:  [A-Za-z][A-Za-z0-9_-]*: "(?:{_QUOTED})"\n){{1,{_MOST}}}+)', _texts)
"""A mapping to quoted texts."""
FACTS = Lines(r'\n((?:  - \{".*\n)++)', _facts)
"""A list of mappings, each on a line."""


class Form:
    """A kind of document."""

    def __init__(self, **lines: Lines) -> None:
        """Its keys in their order, and how the value of each is written. Every key is a word."""
        self._names = tuple(lines)
        self._made = [(name, one.made) for name, one in lines.items() if one.made]
        whole = ["---\n"]
        for name, one in lines.items():
            part = f"{name}:{one.pattern}"
            whole.append(part if one.needed else f"(?:{part})?+")
        self._found = re.compile("".join(whole)).fullmatch

    def read(self, data: bytes) -> Document | None:
        """The document with this layout, if it has this form; else None."""
        try:
            found = self._found(data.decode())
            if found is None:
                return None
            doc = {n: text for n, text in zip(self._names, found.groups(), strict=True) if text is not None}
            for name, made in self._made:
                if name in doc:
                    doc[name] = made(doc[name])
        except ValueError:  # not UTF-8, or what no document holds
            return None
        return doc
