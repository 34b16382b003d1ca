"""The front door: a game, with all the texts that tell it.

table = Table.open("thunder", seed="07")
table.play("loki", "deploy ravens, hel, frigg")
print(table.report("loki"))
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self, cast

from referee.house.games import BUILT_IN
from referee.house.invitation import awaited
from referee.house.undo import left_over, owing
from referee.table import redacted, source, table
from referee.table.clocks.clock import Clocks
from referee.table.undo import asked_back
from referee.table.verdicts import Played, Ruled
from referee.telling.authored import playable
from referee.telling.catalog import catalog
from referee.telling.moves import moves_text
from referee.telling.receipt import receipt
from referee.telling.report import Letter, text_report
from referee.telling.sentences import reader_of
from referee.telling.times import due_told, rest_told
from referee.telling.why import explain, explained, looked_up


def receipt_of(of: table.Table, seat: str, ruled: Ruled, points: int, language: str) -> str:
    """The receipt of a letter; `points` is the number of entries in the record right after it was ruled on."""
    view = of.game.view(ruled.state, seat)
    verdicts = looked_up(of, seat, ruled.verdicts, points, language)
    choices = left_over(of.index.house, seat, of.game.choices(view))
    told = of.told(seat, until=points)
    shown = owing(awaited(view, of.index.house), of.index.house)
    return receipt(reader_of(of.game, of.content, shown, language), verdicts, choices, told)


class Texts(source.Reports):
    """The texts that can be made of a game, whole or redacted."""

    def due(self, seat: str | None, language: str) -> Mapping[str, str]:
        """The deadlines as a seat is told them, by seat; "" has what holds for all."""
        raise NotImplementedError

    def report(self, seat: str | None, *, language: str = "") -> str:
        """What this seat was shown since its last letter, and how the table stands.

        For None: as an onlooker sees it. In the seat's language, unless another is named.
        """
        since, said = self.since(seat), language or self.index.language(seat)
        return text_report(
            Letter(
                game=self.game,
                content=self.content,
                view=owing(awaited(self.view(seat), self.index.house), self.index.house),
                told=self.told(seat, since),
                choices=left_over(self.index.house, seat or "", self.game.choices(self.view(seat))),
                number=self.report_number(seat),
                seal=self.seal_for(seat),
                due=self.due(seat, said),
                back=asked_back(self.index.house),
                language=said,
            )
        )

    def moves_text(self, seat: str, *, full: bool = False, language: str = "") -> str:
        """The legal moves of this seat, grouped; with `full`, one on each line.

        In the seat's language, unless another is named.
        """
        said = language or self.index.language(seat)
        reader = reader_of(self.game, self.content, self.view(seat), said)
        return moves_text(reader, self.choices(seat), full=full)


class Table(Texts, table.Table):
    """One game, with its texts. Its record is the only truth; see `referee.table.table`."""

    @classmethod
    def open(cls, game: str = "thunder", **how: Any) -> Self:
        """Open a game and deal it; see `referee.table.table.Table.open`.

        Raises `Faulty`, also if the game named is not complete.
        """
        if game not in BUILT_IN:
            playable(game)
        return super().open(game, **how)

    @classmethod
    def load(cls, of: Path | str | bytes) -> "Table":
        """A record to step through: a file (never written to), or the bytes of one.

        For a redacted record, a `Redacted`, which knows no more than its audience. Raises `Faulty`.
        """
        table = redacted.load(of, cls, Redacted)
        if table.game.name not in BUILT_IN:
            playable(table.game.name)
        return cast("Table", table)

    def due(self, seat: str | None, language: str) -> Mapping[str, str]:
        """The deadlines as a seat is told them, by seat; "" has what holds for all."""
        return due_told(Clocks(self.game, self.terms, self.points), seat, catalog(self.game.name, language))

    def explain(self, n: int, seat: str | None = None, *, language: str = "") -> str:
        """Entry n for the keeper of the game: how each line was read, which rules were checked, what happened.

        With a `seat`: the n-th (from 0) of the entries that concern this seat, told from what the seat knows,
        in its language unless another is named. Raises `Faulty` if there is no such entry.
        """
        if seat is None:
            return explain(self, n, language=language or "en")
        return explained(self, n, self._seat(seat), language or self.index.language(seat))

    def _played(self, seat: str, ruled: Ruled) -> Played:
        points, own = len(self.points), self.index.language(seat)
        return Played(ruled, points - 1, partial(receipt_of, self, seat, ruled, points, own))


class Redacted(Texts, redacted.Redacted):
    """A game as one audience knows it, with its texts."""

    def due(self, seat: str | None, language: str) -> Mapping[str, str]:
        """That play rests (H20). No deadline is told: the times of others' letters are not known."""
        case = self.index.house.docket.case
        return rest_told(case, {}, seat, catalog(self.game.name, language)) if case else {}

    def explain(self, n: int, seat: str | None = None, *, language: str = "") -> str:
        """What happened in entry n, as the audience was shown it; for its own letters, also the rules checked.

        A `seat` must be the audience; the text is then in its language. Raises `Faulty` for anybody else.
        """
        if seat is not None:
            self._only(seat)
        return explain(self, n, language=language or (self.index.language(seat) if seat else "en"))
