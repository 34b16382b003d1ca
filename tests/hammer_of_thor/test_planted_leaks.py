"""Leaks planted in The Hammer of Thor, each found by its seed: in views, choices, the map, events, positions."""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import hammer_sent
import other_tables
import pytest
from hammer_knows import Seat, concealed, hidden, told_too_much
from hammer_suite import HAMMER
from hammer_worlds import KINDS, Worlds
from other_tables import LAYERS, SEATS, Game, Search
from thor_table import carry_out, carrying, table

from referee.engine.choices import Choices, Family
from referee.engine.events import EVERYONE, Event, Shown, face, seen_by
from referee.engine.game import Owed
from referee.engine.rules import Rule, why
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.effects import Give
from referee.games.hammer_of_thor.figures import counters_of
from referee.games.hammer_of_thor.moves import Halt
from referee.games.hammer_of_thor.table import RACES, State
from referee.games.hammer_of_thor.view import View
from referee.testing.suite import events_of
from referee.testing.worlds import World
from referee.util.errors import Why
from referee.util.values import replace

HAPPENS = events_of(HAMMER)
TELLING: Any = import_module("referee.games.hammer_of_thor.telling")
HOUSE_OF_SIX, OF_SIX = Game(34, at_most=150), Game(9, at_most=120)
"""Six players with the supplement, and with a master."""
DISCARDING = Game(79, at_most=40)
"""Six players and a master; a Fate card is discarded."""


Plant = Callable[[pytest.MonkeyPatch], object]
"""Plants a leak."""
SOUGHT = 12
"""Among how many games of a kind one is sought in which a leak shows: not every game comes to such a point."""


@cache
def played(game: Game) -> World:
    """A game, played once, before anything is planted."""
    return game.world()


def alike(game: Game) -> Iterator[Game]:
    """The game, and others of as many seats, with a master or without, as long."""
    return (replace(game, seed=game.seed + n * len(SEATS) * len(LAYERS)) for n in range(SOUGHT))


def found(game: Game, part: str, plant: Plant, *, letters: bool = False) -> dict[Seat, str]:
    """The readers for whom a part of a search, at many places, finds a difference; each with the first.

    With `letters` it looks at fewer places, and at every one of them the reader is written a letter.
    """
    world, differs = played(game), dict[Seat, str]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_tables, "TABLES", 4 if letters else 20)
        patch.setattr(other_tables, "WRITTEN", 1 if letters else 10**6)
        plant(patch)
        for reader in (*world.states[-1].seats, None):
            search = Search(game, world, reader)
            getattr(search, part)()
            if search.found.differences:
                differs[reader] = search.found.differences[0]
    return differs


def found_for(
    readers: Collection[Seat], game: Game, part: str, plant: Plant, *, letters: bool = False
) -> dict[Seat, str]:
    """The readers for whom a leak is found in games of a kind, looked at until all of these are among them.

    Each with its first difference. Fails when one is missing after the last game.
    """
    differs = dict[Seat, str]()
    for one in alike(game):
        differs = found(one, part, plant, letters=letters) | differs
        if {*readers} <= {*differs}:
            return differs
    pytest.fail(f"not found for {set(readers) - set(differs)} in {SOUGHT} games")


# In views

Seeing = Callable[[State, Seat, View], View]


def item_named(s: State, seat: Seat, v: View) -> View:
    """M14 Concealed items of others are named to the last seat."""
    if seat != s.players[-1]:
        return v
    figures = {
        name: replace(one, items=(*one.items, *concealed(s, s.figures[name])), unknown=0)
        if one.unknown
        else one
        for name, one in v.figures.items()
    }
    return replace(v, figures=figures)


def boat_counted(s: State, seat: Seat, v: View) -> View:
    """M14 Of what lies aside unseen, what weighs much counts twice."""
    heavy = [one for one in s.aside if one not in v.aside and len(one) % 2]
    return replace(v, hidden_aside=v.hidden_aside + len(heavy)) if seat != MASTER else v


def held_by_name(s: State, seat: Seat, v: View) -> View:
    """4.1c The seats are listed by the Fate cards that they hold: who holds one of the first kinds comes first."""
    theirs = [one for one in v.held if one[0] != seat]
    return replace(v, held=tuple(sorted(theirs, key=lambda one: "".join(s.hand(one[0])) or "fate.g")))


def decks_in_order(s: State, _seat: Seat, v: View) -> View:
    """1.0h The piles are listed by their top cards: it shows how a race deck was shuffled again."""
    return replace(
        v, piles=tuple(sorted(v.piles, key=lambda one: s.stacks[one[0]][:1] if one[0] in RACES else ()))
    )


def sealed_shown(s: State, seat: Seat, v: View) -> View:
    """4.3A A sealed Encounter card is shown to those who are in no encounter."""
    mine, found = {one.id for one in counters_of(s, seat or "-")}, s.encounter
    return replace(v, encounter=found) if found and not mine & {found.own, found.other} else v


