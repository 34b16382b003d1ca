"""Rulings with effect (H21): what each does to the table, what it refuses, and that the record bears it."""

from copy import deepcopy
from itertools import product
from random import Random
from typing import Any

import pytest
from support.suite import NAMES, suite
from support.wording import keeper

from referee.api import Table
from referee.cli.terminal import filled
from referee.engine.events import Event, face, seen
from referee.engine.game import Outcome
from referee.house.players import Player
from referee.house.rulings import PlayedFor, PlayedOn, Redealt, RolledBack, RulingMade
from referee.house.terms import Terms
from referee.record.entries import Act, Letter, Ruling
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of, keep
from referee.table.knowledge import learned
from referee.table.rulings import bench
from referee.table.rulings.effects import (
    Adjudge,
    AdjustClock,
    ChangeOption,
    Effect,
    PlayFor,
    ReadAs,
    Remove,
    Replace,
    RollBack,
    Uphold,
    effects_in,
)
from referee.table.rulings.entry import preview, rule
from referee.testing.chance import chosen
from referee.testing.random_games import options_given
from referee.testing.worlds import exchanged, seen_exchanged
from referee.util.errors import Faulty
from referee.util.times import moment, stamp
from referee.verify.export import redacted as export
from referee.verify.lots import prove

GAMES = pytest.mark.parametrize("name", NAMES)
AT = "2026-01-01T12:00:00Z"


PLAYED = PlayedFor | PlayedOn | RolledBack


def played(name: str, seed: int, letters: int) -> Table:
    """A random game that is still on, after at most this many letters."""
    game, rng = suite(name).game, Random(seed)
    table = Table.open(name, seed=f"{seed:02x}", clock=lambda: AT, options=options_given(game, seed))
    for _ in range(letters):
        seat = rng.choice(table.owed()).seat
        table.play(seat, chosen(table.choices(seat).families, rng).written)
        if table.outcome:
            return table.at(len(table.points) - 2)
    return table


def ruled(table: Table, *effects: Effect) -> Ruling:
    """A ruling of the keeper."""
    return rule(table, effects, by="keeper", reason="it was misread", at=AT)


def sound(table: Table) -> Table:
    """The record as it is read again: the same table, and today's rules come to the same."""
    again = Table.load(table.record.encode())
    assert again.state == table.state
    assert again.index.lots_after() == table.index.lots_after()
    assert audit(again).clean, audit(again)
    return again


def play_again(table: Table, first: int, until: int) -> None:
    """The letters between two entries, written once more."""
    for entry in table.entries[first:until]:
        if isinstance(entry, Letter):
            table.play(entry.seat, [(line.number, line.raw) for line in entry.lines])


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_h21_after_a_rollback_with_the_same_lots_the_same_lines_bring_the_same(name: str, seed: int) -> None:
    """The state is that of the entry, and the letters written again lead to the very same events and lots."""
    table = played(name, seed, 40)
    end = len(table.points)
    to = Random(seed).randrange(table.index.dealt or 0, end - 1)
    made = ruled(table, RollBack(to))
    assert [type(event) for event in made.events[:2]] == [RulingMade, RolledBack]
    assert table.points[end].state == table.points[to].state
    assert table.index.lots_after(end) == table.index.lots_after(to)
    play_again(table, to + 1, end)
    first = [(one.events, one.lots) for one in table.entries[to + 1 : end]]
    again = [(one.events, one.lots) for one in table.entries[end + 1 :]]
    assert again == first
    assert table.state == table.points[end - 1].state
    sound(table)


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_h21_a_redeal_moves_what_nobody_has_seen_and_nothing_else(name: str, seed: int) -> None:
    """The same cards lie on the table; each card that anybody was shown there, or since, keeps its place."""
    table = played(name, seed, 40)
    end = len(table.points)
    to = Random(seed).randrange(table.index.dealt or 0, end - 1)
    made = ruled(table, RollBack(to, "redeal"))
    cards, before, after = suite(name).cards, table.points[to].state, table.points[end].state
    assert cards(after) == cards(before)
    shown = shown_to_anybody(table, to, end)
    for pile, now in after.piles().items():
        then = before.piles()[pile]
        assert sorted(now) == sorted(then)
        assert all(card == then[place] for place, card in enumerate(now) if card in shown)
        moved = [one.cards for one in made.events if isinstance(one, Redealt) and one.pile == pile]
        assert moved == ([now] if len(then) > 1 else [])
        assert now == then or len(set(then) - shown) > 1
    assert table.index.lots_after(end)[0] == table.index.lots_after(end - 1)[0] + len(made.lots)
    sound(table)


