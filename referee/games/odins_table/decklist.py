"""Reading a deck list: the file of this folder, or a player's own; every mistake told with its place."""

from functools import cache
from importlib.resources import files
from typing import Any

from referee.engine.kit.decklist import TITLE, Checker, Checks, Wrong, certainty, copies, size, text
from referee.engine.rules import cites
from referee.games.odins_table.cards import VALUES
from referee.games.odins_table.table import PIECES
from referee.util import plainyaml
from referee.util.plainyaml import Marked

LEAST, MOST = PIECES, 60
"""How many cards a deck may hold: at least one to each column (6.4)."""


def own_deck() -> list[dict[str, Any]]:
    """The deck list of `deck.yaml`, as content: a fresh copy."""
    return [dict(row) for row in _own_deck()]


@cache
def _own_deck() -> tuple[dict[str, Any], ...]:
    file = files(__package__).joinpath("deck.yaml")
    return tuple(checked_deck(plainyaml.read_text(file.read_bytes(), "deck.yaml")))


@cites("1.3", "1.4", "6.4")
def checked_deck(marked: Marked) -> list[dict[str, Any]]:
    """The content of a deck file, rows in the file's order, as `Deck.content` gives it.

    Raises `Faulty`, or `ManyFaulty` with all that is wrong in it, in the order of the file.
    """
    return _Checker(marked, CHECKS).content()


class _Checker(Checker):
    """The file of the deck, which is both players', being checked."""

    def content(self) -> list[dict[str, Any]]:
        rows = self.rows(self.marked.value)
        for index, row in rows.items():
            meant = VALUES.get(row.get("card", ""))
            if meant is not None and row.get("value", meant) != meant:
                self.fault(
                    "deck-other-value", (index, "value"), card=row["card"], value=row["value"], meant=meant
                )
        self.each_card_once(rows)
        if (
            (count := size(rows)) is not None
            and not LEAST <= count <= MOST
            and isinstance(self.marked.value, list)
        ):
            self.fault("deck-count", (), count=count, least=LEAST, most=MOST)
        self.tell()
        return list(rows.values())


def _card(value: Any) -> Wrong:
    if not isinstance(value, str):
        return "not-text", {"value": value}
    return None if value in VALUES else ("deck-no-such-card", {"card": value, "known": tuple(VALUES)})


def _value(value: Any) -> Wrong:
    most = max(VALUES.values())
    fits = type(value) is int and 0 <= value <= most
    return None if fits else ("deck-value", {"value": value, "most": most})


CHECKS: Checks = {
    "card": _card,
    "title": text(TITLE),
    "value": _value,
    "copies": copies(MOST),
    "certainty": certainty,
}
"""For each field of a row, what is wrong with a value: a key and its values, or None."""
