"""What happens to the table as a whole: set-up, births, seasons, turns, Fate and Prediction cards, ways."""

from typing import Annotated, ClassVar

from referee.engine.decks import Cut, DeckEvents, Drawn, Lies, Taken
from referee.engine.events import Event, Hidden, LeavesTheTable, Open, event, seen_by
from referee.games.hammer_of_thor.carried import taken_from
from referee.games.hammer_of_thor.figures import (
    Counter,
    Done,
    Figure,
    Names,
    counters_of,
    group_of,
)
from referee.games.hammer_of_thor.table import State, starter_of
from referee.util.values import replace


def laid(s: State, seat: str, at: int, members: Names, deck: str = "") -> State:
    """The table with a new counter of these characters, whose figures are there already."""
    made = Counter(s.counted + 1, seat, at, members, members[0], deck=deck)
    return replace(s, counters=(*s.counters, made), counted=made.id)


def with_things(s: State, name: str, items: Names, animals: Names) -> State:
    """The table with a new figure of that name, with listed items and animals that lay aside."""
    figures = {**s.figures, name: Figure(name, items=items), **{one: Figure(one) for one in animals}}
    taken = {*items, *animals, name}
    return replace(s, figures=figures, aside=tuple(one for one in s.aside if one not in taken))


def off_the_piles(s: State, name: str) -> State:
    """The table without a character in the race decks, in the Offspring deck, and among what is aside or dead."""
    stacks = {pile: tuple(one for one in cards if one != name) for pile, cards in s.stacks.items()}
    kept = {key: tuple(one for one in getattr(s, key) if one != name) for key in ("aside", "helheim", "out")}
    return replace(s, stacks=stacks, **kept)


@event("1.0h")
class Shuffled(Event):
    """A pile lies in a new order, which nobody sees."""

    pile: Open[str]
    cards: Hidden[Names]

    def change(self, s: State) -> State:
        return s.stack(self.pile, self.cards)


@event("1.0i")
class PileCut(Event):
    """So many cards of a pile are in the game, and under them these, shuffled; the others are out of it, unseen."""

    pile: Open[str]
    count: Open[int]
    under: Hidden[Names]

    def change(self, s: State) -> State:
        above, rest = s.stacks[self.pile][: self.count], s.stacks[self.pile][self.count :]
        left = tuple(one for one in rest if one not in self.under)
        return replace(s.stack(self.pile, (*above, *self.under)), unused=(*s.unused, *left))


@event("1.0h")
class LaidOut(Event):
    """The Forged deck is laid out face up; starred things and the cards of the seven are set aside (1.0g)."""

    forged: Open[Names]
    aside: Open[Names]

    def change(self, s: State) -> State:
        known = s.known | set(self.forged)
        return replace(s, forged=self.forged, aside=self.aside, known=known, stage="rolling")


@event("1.0a")
class Rolled(LeavesTheTable):
    """A ten-sided die: what for, by whom or where, the number, and what it had to be at most (-1: nothing)."""

    what: Open[str]
    by: Open[str]
    value: Open[int]
    need: Open[int]
    rule: Open[str]


@event("1.0c")
class FirstPlayer(Event):
    """The first player is found; turns go clockwise from there."""

    seat: Open[str]

    def change(self, s: State) -> State:
        seats = s.players
        at = seats.index(self.seat)
        return replace(
            s, first=self.seat, order=(*seats[at:], *seats[:at]), stage="choosing", action=s.action + 1
        )


@event("1.0d")
class Chosen(Event):
    """A seat chooses its starting character, with the items and animals listed on its card (1.0f)."""

    by: Open[str]
    name: Open[str]
    items: Open[Names]
    animals: Open[Names]

    def change(self, s: State) -> State:
        for item in self.items:
            s = taken_from(s, item)
        s = with_things(off_the_piles(s, self.name), self.name, self.items, self.animals)
        starters = (*s.starters, (self.by, self.name))
        return replace(s, starters=starters, known=s.known | set(self.items), action=s.action + 1)


@event("1.0e")
class Started(Event):
    """The counter of a starting character is put on the map."""

    by: Open[str]
    name: Open[str]
    animals: Open[Names]
    place: Open[int]

    def change(self, s: State) -> State:
        s = laid(s, self.by, self.place, (self.name, *self.animals))
        realms = (*s.realms, (self.by, s.board.places[self.place].realm)) if s.house else ()
        return replace(s, realms=realms, action=s.action + 1)


