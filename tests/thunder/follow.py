"""A table kept from one seat's letters alone: nothing but what that seat is shown goes in.

Written apart from the engine: it knows what a card on a table does, not what the rules allow. If it equals
the engine's view at every step, the letters suffice.
"""

# ruff: noqa: ARG002, D102, N802, N815  one method per kind of event, named after it
from typing import Any

from msgspec.structs import asdict

from referee.engine.events import Seen
from referee.util.values import Struct, field

Row = list[Any]


class Player(Struct, dict=True):
    """One player's cards as the seat knows them. A card in a column is [back, up, face or None]."""

    columns: dict[str, list[Row]] = field(default_factory=lambda: {"A": [], "B": [], "C": []})
    hand: list[str] = field(default_factory=list)
    hand_size: int = 0
    backs: int = 0
    deck_size: int = 50
    pile: list[str] = field(default_factory=list)
    pile_size: int = 0
    top: str = ""
    shown: list[str] = field(default_factory=list)
    taken: int = 0
    using: str = ""
    open: str = ""
    falling: list[str] = field(default_factory=list)
    turns: int = 0
    standing_discards: tuple[str, ...] = ()
    standing_lay: tuple[str, ...] = ()
    barred: str = ""
    sealed: tuple[str, ...] | None = None
    answered: tuple[str, ...] | None = None


