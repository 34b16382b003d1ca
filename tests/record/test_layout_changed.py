"""Lines of a record changed, so that two files would mean one game: each is refused, or is as we write it.

What the strict reader takes is decided here without it. A document is in our layout exactly when the guarded
YAML reader, which shares nothing with the strict one, reads from it a document that we write in these same
bytes.
"""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_layout import documents, texts, thorough, typed, values

from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.layout import NotCanonical, read_document, write_document

facts = st.lists(
    st.dictionaries(texts.filter(lambda t: len(t) <= 128), values, min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)
with_facts = st.builds(lambda doc, name, rows: {**doc, name: rows}, documents, st.sampled_from("ab"), facts)
"""Documents with at least one list of facts."""

NUMBERS = [
    "-0",
    "00",
    "01",
    "+1",
    "1.0",
    "1e3",
    "1E3",
    "-1",
    "0x1",
    "1_0",
    "9007199254740991",
    "-9007199254740992",
]
NUMBERS += [
    "9007199254740992",
    "9" * 16,
    "9" * 5000,
    "NaN",
    "Infinity",
    "-Infinity",
    "0.5",
    "1.5",
    "null",
    "True",
]
DEEP = ["[" * n + "]" * n for n in (1, 16, 17, 18, 19, 20, 21, 5000)]
SPACES = [" ", "  ", "\t", "\r", "\x0b", "\x85", "\xa0", "\u2028", "\ufeff", ""]
HALVES = [r"\ud83d\ude00", r"\ud83d", r"\ude00", r"\ude00\ud83d", "\U0001f600"]
TEXT = r'"(?:[^"\\]|\\.)*"'
TOKEN = rf"{TEXT}|-?[0-9]+|true|false|null|[\[\]{{}},:]"
PAIR = rf"{TEXT}: (?:{TEXT}|-?[0-9]+|true|false|null)"


def escaped(text: str, draw: Any) -> Any:
    """A quoted text with one of its characters written in another way."""
    if len(text) == len('""'):
        return r'"\u0041"'
    at = draw(st.integers(1, len(text) - 2))
    char = text[at]
    if "\\" in text:
        return text.replace("\\u00", "\\U00").replace("\\n", "\\u000a").replace("\\u007f", "\\u007F")
    ways = [f"\\u{ord(char):04x}", f"\\u{ord(char):04X}", f"\\{char}", f"\\x{ord(char):02x}"]
    return text[:at] + draw(st.sampled_from(ways)) + text[at + 1 :]


CHANGES: dict[str, tuple[str, Any]] = {
    "a space": (TOKEN, lambda text, draw: draw(st.sampled_from([f"{text}{one}" for one in SPACES]))),
    "another before it": (
        TOKEN,
        lambda text, draw: draw(st.sampled_from([f"{one}{text}" for one in SPACES])),
    ),
    "no space": (r"[:,] ", lambda text, _: text[0]),
    "an escape": (TEXT, escaped),
    "a number": (TOKEN, lambda _, draw: draw(st.sampled_from(NUMBERS))),
    "a number for a number": (r"-?[0-9]+(?=[],}])", lambda _, draw: draw(st.sampled_from(NUMBERS))),
    "a key again": (PAIR, lambda text, _: f"{text}, {text}"),
    "keys in another order": (rf"{PAIR}, {PAIR}", lambda text, _: ", ".join(re.findall(PAIR, text)[::-1])),
    "levels": (TOKEN, lambda _, draw: draw(st.sampled_from(DEEP))),
    "half a character": (TEXT, lambda text, draw: text[:-1] + draw(st.sampled_from(HALVES)) + '"'),
    "other quotes": (TEXT, lambda text, draw: draw(st.sampled_from([text[1:-1], "'" + text[1:-1] + "'"]))),
    "a long key": (TEXT, lambda _, draw: '"' + "k" * draw(st.sampled_from([60, 61, 128, 129])) + '"'),
}
"""What is searched for in a line, and what replaces it."""


def as_yaml(data: bytes) -> Any:
    """What the guarded YAML reader reads from it, if it is one document written as we write it; else None."""
    try:
        values = [one.value for one in plainyaml.read_all(data, "document")]
        return values[0] if len(values) == 1 and write_document(values[0]) == data else None
    except (Faulty, ValueError, AttributeError, TypeError, RecursionError):
        return None


def strictly(data: bytes) -> Any:
    """What the strict reader makes of it; None if it refuses it."""
    try:
        return read_document(data)
    except NotCanonical:
        return None


def changed(line: str, draw: Any) -> Any:
    """A line of a document, with one of the changes that leave JSON or YAML what it was, or nearly."""
    pattern, by = CHANGES[draw(st.sampled_from(list(CHANGES)))]
    found = list(re.finditer(pattern, line))
    if not found:
        return line + draw(st.sampled_from(SPACES))
    one = draw(st.sampled_from(found))
    return line[: one.start()] + by(one[0], draw) + line[one.end() :]


@pytest.mark.slow
@thorough
@given(with_facts, st.data())
def test_a_changed_line_is_taken_only_as_it_would_be_written(
    doc: dict[str, Any], data: st.DataObject
) -> None:
    """A changed line is taken if, and only if, it is as we write it.

    Changed are spaces, escapes, numbers, the order of keys, halves of characters, depth; and keys are
    repeated.
    """
    lines = write_document(doc).decode().split("\n")
    at = data.draw(st.integers(1, len(lines) - 2))
    new = changed(lines[at], data.draw)
    text = "\n".join([*lines[:at], new, *lines[at + 1 :]]).encode("utf-8", "surrogatepass")
    assert typed(strictly(text)) == typed(as_yaml(text))


@pytest.mark.slow
@thorough
@given(facts.filter(lambda rows: len(rows) > 1), st.data())
def test_no_fact_ends_on_the_next_line(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    """All facts of a list are compared with what we write: text moved from one line to the next is refused."""
    lines = write_document({"a": rows}).decode().split("\n")
    at = data.draw(st.integers(2, len(lines) - 3))
    row, rest = lines[at], lines[at + 1][4:]
    cut = data.draw(st.integers(1, len(rest)))
    joined = data.draw(st.sampled_from([", ", ""]))
    moved = [f"{row}{joined}{rest[:cut]}", f"  - {rest[cut:].removeprefix(', ')}"]
    text = "\n".join([*lines[:at], *moved, *lines[at + 2 :]]).encode()
    assert strictly(text) is None
    assert as_yaml(text) is None


@pytest.mark.parametrize(
    "lines",
    [
        ['{"a": [1', '2]}, {"b": 3}'],
        ['{"a": [{}', '{}]}, {"b": 3}'],
        ['{"a": "', '"}, {"b": 3}'],
        ['{"a": 1}, {"b": 2}'],
        ['{"a": 1}', ""],
        ['{"a": 1}', "1"],
        ['{"a": 1}', "{}"],
        ['{"a": 1, "a": 1}'],
        ['{"a": 1}]', '[{"b": 1}'],
    ],
)
def test_each_fact_is_a_line(lines: list[str]) -> None:
    """Lines that would be a row of facts if commas joined them, but are not one fact each."""
    text = "---\na:\n" + "".join(f"  - {line}\n" for line in lines)
    with pytest.raises(NotCanonical):
        read_document(text.encode())


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "form", ["a: {}", "a: [{}]", 'a: [[], {{"b": {}}}]', 'a:\n  - {{"b": {}}}', 'a:\n  - {{"b": [{}]}}']
)
def test_numbers_are_whole_and_written_one_way(form: str, number: str) -> None:
    """A number is taken if JSON writes it so, if it is whole, and if every reader keeps it exactly.

    Anything else is refused, or is text.
    """
    data = f"---\n{form.format(number)}\n".encode()
    fits = number in {"-1", "9007199254740991", "-9007199254740991", "null"}
    read = strictly(data)
    assert (read is not None) == fits
    assert typed(read) == typed(as_yaml(data))


def test_a_line_says_one_thing() -> None:
    """A fact that goes on after its last bracket is refused."""
    for text, wrong in (('a:\n  - {"b": 1} {}', "not written so"), ("a: [1], 2", "malformed")):
        with pytest.raises(NotCanonical, match=wrong):
            read_document(f"---\n{text}\n".encode())