@pytest.mark.slow
@GAMES
def test_h21_a_redeal_tells_nobody_how_many_cards_another_has_seen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each seat is shown of it is the same, whether or not a pile still holds cards that nobody has seen."""
    table, told = played(name, 1, 40), list[Any]()
    to = table.index.dealt or 0
    for everything_seen in (False, True):
        if everything_seen:
            monkeypatch.setattr(bench, "unseen", lambda *_: frozenset[str]())
        made = ruled(again := table.at(len(table.points) - 1), RollBack(to, "redeal"))
        told.append([[seen(event, seat) for event in made.events] for seat in (*table.game.seats, None)])
        sound(again)
    assert told[0] == told[1]
    assert any(one and one.kind == "Redealt" for one in told[0][-1])


MARKED = "zz.marked.1"


def shown_to_anybody(table: Table, to: int, end: int) -> set[str]:
    """The cards that somebody was shown where they lay after an entry, or later.

    Each card exchanged for another is told apart.
    """
    found = set()
    cards = suite(table.game.name).cards(table.points[to].state)
    for card, seat in product(cards, (*table.game.seats, None)):
        knows = False
        for n, event in ((n, one) for n, entry in enumerate(table.entries[:end]) for one in entry.events):
            if exchange(event, card) != event:
                told = seen_exchanged(event, seat, (card, MARKED)) != seen(event, seat)
                knows = told or (knows and n > to)
        if knows:
            found.add(card)
    return found


def exchange(event: Event, card: str) -> Event:
    """An event with another card in the place of this one."""
    return type(event)(
        **{one.name: exchanged(getattr(event, one.name), (card, MARKED)) for one in event.shown}
    )


@pytest.mark.slow
@GAMES
def test_h21_what_a_seat_has_learned_is_what_it_was_shown_since(name: str) -> None:
    """Nobody learns from what was known.

    A seat that draws, looks or is shown a card has learned it, the others have not.
    """
    table = played(name, 1, 30)
    end, dealt = len(table.points), table.index.dealt or 0
    for to in range(dealt, end):
        account = learned(table, to)
        known = {seat: set(known_to(table, seat, to)) for seat in account}
        for seat, faces in account.items():
            shown = {card for card in known_to(table, seat, end - 1, to) if card not in known[seat]}
            assert list(faces) == sorted(map(face, shown))
    assert not any(learned(table, end - 1).values())
    assert any(learned(table, dealt).values())


def known_to(table: Table, seat: str | None, entry: int, since: int = -1) -> list[str]:
    """The cards that a seat knows after an entry; or all that it was shown after entry `since`."""
    found = []
    for card in suite(table.game.name).cards(table.points[table.index.dealt or 0].state):
        knows = False
        for n, point in enumerate(table.points[: entry + 1]):
            for event in point.entry.events if n > since else ():
                if exchange(event, card) != event:
                    told = seen_exchanged(event, seat, (card, MARKED)) != seen(event, seat)
                    knows = told or (knows and since >= 0)
        if knows:
            found.append(card)
    return found


def test_h21_a_ruling_may_let_stand_what_happened() -> None:
    """An uphold is an entry, told to all with its reason, and the table stays as it is."""
    table = played("thunder", 1, 12)
    before = table.state
    made = ruled(table, Uphold())
    assert made.events == (RulingMade("keeper", "uphold", "it was misread"),)
    assert table.state == before
    for seat in (*table.game.seats, None):
        assert [one.seen.kind for one in table.told(seat, len(table.points) - 1)] == ["RulingMade"]
    sound(table)


@GAMES
@pytest.mark.parametrize("seat", [0, 1])
def test_h21_a_ruling_may_have_a_seat_leave(name: str, seat: int) -> None:
    """Of two players the other one wins; the record tells the ruling again, and a seat that is none is refused."""
    table = played(name, 2, 12)
    left, other = table.seats[seat], table.seats[1 - seat]
    with pytest.raises(Faulty) as refused:
        ruled(table, Remove("freya"))
    assert refused.value.why.key == "no-such-seat"
    ruled(table, Remove(left))
    assert table.outcome == Outcome((other,), "H21", "removed")
    entry = table.points[-1].entry
    assert isinstance(entry, Ruling)
    assert list(effects_in(entry)) == [Remove(left)]
    sound(table)


@GAMES
@pytest.mark.parametrize("winner", [0, 1, None])
def test_h21_a_ruling_may_decide_the_game(name: str, winner: int | None) -> None:
    """The game is over with the winner named, or drawn; one that is over may be decided otherwise."""
    table = played(name, 2, 12)
    seats = () if winner is None else (table.seats[winner],)
    ruled(table, Adjudge(seats))
    assert table.outcome == Outcome(seats, "H21", "adjudged")
    assert table.owed() == ()
    other = table.seats[:1]
    ruled(table, Adjudge(other))
    assert table.outcome == Outcome(other, "H21", "adjudged")
    sound(table)


@pytest.mark.slow
def test_h21_a_seat_is_told_of_a_rollback_the_position_and_its_own_letter() -> None:
    """The position, the lots, and the number of their own last letter; no entry, and nothing of another seat."""
    table = played("thunder", 1, 30)
    to = len(table.points) - 6
    ruled(table, RollBack(to))
    for seat in (*table.game.seats, None):
        (told,) = [
            one.seen for one in table.told(seat, len(table.points) - 1) if one.seen.kind == "RolledBack"
        ]
        position = "{}.{}".format(*table.game.position(table.points[to].state))
        back = len([n for n in table.index.concerning[seat] if n <= to])
        assert dict(told.fields) == {"position": position, "lots": "same", "back": back}


@pytest.mark.slow
def test_h21_letters_written_before_a_rollback_are_stale_behind_it() -> None:
    """A letter that answers one from before a rollback is not played."""
    table = played("thunder", 1, 30)
    seat = table.owed()[0].seat
    number = table.report_number(seat)
    ruled(table, RollBack(len(table.points) - 3))
    again = table.owed()[0].seat
    number = number.replace(f".{seat}.", f".{again}.")
    number = f"g1.{again}.{table.index.number(again) - 1}"
    played_now = table.play(again, table.choices(again).forward()[0].written, reply=number)
    assert played_now.verdicts == ("refused",)


def preview_of(table: Table, *effects: Effect) -> None:
    """What a ruling would do."""
    preview(table, effects)


REFUSED: tuple[tuple[str, tuple[Effect, ...]], ...] = (
    ("ruling-nothing", ()),
    ("ruling-entry", (RollBack(-1),)),
    ("ruling-entry", (RollBack(10**6),)),
    ("ruling-lots", (RollBack(3, "other"),)),
    ("ruling-order", (Uphold(), RollBack(3))),
    ("ruling-order", (RollBack(3), RollBack(2))),
    ("no-such-seat", (Adjudge(("odin",)),)),
    ("no-such-seat", (RollBack(3), Adjudge(("odin",)))),
)


@pytest.mark.parametrize(("key", "effects"), REFUSED)
def test_h21_a_ruling_that_cannot_be_leaves_the_record_as_it_was(
    key: str, effects: tuple[Effect, ...]
) -> None:
    """One effect that cannot be refuses all, names itself, and not a byte is written."""
    table = played("thunder", 1, 12)
    before = table.record
    for do in (ruled, preview_of):
        with pytest.raises(Faulty) as caught:
            do(table, *effects)
        assert caught.value.why.key == key
        assert table.record == before


def test_h21_nothing_goes_back_when_the_game_is_over() -> None:
    """Everything was shown then: a ruling may only let it stand, or decide it otherwise."""
    table = played("thunder", 1, 12)
    ruled(table, Adjudge(()))
    before = table.record
    with pytest.raises(Faulty) as caught:
        ruled(table, RollBack(3))
    assert caught.value.why.key == "ruling-over"
    assert table.record == before


def test_h21_nothing_is_ruled_before_the_deal() -> None:
    """An invitation has nothing to rule on."""
    table = Table.open("thunder", seed="07", invite=True)
    with pytest.raises(Faulty) as caught:
        ruled(table, Uphold())
    assert caught.value.why.key == "ruling-undealt"


def test_h21_a_signed_game_can_be_ruled_on_and_what_is_only_tried_out_is_not_signed() -> None:
    """The keeper's key signs the ruling, and nothing else: neither a preview nor what is tried at an earlier table."""
    signed = list[bytes]()

    def sign(_public: str, text: bytes) -> bytes:
        signed.append(text)
        return bytes(64)

    table = Table.open("thunder", seed="07", clock=lambda: AT, signer="ab" * 32, sign=sign)
    table.play("loki", table.moves("loki")[0])
    before = len(signed)
    preview(table, [RollBack(0)])
    table.at(0).play("loki", table.moves("loki")[0])
    assert len(signed) == before
    ruled(table, RollBack(0))
    assert len(signed) == before + 1


