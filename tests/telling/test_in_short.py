"""The game in short, in the letter that tells its end: the same for all, from what that letter shows, and no more."""

from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.golden import NAMES
from support.summed_up import played, reader_at_the_end, summed_up

from referee.desk.letters.uncovering import everything, unseen
from referee.engine.kit.defaults import Telling
from referee.games.thunder import telling as thunder
from referee.house.rulings import RolledBack
from referee.table.points import Told
from referee.telling.catalog import telling
from referee.telling.fence import fence_of
from referee.telling.glance import in_short
from referee.telling.sentences import turns_told
from referee.util.values import replace

OVER = [name for name in NAMES if (table := played(name)[0]).game.ended(table.points[-1].state)]


@pytest.mark.parametrize("name", OVER)
def test_all_seats_are_told_the_same(name: str) -> None:
    """Winner and loser get the same facts: the view tells nothing that another seat's view does not."""
    table, told = played(name)
    shown = [one.seen for one in told]
    notes = {
        repr(telling(table.game).in_short(reader_at_the_end(table, seat).view, shown)) for seat in table.seats
    }
    assert len(notes) == 1
    for seat, language in product(table.seats, ("en", "de")):
        lines = summed_up(name, seat, language)
        assert 1 < len(lines) <= 6
        fence = fence_of(table.game, table.points[-1].content, language).line
        assert [fence(line) for line in lines] == [*lines]  # none looks like an order


def told_by(one: Told) -> str:
    """What an event tells: a field that holds nothing tells nothing (no cards taken out of a pile)."""
    return f"{one.position} {one.seen.kind} { {name: value for name, value in one.seen.fields.items() if value} }"


@pytest.mark.parametrize("name", OVER)
def test_nothing_is_told_that_the_last_letter_does_not_show(name: str) -> None:
    """What goes into it is what a seat was shown, or is shown at the end as not shown before; whichever the seat."""
    table, told = played(name)
    until = len(table.points)
    for seat in table.seats:
        known = [one for point in table.points for one in point.told(seat)]
        assert {*map(told_by, told)} <= {*map(told_by, (*known, *unseen(table, seat, until)))}


def test_a_game_that_counts_nothing_is_told_by_its_turns_and_its_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hook may be missing: what the kit has in its place counts nothing."""
    monkeypatch.setattr(thunder, "in_short", Telling.in_short)
    assert summed_up("thunder/treasure-lost", "loki") == ("16 turns; Thor has won.",)
    assert summed_up("thunder/treasure-lost", "thor", "de") == ("16 Züge; du hast gewonnen.",)


def test_what_was_taken_back_counts_for_nothing() -> None:
    """H21 The moves of the entries past which the table went back are no part of the game."""
    table, _ = played("thunder/treasure-lost")
    back = RolledBack(to=12, position="5.1", lots="same")
    later = SimpleNamespace(entry=SimpleNamespace(events=(back,)), positions=("5.1",))
    before = everything(table, 13)
    points = (*table.points[:20], later)
    gone = cast("Any", SimpleNamespace(points=points, seats=table.seats, game=table.game))
    assert len(everything(table, 20)) > len(before)
    assert everything(gone, len(points)) == before


def test_a_game_that_is_on_is_not_summed_up() -> None:
    """Nothing of it is told before the end."""
    table, told = played("thunder/treasure-lost")
    reader = reader_at_the_end(table, "thor")
    view = table.game.view(table.points[-3].state, "thor")
    assert in_short(replace(reader, view=view), told) == ()


def test_what_all_were_told_in_the_same_words_is_not_told_again_at_the_end() -> None:
    """2.2 Odin's six cards lie face down: no sentence tells Thor's player more of it at the end than it did then."""
    table, _ = played("odins_table/three-home")
    reader, until = reader_at_the_end(table, "thor"), len(table.points)
    assert "Placed" in {one.seen.kind for one in unseen(table, "thor", until)}
    told = [
        line.text
        for turn in turns_told(reader, unseen(table, "thor", until, reader.event))
        for line in turn.lines
    ]
    assert told
    assert not [text for text in told if "cards lie face down" in text]
