"""What is chosen when a game is opened: a card set, a map, how many play, and whether there is a master.

A game with the house supplement has no master; every other has. The class of the game hands its questions about
options to the functions here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.kit import options as kit
from referee.engine.kit.decklist import DeckFile, Schema
from referee.engine.kit.options import Rulings, ruling
from referee.engine.rules import cites
from referee.engine.seating import Seating
from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cardlist import CARDS
from referee.games.hammer_of_thor.cards import CardSet, Character
from referee.games.hammer_of_thor.maplist import MAP
from referee.games.hammer_of_thor.seats import FEWEST, PLAYERS, SEATS
from referee.games.hammer_of_thor.table import BELOW
from referee.util import plainyaml
from referee.util.errors import Faulty, WrongUsage

FILES: Mapping[str, DeckFile] = {"cards": CARDS, "map": MAP}
"""The files of a game, by the option that names one of one's own."""
TOLD = {
    "cards": "A card file to play with instead of the referee's own.",
    "map": "A map file to play with instead of the referee's own.",
}
SUPPLEMENT, HOUSE = "supplement", "house"
ON_TABLE: Mapping[int, tuple[int, int]] = {2: (15, 15), 3: (15, 15), 4: (25, 15), 5: (35, 15), 6: (35, 25)}
"""1.0i Fate and Prediction cards in play, by the number of players; two play as three do (M7)."""


class Options(Rulings):
    """What can be chosen beside cards, map and names: who decides what the published rules leave open."""

    supplement: str = ruling(
        "S0",
        "none",
        HOUSE,
        "who decides what the public rules leave open: a master with a seat, or the house supplement S1-S18.",
    )


def seats_of(supplement: str) -> tuple[str, ...]:
    """M26 The seats there may be: there is a master unless the house supplement is played."""
    return PLAYERS if supplement == HOUSE else SEATS


def full_options(given: Mapping[str, str]) -> dict[str, Any]:
    """The options in full: the content of card set and map, and no paths.

    Raises `Faulty`, or `ManyFaulty`, for what cannot be chosen, for all that is wrong with a file, or for all that
    the table would lack.
    """
    second = Options.second_values()
    known = (*second, *FILES, "players", "seats")
    for key in given:
        if key not in known:
            raise WrongUsage("unknown-option", option=key, known=known)
    others = {key: value for key, value in given.items() if key not in FILES}
    content = kit.full_options(others, seats_of(given.get(SUPPLEMENT, "")), second, fewest=FEWEST)
    for key, file in FILES.items():
        content[key] = file.checked(plainyaml.read_file(given[key])) if key in given else file.own()
    opened(content)
    return content


def held(content: Mapping[str, Any]) -> None:
    """Check the options that a record embeds against those that could have been given. Raises `Faulty` for others."""
    second = Options.second_values()
    keys = {*second, *FILES, "players", "sides", "seats"}
    if type(content) is not dict or content.keys() != keys:
        raise Faulty("options-other", known=tuple(sorted(keys)))
    rest = {key: value for key, value in content.items() if key not in FILES}
    supplement = content[SUPPLEMENT] if isinstance(content[SUPPLEMENT], str) else ""
    kit.held(rest, seats_of(supplement), second, fewest=FEWEST)
    opened(content)


def seating(content: Mapping[str, Any]) -> Seating:
    """The seats of a table: as many players as play, and the master unless the house supplement is played."""
    return kit.seating(seats_of(content[SUPPLEMENT]), content)


def laid(content: Mapping[str, Any]) -> tuple[CardSet, Board]:
    """The card set and the board of a table: the same ones for the same content. Raises as `held` does."""
    return CARDS.laid(content["cards"]), MAP.laid(content["map"])


def schema(kind: str, title: str) -> Schema | None:
    """The JSON Schema of the `options`, of a `cards` file or of a `map` file; None of any other."""
    if kind != "options":
        return FILES[kind].schema if kind in FILES else None
    made = kit.schema(title, Options, SEATS, fewest=FEWEST)
    files = {key: {"description": told, "type": "string"} for key, told in TOLD.items()}
    return {**made, "properties": made["properties"] | files}


@cites("M7")
def opened(content: Mapping[str, Any]) -> None:
    """M7 Cards and map suffice for those who play. Raises `Faulty`, or `ManyFaulty`, with each lack.

    That RAGNAROK is there once, and every number of the map, the reading of the files has made sure of.
    """
    cards, board = laid(content)
    places = _places_lacking(board) if content[SUPPLEMENT] == HOUSE else ()
    plainyaml.raise_all([*_cards_lacking(cards, content["seats"]), *places])


@cites("1.0d", "1.0i")
def _cards_lacking(cards: CardSet, seats: int) -> Iterator[Faulty]:
    fate, predictions = ON_TABLE[seats]
    if (count := sum(one.copies for one in cards.fate.values())) < fate:
        yield Faulty("lacks-fate", seats=seats, least=fate, count=count)
    count = sum(one.copies for one in cards.predictions.values() if not one.ragnarok)
    if count < (least := predictions + BELOW):
        yield Faulty("lacks-predictions", seats=seats, least=least, count=count)
    there = Counter(one.alignment for one in cards.characters.values() if choosable(one))
    for alignment, least in needed(seats).items():
        if there[alignment] < least:
            yield Faulty(
                "lacks-characters", seats=seats, least=least, alignment=alignment, count=there[alignment]
            )


def _places_lacking(board: Board) -> Iterator[Faulty]:
    """S1 Without a master nobody can be asked whom one meets at a place."""
    if missing := [n for n, place in board.places.items() if place.encounter is None]:
        yield Faulty("lacks-encounter", numbers=tuple(missing))
    if missing := [n for n, place in board.places.items() if not place.deck]:
        yield Faulty("lacks-deck", numbers=tuple(missing))


@cites("1.0d", "M5")
def choosable(one: Character) -> bool:
    """1.0d Whether a character can be chosen at the start: no Norn, no Offspring, no animal (M5)."""
    return not (one.offspring or one.race in ("norn", "animal"))


@cites("1.0d", "M4")
def needed(seats: int) -> Mapping[str, int]:
    """M4 How many characters of each alignment are chosen: as many good as evil, and one neutral if that leaves one."""
    return {"good": seats // 2, "evil": seats // 2, "neutral": seats % 2}
