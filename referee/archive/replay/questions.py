"""Questions to the reader: find the move that was played here, among all that could have been played."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from referee.archive.replay.frames import Film
from referee.engine.choices import Choices
from referee.table.source import some_of
from referee.telling.catalog import telling
from referee.telling.sentences import reader_of

MOST = 60
"""At most how many moves a question lists; of more, a sample that is always the same."""


class Asked(NamedTuple):
    """A move to be found: whose it is, the moves to choose from, which of them was played, and in which frame."""

    seat: str
    moves: tuple[str, ...]
    played: int
    frame: int


def asked_at(film: Film, n: int, language: str) -> Asked | None:
    """The move to be found at a frame: the next order of a seat from whose side the game may be seen, if there is one.

    The moves are those of that seat's own view: they tell nothing that it did not know.
    """
    later = next((m for m in range(n + 1, len(film.frames)) if film.frames[m].lines), None)
    if later is None:
        return None
    frame = film.frames[later]
    seat, played = frame.seat, frame.lines[0].move
    if all(side.seat != seat for side in film.sides):
        return None
    view = film.view(later - 1, seat)
    moves = _listed(film, film.game.choices(view), played)
    reader = reader_of(film.game, film.content(later - 1), view, language)
    return Asked(seat, tuple(map(reader.order, moves)), moves.index(played), later)


def _listed(film: Film, choices: Choices, played: str) -> Sequence[str]:
    late = telling(film.game).ANY_TIME
    families = [one for one in choices.families if one.key not in late]
    moves = list(dict.fromkeys(move.written for one in families for move in some_of(one)))
    if len(moves) > MOST:
        moves = sorted(Random(len(moves)).sample(moves, MOST), key=moves.index)  # noqa: S311  a sample, not a lot
    return moves if played in moves else sorted([*moves[: MOST - 1], played])
