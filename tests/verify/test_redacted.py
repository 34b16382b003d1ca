"""Redacted records: what one audience may have of a record, and every tool on it."""

import copy
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import command
from support.command import Command, record_of
from support.redacted_games import game_of, unbound
from support.suite import NAMES, suite

from referee.api import Redacted, Table
from referee.house.chapters import PRIVATE_TO_PLAYER
from referee.house.letters import Noted, Said
from referee.house.players import SeatTaken
from referee.house.rulings import RolledBack
from referee.record import file, seals
from referee.record.entries import Act, Letter, Line
from referee.record.file import read_bytes
from referee.record.stores import Memory
from referee.table.audit import audit
from referee.table.index import Index
from referee.table.parts import Parts, name_of
from referee.table.points import Told
from referee.table.rulings.effects import ChangeOption, RollBack
from referee.table.rulings.entry import rule
from referee.telling.sentences import reader_of, turns_told
from referee.util.errors import Faulty
from referee.util.layout import Document, write_document
from referee.util.values import replace
from referee.verify import export
from referee.verify.check import check

home, referee, game = command.home, command.referee, command.game

SEEDS = (1, 2)


def audiences(table: Any) -> tuple[str | None, ...]:
    """The seats, and an onlooker."""
    return (*table.game.seats, None)


def each() -> Iterator[tuple[Table, str | None, Redacted]]:
    """Some games, each audience of them, and what it may have."""
    for name in NAMES:
        for seed in SEEDS:
            table = game_of(name, seed)
            for seat in audiences(table):
                known = Table.load(export.redacted(table, seat))
                assert isinstance(known, Redacted)
                yield table, seat, known


def without_writers(told: Sequence[Told]) -> tuple[Told, ...]:
    """What was shown, without who wrote each letter: a redacted record does not hold that."""
    return tuple(replace(one, by="") for one in told)


@pytest.mark.slow
def test_a_redacted_record_tells_what_the_whole_one_tells_its_audience() -> None:
    """Report, view, what was shown, moves, history, position, what is owed: all the same, byte for byte."""
    for table, seat, known in each():
        assert known.view(seat) == table.view(seat)
        assert known.told(seat) == without_writers(table.told(seat))
        assert known.report(seat) == table.report(seat)
        assert known.report_number(seat) == table.report_number(seat)
        assert known.seal_for(seat) == table.seal_for(seat)
        assert (known.position, known.outcome) == (table.position, table.outcome)
        assert known.owed() == table.view(seat).owed
        if seat:
            assert known.moves(seat) == table.moves(seat)
            assert known.moves_text(seat, full=True) == table.moves_text(seat, full=True)
        views = known.view(seat), table.view(seat)
        one, other = (
            turns_told(reader_of(table.game, table.content, view), table.told(seat)) for view in views
        )
        assert one == other


@pytest.mark.slow
def test_a_redacted_record_is_stepped_through() -> None:
    """After each of its own entries it tells what the whole record tells then; entries have the letters' numbers."""
    for table, seat, known in each():
        for own, n in list(enumerate(table.index.concerning[seat]))[::7]:
            then, was = known.at(own), table.at(n)
            assert then.report(seat) == was.report(seat)
            assert then.view(seat) == was.view(seat)
            assert then.told(seat) == without_writers(was.told(seat))
        for wrong in (-1, len(known.known)):
            with pytest.raises(Faulty, match="no-such-entry"):
                known.at(wrong)


@pytest.mark.slow
def test_the_lines_of_the_own_letters_are_all_there() -> None:
    """Those of the seat, with verdicts and remarks; each counts the events that were shown."""
    for table, seat, known in each():
        letters = [
            entry for entry in table.entries if entry.kind == "letter" and getattr(entry, "seat", "") == seat
        ]
        mine: Any = [one.letter for one in known.known if one.letter]
        assert len(mine) == len(letters)
        for letter, whole in zip(mine, letters, strict=True):
            assert [(line.raw, line.verdict, line.rule) for line in letter.lines] == [
                (line.raw, line.verdict, line.rule)
                for line in whole.lines  # type: ignore[attr-defined]
            ]


