"""What stands in the page of a replay, read without a browser; and what `referee show` says of the same position."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from lxml import html as lxml_html  # type: ignore[import-untyped]

from referee.api import Table
from referee.cli.show import page as shown_page
from referee.telling.catalog import catalog
from support.golden import EXAMPLES

Data = dict[str, Any]


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
    return "".join(data["pieces"][one] for one in ids_of(data["boards"], number))


def ids_of(boards: Sequence[Any], number: int) -> list[int]:
    """The pieces of a board: a list, or the edits of another one."""
    packed = boards[number]
    if isinstance(packed, list):
        return packed
    old, made, at = ids_of(boards, packed["of"]), list[int](), 0
    for place, dropped, *put in packed["edits"]:
        made += [*old[at:place], *put]
        at = place + dropped
    return [*made, *old[at:]]


def words_of(html: str) -> list[str]:
    """The words that a piece of HTML shows, but for those of its drawing."""
    tree = lxml_html.fromstring(f"<div>{re.sub('<svg.*?</svg>', '', html, flags=re.DOTALL)}</div>")
    return " ".join(tree.itertext()).split()


def told_by_show(table: Table, seat: str | None) -> list[str]:
    """The words of the table in what `referee show --format html` prints."""
    says = catalog(table.game.name, table.index.language(seat))
    after = shown_page(table, seat).partition(f">{says.say('texts', 'table')}</h2>")[2]
    return words_of(re.split(r'<h2|<p class="quiet" style="[^"]*anywhere', after)[0])
