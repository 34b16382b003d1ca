r"""The one layout in which a record's documents are written, and a strict reader for it.

A document is JSON-like: a mapping of text to text, whole numbers, yes/no, nothing, lists and mappings. The
layout is a part of YAML that YAML 1.1 and 1.2 read alike:

    ---
    entry: 4
    at: "2026-11-20T09:00:00Z"
    events:
      - {"event": "Drew", "card": "thor.hel.1"}
    lots: [["pick", 3, [1]]]

A mapping is a block, two spaces deeper. In a list of mappings each stands on its own line, as JSON. Every
other list stands on one line, as JSON. So a fact is a line: an event, a line of a letter, a row of a deck.

Text is unquoted only where no YAML reader takes it for anything else (`no` and `1:30` are quoted). Otherwise
it is a JSON string on one line, whatever its length.

Each document has exactly one layout, so the reader can demand it: what it accepts is what the writer would
have written, byte for byte.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from referee.util.regexes import regex

Document = dict[str, Any]

LEVELS = 20
"""How deep mappings and lists may be nested; the guard of hand-edited YAML allows as many."""

WHOLE = 2**53
"""Whole numbers lie between -2**53 and 2**53, both excluded: every JSON reader keeps those exactly."""

MOST_KEYS = 1000
"""The most keys of a mapping: ours are fields, seats and values of a sentence."""

LONGEST_KEY = 128
"""YAML allows 1024 characters; ours are names."""


class NotCanonical(ValueError):
    """Bytes that `write_document` would not have written."""


_WORD = regex(r"[A-Za-z](?:[A-Za-z0-9]|[-_./ ](?=[A-Za-z0-9]))*")
_SHORT = 60
TAKEN = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity"))
_ESCAPED = regex("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")


def write_document(doc: Document) -> bytes:
    """The bytes of a document, from `---` up to but not including the closing line.

    Raises ValueError for what a document cannot hold: fractions, numbers past 2**53, lone surrogates, more
    than `LEVELS` levels or `MOST_KEYS` keys, values and keys of other types.
    """
    _check(doc, 1)
    out: list[str] = ["---\n"]
    if doc:
        _write_mapping(doc, 0, "", out)
    else:
        out.append("{}\n")
    return "".join(out).encode()


def _check(value: Any, level: int) -> None:
    """Refuse what a document cannot hold. Types are compared exactly, because a subclass may be written differently."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -WHOLE < value < WHOLE:
            raise ValueError(f"number too large for a record: {value.bit_length()} bits")
    elif kind is list or kind is dict:
        if level > LEVELS:
            raise ValueError(f"more than {LEVELS} levels")
        if kind is dict:
            _check_keys(value)
        for item in value.values() if kind is dict else value:
            if type(item) is not str:
                _check(item, level + 1)
    else:
        raise ValueError(f"no value for a record: {kind.__name__}")


def _check_keys(mapping: Document) -> None:
    if len(mapping) > MOST_KEYS:
        raise ValueError(f"more than {MOST_KEYS} keys")
    for key in mapping:
        if type(key) is not str or len(key) > LONGEST_KEY:
            raise ValueError(f"no key for a record: {key!r:.80}")


def _write_mapping(mapping: Document, column: int, lead: str, out: list[str]) -> None:
    for key, value in mapping.items():
        head = f"{lead}{_text(key)}:"
        lead = " " * column
        if _is_mapping_block(value):
            out.append(f"{head}\n")
            _write_mapping(value, column + 2, f"{lead}  ", out)
        elif _is_list_block(value):
            out.append(f"{head}\n")
            out += [f"{lead}  - {_json(item)}\n" for item in value]
        else:
            out.append(f"{head} {_inline(value)}\n")


def _is_mapping_block(value: Any) -> bool:
    return type(value) is dict and bool(value)


def _is_list_block(value: Any) -> bool:
    return type(value) is list and bool(value) and all(map(_is_mapping_block, value))


def _inline(value: Any) -> str:
    return _text(value) if type(value) is str else _json(value)


def _text(text: str) -> str:
    return _short_text(text) if len(text) <= _SHORT else _json(text)


@lru_cache(4096)
def _short_text(text: str) -> str:
    """Unquoted if it is a word that means nothing else in YAML. Keys and words come by the thousand."""
    if _WORD.fullmatch(text) and text.lower() not in TAKEN:
        return text
    return _json(text)