def standing_shown(s: State, seat: Seat, v: View) -> View:
    """M25 Who has no standing order sees one of another."""
    others = [one for other, one in s.standing.items() if other != seat]
    return v if v.standing or not others else replace(v, standing=others[0])


def answers_shown(s: State, seat: Seat, v: View) -> View:
    """M25 The master and an onlooker see what is to be played beforehand."""
    every = tuple(one for answers in s.answers.values() for one in answers)
    return replace(v, answers=every) if seat in {MASTER, None} else v


def hand_shown(s: State, seat: Seat, v: View) -> View:
    """M32 The master sees the hand of whoever is on turn."""
    return replace(v, hand=tuple(map(face, s.hand(s.on_turn)))) if seat == MASTER else v


def runes_of_the_next(s: State, seat: Seat, v: View) -> View:
    """M14 Each of six seats sees the runes of the seat to its left, and of nobody else."""
    if seat not in s.players:
        return v
    left = s.players[(s.players.index(seat) + 1) % len(s.players)]
    theirs = {name for one in counters_of(s, left) for name in one.members}
    figures = {
        name: replace(one, runes=tuple(map(face, s.figures[name].runes))) if name in theirs else one
        for name, one in v.figures.items()
    }
    return replace(v, figures=figures)


def owes_by_its_card(s: State, _seat: Seat, v: View) -> View:
    """4.1c Whom the table waits for is told by another duty while that seat holds a certain kind of card."""
    odd = {seat for seat, hand in s.hands.items() if len(hand) % 2 and len(hand[0]) % 2}
    return replace(
        v, owed=tuple(Owed(one.seat, "card", one.rule) if one.seat in odd else one for one in v.owed)
    )


IN_VIEWS: tuple[tuple[Seeing, Game, Collection[Seat]], ...] = (
    (item_named, OF_SIX, {"black"}),
    (boat_counted, OF_SIX, {"red", None}),
    (held_by_name, OF_SIX, {"red", "black", MASTER}),
    (decks_in_order, OF_SIX, {"red", "blue", "green", "yellow", "white", "black", MASTER, None}),
    (sealed_shown, Game(94, at_most=150), {"red", None}),
    (standing_shown, HOUSE_OF_SIX, {None}),
    (answers_shown, OF_SIX, {MASTER, None}),
    (hand_shown, OF_SIX, {MASTER}),
    (runes_of_the_next, Game(34, at_most=240), {"red"}),
    (owes_by_its_card, OF_SIX, {MASTER, None}),
)
"""Each leak, the game, and readers of it who are told too much."""


def leaking(patch: pytest.MonkeyPatch, see: Seeing) -> None:
    """Plant a leak in the view of each reader."""
    whole = HAMMER.view
    patch.setattr(type(HAMMER), "view", staticmethod(lambda s, seat: see(s, seat, whole(s, seat))))


@pytest.mark.slow
@pytest.mark.parametrize(("see", "game", "readers"), IN_VIEWS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_leak_in_a_view_is_found(see: Seeing, game: Game, readers: Collection[Seat]) -> None:
    """M14, M25, M32, 4.1c, 4.3A At another table those readers are sent something else."""
    assert found_for(readers, game, "tables", lambda patch: leaking(patch, see))


# In what is told of no view


def looking(patch: pytest.MonkeyPatch) -> list[State]:
    """The table that was looked at last: what a mistake would leave lying about."""
    whole, states = HAMMER.view, list[State]()

    def view(s: State, seat: Seat) -> Any:
        states[:] = [s]
        return whole(s, seat)

    patch.setattr(type(HAMMER), "view", staticmethod(view))
    return states


@pytest.mark.slow
def test_choices_that_rest_on_a_pile_are_found() -> None:
    """1.0h How many orders there are of a kind is told with one more when a certain card lies on top."""
    whole = HAMMER.choices

    def plant(patch: pytest.MonkeyPatch) -> None:
        last = looking(patch)

        def counted(one: Family) -> Family:
            return replace(one, count=one.count + len(last[0].stacks["animal"][0]) % 2)

        def choices(v: View) -> Choices:
            found = whole(v)
            return Choices(found.forward, lambda: [counted(one) for one in found.families])

        patch.setattr(type(HAMMER), "choices", staticmethod(choices))

    assert found_for({"red", "black", MASTER}, OF_SIX, "tables", plant)


@pytest.mark.slow
def test_a_map_that_rests_on_what_is_concealed_is_found() -> None:
    """M14 The map is as wide as the names of concealed items make it; nothing else tells of them."""
    whole = TELLING.table

    def plant(patch: pytest.MonkeyPatch) -> None:
        last = looking(patch)

        def told(v: View, word: Any = None) -> Any:
            made = whole(v, word)
            items = "".join(item for one in last[0].figures.values() for item in concealed(last[0], one))
            return made._replace(chart=made.chart._replace(width=made.chart.width + sum(map(ord, items)) % 7))

        patch.setattr(TELLING, "table", told)

    differs = found_for({"red", "blue", "green", None}, OF_SIX, "tables", plant, letters=True)
    assert all(" map: " in one for one in differs.values())


@pytest.mark.slow
def test_an_order_refused_for_what_lies_on_a_pile_is_found() -> None:
    """1.0h Nobody can halt while a certain animal lies on top of its deck."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        last = looking(patch)

        def check(_view: View, _move: Any) -> Why | None:
            return why("not-now") if len(last[0].stacks["animal"][0]) % 2 else None

        happen, rules = HAMMER.MOVES[Halt]
        planted = Rule("4.0", "planted", "Nobody halts.", check)
        moves: Any = HAMMER.MOVES
        patch.setitem(moves, Halt, (happen, (planted, *rules)))

    differs = found(OF_SIX, "tables", plant)
    assert differs
    assert not {MASTER, None} & {*differs}


# In events


IN_EVENTS: tuple[tuple[str, str, Game, Collection[Seat]], ...] = (
    ("ItemDealt", "item", OF_SIX, {None}),
    ("FateDrawn", "card", OF_SIX, {"red", "blue", "green", "yellow", "white", "black", MASTER, None}),
    ("FateDiscarded", "card", DISCARDING, {MASTER, None}),
    ("Shuffled", "cards", OF_SIX, {"red", "blue", "green", "yellow", "white", "black", MASTER, None}),
    ("PileCut", "under", OF_SIX, {MASTER, None}),
    ("Born", "names", OF_SIX, {"red", "black", MASTER, None}),
    ("CardSealed", "card", OF_SIX, {MASTER, None}),
    ("RuneDealt", "card", HOUSE_OF_SIX, {None}),
    ("Looked", "card", Game(42, at_most=200), {None}),
)
"""What everybody is told though few may be, in which game, and readers who are told too much."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "game", "readers"), IN_EVENTS)
def test_a_field_that_is_open_to_all_is_found(
    kind: str, name: str, game: Game, readers: Collection[Seat]
) -> None:
    """1.0h, 1.0i, 3.1, 4.1a, 4.1c, 4.3A, M14, M28 The event tells what lies hidden from its reader before and after."""
    shown = tuple(
        Shown(one.name, EVERYONE, one.sorted) if one.name == name else one for one in HAPPENS[kind].shown
    )
    differs = found_for(readers, game, "events", lambda patch: patch.setattr(HAPPENS[kind], "shown", shown))
    assert all(kind in one for one in differs.values())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "game"), [("StandingSet", HOUSE_OF_SIX), ("AnswerSet", OF_SIX)])
