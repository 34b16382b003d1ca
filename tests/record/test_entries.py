"""The entries of a record: as dataclasses, as documents, and which parts of them all may read."""

import copy
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.engine.events import Event, Hidden, Open, event, seen_by, unordered
from referee.engine.lots import Lot
from referee.house.chapters import events_of
from referee.house.games import find
from referee.house.keeper import Restored
from referee.house.time import Downtime
from referee.record import entries, file, reading, seals
from referee.record.entries import (
    Act,
    Entry,
    Letter,
    Line,
    Opening,
    to_document,
)
from referee.record.file import Last
from referee.record.reading import from_document, from_documents
from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.layout import Document, read_document, write_document
from referee.util.values import replace

SALT = bytes(range(32))
AT = "2026-11-20T09:00:00Z"


@event("1.1")
class Dealt(Event):
    """Cards into a hand."""

    to: Open[str]
    count: Open[int]
    cards: Annotated[tuple[str, ...], seen_by("to"), unordered]
    deck: Hidden[tuple[str, ...]]


@event("2.1")
class Laid(Event):
    """A card, for all to see."""

    by: Open[str]
    card: Open[str]
    up: Open[bool]
    rule: Open[str]


@event("2.2")
class Fell(Event):
    """A hand falls, for all to see, in no order."""

    cards: Annotated[Open[tuple[str, ...]], unordered]


@event("3.1", only="by")
class Whispered(Event):
    """Nobody else learns even that it happened."""

    by: Open[str]
    names: Annotated[tuple[str, ...], seen_by("by")]


@event("4.1")
class Odd(Event):
    """Fields of less usual types; one that was added later."""

    who: Open[str | None]
    pairs: Open[tuple[tuple[str, int], ...]]
    pair: Open[tuple[str, int]]
    late: Open[int] = 7
    none: Open[int | None] = None


TOY = (Dealt, Laid, Fell, Whispered, Odd)
GAME: Any = SimpleNamespace(name="toy", events={cls.__name__: cls for cls in TOY})

DEALT = Dealt("thor", 2, ("thor.hel.1", "thor.odin.1"), ("thor.tyr.1", "thor.tyr.2"))
LAID = Laid("thor", "thor.hel.1", True, "2.3")
WHISPERED = Whispered("thor", ("hel", "odin"))
OPENING = Opening(
    at=AT,
    id="g17",
    game="toy",
    edition="first",
    options={"flank": "facing", "no": ["no", 1, None], "deck": {"thor": [{"card": "hel", "copies": 2}]}},
    seats=("thor", "loki"),
    commit="ab" * 32,
    events=(DEALT,),
    lots=(Lot("deck", 3, (2, 0, 1)), Lot("pick", 5, (4,))),
)
LETTER = Letter(
    entry=1,
    at="2026-11-20T10:00:00.5Z",
    seat="thor",
    digest="0f" * 32,
    position="7.2",
    lines=(
        Line(1, "Lay Hel {hm} !", "played", "lay hel", remark="hm", mark="!", events=2),
        Line(2, "standing discards hel", "played", "standing discards hel", events=1),
        Line(3, "draw", "refused", "draw", "4.2", "deck-empty", {"limit": 3, "columns": ("a", "b")}),
        Line(4, "no, 1:30\u2028really", "prose"),
    ),
    events=(LAID, Fell(("thor.tyr.2", "thor.odin.1")), WHISPERED, DEALT),
    lots=(Lot("pick", 2, (1,)),),
    mended="record.torn-1",
)
ACT = Act(entry=2, at=AT, act="silence", seat="loki", reason="deadline", events=(LAID,))
PRIVATE = Letter(entry=3, at=AT, seat="thor", lines=LETTER.lines[1:], events=(WHISPERED,))
ALL = (OPENING, LETTER, ACT, PRIVATE)


PARTS: Mapping[str, Document] = {"loki": {}, "onlooker": {"entry": 3}, "thor": {"entry": 7, "kind": "seen"}}


def documents_of(*given: Entry) -> list[Document]:
    """Entries as they go into a record, one after the other."""
    return chained(given, lambda one, last: entries.sealed(one, last, SALT, PARTS))