def _json(value: Any) -> str:
    """JSON on one line; characters that YAML forbids, or that change the reading direction, are escaped."""
    line = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    return line if line.isascii() and "\x7f" not in line else _ESCAPED.sub(_escape, line)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


# Reading. Each line is parsed once; a short one that occurs often in a record (`kind: letter`) is remembered.

_NESTED = object()
_CONSTANTS = {"true": True, "false": False, "null": None}
_QUOTED = regex(r'"[ !#-\[\]-~]*"')
_COUNT = regex(r"0|[1-9][0-9]{0,14}")
_LINE = regex(r'( *(?:"(?:[^"\\]|\\.)*"|[A-Za-z][^":]*)):(?: (.+))?')
_TEXT_LINE = regex(r'( *[A-Za-z][^":]*): "((?![A-Za-z])[ !#-\[\]-~]*|[ !#-\[\]-~]{61,})"')
"""A plain key, and text that is quoted as no word is: it begins with no letter, or is longer than `_SHORT`."""
_REPEATED = 60
"""Longer lines hold digests, and come once."""

_AT_ONCE = 16
"""Of how many documents facts are compared at once: enough to be quick, few enough to be at hand in the processor."""

Parsed = tuple[int, str, Any]
"""The column of the key, the key, its value (`_NESTED`: on the next lines)."""


def read_document(data: bytes) -> Document:
    """The document with this layout.

    Raises `NotCanonical` for anything that `write_document` would not have written byte for byte.
    """
    return _read(data, {})


def read_documents(bodies: Sequence[bytes]) -> list[Document | None]:
    """The documents of a whole record, each as `read_document` gives it; None for one that it refuses."""
    known: dict[str, Parsed] = {}
    documents = list[Document | None]()
    for at in range(0, len(bodies), _AT_ONCE):
        documents += _some(bodies[at : at + _AT_ONCE], known)
    return documents


def _some(bodies: Sequence[bytes], known: dict[str, Parsed]) -> Sequence[Document | None]:
    facts = _Facts()
    try:
        documents = [_parsed(body, known, facts) for body in bodies]
        facts.compare()
    except NotCanonical:
        return [_or_none(body, known) for body in bodies]
    return documents


def _or_none(data: bytes, known: dict[str, Parsed]) -> Document | None:
    try:
        return _read(data, known)
    except NotCanonical:
        return None


def _read(data: bytes, known: dict[str, Parsed]) -> Document:
    facts = _Facts()
    doc = _parsed(data, known, facts)
    facts.compare()
    return doc


def _parsed(data: bytes, known: dict[str, Parsed], facts: "_Facts") -> Document:
    """A document whose facts are still to be compared; `known` remembers lines from one call to the next."""
    try:
        text = data.decode()
        if text == "---\n{}\n":
            return {}
        if not text.startswith("---\n") or not text.endswith("\n"):
            raise NotCanonical("no document")
        reader = _Reader(text[4:-1].split("\n"), known, facts)
        doc = reader.mapping(0, 1)
        if reader.at != len(reader.lines):
            raise NotCanonical(f"line {reader.at + 2}")
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, or what no document holds
        raise NotCanonical(str(error)[:200]) from error
    return doc


class _Facts:
    """Facts as read, each from its own line, that are still to be checked.

    They are checked by writing all of them again at once. That is enough: each line by itself is one whole
    mapping and ends with its last bracket, so if the whole is as we write it, so is each line.
    """

    __slots__ = ("read", "texts")

    def __init__(self) -> None:
        self.read: list[Any] = []
        self.texts: list[str] = []

    def add(self, texts: list[str], level: int) -> list[Document]:
        """The facts of these lines, each a mapping at this level. Raises ValueError, RecursionError."""
        block = "\n".join(texts)
        facts: list[Document] = _whole_lines(block)
        self.read += facts
        self.texts += texts
        # Short ones have few keys, and none that is long; few brackets cannot be nested deep.
        deep = block.count("{") + block.count("[") - len(texts) > LEVELS - level
        large = any(one.search(block) for one in _LARGE)
        if deep or large or len(max(texts, key=len)) > LONGEST_KEY:
            for fact in facts:
                _check(fact, level)
        return facts

    def compare(self) -> None:
        """Raises `NotCanonical` for facts that are not written as we write them."""
        if _json(self.read) != f"[{', '.join(self.texts)}]":
            raise NotCanonical("a fact is not written so")


