"""H22 A letter is taken back by consent: when it can be, when it cannot, and that the answer tells nothing hidden."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from support.suite import NAMES, suite
from test_rulings import AT, GAMES, begun, played, sound

from referee.api import Table
from referee.house.rulings import RolledBack
from referee.house.undo import UndoDeclined, UndoOffered
from referee.record.entries import Letter
from referee.table.knowledge import known_after


def odin() -> Table:
    """Odin's Table, all cards placed: Odin is on turn."""
    table, rng = Table.open("odins_table", seed="07", clock=lambda: AT), Random(1)
    for seat in table.game.seats:
        family = table.choices(seat).family("place")
        assert family is not None
        table.play(seat, family.draw(rng).written)
    assert table.owed()[0].seat == "odin"
    return table


def kinds(table: Table, n: int = -1) -> list[str]:
    """What happened in an entry, the last one by default."""
    return [type(event).__name__ for event in table.entries[n].events]


def why_of(table: Table, seat: str, line: str) -> tuple[str, str, str]:
    """What becomes of a line: verdict, rule and reason."""
    table.play(seat, line)
    entry = table.entries[-1]
    assert isinstance(entry, Letter)
    return entry.lines[0].verdict, entry.lines[0].rule, entry.lines[0].why


REFUSED = ("refused", "H22")


@pytest.mark.parametrize("words", ["accept undo", "accept", "Accept takeback", "accept."])
def test_h22_a_letter_is_taken_back_when_the_other_agrees(words: str) -> None:
    """The table and the lots are those before the letter; both are told; the same line brings the same again."""
    table = odin()
    before, lots = table.state, table.index.lots_after()
    table.play("odin", "a1-a2")
    moved = table.entries[-1]
    assert table.play("odin", "offer undo").verdicts == ("answered",)
    assert table.entries[-1].events == (UndoOffered("odin"),)
    assert table.play("thor", words).verdicts == ("answered",)
    assert (table.state, table.index.lots_after()) == (before, lots)
    assert kinds(table) == ["UndoAccepted", "RolledBack"]
    for seat in (*table.game.seats, None):
        assert [one.seen.kind for one in table.points[-1].told(seat)] == ["UndoAccepted", "RolledBack"]
    table.play("odin", "a1-a2")
    assert table.entries[-1].events == moved.events
    sound(table)


def test_h22_a_card_laid_unseen_is_taken_back() -> None:
    """Thunder & Lightning: what was laid face down tells nobody anything, so it comes back into the hand."""
    table = begun()
    before = table.state
    table.play(
        "loki",
        "lay female-archer A2"
        if "lay female-archer A2" in table.moves("loki")
        else next(m for m in table.moves("loki") if m.startswith("lay")),
    )
    assert table.state != before
    table.play("loki", "offer undo")
    table.play("thor", "accept undo")
    assert table.state == before
    sound(table)


@pytest.mark.parametrize(
    ("words", "by"), [("decline undo", "thor"), ("decline", "thor"), ("decline undo", "odin")]
)
def test_h22_an_offer_is_declined_or_withdrawn(words: str, by: str) -> None:
    """No offer stands then, and the letter stays played."""
    table = odin()
    table.play("odin", "a1-a2")
    after = table.state
    table.play("odin", "offer undo")
    assert table.play(by, words).verdicts == ("answered",)
    assert table.entries[-1].events == (UndoDeclined(by),)
    assert table.state == after
    assert why_of(table, "thor", "accept undo") == (*REFUSED, "undo-none")
    sound(table)


def test_h22_with_a_draw_offered_too_a_bare_word_is_not_guessed_at() -> None:
    """Both readings are told, and either written in full is carried out."""
    table = odin()
    table.play("odin", "a1-a2\noffer draw")
    table.play("odin", "offer undo")
    assert table.play("thor", "accept").verdicts == ("ambiguous",)
    assert table.play("thor", "decline").verdicts == ("ambiguous",)
    assert table.play("thor", "accept undo").verdicts == ("answered",)
    sound(table)


def test_h22_accept_draw_is_never_an_agreement_to_take_back() -> None:
    """Written in full it means the draw, and none is offered."""
    table = odin()
    table.play("odin", "a1-a2")
    table.play("odin", "offer undo")
    assert why_of(table, "thor", "accept draw")[0] == "refused"
    assert kinds(table) == []


def test_h22_whoever_offers_plays_nothing_and_the_other_ends_it_by_playing() -> None:
    """The offer stands until it is answered or the other plays on; resigning is always possible."""
    table = begun()
    table.play("loki", next(move for move in table.moves("loki") if move.startswith("lay")))
    table.play("loki", "offer undo")
    assert why_of(table, "loki", "draw") == (*REFUSED, "undo-waits")
    assert why_of(table, "loki", "offer undo") == (*REFUSED, "undo-stands")
    assert why_of(table, "thor", "offer undo") == (*REFUSED, "undo-stands")
    table.play("loki", "decline undo")
    table.play("loki", "draw")
    assert why_of(table, "loki", "offer undo") == (*REFUSED, "undo-opened")
    sound(table)


