"""What happens to characters: insanities, wounds, REPUTATION, death, groups."""

from referee.engine.decks import DeckEvents, Taken
from referee.engine.events import Event, Open, event
from referee.games.hammer_of_thor.figures import Figure, Names, counter_of, group_of
from referee.games.hammer_of_thor.happened import laid, off_the_piles, with_things
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


@event("2.2A8")
class Struck(Event):
    """A character loses its mind."""

    name: Open[str]
    insanity: Open[str]

    def change(self, s: State) -> State:
        return s.figure(self.name, insanity=self.insanity, struck=s.game_turn)


@event("2.2A8")
class Cured(Event):
    """A character is itself again."""

    name: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        return s.figure(self.name, insanity="", struck=0)


@event("2.1G")
class StaminaChanged(Event):
    """STAMINA is lost, in earnest or by subdual damage, or mended."""

    name: Open[str]
    amount: Open[int]
    subdual: Open[bool]
    rule: Open[str]

    def change(self, s: State) -> State:
        return s.figure(self.name, lost=max(0, s.figures[self.name].lost - self.amount))


@event("2.1G")
class CharacteristicSet(Event):
    """A characteristic is changed till it is restored or set again."""

    name: Open[str]
    characteristic: Open[str]
    value: Open[int]

    def change(self, s: State) -> State:
        kept = tuple(one for one in s.figures[self.name].changed if one[0] != self.characteristic)
        return s.figure(self.name, changed=(*kept, (self.characteristic, self.value)))


@event("M15")
class ReputationChanged(Event):
    """REPUTATION is gained or lost, for the event of that rule."""

    name: Open[str]
    amount: Open[int]
    rule: Open[str]

    def change(self, s: State) -> State:
        figure = s.figures[self.name]
        praised = s.game_turn if self.amount > 0 else figure.praised
        return s.figure(self.name, gained=figure.gained + self.amount, praised=praised)


def gone(s: State, name: str) -> State:
    """The table without a character: its items are set aside, its runes leave play, its shape is free again."""
    figure, counter = s.figures[name], counter_of(s, name)
    figures = {one: other for one, other in s.figures.items() if one != name}
    s = replace(s, figures=figures, aside=(*s.aside, *figure.items), unused=(*s.unused, *figure.runes))
    if counter is None:
        return s
    members = tuple(one for one in counter.members if one != name)
    leader = counter.leader if counter.leader != name else (members[0] if members else "")
    return s.moved(counter.id, members=members, leader=leader)


@event("2.1D2")
class Died(Event):
    """A character dies: into the Helheim deck. What it carried is set aside (M19)."""

    name: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = gone(s, self.name)
        return replace(s, helheim=(*s.helheim, self.name))


@event("6.0")
class LeftTheGame(Event):
    """A character is out of the game."""

    name: Open[str]

    def change(self, s: State) -> State:
        s = gone(s, self.name) if self.name in s.figures else off_the_piles(s, self.name)
        return replace(s, out=(*s.out, self.name))


@event("2.2A8")
class WentBack(Event):
    """A character goes back into its race deck, which is shuffled then."""

    name: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        pile = s.cards.characters[self.name].pile
        s = gone(s, self.name)
        return s.stack(pile, (*s.stacks[pile], self.name))


@event("2.2A8")
class FollowerLost(WentBack):
    """A follower leaves a Pathological Liar: back into its race deck, which is shuffled then (M23)."""

    liar: Open[str]

    def change(self, s: State) -> State:
        s = WentBack.change(self, s)
        owed = tuple(one for one in s.losing if one != self.liar)
        return replace(s, losing=owed, action=s.action + 1)


