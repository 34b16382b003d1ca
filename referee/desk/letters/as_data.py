"""A letter as data, for those who write programs (`json yes`, H10): what its reader sees, was shown, owes and may do.

It holds what `referee show --json` and `referee moves --json` print for that seat, as of the last entry that the
letter tells of, the turns that the letter has links for, and nothing else: all of it comes from the seat's own view.
`templates/letter.schema.json` is its form.
"""

import json
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from referee.desk.letters.due import Due
from referee.engine.choices import Choices, Family
from referee.engine.plain import plain
from referee.house.invitation import awaited
from referee.house.letters import DataChosen
from referee.house.undo import left_over, owing
from referee.post.writing import Attachment
from referee.table.points import Told
from referee.table.table import Table
from referee.telling.catalog import telling

FORM = 1
"""The number of the form, which a program may look at first."""
MOST = 1000
"""How many moves of one family are listed at most."""


def attached_data(table: Table, one: Due, number: str, told: Sequence[Told]) -> tuple[Attachment, ...]:
    """The letter as data, if its reader wants that and the game has begun."""
    if not table.index.chosen.value(DataChosen, one.seat, one.until + 1):
        return ()
    made = document(table, one.seat, one.until, number, told)
    data = json.dumps(made, ensure_ascii=False, indent=1).encode() + b"\n"
    return (Attachment(f"{number}.data.json", "application/json", data),)


def document(table: Table, seat: str, until: int, number: str, told: Sequence[Told]) -> dict[str, Any]:
    """What a seat sees after entry `until`; `told` is what the letter tells it."""
    point, game = table.points[until], table.game
    view = game.view(point.state, seat)
    choices = left_over(point.house, seat, game.choices(view))
    return {
        "form": FORM,
        "game": table.id,
        "rules": game.name,
        "letter": number,
        "seat": seat,
        "position": "{}.{}".format(*game.position(view)),
        "table": plain(telling(game).table(view)),
        "told": [{"position": one.position, **plain(one.seen)} for one in told],
        "owed": plain(owing(awaited(view, point.house), point.house).owed),
        "choices": choices_told(choices),
        "likely": [[move.written for move in turn] for turn in telling(game).likely(view, choices)],
        "outcome": plain(view.outcome),
        "seal": table.seal_for(seat, until + 1),
    }


def choices_told(choices: Choices) -> dict[str, Any]:
    """What may be ordered, by families, in canonical notation."""
    return {"count": choices.count, "families": [family_told(family) for family in choices.families]}


def family_told(family: Family) -> dict[str, Any]:
    """A family of moves: all of them where they can be listed, else one as an example."""
    listed = family.listed and family.count <= MOST
    some = islice(family.moves(), MOST) if listed else [family.draw(Random(1))]  # noqa: S311  an example, not a lot
    return {
        "family": family.key,
        "rule": family.rule,
        "count": family.count,
        "listed": listed,
        **({"at_least": True} if family.at_least else {}),
        "moves": [move.written for move in some],
    }
