"""A table of Odin's Table kept from one seat's letters alone: nothing but what that seat is shown goes in.

Written apart from the engine: it knows what a piece and a card do on a table, not what the rules allow. If it equals
the engine's view at every step, the letters suffice.
"""

# ruff: noqa: D102, N802  one method per kind of event, named after it
from collections.abc import Mapping
from typing import Any

from referee.engine.events import Seen
from referee.util.values import Struct, field

SEATS = ("odin", "thor")
COLUMNS = "abcdef"
HOME = {"odin": "1", "thor": "5"}
RAVENS = "hugin-munin"


def against(seat: str) -> str:
    """The other of the two."""
    return "thor" if seat == "odin" else "odin"


class Player(Struct, dict=True):
    """One player's pieces and cards as the seat knows them. A column holds [face or None, up]."""

    pieces: set[str]
    captured: int = 0
    columns: dict[str, list[Any]] = field(
        default_factory=lambda: {column: [None, False] for column in COLUMNS}
    )
    discards: list[str] = field(default_factory=list)
    deck_size: int = 27
    six: tuple[str, ...] = ()
    chosen: bool = False
    sealed: tuple[str, ...] | None = None
    standing: tuple[str, ...] | None = None
    rights: list[str] = field(default_factory=list)
    peeked: list[tuple[str, str, str, str]] = field(default_factory=list)


