"""What stands in the page of a replay, read without a browser; and what `referee show` says of the same position."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

from lxml import html as lxml_html  # type: ignore[import-untyped]

from referee.api import Table
from referee.archive.moments import moments
from referee.archive.notes import Note
from referee.archive.places import place_in
from referee.cli.show import page as shown_page
from referee.telling.catalog import catalog
from support.golden import EXAMPLES

Data = dict[str, Any]
LOST = EXAMPLES / "thunder" / "treasure-lost" / "record.yaml"
AT = "2026-02-01T09:00:00Z"


def note(table: Table, where: str, **more: Any) -> Note:
    """A comment of Anna's, unless it is said otherwise."""
    moment, place = place_in(moments(table), where)
    given = {"at": AT, "kind": "comment", "by": "Anna", "text": "So."}
    return Note(**{**given, "about": moment.seal, "place": place, **more})


def annotated() -> tuple[Table, list[Note]]:
    """A finished game, with notes of every kind that a replay shows."""
    table = Table.load(LOST)
    return table, [
        note(table, "game", kind="tag", name="event", text="A sample game"),
        note(table, "game", text="Orders drawn by lot."),
        note(table, "4.0", kind="bookmark", text="The turning point"),
        note(table, "4.0", text="The move of the game.", glyph="!"),
        note(table, "15.0", kind="question", text="Where is the Crown safe?"),
        note(table, "15.0", kind="line", text="draw; draw"),
        note(
            table, "15.0", kind="line", text="lay odins-crown C3; draw (lay odins-crown B1); lay nothing Z9"
        ),
        note(table, "16.1 card loki.freya", text="Never used.", glyph="??"),
        note(table, "16.2", kind="position", text="The treasure is lost"),
    ]


def finished() -> list[Table]:
    """The examples that are played to the end."""
    tables = map(Table.load, sorted(EXAMPLES.glob("*/*/record.yaml")))
    return [table for table in tables if table.outcome is not None]


@cache
def data_of(made: str) -> Data:
    """The data that stand in a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', made, re.DOTALL)
    assert found
    data: Data = json.loads(found[1])
    return data


def board_of(data: Data, number: int) -> str:
    """A board of a page, put together as its script does it."""
    ids = ids_of(data["boards"], number)
    return "".join(board_of(data, -1 - one) if one < 0 else data["pieces"][one] for one in ids)


def ids_of(boards: Sequence[Any], number: int) -> list[int]:
    """The pieces of a board: a list, or the edits of another one."""
    packed = boards[number]
    if not (packed and isinstance(packed[0], list)):
        return list(packed)
    old, made, at = ids_of(boards, packed[0][0]), list[int](), 0
    for place, dropped, *put in packed[1:]:
        made += [*old[at:place], *put]
        at = place + dropped
    return [*made, *old[at:]]


def words_of(html: str) -> list[str]:
    """The words that a piece of HTML shows, but for those of its drawing."""
    tree = lxml_html.fromstring(f"<div>{re.sub('<svg.*?</svg>', '', html, flags=re.DOTALL)}</div>")
    return " ".join(tree.itertext()).split()


def told_by_show(table: Table, seat: str | None, *headings: str) -> list[str]:
    """The words of the table in what `referee show --format html` prints, below the headings with these keys.

    Without what cards do that the reader has now for the first time: that is of the letter, not of the position.
    """
    says = catalog(table.game.name, table.index.language(seat))
    with patch("referee.telling.letter.learned", return_value=()):
        shown, parts = shown_page(table, seat), list[str]()
    for one in headings or ("table", "table-more"):
        heads = {f">{says.say('texts', one, params={'ways': ways})}</h2>" for ways in (True, False)}
        parts.append(next((shown.partition(head)[2] for head in heads if head in shown), ""))
    ends = r'<h2|<p class="quiet" style="[^"]*">(?=Letter |Brief )'
    return [word for part in parts for word in words_of(re.split(ends, part)[0])]
