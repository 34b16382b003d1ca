"""The proof of secrecy is itself proved: a leak of each kind is planted, and must be found.

Each test breaks one thing in the way real programs have leaked, and runs the same search of other worlds that
`test_21_5_what_is_hidden_stays_hidden` runs: it must see a difference.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any
from zlib import crc32

import pytest
from support.suite import suite
from test_knowledge import test_each_field_is_shown_to_whom_the_rules_say as held_to_knowledge

from referee.engine.choices import Choices, Family, plain
from referee.engine.events import EVERYONE, face
from referee.engine.rules import Refused, why
from referee.games.thunder.cards import other
from referee.games.thunder.drawing import Drew
from referee.house.games import find
from referee.table import legality
from referee.testing.random_games import options_of, random_world
from referee.testing.sent import told_apart
from referee.testing.worlds import World
from referee.util.values import replace

views: Any = import_module("referee.games.thunder.view")
THUNDER: Any = find("thunder")
SEED = 8


@cache
def played() -> World:
    """A game played before anything is broken."""
    return random_world(THUNDER, options_of(THUNDER, SEED), SEED)


def leaks() -> bool:
    """Whether the search finds a world in which a seat is sent something else."""
    return bool(told_apart(suite("thunder"), options_of(THUNDER, SEED), played(), SEED, 30, points=3)[1])


@pytest.fixture(autouse=True)
def _whole() -> None:
    """Without a plant nothing is found."""
    for state in played().states:
        for one in (state, state.thor, state.loki):
            vars(one).clear()


@pytest.mark.slow
def test_nothing_is_found_where_nothing_leaks() -> None:
    """The search is silent over the game as it is."""
    assert not leaks()


def odd(state: Any, seat: str) -> bool:
    """A value that depends on every card the other holds or will draw."""
    side = state.side(other(seat))
    return crc32(repr([face(card) for card in (*side.hand, *side.deck)]).encode()) % 2 == 1


@pytest.mark.slow
def test_a_leak_through_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that depends on what the other holds."""
    whole, watched, looking = legality._held, THUNDER.view, list[Any]()

    def held(move: Any, guard: Any, now: Any) -> Any:
        answer = whole(move, guard, now)
        if answer.broken is None or not odd(looking[-1], now.seat):
            return answer
        return replace(answer, broken=Refused("3.3", why("no-points")))

    def view(state: Any, seat: str | None) -> Any:
        looking.append(state)
        return watched(state, seat)

    monkeypatch.setattr(type(THUNDER), "view", staticmethod(view))
    monkeypatch.setattr(legality, "_held", held)
    assert leaks()


def planted_choices(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[list[Family], bool], list[Family]]
) -> None:
    """Let the choices of a seat depend on what the other holds."""
    states: dict[int, Any] = {}
    whole_view, whole_choices = THUNDER.view, THUNDER.choices

    def view(state: Any, seat: str | None) -> Any:
        made = whole_view(state, seat)
        states[id(made)] = (made, state)
        return made

    def choices(v: Any) -> Choices:
        families = list(whole_choices(v).families)
        return Choices(list, lambda: change(families, odd(states[id(v)][1], v.seat)) if v.seat else families)

    monkeypatch.setattr(type(THUNDER), "view", staticmethod(view))
    monkeypatch.setattr(type(THUNDER), "choices", staticmethod(choices))


@pytest.mark.slow
def test_a_leak_through_the_list_of_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of move that is listed only for some hands of the other."""
    planted_choices(monkeypatch, lambda families, flip: families[:-1] if flip else families)
    assert leaks()


@pytest.mark.slow
def test_a_leak_through_the_order_of_a_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same moves, listed in an order that depends on the other's hand."""

    def turned(family: Family, flip: bool) -> Family:
        moves = family.moves()[::-1] if flip else family.moves()
        return plain(family.key, family.rule, moves) if family.listed else family

    planted_choices(monkeypatch, lambda families, flip: [turned(family, flip) for family in families])
    assert leaks()


@pytest.mark.slow
def test_a_leak_through_an_id_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs bear the numbers of their cards, as in a marked deck."""
    whole = views.half

    def half(side: Any, seat: str, owner: bool) -> Any:
        return replace(whole(side, seat, owner), open=" ".join(side.deck))

    monkeypatch.setattr(views, "half", half)
    assert leaks()


def test_a_leak_through_an_event_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card drawn is shown to all. What is shown is known, so no other world shows it: `knowledge.yaml` does."""
    shown = tuple(replace(one, audience=EVERYONE) if one.name == "card" else one for one in Drew.shown)
    held_to_knowledge("Drew")
    monkeypatch.setattr(Drew, "shown", shown)
    with pytest.raises(AssertionError):
        held_to_knowledge("Drew")


@pytest.mark.slow
def test_a_leak_through_a_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a deck counts the Ravens in it twice."""
    whole = views.half

    def half(side: Any, seat: str, owner: bool) -> Any:
        ravens = sum("ravens" in card for card in side.deck)
        return replace(whole(side, seat, owner), deck_size=len(side.deck) + ravens)

    monkeypatch.setattr(views, "half", half)
    assert leaks()