@pytest.mark.slow
def test_own_lines_are_audited_and_explained() -> None:
    """By the views, today's rules rule the same; each line of a seat's own letters is told with its rules.

    Nobody else's lines are told.
    """
    rules = 0
    for table, seat, known in each():
        assert audit(known).differences == ()
        for one in known.known:
            told = known.explain(one.number)
            title = " ".join(told.split("\n\n")[0].split())
            assert (f": entered by the keeper for {str(seat).title()}, " in title) == bool(one.letter)
            rules += told.count("kept [")
            for line in one.letter.lines if one.letter else ():
                assert f"{line.number}> " in told
        with pytest.raises(Faulty, match="no-such-entry"):
            known.explain(len(known.known))
        other = next(iter(set(table.game.seats) - {seat}))
        assert known.explain(0, language="de") != known.explain(0)
        for refused in (known.report, known.view, known.told, known.choices):
            with pytest.raises(Faulty, match="redacted-seat"):
                refused(other)
    assert rules > 150


@pytest.mark.slow
def test_an_audit_of_own_lines_finds_what_was_ruled_otherwise() -> None:
    """A legal line that is recorded as refused, or an illegal one recorded as played, is named."""
    table = game_of("odins_table", 1, standing=False)
    for seat in table.game.seats:
        docs = [copy.deepcopy(doc) for doc in read_bytes(export.redacted(table, seat), "record").documents]
        spoilt, count = [], 0
        for number, doc in enumerate(docs):
            orders = [line for line in doc.get("lines", ()) if line["verdict"] == "played"]
            if doc.get("lines", [{}])[0] in orders and count < 3:
                orders[0].update(verdict="refused", rule="3.1")
                spoilt.append((number, orders[0]["number"]))
                count += 1
        found = audit(Redacted(Memory(file.text(docs)))).differences
        assert [(one.entry, one.line) for one in found] == spoilt
        assert spoilt
        assert {one.why.params["recorded"] for one in found} == {"refused 3.1"}


@pytest.mark.slow
def test_what_needs_the_whole_record_is_refused() -> None:
    """Nothing can be played on a redacted record, and there is no state in it."""
    for _, seat, known in each():
        for asked in ("state", "points", "entries"):
            with pytest.raises(Faulty, match="redacted-record"):
                getattr(known, asked)
        mine = known.game.seats[0]
        for act, with_these in (
            ("play", (mine, "moves")),
            ("write_down", ("x",)),
            ("attempt", (mine, "moves")),
        ):
            with pytest.raises(Faulty, match="redacted-record"):
                getattr(known, act)(*with_these)
        assert export.redacted(known, seat) == known.record.encode() == export.whole(known)
        with pytest.raises(Faulty, match="redacted-seat"):
            export.redacted(known, next(one for one in audiences(known) if one != seat))
        with pytest.raises(AttributeError):
            known.nothing  # noqa: B018


# What it tells


@pytest.mark.slow
def test_nothing_of_others_stands_in_it() -> None:
    """No line, note, lot, salt or number of the full record; no event that the audience was not shown."""
    for table, seat, known in each():
        data = known.record
        for n, entry in enumerate(table.entries):
            assert entry.salt not in data
            if getattr(entry, "seat", seat) == seat or entry.kind != "letter":
                continue
            for line in entry.lines:  # type: ignore[attr-defined]
                if line.verdict not in {"said", "played"} and len(line.raw) > 12:
                    mine = [one.raw for each in known.known if each.letter for one in each.letter.lines]
                    assert line.raw in mine or json.dumps(line.raw) not in data, (n, line.raw)
        assert "note they have no idea" in data or seat is None or "noted" not in data
        assert not re.search(r"\b[a-z]+\.[a-z-]+\.[0-9]+\b", re.sub(r"message: .*|reply: .*", "", data)), (
            "physical cards"
        )
        assert [doc["entry"] for doc in known.documents] == list(range(len(known.documents)))
        assert len(known.documents) == len(table.index.concerning[seat])
        keys = {key for doc in known.documents for key in doc}
        assert not keys & {"lots", "salt", "hidden", "mended", "act", "reason"}
        for doc in known.documents[1:]:
            assert ("at" in doc) == (doc["kind"] == "letter")


def test_a_seat_that_was_taken_over_keeps_its_first_player_to_itself() -> None:
    """H3 While the game is on, letters and notes of the former player are withheld; every seal still verifies."""
    table = Table.open("thunder", seed="07")
    table.play("loki", ["note my plan", "", "deploy dragon, female-archer, ravens"])
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    table.write_down("replace", "loki", events=[SeatTaken("loki", "Cleo")])
    table.play("loki", ["note my own", "", "draw"])
    known = Table.load(export.redacted(table, "loki"))
    assert [doc["kind"] for doc in known.documents] == ["opening", "withheld", "seen", "seen", "letter"]
    assert "my plan" not in known.record
    assert "my own" in known.record
    assert seals.broken_seal(known.documents) is None
    assert [one.seen.kind in PRIVATE_TO_PLAYER for one in known.told("loki")].count(True) == 1
    assert known.view("loki") == table.view("loki")
    assert known.at(1).view("loki") == known.at(0).view("loki")
    table.play("loki", "resign g1")
    assert "my plan" in export.redacted(table, "loki").decode()
    assert Noted("loki", "my plan") in table.entries[1].events


