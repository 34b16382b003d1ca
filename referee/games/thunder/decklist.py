"""Reading a deck list: the file of this folder, or a player's own; every mistake told with its place."""

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.kit.decklist import (
    CERTAINTY,
    DRAFT,
    TITLE,
    Checker,
    DeckFile,
    Field,
    Fields,
    Row,
    Wrong,
    copies,
    flag,
    mapping,
    row_schema,
    size,
    text,
    whole,
)
from referee.games.thunder.cards import GIANTS, LEADERS, POWERS, SEATS, TREASURES, Decks

DECK_SIZE = 50
STRONGEST = 7
SHORT = 7
"""What the board, 30 columns wide, has room for in each of its three columns."""
NAME = "[a-z][a-z-]*"
TAKEN = ("own", "captured", "hand", "none", "default", "never", "a", "b", "c")
"""Words that mean something else where an order names a card."""
HOMES: Mapping[str, str] = {
    "thor": "thor",
    "odins-ring": "thor",
    "mjolnir": "thor",
    "loki": "loki",
    "odins-crown": "loki",
    "gungnir": "loki",
}
"""Cards that belong to one deck only; the leaders and treasures among them to each once."""
ONCE = LEADERS | TREASURES


NEEDED = GIANTS | {"viking-warriors"}
NAMED = (
    LEADERS | TREASURES | GIANTS | POWERS | {"viking-warriors", "female-archer", "shield-wall", "nightmare"}
)
"""The names the rules speak of; the others are the box owner's to choose. Those needed bear no symbol."""


def _card(value: Any) -> Wrong:
    if not isinstance(value, str):
        return "not-text", {"value": value}
    if not re.fullmatch(NAME, value):
        return "deck-card-name", {"card": value}
    return ("deck-word-taken", {"card": value}) if value in TAKEN else None


ROW: Fields = {
    "card": Field(
        _card,
        {
            "description": "The card's name in orders: small letters and hyphens.",
            "type": "string",
            "pattern": f"^{NAME}$",
            "not": {"enum": list(TAKEN)},
        },
    ),
    "title": TITLE,
    "short": text(SHORT, "The card's name on the board."),
    "strength": whole(
        0,
        STRONGEST,
        "deck-strength",
        "The strength printed on the card; null where none is printed.",
        none=True,
    ),
    "symbol": flag("Whether the card bears the mythological symbol."),
    "copies": copies(DECK_SIZE),
    "certainty": CERTAINTY,
}
"""What each field of a row may be."""


class _Checker(Checker):
    """The file of both decks being checked."""

    ROW = ROW

    def content(self) -> dict[str, Any]:
        decks = self.fields(self.marked.value, (), SEATS)
        rows = {
            seat: found for seat, deck in decks.items() if (found := self.rows(deck, (seat,))) or deck == []
        }
        for seat, good in rows.items():
            self.whole_deck(seat, good)
        if len(rows) == len(SEATS):
            self.same_meaning(rows["thor"], rows["loki"])
            self.known_names(rows)
        self.tell()
        return {seat: [{key: row[key] for key in ROW} for row in decks[seat]] for seat in SEATS}

    def whole_deck(self, seat: str, rows: Mapping[int, Row]) -> None:
        """What holds for a deck as a whole: its size, and the cards it must and must not have."""
        if (count := size(rows)) not in {None, DECK_SIZE}:
            self.fault("deck-size", (seat,), at_key=True, deck=seat, count=count, size=DECK_SIZE)
        self.each_card_once(rows, (seat,))
        for index, row in rows.items():
            if "card" in row:
                self.at_home(seat, index, row)
        if all("card" in row for row in rows.values()):
            for card in sorted(ONCE - {row["card"] for row in rows.values()}):
                if HOMES[card] == seat:
                    self.fault("deck-lacks", (seat,), at_key=True, deck=seat, card=card)

    def at_home(self, seat: str, index: int, row: Row) -> None:
        """Leaders, treasures and spears: in the right deck; leaders and treasures once, and of no strength."""
        card = row["card"]
        if HOMES.get(card, seat) != seat:
            self.fault("deck-elsewhere", (seat, index, "card"), card=card, deck=HOMES[card])
        if card not in ONCE:
            return
        if row.get("copies", 1) != 1:
            self.fault("deck-once", (seat, index, "copies"), card=card, copies=row["copies"])
        strength = row.get("strength")
        if card in LEADERS and strength is not None:
            self.fault("deck-leader-strength", (seat, index, "strength"), card=card, strength=strength)
        if card in TREASURES and strength:
            self.fault("deck-treasure-strength", (seat, index, "strength"), card=card, strength=strength)

    def known_names(self, rows: Mapping[str, Mapping[int, Row]]) -> None:
        """A card with a symbol bears a name that the rules know; every name that they need stands in a deck.

        So a typing error in a name never takes a card's power away unnoticed.
        """
        every = [(seat, index, row) for seat, deck in rows.items() for index, row in deck.items()]
        if not all("card" in row for _, _, row in every):
            return
        for name in sorted(NEEDED - {row["card"] for _, _, row in every}):
            self.fault("deck-nowhere", (), card=name)
        for seat, index, row in every:
            if row.get("symbol") and row["card"] not in NAMED:
                self.fault("deck-unknown", (seat, index, "card"), card=row["card"])

    def same_meaning(self, thor: Mapping[int, Row], loki: Mapping[int, Row]) -> None:
        """A name means one thing: the same strength and symbol in both decks."""
        meant = {row["card"]: index for index, row in thor.items() if "card" in row}
        for index, row in loki.items():
            if (there := meant.get(row.get("card", ""))) is None:
                continue
            for name in ("strength", "symbol"):
                if name in row and name in thor[there] and row[name] != thor[there][name]:
                    self.fault(
                        "deck-two-meanings",
                        ("loki", index, name),
                        card=row["card"],
                        field=name,
                        value=row[name],
                        other=thor[there][name],
                        first=self.marked.spot(("thor", there, name))[0],
                    )


DECK_LIST = DeckFile(
    __package__,
    "decks.yaml",
    _Checker,
    Decks.of,
    {
        "$schema": DRAFT,
        "title": "Thunder & Lightning: deck lists",
        **mapping({seat: {"$ref": "#/$defs/deck"} for seat in SEATS}),
        "$defs": {
            "deck": {
                "description": f"The rows of one deck, {DECK_SIZE} cards in all.",
                "type": "array",
                "items": row_schema(ROW),
            },
        },
    },
)