def chained(given: Sequence[Entry], seal: Callable[[Entry, Last], Document]) -> list[Document]:
    """Documents of entries, each sealed after the one before."""
    docs: list[Document] = []
    last = Last()
    for number, one in enumerate(given):
        docs.append(seal(one, replace(last, mended=one.mended)))
        last = Last(number, seals.START, bytes.fromhex(docs[-1]["seal"]))
    return docs


def test_entries_are_read_back_as_they_were() -> None:
    """Every kind of entry comes back equal, with the types it had, through the bytes on disk."""
    docs = documents_of(*ALL)
    assert file.read_bytes(file.text(docs), "record").documents == tuple(docs)
    back = from_documents(docs, GAME)
    for entry, doc, original in zip(back, docs, ALL, strict=True):
        assert replace(entry, salt="", leaves={}, seal="") == original
        assert [type(one) for one in entry.events] == [type(one) for one in original.events]
        assert to_document(entry) == doc
        assert list(to_document(entry)) == list(doc)
        assert (entry.salt, entry.seal) == (SALT.hex(), doc["seal"])


def test_how_a_letter_looks() -> None:
    """A document reads from top to bottom; what is empty is left out; lots stand on one line."""
    plain = Letter(
        entry=4,
        at=AT,
        seat="thor",
        lines=(Line(1, "lay hel", "played", "lay hel", events=1),),
        events=(LAID,),
    )
    assert write_document(to_document(plain)).decode() == (
        "---\n"
        "entry: 4\n"
        'at: "2026-11-20T09:00:00Z"\n'
        "kind: letter\n"
        "seat: thor\n"
        "lines:\n"
        '  - {"number": 1, "raw": "lay hel", "verdict": "played", "move": "lay hel", "events": 1}\n'
        "events:\n"
        '  - {"event": "Laid", "rule": "2.3", "by": "thor", "card": "thor.hel.1", "up": true}\n'
        "lots: []\n"
    )
    dealt = '  - {"event": "Dealt", "rule": "1.1", "to": "thor"'
    assert dealt in write_document(to_document(OPENING)).decode()
    assert (
        'lots: [["deck", 3, [2, 0, 1]], ["pick", 5, [4]]]\n' in write_document(to_document(OPENING)).decode()
    )


def test_unusual_fields() -> None:
    """Optional fields and tuples in tuples come back exactly; a field added later takes its default."""
    for odd in (Odd(None, (("a", 1), ("b", 2)), ("c", 3), 8), Odd("x", (), ("", 0))):
        doc = to_document(replace(ACT, events=(odd,)))
        assert from_document(doc, GAME).events == (odd,)
    del doc["events"][0]["late"]
    assert from_document(doc, GAME).events == (odd,)


def spoilt(change: Any) -> Document:
    """The letter's document with one thing changed."""
    doc = copy.deepcopy(to_document(LETTER))
    change(doc)
    return doc


