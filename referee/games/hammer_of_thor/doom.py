"""2.2A8 Who of the reader's people dies of Suicidal Mania next, and what would save them."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.rules import cites
from referee.games.hammer_of_thor.effects import Sane
from referee.games.hammer_of_thor.figures import SUICIDAL, Names, counters_of, value
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.spoken import effects_of
from referee.games.hammer_of_thor.view import View

CURED = "cured"
"""The note of places where insanity is cured."""


class Doomed(NamedTuple):
    """Somebody who dies at the end of this game-turn, or of the next, unless REPUTATION is gained or sanity comes back.

    Attributes:
        wisdom: a roll of at most this saves at the end of the seat's player-turn (S18); -1 where none comes before.
        places: where the map cures insanity.
        cards: the reader's cards and runes that do.
    """

    name: str
    now: bool
    wisdom: int
    places: tuple[int, ...]
    cards: Names


@cites("2.2A8", "M12", "S18")
def doomed(v: View) -> Iterator[Doomed]:
    """M12 Those without REPUTATION gained in this game-turn; who was struck in it is judged after the next."""
    members = [one for counter in counters_of(v, v.seat or "") for one in counter.members] if v.seat else []
    for name in members:
        figure = v.figures[name]
        now = figure.struck < v.game_turn
        safe = now and figure.praised >= v.game_turn
        if figure.insanity == SUICIDAL and not safe:
            faces = (*v.hand, *(rune for one in members for rune in v.figures[one].runes))
            yield Doomed(
                name,
                now,
                value(v, name, "wisdom") if v.house and (not now or _turn_to_come(v)) else -1,
                tuple(one.number for one in v.board.places.values() if CURED in one.notes),
                tuple(dict.fromkeys(one for one in faces if _cures(v, one))),
            )


def _turn_to_come(v: View) -> bool:
    """Whether the reader's player-turn of this game-turn is not over."""
    seats = [one for one in v.order if one in {v.seat, v.on_turn}]
    return seats[-1:] == [v.seat]


def _cures(v: View, face: str) -> bool:
    return any(isinstance(one, Sane) for one in effects_of(card_of(v, face)))
