"""Rulings and undo by mail (H21, H22): what each player is sent, and what the home holds afterwards."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from awkward.world import BERT, World, begin, copy, simple
from support.ruled import rule_on
from test_keeper import CLEO, keep, refuse_unsound, refused

from referee.api import Table
from referee.desk import keeper
from referee.home import roster
from referee.house.players import Player
from referee.table.rulings.effects import Adjudge, Effect, PlayFor, Replace, RollBack


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress: Loki is on turn."""
    return begin(tmp_path_factory.mktemp("ruled") / "on")


@pytest.fixture
def on(made: World, tmp_path: Path) -> World:
    """A copy of it to play with."""
    return copy(made, tmp_path / "home")


def table_of(world: World) -> Table:
    """The game as its record has it."""
    return Table.load(world.home.record_path("g1"))


def rule(world: World, *effects: Effect) -> Mapping[str, str]:
    """A ruling of the keeper, and the text of the letter that each player gets."""
    out = keep(world, lambda desk: rule_on(desk, "g1", effects, reason="A letter was lost."))
    found = {one.name.split(".")[1]: " ".join(one.text.split()) for one in out}
    assert len(found) == len(out)
    return found


@pytest.mark.slow
def test_h21_a_rollback_is_told_to_each_player_with_what_it_has_learned(on: World) -> None:
    """Loki drew a card: Loki alone is told that it stays learned; both are told the position and their own letter."""
    to = len(table_of(on).points) - 1
    on.post(simple(on, "loki", "draw"))
    drawn = [one.seen for one in table_of(on).told("loki", to + 1) if one.seen.kind == "Drew"]
    assert drawn
    text = rule(on, RollBack(to))
    position = table_of(on).position
    for seat in ("thor", "loki"):
        assert "A ruling of the keeper: the table goes back." in text[seat]
        assert "| A letter was lost." in text[seat]
        assert (
            f"The table stands again as it stood at position {position}, as your letter number" in text[seat]
        )
    assert "You keep what you have learned since of cards" in text["loki"]
    assert "you have learned since" not in text["thor"]
    again = on.post(simple(on, "loki", "draw", number=1))
    assert again.lines == ("played: draw",)
    assert [one.seen for one in table_of(on).told("loki", to + 3) if one.seen.kind == "Drew"] == drawn
    refuse_unsound(on)


@pytest.mark.slow
def test_h21_the_end_by_a_ruling_brings_the_last_letters(on: World) -> None:
    """Both are told who has won, and everything that lay hidden."""
    text = rule(on, Adjudge(("thor",)))
    assert "You win, by a ruling." in text["thor"]
    assert "Thor wins, by a ruling." in text["loki"]
    assert all("WHAT LAY HIDDEN" in one for one in text.values())


@pytest.mark.slow
def test_h21_a_line_played_for_a_seat_is_told_to_it_alone(on: World) -> None:
    """The seat reads the line, the other that there was one."""
    text = rule(on, PlayFor("loki", ("draw",)))
    assert "The ruling plays a line for you: draw [H21]" in text["loki"]
    assert "The ruling plays a line for Loki. [H21]" in text["thor"]


def test_h21_a_player_is_replaced_by_a_ruling_with_a_secret_of_their_own(on: World) -> None:
    """The roster has the new player, and the old secret is no longer valid.

    The letter tells everything from the beginning.
    """
    text = rule(on, Replace("thor", CLEO))
    player = roster.read(on.home.roster_path("g1")).seats["thor"]
    assert (player.address, player.name, player.key) == (CLEO.address, CLEO.name, 1)
    assert "You take over this seat from another player" in text["thor"]
    assert "You are dealt 9 cards" in text["thor"]


def test_h21_a_ruling_that_cannot_be_changes_nothing_in_the_home(on: World) -> None:
    """Neither the record nor the roster nor the post: not even where a player was to be replaced before it fails."""
    effects: list[Effect] = [Replace("thor", CLEO), PlayFor("thor", ("draw",))]
    fault = refused(on, lambda desk: rule_on(desk, "g1", effects, reason=""))
    assert fault.why.key == "ruling-refused"
    shared = [Replace("thor", Player(BERT))]
    assert refused(on, lambda desk: rule_on(desk, "g1", shared, reason="")).why.key == "address-shared"
    both = [Replace("thor", CLEO), Replace("loki", CLEO)]
    assert refused(on, lambda desk: rule_on(desk, "g1", both, reason="")).why.key == "address-shared"


@pytest.mark.parametrize(
    "lines",
    [
        ["replace thor: Cleo <cleo@example.org>", "play thor: draw"],
        ["replace thor: Bert <bert@example.org>"],
        ["replace thor: Cleo <cleo@example.org>", "replace loki: Dora <Cleo@example.org>"],
        ["replace thor: Cleo <cleo@example.org>", "replace loki: Cle0 <dora@example.org>"],
    ],
)
def test_h21_lines_of_the_keeper_that_cannot_be_leave_no_trace(on: World, lines: list[str]) -> None:
    """As given on the command line: those who come in are held to each other and to those who sit there."""
    kept = (on.home.record_path("g1"), on.home.roster_path("g1"))
    before = [path.read_bytes() for path in kept]
    with on.desk.held():
        assert not keeper.rule(on.desk, "g1", lines).done
    assert [path.read_bytes() for path in kept] == before


@pytest.mark.slow
def test_h22_a_letter_is_taken_back_by_mail(on: World) -> None:
    """Offered in one letter, agreed to in another: both are told, and the table stands as before."""
    before = table_of(on).state
    lay = next(move for move in table_of(on).moves("loki") if move.startswith("lay "))
    assert on.post(simple(on, "loki", lay)).lines == (f"played: {lay}",)
    came = on.post(simple(on, "loki", "offer undo", number=1))
    offered = " ".join(came.to("thor")[0].text.split())
    assert "Loki asks to take back the last letter" in offered
    assert "It was this: Loki lays a card face down at" in offered
    assert "| accept undo" in offered
    assert "| decline undo" in offered
    came = on.post(simple(on, "thor", "accept undo"))
    assert table_of(on).state == before
    for seat in ("thor", "loki"):
        assert "The table stands again" in came.to(seat)[0].text
    refuse_unsound(on)
