"""Rule H27: orders beforehand. What is read, what is kept, when it is played; and that it is as if written then."""

from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from houses import AT, told
from hypothesis import given, settings
from hypothesis import strategies as st
from support.suite import NAMES
from support.texts import back, differences

from referee.api import Table
from referee.engine.events import Event
from referee.engine.kit.foreseen import facts_of, foreseen_of
from referee.engine.seating import players
from referee.house.foreseen import EVENTS, Foreseen, ForeseenPlayed
from referee.house.games import BUILT_IN, find
from referee.notation.reader import Reader
from referee.notation.readings import Foresight, Misread, Order, Prose
from referee.notation.readings import Table as Asked
from referee.record.entries import Letter, Line
from referee.table import foreseeing
from referee.table.audit import audit
from referee.table.rulings.effects import Effect, ReadAs, RollBack
from referee.table.rulings.entry import rule
from referee.telling.fence import fence_of
from referee.testing.chance import chosen
from referee.testing.random_games import random_world
from referee.util import data
from referee.verify.export import redacted

SEER = ("use seer",)
READ = [
    ("thunder", "en", "if B1 is ravens: use seer", ("their b1 is ravens", SEER, (), 0)),
    ("thunder", "en", "if their B1 is Ravens until turn 9: use seer", ("their b1 is ravens", SEER, (), 9)),
    (
        "thunder",
        "en",
        "if my Dragon falls: lay tyr A; else draw",
        ("my dragon falls", ("lay tyr A",), ("draw",), 0),
    ),
    (
        "thunder",
        "en",
        "If Loki plays Hel and my a1 is empty: draw, draw, lay archer B2. Otherwise: draw twice; until turn 12",
        (
            "loki plays hel and my a1 is empty",
            ("draw", "draw", "lay female-archer B2"),
            ("draw", "draw"),
            12,
        ),
    ),
    ("thunder", "en", "if Thor challenges B: resign g1", ("thor challenges b", ("resign g1",), (), 0)),
    ("thunder", "en", "if it is turn 7: draw", ("turn 7", ("draw",), (), 7)),
    ("thunder", "en", "if turn 7 and my turn: draw", ("turn 7 and my turn", ("draw",), (), 7)),
    ("thunder", "de", "wenn Zug 7: ziehe; bis Zug 9", ("turn 7", ("draw",), (), 9)),
    ("thunder", "de", "wenn auf B1 Raben liegen: nutze seherin", ("their b1 is ravens", SEER, (), 0)),
    (
        "thunder",
        "de",
        "Falls mein Drache fällt: lege Tyr A; sonst ziehe; bis Zug 9",
        ("my dragon falls", ("lay tyr A",), ("draw",), 9),
    ),
    ("thunder", "de", "sobald Loki Hel spielt: ziehe", ("loki plays hel", ("draw",), (), 0)),
    ("thunder", "de", "if my dragon falls: draw", ("my dragon falls", ("draw",), (), 0)),
    ("odins_table", "en", "if their c is loki: scout c", ("their c is loki", ("scout c",), (), 0)),
    (
        "odins_table",
        "en",
        "if Thor attacks c3: pass; else a5-a4",
        ("thor attacks c3", ("pass",), ("a5-a4",), 0),
    ),
    ("odins_table", "en", "if my thor turns up: resign g1", ("my thor turns-up", ("resign g1",), (), 0)),
    ("odins_table", "en", "if it is my turn: a5-a4", ("my turn", ("a5-a4",), (), 0)),
    (
        "odins_table",
        "en",
        "if my turn and their c is loki: scout c",
        ("my turn and their c is loki", ("scout c",), (), 0),
    ),
    ("odins_table", "de", "wenn ich dran bin: a5-a4", ("my turn", ("a5-a4",), (), 0)),
    ("thunder", "de", "sobald ich am Zug bin: ziehe, ziehe", ("my turn", ("draw", "draw"), (), 0)),
    ("odins_table", "de", "wenn Thor passt: passe", ("thor passes", ("pass",), (), 0)),
]


@cache
def reader_of(game: str, language: str = "en") -> Reader:
    """A reader of a game without options."""
    one = find(game)
    return Reader(one, one.options({}), (language,))


