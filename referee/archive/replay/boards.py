"""The board of a frame as HTML, drawn by the game's own templates from one view; and boards packed.

Each board differs little from the one before it, so only the difference is kept. It is cut into pieces at its tags and
commas; a piece stands once in the page, however many boards have it. A board is then a list of numbers of pieces, or a
board before it with edits: a list of lists, first the number of that board, then each edit. In place of a run of pieces
another board may stand within a board, by a number below 0: -1 for board 0, -2 for board 1.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from html import unescape
from typing import Any

from markupsafe import Markup

from referee.archive.replay.frames import Film
from referee.house.invitation import awaited
from referee.telling.catalog import telling
from referee.telling.laid import MORE, PEOPLE, has_page, plain_parts
from referee.telling.pictures import drawing
from referee.telling.sentences import Reader, reader_of
from referee.telling.voice import PERSON
from referee.util.regexes import regex
from referee.util.values import Struct, field, field_names, replace

# Boards packed.

PIECE = regex(r"<[^>]*>[^<,]*,?|[^<,]+,?|[<,]")
WITHIN, STANDS = "\ue001{}\ue001", regex("\ue001([0-9]+)\ue001")
"""How one board stands within another that is taken in; no text of a page has this letter."""
Ids = tuple[int, ...]
Edit = list[int]
"""From which piece on, how many are dropped there, and the pieces that stand there instead."""


class Boards(Struct, dict=True):
    """Boards by number, as they are packed into a page.

    `pieces` are what they are made of; `made` makes a piece of the page of a piece that is given.
    """

    made: Callable[[str], str] = str
    pieces: list[str] = field(default_factory=list)
    packed: list[Any] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)
    _cut: list[Ids] = field(default_factory=list)
    _numbers: dict[Ids, int] = field(default_factory=dict)

    def add(self, html: str, *near: int) -> int:
        """Take in a board and return its number; `near` are boards that it is likely to be like."""
        cut = tuple(self._pieces(html))
        if (number := self._numbers.get(cut)) is not None:
            return number
        self._numbers[cut] = number = len(self._cut)
        self._cut.append(cut)
        ways: list[list[Any]] = [[[one], *_edits(self._cut[one], cut)] for one in dict.fromkeys(near)]
        self.packed.append(min([list(cut), *ways], key=_length))
        return number

    def html(self, number: int) -> str:
        """A board as it was taken in."""
        return "".join(self.html(-1 - one) if one < 0 else self.pieces[one] for one in self._cut[number])

    def _pieces(self, html: str) -> Iterator[int]:
        for at, text in enumerate(STANDS.split(html)):
            if at % 2:
                yield -1 - int(text)
            else:
                yield from map(self._piece, PIECE.findall(text))

    def _piece(self, text: str) -> int:
        if (number := self._known.get(text)) is None:
            number = self._known[text] = len(self.pieces)
            self.pieces.append(self.made(text))
        return number


def _length(packed: Sequence[Any]) -> int:
    return sum(len(one) if isinstance(one, list) else 1 for one in packed)


def _edits(old: Ids, new: Ids) -> Iterator[Edit]:
    """The edits that make the new board of the old one, each at its place in the old one, first to last."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    here, there = old[head : len(old) - tail], new[head : len(new) - tail]
    for kind, at, end, first, last in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if kind != "equal":
            yield [head + at, end - at, *there[first:last]]


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


# A table with all cards open: what one reader saw, filled up with what the others saw at that time.

OF_THE_READER = frozenset({"seat", "owed", "names"})
"""Fields of a view that say who looks on, not what lies there."""
NOTHING: tuple[Any, ...] = (None, "", ())
"""What stands in a view for something that its reader is not shown."""


def opened(view: Any, others: Sequence[Any]) -> Any:
    """A view in which stands what any of the other views shows, wherever its own reader is shown nothing.

    A card that nobody sees stays hidden. The views are those of one game at one time.
    """
    known = {name: getattr(view, name) for name in field_names(view) or ()}
    return replace(
        view,
        **{
            name: _filled(value, [getattr(one, name) for one in others])
            for name, value in known.items()
            if name not in OF_THE_READER
        },
    )