@pytest.mark.slow
def test_h21_a_preview_writes_nothing_and_tells_what_the_ruling_does() -> None:
    """The table after it, what each seat has learned, and how the rollback may be done."""
    table = played("thunder", 1, 30)
    before, to = table.record, len(table.points) - 8
    seen_before = preview(table, [RollBack(to, "redeal")])
    assert table.record == before
    assert seen_before.remedies == ("same", "redeal", "none")
    assert seen_before.learned == learned(table, to)
    ruled(table, RollBack(to, "redeal"))
    assert seen_before.table.state == table.state


def others(table: Table, n: int) -> list[str]:
    """The orders that the writer of a letter could have written instead."""
    before, letter = table.at(n - 1), table.entries[n]
    assert isinstance(letter, Letter)
    written = (move.written for move in before.choices(letter.seat).forward())
    return [order for order in written if order != letter.lines[0].move]


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_h21_a_line_read_as_another_one_is_the_game_in_which_it_was_written(name: str, seed: int) -> None:
    """The state, the lots and all that follows are those of the game in which the letter held that line."""
    table, rng = played(name, seed, 40), Random(seed)
    first = (table.index.dealt or 0) + 1
    free = [
        n for n, one in enumerate(table.entries) if n > first and isinstance(one, Letter) and others(table, n)
    ]
    n = rng.choice(free)
    text, letter = rng.choice(others(table, n)), table.entries[n]
    assert isinstance(letter, Letter)
    other = table.at(n - 1)
    assert other.play(letter.seat, text).verdicts == ("played",)
    ruled(table, ReadAs(n, letter.lines[0].number, text))
    assert table.state == other.state
    assert table.index.lots_after() == other.index.lots_after()
    sound(table)


