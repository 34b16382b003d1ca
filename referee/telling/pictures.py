"""The board as a picture: drawn for one reader from the same data as the table, with words that tell all of it.

If a game has a `board.svg` among its templates, it draws the board; the words are what `position_in_words` of
its module `telling` gives. A game that is larger than a phone has a `near.svg` too: what of the board its reader plays
with now, with the words of `near_in_words`. It stands above the moves then, and the board below them. Pages hold the
drawing itself; mails hold it as PNG, because many mail programs show no SVG. The PNG is made with our own font alone,
so that it is the same to the byte wherever it is made.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from referee.telling.catalog import telling
from referee.util import data as share
from referee.util.regexes import regex

if TYPE_CHECKING:
    from referee.table.points import Told
    from referee.telling.sentences import Reader

BOARD, NEAR = "board.svg", "near.svg"
"""The drawings of a game: of all, and of what its reader plays with now."""
FONT = "DejaVuSansCondensed-Bold.ttf"
TWICE = 2
"""Dots of the PNG for each pixel of the page, for screens of today."""
LARGEST = 200_000
"""Bytes of a PNG above which a letter goes without it."""
PNG = b"\x89PNG\r\n\x1a\n"
SIZE = regex(r'<svg [^>]*?\bwidth="([1-9][0-9]{1,3})" height="([1-9][0-9]{1,3})"')
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
    """What a page shows of a board: the drawing itself, or an image in place of it.

    If it is only what is near to the reader, `whole` is the board, which stands below the moves.
    """

    drawing: Drawing
    image: Image | None
    whole: "Shown | None" = None


def table_laid_open(reader: "Reader", uncovered: Any) -> Any:
    """The table of a game that is over as text, page and picture show it, with what lay hidden where it lay."""
    game = telling(reader.game)
    return game.table(game.laid_open(reader.view, uncovered), reader.says.word)


def shown(
    reader: "Reader",
    table: Any,
    number: str,
    wanted: Wanted,
    told: "Sequence[Told]" = (),
    *,
    short: bool = False,
) -> Shown | None:
    """The picture for the letter of this number; None if there is none, or it cannot be made.

    `table` is what the game's `telling.table` gives for the reader's view: nothing else goes into the
    picture, but for the marks on what changed last, which come from what the reader is `told`. The id of an
    image is made from the number alone. Where a letter is `short`, what is near is enough.
    """
    if not wanted or (wanted == "png" and not renders()):
        return None
    near = drawing(reader, table, told=told, template=NEAR)
    above = _shown(near, f"near@{number}", wanted)
    if above and short:
        return above
    whole = _shown(drawing(reader, table, told=told, apart=above is not None), f"board@{number}", wanted)
    return above._replace(whole=whole) if above else whole


def _shown(made: Drawing | None, name: str, wanted: Wanted) -> Shown | None:
    """A drawing as a page shows it; None without one, or where no image can be made of it."""
    if made is None or wanted == "svg":
        return None if made is None else Shown(made, None)
    data = rendered(made.svg)
    return Shown(made, Image(name, data)) if data else None


def drawing(reader: "Reader", table: Any, **how: Any) -> Drawing | None:
    """The board as its reader sees it, `how` as of `_drawn`; None if the game has no drawing, or the drawing fails."""
    try:
        return _drawn(reader, table, **how)
    except Exception:  # noqa: BLE001  a letter goes out without its picture rather than not at all
        return None


def _drawn(
    reader: "Reader",
    table: Any,
    kept: Callable[..., str] | None = None,
    *,
    spoken: bool = True,
    told: "Sequence[Told]" = (),
    template: str = BOARD,
    apart: bool = False,
) -> Drawing | None:
    """The board as its reader sees it; None if the game has no drawing.

    Without words where it need not be `spoken`, because a table beside it says the same. With `kept`, parts are
    drawn once (see `referee.telling.catalog`). `apart` says that what is near stands in a drawing of its own.
    """
    if not _has_drawing(reader.game.name, template):
        return None
    game = telling(reader.game)
    marked = game.marked(one.seen for one in told if not one.undone)
    alt = ""
    if spoken:
        key, values = (game.near_in_words if template == NEAR else game.position_in_words)(reader.view)
        alt = reader.text(key, **values)
        alt += "\n" + reader.text("picture-marked", marked=sorted(marked)) if marked else ""
    values = {
        "table": table,
        "alt": alt,
        "voice": reader.voice,
        "kept": kept,
        "marked": marked,
        "apart": apart,
    }
    page = reader.says.pages.get_template(f"{reader.game.name}/{template}")
    made = page.render(language=reader.says.language, **values)
    svg = re.sub(r"\n\s*", "\n", made).strip()
    size = SIZE.match(svg)
    return Drawing(svg, alt, int(size[1]), int(size[2])) if size else None


@cache
def _has_drawing(game: str, template: str = BOARD) -> bool:
    try:
        return bool(share.text("templates", game, template))
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
