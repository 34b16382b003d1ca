"""Other worlds of The Hammer of Thor: the whole game with two cards exchanged, another choice, or none at all.

Cards are exchanged in the deal, or in a later shuffle of a race deck; one of them was mostly drawn off its pile unseen.
Another choice is a sealed Encounter card, the card that is kept or discarded, a standing order; or it was never given.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from hammer_knows import Names, Seat, face_of, names_in
from hammer_suite import HAMMER as GAME

from referee.engine.events import Event, seen
from referee.testing.worlds import (
    Pair,
    World,
    candidates,
    other_world,
    quieter_world,
    seen_exchanged,
    with_another,
)

CHOICES = frozenset({"CardSealed", "CardResealed", "FateDiscarded", "StandingSet", "AnswerSet"})
"""Events of choices that others are not shown, or not in full."""
KINDS = ("drawn", "lying", "chosen", "not ordered")
"""What is otherwise in a world: a card that was drawn off its pile unseen, two that lie there, a choice, an order."""
TRIES, PAIRS = 6, 200
"""How often a world of a kind is sought for one that is found, and among how many pairs."""
Exchange = tuple[int, Pair]


class Worlds:
    """The worlds in which one reader of a game could be."""

    def __init__(self, content: Any, world: World, seat: Seat, rng: Random) -> None:
        self.content, self.world, self.seat, self.rng = content, world, seat, rng

    def found(self, kinds: Sequence[str], many: int) -> Iterator[tuple[str, World]]:
        """So many worlds of each of these kinds, if they are found in some tries, and of which kind they are."""
        for kind in kinds:
            tried = islice(self._tried(kind), TRIES * many)
            others = (one for one in tried if one is not None and one.states != self.world.states)
            yield from ((kind, one) for one in islice(others, many))

    def _tried(self, kind: str) -> Iterator[World | None]:
        match kind:
            case "drawn":
                return self._exchanged(self._drawn)
            case "lying":
                return self._exchanged(self._lying)
            case "chosen":
                return self._chosen()
        return self._not_ordered()

    def _exchanged(self, pairs: list[Exchange]) -> Iterator[World | None]:
        for start, pair in self.rng.sample(pairs, min(len(pairs), PAIRS)):
            if not self._told(start, pair):
                yield other_world(GAME, self.content, self.world, self.seat, start, pair)

    def _told(self, start: int, pair: Pair) -> bool:
        """Whether the reader was shown something by which the two can be told apart: then no world is there."""
        about = {id(event): event for name in pair for n, event in self._about[name] if n >= start}
        return any(
            seen(event, self.seat) != seen_exchanged(event, self.seat, pair) for event in about.values()
        )

    @cached_property
    def _about(self) -> Mapping[str, list[tuple[int, Event]]]:
        """The events in which each word stands, with their steps."""
        found = defaultdict[str, list[tuple[int, Event]]](list)
        for n, step in enumerate(self.world.steps):
            for event in step.events:
                for name in {name for one in event.shown for name in names_in(getattr(event, one.name))}:
                    found[name].append((n, event))
        return found

    @cached_property
    def _shuffles(self) -> list[tuple[int, Names]]:
        """The piles of the deal, each with what was left of it out of the game; the race decks shuffled later."""
        s = self.world.states[1]
        found: list[tuple[int, Names]] = [
            (0, (*pile, *(one for one in s.unused if one.startswith(f"{name}."))))
            for name, pile in s.stacks.items()
        ]
        for n, step in enumerate(self.world.steps[1:], 1):
            names = {event.pile for event in step.events if type(event).__name__ == "Shuffled"}  # type: ignore[attr-defined]
            found += [(n, self.world.states[n + 1].stacks[name]) for name in sorted(names)]
        return found

    @cached_property
    def _drawn(self) -> list[Exchange]:
        """Pairs of which one came off its pile and was not shown to the reader."""
        out = set[str]()
        for step in self.world.steps[1:]:
            for event in step.events:
                if type(event).__name__ in {"Shuffled", "PileCut"}:
                    continue
                shown = seen(event, self.seat)
                for one in event.shown:
                    if shown is None or one.name not in shown.fields:
                        out.update(names_in(getattr(event, one.name)))
        return [
            (n, (x, y)) for n, pile in self._shuffles for x in pile if x in out for y in pile if _differ(x, y)
        ]

    @cached_property
    def _lying(self) -> list[Exchange]:
        """Some pairs of cards that lay in one pile."""
        piles = [(n, pile) for n, pile in self._shuffles if len({*map(face_of, pile)}) > 1]
        chosen = self.rng.choices(piles, k=200)
        pairs = ((n, tuple(self.rng.sample(pile, 2))) for n, pile in chosen)
        return [(n, (x, y)) for n, (x, y) in pairs if _differ(x, y)]

    def _steps(self, kinds: frozenset[str]) -> list[int]:
        """The steps of others with an event of these kinds."""
        return [
            n
            for n, step in enumerate(self.world.steps)
            if n and step.seat != self.seat and kinds & {type(event).__name__ for event in step.events}
        ]

    def _chosen(self) -> Iterator[World | None]:
        steps = self._steps(CHOICES)
        for n in self.rng.sample(steps, len(steps)):
            step, state = self.world.steps[n], self.world.states[n]
            moves = [one for one in candidates(GAME, state, step) if one != step.move]
            families = GAME.choices(GAME.view(state, step.seat)).families
            moves += [one.draw(self.rng) for one in families if step.move in one and not one.listed]
            if moves:
                other = n, self.rng.choice(moves), None
                yield with_another(GAME, self.content, self.world, self.seat, other)

    def _not_ordered(self) -> Iterator[World | None]:
        steps = [
            n
            for n in self._steps(frozenset({"StandingSet", "StandingOver", "AnswerSet"}))
            if not any(seen(event, self.seat) for event in self.world.steps[n].events)
        ]
        for n in self.rng.sample(steps, len(steps)):
            yield quieter_world(GAME, self.content, self.world, self.seat, n)


def _differ(x: str, y: str) -> bool:
    return face_of(x) != face_of(y)
