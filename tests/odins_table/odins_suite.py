"""What the suites of every game need to know of Odin's Table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from odins_follow import COLUMNS, SEATS, Follow, as_table
from odins_sentences import sentences
from support.suite import suite_of_ours

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.games.odins_table.moves import Scout, StandingScout
from referee.games.odins_table.scouting import Scouted
from referee.house.games import find
from referee.util.values import replace

GAME = find("odins_table")
VALUES = {
    name: str(value)
    for value, name in enumerate(
        ("hugin-munin", "loki", "baldr", "freyja", "hel", "tyr", "freyr", "thor", "frigg", "odin")
    )
}


def cards_on_table(state: Any) -> list[str]:
    """Every physical card in a state, wherever it lies."""
    sides = [state.side(seat) for seat in SEATS]
    places = [place for side in sides for place in (side.deck, side.discards, side.hand, side.columns)]
    return sorted(card for place in places for card in place if card)


def zones_of(state: Any) -> Iterable[tuple[str, ...]]:
    """The six cards before they are placed, and all cards that may be shuffled again."""
    sides = [state.side(seat) for seat in SEATS]
    return [place for side in sides for place in (side.hand, (*side.discards, *side.columns))]


def by_hand(events: Sequence[Event]) -> list[Move]:
    """5.7 A standing order scouts: written by hand, a line for each scouting."""
    return [Scout(event.column) for event in events if isinstance(event, Scouted)]


def unset(state: Any) -> Any:
    """The state without standing orders."""
    return replace(state, **{seat: replace(state.side(seat), standing=None) for seat in SEATS})


def rich(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """A deck with many Hugin & Munin."""
    rows = [{**row, "copies": 14} if row["card"] == "hugin-munin" else row for row in content["deck"]]
    return {**content, "deck": rows}


def bared(text: str, seat: str, state: Any) -> None:
    """The last letter shows both draw piles and all column cards as they lie: each card ends with its value."""
    parts = re.split(r"\n\n", text)[:2]
    mine = next(n for n, part in enumerate(parts) if part.startswith(("Your", "Dein")))
    for n, part in enumerate(parts):
        side = state.side(seat if n == mine else SEATS[1 - SEATS.index(seat)])
        told = " ".join(line.strip() for line in part.split("\n"))
        pile = re.search(r"(?:Draw pile, top first|Nachziehstapel, von oben): (.*?)\.(?: |$)", told)
        places = re.search(r"(?:At the columns|An den Spalten): (.*?)\.(?: |$)", told)
        assert pile, told
        assert places, told
        assert re.findall(r"\d", pile[1]) == [_value(card) for card in side.deck]
        there = zip(COLUMNS, side.columns, strict=True)
        assert re.findall(r"(?:^|, )([a-f] ).*?(\d)", places[1]) == [
            (f"{column} ", _value(card)) for column, card in there if card
        ]


def keen(seat: str, order: str) -> float:
    """How many ranks a step or an attack goes forward; anything else is as good as a step sideways."""
    ranks = re.findall(r"\b[a-f]([1-5])", order.replace("x", " "))
    forward = int(ranks[1]) - int(ranks[0]) if len(ranks) > 1 else 0
    return forward if seat == "odin" else -forward


def _value(card: str) -> str:
    return VALUES[card.split(".")[1]]


SUITE = suite_of_ours(
    "odins_table",
    many=54,
    cards=cards_on_table,
    zones=zones_of,
    probes=(
        "try a1-a2",
        "why b1-c2",
        "try c3xc4",
        "why d3-d4",
        "try e2xe3",
        "try return a1",
        "why return f5",
        "why pass",
        "try scout a",
        "try scout c",
        "why scout f",
        "try place 9 8 7 6 5 4",
        "why standing scout d, d",
        "try claim draw",
        "try accept draw",
        "scout b",
        "@9.9 a1-a2",
        "moves",
        "history",
        "why 1.1",
        "why g1.thor.4",
        "why g1.odin.3 1",
    ),
    sentences=sentences,
    follow=Follow,
    as_table=as_table,
    by_hand=by_hand,
    unset=unset,
    bared=bared,
    order="a1-a2",
    faulty=("a1-a9", "scuot d", "scout d", "scout q", "@9.9 a1-a2", "place 9 9", "return to base", "c3x"),
    questions=("moves", "help", "history", "rules 5", "try a1-a2", "why scout c"),
    keen=keen,
    any_time=("resign", "offer draw", "standing ", "place "),
    standing=StandingScout,
    columns=COLUMNS,
    rich=rich,
    sealed=frozenset({"Sealed"}),
)
