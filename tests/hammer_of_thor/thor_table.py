"""A table of The Hammer of Thor as a test wants it: who is where, with what; and what happens to it, as events."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Moves
from referee.engine.rules import first_broken
from referee.engine.seating import MASTER, seating_of
from referee.games import hammer_of_thor as package
from referee.games.hammer_of_thor import doing, judged
from referee.games.hammer_of_thor.board import board
from referee.games.hammer_of_thor.cards import card_set, physical
from referee.games.hammer_of_thor.effects import Effect
from referee.games.hammer_of_thor.figures import Counter, Done, Figure
from referee.games.hammer_of_thor.table import RACES, State
from referee.games.hammer_of_thor.view import View, view
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

DATA = Path(package.__file__).parent / "data"
SEATS = ("red", "blue", "green")


@cache
def content(name: str) -> Mapping[str, Any]:
    """The card set or the map that comes with the game."""
    loaded: Mapping[str, Any] = yaml.safe_load((DATA / f"{name}.yaml").read_text("utf-8"))
    return loaded


def table(*groups: tuple[str, int, str], seats: tuple[str, ...] = SEATS, **changes: Any) -> State:
    """A table on which groups stand: of each its seat, its place, its members with blanks between.

    Every seat has the first character of its first group as its starting character. The piles are all that is not
    on the map, in the order of the card set; what has a star lies aside.
    """
    cards = card_set(content("cards"))
    counters = tuple(
        Counter(number, seat, at, (names := tuple(members.split())), names[0])
        for number, (seat, at, members) in enumerate(groups, 1)
    )
    there = [name for one in counters for name in one.members]
    free = [one for one in cards.characters.values() if one.name not in there]
    stacks = {
        deck: tuple(c.name for c in free if c.pile == deck and not c.offspring and not c.star)
        for deck in RACES
    }
    magic = tuple(name for name, one in cards.items.items() if one.kind == "magic" and not one.star)
    starters = {one.seat: one.members[0] for one in reversed(counters) if one.seat}
    base: dict[str, Any] = {
        "game": "g",
        "seating": seating_of((*seats, MASTER)),
        "cards": cards,
        "board": board(content("map")),
        "stage": "turns",
        "game_turn": 1,
        "turn": 1,
        "first": seats[0],
        "order": seats,
        "on_turn": seats[0],
        "chosen": seats,
        "starters": tuple(starters.items()),
        "done": Done(phase="encounter"),
        "counters": counters,
        "counted": len(counters),
        "figures": {name: Figure(name) for name in there},
        "stacks": {
            **stacks,
            "offspring": tuple(one.name for one in free if one.offspring),
            "magic": magic,
            "fate": physical("fate", cards.fate)[:20],
            "prediction": physical("prediction", cards.predictions)[:10],
            "rune": physical("rune", cards.runes),
        },
        "forged": tuple(name for name, one in cards.items.items() if one.kind != "magic" and not one.star),
        "aside": (
            *(name for name, one in cards.items.items() if one.star),
            *(one.name for one in free if one.star),
        ),
    }
    return State(**{**base, **changes})


def carrying(s: State, name: str, *items: str, face_up: bool = True, **changes: Any) -> State:
    """The same table; a character carries items that lay aside, in the Forged deck or in the magic pile."""
    shown = frozenset(items) if face_up else frozenset()
    s = s.figure(
        name, items=(*s.figures[name].items, *items), revealed=s.figures[name].revealed | shown, **changes
    )
    rest = {key: tuple(one for one in getattr(s, key) if one not in items) for key in ("aside", "forged")}
    s = s.stack("magic", tuple(one for one in s.stacks["magic"] if one not in items))
    return replace(s, **rest, known=s.known | shown)


def settled(s: State, happening: Any) -> tuple[State, list[Event]]:
    """What happens, carried out: the table after it, and the events."""
    events: list[Event] = []
    try:
        event = next(happening)
        while True:
            events.append(event)
            s = event.change(s)
            for seat in (*s.seats, None):
                view(s, seat)
            event = happening.send(s)
    except StopIteration:
        return s, events


def carry_out(s: State, effect: Effect, *script: Any, rule: str = "M32") -> tuple[State, list[Event]]:
    """An effect that can be carried out, on the state and as master and players see it."""
    assert why_not(s, effect) is None
    lots = ScriptedLots(script)
    after, events = settled(s, doing.carried_out(s, effect, lots, rule))
    assert not lots.left
    return after, events


def why_not(s: State, effect: Effect) -> tuple[str, str] | None:
    """The number of the rule that an effect breaks and the key of why; the same for the state and the master."""
    found = judged.broken(s, effect)
    seen = judged.broken(view(s, MASTER), effect)
    assert found == seen
    assert doing.impossible(s, effect) == (found.why if found else None)
    return (found.rule, found.why.key) if found else None


def kinds(events: Iterable[Event]) -> list[str]:
    """The names of events."""
    return [type(one).__name__ for one in events]


def master(s: State) -> View:
    """What the master sees."""
    return view(s, MASTER)


def refused(s: State, seat: str, move: Move, moves: Moves) -> tuple[str, str] | None:
    """The number of the rule that a seat's order breaks and the key of why; None if it is taken."""
    found = first_broken(moves[type(move)][1], view(s, seat), move)
    return (found.rule, found.why.params.get("reason", found.why.key)) if found else None


def made(s: State, seat: str, move: Move, moves: Moves, *script: Any) -> tuple[State, list[Event]]:
    """An order that is taken, carried out: the table after it, and the events."""
    assert refused(s, seat, move, moves) is None
    lots = ScriptedLots(script)
    after, events = settled(s, moves[type(move)][0](s, seat, move, lots))
    assert not lots.left
    return after, events
