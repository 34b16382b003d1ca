"""Reading a map: the file of this folder, or that of somebody who owns the box.

Every mistake is told with its place, all of a file at once.
"""

from typing import Any

from referee.engine.kit.decklist import TITLE, DeckFile, Row, Steps, flag, text
from referee.engine.rules import cites
from referee.games.hammer_of_thor.board import PLACES, Board
from referee.games.hammer_of_thor.cards import DECK_OF, folded
from referee.games.hammer_of_thor.sheets import (
    Several,
    Sheet,
    matching,
    number,
    one_of,
    plain,
    schema_of,
    table,
)

NOTES = (
    *("restore", "look", "bronze", "no-recon", "cured", "regenerated"),
    *("antidote", "attack-only", "gods-friendship", "double"),
    *("venom", "disease", "fire"),
)
"""What the board says beside a place."""
WIDTH = 1000
"""Spots are in thousandths of the picture."""
MIDGARD, WATER = "circle", "drop"
RANGES = tuple(race for race in DECK_OF if race not in ("Norn", "Animal"))
"""1.0e The races that start somewhere (M5)."""
MORTALS = ("Elf", "Human")
"""Races that start in Midgard alone: elsewhere Humans die (2.1D2)."""
CARDS_BARRED = ("attack", "con", "follower", "seduce", "evade", "challenge", "negotiate", "friendship")
NUMBER = number(1, PLACES, "The number of a location, as on the published board.")
DECK = one_of(tuple(dict.fromkeys(DECK_OF.values())), "A race deck.")
PAIR = Several(NUMBER, 2, least=2)

LOCATION = table(
    "A location.",
    {
        "number": NUMBER,
        "name": matching(
            r"[A-Za-z]+(?:(?: |['.-] ?)[A-Za-z]+)*[.']?", 30, "card-name", "Its name, as reports print it."
        ),
        "sure": flag("Whether this name is known to stand at this number of the published board."),
        "realm": text(20, "The realm in which it lies."),
        "terrain": one_of((MIDGARD, "star", WATER), "Midgard, outside it, or water outside it (2.1D2)."),
    },
    {
        "spot": Several(
            number(0, WIDTH, "A thousandth of the picture."),
            2,
            least=2,
            description="Where it is drawn, from left and from top; as on the referee's own map, if left out.",
        ),
        "never_freezes": flag("Whether it is water in winter too (M20)."),
        "below": flag("Whether it lies below the horizon (2.2A8, M23)."),
        "encounter": number(
            0, 10, "A roll below it is a random encounter (M16); if left out, the master is asked."
        ),
        "deck": one_of(DECK.schema["enum"], "From which deck strangers come (house supplement, S1)."),
        "rolls": number(1, 2, "How many dice that roll has; one, if left out."),
        "must_roll": flag("Whether it is rolled for in spite of CAUTION (M16)."),
        "notes": Several(
            one_of(NOTES, "A note."), len(NOTES), once=True, description="What the board says of it."
        ),
    },
)
MAP_FILE = table(
    "A map for The Hammer of Thor.",
    {
        "title": TITLE,
        "edition": text(20, "Which edition of this map it is."),
        "locations": Several(LOCATION, 1000, description="Those numbered 1 to 79."),
        "lines": Several(PAIR, 1000, description="Pairs of locations, the lower number first (4.2A)."),
        "ranges": table(
            "First and last location at which a race may start (1.0e).", dict.fromkeys(RANGES, PAIR), {}
        ),
        "first_round": table(
            "Which card the leaders of a race deck may not use in round one.",
            {},
            {one: one_of(CARDS_BARRED, "An Encounter card.") for one in DECK.schema["enum"]},
        ),
    },
    {},
)
"""What stands in a map file."""


@cites("1.0e", "2.1D2", "4.2A")
class _MapFile(Sheet):
    """A map file being checked."""

    def content(self) -> dict[str, Any]:
        read = self.read(MAP_FILE, self.marked.value) or {}
        self.places: dict[int, Row] = {}
        self.locations([row or {} for row in read.get("locations", ())])
        if "locations" in read:
            for number_ in sorted(set(range(1, PLACES + 1)) - self.places.keys()):
                self.fault("map-lacks", ("locations",), at_key=True, number=number_)
        if "lines" in read:
            self.lines(read["lines"])
        for race, span in read.get("ranges", {}).items():
            self.range(race, span)
        self.tell()
        made: dict[str, Any] = plain(MAP_FILE, self.marked.value)
        return made

    def locations(self, rows: list[Row]) -> None:
        """Each number and each name once; only water freezes, or does not."""
        first: dict[Any, Steps] = {}
        for index, row in enumerate(rows):
            path = ("locations", index)
            for key in ("number", "name"):
                if key not in row:
                    continue
                value = folded(row[key]) if key == "name" else row[key]
                if value in first:
                    line = self.line((*first[value], key))
                    self.fault("sheet-again", (*path, key), value=row[key], first=line)
                first.setdefault(value, path)
            if row.get("never_freezes") and row.get("terrain", WATER) != WATER:
                self.fault("map-freezes", (*path, "never_freezes"), terrain=row["terrain"], water=WATER)
            if "number" in row:
                self.places.setdefault(row["number"], row)

    def lines(self, lines: list[Any]) -> None:
        """4.2A Each line once, the lower number first; every location is reached."""
        first: dict[tuple[int, int], int] = {}
        for index, line in enumerate(lines):
            if line is None or None in line:
                continue
            a, b = line
            if a == b:
                self.fault("map-loop", ("lines", index), number=a)
            elif a > b:
                self.fault("map-turned", ("lines", index), lower=b, higher=a)
            pair = (min(a, b), max(a, b))
            if pair in first:
                self.fault(
                    "sheet-again",
                    ("lines", index),
                    value=f"{a}-{b}",
                    first=self.line(("lines", first[pair])),
                )
            first.setdefault(pair, index)
        if all(line is not None and None not in line for line in lines):
            self.reached({*first})

    def reached(self, lines: set[tuple[int, int]]) -> None:
        """4.2A Lines lead from each location to each other."""
        found, edge = {1}, {1}
        while edge:
            edge = {b for pair in lines for a, b in (pair, pair[::-1]) if a in edge} - found
            found |= edge
        if missing := sorted(self.places.keys() - found):
            self.fault("map-unreached", ("lines",), at_key=True, numbers=tuple(missing))

    def range(self, race: str, span: list[Any]) -> None:
        """1.0e The first number is not above the last; mortals start in Midgard."""
        if None in span:
            return
        first, last = span
        path = ("ranges", race)
        if first > last:
            self.fault("map-range", path, first=first, last=last)
        if race in MORTALS:
            for one in range(first, last + 1):
                terrain = self.places.get(one, {}).get("terrain", MIDGARD)
                if terrain != MIDGARD:
                    self.fault("map-mortals", path, race=race, number=one, terrain=terrain, midgard=MIDGARD)


MAP = DeckFile(
    __package__,
    "data/map.yaml",
    _MapFile,
    Board.of,
    schema_of("The Hammer of Thor: map", MAP_FILE),
    option="map",
)
"""The map of the house, and the reading of others."""