@pytest.mark.parametrize(("game", "language", "line", "means"), READ)
def test_h27_what_is_read(game: str, language: str, line: str, means: tuple[object, ...]) -> None:
    """H27 The condition in canonical words, the orders in canonical notation, the last turn."""
    reading = reader_of(game, language).read(line)
    assert isinstance(reading, Foresight)
    assert (reading.condition, reading.orders, reading.otherwise, reading.until) == means


def examples() -> list[tuple[str, str, str, str]]:
    """The conditions that letters and handbooks name: language, game, word for `if`, condition."""
    found = []
    for language, word in (("en", "if"), ("de", "wenn")):
        listed = yaml.safe_load(data.text("grammar", f"foreseen.{language}.yaml"))
        for game, text in listed["examples"].items():
            found += [(language, game, word, one) for one in text.split("; ") if game != "any"]
    return found


def test_h27_every_example_of_a_condition_is_read() -> None:
    """H27 In each language and game; and there is one for each deed that the game has."""
    named = set()
    for language, game, word, condition in examples():
        reading = reader_of(game, language).read(f"{word} {condition}: resign g1")
        assert isinstance(reading, Foresight), (language, game, condition)
        named |= {(game, fact.what) for fact in facts_of(reading.condition)}
    assert {(game, deed) for game in BUILT_IN for deed in foreseen_of(find(game)).deeds} <= named


def test_h27_it_may_go_on_in_the_next_line() -> None:
    """H27 After a comma, a semicolon or the colon; a sentence does not."""
    reader = reader_of("thunder")
    for letter in (
        "if loki draws: draw\nelse: lay tyr A1\nuntil turn 9",
        "if loki draws:\ndraw",
        "if loki draws: draw;\nelse lay tyr A1",
        "if loki draws: draw,\ndraw\n",
    ):
        (line,) = reader.read_letter(letter)
        assert isinstance(line.reading, Foresight)
    first, second = reader.read_letter("If you like my letters,\ndraw")
    assert (first.reading, type(second.reading)) == (Prose(), Order)


@pytest.mark.parametrize(
    ("game", "language", "line"),
    [
        ("thunder", "en", "If you want, we can go on tomorrow: I have time."),
        ("thunder", "en", "if only: alas"),
        ("thunder", "en", "If my dragon falls, I am lost."),
        ("thunder", "de", "Wenn du magst: gerne."),
        ("odins_table", "en", "If I may ask: who are you?"),
    ],
)
def test_h27_sentences_are_prose(game: str, language: str, line: str) -> None:
    """H27 Without a condition and without orders nothing is meant by it."""
    assert reader_of(game, language).read(line) == Prose()


@pytest.mark.parametrize(
    "line", ["1> if A1 is ravens: draw", " 12> withdraw if 2", "3> if my tyr falls: draw; else"]
)
def test_h27_a_row_of_a_receipt_is_no_order_and_stands_in_it_without_a_bar(line: str) -> None:
    """Quoted without a mark it plays nothing; so the fence leaves it alone in the letter."""
    game = find("thunder")
    reader = Reader(game, game.options({}))
    assert isinstance(reader.read(line), Prose)
    assert not reader.waits(line)
    assert fence_of(game, game.options({})).text(line) == line


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("if it rains: draw", "condition"),
        ("if my dragon sleeps: draw", "condition"),
        ("if b1 is ravens: sing", "branch"),
        ("if b1 is ravens: draw; else sing", "branch"),
        ("if b1 is ravens: @7.2 draw", "branch"),
    ],
)
def test_h27_half_understood_is_misread(line: str, key: str) -> None:
    """H27 Where one half can be read, the writer is told about the other, and nothing is kept."""
    reading = reader_of("thunder").read(line)
    assert isinstance(reading, Misread)
    assert reading.key == key