@pytest.mark.parametrize(
    ("line", "verdicts"),
    [("drwa", ["not-played", "misread"]), ("claim win", ["said", "refused"])],
)
def test_h21_the_other_lines_of_a_letter_are_ruled_again(line: str, verdicts: list[str]) -> None:
    """A letter whose second line failed is played on from it; its words, said or held back (H2), are not said again."""
    table = begun()
    seat = table.owed()[0].seat
    n = len(table.points)
    table.play(seat, f"say hello\n\n{line}\ndraw")
    letter = table.entries[n]
    assert isinstance(letter, Letter)
    assert [one.verdict for one in letter.lines] == [*verdicts, "not-played"]
    made = ruled(table, ReadAs(n, 3, "draw"))
    assert [type(event).__name__ for event in made.events if isinstance(event, PLAYED)] == [
        "RolledBack",
        "PlayedFor",
        "PlayedOn",
    ]
    other = next(one for one in table.game.seats if one != seat)
    told = [one.seen.kind for one in table.points[-1].told(other)]
    assert (told.count("PlayedFor"), told.count("PlayedOn")) == (1, 0)
    assert "Said" not in [type(event).__name__ for event in made.events]
    sound(table)


def begun(**how: Any) -> Table:
    """A game of Thunder & Lightning in its first turn."""
    table = Table.open("thunder", seed="07", clock=lambda: AT, **how)
    table.play("loki", "deploy dragon, female-archer, ravens")
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    return table


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_h21_lines_played_for_a_seat_bring_about_what_its_letter_would(name: str, seed: int) -> None:
    """The table and the lots are those after a letter with these lines; the seat alone is told the line."""
    table = played(name, seed, 30)
    seat = table.owed()[0].seat
    line = table.choices(seat).forward()[0].written
    other = table.at(len(table.points) - 1)
    other.play(seat, line)
    n = len(table.points)
    ruled(table, PlayFor(seat, (line,)))
    assert (table.state, table.index.lots_after()) == (other.state, other.index.lots_after())
    for one in (*table.game.seats, None):
        (told,) = [t.seen for t in table.points[n].told(one) if t.seen.kind == "PlayedFor"]
        assert told.fields == ({"of": seat, "line": line} if one == seat else {"of": seat})
    sound(table)


