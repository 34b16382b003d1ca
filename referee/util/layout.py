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
from collections.abc import Callable
from functools import lru_cache
from typing import Any

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


_WORD = re.compile(r"[A-Za-z](?:[A-Za-z0-9]|[-_./ ](?=[A-Za-z0-9]))*")
_SHORT = 60
_TAKEN = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity"))
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode  # `_check` has counted the levels
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")


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
    if _WORD.fullmatch(text) and text.lower() not in _TAKEN:
        return text
    return _json(text)


def _json(value: Any) -> str:
    """JSON on one line; characters that YAML forbids, or that change the reading direction, are escaped."""
    line = _encode(value)
    return line if line.isascii() and "\x7f" not in line else _ESCAPED.sub(_escape, line)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


# Reading. Each line is parsed once: one that occurs often in a record (`kind: letter`) is remembered, which
# makes reading about three times as fast.

_NESTED = object()
_CONSTANTS = {"true": True, "false": False, "null": None}
_QUOTED = re.compile(r'"[ !#-\[\]-~]*"')
_COUNT = re.compile(r"0|[1-9][0-9]{0,14}")
_decode = json.JSONDecoder().raw_decode
_LINE = re.compile(r'( *(?:"(?:[^"\\]|\\.)*"|[A-Za-z][^":]*)):(?: (.+))?')

Parsed = tuple[int, str, Any]
"""The column of the key, the key, its value (`_NESTED`: on the next lines)."""


def read_document(data: bytes, known: dict[str, Parsed] | None = None) -> Document:
    """The document with this layout.

    `known` remembers lines from one call to the next; pass the same dict for all documents of a record.
    Raises `NotCanonical` for anything that `write_document` would not have written byte for byte.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical("not UTF-8") from error
    if text == "---\n{}\n":
        return {}
    if not text.startswith("---\n") or not text.endswith("\n"):
        raise NotCanonical("no document")
    reader = _Reader(text[4:-1].split("\n"), {} if known is None else known)
    doc = reader.mapping(0, 1)
    if reader.at != len(reader.lines):
        raise NotCanonical(f"line {reader.at + 2}")
    return doc


class _Reader:
    """The lines of one document, and how far they have been read."""

    __slots__ = ("at", "known", "lines")

    def __init__(self, lines: list[str], known: dict[str, Parsed]) -> None:
        self.lines = lines
        self.known = known
        self.at = 0

    def mapping(self, column: int, level: int) -> Document:
        """The mapping whose keys stand in this column."""
        if level > LEVELS:
            raise NotCanonical("too deep")
        out: Document = {}
        known, lines, end = self.known, self.lines, len(self.lines)
        while self.at < end:
            line = lines[self.at]
            parsed = known.get(line)
            if parsed is None:
                parsed = known[line] = _parse(line)
            at_column, key, value = parsed
            if at_column != column:
                break
            self.at += 1
            if key in out or len(out) == MOST_KEYS:
                raise NotCanonical(f"line {self.at + 1}: {key!r} again, or one too many")
            if value is _NESTED:
                value = self.nested(column + 2, level + 1)
            elif type(value) is list or type(value) is dict:
                value = _own(value, level + 1)
            out[key] = value
        if not out:
            raise NotCanonical(f"line {self.at + 2}")
        return out

    def nested(self, column: int, level: int) -> Document | list[Document]:
        """The value of a key that has none on its line: a mapping, or a list of mappings, each on one line."""
        item, first = " " * column + "- ", self.at
        while self.at < len(self.lines) and self.lines[self.at].startswith(item):
            self.at += 1
        if first < self.at:
            return _facts([line[len(item) :] for line in self.lines[first : self.at]], level)
        if self.at == len(self.lines):
            raise NotCanonical("ends too early")
        return self.mapping(column, level)


def _facts(texts: list[str], level: int) -> list[Document]:
    """A list of mappings, each from its own line.

    They are checked by writing all of them again at once. That is enough: each line by itself is one whole
    mapping and ends with its last bracket, so if the whole is as we write it, so is each line.
    """
    facts: list[Document] = _canonical(lambda: [_whole(text) for text in texts])
    _canonical(_check, facts, level)
    if not _is_list_block(facts) or _json(facts) != f"[{', '.join(texts)}]":
        raise NotCanonical(f"not written so, one of: {texts[0]:.80}")
    return facts


def _whole(text: str) -> Any:
    """The value of this JSON text, read to its end. Raises ValueError, RecursionError."""
    value, end = _decode(text)
    if end != len(text):
        raise ValueError(f"more than one value: {text:.80}")
    return value


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
    head, _, value_text = line.partition(": ")
    if not value_text or '"' in head:  # nothing after the colon, or a key that contains a colon
        found = _LINE.fullmatch(line)
        if found is None:
            raise NotCanonical(f"no line of a record: {line:.80}")
        head, value_text = found.groups()
    column, key = _head(head)
    return column, key, _value(value_text) if value_text else _NESTED


@lru_cache(4096)
def _head(head: str) -> tuple[int, str]:
    """The column of a key, and the key."""
    text = head.lstrip(" ")
    key = _canonical(json.loads, text) if text.startswith('"') else text
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
        value = _canonical(_whole, text)
        _canonical(_check, value, 1)
    if _is_mapping_block(value) or _is_list_block(value) or _canonical(_inline, value) != text:
        raise NotCanonical(f"value written otherwise: {text:.80}")
    return value


def _canonical(read: Callable[..., Any], *given: Any) -> Any:
    """The result of `read`; what it refuses is not canonical."""
    try:
        return read(*given)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)[:200]) from error