@pytest.mark.parametrize(
    ("language", "line", "asked"),
    [
        ("en", "ifs", Asked("ifs")),
        ("en", "withdraw if 2", Asked("withdraw if", "2")),
        ("en", "Withdraw if", Asked("withdraw if")),
        ("de", "wenn-befehle", Asked("ifs")),
        ("de", "widerrufe wenn 2", Asked("withdraw if", "2")),
        ("de", "widerrufe wenn #2.", Asked("withdraw if", "2")),
    ],
)
def test_h27_the_words_beside_them(language: str, line: str, asked: Asked) -> None:
    """H27 Which ones wait, and how one is taken back."""
    assert reader_of("thunder", language).read(line) == asked


@pytest.mark.parametrize(
    ("language", "line", "names"),
    [
        ("en", "withdraw if 1, 2, 3", "1 2 3"),
        ("en", "Take back if 1 and 2.", "1 2"),
        ("de", "widerrufe wenn 1, 2 und 4", "1 2 4"),
        ("en", "withdraw if 1, 2, for it rains", ""),
        ("en", "> withdraw if 1, 2", ""),
        ("en", "2> withdraw if 1, 2", ""),
    ],
)
def test_h27_several_are_taken_back_in_one_line(language: str, line: str, names: str) -> None:
    """H27 As many lines: the line was prose, and all of them waited on."""
    read = [one.reading for one in reader_of("thunder", language).read_letter(line)]
    assert [one.argument for one in read if isinstance(one, Asked)] == names.split()
    assert bool(names) or all(isinstance(one, Prose) for one in read)


@pytest.mark.parametrize(
    ("language", "line", "orders"),
    [
        ("en", "a1-b2; if Thor moves to c4: b2-c1", ["a1-b2"]),
        ("en", "a1-b2, offer draw. If Thor attacks b2: f1-f2, offer draw", ["a1-b2", "offer draw"]),
        ("de", "a1-b2, und wenn Thor nach c4 zieht: b2-c1", ["a1-b2"]),
        ("en", "a1-b2 if Thor moves to c4: b2-c1", None),
        ("en", "a1-b2, if it rains: b2-c1", None),
    ],
)
def test_h27_an_order_beforehand_may_stand_behind_an_order(
    language: str, line: str, orders: list[str] | None
) -> None:
    """H27 In one line, behind a sign: the order is played, the other waits; nothing of a line not understood."""
    read = [one.reading for one in reader_of("odins_table", language).read_letter(line)]
    assert [one.move.written for one in read if isinstance(one, Order)] == (orders or [])
    assert isinstance(read[-1], Foresight) == (orders is not None)
    assert orders is not None or isinstance(read[0], Misread)


def thunder(**how: object) -> Table:
    """Thunder & Lightning, Loki on turn."""
    table = Table.open("thunder", seed="07", clock=lambda: AT, **how)
    table.play("thor", "deploy ravens, huscarl, viking warriors")
    table.play("loki", "deploy ravens, dragon, frigg")
    return table


def kinds(table: Table) -> list[str]:
    """What the last entry did."""
    return [type(event).__name__ for event in table.entries[-1].events]


def test_h27_an_order_beforehand_is_played_when_its_condition_holds() -> None:
    """H27 At once, as a letter of its seat; the next letter says which branch it was."""
    table = thunder()
    table.play("thor", "if loki draws: draw, draw; else lay baldr A2")
    table.play("loki", "draw, draw")
    assert isinstance(table.entries[-1], Letter)
    assert table.entries[-1].seat == "loki"  # the orders may not be played yet
    table.play("loki", "draw")
    last = table.entries[-1]
    assert isinstance(last, Letter)
    assert (last.seat, [line.raw for line in last.lines]) == ("thor", ["if 1: then", "draw", "draw"])
    assert kinds(table) == ["ForeseenPlayed", "Drew", "Drew"]
    assert "The condition of your order beforehand 1 holds, so it is played" in " ".join(
        table.report("thor").split()
    )
    assert table.report("thor").count("Loki draws 3 cards") == 1  # what was answered beforehand is told
    assert "beforehand" not in table.report("loki")
    assert audit(table).clean
    assert Table.load(table.record.encode()).state == table.state


