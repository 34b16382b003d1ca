"""The board of a frame as HTML, drawn by the game's own templates from one view."""

import re
from collections.abc import Callable, Sequence
from html import unescape
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


STYLED = re.compile(r'<[^<>]* style="[^"<>]*"[^<>]*>')
STYLE, CLASS = re.compile(r' style="([^"]*)"'), re.compile(r' class="([^"]*)"')


class Styles:
    """The styles of the elements of boards, each as a class: each stands once in the page, none in an element."""

    def __init__(self) -> None:
        """None yet."""
        self._names: dict[str, str] = {}

    def classed(self, html: str) -> str:
        """The same HTML with classes for its styles."""
        return STYLED.sub(self._tag, html)

    def _tag(self, match: re.Match[str]) -> str:
        tag = match[0]
        style = STYLE.search(tag)
        assert style is not None  # noqa: S101  the tag has one
        tag, name = STYLE.sub("", tag), self._names.setdefault(style[1], f"s{len(self._names)}")
        if CLASS.search(tag):
            return CLASS.sub(rf' class="\1 {name}"', tag)
        head, end = (tag[:-2], "/>") if tag.endswith("/>") else (tag[:-1], ">")
        return f'{head} class="{name}"{end}'

    @property
    def css(self) -> str:
        """The classes, as CSS."""
        return "".join(f".{name}{{{unescape(style)}}}\n" for style, name in self._names.items())


class Drawn:
    """Draws the boards of a film, each once, and packs them."""

    def __init__(self, film: Film, language: str) -> None:
        """Nothing has been drawn."""
        self.film, self.language, self.styles = film, language, Styles()
        self.boards = Boards(self.styles.classed)
        self._last: dict[Any, tuple[Any, int]] = {}
        self._numbers: dict[Any, int] = {}

    def reader(self, n: int, seat: str | None) -> Reader:
        """The reader at frame n, who has the view of that time."""
        view = awaited(self.film.view(n, seat), self.film.house(n))
        return reader_of(self.film.game, self.film.content(n), view, self.language)

    def closed(self, n: int, seat: str | None) -> int:
        """The number of the board that a seat saw at frame n."""
        return self._once(n, seat, False, lambda: (self.reader(n, seat).view, None))

    def open(self, n: int, seat: str | None, others: Sequence[str], *near: int) -> int:
        """The number of the same board with all cards open; `near` is that of the board as the seat saw it."""

        def shown() -> tuple[Any, Any]:
            views = [self.film.view(n, one) for one in others]
            return opened(self.film.view(n, seat), views), self.film.uncovered(n)

        return self._once(n, seat, True, shown, *near)

    def of(self, n: int, view: Any, uncovered: Any, *near: int) -> int:
        """The number of the board of another view than those of frame n, with the options of that time."""
        reader = reader_of(self.film.game, self.film.content(n), view, self.language)
        return self.boards.add(board(reader, uncovered), *near)

    def _once(
        self, n: int, seat: str | None, open_: bool, shown: Callable[[], tuple[Any, Any]], *near: int
    ) -> int:
        """Each board is drawn once; one that shows the same as the one before it is that one."""
        if (n, seat, open_) not in self._numbers:
            what, last = shown(), self._last.get((seat, open_))
            if last is None or last[0] != what:
                before = () if last is None else (last[1],)
                last = self._last[seat, open_] = what, self.of(n, *what, *before, *near)
            self._numbers[n, seat, open_] = last[1]
        return self._numbers[n, seat, open_]


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