class Follow:
    """The table as the letters tell it to one seat (None: an onlooker)."""

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.player = {"thor": Player(), "loki": Player()}
        self.turn = self.action = self.ap = self.points = 0
        self.on_turn = ""
        self.phase = "deploy"
        self.outcome: tuple[tuple[str, ...], str, str] | None = None
        self.offer = ""
        self.pending: list[tuple[Any, ...]] = []
        self.drawn = 0
        self.overdue: tuple[str, ...] = ()
        self.names: tuple[tuple[str, str], ...] = ()
        self.holders = ("", "")

    def see(self, told: Seen) -> None:
        """Take in one event as shown."""
        getattr(self, "on_" + told.kind, self.nothing)(told)
        self.holders = (self.holder("berserker", 0), self.holder("idunn", 1))

    def holder(self, name: str, at: int) -> str:
        """Whose Berserker or Idunn is in effect: the only one on top, or the one that was there first (11.4)."""
        on_top = [seat for seat in ("thor", "loki") if self.player[seat].top.endswith("." + name)]
        if len(on_top) == 2:
            return self.holders[at]
        return on_top[0] if on_top else ""

    def nothing(self, told: Seen) -> None:
        """Most asking and answering moves no card."""

    def acted(self) -> None:
        self.overdue = ()
        self.ap -= 1
        self.action += 1

    def gain(self, seat: str, card: str | None, back: str) -> None:
        """A card comes into a hand."""
        one = self.player[seat]
        one.hand_size += 1
        one.backs += back != seat
        if card is not None and seat == self.seat:
            one.hand.append(card)

    def lose(self, seat: str, card: str | None, back: str) -> None:
        """A card leaves a hand."""
        one = self.player[seat]
        one.hand_size -= 1
        one.backs -= back != seat
        if seat == self.seat and card is not None:
            one.hand.remove(card)

    def bury(self, seat: str, card: str, *, bottom: bool) -> None:
        """A card goes onto a pile, seen by all."""
        one = self.player[seat]
        at = 0 if bottom else len(one.shown)
        one.shown.insert(at, card)
        if bottom:
            one.pile.insert(0, card)
            one.top = one.top or card
        else:
            one.pile.append(card)
            one.top = card
        one.pile_size += 1

    def on_SidesTaken(self, e: Seen) -> None:
        self.names = (("thor", e["thor"]), ("loki", e["loki"]))

    def on_Overdue(self, e: Seen) -> None:
        self.overdue = (e["of"],)

    def on_PlaceAsked(self, e: Seen) -> None:
        self.pending = [("place", e["by"], e.rule, e["card"], e["columns"], False)]

    def on_SeerAsked(self, e: Seen) -> None:
        self.pending = [("seer", e["by"], "19.1", "", (), False)]

    def on_SeerStopped(self, e: Seen) -> None:
        self.pending, self.drawn = [], 0
        self.action += 1

    def on_OrderAsked(self, e: Seen) -> None:
        self.pending.append(("order", e["by"], e.rule, "", (), False))

    def on_Dealt(self, e: Seen) -> None:
        self.player[e["to"]].deck_size -= e["count"]
        for n in range(e["count"]):
            self.gain(e["to"], e["cards"][n] if "cards" in e.fields else None, e["to"])

    def on_Replaced(self, e: Seen) -> None:
        self.player[e["by"]].deck_size -= 1
        self.gain(e["by"], e.get("card"), e["by"])

    def on_ShuffledBack(self, e: Seen) -> None:
        self.lose(e["by"], e["card"], e["by"])
        self.player[e["by"]].deck_size += 1

    def on_Sealed(self, e: Seen) -> None:
        if e["by"] == self.seat:
            self.player[e["by"]].sealed = e["cards"]

    on_Resealed = on_Sealed

    def on_Deployed(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.sealed = None
        self.phase = "play"
        for n, letter in enumerate("ABC"):
            card = e["cards"][n] if "cards" in e.fields else None
            self.lose(e["by"], card, e["by"])
            one.columns[letter].append([e["by"], False, card])

    def on_TurnBegun(self, e: Seen) -> None:
        self.turn, self.action, self.on_turn = self.turn + 1, 0, e["by"]
        self.ap = self.points = e["ap"]
        self.player[e["by"]].turns += 1

    def on_TurnEnded(self, e: Seen) -> None:
        self.ap = 0
        self.player[e["by"]].barred = ""
        if self.offer != e["by"]:
            self.offer = ""

    def on_Drew(self, e: Seen) -> None:
        self.acted()
        self.player[e["by"]].deck_size -= 1
        self.gain(e["by"], e.get("card"), e["by"])

    def on_Laid(self, e: Seen) -> None:
        self.acted()
        self.lose(e["by"], e.get("card"), e["back"])
        self.player[e["by"]].columns[e["column"]].insert(e["row"] - 1, [e["back"], False, e.get("card")])

    def on_LeaderLaid(self, e: Seen) -> None:
        self.ap, self.points = self.ap + 4 - self.points, 4
        self.action += 1
        self.overdue = ()
        self.lose(e["by"], e["card"], e["by"])
        self.player[e["by"]].columns[e["column"]].insert(0, [e["by"], True, e["card"]])

    def on_Challenged(self, e: Seen) -> None:
        self.acted()

    def on_TurnedUp(self, e: Seen) -> None:
        row = self.player[e["of"]].columns[e["column"]][e["row"] - 1]
        row[1], row[2] = True, e["card"]

    def on_Discarded(self, e: Seen) -> None:
        one = self.player[e["of"]]
        if e["place"] == "hand":
            self.lose(e["of"], e["card"], e["card"].split(".")[0])
        elif e["place"] == "open":
            one.open = ""
        else:
            del one.columns[e["place"][0]][int(e["place"][1:]) - 1]
        self.bury(e["of"], e["card"], bottom=e["bottom"])

    def on_ColumnFell(self, e: Seen) -> None:
        for seat in ("thor", "loki"):
            self.player[seat].columns[e["column"]] = []
            self.player[seat].falling = list(e[seat])

    def on_HandFell(self, e: Seen) -> None:
        one = self.player[e["of"]]
        one.hand, one.hand_size, one.backs, one.open, one.falling = [], 0, 0, "", list(e["cards"])

    def on_OwnOrder(self, e: Seen) -> None:
        self.player[e["by"]].answered = e["names"]

    def on_OrderSealed(self, e: Seen) -> None:
        self.player[e["by"]].answered = e["names"]
        self.pending = [(*asked[:5], asked[5] or asked[1] == e["by"]) for asked in self.pending]

    on_OrderResealed = on_OrderSealed

    def on_Buried(self, e: Seen) -> None:
        one = self.player[e["of"]]
        one.falling, one.answered = [], None
        self.pending = []
        low = list(e["bottom"])
        for card in e["cards"]:
            self.bury(e["of"], card, bottom=card in low)

    def on_StandingOrdered(self, e: Seen) -> None:
        self.player[e["by"]].standing_discards = e["names"]

    def on_StandingLaySet(self, e: Seen) -> None:
        self.player[e["by"]].standing_lay = e["columns"]

    def on_Played(self, e: Seen) -> None:
        self.acted()
        self.lose(e["by"], e["card"], e["card"].split(".")[0])
        self.player[e["by"]].using = e["card"]

    def on_Finished(self, e: Seen) -> None:
        self.player[e["by"]].using = ""
        self.bury(e["by"], e["card"], bottom=e["bottom"])

    def on_Shifted(self, e: Seen) -> None:
        columns = self.player[e["of"]].columns
        card = columns[e["column"]].pop(e["row"] - 1)
        columns[e["to_column"]].insert(e["to_row"] - 1, card)

    def on_Captured(self, e: Seen) -> None:
        self.gain(e["by"], e["card"], e["card"].split(".")[0])
        one = self.player[e["of"]]
        one.pile_size -= 1
        del one.shown[len(one.shown) - 1 - one.shown[::-1].index(e["card"])]
        one.top = e["top"]
        if e["of"] == self.seat:
            one.pile.pop()

    def on_Picked(self, e: Seen) -> None:
        self.lose(e["of"], e["card"], e["card"].split(".")[0])
        self.player[e["of"]].open = e["card"]

    def on_SeerDrew(self, e: Seen) -> None:
        self.player[e["of"]].deck_size -= 1
        self.player[e["of"]].open = e["card"]
        self.pending, self.drawn = [], self.drawn + 1
        self.action += 1

    def on_Given(self, e: Seen) -> None:
        self.player[e["to"]].open = ""
        self.gain(e["to"], e["card"], e["card"].split(".")[0])

    def on_Forced(self, e: Seen) -> None:
        one = self.player[e["of"]]
        one.open = ""
        self.pending = []
        self.action += 1
        one.columns[e["column"]].insert(0, [e["card"].split(".")[0], True, e["card"]])

    def on_Took(self, e: Seen) -> None:
        one = self.player[e["by"]]
        one.pile_size -= e["count"]
        one.taken += e["count"]
        for n, back in enumerate(e["backs"]):
            self.gain(e["by"], e["cards"][n] if "cards" in e.fields else None, back)
        if "cards" in e.fields:
            for card in e["cards"]:
                at = len(one.pile) - 1 - one.pile[::-1].index(card)
                del one.pile[at]
                if card.split(".")[1] in {"thor", "loki"}:
                    one.barred = card
            one.top = one.pile[-1] if one.pile else ""

    def on_DrawOffered(self, e: Seen) -> None:
        self.offer = e["by"]
        self.overdue = tuple(one for one in self.overdue if one != e["by"])

    def on_DrawDeclined(self, e: Seen) -> None:
        self.offer = ""
        self.overdue = tuple(one for one in self.overdue if one != e["by"])

    def on_Ended(self, e: Seen) -> None:
        self.outcome = (e["winners"], e.rule, e["reason"])
        self.phase, self.offer, self.pending = "over", "", []

    def owed(self) -> list[tuple[str, str, str]]:
        """Who owes what, as far as this seat can know."""
        if self.outcome:
            return []
        if self.pending:
            return [(asked[1], asked[0], asked[2]) for asked in self.pending if not asked[5]]
        if self.phase == "deploy":
            chosen = [self.seat] if self.seat and self.player[self.seat].sealed is not None else []
            return [(seat, "deploy", "1.3") for seat in ("thor", "loki") if seat not in chosen]
        return [(self.on_turn, "turn", "3.4")] if self.ap else []

    def table(self) -> dict[str, Any]:
        """What the letters tell, in the terms of a view."""
        return {
            "turn": self.turn,
            "action": self.action,
            "ap": self.ap,
            "on_turn": self.on_turn,
            "offer": self.offer,
            "phase": self.phase,
            "outcome": self.outcome,
            "pending": self.pending,
            "drawn": self.drawn,
            "overdue": self.overdue,
            "names": self.names,
            "holders": self.holders,
            "owed": self.owed(),
            **{seat: self.half(seat) for seat in ("thor", "loki")},
        }

    def leads(self, column: list[Row]) -> bool:
        """Whether Thor/Loki stands in front of this column, as everybody sees."""
        return bool(column) and column[0][1] and column[0][2].split(".")[1] in {"thor", "loki"}

    def half(self, seat: str) -> dict[str, Any]:
        """One player's cards as the letters tell them."""
        one, mine = self.player[seat], seat == self.seat
        return {
            "hand_size": one.hand_size,
            "backs": one.backs,
            "deck_size": one.deck_size,
            "pile_size": one.pile_size,
            "pile_top": one.top,
            "shown": tuple(one.shown),
            "taken": one.taken,
            "columns": tuple(tuple(tuple(card) for card in one.columns[letter]) for letter in "ABC"),
            "using": one.using,
            "open": one.open,
            "falling": tuple(sorted(one.falling)),
            "turns": one.turns,
            "led": next((n for n, letter in enumerate("ABC") if self.leads(one.columns[letter])), -1),
            "hand": tuple(sorted(one.hand)) if mine else None,
            "pile": tuple(one.pile) if mine else None,
            "standing_discards": one.standing_discards,
            "standing_lay": one.standing_lay,
            "barred": one.barred,
            "sealed": one.sealed,
            "answered": one.answered,
        }


def as_table(view: Any) -> dict[str, Any]:
    """The same terms out of a view."""
    halves = {}
    for seat in ("thor", "loki"):
        half = asdict(view.half(seat))
        half.pop("seat")
        half["columns"] = tuple(
            tuple((spot.back, spot.up, spot.face) for spot in column) for column in half["columns"]
        )
        halves[seat] = half
    same = ["turn", "action", "ap", "on_turn", "offer", "phase", "drawn", "overdue", "names", "holders"]
    scalars = {key: getattr(view, key) for key in same}
    ended = view.outcome
    return {
        **scalars,
        **halves,
        "outcome": (ended.winners, ended.rule, ended.reason) if ended else None,
        "pending": [(p.duty, p.by, p.rule, p.card, p.to, p.done) for p in view.pending],
        "owed": [(one.seat, one.duty, one.rule) for one in view.owed],
    }