@event("2.1F")
class Joined(Event):
    """A character joins a group, with its listed things as far as they lie aside and fit (2.2A1)."""

    name: Open[str]
    to: Open[str]
    items: Open[Names]
    animals: Open[Names]
    rule: Open[str]

    def change(self, s: State) -> State:
        target, was = group_of(s, self.to), counter_of(s, self.name)
        figure = s.figures.get(self.name, Figure(self.name))
        s = off_the_piles(s, self.name)
        if was:
            rest = tuple(one for one in was.members if one != self.name)
            leader = was.leader if was.leader in rest else (rest[0] if rest else "")
            s = s.moved(was.id, members=rest, leader=leader)
        s = with_things(s, self.name, self.items, self.animals)
        figure = replace(figure, items=(*figure.items, *self.items))
        s = replace(s, figures={**s.figures, self.name: figure}, known=s.known | set(self.items))
        return s.moved(target.id, members=(*target.members, self.name, *self.animals))


Going = Died | LeftTheGame | WentBack | Joined
"""How a character leaves its group."""
GOING = frozenset(one.__name__ for one in (Died, LeftTheGame, WentBack, FollowerLost, Joined))


@event("6.0")
class RaisedUp(Event):
    """One of the dead comes back, into a group."""

    name: Open[str]
    to: Open[str]

    def change(self, s: State) -> State:
        target = group_of(s, self.to)
        s = with_things(off_the_piles(s, self.name), self.name, (), ())
        return s.moved(target.id, members=(*target.members, self.name))


@event("8.0")
class SplitOff(Event):
    """A character becomes a counter of its own."""

    name: Open[str]

    def change(self, s: State) -> State:
        was = group_of(s, self.name)
        rest = tuple(one for one in was.members if one != self.name)
        s = s.moved(was.id, members=rest, leader=was.leader if was.leader in rest else rest[0])
        s = laid(s, was.seat, was.at, (self.name,))
        return s.moved(s.counted, spent=was.spent, bonus=was.bonus)


@event("10.0")
class Arrived(Event):
    """A new character comes onto the map for a seat, as its starting character (10.0, S11)."""

    name: Open[str]
    seat: Open[str]
    place: Open[int]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = with_things(off_the_piles(s, self.name), self.name, (), ())
        s = laid(s, self.seat, self.place, (self.name,))
        return with_part(s, self.seat, self.name)


@event("S11")
class PartTaken(Event):
    """Another character of the seat takes the part of its starting character."""

    name: Open[str]
    seat: Open[str]

    def change(self, s: State) -> State:
        return with_part(s, self.seat, self.name)


def with_part(s: State, seat: str, name: str) -> State:
    """The table with another starting character of a seat, which has a track (1.0j)."""
    starters = (*(one for one in s.starters if one[0] != seat), (seat, name))
    return replace(s.figure(name, tracked=True), starters=starters)


@event("M32")
class PutAt(Event):
    """A counter is put on another place, without SPEED."""

    group: Open[str]
    place: Open[int]

    def change(self, s: State) -> State:
        return s.moved(group_of(s, self.group).id, at=self.place)


@event("M18")
class SpeedGiven(Event):
    """A group has more or less SPEED for this player-turn."""

    group: Open[str]
    amount: Open[int]

    def change(self, s: State) -> State:
        counter = group_of(s, self.group)
        return s.moved(counter.id, bonus=counter.bonus + self.amount)


@event("M18")
class SpeedSpent(Event):
    """A group spends SPEED in an encounter (4.2b EVADE)."""

    group: Open[str]
    amount: Open[int]

    def change(self, s: State) -> State:
        counter = group_of(s, self.group)
        return s.moved(counter.id, spent=counter.spent + self.amount)


@event("M32")
class SkipSet(Event):
    """A seat is to lose its next player-turn."""

    seat: Open[str]

    def change(self, s: State) -> State:
        return replace(s, skipped=tuple(dict.fromkeys((*s.skipped, self.seat))))


@event("S15")
class NothingHappens(Event):
    """What a card or a rune says cannot be carried out, or it says nothing (S15)."""

    card: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        return s


DECKS: DeckEvents = {
    LeftTheGame: Taken("", "name"),
    Joined: Taken("", "name", ("items",)),
    Arrived: Taken("", "name"),
}
"""Characters who are named do not lie in their race decks any more."""