def test_h27_else_is_played_when_the_answer_is_due() -> None:
    """H27 And only once another has changed the table."""
    table = thunder()
    table.play("loki", "if thor draws: draw; else resign g1")
    assert table.outcome is None  # it is Loki's turn, but nobody has done anything since
    table.play("loki", "draw, draw, draw")
    assert table.outcome is None
    table.play("thor", "lay baldr A2, lay ravens B2, lay ravens C2")
    assert table.outcome is not None
    assert kinds(table)[0] == "ForeseenPlayed"
    assert audit(table).clean


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("if their b7 is ravens: draw", "refused H27 foreseen-never"),
        ("if thor draws: draw", "refused H27 foreseen-never"),
        ("if loki plays dragon: draw", "refused H27 foreseen-never"),
        ("if turn 9 until turn 8: draw", "refused H27 foreseen-never"),
        ("if loki draws until turn 0001: draw", "answered"),
        ("withdraw if 3", "refused H27 foreseen-none"),
        ("withdraw if", "refused H27 foreseen-none"),
        ("ifs", "answered foreseen-list"),
        ("if 1: then", "prose"),
    ],
)
def test_h27_what_can_never_be_true_is_refused(line: str, found: str) -> None:
    """H27 And what is not there cannot be taken back; the referee's own line means nothing in a letter."""
    table = thunder()
    assert told(table, "thor", line) == [found]
    assert [one.entry for one in table.index.house.foreseen] == ([3] if found == "answered" else [])


def test_h27_the_same_order_waits_once() -> None:
    """H27 Given again, in other words too, it is told to wait already; with another turn or order it is another one."""
    table = thunder()
    assert told(table, "thor", "if loki plays hel: draw") == ["answered"]
    for line in ("if loki plays hel: draw", "IF Loki plays Hel:  draw"):
        assert told(table, "thor", line) == ["refused H27 foreseen-twice"]
    assert told(table, "thor", "if loki plays hel until turn 9: draw") == ["answered"]
    assert told(table, "loki", "if thor plays hel: draw") == ["answered"]
    assert len(table.index.house.foreseen) == 3
    assert audit(table).clean


def test_h27_only_while_the_game_is_on_and_not_too_many() -> None:
    """H27 Before the deal such a line is prose; at most eight wait, of each seat for itself."""
    table = thunder()
    for turn in range(8):
        table.play("thor", f"if loki plays hel until turn {turn + 10}: draw")
    assert told(table, "thor", "if loki draws: draw") == ["refused H27 foreseen-enough"]
    assert told(table, "loki", "if thor draws: draw") == ["answered"]
    table.play("thor", "resign g1")
    assert told(table, "thor", "if loki draws: draw") == ["refused H27 foreseen-off"]
    assert audit(table).clean


@pytest.mark.parametrize(
    ("until", "played"), [("", False), ("; until turn 3", False), ("; until turn 4", True)]
)
def test_h27_what_waits_for_a_turn_ends_with_it_unless_it_names_a_later_one(
    until: str, *, played: bool
) -> None:
    """It was barred in that turn (3.7), and is not played two turns later; its writer is told that it waits no more."""
    table = Table.open("thunder", seed="07")
    table.play("thor", "deploy ravens, huscarl, viking warriors")
    table.play("loki", "deploy ravens, dragon, frigg")
    assert table.play("thor", f"if turn 2: challenge A{until}").verdicts == ("answered",)
    since = len(table.points) - 1
    for seat in ("loki", "thor", "loki"):
        assert table.position < "4"
        table.play(seat, "draw, draw, draw")
    kinds = [type(one).__name__ for entry in table.entries for one in entry.events]
    assert ("ForeseenPlayed" in kinds) == played
    gone = foreseeing.gone(table, "thor", since, len(table.points) - 1)
    assert bool(gone) != played


def test_h27_it_is_out_of_date_after_its_turn() -> None:
    """H27 Then it is not listed, and not played."""
    table = thunder()
    table.play("thor", "if loki plays hel until turn 1: resign g1")
    table.play("thor", "if turn 2 until turn 1, : draw")
    assert "1: if loki plays hel" in table.play("thor", "ifs").receipt
    table.play("loki", "draw, draw, draw")
    assert "1: if loki plays hel" not in table.play("thor", "ifs").receipt
    assert told(table, "thor", "if loki draws until turn 1: draw") == ["refused H27 foreseen-late"]


