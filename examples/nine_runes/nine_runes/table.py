"""The table of Nine Runes, what each seat sees of it, and who owes what."""

from collections.abc import Mapping
from typing import Any

from referee.engine.events import face
from referee.engine.game import Owed
from referee.engine.kit.base import BaseState, BaseView
from referee.engine.rules import cites
from referee.util.values import Value

SEATS = ("urd", "skuld")
NAMES = ("fehu", "uruz", "thurisaz", "ansuz", "raidho", "kenaz", "gebo", "wunjo", "hagalaz")
WORTH: Mapping[str, int] = {name: worth for worth, name in enumerate(NAMES, 1)}
"""1.1 The runes and their worth."""
RUNES = tuple(f"rune.{name}.1" for name in NAMES)
HAND = 4
Runes = tuple[str, ...]


def other(seat: str) -> str:
    """The opponent."""
    return "skuld" if seat == "urd" else "urd"


def name_of(rune: str) -> str:
    """The name of a rune: `rune.fehu.1` and its face `rune.fehu` are `fehu`."""
    return rune.split(".")[1]


@cites("1.1")
def faces(runes: Runes) -> Runes:
    """Runes as they are shown, by their worth."""
    return tuple(face(rune) for rune in sorted(runes, key=RUNES.index))


class Side(Value):
    """What one player has: the hand, the gift chosen for the other, and how many pairs were taken."""

    hand: frozenset[str] = frozenset()
    gift: str = ""
    pairs: int = 0


class State(BaseState, kw_only=True):
    """Everything on the table. `laid` are the runes of this pair, the leader's first; `spent` those of pairs taken."""

    middle: str = ""
    urd: Side = Side()
    skuld: Side = Side()
    given: bool = False
    leader: str = SEATS[0]
    laid: Runes = ()
    spent: Runes = ()

    def side(self, seat: str) -> Side:
        """What a player has."""
        return self.urd if seat == "urd" else self.skuld


class View(BaseView, kw_only=True):
    """The table for one seat. `hand`, `gift` and `got` are its own; `sides` are seat, runes in hand, pairs taken."""

    hand: Runes
    gift: str
    got: str
    sides: tuple[tuple[str, int, int], ...]
    laid: Runes
    spent: Runes


@cites("1.2", "2.2")
def view(s: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker."""
    mine, theirs = (s.side(seat), s.side(other(seat))) if seat else (Side(), Side())
    return View.of(
        s,
        seat,
        owed(s),
        hand=faces(tuple(mine.hand)),
        gift=face(mine.gift),
        got=face(theirs.gift) if s.given else "",
        sides=tuple((one, len(s.side(one).hand), s.side(one).pairs) for one in SEATS),
        laid=tuple(map(face, s.laid)),
        spent=faces(s.spent),
    )


def owed(s: State) -> tuple[Owed, ...]:
    """Who must answer what: a gift (2.1), or a rune (3.1)."""
    if s.outcome:
        return ()
    if s.on_turn:
        return (Owed(s.on_turn, "rune", "3.1"),)
    return tuple(Owed(seat, "gift", "2.1") for seat in SEATS if s.side(seat).hand and not s.side(seat).gift)


def uncovered(state: State) -> Any:
    """What lay hidden at the end: the ninth rune, and the hands."""
    hands = tuple((seat, faces(tuple(state.side(seat).hand))) for seat in SEATS)
    return {"middle": face(state.middle), "hands": hands}
