"""The board of a frame as HTML, drawn by the game's own templates from one view."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from referee.archive.replay.frames import Film
from referee.archive.replay.opened import opened
from referee.archive.replay.packing import Boards
from referee.house.invitation import awaited
from referee.telling.catalog import telling
from referee.telling.fence import fence_of
from referee.telling.pictures import drawing
from referee.telling.plain_parts import plain_parts
from referee.telling.sentences import Reader, reader_of

SPOKEN = ' role="img" aria-label=""'
"""Where a drawing says what it shows to those who do not see it. On this page the table beside it says the same."""
UNSEEN = ' aria-hidden="true" focusable="false"'


class Drawn:
    """Draws the boards of a film, each once, and packs them."""

    def __init__(self, film: Film, language: str) -> None:
        """Nothing has been drawn."""
        self.film, self.language, self.boards = film, language, Boards()
        self._last: dict[Any, tuple[Any, int]] = {}

    def reader(self, n: int, seat: str | None) -> Reader:
        """The reader at frame n, who has the view of that time."""
        view = awaited(self.film.view(n, seat), self.film.house(n))
        return reader_of(self.film.game, self.film.content(n), view, self.language)

    def closed(self, n: int, seat: str | None) -> int:
        """The number of the board that a seat saw at frame n."""
        reader = self.reader(n, seat)
        return self._drawn((seat, "closed"), reader.view, lambda: board(reader))

    def open(self, n: int, seat: str | None, others: Sequence[str], *near: int) -> int:
        """The number of the same board with all cards open; `near` is that of the board as the seat saw it."""
        uncovered = self.film.uncovered(n)
        view = opened(self.film.view(n, seat), [self.film.view(n, one) for one in others])
        reader = reader_of(self.film.game, self.film.content(n), view, self.language)
        key = (view, uncovered)
        return self._drawn((seat, "open"), key, lambda: board(reader, uncovered), *near)

    def _drawn(self, whose: Any, shown: Any, draw: Callable[[], str], *near: int) -> int:
        """The board of a view, the same as the one before it if the view is."""
        last = self._last.get(whose)
        if last is not None and last[0] == shown:
            return last[1]
        before = () if last is None else (last[1],)
        number = self.boards.add(draw(), *before, *near)
        self._last[whose] = shown, number
        return number


def board(reader: Reader, uncovered: Any = None) -> str:
    """What lies on the table for the reader of a view: the drawing, the table, and all that is hidden if it is given.

    The words are those that `referee show --format html` has of the table.
    """
    fence = fence_of(reader.game, reader.content, reader.says.language).line
    table = telling(reader.game).table(reader.view, reader.says.word)
    values = {"table": table, "view": reader.view}
    parts: dict[str, Any] = {"table": values}
    if uncovered is not None:
        parts["uncovered"] = {**values, "uncovered": uncovered}
    picture = drawing(reader, table, spoken=False)
    made = reader.says.render(
        "replay_board.html",
        reader.voice,
        game=reader.game,
        fence=fence,
        language=reader.says.language,
        plain=plain_parts(reader, fence, parts),
        picture=picture.svg.replace(SPOKEN, UNSEEN, 1) if picture else "",
        uncovered=uncovered,
        **values,
    )
    return re.sub(r"\s*\n\s*", "\n", made).strip()