def test_h27_it_is_taken_back_by_its_number() -> None:
    """H27 Then it is not played."""
    table = thunder()
    table.play("thor", "if loki draws: resign g1\nif loki draws: draw\nwithdraw if 1")
    table.play("loki", "draw, draw, draw")
    assert table.outcome is None
    assert kinds(table) == ["ForeseenPlayed", "Drew"]


def test_h27_whoever_resigns_beforehand_resigns_at_once() -> None:
    """H27 What may be played at any time does not wait for the turn."""
    table = thunder()
    table.play("thor", "if loki draws: resign g1")
    table.play("loki", "draw")
    assert table.outcome is not None


def test_h27_my_turn_is_when_the_answer_is_due() -> None:
    """H27 The plainest condition: given while the other is on turn, played when the writer is."""
    table = thunder()
    table.play("thor", "if it is my turn: draw, draw, draw")
    table.play("loki", "draw, draw")
    assert isinstance(table.entries[-1], Letter)
    assert table.entries[-1].seat == "loki"
    table.play("loki", "draw")
    assert kinds(table) == ["ForeseenPlayed", "Drew", "Drew", "Drew", "TurnEnded", "TurnBegun"]
    assert "beforehand" not in table.report("loki")
    assert audit(table).clean
    assert Table.load(table.record.encode()).state == table.state


def test_h27_german_letters() -> None:
    """H27 Given, listed, told and taken back in German."""
    table = thunder(languages={"thor": "de"})
    receipt = table.play(
        "thor", "wenn Loki zieht: ziehe; sonst ziehe, ziehe\nwenn-befehle\nwiderrufe wenn 1"
    ).receipt
    assert "Dein Befehl im Voraus 1 wartet. Wenn seine Bedingung gilt: ziehe." in " ".join(receipt.split())
    assert "widerrufe wenn 1" in receipt
    assert "Dein Befehl im Voraus 1 ist zurückgenommen." in " ".join(receipt.split())
    table.play("thor", "wenn Loki zieht: ziehe")
    table.play("loki", "draw, draw, draw")
    assert "Die Bedingung deines Befehls im Voraus 1 gilt" in " ".join(table.report("thor").split())
    assert audit(table).clean


def test_h27_when_the_table_goes_back_nothing_waits() -> None:
    """H27 A letter played beforehand is taken back like any other, and is not played again by itself."""
    table = Table.open("odins_table", seed="07", clock=lambda: AT)
    table.play("odin", "place 0 1 5 9 3 9")
    table.play("thor", "place 2 2 5 3 5 8")
    first, second = (one.seat for one in (*table.owed(), *table.owed()))
    second = next(seat for seat in table.seats if seat != first)
    step = next(move for move in table.moves(second) or ["a5-a4"])
    table.play(second, f"if {first} steps: {step}\nif {first} attacks: resign g1")
    table.play(first, next(move for move in table.moves(first) if "-" in move))
    assert kinds(table)[0] == "ForeseenPlayed"
    before = table.points[-2].state
    assert told(table, second, "offer undo") == ["answered"]
    assert told(table, first, "accept undo") == ["answered"]
    assert table.state == before
    assert table.index.house.foreseen == ()
    assert audit(table).clean


def test_h27_what_was_answered_in_full_counts_no_more() -> None:
    """H27 Odin went to a2 and Thor, who could not yet play his order, did something else: it waits for another time."""
    table = Table.open("odins_table", seed="07", clock=lambda: AT)
    table.play("odin", "place 0 1 5 9 3 9")
    table.play("thor", "place 2 2 5 3 5 8")
    table.play("thor", "if Odin moves to a2: e4-e3\nif Odin moves to c2: d4-d3")
    for seat, move in (("odin", "b1-a2"), ("thor", "e5-e4"), ("odin", "f1-f2"), ("thor", "d5-d4")):
        assert told(table, seat, move) == ["played"]
        assert "ForeseenPlayed" not in kinds(table)
    assert told(table, "odin", "d1-c2") == ["answered", "played"]  # the second one, at once
    assert kinds(table)[0] == "ForeseenPlayed"
    assert [one.given.name for one in table.index.house.foreseen] == [1]
    assert audit(table).clean