@pytest.mark.parametrize(
    ("change", "key", "field"),
    [
        (lambda d: d["events"][0].update(event="Nothing"), "record-event", "/events/0"),
        (lambda d: d["events"][0].pop("event"), "record-event", "/events/0"),
        (lambda d: d["events"][3].pop("rule"), "record-event", "/events/3"),
        (lambda d: d["events"][0].pop("rule"), "record-event", "/events/0"),
        (lambda d: d["events"].append("Laid"), "record-event", "/events/4"),
        (lambda d: d["events"][0].update(up=1), "record-type", "/events/0/up"),
        (lambda d: d["events"][0].update(card=None), "record-type", "/events/0/card"),
        (lambda d: d["events"][0].update(card={"sealed": "0" * 64}), "record-type", "/events/0/card"),
        (lambda d: d["events"][0].update(more=1), "record-unknown", "/events/0/more"),
        (lambda d: d["events"][0].pop("card"), "record-missing", "/events/0/card"),
        (lambda d: d["events"][3].update(count=True), "record-type", "/events/3/count"),
        (lambda d: d["events"][3].update(count="2"), "record-type", "/events/3/count"),
        (lambda d: d["events"][3].update(cards="abc"), "record-type", "/events/3/cards"),
        (lambda d: d["events"][3]["cards"].append(1), "record-type", "/events/3/cards/2"),
        (lambda d: d.update(events={}), "record-type", "/events"),
        (lambda d: d["lines"][1].update(number="2"), "record-type", "/lines/1/number"),
        (lambda d: d["lines"][1].update(verdict="won"), "record-form", "/lines/1/verdict"),
        (lambda d: d["lines"][1].pop("raw"), "record-missing", "/lines/1/raw"),
        (lambda d: d["lines"][2].update(params=[]), "record-type", "/lines/2/params"),
        (lambda d: d["lines"].append(3), "record-type", "/lines/4"),
        (lambda d: d.update(lots=[["pick", 2, [7]]]), "record-lot", "/lots/0"),
        (lambda d: d.update(lots=[["pick", 2]]), "record-lot", "/lots/0"),
        (lambda d: d.update(kind="poem"), "record-kind", None),
        (lambda d: d.update(kind=["letter"]), "record-kind", None),
        (lambda d: d.pop("kind"), "record-kind", None),
        (lambda d: d.pop("seat"), "record-missing", "/seat"),
        (lambda d: d.update(act="silence"), "record-unknown", "/act"),
        (lambda d: d.update(at="yesterday"), "record-form", "/at"),
        (lambda d: d.update(at="2026-11-20T09:00:00"), "record-form", "/at"),
        (lambda d: d.update(digest="abc"), "record-form", "/digest"),
        (lambda d: d.update({"a/b": 1}), "record-unknown", "/a~1b"),
    ],
)
def test_what_does_not_fit_is_named(change: Any, key: str, field: str | None) -> None:
    """A value that is malformed, or not exactly of its field's type: entry, field and key are named."""
    with pytest.raises(Faulty) as caught:
        from_document(spoilt(change), GAME)
    told = caught.value.why
    assert (told.key, told.params.get("field"), told.params["entry"]) == (key, field, 1)


def test_entries_out_of_form_are_not_written() -> None:
    """Times that are not RFC 3339 UTC, malformed digests, unknown verdicts."""
    for bad in (
        replace(LETTER, at="2026-11-20 09:00"),
        replace(LETTER, at=AT + "\n"),
        replace(LETTER, digest="0F" * 32),
        replace(LETTER, lines=(Line(1, "x", "maybe"),)),
    ):
        with pytest.raises(Faulty, match="record-form"):
            to_document(bad)


def test_formats() -> None:
    """A record begins with its opening, which names a format we know; older ones go through each upgrade."""
    docs = documents_of(OPENING, ACT)
    for bad, key in (
        (docs[1:], "record-opening"),
        ([{**docs[0], "format": "1"}], "record-opening"),
        ([{**docs[0], "format": 99}], "record-format"),
        ([{**docs[0], "format": 0}], "record-format"),
        ([{**docs[0], "game": "no such game"}], "unknown-game"),
    ):
        with pytest.raises(Faulty) as caught:
            from_documents(bad, None if key == "unknown-game" else GAME)
        assert caught.value.why.key == key
    assert from_documents([]) == ()


def test_upgrades_are_applied_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document two formats old becomes one of the next format, then one of today's; so does every document."""
    docs = documents_of(OPENING, ACT)
    old = [{**docs[0], "format": seals.FORMAT - 2, "edition": ""}, {**docs[1], "act": ""}]

    def step(mark: str) -> Any:
        return lambda doc: {
            key: value + mark if key in {"edition", "act"} else seals.FORMAT if key == "format" else value
            for key, value in doc.items()
        }

    monkeypatch.setattr(reading, "UPGRADES", {seals.FORMAT - 2: step("a"), seals.FORMAT - 1: step("b")})
    first, second = from_documents(old, GAME)
    assert isinstance(first, Opening)
    assert isinstance(second, Act)
    assert (first.edition, first.format, second.act) == ("ab", seals.FORMAT, "ab")


# Seals


