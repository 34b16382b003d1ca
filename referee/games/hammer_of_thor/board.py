"""The map as data: 79 places, the lines between them, and what the board says about each."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from referee.games.hammer_of_thor.cards import folded
from referee.games.hammer_of_thor.kept import once
from referee.util import plainyaml
from referee.util.values import Value

PLACES = 79
"""The places are numbered from 1 to this."""


class Place(Value):
    """A location.

    Attributes:
        sure: whether its name is known to stand on the published board.
        terrain: `circle` is Midgard, `star` is outside it, `drop` is water outside it (2.1D2).
        encounter: a roll below it is a random encounter (M16); None: the master is asked.
        deck: the race deck that strangers come from (S1); "" if the map names none.
        rolls: how many dice the roll has.
        must_roll: whether it is rolled for in spite of CAUTION.
        spot: where it stands on the drawn map, from left and from top.
    """

    number: int
    name: str
    sure: bool
    realm: str
    terrain: str
    never_freezes: bool
    below: bool
    encounter: int | None
    deck: str
    rolls: int
    must_roll: bool
    notes: frozenset[str]
    spot: tuple[int, int]

    @property
    def midgard(self) -> bool:
        """2.1D2 Whether a Human lives here."""
        return self.terrain == "circle"

    @property
    def water(self) -> bool:
        """4.2b Whether it is water, in summer at least (M20)."""
        return self.terrain == "drop"

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Place":
        """A row as a map file has it."""
        x, y = row.get("spot") or own_spots()[row["number"]]
        return cls(
            number=row["number"],
            name=row["name"],
            sure=row["sure"],
            realm=row["realm"],
            terrain=row["terrain"],
            never_freezes=row.get("never_freezes", False),
            below=row.get("below", False),
            encounter=row.get("encounter"),
            deck=folded(row.get("deck", "")),
            rolls=row.get("rolls", 1),
            must_roll=row.get("must_roll", False),
            notes=frozenset(row.get("notes", ())),
            spot=(x, y),
        )


class Board(Value):
    """A map. `ranges` are where a race starts (1.0e), `first_round` the card its leaders may not use then."""

    title: str
    edition: str
    places: Mapping[int, Place]
    lines: frozenset[tuple[int, int]]
    neighbours: Mapping[int, tuple[int, ...]]
    ranges: Mapping[str, tuple[int, int]]
    first_round: Mapping[str, str]

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "Board":
        """The board in the content of a map file."""
        places = {row["number"]: Place.of(row) for row in content["locations"]}
        lines = frozenset((a, b) for a, b in content["lines"])
        both = lines | {(b, a) for a, b in lines}
        return cls(
            title=content["title"],
            edition=content["edition"],
            places=dict(sorted(places.items())),
            lines=lines,
            neighbours={n: tuple(sorted(b for a, b in both if a == n)) for n in places},
            ranges={folded(race): (a, b) for race, (a, b) in content["ranges"].items()},
            first_round={folded(deck): card for deck, card in content["first_round"].items()},
        )


@cache
def own_spots() -> Mapping[int, tuple[int, int]]:
    """Where the referee's own map draws each place: there a map without spots is drawn too."""
    own = plainyaml.read_text(files(__package__).joinpath("data/map.yaml").read_bytes(), "map.yaml").value
    return {row["number"]: (row["spot"][0], row["spot"][1]) for row in own["locations"]}


board = once(Board.of)
"""The board in the content of a map file, which is not changed afterwards: the same one each time."""
