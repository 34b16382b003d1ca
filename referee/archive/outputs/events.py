"""The events of a game as rows: one JSON object a line (NDJSON), or CSV (RFC 4180).

    for row in rows(Table.load("record.yaml")):
        print(row.position, row.kind, row.fields)

What a row holds is told by `event_schema`.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from io import StringIO
from typing import Any

from referee.archive.moments import moments
from referee.table.table import Table
from referee.util import data as share
from referee.util.layout import Document

OBEYED = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is worked out by a spreadsheet instead of shown (OWASP, CSV injection)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One event.

    Attributes:
        game, rules: the id of the game, and by which rules it is played.
        entry: the number of its entry in the record, from 0; in a redacted record, of those of its audience.
        event: which event of that entry, from 0.
        position: the position it led to, such as `7.2`.
        at: when the entry came (RFC 3339, UTC); "" where the audience is not told.
        seat: whose letter it was; "" for another act, and for letters that the audience is not told of.
        kind: the name of the event; `rule` is the number of the rule it carries out.
        fields: its fields, cards as faces; those only that the audience is shown.
    """

    game: str
    rules: str
    entry: int
    event: int
    position: str
    at: str
    seat: str
    kind: str
    rule: str
    fields: dict[str, Any]


COLUMNS = tuple(one.name for one in fields(Row))


def rows(table: Table) -> Iterator[Row]:
    """The events of a game in the order they happened, as far as its record tells them."""
    for moment in moments(table):
        seat = moment.letter.seat if moment.letter else ""
        for n, one in enumerate(moment.happened):
            place = (moment.number, n, one.position, moment.at)
            yield Row(table.id, table.game.name, *place, seat, one.kind, one.rule, one.fields)


def ndjson(table: Table) -> bytes:
    """The events as JSON, an object a line, in ASCII with sorted keys."""
    return "".join(f"{_json(asdict(row))}\n" for row in rows(table)).encode()


def as_csv(table: Table) -> bytes:
    """The events as CSV with a line of names first, in ASCII; `fields` is one cell of JSON.

    A cell that a spreadsheet would work out has an apostrophe before it.
    """
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, name)) for name in COLUMNS] for row in rows(table))
    return out.getvalue().encode()


def _cell(value: Any) -> str:
    text = _json(value) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(OBEYED) else text


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def event_schema() -> Document:
    """The JSON Schema (draft 7) of one line of `ndjson`."""
    schema: Document = json.loads(share.text("templates", "events.schema.json"))
    return schema
