"""The board as a picture: drawn for one reader from the same data as the table, with words that tell all of it.

If a game has a `board.svg` among its templates, it draws the board; the words are what `position_in_words` of
its module `telling` gives. Pages hold the drawing itself; mails hold it as PNG, because many mail programs
show no SVG. The PNG is made with our own font alone, so that it is the same to the byte wherever it is made.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from referee.telling.catalog import telling
from referee.util import data as share

if TYPE_CHECKING:
    from referee.table.points import Told
    from referee.telling.sentences import Reader

FONT = "DejaVuSansCondensed-Bold.ttf"
TWICE = 2
"""Dots of the PNG for each pixel of the page, for screens of today."""
LARGEST = 200_000
"""Bytes of a PNG above which a letter goes without it."""
PNG = b"\x89PNG\r\n\x1a\n"
SIZE = re.compile(r'<svg [^>]*?\bwidth="([1-9][0-9]{1,3})" height="([1-9][0-9]{1,3})"')
PANIC = "PanicException"
"""How an error within the renderer is raised; it is no `Exception`."""
Wanted = Literal["", "svg", "png"]
"""How a letter shows the board: by its table alone, by a drawing within the page, or by an image that goes with it."""


class Drawing(NamedTuple):
    """A board as SVG, what it shows in words, and its size in pixels of the page."""

    svg: str
    alt: str
    width: int
    height: int


class Image(NamedTuple):
    """A PNG that goes with a mail: its id, by which the page names it (RFC 2392), and its bytes."""

    id: str
    data: bytes


class Shown(NamedTuple):
    """What a page shows of a board: the drawing itself, or an image in place of it."""

    drawing: Drawing
    image: Image | None


def shown(
    reader: "Reader", table: Any, number: str, wanted: Wanted, told: "Sequence[Told]" = ()
) -> Shown | None:
    """The picture for the letter of this number; None if there is none, or it cannot be made.

    `table` is what the game's `telling.table` gives for the reader's view: nothing else goes into the
    picture, but for the marks on what changed last, which come from what the reader is `told`. The id of an
    image is made from the number alone.
    """
    if not wanted or (wanted == "png" and not renders()):
        return None
    board = drawing(reader, table, told=told)
    if board is None or wanted == "svg":
        return None if board is None else Shown(board, None)
    data = rendered(board.svg)
    return Shown(board, Image(f"board@{number}", data)) if data else None


def drawing(
    reader: "Reader",
    table: Any,
    *,
    spoken: bool = True,
    kept: Callable[..., str] | None = None,
    told: "Sequence[Told]" = (),
) -> Drawing | None:
    """The board as its reader sees it; None if the game has no drawing, or the drawing fails.

    Without words where it need not be `spoken`, because a table beside it says the same. With `kept`, parts are
    drawn once (see `referee.telling.kept_parts`).
    """
    try:
        return _drawn(reader, table, kept, spoken=spoken, told=told)
    except Exception:  # noqa: BLE001  a letter goes out without its picture rather than not at all
        return None


def _drawn(
    reader: "Reader",
    table: Any,
    kept: Callable[..., str] | None,
    *,
    spoken: bool = True,
    told: "Sequence[Told]" = (),
) -> Drawing | None:
    if not _has_drawing(reader.game.name):
        return None
    game = telling(reader.game)
    marked = game.marked(one.seen for one in told if not one.undone)
    alt = ""
    if spoken:
        key, values = game.position_in_words(reader.view)
        alt = reader.text(key, **values)
        alt += "\n" + reader.text("picture-marked", marked=sorted(marked)) if marked else ""
    template = reader.says.pages.get_template(f"{reader.game.name}/board.svg")
    made = template.render(
        table=table, alt=alt, language=reader.says.language, voice=reader.voice, kept=kept, marked=marked
    )
    svg = re.sub(r"\n\s*", "\n", made).strip()
    size = SIZE.match(svg)
    return Drawing(svg, alt, int(size[1]), int(size[2])) if size else None


@cache
def _has_drawing(game: str) -> bool:
    try:
        return bool(share.text("templates", game, "board.svg"))
    except FileNotFoundError:
        return False


@cache
def renders() -> bool:
    """Whether drawings can be made into images here: the extra `pictures` is installed."""
    return find_spec("resvg_py") is not None


def rendered(svg: str) -> bytes:
    """A drawing as PNG, two dots to a pixel; b"" if it cannot be made."""
    try:
        data = _rendered(svg)
    except Exception:  # noqa: BLE001  a letter goes out without its picture rather than not at all
        return b""
    except BaseException as error:
        if type(error).__name__ != PANIC:
            raise
        return b""
    return data if data.startswith(PNG) and len(data) <= LARGEST else b""


@lru_cache(maxsize=128)
def _rendered(svg: str) -> bytes:
    import resvg_py  # noqa: PLC0415  an extra, which need not be there

    with as_file(share.folder("templates").joinpath("fonts", FONT)) as font:
        # Without soft edges, which nobody sees at two dots to a pixel, the image is a third of the size.
        made = resvg_py.svg_to_bytes(
            svg,
            skip_system_fonts=True,
            font_files=[str(font)],
            zoom=TWICE,
            shape_rendering="crisp_edges",
            text_rendering="optimize_speed",
        )
    return bytes(made)