def test_every_document_is_salted() -> None:
    """Even of the barest entry the seal is not a plain hash of something that can be guessed."""
    for bare in (
        Act(at=AT, act="x"),
        Letter(at=AT, seat="thor"),
        Opening(at=AT, id="g", game="toy", edition="", options={}, seats=()),
        Act(at=AT, act="x", events=(Fell(()),)),
    ):
        salts = [bytes([salt]) * 32 for salt in (1, 2)]
        one, two = (entries.sealed(bare, Last(), salt, {}) for salt in salts)
        assert one["seal"] != two["seal"]


def test_sealed_entries_are_what_a_record_takes(tmp_path: Path) -> None:
    """The record itself numbers and seals them after the last one, and notes a torn tail in them."""
    path = tmp_path / "record.yaml"
    file.append(path, lambda last: entries.sealed(OPENING, last, SALT, PARTS))
    path.write_bytes(path.read_bytes() + b"---\nent")
    file.append(path, lambda last: entries.sealed(replace(ACT, entry=99), last, SALT, PARTS))
    assert file.check(path) == file.Checked(2)
    _, act = from_documents(file.read(path).documents, GAME)
    assert (act.entry, act.mended) == (1, "record.torn-1")


# Whatever the values


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["no", "1:30", "5e3", "thor.hel.1", "loki.ravens.4", "thor", "loki", "\n", "~"]
)
TIMES = st.sampled_from(["", AT])
"""What a field may hold that is a time; others are no entry (`entries.in_form`)."""
SIMPLE: Mapping[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    bool: st.booleans(),
    int: st.integers(1 - 2**53, 2**53 - 1),
    type(None): st.none(),
}


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    args = get_args(hint)
    if get_origin(hint) is tuple:
        if args[1:] == (...,):
            return st.lists(values_of(args[0]), max_size=4).map(tuple)
        return st.tuples(*map(values_of, args))
    if args:
        return st.one_of(*map(values_of, args))
    return SIMPLE[hint]


def events_in(game: Any) -> st.SearchStrategy[Event]:
    """Events of any class of a game, with any values of the right types."""
    classes = list(events_of(game).values())
    return st.one_of(
        *(
            st.builds(
                cls,
                **{
                    k: TIMES if cls in {Downtime, Restored} and k in {"since", "until"} else values_of(v)
                    for k, v in get_type_hints(cls).items()
                    if k in cls.__struct_fields__
                },
            )
            for cls in classes
        )
    )


def letters_of(game: Any) -> st.SearchStrategy[Letter]:
    """Letters with any lines and events of a game."""
    params = st.dictionaries(
        TEXTS, TEXTS | st.integers(0, 9) | st.lists(TEXTS, max_size=2).map(tuple), max_size=2
    )
    lines = st.builds(
        Line,
        st.integers(1, 99),
        TEXTS,
        st.sampled_from(entries.VERDICTS),
        *(TEXTS, TEXTS, TEXTS, params, TEXTS, TEXTS),
        st.integers(0, 3),
    )
    return st.builds(
        Letter,
        at=st.just(AT),
        seat=st.sampled_from(["thor", "loki"]),
        lines=st.lists(lines, max_size=3).map(tuple),
        events=st.lists(events_in(game), max_size=4).map(tuple),
    )


def holds_for(letter: Letter, game: Any) -> None:
    """A letter comes back equal, and once sealed it verifies."""
    closed = read_document(write_document(entries.sealed(letter, Last(), SALT, PARTS)))
    assert seals.broken_seal([closed]) is None
    back = from_document(closed, game)
    assert replace(back, salt="", leaves={}, seal="") == letter
    assert [[type(v) for v in (getattr(e, f.name) for f in e.shown)] for e in back.events] == [
        [type(v) for v in (getattr(e, f.name) for f in e.shown)] for e in letter.events
    ]


relaxed = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("late", [0, 7, 8])
@pytest.mark.parametrize("none", [None, 0, 1])
def test_a_field_with_a_default_is_what_it_was(late: int, none: int | None) -> None:
    """An empty value is left out of a document only where a missing one means the same."""
    events = (Odd(None, (), ("", 0), late, none),)
    holds_for(Letter(at=AT, seat="thor", events=events), GAME)


