"""The variations of a replay: each order with its verdict, and the board after it as each side would see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.archive.lines import Move, of_note
from referee.archive.lines.telling import MoveTold, moves_told
from referee.archive.moments import moments
from referee.archive.notes import Note
from referee.archive.replay.boards import Drawn
from referee.archive.replay.frames import Film, Side, Whole
from referee.archive.replay.opened import opened
from referee.util.errors import Faulty

Document = dict[str, Any]


@dataclass(frozen=True)
class Variations:
    """Makes the variations of one film."""

    film: Film
    drawn: Drawn
    reader: str | None
    language: str

    def moves(self, n: int, moment: int, note: Note) -> list[Document]:
        """The moves of the variation that a note holds, at frame n; [] where it is not known how the table stood there.

        They stand in one list, each followed by those that may stand in its place. `before` is the place in the list
        of the move before it, `next` of the one after it; without `next` there is none.
        """
        table = self.film.table
        try:
            line = of_note(table, moments(table)[moment], note, self.reader)
        except Faulty:
            return []
        told = moves_told(table, line, self.language)
        moves = list[Document]()
        self._add(moves, n, told, -1)
        return moves

    def _add(self, moves: list[Document], n: int, told: Sequence[MoveTold], before: int) -> None:
        """Add a sequence of moves."""
        for said in told:
            here = len(moves)
            if before >= 0 and said.number > 1:
                moves[before]["next"] = here
            moves.append(self._move(n, said, before))
            for branch in said.branches:
                self._add(moves, n, branch, before)
            before = here

    def _move(self, n: int, said: MoveTold, before: int) -> Document:
        move, written = said.move, said.move.written
        found: Document = {"order": said.order, "depth": said.depth, "before": before, "stands": move.stands}
        told = {
            "seat": move.seat,
            "at": move.position,
            "glyph": written.glyph,
            "comment": written.comment,
            "lots": ", ".join(written.lots),
            "told": list(said.rows),
            "boards": list(self._boards(n, move)),
        }
        return found | {name: value for name, value in told.items() if value}

    def _boards(self, n: int, move: Move) -> Iterator[list[int]]:
        """For each side the board after a move, as it would see it and with all cards open; -1 for unknown."""
        if not move.stands or (move.state is None and move.view is None):
            return
        for side in self.film.sides:
            yield [self._closed(n, move, side), self._open(n, move, side)]

    def _closed(self, n: int, move: Move, side: Side) -> int:
        if side.open:
            return -1
        view = move.view if move.state is None else self.film.game.view(move.state, side.seat)
        return self.drawn.of(n, view, None, self.drawn.closed(n, side.seat))

    def _open(self, n: int, move: Move, side: Side) -> int:
        if move.state is None or not isinstance(self.film, Whole):
            return -1
        game, others = self.film.game, self.film.others(side.seat)
        view = opened(game.view(move.state, side.seat), [game.view(move.state, seat) for seat in others])
        return self.drawn.of(n, view, game.uncovered(move.state), self.drawn.open(n, side.seat, others))