class Follow:
    """The table as the letters tell it to one seat (None: an onlooker), played with these options."""

    def __init__(self, seat: str | None, content: Mapping[str, Any]) -> None:
        self.seat, self.spent = seat, content["spent"] == "scouts"
        self.player = {one: Player({column + HOME[one] for column in COLUMNS}) for one in SEATS}
        self.phase = "setup"
        self.turn = self.action = self.entered = self.repeated = 0
        self.on_turn, self.overdue = "", tuple[str, ...]()
        self.offer = ""
        self.outcome: tuple[tuple[str, ...], str, str] | None = None
        self.names: tuple[tuple[str, str], ...] = ()
        self.stood: list[Any] = []

    def see(self, told: Seen) -> None:
        """Take in one event as shown."""
        getattr(self, "on_" + told.kind, self.nothing)(told)

    def nothing(self, _told: Seen) -> None:
        """What only tells."""

    # 2 Setting up

    def on_SidesTaken(self, e: Seen) -> None:
        self.names = tuple(zip(e["seats"], e["names"], strict=True))

    def on_SixShown(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.six, one.deck_size = tuple(sorted(e["cards"])), one.deck_size - 6
        self.phase = "place"

    def on_Sealed(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.chosen = True
        if e["by"] == self.seat:
            one.sealed = e["cards"]

    on_Resealed = on_Sealed  # noqa: N815  named after the event

    def on_Placed(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.sealed = None
        for at, column in enumerate(COLUMNS):
            one.columns[column] = [e["cards"][at] if "cards" in e.fields else None, False]

    # 3 The turn

    def on_TurnBegun(self, e: Seen) -> None:
        self.phase, self.turn, self.action, self.on_turn = "play", self.turn + 1, 0, e["by"]
        shown = [self.shown(seat) for seat in SEATS]
        self.stood.append((e["by"], shown))
        self.repeated = self.stood.count((e["by"], shown))

    def shown(self, seat: str) -> Any:
        """What of a player makes up a position (6.5)."""
        one = self.player[seat]
        up = [face if lies_up else "" for face, lies_up in one.columns.values()]
        return sorted(one.pieces), one.captured, up, one.deck_size, len(one.discards)

    def made(self, seat: str) -> None:
        """A turn is made: what could be scouted before it has lapsed (5.5)."""
        self.phase, self.overdue = "after", ()
        self.action += 1
        self.player[seat].rights = []

    def on_TurnEnded(self, e: Seen) -> None:
        self.phase = "next"
        self.player[e["by"]].rights = []
        if self.offer != e["by"]:
            self.offer = ""

    def walk(self, seat: str, origin: str, target: str) -> None:
        """A piece is on another square; an entry into the enemy fortress is remembered (6.5, 6.7)."""
        one, enemy = self.player[seat], HOME[against(seat)]
        one.pieces.remove(origin)
        one.pieces.add(target)
        if target[1] == enemy and origin[1] != enemy:
            self.entered, self.stood = self.turn, []

    def ravens(self, seat: str, origin: str, target: str) -> None:
        """5.3 A piece came into the column of this seat's Hugin & Munin."""
        if seat == self.seat and origin[0] != target[0]:
            one = self.player[seat]
            if str(one.columns[target[0]][0]).endswith(RAVENS):
                one.rights.append(target[0])

    def on_Moved(self, e: Seen) -> None:
        self.made(e["by"])
        self.walk(e["by"], e["origin"], e["target"])
        for seat in SEATS:
            self.ravens(seat, e["origin"], e["target"])

    def on_Passed(self, e: Seen) -> None:
        self.made(e["by"])

    def on_Returned(self, e: Seen) -> None:
        self.made(e["by"])
        self.player[e["by"]].pieces.add(e["square"])
        self.player[e["by"]].captured -= 1

    # 4 Attack

    def on_Attacked(self, e: Seen) -> None:
        self.made(e["by"])

    def on_TurnedUp(self, e: Seen) -> None:
        self.player[e["of"]].columns[e["column"]] = [e["card"], True]

    def on_Captured(self, e: Seen) -> None:
        self.player[e["of"]].pieces.remove(e["square"])
        self.player[e["of"]].captured += 1

    def on_Advanced(self, e: Seen) -> None:
        self.walk(e["by"], e["origin"], e["target"])
        self.ravens(e["by"], e["origin"], e["target"])

    def on_Swapped(self, e: Seen) -> None:
        self.walk(against(e["by"]), e["target"], e["origin"])
        self.walk(e["by"], e["origin"], e["target"])

    def on_Discarded(self, e: Seen) -> None:
        one = self.player[e["of"]]
        one.columns[e["column"]] = [None, False]
        one.discards.append(e["card"])
        if e.rule == "4.4" and e["card"].endswith(RAVENS) and self.spent and e["of"] == self.seat:
            one.rights.insert(0, "")

    def on_Replaced(self, e: Seen) -> None:
        self.player[e["of"]].columns[e["column"]] = [e.get("card"), False]
        self.player[e["of"]].deck_size -= 1

    def on_Renewed(self, e: Seen) -> None:
        one = self.player[e["of"]]
        one.deck_size, one.discards = len(one.discards), []

    # 5 Scouting

    def on_Scouted(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.rights = [own for own in one.rights if own != e["own"]]
        one.peeked = [peek for peek in one.peeked if peek[0] != e["own"]]
        self.player[against(e["by"])].columns[e["column"]] = [e["card"], True]
        self.action += 1
        self.overdue = tuple(one for one in self.overdue if one != e["by"])

    def on_Peeked(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.rights.pop(0)
        one.peeked.append((e["own"], e["column"], e["card"], e["next"]))
        self.player[against(e["by"])].columns[e["column"]][0] = e["card"]

    def on_StandingScoutSet(self, e: Seen) -> None:
        self.player[e["by"]].standing = e["columns"]

    # 6 The end

    def on_DrawOffered(self, e: Seen) -> None:
        self.offer = e["by"]
        self.overdue = tuple(one for one in self.overdue if one != e["by"])

    def on_DrawDeclined(self, e: Seen) -> None:
        self.offer = ""
        self.overdue = tuple(one for one in self.overdue if one != e["by"])

    def on_Overdue(self, e: Seen) -> None:
        self.overdue = (e["of"],)

    def on_Ended(self, e: Seen) -> None:
        self.outcome = (e["winners"], e.rule, e["reason"])
        self.phase, self.offer = "over", ""

    # What it comes to

    def owed(self) -> list[tuple[str, str, str]]:
        """Who owes what."""
        if self.phase == "play":
            return [(self.on_turn, "turn", "2.4")]
        waiting = [seat for seat in SEATS if not self.player[seat].chosen]
        return [(seat, "place", "2.2") for seat in waiting] if self.phase == "place" else []

    def table(self) -> dict[str, Any]:
        """What the letters tell, in the terms of a view."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "action": self.action,
            "on_turn": self.on_turn,
            "owed": self.owed(),
            "offer": self.offer,
            "overdue": self.overdue,
            "repeated": 0 if self.action else self.repeated,
            "idle": max(0, self.turn - 1 - self.entered),
            "outcome": self.outcome,
            "names": self.names,
            **{seat: self.half(seat) for seat in SEATS},
        }

    def half(self, seat: str) -> dict[str, Any]:
        """One player's pieces and cards as the letters tell them."""
        one = self.player[seat]
        return {
            "pieces": tuple(sorted(one.pieces)),
            "captured": one.captured,
            "home": sum(square[1] == HOME[against(seat)] for square in one.pieces),
            "columns": tuple((face, up) for face, up in one.columns.values()),
            "discards": tuple(one.discards),
            "deck_size": one.deck_size,
            "six": one.six,
            "sealed": one.sealed,
            "standing": one.standing,
            "rights": tuple(one.rights),
            "peeked": tuple(one.peeked),
        }


def as_table(view: Any) -> dict[str, Any]:
    """The same terms out of a view."""
    same = ("phase", "turn", "action", "on_turn", "offer", "overdue", "repeated", "idle", "names")
    halves = {}
    for seat in SEATS:
        half = view.half(seat)._asdict()
        half.pop("seat")
        half["columns"] = tuple((slot.face, slot.up) for slot in half["columns"])
        half["peeked"] = tuple((one.own, one.column, one.card, one.next) for one in half["peeked"])
        halves[seat] = half
    ended = view.outcome
    return {
        **{key: getattr(view, key) for key in same},
        **halves,
        "owed": [(one.seat, one.duty, one.rule) for one in view.owed],
        "outcome": (ended.winners, ended.rule, ended.reason) if ended else None,
    }