@event("1.0d")
class Ready(Event):
    """A seat has chosen, set its counter down, and carries no more than it may (M4, M8)."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, chosen=(*s.chosen, self.by))


@event("1.0g")
class SevenLaid(Event):
    """One of the seven counters that nobody has is laid on its place."""

    name: Open[str]
    place: Open[int]

    def change(self, s: State) -> State:
        return laid(with_things(s, self.name, (), ()), "", self.place, (self.name,))


@event("3.0")
class GameTurnBegun(Event):
    """A game-turn begins."""

    count: Open[int]

    def change(self, s: State) -> State:
        return replace(s, stage="turns", game_turn=self.count, past=(), tried=())


@event("3.1")
class Born(Event):
    """Offspring are born: the decks that they are shuffled into are told, their names are not (M9)."""

    pile: ClassVar[str] = "offspring"
    names: Hidden[Names]
    decks: Open[Names]

    def change(self, s: State) -> State:
        s = s.stack("offspring", s.stacks["offspring"][len(self.names) :])
        for name in self.names:
            pile = s.cards.characters[name].pile
            s = s.stack(pile, (*s.stacks[pile], name))
        return s


MOVES_ON = "3.3"
"""The rule by which the season moves on by itself; a card or the master puts the marker by others."""


@event("3.3")
class SeasonMoved(Event):
    """The season marker moves on, or is put somewhere else."""

    season: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = s.done_with(MOVES_ON) if self.rule == MOVES_ON else s
        return replace(s, season=self.season, action=s.action + 1)


@event("3.2")
class TurnBegun(Event):
    """A player-turn begins."""

    seat: Open[str]
    game_turn: Open[int]
    season: Open[str]

    def change(self, s: State) -> State:
        counters = tuple(replace(one, spent=0) if one.seat == self.seat else one for one in s.counters)
        done = Done(phase="fate")
        return replace(s, turn=s.turn + 1, action=0, on_turn=self.seat, counters=counters, done=done)


@event("3.2")
class TurnPassedOver(Event):
    """A seat loses its player-turn, or has nobody left on the map."""

    seat: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        skipped = tuple(one for one in s.skipped if one != self.seat)
        return replace(s.done_with("3.2", self.seat), skipped=skipped)


@event("4.0")
class TurnEnded(Event):
    """A player-turn is over."""

    by: Open[str]

    def change(self, s: State) -> State:
        counters = tuple(replace(one, bonus=0) for one in s.counters)
        offer = s.offer if s.offer == self.by else ""
        return replace(
            s.done_with("3.2", self.by),
            counters=counters,
            on_turn="",
            done=Done(),
            offer=offer,
            losing=(),
            action=s.action + 1,
        )


@event("2.2A8")
class LossOwed(Event):
    """A Pathological Liar's seat has to say who leaves the group of the liar of that name (M23)."""

    by: Open[str]
    name: Open[str]

    def change(self, s: State) -> State:
        return replace(s, losing=(*s.losing, self.name))


@event("M28")
class WitsRestored(Event):
    """WISDOM and INTELLIGENCE of somebody at Mimir's Well are restored."""

    name: Open[str]

    def change(self, s: State) -> State:
        kept = tuple(one for one in s.figures[self.name].changed if one[0] not in {"wisdom", "intelligence"})
        return s.figure(self.name, changed=kept)


@event("M28")
class Looked(Event):
    """A player looks at the top card of a race deck; nobody else sees it."""

    by: Open[str]
    deck: Open[str]
    card: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        return replace(s.having(did=(*s.done.did, "look")), action=s.action + 1)


@event("M30")
class SideNamed(Event):
    """A neutral seat says on whose side it stands at Ragnarok."""

    by: Open[str]
    side: Open[str]

    def change(self, s: State) -> State:
        return replace(s, sides=(*s.sides, (self.by, self.side)), action=s.action + 1)


@event("M15")
class LeaderIs(Event):
    """A group has another leader."""

    name: Open[str]
    was: Open[str]

    def change(self, s: State) -> State:
        return s.moved(group_of(s, self.name).id, leader=self.name)


@event("1.0j")
class Tracked(Event):
    """A character has a REPUTATION track from now on."""

    name: Open[str]

    def change(self, s: State) -> State:
        return s.figure(self.name, tracked=True)


@event("1.0k")
class Asked(Event):
    """A player asks the master before all, as in records made before what is asked was told to the master alone."""

    by: Open[str]
    text: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, action=s.action + 1)


def without_unplaced(s: State, seat: str) -> State:
    """The table without the character that a seat has chosen and not set down: it lies aside, with what came along."""
    name = starter_of(s, seat)
    if s.stage != "choosing" or not name or counters_of(s, seat):
        return s
    names = (name, *(one for one in s.cards.characters[name].animals if one in s.figures))
    things = (*names, *(item for one in names for item in s.figures[one].items))
    figures = {one: figure for one, figure in s.figures.items() if one not in names}
    return replace(s, figures=figures, aside=(*s.aside, *things))


@event("M31")
class SeatNobodys(Event):
    """The counters of a seat that has left are nobody's; its held card and its runes leave play unseen."""

    by: Open[str]

    def change(self, s: State) -> State:
        s = without_unplaced(s, self.by)
        runes: list[str] = []
        figures = dict(s.figures)
        for counter in counters_of(s, self.by):
            for name in counter.members:
                runes += figures[name].runes
                figures[name] = replace(figures[name], runes=())
        counters = tuple(replace(one, seat="") if one.seat == self.by else one for one in s.counters)
        unused = (*s.unused, *runes, *s.hand(self.by))
        hands, standing = ({k: v for k, v in m.items() if k != self.by} for m in (s.hands, s.standing))
        answers = {seat: one for seat, one in s.answers.items() if seat != self.by}
        return replace(
            s,
            counters=counters,
            figures=figures,
            unused=unused,
            hands=hands,
            standing=standing,
            answers=answers,
        )


DECKS: DeckEvents = {
    Shuffled: Lies("pile", "cards"),
    PileCut: Cut("pile", "under"),
    Chosen: Taken("", "name", ("items",)),
    Born: Drawn("pile", "names"),
}
"""1.0h, 3.1, 4.1a How the piles come to lie, and what is drawn off them; `played`, `carried` and `met` have more."""