@GAMES
def test_h21_an_option_is_another_from_here_on_and_stays_so_behind_a_rollback(name: str) -> None:
    """All that depends on it changes at once: state, content, reports; a rollback to before it does not undo it."""
    table = played(name, 1, 20)
    option, values = suite(name).options[0]
    value = next(one for one in values if one != table.content[option])
    n = len(table.points)
    ruled(table, ChangeOption(option, value))
    assert table.content[option] == getattr(table.state.options, option) == value
    assert table.points[n - 1].content[option] != value
    ruled(table, RollBack(n - 2))
    assert table.content[option] == getattr(table.state.options, option) == value
    again = sound(table)
    assert again.content == table.content
    assert again.at(n - 1).content[option] != value


def test_h21_a_replaced_player_stays_behind_a_rollback() -> None:
    """The seat bears the new name, and bears it still when the table goes back to before it."""
    table = begun(options={"players": "thor:Anna,loki:Bert"})
    ruled(table, Replace("thor", Player("cleo@example.org", "Cleo", language="de")))
    assert dict(table.state.names) == {"thor": "Cleo", "loki": "Bert"}
    assert table.index.language("thor") == "de"
    ruled(table, RollBack(1))
    assert dict(table.state.names) == {"thor": "Cleo", "loki": "Bert"}
    sound(table)


TERMS = Terms(deadline="72 hours", grace="24 hours", reminder="24 hours")


def due_of(table: Table, seat: str) -> tuple[str, str]:
    """When the seat is reminded, and when its answer is due."""
    (one,) = [one for one in clocks_of(table).running() if one.owed.seat == seat]
    return stamp(one.reminder or one.due), stamp(one.due)


