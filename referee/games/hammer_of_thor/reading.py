"""How The Hammer of Thor is read: the helper rules of `hammer_of_thor.lark`, and its names by kind."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from referee.games.hammer_of_thor.board import PLACES, board
from referee.games.hammer_of_thor.cards import CHARACTERISTICS, RACE_DECKS, CardSet, card_set, folded
from referee.games.hammer_of_thor.effects import Stop, Win
from referee.games.hammer_of_thor.figures import EVIL, GOOD, INSANITIES
from referee.games.hammer_of_thor.kept import by_value
from referee.games.hammer_of_thor.moves import (
    ENCOUNTER_CARDS,
    SECTIONS,
    PlayCard,
    Smith,
    Take,
    When,
    WhenCard,
)
from referee.games.hammer_of_thor.seats import SEATS
from referee.games.hammer_of_thor.table import SEASONS

KINDS: Mapping[str, str] = {
    **dict.fromkeys(SEATS, "seat"),
    **dict.fromkeys(RACE_DECKS, "deck"),
    **dict.fromkeys(("rune", "magic", "fate"), "pile"),
    **dict.fromkeys(ENCOUNTER_CARDS, "encounter-card"),
    **dict.fromkeys(CHARACTERISTICS, "trait"),
    **dict.fromkeys(INSANITIES, "insanity"),
    **dict.fromkeys(SEASONS, "season-name"),
    **dict.fromkeys((GOOD, EVIL), "alignment"),
    **{str(number): "number" for number in range(1, PLACES + 1)},
}
"""The kind of terminal of a word that says one of a few; whatever has a name of its own is just a `card`.

The name of a place stands for its number: `move thor Utgard` is `move thor 25`.
"""

PATTERNS: Mapping[str, str] = {
    "value": r"\d(?!\d)",
    "amount": r"[+-]\d{1,2}(?!\d)",
    "section": r"\d{1,2}\.\d(?:[a-z]\d{0,2})?(?!\w)",
    "semicolon": ";",
    "slash": "/",
    "text": r'"([^"]*[^"\s][^"]*)"',
    "saying": r'[^\s",;{}][^",;{}]*',
    "words": r"[^\W_].*",
}
"""Terminals that are no words, as expressions for folded text."""

OF_ABILITIES = ("trait", "pile", "encounter-card", "insanity", "season-name", "alignment")
"""2.1C Kinds of words that may also be the name of an ability."""

IMPLIED: Mapping[str, Collection[str]] = {
    "card": ("seat", "number", "to", "for", "back", *OF_ABILITIES),
    "number": ("to", "and", "comma"),
    "deck": ("to",),
    "text": ("words", "saying"),
    "semicolon": ("comma",),
    "nothing-more": ("slash",),
}
"""Kinds that are not told as expected where the first one is."""

ONE_OF = (PlayCard,)
"""Moves of which only one is chosen; several alone in a letter ask what each does."""

ASKED_BY = frozenset({"no-encounter-yet"})
"""4.3A Where nobody is met."""

TEXTS = ("mission", "ask", "remark")
"""1.0k, 8.0, M26 Verbs with free text after them."""

OF_EVENTS = {"encountering": "encounter", "seasons": "season"}
PRINTED = {section.lower(): section for section in SECTIONS}


def card_names(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and title of all that has a name of its own: characters, items, cards, shapes, abilities; each once.

    Then the number and the name of each place, unless something else is called so.
    """
    named = _names(card_set(options["cards"]))
    yield from named
    taken = {name for name, _ in named}
    places = board(options["map"]).places.values()
    yield from ((str(one.number), one.name) for one in places if folded(one.name) not in taken)


def asked_names(options: Mapping[str, Any]) -> Iterator[str]:
    """The realms, each once."""
    yield from dict.fromkeys(one.realm for one in board(options["map"]).places.values())


@by_value
def _names(cards: CardSet) -> tuple[tuple[str, str], ...]:
    able: list[Any] = [*cards.characters.values(), *cards.shapes.values()]
    unable: list[Any] = [*cards.items.values(), *cards.fate.values()]
    unable += [*cards.predictions.values(), *cards.runes.values()]
    named = [(one.name, one.title) for one in [*able, *unable]]
    return tuple(dict.fromkeys([*named, *((folded(word), word) for one in able for word in one.abilities)]))


def _event(event: str, subject: str = "", place: str = "") -> tuple[str, str, int]:
    return OF_EVENTS.get(event, event), subject, int(place or 0)


def _when(event: tuple[str, str, int], card: str, on: str | None) -> When:
    name, subject, place = event
    return When(name, subject, place, card, on or "")


def _of_two(deck: str, other: str) -> str:
    """1.0h `Elf/Human` is one deck; of two that are not, no table has one."""
    return deck if deck == other else f"{deck}/{other}"


def _stop(section: str) -> Stop:
    return Stop(PRINTED.get(section.lower(), section))


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "event": _event,
    "subject_first": lambda subject, event, place: _event(event, subject, place),
    "event_last": lambda subject, place, event: _event(event, subject, place),
    "when": _when,
    "take": lambda item, name: Take(item, name or ""),
    "smith": lambda item, name: Smith(item, name or ""),
    "when_card": lambda _event, subject, card: WhenCard(subject or "", card),
    "of_two": _of_two,
    "stop": _stop,
    "win": lambda side, game: Win(side, game or ""),
}
"""What the rules of the grammar make of their parts: text for terminals, None for what was left out."""