class _Reader:
    """The lines of one document, and how far they have been read."""

    __slots__ = ("at", "facts", "known", "lines")

    def __init__(self, lines: list[str], known: dict[str, Parsed], facts: _Facts) -> None:
        self.lines, self.known, self.facts = lines, known, facts
        self.at = 0

    def mapping(self, column: int, level: int) -> Document:
        """The mapping whose keys stand in this column."""
        if level > LEVELS:
            raise NotCanonical("too deep")
        out: Document = {}
        known, lines, at, keys = self.known, self.lines, self.at, 0
        end = len(lines)
        while at < end:
            line = lines[at]
            at_column, key, value = known.get(line) or self.parsed(line)
            if at_column != column:
                break
            at, keys = at + 1, keys + 1
            if keys > MOST_KEYS:
                raise NotCanonical(f"line {at + 1}: one key too many")
            if value is _NESTED:
                self.at = at
                value = self.nested(column + 2, level + 1)
                at = self.at
            elif type(value) is list or type(value) is dict:
                value = _own(value, level + 1)
            out[key] = value
        self.at = at
        if not 0 < keys == len(out):
            raise NotCanonical(f"a mapping before line {at + 2}: {keys} keys, {len(out)} of them different")
        return out

    def parsed(self, line: str) -> Parsed:
        """A line taken apart, and remembered if it may well come again."""
        made = _parse(line)
        if len(line) <= _REPEATED:
            self.known[line] = made
        return made

    def nested(self, column: int, level: int) -> Document | list[Document]:
        """The value of a key that has none on its line: a mapping, or a list of mappings, each on one line."""
        lines, at, first = self.lines, self.at, self.at
        item, start = " " * column + '- {"', column + len("- ")
        while at < len(lines) and lines[at].startswith(item):
            at += 1
        self.at = at
        if first == at:
            return self.mapping(column, level)
        return self.facts.add([line[start:] for line in lines[first:at]], level + 1)


def _no_number(text: str) -> None:
    raise ValueError(f"no number for a record: {text:.80}")


_decoder = msgspec.json.Decoder(float_hook=_no_number)
_whole, _whole_lines = _decoder.decode, _decoder.decode_lines
"""The value of a JSON text, read to its end; those of several lines. Raise ValueError, RecursionError."""
_LARGE = (regex(" -?[0-9]{16}"), regex(r"\[-?[0-9]{16}"))
"""A number that may be too large for a record; each begins with a sign of its own, and so is found quickly."""


def _own(value: Any, level: int) -> Any:
    """A copy of a list or mapping: the caller may change it, while the original is remembered with its line."""
    kind = type(value)
    if kind is not list and kind is not dict:
        return value
    if level > LEVELS:
        raise NotCanonical("too deep")
    if kind is list:
        return [_own(item, level + 1) for item in value]
    return {key: _own(item, level + 1) for key, item in value.items()}


def _parse(line: str) -> Parsed:
    if plain := _TEXT_LINE.fullmatch(line):
        head, text = plain.groups()
        return *read_head(head), text
    head, _, value_text = line.partition(": ")
    if not value_text or '"' in head:  # nothing after the colon, or a key that contains a colon
        found = _LINE.fullmatch(line)
        if found is None:
            raise NotCanonical(f"no line of a record: {line:.80}")
        head, value_text = found.groups()
    column, key = read_head(head)
    return column, key, _value(value_text) if value_text else _NESTED


@lru_cache(4096)
def read_head(head: str) -> tuple[int, str]:
    """The column of a key, and the key."""
    text = head.lstrip(" ")
    key = json.loads(text) if text.startswith('"') else text
    if _text(key) != text or len(key) > LONGEST_KEY:
        raise NotCanonical(f"key written otherwise: {text:.80}")
    return len(head) - len(text), key


def _value(text: str) -> Any:
    # First what nearly all values are: plain words, quoted text without escapes, and counts. These are
    # canonical, except for short text that could be an unquoted word, and for words with another meaning.
    if _QUOTED.fullmatch(text):
        value: Any = text[1:-1]
        if len(value) > _SHORT:
            return value
    elif _COUNT.fullmatch(text):
        return int(text)
    elif _WORD.fullmatch(text):
        value = _CONSTANTS.get(text, text)
    else:
        value = _whole(text)
        _check(value, 1)
    if _is_mapping_block(value) or _is_list_block(value) or _inline(value) != text:
        raise NotCanonical(f"value written otherwise: {text:.80}")
    return value
