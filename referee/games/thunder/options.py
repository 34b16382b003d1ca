"""What the players may choose when a game is opened: rulings with a second value, the deck, the sides."""

from collections.abc import Mapping
from typing import Any

from referee import plainyaml
from referee.game import Faulty
from referee.games.thunder.cards import Decks, Kind
from referee.games.thunder.decklist import checked_decks, own_decks
from referee.games.thunder.table import Options

SECOND_VALUES: Mapping[str, tuple[str, str, str]] = {
    "flank": ("R11", "facing", "across"),
    "played": ("R13", "after", "first"),
    "seer": ("R19", "may-stop", "must-draw"),
    "discards": ("R24", "standing", "ask"),
}
"""Options that are rulings with a second value: the ruling, its value unless chosen, the other value."""

PLAYERS = 2


def full_options(given: Mapping[str, str]) -> Mapping[str, Any]:
    """The options in full, as content: nothing in them points to a file (`deck` is read here).

    `given` are the words behind `--option`: a value of `SECOND_VALUES`, `deck=FILE`, `players=anna,bert`
    (Thor and Loki by lot, 1.6) or `players=thor:anna,loki:bert`. Raises `Faulty`.
    """
    content: dict[str, Any] = {}
    for key, value in given.items():
        if key not in {*SECOND_VALUES, "deck", "players"}:
            raise Faulty("unknown-option", option=key, known=(*SECOND_VALUES, "deck", "players"))
        if key in SECOND_VALUES and value not in SECOND_VALUES[key][1:]:
            raise Faulty("option-value", option=key, value=value, known=SECOND_VALUES[key][1:])
    for key, (_, usual, _) in SECOND_VALUES.items():
        content[key] = given.get(key, usual)
    content["players"], content["sides"] = players(given.get("players", ""))
    content["deck"] = checked_decks(plainyaml.read_file(given["deck"])) if "deck" in given else own_decks()
    return content


def players(words: str) -> tuple[list[str], str]:
    """1.6 The players' names, Thor's first, and whether the sides are `agreed` or drawn by `lot`."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        return [], "agreed"
    if len(names) != PLAYERS or len(set(names)) != PLAYERS:
        raise Faulty("two-players", given=tuple(names))
    sides = dict(name.split(":", 1) for name in names if ":" in name)
    if not sides:
        return names, "lot"
    if set(sides) != {"thor", "loki"}:
        raise Faulty("two-sides", given=tuple(names))
    return [sides["thor"], sides["loki"]], "agreed"


def from_content(content: Mapping[str, Any]) -> tuple[Decks, Options]:
    """The decks and rulings of a game out of its record."""
    rows = {
        seat: tuple(
            Kind(
                row["card"],
                row["title"],
                row["short"],
                row["strength"],
                row["symbol"],
                row["copies"],
                row["certainty"],
            )
            for row in content["deck"][seat]
        )
        for seat in ("thor", "loki")
    }
    return Decks(rows), Options(**{key: content[key] for key in SECOND_VALUES})