def test_a_part_that_is_made_otherwise_today_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sealed cannot be told differently: if today's referee makes another part, only the seal is shown."""
    import importlib

    table, known = game_of("thunder", 1), importlib.import_module("referee.table.parts")
    whole = known._lines

    def otherwise(letter: Any, seat: str | None) -> Any:
        return [{**line, "more": 1} for line in whole(letter, seat)]

    monkeypatch.setattr(known, "_lines", otherwise)
    redacted = Table.load(export.redacted(table, "thor"))
    kinds = [doc["kind"] for doc in redacted.documents]
    assert "letter" not in kinds
    assert "withheld" in kinds
    assert seals.broken_seal(redacted.documents) is None
    assert redacted.view_after(len(kinds) - 1) is not None  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_seals_bind_the_parts_that_are_the_right_ones() -> None:
    """Each leaf of a whole record is that of its audience's part; a leaf that the keeper falsified is named."""
    for name in NAMES:
        table = game_of(name, 1)
        assert unbound(table) == ()
        docs, last = list[Document](), seals.START
        seat = table.game.seats[1]
        for n, doc in enumerate(table.documents):
            body = {key: value for key, value in seals.without(doc).items() if key not in seals.FULL}
            parts = _parts_of(table, n)
            if n == 5:
                parts[seat] = {**parts[seat], "more": 1}
            texts = {key: value for key, value in doc.items() if key == seals.PRIVATE}
            docs.append(seals.close(body, last, parts, bytes.fromhex(doc["salt"])) | texts)
            last = bytes.fromhex(docs[-1]["seal"])
        forged = Table.load(file.text(docs))
        assert seals.broken_seal(forged.documents) is None
        assert docs[:5] == table.documents[:5]
        assert unbound(forged) == ((5, seat),)


def _parts_of(table: Table, n: int) -> dict[str, Document]:
    before = Index(table.game, table.seats)
    for entry in table.entries[:n]:
        before.take_in(entry)
    point = table.points[n]
    return Parts(table.seats).of(point.entry, before, point.positions)


def test_a_line_counts_only_what_its_writer_was_shown() -> None:
    """An event that only another seat is shown does not count either."""
    table = game_of("thunder", 1)
    line = Line(1, "x", "played", "x", events=2)
    given = (Said("thor", "hello"), Noted("loki", "hm"))
    letter = Letter(at="2026-01-01T00:00:00Z", seat="thor", lines=(line,), events=given)
    made = Parts(table.seats).of(letter, table.index, ("1.0", "1.0"))
    assert [one["events"] for one in made["thor"]["lines"]] == [1]
    assert [one["event"] for one in made["thor"]["events"]] == ["Said"]
    assert [one["event"] for one in made["loki"]["events"]] == ["Said", "Noted"]


def test_a_rollback_tells_each_audience_its_own_entry() -> None:
    """`back` is the last of the audience's own entries before the point to which the game goes back."""
    table = game_of("thunder", 1)
    act = Act(at="2026-01-01T00:00:00Z", act="ruling", events=(RolledBack(9, "1.0", "same"),))
    made = Parts(table.seats).of(act, table.index, ("1.0",))
    for seat in audiences(table):
        mine = table.index.concerning[seat]
        part = made[name_of(seat)]
        assert (part["kind"], part["entry"]) == ("seen", len(mine))
        assert mine[part["back"]] <= 9 < mine[part["back"] + 1]
        assert part["events"] == [{"event": "RolledBack", "rule": "H21", "position": "1.0", "lots": "same"}]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_rulings_are_told_as_the_whole_record_tells_them(name: str) -> None:
    """After a rollback and a changed option, each audience is told the same by both records."""
    table = Table.load(game_of(name, 3, 30).record.encode())
    option, values = suite(name).options[0]
    another = next(value for value in values if value != table.content[option])
    rule(table, [RollBack(20, "redeal")], by="keeper", reason="a wrong card")
    rule(table, [ChangeOption(option, another)], by="keeper", reason="agreed")
    for _ in range(3):
        on = table.owed()[0].seat
        table.play(on, table.choices(on).forward()[0].written)
    assert unbound(table) == ()
    for seat in audiences(table):
        known = Table.load(export.redacted(table, seat))
        assert [doc["back"] + 1 for doc in known.documents if "back" in doc] == [
            told.seen["back"] for told in table.told(seat) if told.seen.kind == "RolledBack"
        ]
        assert known.told(seat) == without_writers(table.told(seat))
        assert known.view(seat) == table.view(seat)
        assert known.report(seat) == table.report(seat)
        assert audit(known).clean
        assert seals.broken_seal(known.documents) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), letters=st.integers(0, 12))
