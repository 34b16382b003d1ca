"""Reading a deck list: the file of this folder, or a player's own; every mistake told with its place."""

from typing import Any

from referee.engine.kit.decklist import (
    CERTAINTY,
    DRAFT,
    TITLE,
    Checker,
    DeckFile,
    Field,
    Fields,
    Wrong,
    copies,
    row_schema,
    size,
    whole,
)
from referee.engine.rules import cites
from referee.games.odins_table.cards import VALUES, Deck
from referee.games.odins_table.table import PIECES

LEAST, MOST = PIECES, 60
"""How many cards a deck may hold: at least one to each column (6.4)."""


def _card(value: Any) -> Wrong:
    if not isinstance(value, str):
        return "not-text", {"value": value}
    return None if value in VALUES else ("deck-no-such-card", {"card": value, "known": tuple(VALUES)})


ROW: Fields = {
    "card": Field(_card, {"description": "The card's name in orders.", "enum": list(VALUES)}),
    "title": TITLE,
    "value": whole(0, max(VALUES.values()), "deck-value", "The value printed on the card."),
    "copies": copies(MOST),
    "certainty": CERTAINTY,
}
"""What each field of a row may be."""


@cites("1.3", "1.4", "6.4")
class _Checker(Checker):
    """The file of the deck, which is both players', being checked."""

    ROW = ROW

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


DECK_LIST = DeckFile(
    __package__,
    "deck.yaml",
    _Checker,
    Deck.of,
    {
        "$schema": DRAFT,
        "title": "Odin's Table: deck list",
        "description": f"The rows of the deck, {LEAST} to {MOST} cards in all; both players have the same one.",
        "type": "array",
        "items": row_schema(ROW),
    },
)