def test_h22_a_move_that_all_see_ends_the_offer() -> None:
    """The other plays on: nothing is left to agree to."""
    table = odin()
    table.play("odin", "a1-a2")
    table.play("odin", "offer undo")
    table.play("thor", table.moves("thor")[0])
    assert why_of(table, "thor", "accept undo") == (*REFUSED, "undo-none")
    assert why_of(table, "odin", "offer undo") == (*REFUSED, "undo-nothing")
    assert why_of(table, "thor", "resign g1\noffer undo")[0] == "played"
    assert why_of(table, "thor", "offer undo") == (*REFUSED, "game-over")
    sound(table)


def test_h22_what_was_agreed_on_is_not_agreed_on_again() -> None:
    """A letter by which the table went back is not taken back itself, and nothing is played after it."""
    table = odin()
    table.play("odin", "a1-a2")
    table.play("odin", "offer undo")
    played_now = table.play("thor", "accept undo\na5-a4\noffer undo")
    assert played_now.verdicts == ("answered", "not-played", "not-played")
    assert why_of(table, "thor", "offer undo") == (*REFUSED, "undo-nothing")
    sound(table)


def test_h22_offer_and_agreement_stand_in_letters_of_their_own() -> None:
    """A letter that has played something neither offers its own undoing nor agrees to another's."""
    table = odin()
    assert table.play("odin", "a1-a2\noffer undo").verdicts == ("played", "refused")
    table.play("odin", "offer undo")
    assert table.play("thor", "standing scout a\naccept undo").verdicts == ("played", "refused")
    sound(table)


def worlds_of(first: Sequence[str], second: Sequence[str]) -> tuple[Table, Table]:
    """Two games that differ by what Thor has done unseen after Odin's move; then Odin offers to take it back."""
    tables = odin(), odin()
    for table, lines in zip(tables, (first, second), strict=True):
        table.play("odin", "a1-a2")
        for line in lines:
            table.play("thor", line)
    return tables


def test_h22_an_offer_does_not_tell_whether_the_other_has_acted_unseen() -> None:
    """All that the offerer is told is the same to the byte; only the other learns that it is not possible."""
    acted, idle = worlds_of(["standing scout a"], [])
    receipts = [table.play("odin", "offer undo").receipt for table in (acted, idle)]
    assert receipts[0] == receipts[1]
    assert why_of(acted, "thor", "accept undo") == (*REFUSED, "undo-acted")
    reports = [table.report("odin").partition("\nSeal ")[0] for table in (acted, idle)]
    assert reports[0] == reports[1]
    assert acted.points[-1].told("odin") == []
    assert idle.play("thor", "accept undo").verdicts == ("answered",)
    sound(acted)


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", range(6))
def test_h22_what_is_taken_back_has_told_nobody_anything(name: str, seed: int) -> None:
    """In random games each undo that both sides agree to is harmless.

    What was undone opened no card, drew no lot, and was nobody else's act.
    """
    table = played(name, seed, 60)
    tried = 0
    for n in range((table.index.dealt or 0) + 2, len(table.points)):
        at = table.at(n - 1)
        for by in table.game.seats:
            other = next(seat for seat in table.game.seats if seat != by)
            if at.play(by, "offer undo").verdicts != ("answered",):
                continue
            if at.play(other, "accept undo").verdicts == ("answered",):
                refuse_told(at, n, by)
                tried += 1
            break
    TRIED[name] = TRIED.get(name, 0) + tried


TRIED: dict[str, int] = {}


def refuse_told(table: Table, n: int, by: str) -> None:
    """Assert of the undo after entry n - 1 that it may be: worked out from the record, card by card."""
    (event,) = [one for one in table.entries[-1].events if isinstance(one, RolledBack)]
    known = known_after(table.points, table.game.seats, event.to)
    for before, point in pairwise(table.points[event.to : n]):
        assert getattr(point.entry, "seat", "") == by or point.state == before.state
        assert point.entry.lots == ()
        for one in point.entry.events:
            assert not any(known.take_in(one).values()), one
    assert table.state == table.points[event.to].state


def test_h22_an_agreement_on_its_way_is_to_no_later_offer() -> None:
    """H1 An answer to a letter after which the table has changed agrees to nothing; one to the later offer does."""
    table = Table.open("thunder", seed="07", clock=lambda: AT)
    table.play("thor", "deploy huscarl, viking warriors, shield wall")
    table.play("loki", "deploy dragon, viking warriors, viking warriors")
    assert [one.seat for one in table.owed()] == ["loki"]
    for line in ("lay ravens B2", "offer undo"):
        assert table.play("loki", line).verdicts[0] in {"played", "answered"}
    first = f"{table.id}.thor.{table.index.number('thor')}"
    for line in ("decline undo", "lay ravens A2", "offer undo"):
        assert table.play("loki", line).verdicts[0] in {"played", "answered"}
    for line in ("accept", "accept undo"):
        table.play("thor", line, reply=first)
        last = table.entries[-1]
        assert isinstance(last, Letter)
        assert [(one.rule, one.why) for one in last.lines] == [("H1", "undo-stale")]
    later = f"{table.id}.thor.{table.index.number('thor')}"
    assert table.play("thor", "accept", reply=later).verdicts == ("answered",)
    assert kinds(table) == ["UndoAccepted", "RolledBack"]
    sound(table)


def test_h22_some_letters_of_random_games_are_taken_back() -> None:
    """The test before this one has looked at some of each game."""
    assert set(TRIED) <= set(NAMES)
    assert all(TRIED.values())
    assert suite(NAMES[0])