def test_any_game_at_any_time(name: str, seed: int, letters: int) -> None:
    """Whatever was played, each audience's record verifies, fits, and tells what the whole one tells it."""
    table = game_of(name, seed, letters)
    assert unbound(table) == ()
    for seat in audiences(table):
        data = export.redacted(table, seat)
        known = Table.load(data)
        assert seals.broken_seal(read_bytes(data, "record").documents) is None
        assert known.report(seat) == table.report(seat)
        assert audit(known).clean
        assert export.redacted(known, seat) == data


# Whole or damaged


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document that can be changed: the mapping or list, and the key."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(item, dict | list):
            yield from leaves(item)


def other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if re.fullmatch(r"[0-9a-f]{64}", value):
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case str():
            return value + "x"
        case None:
            return "x"
        case list():
            return [*value, "x"]
        case _:
            return {**value, "x": "y"}


def changes_of(doc: Document) -> Iterator[Document]:
    """The document with one value changed, or taken out, for each value in it."""
    for at in range(sum(1 for _ in leaves(doc))):
        for taken in (False, True):
            spoilt = copy.deepcopy(doc)
            holder, key = list(leaves(spoilt))[at]
            if taken:
                del holder[key]
            else:
                holder[key] = other(holder[key])
            yield spoilt


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("who", ["whole", "first", "onlooker"])
def test_every_value_that_is_changed_is_found(name: str, who: str, tmp_path: Path) -> None:
    """Any value is changed or left out, and all marks are worked out again: its entry is named.

    Only what stands after the seal is not protected.
    """
    table = game_of(name, 1, 12)
    path = tmp_path / "record.yaml"
    seat = {"first": table.game.seats[0]}.get(who)
    data = table.record.encode() if who == "whole" else export.redacted(table, seat)
    docs = list(read_bytes(data, "record").documents)
    path.write_bytes(data)
    assert check(path) == file.Checked(len(docs))
    tried = 0
    for number in sorted({1, len(docs) - 2, *(n for n, doc in enumerate(docs) if doc["kind"] == "letter")})[
        :4
    ]:
        bare = {key: value for key, value in docs[number].items() if key not in {seals.VIEW, seals.PRIVATE}}
        assert seals.broken_seal([*docs[:number], bare, *docs[number + 1 :]]) is None
        for spoilt in changes_of(bare):
            if "entry" in spoilt and spoilt["entry"] == docs[number]["entry"]:
                assert seals.broken_seal([*docs[:number], spoilt, *docs[number + 1 :]]) == number, spoilt
                tried += 1
        path.write_bytes(file.text([*docs[:number], {**docs[number], "entry": 99}, *docs[number + 1 :]]))
        assert check(path).entry == number
    opening = docs[0]
    for key in opening.keys() - {seals.VIEW, seals.PRIVATE}:
        spoilt = {**opening, key: other(opening[key])}
        path.write_bytes(file.text([spoilt, *docs[1:]]))
        assert (key, check(path).entry) == (key, 0)
    assert tried > 60


@pytest.mark.slow
@pytest.mark.parametrize("who", ["whole", "thor", "onlooker"])
def test_every_byte_that_is_changed_is_found(who: str, tmp_path: Path) -> None:
    """The marks show the entry of the changed byte, whichever byte it is."""
    table = game_of("thunder", 2, 4)
    path = tmp_path / "record.yaml"
    data = (
        table.record.encode()
        if who == "whole"
        else export.redacted(table, None if who == "onlooker" else who)
    )
    ends = [found.end() for found in re.finditer(rb"\n\.\.\. # [0-9a-f]{64}\n", data)]
    for at in [*range(ends[0] - 400, len(data), 7), 0, 1, len(data) - 1]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        found = file.check(path)
        due = sum(end <= at for end in ends)
        assert found.fault in {"damaged", "torn"}
        assert found.entry == due


