"""Parts of a report for which a game has a text but no page: the page shows the text, a paragraph for each line."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from referee.telling.sentences import Reader
from referee.util import data

DRAWN = re.compile(r"\S(?: {2,}|.*\|)\S")
"""A line whose letters are aligned with those of other lines: it is shown as it is set."""
PEOPLE, MORE = "people", "more"
"""The templates of what a page tells of the table below the likely answers, and below the moves, if a game has them."""


class Plain(NamedTuple):
    """The lines of a part, and whether they are to be shown as they are set."""

    lines: tuple[str, ...]
    drawn: bool


@cache
def has_page(game: str, part: str) -> bool:
    """Whether a game has a template of its own for a part of a page."""
    try:
        data.text("templates", game, f"{part}.html")
    except FileNotFoundError:
        return False
    return True


def plain_parts(reader: Reader, fence: Callable[[str], str], shown: dict[str, Any]) -> dict[str, Plain]:
    """The parts that have no page, from their texts; `shown` is the data of each part that is to be shown."""
    game, made = reader.game, dict[str, Plain]()
    for part, values in shown.items():
        if not has_page(game.name, part):
            text = reader.says.render(f"{game.name}/{part}.txt", reader.voice, game=game, **values)
            made[part] = _plain(text, fence)
    return made


def _plain(text: str, fence: Callable[[str], str]) -> Plain:
    """A text as lines, with broken lines joined again unless something is drawn in it."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if any(DRAWN.search(line) for line in lines):
        return Plain(tuple(map(fence, lines)), drawn=True)
    joined = list[str]()
    for line in lines:
        if line.startswith(" ") and joined:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return Plain(tuple(map(fence, joined)), drawn=False)
