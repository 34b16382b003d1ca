"""What happens in encounters, and what the master is asked and says."""

from typing import Annotated

from referee.engine.decks import DeckEvents, Drawn
from referee.engine.events import Event, LeavesTheTable, Open, event, seen_by
from referee.engine.kit.customs import heard_of
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.fared import gone
from referee.games.hammer_of_thor.figures import Encounter, Names, Stop, group_of
from referee.games.hammer_of_thor.happened import laid, with_things
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


@event("4.5")
class StrangerCame(Event):
    """The top card of a race deck is turned up: somebody is met (M16, S1)."""

    deck: Open[str]
    name: Open[str]
    place: Open[int]

    def change(self, s: State) -> State:
        s = s.stack(self.deck, s.stacks[self.deck][1:])
        return laid(with_things(s, self.name, (), ()), "", self.place, (self.name,), self.deck)


@event("S1")
class NobodyCame(LeavesTheTable):
    """Nobody is met: the deck of the place is empty, or it has none; with a master it is the deck that was named."""

    place: Open[int]
    deck: Open[str]
    rule: Open[str] = "S1"


@event("4.3A")
class EncounterOpened(Event):
    """Two counters meet."""

    own: Open[str]
    other: Open[str]
    rule: Open[str]
    surprise: Open[bool]

    def change(self, s: State) -> State:
        own, other = group_of(s, self.own), group_of(s, self.other)
        made = Encounter(own.id, other.id, self.rule, surprise=self.surprise)
        return replace(s, encounter=made, action=s.action + 1)


def meeting(s: State) -> Encounter:
    """The encounter that goes on."""
    assert s.encounter is not None  # noqa: S101  events of an encounter come within one
    return s.encounter


@event("4.3A")
class RoundBegun(Event):
    """A round of an encounter: Encounter cards are chosen, unseen."""

    count: Open[int]

    def change(self, s: State) -> State:
        made = replace(meeting(s), round=self.count, asks=True, sealed=())
        return replace(s, encounter=made, action=s.action + 1)


@event("4.3A")
class CardSealed(Event):
    """A seat has chosen its Encounter card; which one is not shown until all are in."""

    by: Open[str]
    group: Open[str]
    card: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        number, found = group_of(s, self.group).id, meeting(s)
        sealed = (*(one for one in found.sealed if one[0] != number), (number, self.card))
        return replace(s, encounter=replace(found, sealed=sealed))


@event("4.3A", only="by")
class CardResealed(CardSealed):
    """A seat has chosen another Encounter card; nobody else is told."""


@event("4.3A")
class CardsShown(Event):
    """The Encounter cards are shown: of each group its leader and the card ("": none)."""

    cards: Open[tuple[tuple[str, str], ...]]

    def change(self, s: State) -> State:
        sealed = tuple((group_of(s, name).id, card) for name, card in self.cards)
        made = replace(meeting(s), sealed=sealed, asks=False)
        return replace(s, encounter=made, action=s.action + 1)


@event("4.3A")
class CardActed(LeavesTheTable):
    """An Encounter card is carried out (S3, S5): by whom, on whom, which, and whether it worked."""

    by: Open[str]
    at: Open[str]
    card: Open[str]
    works: Open[bool]
    rule: Open[str]


@event("5.0")
class CombatBegun(Event):
    """It comes to combat."""

    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, encounter=replace(meeting(s), combat=True), action=s.action + 1)


@event("S6")
class Blow(LeavesTheTable):
    """A blow: by whom, at whom, whether it hit, and the STAMINA lost by it."""

    by: Open[str]
    at: Open[str]
    hits: Open[bool]
    loss: Open[int]
    subdual: Open[bool]
    rule: Open[str]


@event("S7")
class Subdued(Event):
    """A character is subdued: of what it lost half its STAMINA remains."""

    name: Open[str]
    by: Open[str]
    lost: Open[int]

    def change(self, s: State) -> State:
        return s.figure(self.name, lost=self.lost)


@event("S13")
class MightShown(LeavesTheTable):
    """What both sides amount to at Ragnarok."""

    good: Open[int]
    evil: Open[int]


@event("2.1C")
class AbilityUsed(Event):
    """An ability is declared in use, until the encounter closes, or after one until the player-turn ends (M29)."""

    name: Open[str]
    ability: Open[str]

    def change(self, s: State) -> State:
        if s.encounter is None:
            used = (*s.done.used, (self.name, self.ability))
            return replace(s.having(used=used), action=s.action + 1)
        used = (*s.encounter.used, (self.name, self.ability))
        return replace(s, encounter=replace(s.encounter, used=used), action=s.action + 1)


@event("4.3A")
class EncounterClosed(Event):
    """An encounter is over; a stranger who has not joined goes back into its deck."""

    own: Open[str]
    other: Open[str]
    back: Open[Names]

    def change(self, s: State) -> State:
        for name in self.back:
            pile = s.cards.characters[name].pile
            s = gone(s, name)
            s = s.stack(pile, (*s.stacks[pile], name))
        found = meeting(s)
        s = s.having(parted=tuple(dict.fromkeys((*s.done.parted, found.own, found.other))))
        return replace(s, encounter=None, action=s.action + 1)


@event("M26")
class Stopped(Event):
    """The referee stops for the master: the section that governs, and what it concerns."""

    section: Open[str]
    seat: Open[str]
    about: Open[Names]
    text: Open[str]

    def change(self, s: State) -> State:
        # The first stop of an encounter is the encounter's own: there is always one while it goes on.
        beside = s.encounter is not None and bool(s.stops)
        stop = Stop(self.section, self.seat, self.about, self.text, beside)
        return replace(s, stops=(*s.stops, stop), action=s.action + 1)


@event("M26")
class MasterAsked(Event):
    """A player asks the master, or says that a mission is fulfilled; what is written only these two read.

    It goes with the newest stop, which all are told of.
    """

    by: Open[str]
    text: Annotated[str, seen_by("by", master=True)]
    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, stops=(*s.stops[:-1], replace(s.stops[-1], text=self.text)), action=s.action + 1)


@event("M26")
class WentOn(Event):
    """The master closes the newest stop; the game goes on."""

    section: Open[str]

    def change(self, s: State) -> State:
        return replace(s, stops=s.stops[:-1], overdue=heard_of(s, MASTER), action=s.action + 1)


@event("M26")
class MasterSaid(LeavesTheTable):
    """The master says something that all are to read."""

    text: Open[str]


@event("M31")
class MasterSilent(Event):
    """The master has not answered in time; the keeper may seat another."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, overdue=(*heard_of(s, self.by), self.by))


DECKS: DeckEvents = {StrangerCame: Drawn("deck", "name")}
"""4.5 Who is met is drawn off a race deck."""
