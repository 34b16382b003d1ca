"""Reading a deck list: the file of this folder, or a player's own; every mistake told with its place."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from referee import plainyaml
from referee.game import Faulty
from referee.games.thunder.cards import GIANTS, LEADERS, POWERS, SEATS, TREASURES
from referee.plainyaml import Marked

DECK_SIZE = 50
STRONGEST = 7
SHORT = 7
"""What the board, 30 columns wide, has room for in each of its three columns."""
TITLE = 40
CERTAINTIES = ("printed", "reconstructed")
NAME = "[a-z][a-z-]*"
TAKEN = ("own", "captured", "hand", "none", "default", "never", "a", "b", "c")
"""Words that mean something else where an order names a card."""
FIELDS = ("card", "title", "short", "strength", "symbol", "copies", "certainty")
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

Row = dict[str, Any]
Steps = tuple[str | int, ...]
Params = dict[str, Any]


def own_decks() -> dict[str, Any]:
    """The deck lists of `decks.yaml`, as content: a fresh copy."""
    return {seat: [dict(row) for row in rows] for seat, rows in _own_decks().items()}


@cache
def _own_decks() -> dict[str, Any]:
    text = files(__package__).joinpath("decks.yaml").read_bytes()
    return checked_decks(plainyaml.read_text(text, "decks.yaml"))


def checked_decks(marked: Marked) -> dict[str, Any]:
    """The content of a deck file, rows in the file's order, as `Decks.content` gives it.

    Raises `Faulty`, or `ManyFaulty` with all that is wrong in it, in the order of the file.
    """
    return _Checker(marked).content()


NEEDED = GIANTS | {"viking-warriors"}
NAMED = (
    LEADERS | TREASURES | GIANTS | POWERS | {"viking-warriors", "female-archer", "shield-wall", "nightmare"}
)
"""The names the rules speak of; the others are the box owner's to choose. Those needed bear no symbol."""


class _Checker:
    """One deck file being checked. What is wrong is collected, and told at the end."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.found: list[tuple[tuple[int, int], Faulty]] = []

    def content(self) -> dict[str, Any]:
        decks = self.fields(self.marked.value, (), SEATS)
        rows = {seat: self.rows(seat, deck) for seat, deck in decks.items() if self.is_list(seat, deck)}
        for seat, good in rows.items():
            self.whole_deck(seat, good)
        if len(rows) == len(SEATS):
            self.same_meaning(rows["thor"], rows["loki"])
            self.known_names(rows)
        plainyaml.raise_all([fault for _, fault in sorted(self.found, key=lambda one: one[0])])
        return {seat: [{key: row[key] for key in FIELDS} for row in decks[seat]] for seat in SEATS}

    def fault(self, name: str, path: Steps, /, *, at_key: bool = False, **params: Any) -> None:
        where = self.marked.place(path, key=at_key)
        self.found.append((self.marked.spot(path, key=at_key), Faulty(name, where=where, **params)))

    def fields(self, value: Any, path: Steps, known: tuple[str, ...]) -> Row:
        """The known fields of a map; what is unknown or missing is told."""
        if not isinstance(value, dict):
            self.fault("not-a-map", path, known=known)
            return {}
        for name in sorted(value.keys() - set(known)):
            self.fault("unknown-key", (*path, name), at_key=True, name=name, known=known)
        for name in known:
            if name not in value:
                self.fault("missing-key", path, name=name)
        return {name: value[name] for name in known if name in value}

    def is_list(self, seat: str, value: Any) -> bool:
        if not isinstance(value, list):
            self.fault("not-a-list", (seat,))
        return isinstance(value, list)

    def rows(self, seat: str, value: list[Any]) -> dict[int, Row]:
        """The rows of a deck by their index, each with those fields only that are right in themselves."""
        return {index: self.row(row, (seat, index)) for index, row in enumerate(value)}

    def row(self, value: Any, path: Steps) -> Row:
        good: Row = {}
        for name, field in self.fields(value, path, FIELDS).items():
            wrong = CHECKS[name](field)
            if wrong is None:
                good[name] = field
            else:
                key, params = wrong
                self.fault(key, (*path, name), **params)
        return good

    def whole_deck(self, seat: str, rows: Mapping[int, Row]) -> None:
        """What holds for a deck as a whole: its size, and the cards it must and must not have."""
        copies = [row.get("copies") for row in rows.values()]
        numbers = [number for number in copies if number is not None]
        if len(numbers) == len(copies) and sum(numbers) != DECK_SIZE:
            self.fault("deck-size", (seat,), at_key=True, deck=seat, count=sum(numbers), size=DECK_SIZE)
        first: dict[str, int] = {}
        for index, row in rows.items():
            if (card := row.get("card")) is None:
                continue
            if card in first:
                line = self.marked.spot((seat, first[card], "card"))[0]
                self.fault("deck-card-twice", (seat, index, "card"), card=card, first=line)
            first.setdefault(card, index)
            self.at_home(seat, index, row)
        if all("card" in row for row in rows.values()):
            for card in sorted(ONCE - first.keys()):
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
        """A card with a symbol bears a name the rules know; those without one that they know are in a deck.

        So a slip in a name never makes a card without its power out of one that has it.
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


Wrong = tuple[str, Params] | None


def _card(value: Any) -> Wrong:
    if not isinstance(value, str):
        return "not-text", {"value": value}
    if not re.fullmatch(NAME, value):
        return "deck-card-name", {"card": value}
    return ("deck-word-taken", {"card": value}) if value in TAKEN else None


def _text(most: int) -> Callable[[Any], Wrong]:
    """A check for a text of one printable line, of 1 to `most` characters, without spaces at its ends."""

    def check(value: Any) -> Wrong:
        if not isinstance(value, str):
            return "not-text", {"value": value}
        if not value.isprintable() or value != value.strip():
            return "deck-text", {"text": value}
        return None if 1 <= len(value) <= most else ("deck-text-length", {"text": value, "most": most})

    return check


def _strength(value: Any) -> Wrong:
    fits = value is None or (type(value) is int and 0 <= value <= STRONGEST)
    return None if fits else ("deck-strength", {"value": value, "most": STRONGEST})


def _symbol(value: Any) -> Wrong:
    return None if isinstance(value, bool) else ("not-true-or-false", {"value": value})


def _copies(value: Any) -> Wrong:
    fits = type(value) is int and 1 <= value <= DECK_SIZE
    return None if fits else ("deck-copies", {"value": value, "most": DECK_SIZE})


def _certainty(value: Any) -> Wrong:
    return None if value in CERTAINTIES else ("deck-certainty", {"value": value, "known": CERTAINTIES})


CHECKS: Mapping[str, Callable[[Any], Wrong]] = {
    "card": _card,
    "title": _text(TITLE),
    "short": _text(SHORT),
    "strength": _strength,
    "symbol": _symbol,
    "copies": _copies,
    "certainty": _certainty,
}
"""For each field of a row, what is wrong with a value: a key and its values, or None."""