def _filled(mine: Any, others: Sequence[Any]) -> Any:
    alike = [one for one in others if type(one) is type(mine)]
    if all(one == mine for one in others):
        return mine
    if mine in NOTHING:
        return next((one for one in others if one not in NOTHING), mine)
    if isinstance(mine, tuple) and hasattr(mine, "_fields"):
        return type(mine)(*(_filled(own, column) for own, column in _columns(mine, alike)))
    if isinstance(mine, tuple) and all(len(one) == len(mine) for one in alike):
        return tuple(_filled(own, column) for own, column in _columns(mine, alike))
    if isinstance(mine, Struct):
        return opened(mine, alike)
    return mine


def _columns(mine: Any, others: Sequence[Any]) -> list[tuple[Any, list[Any]]]:
    return [(own, [one[at] for one in others]) for at, own in enumerate(mine)]


# Boards drawn.

SPOKEN = ' role="img" aria-label=""'
"""Where a drawing says what it shows to those who do not see it. On this page the table beside it says the same."""
UNSEEN = ' aria-hidden="true" focusable="false"'


STYLED = regex(r'<[^<>]* style="[^"<>]*"[^<>]*>')
STYLE, CLASS = regex(r' style="([^"]*)"'), regex(r' class="([^"]*)"')


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


class Kept:
    """The parts of boards (`referee.telling.catalog`), each drawn and packed once.

    In place of a part it gives its number between two marks, which `Boards.add` understands.
    """

    def __init__(self, boards: Boards) -> None:
        """Nothing has been drawn."""
        self._boards = boards
        self._drawn: dict[Any, str] = {}
        self._last: dict[Any, int] = {}
        self._seat: str | None = None
        self._content = 0
        self._count = Counter[str]()

    def begin(self, seat: str | None, content: int) -> "Kept":
        """The parts of a board follow, for this seat, with the options of this number."""
        self._seat, self._content, self._count = seat, content, Counter[str]()
        return self

    def __call__(self, name: str, values: tuple[Any, ...], draw: Callable[[], str]) -> str:
        """A part of a board: drawn, or as it was drawn before from the same values."""
        self._count[name] += 1
        key = self._content, name, values
        if (drawn := self._drawn.get(key)) is None:
            drawn = self._drawn[key] = self._packed((name, self._count[name]), laid(draw()))
        return Markup(drawn)  # noqa: S704  a number, or as the template drew it

    def _packed(self, place: tuple[str, int], html: str) -> str:
        if not html.strip() or PERSON in html:
            return html
        near = [last for one in ((self._seat, place), place) if (last := self._last.get(one)) is not None]
        number = self._last[self._seat, place] = self._last[place] = self._boards.add(html, *near)
        return WITHIN.format(number)


class Drawn:
    """Draws the boards of a film, each once, and packs them."""

    def __init__(self, film: Film, language: str) -> None:
        """Nothing has been drawn."""
        self.film, self.language, self.styles = film, language, Styles()
        self.boards = Boards(self.styles.classed)
        self.kept = Kept(self.boards)
        self._last: dict[Any, tuple[Any, int]] = {}
        self._numbers: dict[Any, int] = {}
        self._contents: dict[int, Any] = {}  # kept, so that no other has the same id

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
        content = self._contents.setdefault(id(reader.content), reader.content)
        kept = self.kept.begin(view.seat, id(content))
        return self.boards.add(board(reader, uncovered, kept), *near)

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


def laid(html: str) -> str:
    """HTML without blank lines, and without blanks where a line begins or ends."""
    return re.sub(r"\s*\n\s*", "\n", html)


def board(reader: Reader, uncovered: Any, kept: Kept) -> str:
    """What lies on the table for the reader of a view: the drawing, the table, and all that is hidden if it is given.

    The words are those that `referee show --format html` has of the table.
    """
    fence = reader.fence.line
    table = telling(reader.game).table(reader.view, reader.says.word)
    values = {"table": table, "view": reader.view}
    parts: dict[str, Any] = {"table": values}
    if uncovered is not None:
        parts["uncovered"] = {**values, "uncovered": uncovered}
    picture = drawing(reader, table, spoken=False, kept=kept)
    made = reader.says.render(
        "replay_board.html",
        reader.voice,
        game=reader.game,
        fence=fence,
        language=reader.says.language,
        plain=plain_parts(reader, fence, parts),
        picture=picture.svg.replace(SPOKEN, UNSEEN, 1) if picture else "",
        uncovered=uncovered,
        kept=kept,
        people=has_page(reader.game.name, PEOPLE),
        more=has_page(reader.game.name, MORE),
        moves=(),
        **values,
    )
    return laid(made).strip()