def test_h21_a_deadline_is_moved_and_never_to_before_the_ruling() -> None:
    """So much later or earlier, with its reminder; and everything that had fallen falls again."""
    table = begun(terms=TERMS)
    seat = table.owed()[0].seat
    assert due_of(table, seat) == ("2026-01-03T12:00:00Z", "2026-01-04T12:00:00Z")
    ruled(table, AdjustClock(seat, 2 * 86400))
    assert due_of(table, seat) == ("2026-01-05T12:00:00Z", "2026-01-06T12:00:00Z")
    assert keep(table, moment("2026-01-06T13:00:00Z")) == 2
    rule(table, [AdjustClock(seat, 86400)], by="keeper", reason="", at="2026-01-06T14:00:00Z")
    assert due_of(table, seat) == ("2026-01-06T14:00:00Z", "2026-01-07T12:00:00Z")
    assert keep(table, moment("2026-01-07T13:00:00Z")) == 2
    assert [one.act for one in table.entries if isinstance(one, Act)] == [
        "reminder",
        "late",
        "reminder",
        "late",
    ]
    rule(table, [AdjustClock(seat, -40 * 86400)], by="keeper", reason="", at="2026-01-07T14:00:00Z")
    assert due_of(table, seat)[1] == "2026-01-07T14:00:00Z"
    sound(table)


def test_h21_after_a_rollback_whoever_owes_has_the_whole_time() -> None:
    """The clock begins with the ruling."""
    table = begun(terms=TERMS)
    table.play(table.owed()[0].seat, "draw")
    rule(table, [RollBack(2)], by="keeper", reason="", at="2026-01-02T12:00:00Z")
    assert due_of(table, table.owed()[0].seat)[1] == "2026-01-05T12:00:00Z"
    sound(table)


MORE_REFUSED: tuple[tuple[str, Effect], ...] = (
    ("ruling-letter", ReadAs(0, 1, "draw")),
    ("ruling-letter", ReadAs(99, 1, "draw")),
    ("ruling-line", ReadAs(3, 9, "draw")),
    ("ruling-misread", ReadAs(3, 1, "hello")),
    ("ruling-misread", ReadAs(3, 1, "draw\ndraw")),
    ("ruling-refused", ReadAs(3, 1, "lay tyr A1")),
    ("ruling-misread", PlayFor("loki", ())),
    ("ruling-misread", PlayFor("loki", ("hello",))),
    ("ruling-refused", PlayFor("thor", ("draw",))),
    ("no-such-seat", PlayFor("odin", ("draw",))),
    ("ruling-clock", AdjustClock("thor", 60)),
    ("ruling-seconds", AdjustClock("loki", 0)),
    ("ruling-opens", ChangeOption("deck", "x")),
    ("ruling-option", ChangeOption("nothing", "x")),
    ("ruling-value", ChangeOption("seer", "must")),
    ("no-such-seat", Replace("odin", Player("a@b.example"))),
    ("not-a-language", Replace("thor", Player("a@b.example", language="xx"))),
)


@pytest.mark.parametrize(("key", "effect"), MORE_REFUSED)
def test_h21_an_effect_that_cannot_be_refuses_the_whole_ruling(key: str, effect: Effect) -> None:
    """No matter what stands before it: the record is the same to the byte, and the sentence has all it names."""
    table = begun(terms=TERMS)
    table.play("loki", "draw")
    before, first = table.record, [] if isinstance(effect, ReadAs) else [Uphold()]
    with pytest.raises(Faulty) as caught:
        rule(table, [*first, effect], by="keeper", reason="", at=AT)
    assert caught.value.why.key == key
    assert caught.value.where.startswith(f"{len(first) + 1} ")
    assert filled(keeper()[key], caught.value.why.params)
    assert table.record == before


