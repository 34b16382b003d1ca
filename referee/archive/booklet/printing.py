"""A booklet laid out: as HTML from `templates/booklet.html`, and from that as PDF by WeasyPrint (the extra `booklet`).

Nothing is fetched: the only file beside the page itself is our own font. The same booklet gives the same bytes with
the same versions of WeasyPrint and of the fonts.
"""

import re
from datetime import date
from importlib.util import find_spec
from typing import Any

from referee.archive.booklet.content import Booklet
from referee.notation.languages import locale_of
from referee.telling.pictures import FONT
from referee.util import data as share
from referee.util.errors import NotInstalled

BOARD_FONT = "font:board"
"""What the page calls the font of the boards."""
STYLE = re.compile(r'(<svg [^>]*?) style="[^"]*"')
"""How a drawing is fitted to a screen, which says nothing on paper."""


def as_html(book: Booklet) -> str:
    """The booklet as one HTML page, laid out for paper."""
    reader = book.reader
    writers = {one.by for turn in book.turns for step in turn.steps for one in step.remarks}
    return STYLE.sub(
        r"\1",
        reader.says.render(
            "booklet.html",
            reader.voice,
            book=book,
            days=days_of(book),
            several=len(writers - {""}) > 1,
            language=reader.says.language,
            style=share.text("templates", "booklet.css"),
        ),
    )


def days_of(book: Booklet) -> str:
    """From when to when the game was played, in the words of its language; "" if that is not known."""
    from babel.dates import format_date, format_interval  # noqa: PLC0415  slow to load

    if not book.played[0]:
        return ""
    first, last = (date.fromisoformat(day) for day in book.played)
    locale = locale_of(book.reader.says.language)
    if first == last:
        return format_date(first, "long", locale=locale)
    return str(format_interval(first, last, "yMMMd", locale=locale))


def as_pdf(book: Booklet) -> bytes:
    """The booklet as PDF. Raises `Faulty` if WeasyPrint, or a library that it needs, is not installed."""
    if find_spec("weasyprint") is None:
        raise NotInstalled("booklet-missing")
    try:
        from weasyprint import HTML  # noqa: PLC0415  an extra, which need not be there
    except OSError as error:
        raise NotInstalled("booklet-library", error=str(error).partition("\n")[0]) from error
    page = HTML(string=as_html(book), url_fetcher=_fetched, base_url="")
    made: bytes = page.write_pdf(pdf_identifier=bytes.fromhex(book.seal[:32]))
    return made


def _fetched(url: str, *_: Any, **__: Any) -> dict[str, Any]:
    """The one file that a booklet may name."""
    if url != BOARD_FONT:
        raise ValueError(url)
    return {"string": share.folder("templates").joinpath("fonts", FONT).read_bytes(), "mime_type": "font/ttf"}