def test_h27_nothing_is_played_while_play_rests() -> None:
    """H27 H20 A dispute comes first; after it the order is played, if its condition holds."""
    table = thunder()
    table.play("thor", "if loki draws: draw")
    table.play("thor", "dispute 0.0: it was not so")
    table.play("loki", "draw, draw, draw")
    assert len(table.entries) == 6
    table.play("thor", "withdraw dispute")
    table.play("loki", "draw, draw, draw")
    assert kinds(table) == ["ForeseenPlayed", "Drew"]
    assert audit(table).clean


@pytest.mark.parametrize(
    "effect", [RollBack(4), RollBack(5), ReadAs(6, 2, "lay baldr A2"), ReadAs(5, 1, "draw")]
)
def test_h27_the_judge_undoes_what_was_played_beforehand_like_any_letter(effect: Effect) -> None:
    """H27 H21 A rollback, or another reading of one of its lines or of what led to it; then nothing waits."""
    table = thunder()
    table.play("thor", "if loki draws: draw; else resign g1\nif turn 9: resign g1")
    table.play("loki", "draw\ndraw")
    table.play("loki", "draw")
    assert kinds(table) == ["ForeseenPlayed", "Drew"]
    assert len(table.entries) == 7
    assert told(table, "loki", "dispute 2.0: it was not so") == ["answered"]
    rule(table, [effect], by="keeper", reason="it was misread", at=AT)
    assert table.index.house.foreseen == ()
    again = Table.load(table.record.encode())
    assert again.state == table.state
    assert audit(again).clean


def test_h27_a_redacted_record_knows_the_orders_of_its_seat_alone() -> None:
    """H27 It is audited, and begins its report where the whole one does."""
    table = thunder()
    table.play("thor", "if loki draws: draw\nif loki plays hel: resign g1")
    table.play("loki", "draw\ndraw\ndraw")
    for seat in ("thor", "loki", None):
        own = Table.load(redacted(table, seat))
        assert audit(own).clean
        assert seat != "thor" or own.since(seat) == table.since(seat)
        assert ("plays hel" in own.record) == (seat == "thor")
        assert ("ForeseenPlayed" in own.record) == (seat == "thor")


def without(events: tuple[Event, ...]) -> list[Event]:
    """Events without those of orders beforehand."""
    return [one for one in events if not isinstance(one, EVENTS)]


def condition_at_random(table: Table, seat: str, rng: Random) -> str:
    """A condition that the game knows, about anything."""
    others = [one for one in players(table.seats) if one != seat]
    turn = table.game.position(table.state)[0]
    deeds = {
        "thunder": [
            "{} draws",
            "{} lays",
            "{} challenges b",
            "{} plays ravens",
            "a dragon falls",
            "their a1 is ravens",
        ],
        "odins_table": ["{} steps", "{} attacks", "{} passes", "their c is loki", "a thor turns up"],
        "hammer_of_thor": ["{} ends the turn", "{} draws", "{} enters 12", "Baldr falls"],
    }.get(table.game.name, [])
    return rng.choice([f"turn {turn + rng.randint(0, 2)}", *deeds]).format(rng.choice(others))


def played_beforehand(name: str, seed: int, letters: int) -> Table:
    """A random game in which the seats give orders beforehand."""
    rng = Random(f"foreseen {seed}")
    table = Table.open(name, seed=f"{seed:08x}", clock=lambda: AT)
    for _ in range(letters):
        if table.outcome:
            break
        owing = [one.seat for one in table.owed()]
        if rng.random() < 0.5:
            seat = rng.choice(players(table.seats))
            order = chosen(table.choices(rng.choice(owing)).families, rng).written
            other = (
                f"; else {chosen(table.choices(owing[0]).families, rng).written}"
                if rng.random() < 0.5
                else ""
            )
            table.play(seat, f"if {condition_at_random(table, seat, rng)}: {order}{other}")
            continue
        seat = rng.choice(owing)
        table.play(
            seat, [chosen(table.choices(seat).families, rng).written for _ in range(rng.randint(1, 3))]
        )
    return table


