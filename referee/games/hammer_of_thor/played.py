"""What happens with Fate and Prediction cards, standing orders, and on the way."""

from typing import Annotated, Any

from referee.engine.decks import DeckEvents, Drawn
from referee.engine.events import Event, LeavesTheTable, Open, event, face, seen_by
from referee.games.hammer_of_thor.figures import Standing, group_of
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


@event("4.1a")
class FateDrawn(Event):
    """A Fate card is drawn, or a Prediction card when they are gone; its holder alone sees it."""

    by: Open[str]
    pile: Open[str]
    card: Annotated[str, seen_by("by")]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = s.stack(self.pile, s.stacks[self.pile][1:])
        return replace(s, hands={**s.hands, self.by: (*s.hand(self.by), self.card)})


@event("4.1c")
class RagnarokDrawn(Event):
    """RAGNAROK is drawn, for all to see: the player-turn stops (12.0, M10)."""

    by: Open[str]
    pile: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        s = s.stack(self.pile, s.stacks[self.pile][1:])
        done = replace(s.done, phase="")
        return replace(
            s, out=(*s.out, face(self.card)), stage="ragnarok", done=done, standing={}, action=s.action + 1
        )


@event("4.1c")
class FateDiscarded(Event):
    """A Fate or Prediction card is discarded unseen: out of the game."""

    by: Open[str]
    card: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        s = without_card(s, self.by, self.card)
        return replace(s, unused=(*s.unused, self.card), action=s.action + 1)


def without_card(s: State, seat: str, card: str) -> State:
    """The table without a card in a hand; a standing order that was for it is void (M25)."""
    hand = list(s.hand(seat))
    hand.remove(card)
    standing = dict(s.standing)
    if seat in standing and standing[seat].card not in map(face, hand):
        del standing[seat]
    return replace(s, hands={**s.hands, seat: tuple(hand)}, standing=standing)


@event("4.1b")
class Played(Event):
    """A Fate or Prediction card is played, for all to see; it leaves play."""

    by: Open[str]
    card: Open[str]
    on: Open[str]

    def change(self, s: State) -> State:
        s = without_card(s, self.by, self.card)
        card = card_of(s, self.card)
        faded = s.faded or card.cancels_runes
        return replace(s, out=(*s.out, face(self.card)), faded=faded, action=s.action + 1)


def card_of(t: Any, card: str) -> Any:
    """The Fate, Prediction or Rune card of a physical card or a face."""
    kind, name, *_ = card.split(".")
    return {"fate": t.cards.fate, "prediction": t.cards.predictions, "rune": t.cards.runes}[kind][name]


@event("M25", only="by")
class StandingSet(Event):
    """A seat says when its held card is to be played; nobody else is told."""

    by: Open[str]
    waits_for: Open[str]
    subject: Open[str]
    place: Open[int]
    card: Open[str]
    on: Open[str]

    def change(self, s: State) -> State:
        made = Standing(self.waits_for, self.subject, self.place, self.card, self.on)
        return replace(s, standing={**s.standing, self.by: made})


@event("M25", only="by")
class StandingDue(Event):
    """What a standing order waited for has happened: it is used up, and its card is played."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, standing={seat: one for seat, one in s.standing.items() if seat != self.by})


@event("M25", only="by")
class StandingOver(Event):
    """A standing order is taken back, or was due and could not be carried out; the card stays in the hand."""

    by: Open[str]
    lost: Open[bool]

    def change(self, s: State) -> State:
        standing = {seat: one for seat, one in s.standing.items() if seat != self.by}
        answers = s.answers if self.lost else {seat: a for seat, a in s.answers.items() if seat != self.by}
        return replace(s, standing=standing, answers=answers)


@event("M25", only="by")
class AnswerSet(Event):
    """A seat says which card it plays in encounters with another seat, or with anybody; nobody else is told."""

    by: Open[str]
    subject: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        mine = tuple(one for one in s.answers.get(self.by, ()) if one[0] != self.subject)
        return replace(s, answers={**s.answers, self.by: (*mine, (self.subject, self.card))})


@event("4.0")
class PhaseBegun(Event):
    """The next phase of a player-turn begins: movement, encounter, or what follows it."""

    by: Open[str]
    phase: Open[str]

    def change(self, s: State) -> State:
        return s.having(phase=self.phase)


def paid(s: State, group: str, cost: int = 1) -> State:
    """The table when a group has spent SPEED; it is the one that moves in this player-turn."""
    counter = group_of(s, group)
    s = s.moved(counter.id, spent=counter.spent + cost)
    return replace(s.having(mover=counter.id), action=s.action + 1)


@event("M17")
class Cautious(Event):
    """A counter is to move with caution: one SPEED more."""

    by: Open[str]
    group: Open[str]

    def change(self, s: State) -> State:
        return paid(s, self.group).having(caution=True)


@event("S17")
class RealmReached(Event):
    """A seat has come to a realm for the first time."""

    by: Open[str]
    group: Open[str]
    realm: Open[str]

    def change(self, s: State) -> State:
        return replace(s, realms=(*s.realms, (self.by, self.realm)))


@event("M11")
class Searched(Event):
    """A group searches the next location: one SPEED."""

    by: Open[str]
    group: Open[str]
    place: Open[int]

    def change(self, s: State) -> State:
        s = paid(s, self.group)
        return s.having(searched=(*s.done.searched, self.place), search=(*s.done.search, self.place))


@event("4.2c")
class Scouted(Event):
    """A group reconnoitres the next location: one SPEED, whether it works or not."""

    by: Open[str]
    group: Open[str]
    place: Open[int]
    works: Open[bool]

    def change(self, s: State) -> State:
        s = paid(s, self.group)
        return s.having(scouted=(*s.done.scouted, (self.place, self.works)))


@event("4.2A")
class Entered(Event):
    """A group goes a step along a line of the map."""

    by: Open[str]
    group: Open[str]
    place: Open[int]
    cost: Open[int]

    def change(self, s: State) -> State:
        s = paid(s, self.group, self.cost)
        s = s.moved(group_of(s, self.group).id, at=self.place)
        return s.having(moved=True, search=tuple(one for one in s.done.search if one == self.place))


@event("M25")
class WayCut(LeavesTheTable):
    """A way over several places ends here: the next step is not possible any more (M25e)."""

    by: Open[str]
    place: Open[int]


@event("M16")
class RolledFor(Event):
    """It was rolled for a random encounter in this player-turn: whether there is one."""

    by: Open[str]
    group: Open[str]
    place: Open[int]
    comes: Open[bool]

    def change(self, s: State) -> State:
        return replace(s.having(rolled=True), action=s.action + 1)


@event("M16")
class Met(Event):
    """A seat seeks the encounter with another counter in the same location."""

    by: Open[str]
    group: Open[str]
    other: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        number = group_of(s, self.other).id
        return replace(s.having(met=(*s.done.met, number)), action=s.action + 1)


DECKS: DeckEvents = {FateDrawn: Drawn("pile", "card"), RagnarokDrawn: Drawn("pile", "card")}
"""4.1a What is drawn off the Fate and Prediction piles."""
