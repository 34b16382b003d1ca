"""A game of The Hammer of Thor in short: where the REPUTATION of the best came from, and of whom the might was made."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.events import Seen
from referee.engine.rules import cites
from referee.games.hammer_of_thor.ending import standings, worth
from referee.games.hammer_of_thor.figures import EVIL, GOOD, of_seat, reputation, value
from referee.games.hammer_of_thor.ragnarok import FAME, might, of_the_dead
from referee.games.hammer_of_thor.table import living, side_of
from referee.games.hammer_of_thor.view import View

Events = Sequence[Seen]
Note = tuple[str, Mapping[str, Any]]
Strong = tuple[tuple[str, int], ...]
"""Characters, each with its might."""
TOLD, NAMED = 2, 3
"""Of how many seats it is told where their REPUTATION came from; how many of a group are named beside the might."""
SOURCES = {"S7": "fights", "S17": "realms", "S5": "encounters", "4.1b": "cards", "2.2B1": "runes"}
"""M15 What REPUTATION is gained and lost by, by the rule that its event cites."""
COUNT = frozenset({"Arrived", "PartTaken", "Tracked"})
"""M15, S11 The events since which the REPUTATION of a character counts."""
ELSE, ITEMS = "else", "items"


def in_short(v: View, told: Events) -> Iterator[Note]:
    """The game in a few sentences, as keys of the texts with their values."""
    for seat, total in standings(v)[:TOLD]:
        people = tuple(_praise(v, told, name) for name in of_seat(v, seat) if v.figures[name].tracked)
        runes = total - sum(one[1] for one in people)
        if people:  # none before the starting characters are chosen
            yield "in-short-reputation", {"seat": seat, "total": total, "people": people, "runes": runes}
    if died := tuple(deaths(told)):
        yield "in-short-died", {"rows": died}
    for shown in (one for one in told if one.kind == "MightShown"):
        for side in (GOOD, EVIL):
            dead = of_the_dead(v, side)
            yield (
                "in-short-might",
                {"side": side, "total": shown[side], "rows": tuple(_mights(v, told, side)), "dead": dead},
            )


@cites("M15", "S11")
def deaths(told: Events) -> Iterator[tuple[str, int]]:
    """Who died of those whose REPUTATION counted by then, or who came for one that had died; and in which turn."""
    counted, turn = set[str](), 0
    for one in told:
        turn += one.kind == "TurnBegun"
        if one.kind in COUNT:
            counted.add(one["name"])
        elif one.kind == "Died" and one["name"] in counted:
            yield one["name"], turn


@cites("M15")
def _praise(v: View, told: Events, name: str) -> tuple[str, int, int, tuple[tuple[str, int], ...]]:
    """A character: its REPUTATION, how much of it was its own from the first, and how much came from where."""
    total, gained = reputation(v, name), v.figures[name].gained
    found = Counter[str]()
    for one in told:
        if one.get("name") == name and one.kind == "ReputationChanged":
            found[SOURCES.get(one.rule, ELSE)] += one["amount"]
    found[ELSE] += gained - sum(
        found.values()
    )  # what it gained before it was raised from the dead counts no more
    own = value(v, name, "reputation")
    found[ITEMS] = total - own - gained
    return name, total, own, tuple((source, count) for source, count in found.most_common() if count)


@cites("S13")
def _mights(v: View, told: Events, side: str) -> Iterator[tuple[str, int, Strong, int, int, int]]:
    """S13 What a side had in the end, seat by seat: by REPUTATION, by its strongest, by the others, by its roll."""
    rolled = {one["by"]: one["value"] for one in told if one.kind == "Rolled" and one["what"] == "might"}
    for seat in (one for one in living(v) if side_of(v, one) == side):
        people = sorted(((name, might(v, name)) for name in of_seat(v, seat)), key=lambda one: -one[1])
        others = [count for _, count in people[NAMED:]]
        yield seat, FAME * worth(v, seat), tuple(people[:NAMED]), len(others), sum(others), rolled[seat]