def by_hand(table: Table) -> Table:
    """The same game, its orders beforehand written by hand at the time at which they were played."""
    again = Table.open(table.game.name, secret=table._secret, clock=lambda: AT)
    for entry in table.entries[1:]:
        if not isinstance(entry, Letter):
            continue  # a standing order acts by itself
        lines = [line.raw for line in entry.lines if not line.raw.startswith("if ")]
        again.play(entry.seat, lines)
    return again


def played(table: Table) -> int:
    """How many orders beforehand were played."""
    return sum(isinstance(event, ForeseenPlayed) for entry in table.entries for event in entry.events)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_h27_it_is_as_if_written_then(name: str, seed: int) -> None:
    """H27 Events and lots are those of the same game in which the seats write those orders by hand at the time."""
    as_if_written_then(name, seed)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sampled_from([*NAMES, "hammer_of_thor"]), st.integers(0, 10**6))
def test_h27_it_is_as_if_written_then_in_many_games(name: str, seed: int) -> None:
    """H27 The same in games at random, of the Hammer too."""
    as_if_written_then(name, seed)


def as_if_written_then(name: str, seed: int) -> None:
    """Play a random game with orders beforehand, and again with those that were played written by hand."""
    table = played_beforehand(name, seed, 24)
    again = by_hand(table)
    for one, other in zip(
        (entry for entry in table.entries if without(entry.events)),
        (entry for entry in again.entries if entry.events),
        strict=True,
    ):
        assert without(one.events) == list(other.events)
        assert one.lots == other.lots
    assert table.state == again.state
    assert audit(table).clean
    assert not differences(table, [], back(table))
    assert Table.load(table.record.encode()).state == table.state


@pytest.mark.slow
def test_h27_orders_beforehand_were_played_in_those_games() -> None:
    """H27 Else nothing was compared."""
    assert all(sum(played(played_beforehand(name, seed, 24)) for seed in range(3)) for name in NAMES)


def test_h27_an_audit_finds_an_order_beforehand_that_was_not_due() -> None:
    """H27 The line by which it was played stands in the record, but its condition did not hold."""
    table = thunder()
    table.play("thor", "if loki plays hel: resign g1")
    events = (ForeseenPlayed("thor", 1, "then", "if loki plays hel: resign g1"),)
    line = Line(number=1, raw="if 1: then", verdict="answered", events=1)

    table.enter(Letter(at=AT, seat="thor", position=table.position, lines=(line,), events=events))
    assert [one.why.key for one in audit(table).differences][:1] == ["audit-foreseen"]


def test_h27_nothing_of_it_is_shown_to_others() -> None:
    """H27 Neither that an order is given, nor taken back, nor that one was played: only what it plays."""
    table = thunder()
    table.play("thor", "if loki draws: draw, draw\nif loki draws: draw\nwithdraw if 2")
    table.play("loki", "draw, draw, draw")
    for seat in ("loki", None):
        assert not [one for one in table.told(seat) if one.seen.kind.startswith(Foreseen.__name__)]


@pytest.mark.parametrize(("name", "verbs"), [("thunder", {"use", "lay"}), ("hammer_of_thor", {"play"})])
def test_h27_a_card_is_in_hand_before_it_is_played_and_is_missed_when_its_hand_is_empty(
    name: str, verbs: set[str]
) -> None:
    """By the view of its writer; an order that plays no card never lacks one."""
    game, missed = find(name), set[str]()
    lacks = foreseen_of(game).lacks
    for seed in range(3):
        world = random_world(game, game.options({}), seed, at_most=150)
        for before, step in zip(world.states, world.steps, strict=False):
            if step.move is None or not step.seat:
                continue
            view = game.view(before, step.seat)
            assert not lacks(view, step.move), step.move.written
            if lacks(emptied(view), step.move):
                missed.add(step.move.written.partition(" ")[0])
    assert missed == verbs


def emptied(view: Any) -> Any:
    """A view without a card in its reader's hand."""
    if hasattr(view, "mine"):
        return SimpleNamespace(seat=view.seat, mine=SimpleNamespace(hand=()))
    return SimpleNamespace(seat=view.seat, hand=())