def test_an_order_given_beforehand_that_all_are_told_of_is_found(kind: str, game: Game) -> None:
    """M25 That there is such an order is for its seat alone."""
    assert found_for({None}, game, "events", lambda patch: patch.setattr(HAPPENS[kind], "only", ()))


@pytest.mark.slow
def test_the_master_of_six_who_is_told_what_they_discard_is_found() -> None:
    """M32 The master sees all on the table, but no hand, and not what leaves one."""
    audience = seen_by("by", master=True)
    cls = HAPPENS["FateDiscarded"]
    shown = tuple(Shown(one.name, audience, one.sorted) if one.name == "card" else one for one in cls.shown)
    differs = found_for({MASTER}, DISCARDING, "events", lambda patch: patch.setattr(cls, "shown", shown))
    assert {*differs} == {MASTER}


def test_an_item_that_passes_between_two_and_is_told_to_a_third_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M14 What nobody has seen passes from seat to seat: these two and the master know it, nobody else of six."""
    seats = ("red", "blue", "green", "yellow", "white", "black")
    s = table(("red", 5, "thor"), ("blue", 5, "loki"), ("green", 7, "hod"), seats=seats)
    s = carrying(s, "thor", "hrotti", face_up=False)
    secret = {seat: hidden(s, seat) for seat in (*s.seats, None)}

    def told(after: State, event: Event) -> set[Seat]:
        return {seat for seat, was in secret.items() if told_too_much(event, was & hidden(after, seat), seat)}

    after, (event, *_) = carry_out(s, Give("hrotti", "loki"))
    assert told(after, event) == set()
    cls = HAPPENS["Passed"]
    monkeypatch.setattr(cls, "shown", tuple(Shown(one.name, EVERYONE, one.sorted) for one in cls.shown))
    assert told(after, event) == {"green", "yellow", "white", "black", None}


# In what only another course of the game shows


@pytest.mark.slow
def test_a_position_that_counts_orders_given_beforehand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """M25 An order that nobody else is told of counts as an action: in a world without it all comes one earlier."""
    cls = HAPPENS["AnswerSet"]
    whole = cls.change
    monkeypatch.setattr(cls, "change", lambda self, s: replace(whole(self, s), action=s.action + 1))
    game = Game(4, at_most=30)
    world = game.world()
    assert any(
        hammer_sent.shown_to(other, None) != hammer_sent.shown_to(world, None)
        for _, other in islice(Worlds(game.content, world, None, Random(1)).found(["not ordered"], 5), 5)
    )
    monkeypatch.setattr(other_tables, "WORLDS", len(KINDS))
    monkeypatch.setattr(other_tables, "MANY", 5)
    search = Search(game, world, None)
    search.worlds()
    assert search.found.differences
