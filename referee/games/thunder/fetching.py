"""17 Hel, Longships, Odin: cards come back from their own pile, unseen by the opponent."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, seen_by, unordered
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS, back_of, name_of
from referee.games.thunder.moves import UseHel, UseLongships, UseOdin
from referee.games.thunder.setting_up import missing
from referee.games.thunder.table import HAND_LIMIT, Cards, Side, State, pick
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace

AT_MOST = 3
CREW = frozenset({"viking-warriors", "female-archer"})


@event("17.1")
class Took(Event):
    """Cards taken out of their own pile into the hand: all see how many and their backs (21.4), the owner which."""

    by: Open[str]
    count: Open[int]
    backs: Annotated[Open[Cards], unordered]
    cards: Annotated[Cards, seen_by("by"), unordered]
    rule: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        pile = tuple(card for card in side.pile if card not in self.cards)
        side = replace(side, pile=pile, hand=side.hand + self.cards, taken=side.taken + self.count)
        leader = next((card for card in self.cards if name_of(card) in LEADERS), side.barred)
        return s.put_pile(self.by, replace(side, barred=leader))


@rule("7.2")
def pile_holds_something(v: View, m: UseHel) -> Why | None:
    """Hel needs a card in their own pile."""
    return None if v.mine.pile else why("own-pile-empty")


@rule("17.1")
def hel_finds_it(v: View, m: UseHel) -> Why | None:
    """Hel takes any one card of their own pile."""
    return not_in_pile(v, (m.take,))


@rule("17.2")
def crew_only(v: View, m: UseLongships) -> Why | None:
    """Longships fetch Viking Warriors and Female Archers."""
    strangers = [name for name in m.take if name.rpartition(" ")[2] not in CREW]
    return why("not-crew", card=strangers[0]) if strangers else None


@rule("17.2")
def ravens_only(v: View, m: UseOdin) -> Why | None:
    """Odin fetches Ravens."""
    strangers = [name for name in m.take if name.rpartition(" ")[2] != "ravens"]
    return why("not-ravens", card=strangers[0]) if strangers else None


@rule("17.2")
def three_at_most(v: View, m: UseLongships | UseOdin) -> Why | None:
    """Three cards at most."""
    return why("at-most", limit=AT_MOST, count=len(m.take)) if len(m.take) > AT_MOST else None


@rule("17.2")
def found_in_pile(v: View, m: UseLongships | UseOdin) -> Why | None:
    """Only what lies in their own pile can be taken."""
    return not_in_pile(v, m.take)


@rule("17.2")
def room_in_hand(v: View, m: UseLongships | UseOdin) -> Why | None:
    """Only as many as the hand of 12 has room for; the played card has left it (7.6)."""
    room = HAND_LIMIT - v.mine.hand_size + 1
    return why("no-room", room=room, count=len(m.take)) if len(m.take) > room else None


def not_in_pile(v: View, names: Cards) -> Why | None:
    """Why these names cannot be taken out of their own pile."""
    reason = missing((v.mine.pile or ())[::-1], names, v.seat or "")
    return why("not-in-pile", **reason.params) if reason else None


def from_pile(side: Side, by: str, names: Cards) -> Cards:
    """R25 The cards these names mean, of equal ones those nearest the top; never the card just played."""
    pile, taken = side.pile[::-1], ()
    for name in names:
        left = tuple(card for card in pile if card not in taken and card != side.using)
        taken = (*taken, pick(left, by, name))  # type: ignore[assignment]
    return taken


@cites("17.1", "17.5")
def hel(s: State, by: str, m: UseHel, lots: Lots) -> Happening:
    """17.1 Any one card of their own pile into the hand, unseen."""
    return (yield from take(s, by, m.card, (m.take,), "17.1"))


@cites("17.2", "17.5")
def longships(s: State, by: str, m: UseLongships, lots: Lots) -> Happening:
    """17.2 Up to three Viking Warriors and Female Archers."""
    return (yield from take(s, by, m.card, m.take, "17.2"))


@cites("17.2", "17.5")
def odin(s: State, by: str, m: UseOdin, lots: Lots) -> Happening:
    """17.2 Up to three Ravens."""
    return (yield from take(s, by, m.card, m.take, "17.2"))


@cites("17.1", "17.2", "21.4")
def take(s: State, by: str, played: str, names: Cards, number: str) -> Happening:
    """The named cards leave the pile; the order of the rest stays."""
    side = s.side(by)
    if s.options.played == "first":
        side = replace(side, using=side.pile[-1])
    cards = from_pile(side, by, names)
    return (yield Took(by, len(cards), tuple(back_of(card) for card in cards), cards, number))