@pytest.mark.slow
def test_what_verifies_must_also_fit(tmp_path: Path) -> None:
    """A forger may seal a redacted record again; it is still checked for kinds, keys, types and counts."""
    table = game_of("thunder", 1)
    docs = list(read_bytes(export.redacted(table, "thor"), "record").documents)
    number = next(n for n, doc in enumerate(docs) if doc["kind"] == "letter" and doc.get("events"))
    path = tmp_path / "record.yaml"
    key, link = bytes(32), bytes.fromhex(docs[number]["link"])
    for change, field in (
        ({"seat": "loki"}, "/seat"),
        ({"kind": "act"}, None),
        ({"act": "x"}, "/act"),
        ({"positions": ["1.0", 2, *docs[number]["positions"][2:]]}, None),
        ({"positions": []}, "/positions"),
        ({"events": [{"event": "Cheated", "rule": "1"}], "positions": ["1.0"]}, "/events/0"),
        ({"lines": [{"number": 1, "raw": "x", "verdict": "played", "events": 99}]}, None),
        ({"lines": [{"number": 1, "raw": "x", "verdict": "won"}]}, "/lines/0/verdict"),
        ({"at": "yesterday"}, "/at"),
    ):
        bare = {
            name: value
            for name, value in docs[number].items()
            if name not in {*seals.REDACTED, seals.PRIVATE}
        }
        body = {**bare, **change}
        own = {name: bytes.fromhex(leaf) for name, leaf in docs[number]["leaves"].items()}
        due = seals.seal_of(link, {**own, "thor": seals.leaf_of(key, write_document(body))})
        tail = {"key": key.hex(), "link": link.hex(), "leaves": docs[number]["leaves"], "seal": due.hex()}
        path.write_bytes(file.text([*docs[:number], {**body, **tail}, *docs[number + 1 :]]))
        assert file.check(path).fault == "", change
        found = check(path)
        assert (found.fault, found.entry) == ("damaged", number), change
        assert found.why is not None
        assert field is None or found.why.why.params["field"] == field, change


# The verb


@pytest.mark.slow
def test_export_for_a_seat(game: Command, home: Path, tmp_path: Path) -> None:
    """`export --seat` writes what `check`, `show`, `moves`, `explain`, `audit` and `export` take."""
    game(*command.DEPLOY, "note hm")
    path = tmp_path / "loki.yaml"
    ran = game("export", "g1", "--seat", "loki", "--output", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert path.read_bytes() == export.redacted(Table.load(record_of(home)), "loki")
    name = str(path)
    assert game("export", "g1", "--seat", "LOKI").out == path.read_text("utf-8")
    assert game("check", name).out == f"{name}: whole, 2 entries.\n"
    assert game("show", name).out == game("show", "g1", "--seat", "loki").out
    assert (
        game("show", name, "--seat", "loki", "--json").out
        == game("show", "g1", "--seat", "loki", "--json").out
    )
    html = ("--format", "html")
    assert game("show", name, *html).out == game("show", "g1", "--seat", "loki", *html).out
    assert game("show", name, "--at", "0").out == game("show", "g1", "--seat", "loki", "--at", "0").out
    assert game("moves", name, "--seat", "loki").out == game("moves", "g1", "--seat", "loki").out
    assert "kept [1.3]" in game("explain", name, "1").out
    assert "of its own lines 1 could be held to the rules, all ruled the same" in game("audit", name).out
    assert json.loads(game("audit", name, "--json").out)["records"][0]["lines"] == 1
    assert game("export", name, "--seat", "loki").out == path.read_text("utf-8")
    assert game("export", name).out == path.read_text("utf-8")
    for verb in (
        ("show", name, "--onlooker"),
        ("show", name, "--seat", "thor"),
        ("moves", name, "--seat", "thor"),
    ):
        ran = game(*verb)
        assert (ran.code, ran.out) == (66, "")
        assert "as loki knows it" in ran.err


def test_the_whole_record_is_exported_when_the_game_is_over(game: Command, home: Path) -> None:
    """Before that it is for the keeper alone, who says so."""
    whole = record_of(home).read_text("utf-8")
    ran = game("export", "g1")
    assert (ran.code, ran.out) == (1, "")
    assert "shows every hand" in ran.err
    assert game("export", "g1", "--keeper").out == whole
    assert game("export", "g1", "--onlooker").out != whole
    assert game("export", "g1", "--onlooker", "--seat", "thor").code == 2
    game("play", "g1", "--seat", "thor", "resign g1")
    assert game("export", "g1").out == record_of(home).read_text("utf-8")


def test_names_of_audiences() -> None:
    """A seat goes by its name."""
    assert (name_of("thor"), name_of(None)) == ("thor", "onlooker")
