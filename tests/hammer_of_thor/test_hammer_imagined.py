"""Tables that a seat could be sitting at (`referee line --worlds`): what it sees holds there, the rest is dealt."""

from typing import Any

import pytest
from hammer_suite import cards
from test_golden_hammer import GAMES, SEATS
from test_hammer_rulings import FIRST, SIX, a_game_turn
from thor_games import options, played

from referee.api import Table
from referee.archive import lines
from referee.archive.lines import play
from referee.engine.events import seen
from referee.engine.kit.imagining import RandomDealer
from referee.games.hammer_of_thor.imagined import imagined
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view


def dealt(state: Any, seat: str | None, told: list[Any], key: str, count: int = 4) -> list[State]:
    """Some tables that a seat could be sitting at."""
    own = view(state, seat)
    made = [imagined(own, tuple(told), RandomDealer(f"{key} {n}")) for n in range(count)]
    return [one for one in made if one is not None]


def held(state: Any, seat: str | None, told: list[Any], key: str) -> bool:
    """Whether a table is found, each has all cards once, and the reader sees there what it sees; and if one differs."""
    found = dealt(state, seat, told, key)
    assert found, (key, seat)
    for one in found:
        assert view(one, seat) == view(state, seat)
        assert cards(one) == cards(state)
    return any(one.stacks != state.stacks for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEATS)
def test_in_a_golden_game_each_reader_could_sit_elsewhere(name: str) -> None:
    """From the invitation to the end, for every seat, the master and an onlooker."""
    table = Table.load(GAMES / name / "record.yaml")
    dealt_ = 0
    for n in range(1, len(table.points), 5):
        state = table.points[n].state
        for seat in (*table.seats, None):
            told = [one.seen for one in table.told(seat, 0, n + 1)]
            assert held(state, seat, told, f"{name} {n}") == bool(state.stacks), (n, seat)
            dealt_ += bool(state.stacks)
    assert dealt_ > 10


@pytest.mark.slow
@pytest.mark.parametrize(("layer", "seats", "seed"), [("house", 3, 1), ("none", 4, 2), ("house", 6, 3)])
def test_in_a_random_game_too(layer: str, seats: int, seed: int) -> None:
    """With whatever comes of it: insanity, shapes, runes, those who leave."""
    world = played(options(layer, seats), seed, at_most=400)
    shown: dict[Any, list[Any]] = {seat: [] for seat in (*world.states[0].seats, None)}
    for n, (step, state) in enumerate(zip(world.steps, world.states[1:], strict=True)):
        for seat, told in shown.items():
            told += [one for event in step.events if (one := seen(event, seat))]
            if n % 20 == 0:
                held(state, seat, told, f"{seed} {n}")


def test_what_was_looked_at_and_discarded_lies_where_it_lay() -> None:
    """M28, 4.1c And RAGNAROK is among the last three, in another place now and then; a Fate card is held by each."""
    table = a_game_turn()
    state = table.state
    told = [one.seen for one in table.told("red", 0, len(table.points))]
    found = dealt(state, "red", told, "red", 12)
    assert len(found) == 12
    assert {one.stacks["jotun"][0] for one in found} == {table.points[FIRST].state.stacks["jotun"][0]}
    assert len({one.stacks["aesir"][0] for one in found}) > 1
    places = {
        len(one.stacks["prediction"]) - one.stacks["prediction"].index("prediction.ragnarok.1")
        for one in found
    }
    assert places == {1, 2, 3}
    assert {card.split(".")[0] for one in found for seat in SIX for card in one.hand(seat)} == {"fate"}
    item = state.figures["thrym"].items
    assert len({one.figures["thrym"].items for one in found}) > 1
    assert all(one.figures["thrym"].items == item for one in dealt(state, "master", told, "master"))


def test_without_what_was_seen_nothing_is_known_of_it() -> None:
    """The same view without the events: any card may lie on top."""
    state = a_game_turn().state
    assert len({one.stacks["jotun"][0] for one in dealt(state, "red", [], "red", 12)}) > 1


@pytest.mark.slow
def test_figures_are_told_of_a_variation(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a Fate card, drawn in a variation, can be."""
    monkeypatch.setattr(play, "SAMPLE", 12)
    monkeypatch.setattr(play, "MOST", 20)
    table = Table.load(GAMES / "a-master" / "record.yaml")
    line = lines.played(table, "14.8", "halt; end turn", "green", look=lines.WORLDS)
    assert line.sound
    assert [move.order for move in line.moves] == ["halt", "end turn"]
    assert line.moves[-1].figures
    births = {one.told.seen["value"] for one in line.moves[-1].outcomes if one.told.seen.kind == "Rolled"}
    assert len(births) > 1
