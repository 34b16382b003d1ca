"""Letters are read as they were written, or not at all."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_layout import documents, texts, thorough, typed, values
from test_layout_changed import NUMBERS, changed, strictly

from referee.util.layout import Document, NotCanonical, read_document, read_documents, write_document

LEAF = "ab" * 32
digest = st.just(LEAF)
simple = st.one_of(texts, st.integers(-3, 2**53 - 1), st.booleans(), st.none())
inner = st.one_of(simple, st.lists(simple, max_size=3), st.dictionaries(texts, simple, max_size=3), values)
named = st.sampled_from(["event", "rule", "by", "cards", "raw", "Ö", "a b", "k" * 70, ": ", '"'])
fine = st.one_of(st.sampled_from(["thor.ravens.1", "no", 'a "b"', "ö"]), st.integers(-9, 9), st.booleans())
fine_facts = st.lists(
    st.dictionaries(
        st.sampled_from(["event", "rule", "by", "raw"]),
        fine | st.lists(fine, max_size=2) | st.dictionaries(st.just("private"), fine, min_size=1),
        min_size=1,
    ),
    min_size=1,
    max_size=3,
)
texts_of_a_line = st.sampled_from(["2026-11-20T09:00:00Z", "7.2"])
FINE: dict[str, st.SearchStrategy[Any]] = {
    "entry": st.integers(0, 300),
    "at": texts_of_a_line,
    "kind": st.just("letter"),
    "seat": st.sampled_from(["thor", "a-b", "x" * 60]),
    "digest": digest,
    "message": digest,
    "body": digest,
    "reply": st.sampled_from(["g1", "a-b"]),
    "ruled": texts_of_a_line,
    "position": texts_of_a_line,
    "lines": fine_facts,
    "events": fine_facts,
    "lots": st.lists(st.tuples(st.just("deck"), st.just(3), st.just([2, 0])).map(list), max_size=2),
    "salt": digest,
    "leaves": st.dictionaries(st.sampled_from(["thor", "onlooker", "x_1"]), digest, min_size=1),
    "seal": digest,
    "signature": st.just("0f" * 64),
    "private": fine_facts,
}
"""What usually stands in a letter."""
MAY_BE_MISSING = [
    "digest",
    "message",
    "body",
    "reply",
    "ruled",
    "position",
    "lines",
    "events",
    "signature",
    "private",
]
ODD = st.one_of(
    texts,
    st.sampled_from(["no", "a-", "on", "x" * 61, "1", "Ömer", LEAF.upper(), LEAF[1:], 'ab"c', "a.b", "act"]),
    st.integers(-3, 2**53 - 1),
    st.lists(st.dictionaries(named, inner, min_size=1, max_size=4), max_size=4),
    st.lists(st.lists(st.one_of(simple, st.lists(simple, max_size=3)), max_size=4), max_size=3),
    st.dictionaries(st.sampled_from(["thor", "no", "a b", "Ö"]), digest | texts, max_size=4),
    values,
)


@st.composite
def letters(draw: st.DrawFn) -> dict[str, Any]:
    """A letter, of which now and then one value is another one: quoted, escaped, nested or too large."""
    missing = draw(st.sets(st.sampled_from(MAY_BE_MISSING)))
    doc = {name: draw(one) for name, one in FINE.items() if name not in missing}
    if draw(st.booleans()):
        doc[draw(st.sampled_from([*doc]))] = draw(ODD)
    return doc


HEAD = '---\nentry: 4\nat: "2026-11-20T09:00:00Z"\nkind: letter\nseat: thor\n'
TAIL = f'lots: []\nsalt: "{LEAF}"\nleaves:\n  loki: "{LEAF}"\n  thor: "{LEAF}"\nseal: "{LEAF}"\n'
USUAL = f'{HEAD}events:\n  - {{"event": "Drew", "rule": "4.1", "cards": ["a", "b"]}}\n{TAIL}'


def letter(data: bytes) -> Document | None:
    """The letter of this layout; None if we would have written it otherwise."""
    try:
        return read_document(data)
    except NotCanonical:
        return None


@pytest.mark.slow
@thorough
@given(letters())
def test_a_letter_is_read_as_any_document(doc: dict[str, Any]) -> None:
    """What is read is what was written, types and the order of keys included."""
    assert typed(letter(write_document(doc))) == typed(doc)


@pytest.mark.slow
@thorough
@given(letters() | documents, st.data())
def test_a_changed_letter_is_read_only_as_it_would_be_written(
    doc: dict[str, Any], data: st.DataObject
) -> None:
    """After a change that leaves JSON or YAML what it was, or nearly: as the strict reader reads it, or not at all."""
    lines = write_document(doc).decode().split("\n")
    at = data.draw(st.integers(1, len(lines) - 2))
    lines[at] = changed(lines[at], data.draw)
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    if (read := letter(text)) is not None:
        assert typed(read) == typed(strictly(text))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ('"a", "b"', '"a","b"'),
        ('"a", "b"', '"a",  "b"'),
        ('"a", "b"', '"a", "b", '),
        ('["a", "b"]', '["a", "b"'),
        ('"b"]}', '"b"]} '),
        ('"b"]}', '"b"]}, {"x": 1}'),
        ('"b"]}', '"b"], "rule": "4.1"}'),
        ('"b"]}', '"b"], "in": {"a": 1, "a": 1}}'),
        ('"b"]}', '"b"], ": ": 1, ": ": 2}'),
        ('"a"', r'"\u0061"'),
        ('"a"', r'"\/"'),
        ('"a"', '"\x7f"'),
        ('"a"', '"\x85"'),
        ('"a"', '"\u2028"'),
        ('  - {"event"', '  -  {"event"'),
        ('  - {"event"', '    - {"event"'),
        ("lots: []", "lots: [[]"),
        ("lots: []", "lots: [[1.0]]"),
        ("seat: thor", "seat: no"),
        ("seat: thor", "seat: Off"),
        ("seat: thor", 'seat: "thor"'),
        ("seat: thor", "seat: thor-"),
        ("seat: thor", f"seat: {'x' * 61}"),
        ("entry: 4", "entry: 04"),
        ("entry: 4", "entry: -0"),
        ("entry: 4", "entry: 9007199254740992"),
        ("  loki:", "  thor:"),
        ("  loki:", "  no:"),
        ("  loki:", f"  {'x' * 61}:"),
        ("  loki:", "   loki:"),
        ("---\n", "--- \n"),
        ("---\n", ""),
    ],
)
def test_other_layouts_are_not_read(ours: str, theirs: str) -> None:
    """Nothing is read that we would have written otherwise."""
    assert letter(USUAL.encode()) is not None
    assert ours in USUAL
    other = USUAL.replace(ours, theirs, 1).encode()
    assert letter(other) is None


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_have_one_form(number: str) -> None:
    """In facts and lots: whole ones that every reader keeps, written as JSON writes them."""
    for ours in ('["a", "b"]', "lots: []"):
        key = ours.partition("[")[0]
        text = USUAL.replace(ours, f"{key}[[{number}]]" if key else f"[{number}]").encode()
        read = letter(text)
        assert read is None or typed(read) == typed(strictly(text))
        assert number != "-1" or read is not None


def test_bytes_that_are_no_text_are_not_read() -> None:
    """A letter that is not in UTF-8."""
    assert letter(USUAL.encode().replace(b'"a"', b'"\xff"')) is None


def test_many_documents_are_read_alike() -> None:
    """Each as it is read alone, some of them are not in our layout."""
    other = USUAL.replace('"a", "b"', json.dumps("\u2028")).encode()
    bodies = [USUAL.encode(), other, USUAL.replace("thor", "'thor'", 1).encode()] * 40
    assert [*map(typed, read_documents(bodies))] == [typed(letter(one)) for one in bodies]


@pytest.mark.parametrize(
    "lines",
    [
        '{"a": 1} {"b": 2}',
        '{"a": 1}, {"b": 2}',
        '{"a": [{"b": 1}\n  - {"c": 2}]}',
        '{"a":\n  - {"c": 2}}',
        '{"a": [1\n  - {"c": 2}]}',
        '{"a": 1.0}',
        '{"a": 1e3}',
        '{"a": NaN}',
        '{"a": 9007199254740992}',
        '{"a": [-9007199254740992]}',
        '{"a": 123456789012345678901234567890}',
        '{"a": "\\ud800"}',
        f'{{"{"k" * 129}": 1}}',
        '{"a": ' + "[" * 20 + "]" * 20 + "}",
    ],
)
def test_a_fact_is_one_line_and_one_mapping(lines: str) -> None:
    """What fills less than a line, more than one, or is no value of a record, is not read."""
    text = USUAL.replace('{"event": "Drew", "rule": "4.1", "cards": ["a", "b"]}', lines)
    assert text != USUAL
    assert letter(text.encode()) is None


def test_a_mapping_has_as_many_keys_as_others() -> None:
    """A document with more leaves than a mapping may have keys is not in our layout."""
    for count, fits in ((1000, True), (1001, False)):
        many = "".join(f'  x{n}: "{LEAF}"\n' for n in range(count))
        data = f'---\nentry: 4\nleaves:\n{many}seal: "{LEAF}"\n'.encode()
        assert (strictly(data) is not None) == fits