@pytest.mark.slow
@relaxed
@given(letters_of(GAME))
def test_any_letter_of_a_toy_game(letter: Letter) -> None:
    """Any letter of a small game holds to all of this."""
    holds_for(letter, GAME)


THUNDER: Any = find("thunder")


@pytest.mark.slow
@relaxed
@given(letters_of(THUNDER))
def test_any_letter_of_thunder(letter: Letter) -> None:
    """Any letter with events of a whole game holds to all of this, every class of event among them."""
    holds_for(letter, THUNDER)


def test_an_opening_of_thunder_is_read_back(tmp_path: Path) -> None:
    """With its options as content, the deck among them, through the strict and the guarded reader alike."""
    options = json.loads(json.dumps(THUNDER.options({})))
    opening = Opening(
        at=AT, id="g1", game="thunder", edition=THUNDER.edition, options=options, seats=THUNDER.seats
    )
    path = tmp_path / "record.yaml"
    file.append(path, lambda last: entries.sealed(opening, last, SALT, PARTS))
    (doc,) = file.read(path).documents
    body = path.read_bytes().partition(b"... # ")[0]
    assert plainyaml.read_all(body, "record")[0].value == doc
    (back,) = from_documents([doc])
    assert isinstance(back, Opening)
    assert (back.options, back.seats, back.game) == (options, ("thor", "loki"), "thunder")


@pytest.mark.slow
@relaxed
@given(letters_of(GAME))
def test_the_guarded_reader_gives_the_same(letter: Letter) -> None:
    """What the strict line reader reads, the guarded YAML reader reads alike, types included."""
    body = write_document(entries.sealed(letter, Last(), SALT, PARTS))
    (marked,) = plainyaml.read_all(body, "record")
    assert json.dumps(marked.value) == json.dumps(read_document(body))


# The schema


def fits(value: Any, rule: Any, root: Any) -> bool:
    """Whether a value fits a JSON Schema, as far as ours uses the language (draft 7)."""
    if "$ref" in rule:
        return fits(value, root["definitions"][rule["$ref"].removeprefix("#/definitions/")], root)
    if "oneOf" in rule:
        return sum(fits(value, one, root) for one in rule["oneOf"]) == 1
    kinds = {"object": dict, "array": list, "string": str, "integer": int}
    if "type" in rule and type(value) is not kinds[rule["type"]]:
        return False
    if "const" in rule and value != rule["const"]:
        return False
    if "pattern" in rule and re.search(rule["pattern"], value) is None:
        return False
    if isinstance(value, int) and value < rule.get("minimum", value):
        return False
    if isinstance(value, list):
        items = rule.get("items", {})
        each = items if isinstance(items, list) else [items] * len(value)
        return len(value) >= rule.get("minItems", 0) and all(
            fits(v, r, root) for v, r in zip(value, each, strict=False)
        )
    if isinstance(value, dict):
        known = rule.get("properties", {})
        if not set(rule.get("required", ())) <= value.keys():
            return False
        if rule.get("additionalProperties", True) is False and not value.keys() <= known.keys():
            return False
        return all(fits(item, known.get(key, {}), root) for key, item in value.items())
    return True


def test_the_schema_fits_what_is_written() -> None:
    """Every kind of document fits the schema, which is JSON; a document with a wrong change does not."""
    root = json.loads(json.dumps(reading.record_schema()))
    used = set(re.findall(r'"(\$?\w+)": ', json.dumps(root)))
    assert used.isdisjoint({"$defs", "prefixItems", "anyOf", "enum", "unevaluatedProperties"})
    amiss: Any
    for doc in documents_of(*ALL):
        assert fits(doc, root, root)
        for amiss in (
            {"kind": "poem"},
            {"entry": "1"},
            {"at": "now"},
            {"more": 1},
            {"lots": [["a"]]},
            {"events": [{}]},
        ):
            assert not fits({**doc, **amiss}, root, root)
    letter = documents_of(LETTER)[0]
    letter["lines"][0]["verdict"] = "won"
    assert not fits(letter, root, root)
