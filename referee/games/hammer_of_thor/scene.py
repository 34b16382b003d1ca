"""What lies on the table as its reader is told it: people and their things, groups, ways, the encounter."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.barring import barred
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.cards import CHARACTERISTICS, Card
from referee.games.hammer_of_thor.chances import Blows, Chance, blows, chances
from referee.games.hammer_of_thor.contests import vain
from referee.games.hammer_of_thor.figures import (
    HUMAN,
    Counter,
    Figure,
    Names,
    Stop,
    allowance,
    character,
    counter_of,
    counters_of,
    item_works,
    most_stamina,
    place_of,
    reputation,
    seat_of,
    values,
    working,
)
from referee.games.hammer_of_thor.measured import endurance
from referee.games.hammer_of_thor.moving import step_cost
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.powers import able_to
from referee.games.hammer_of_thor.roads import comes
from referee.games.hammer_of_thor.table import is_starter
from referee.games.hammer_of_thor.view import OF_CARDS, View

SAID_BY_CARDS = frozenset(
    (
        *("speed", "stamina", "reputation", "deal", "set", "season", "skip", "insane", "sane", "move"),
        *("note", "kill", "out"),
    )
)
"""Effects with words of their own in `texts`; others are told as the card has them."""


class Thing(NamedTuple):
    """An item that a reader sees; `works` is "yes", "no", "untried" (2.2A3), or "" where it lies face down."""

    name: str
    works: str
    worth: int
    bonus: tuple[tuple[str, int], ...]


class Effect(NamedTuple):
    """An effect of a card, in the words of the card set: its verb, which of `SAID_BY_CARDS` tells it, what follows."""

    verb: str
    said: str
    rest: Names


class Held(NamedTuple):
    """A card in the hand, or a rune: what it does.

    Attributes:
        kind: "fate", "prediction" or "rune".
        target: none, seat, group or character.
        effects: what it does; () where the master is asked, or nothing happens (S15).
        text: what stands on a card without effects.
    """

    face: str
    kind: str
    target: str
    effects: tuple[Effect, ...]
    text: str


class Question(NamedTuple):
    """A stop for the master: what a seat has written, or the card or rune that has no effects."""

    section: str
    seat: str
    about: Names
    text: str
    card: Held | None


class Person(NamedTuple):
    """A character as a reader sees it.

    Attributes:
        figures: the eleven characteristics before STAMINA, in their order.
        left, most: STAMINA; `most` 0 is without limit.
        things, unknown: items by name, and how many more there are; runes likewise.
        changed: characteristics that were set, with what is printed and what they are now (2.1G).
        ties: relatives and friends who are in the encounter with it (2.1A, 2.1B).
    """

    name: str
    leads: bool
    starter: bool
    race: str
    alignment: str
    sex: str
    figures: tuple[int, ...]
    left: int
    most: int
    things: tuple[Thing, ...]
    unknown: int
    runes: tuple[Held, ...]
    unseen: int
    insanity: str
    shape: str
    changes: int
    abilities: Names
    changed: tuple[tuple[str, int, int], ...]
    mission: str
    ties: Names = ()

    @property
    def wounded(self) -> bool:
        """Whether it has lost STAMINA."""
        return self.left < self.most

    @property
    def carries(self) -> bool:
        """Whether it has items or runes."""
        return bool(self.things or self.unknown or self.runes or self.unseen)

    @property
    def more(self) -> bool:
        """Whether there is more to tell than figures and state."""
        return self.carries or bool(self.abilities or self.changed or self.mission)

    @property
    def tells(self) -> bool:
        """Whether there is more to tell than figures."""
        return self.more or bool(self.insanity or self.shape)


class Way(NamedTuple):
    """A place next to a group: what the step costs, whether somebody would die there (2.1D2), and who stands there.

    `encounter` is at how many of ten faces somebody comes (S16), `new` whether its realm is new to the seat (S17).
    """

    place: Place
    cost: int
    dies: Names
    who: Names
    scouted: str
    searched: bool
    encounter: int | None
    new: bool


class Group(NamedTuple):
    """A counter; `speed` is what is left of `allowed`, `ways` where it may go next (of the reader's own)."""

    seat: str
    own: bool
    stranger: bool
    moves: bool
    place: Place
    people: tuple[Person, ...]
    speed: int
    ways: tuple[Way, ...]

    @property
    def leader(self) -> Person:
        """Who leads it."""
        return next(one for one in self.people if one.leads)

    @property
    def others(self) -> tuple[Person, ...]:
        """All but the leader."""
        return tuple(one for one in self.people if not one.leads)

    @property
    def plain(self) -> bool:
        """Whether it is one of nobody's of which a word is enough: a single character without things, no stranger."""
        return not (self.seat or self.stranger or self.others or self.leader.carries)


class Side(NamedTuple):
    """A side of an encounter; `card` is what it has shown, `barred` what it cannot choose, for its own seat.

    With the supplement `vain` are the cards that fail without a test against the other leader (S5), `chances` how
    likely the others are to work, `blows` how the leaders strike each other.
    """

    group: Group
    card: str
    sealed: str
    barred: tuple[tuple[str, Names], ...]
    against: str
    vain: Names
    chances: tuple[Chance, ...]
    blows: tuple[Blows, ...]
    used: tuple[tuple[str, str], ...]


class Meeting(NamedTuple):
    """The encounter that goes on."""

    place: Place
    rule: str
    round: int
    asks: bool
    combat: bool
    surprise: bool
    sides: tuple[Side, ...]


def thing(v: View, name: str, item: str) -> Thing:
    """An item as its bearer has it."""
    card, figure = v.cards.items[item], v.figures[name]
    works = ""
    if item in figure.revealed:
        tried = not card.wisdom or (name, item) in v.works
        works = "untried" if not tried else "yes" if item_works(v, name, item) else "no"
    return Thing(item, works, card.reputation, tuple(card.bonus.items()))


def held(v: View, face: str) -> Held:
    """A Fate, Prediction or Rune card, by its face."""
    return told(face.partition(".")[0], card_of(v, face))


def told(kind: str, card: Card) -> Held:
    """A card of a pile: what it does."""
    effects = tuple(map(effect, card.effects or ()))
    return Held(f"{kind}.{card.name}", kind, card.target, effects, "" if card.effects else card.text)


def effect(text: str) -> Effect:
    """An effect in the words of a card set."""
    verb, *rest = text.split()
    verb = "note" if verb == "remark" else verb
    return Effect(verb, verb if verb in SAID_BY_CARDS else "other", tuple(rest))


@cites("S4")
def measured(v: View, name: str) -> Iterator[int]:
    """Characteristics as they count: in an encounter of the supplement with what revealed items that work add."""
    now, items = values(v, name), tuple(working(v, name)) if v.house else ()
    for one in CHARACTERISTICS[:-1]:
        if one == "reputation":
            yield reputation(v, name)
        else:
            yield now[one] + sum([item.bonus.get(one, 0) for item in items]) if items else now[one]


def person(v: View, name: str, counter: Counter, against: Names = ()) -> Person:
    """A character of a counter, as the reader sees it; `against` are those that it meets."""
    card, figure = character(v, name), v.figures[name]
    own = seat_of(v, name) == v.seat
    most = endurance(v, name) if v.house else most_stamina(v, name)
    return Person(
        name=name,
        leads=name == counter.leader,
        starter=is_starter(v, name),
        race=card.race,
        alignment=card.alignment,
        sex=card.sex,
        figures=tuple(measured(v, name)),
        left=max(0, most - figure.lost),
        most=most,
        things=tuple(thing(v, name, one) for one in figure.items),
        unknown=figure.unknown,
        runes=tuple(held(v, one) for one in figure.runes),
        unseen=figure.unseen,
        insanity=figure.insanity,
        shape=figure.shape,
        changes=max(0, card.changes - figure.changes) if own else 0,
        abilities=able_to(v, name) if own or against else (),
        changed=_changed(v, figure),
        mission=dict(v.cards.missions).get(name, "") if own and not v.house else "",
        ties=tuple(one for one in against if one in (*card.relatives, *card.friends)),
    )


def _changed(v: View, figure: Figure) -> tuple[tuple[str, int, int], ...]:
    printed = character(v, figure.name).values
    return tuple((what, printed[what], now) for what, now in figure.changed if printed[what] != now)


def group(v: View, counter: Counter, against: Names = ()) -> Group:
    """A counter as the reader sees it."""
    own = bool(v.seat) and counter.seat == v.seat
    return Group(
        seat=counter.seat,
        own=own,
        stranger=bool(counter.deck),
        moves=v.done.mover == counter.id and v.on_turn == counter.seat,
        place=place_of(v, counter),
        people=tuple(person(v, one, counter, against) for one in counter.members),
        speed=allowance(v, counter),
        ways=tuple(ways(v, counter)) if own and may_go(v, counter) else (),
    )


@cites("4.2a", "M16")
def may_go(v: View, counter: Counter) -> bool:
    """Whether a group of the reader may still move in this player-turn: no other has begun to, and SPEED is left."""
    before = v.on_turn == v.seat and v.done.phase in {"fate", "movement"}
    return before and v.done.mover in {0, counter.id} and allowance(v, counter) > 0


@cites("4.2b", "M20", "2.1D2", "S16", "S17")
def ways(v: View, counter: Counter) -> Iterator[Way]:
    """Where a group may go next, by the number of the place."""
    humans = tuple(one for one in counter.members if character(v, one).race == HUMAN)
    scouted = dict(v.done.scouted) if v.on_turn == counter.seat else {}
    for number in v.board.neighbours[counter.at]:
        place = v.board.places[number]
        searched = v.on_turn == counter.seat and number in v.done.searched
        yield Way(
            place=place,
            cost=step_cost(v, counter, place),
            dies=() if place.midgard else humans,
            who=tuple(one.leader for one in v.counters if one.at == number),
            scouted={True: "worked", False: "failed"}[scouted[number]] if number in scouted else "",
            searched=searched,
            encounter=comes(v, place, searched=searched),
            new=v.house and (counter.seat, place.realm) not in v.realms,
        )


def meeting(v: View) -> Meeting | None:
    """The encounter that goes on, the reader's own side first."""
    found = v.encounter
    if found is None:
        return None
    there = {one.id: one for one in v.counters}
    pairs = [(there.get(found.own), there.get(found.other)), (there.get(found.other), there.get(found.own))]
    sides = [_side(v, one, other) for one, other in pairs if one and other]
    sides.sort(key=lambda one: not one.group.own)
    shown = (found.round, found.asks, found.combat, found.surprise)
    return Meeting(sides[0].group.place, found.rule, *shown, tuple(sides)) if sides else None


def _side(v: View, counter: Counter, other: Counter) -> Side:
    found = v.encounter
    assert found is not None  # noqa: S101  asked for within an encounter
    own = bool(v.seat) and counter.seat == v.seat
    never = barred(v, counter, max(1, found.round)) if found.asks and own else {}
    told = own and found.asks and v.house
    by_rule: dict[str, Names] = {}
    for card, number in never.items():
        by_rule[number] = (*by_rule.get(number, ()), card)
    return Side(
        group=group(v, counter, other.members),
        card=dict(found.sealed).get(counter.id, ""),
        sealed=v.sealed if own and found.asks else "",
        barred=tuple(by_rule.items()),
        against=other.leader,
        vain=vain(v, counter, other, never) if told else (),
        chances=tuple(chances(v, counter, other, never)) if told else (),
        blows=tuple(blows(v, counter, other)) if told else (),
        used=tuple(one for one in found.used if one[0] in counter.members),
    )


def own_groups(v: View) -> tuple[Group, ...]:
    """The reader's own counters; those in the encounter are told there."""
    return tuple(group(v, one) for one in counters_of(v, v.seat)) if v.seat else ()


@cites("M26")
def asked(v: View) -> tuple[Question, ...]:
    """What the master is asked, the newest first; of a card or a rune what stands on it."""
    return tuple(_question(v, one) for one in v.stops[::-1])


def _question(v: View, stop: Stop) -> Question:
    card = held(v, stop.text) if stop.section in OF_CARDS and stop.text else None
    return Question(stop.section, stop.seat, stop.about, "" if card else stop.text, card)


@cites("M26", "M32")
def concerned(v: View) -> tuple[Group, ...]:
    """The groups that the newest stop is about, for the master, who is asked; those of an encounter are told there."""
    if v.seat != MASTER or not v.stops or v.encounter:
        return ()
    found = dict.fromkeys(one for name in v.stops[-1].about if (one := counter_of(v, name)))
    return tuple(group(v, one, one.members) for one in found)


def other_groups(v: View) -> tuple[Group, ...]:
    """The counters of others in the order of their seats, then nobody's."""
    order = (*v.order, *(one for one in v.players if one not in v.order), "")
    others = [one for one in v.counters if not (v.seat and one.seat == v.seat)]
    return tuple(group(v, one) for one in sorted(others, key=lambda one: order.index(one.seat)))
