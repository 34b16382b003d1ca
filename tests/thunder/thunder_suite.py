"""What the suites of every game need to know of Thunder & Lightning."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from follow import Follow, as_table
from sentences import sentences
from support.suite import suite_of_ours

from referee.engine.choices import Move
from referee.engine.events import CARD, Event, face
from referee.games.thunder.leaders import LeaderLaid
from referee.games.thunder.moves import Lay, StandingLay
from referee.house.games import find
from referee.notation.languages import known
from referee.telling.catalog import catalog
from referee.util.values import replace

THUNDER = find("thunder")
SEATS = ("thor", "loki")


def cards_on_table(state: Any) -> list[str]:
    """Every physical card in a state, wherever it lies."""
    found = []
    for seat in SEATS:
        side = state.side(seat)
        places = (side.hand, side.deck, side.pile, *side.columns, side.falling, (side.using,), (side.open,))
        found += [card for cards in places for card in cards if CARD.fullmatch(card)]
    return sorted(found)


def zones_of(state: Any) -> Iterable[tuple[str, ...]]:
    """Hands, decks, piles."""
    return [
        place for seat in SEATS for side in [state.side(seat)] for place in (side.hand, side.deck, side.pile)
    ]


def by_hand(events: Sequence[Event]) -> list[Move]:
    """3.5 A standing order lays Thor/Loki: written by hand, its laying."""
    laid = [event for event in events if isinstance(event, LeaderLaid)]
    return [Lay(one.card.split(".")[1], one.column, 1) for one in laid]


def unset(state: Any) -> Any:
    """The state without standing orders to lay."""
    sides = {seat: replace(state.side(seat), standing_lay=()) for seat in SEATS}
    return replace(state, **sides)


TITLES = {
    title: row["card"]
    for deck in THUNDER.options({})["deck"].values()
    for row in deck
    for title in [row["title"], *(catalog("thunder", code).word("card", row["title"]) for code in known())]
}
"""Names of cards by their titles in every language."""
HEADS = {
    "en": ("Deck, top first", "Pile, top first", "Hand"),
    "de": ("Deck, von oben", "Ablage, von oben", "Hand"),
}


def cards_in(told: str, what: str) -> list[str]:
    """The cards of one list in what lay hidden, each as often as it is there."""
    found = re.search(rf"{what}: (.*?)\.(?: |$)", told)
    assert found, (what, told)
    names = []
    for one in found[1].split(", ") if found[1] not in {"empty", "leer"} else ():
        card, _, times = one.partition(" x")
        title = max((title for title in TITLES if title in card), key=len)
        names += [TITLES[title]] * int(times or 1)
    return names


def bared(text: str, seat: str, state: Any) -> None:
    """The last letter shows both decks, piles and hands as they lie."""
    parts = re.split(r"\n\n", text)[:2]
    mine = next(n for n, part in enumerate(parts) if part.startswith(("Your", "Dein")))
    deck, pile, hand = HEADS["de" if parts[mine].startswith("Dein") else "en"]
    for n, part in enumerate(parts):
        side = state.side(seat if n == mine else SEATS[1 - SEATS.index(seat)])
        told = " ".join(line.strip() for line in part.split("\n"))
        assert cards_in(told, deck) == [name_of(card) for card in side.deck]
        assert cards_in(told, pile) == [name_of(card) for card in reversed(side.pile)]
        assert sorted(cards_in(told, hand)) == sorted(name_of(card) for card in side.hand)


def name_of(card: str) -> str:
    """The name of a card as it is written: `thor.ravens.7` is `ravens`."""
    return face(card).partition(".")[2]


PROBES = (
    "try draw",
    "try lay ravens A1",
    "try lay ravens B",
    "why lay thor B1",
    "why challenge A",
    "try challenge B",
    "try use ravens hand to C",
    "try use ravens own",
    "why use frigg C",
    "try use hel ravens",
    "try use odin 1",
    "try use freya",
    "why use baldr A1 B1",
    "try use valkyries B1 A1",
    "try use gungnir A4",
    "try use vidarr A A2",
    "try use longships viking-warriors",
    "try use seer",
    "try place B",
    "try next",
    "try order ravens",
    "try accept draw",
    "@9.9 draw",
    "moves",
    "history",
    "why 1.1",
    "why g1.thor.4",
    "why g1.loki.3 1",
)

SUITE = suite_of_ours(
    "thunder",
    many=100,
    cards=cards_on_table,
    zones=zones_of,
    probes=PROBES,
    sentences=lambda content, _view: sentences(content),
    follow=lambda seat, _content: Follow(seat),
    as_table=as_table,
    by_hand=by_hand,
    unset=unset,
    bared=bared,
    order="draw",
    faulty=(
        "drwa",
        "lay thor B9",
        "use ravens Q",
        "@9.9 draw",
        "challenge b order x",
        "draw a card please",
        "lay huscarl",
    ),
    questions=("moves", "help", "history", "rules 6", "try draw", "why challenge A"),
    standing=StandingLay,
    columns="ABC",
    sealed=frozenset({"Sealed", "OrderSealed"}),
)