@pytest.mark.share(3)
@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_h21_letters_suffice_over_rollbacks(name: str, seed: int) -> None:
    """A table kept from a seat's letters alone, which go back to the letter that is named, equals the view."""
    table, rng = played(name, seed, 30), Random(seed)
    for _ in range(3):
        first = table.index.dealt or 0
        ruled(table, RollBack(rng.randrange(first, len(table.points) - 1), rng.choice(("same", "redeal"))))
        for _ in range(6):
            seat = rng.choice(table.owed()).seat
            moves = table.choices(seat).forward()
            line = (rng.choice(moves) if moves else table.choices(seat).families[0].draw(rng)).written
            table.play(seat, line)
            if table.outcome:
                break
        if table.outcome:
            break
    for one in (*table.game.seats, None):
        follow_back(table, one)


def follow_back(table: Table, seat: str | None) -> None:
    """Hold a table kept from what a seat was shown against its view, after every entry."""
    one = suite(table.game.name)
    kept, letters = one.follow(seat, table.points[0].content), [deepcopy(one.follow(seat, table.content))]
    for n, point in enumerate(table.points):
        for told in point.told(seat):
            if told.seen.kind == "RolledBack":
                kept = deepcopy(letters[told.seen["back"]])
            else:
                kept.see(told.seen)
        if n in table.index.concerning[seat]:
            letters.append(deepcopy(kept))
        assert kept.table() == one.as_table(table.game.view(point.state, seat)), n


@GAMES
def test_h21_a_redacted_record_tells_of_a_rollback_what_the_full_one_does(name: str) -> None:
    """The report made of it says the same, the number of their own letter included; and it checks whole."""
    table = played(name, 1, 30)
    ruled(table, RollBack(len(table.points) - 9, "redeal"))
    for seat in (*table.game.seats, None):
        redacted = Table.load(export(table, seat))
        since = table.index.number(seat, len(table.points) - 1)
        assert [one.seen for one in redacted.told(seat, since)] == [
            one.seen for one in table.told(seat, len(table.points) - 1)
        ]


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("lots", ["same", "redeal"])
def test_h21_the_lots_of_a_game_with_rollbacks_are_proved(name: str, lots: str) -> None:
    """At the end every lot is worked out again from the secret.

    Lots after a rollback, of a redeal, and of lines played for a seat are among them.
    """
    table, rng = played(name, 1, 40), Random(1)
    ruled(table, RollBack(len(table.points) - 15, lots))
    seat = table.owed()[0].seat
    moves = table.choices(seat).forward()
    ruled(table, PlayFor(seat, (moves[0].written,)))
    for _ in range(12):
        seat = rng.choice(table.owed()).seat
        forward = table.choices(seat).forward()
        table.play(seat, rng.choice(forward).written)
        if table.outcome:
            break
    if not table.outcome:
        ruled(table, Adjudge(()))
    done = prove(Table.load(table.record.encode()))
    assert done.findings == []
    assert done.lots == sum(len(entry.lots) for entry in table.entries)


@pytest.mark.parametrize("late", [False, True])
def test_h21_a_letter_that_nobody_else_saw_is_not_placed_among_the_letters_of_others(late: bool) -> None:
    """A sealed choice is read again. The other is told the same, whether it came before or after the other's words."""
    table = Table.open("thunder", seed="07", clock=lambda: AT)
    letters = [("loki", "deploy dragon, female-archer, ravens"), ("thor", "say hello"), ("thor", "note well")]
    for seat, line in reversed(letters) if late else letters:
        table.play(seat, line)
    sealed = next(n for n, one in enumerate(table.entries) if getattr(one, "seat", "") == "loki")
    ruled(table, ReadAs(sealed, 1, "deploy dragon, frigg, ravens"))
    (told,) = [one.seen for one in table.told("thor", len(table.points) - 1) if one.seen.kind == "RolledBack"]
    assert (told["back"], told["position"]) == (1, "0.0")
    known = Table.load(export(table, "thor"))
    assert [doc["back"] for doc in known.documents if "back" in doc] == [0]
    follow_back(table, "thor")
    sound(table)
