"""Letters are read by their form: as every reader reads them, or not at all."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_layout import documents, texts, thorough, typed, values
from test_layout_changed import NUMBERS, changed, strictly

from referee.api import Table
from referee.record import file
from referee.record.file import letter
from referee.util.layout import read_documents, write_document

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


def test_the_letters_of_a_game_have_the_form() -> None:
    """Each is read by it: otherwise reading would only be slow, and nobody would see why."""
    table = Table.open("thunder", seed="07")
    for seat, line in (("thor", "resign g1"), ("loki", "accept")):
        table.play(seat, line)
    bodies = [write_document(one) for one in file.read_bytes(table.record.encode(), "g1").documents]
    assert len(bodies) > 1
    assert [typed(letter(body)) for body in bodies[1:]] == [typed(strictly(body)) for body in bodies[1:]]


@pytest.mark.slow
@thorough
@given(letters())
def test_a_letter_is_read_as_any_document(doc: dict[str, Any]) -> None:
    """What is read by the form is what was written, types and the order of keys included."""
    if (read := letter(write_document(doc))) is not None:
        assert typed(read) == typed(doc)


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
        ("lots: []", "lots: [{}]"),
        ("lots: []", "lots: [[1.0]]"),
        ("lots: []", 'lots: ""'),
        ("seat: thor", "seat: no"),
        ("seat: thor", "seat: Off"),
        ("seat: thor", 'seat: "thor"'),
        ("seat: thor", "seat: thor-"),
        ("seat: thor", f"seat: {'x' * 61}"),
        ("entry: 4", "entry: 04"),
        ("entry: 4", "entry: -0"),
        ("entry: 4", "entry: 9007199254740992"),
        ('at: "2026', 'at: "T2026'),
        ("  loki:", "  thor:"),
        ("  loki:", "  no:"),
        ("  loki:", f"  {'x' * 61}:"),
        ("  loki:", "   loki:"),
        ("kind: letter", "kind: act"),
        ("---\n", "--- \n"),
        ("---\n", ""),
    ],
)
def test_other_layouts_have_no_form(ours: str, theirs: str) -> None:
    """Nothing is read by the form that we would have written otherwise; also nothing of another kind."""
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


def test_bytes_that_are_no_text_have_no_form() -> None:
    """A letter that is not in UTF-8."""
    assert letter(USUAL.encode().replace(b'"a"', b'"\xff"')) is None


def test_a_mapping_has_as_many_keys_as_others() -> None:
    """Where there are more leaves than a document may have keys, or than usual, the form is none."""
    many = "".join(f'  x{n}: "{LEAF}"\n' for n in range(1001))
    assert letter(USUAL.replace(f'  loki: "{LEAF}"\n', many).encode()) is None


def test_many_documents_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many documents some have the form, some have not, and some are not in our layout."""
    other = USUAL.replace('"a", "b"', json.dumps("\u2028")).encode()
    bodies = [USUAL.encode(), other, USUAL.replace("thor", "'thor'", 1).encode()] * 40
    by_form = list[bytes]()

    def form(data: bytes) -> Any:
        by_form.append(data)
        return letter(data)

    assert [*map(typed, read_documents(bodies, form))] == [*map(typed, read_documents(bodies))]
    assert by_form
    assert letter(other) is None
    by_form.clear()
    monkeypatch.setattr("referee.util.layout._MANY", len(bodies) + 1)
    read_documents(bodies, form)
    assert not by_form
