"""The game after each entry of its record."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.entries import Entry
from referee.events import Event, seen
from referee.game import Game
from referee.house import House
from referee.told import Told


@dataclass(frozen=True, slots=True)
class Point:
    """The game after one entry: the state, the public position after each of its events, what the house knows."""

    entry: Entry
    state: Any
    positions: tuple[str, ...]
    house: House

    def told(self, seat: str | None, first: int = 0) -> list[Told]:
        """What the entry showed a seat, from its event `first` on, with the public position each event led to."""
        pairs = zip(self.entry.events[first:], self.positions[first:], strict=True)
        return [
            Told(position, shown) for event, position in pairs if (shown := seen(event, seat)) is not None
        ]


def folded(game: Game, state: Any, events: Iterable[Event]) -> tuple[Any, tuple[str, ...]]:
    """The state after these events, and the public position after each of them."""
    positions = []
    for event in events:
        state = game.apply(state, event)
        positions.append(written_position(game.position(state)))
    return state, tuple(positions)


def written_position(pair: tuple[int, int]) -> str:
    """A public position as it is written: `7.2` is action 2 of turn 7."""
    return f"{pair[0]}.{pair[1]}"
