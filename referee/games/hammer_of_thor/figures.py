"""Characters in play and their counters, as values, and what follows from them: figures, REPUTATION, leaders.

State and view both hold them: in a view whatever its reader does not see is left out and only counted.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

from referee.engine.events import face
from referee.engine.rules import cites
from referee.games.hammer_of_thor.board import Board, Place
from referee.games.hammer_of_thor.cards import CardSet, Character, Item, Shape
from referee.util.values import Value, replace

Names = tuple[str, ...]
CHARACTERISTICS = (
    *("speed", "accuracy", "strength", "agility", "wisdom"),
    *("intelligence", "senses", "reaction", "temper", "charisma"),
)
"""2.1G Those that can be set; REPUTATION and STAMINA are counted in their own ways."""
CATATONIA, KLEPTOMANIA, LUNACY = "catatonia", "kleptomania", "lunacy"
MEGALOMANIA, MONOMANIA, LIAR = "megalomania", "monomania", "pathological-liar"
PARANOIA, SCHIZOPHRENIA, SUICIDAL = "paranoia", "schizophrenia", "suicidal-mania"
INSANITIES = (
    *(CATATONIA, KLEPTOMANIA, LUNACY, MEGALOMANIA, MONOMANIA),
    *(LIAR, PARANOIA, SCHIZOPHRENIA, SUICIDAL),
)
"""2.2A8 The nine of them."""
TWO = 2
NORN, ANIMAL, HUMAN = "norn", "animal", "human"
GOOD, EVIL, NEUTRAL = "good", "evil", "neutral"


class Figure(Value):
    """A character on the map, and what became of it.

    Attributes:
        lost: STAMINA lost.
        gained: REPUTATION gained, less what was lost; the sum with what is printed is never below 0.
        changed: characteristics that were set, till they are restored or set again.
        shape: the card of the shape that it has taken; "" for none.
        changes: how often it has changed into a shape.
        insanity, struck: which insanity it has, and in which game-turn that struck (M12).
        praised: the last game-turn in which it gained REPUTATION (M12).
        items: those that it carries, in the order in which it got them.
        revealed: those that lie face up.
        runes: the cards of its runes.
        unknown, unseen: in a view how many items and runes the reader does not see by name.
        tracked: whether it has a REPUTATION track (1.0j).
    """

    name: str
    lost: int = 0
    gained: int = 0
    changed: tuple[tuple[str, int], ...] = ()
    shape: str = ""
    changes: int = 0
    insanity: str = ""
    struck: int = 0
    praised: int = 0
    items: Names = ()
    revealed: frozenset[str] = frozenset()
    runes: Names = ()
    unknown: int = 0
    unseen: int = 0
    tracked: bool = False

    def without(self, item: str) -> "Figure":
        """The figure without an item."""
        items = tuple(one for one in self.items if one != item)
        return replace(self, items=items, revealed=self.revealed - {item})


class Counter(Value):
    """A counter on the map: a group, in the order in which its members joined.

    Attributes:
        seat: whose it is; "" for nobody's (one of the seven, of a seat that resigned, a stranger).
        spent: SPEED spent since its seat's last player-turn began (M18).
        bonus: SPEED given or taken by cards and rulings for this player-turn.
        deck: of a stranger the deck that it came from (M16, 2.1F).
    """

    id: int
    seat: str
    at: int
    members: Names
    leader: str
    spent: int = 0
    bonus: int = 0
    deck: str = ""


class OnTable(Protocol):
    """What a state and a view have in common."""

    @property
    def cards(self) -> CardSet:
        """The card set of the game."""

    @property
    def board(self) -> Board:
        """The map of the game."""

    @property
    def figures(self) -> Mapping[str, Figure]:
        """The characters on the map, by name."""

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The counters on the map, strangers too."""

    @property
    def encounter(self) -> "Encounter | None":
        """The encounter that goes on, if any."""

    @property
    def works(self) -> Mapping[tuple[str, str], bool]:
        """M3 Whether an item works for a character that has tried it."""


def character(t: OnTable, name: str) -> Character:
    """The card of a character."""
    return t.cards.characters[name]


def shape_of(t: OnTable, name: str) -> Shape | None:
    """The shape that a character has taken; None for its own."""
    figure = t.figures.get(name)
    return t.cards.shapes[face(figure.shape).partition(".")[2]] if figure and figure.shape else None


@cites("2.1G", "2.2C")
def value(t: OnTable, name: str, characteristic: str) -> int:
    """A characteristic now: what it was set to, else that of the shape, else the printed one.

    REPUTATION is told by `reputation`, STAMINA by `stamina`.
    """
    figure = t.figures.get(name)
    if figure and figure.changed and characteristic in (changed := dict(figure.changed)):
        return changed[characteristic]
    shape = shape_of(t, name) if figure and figure.shape else None
    worn = shape.values.get(characteristic) if shape else None
    return character(t, name).values[characteristic] if worn is None else worn


@cites("2.1G", "2.2C")
def values(t: OnTable, name: str) -> Mapping[str, int]:
    """All that `value` tells of a character."""
    shape, figure = shape_of(t, name), t.figures.get(name)
    worn = {one: n for one, n in shape.values.items() if n is not None} if shape else {}
    return {**character(t, name).values, **worn, **dict(figure.changed if figure else ())}


@cites("2.1G", "2.2C", "2.1H")
def most_stamina(t: OnTable, name: str) -> int:
    """The STAMINA of a character that has lost none; 0 is without limit (2.1H)."""
    shape = shape_of(t, name)
    worn = shape.values.get("stamina") if shape else None
    return character(t, name).stamina if worn is None else worn


def stamina(t: OnTable, name: str) -> int:
    """The STAMINA that a character has left, 0 at least."""
    figure = t.figures.get(name)
    return max(0, most_stamina(t, name) - (figure.lost if figure else 0))


@cites("M15", "2.2A10")
def reputation(t: OnTable, name: str) -> int:
    """M15 Printed, or of its shape, with what was gained and what its revealed items are worth."""
    figure = t.figures.get(name, Figure(name))
    items = sum(t.cards.items[item].reputation for item in figure.revealed)
    return max(0, value(t, name, "reputation") + figure.gained) + items


def counter_of(t: OnTable, name: str) -> Counter | None:
    """The counter that a character is a member of; None where it is not on the map."""
    for one in t.counters:
        if name in one.members:
            return one
    return None


def group_of(t: OnTable, name: str) -> Counter:
    """The counter of a character that is on the map."""
    found = counter_of(t, name)
    if found is None:
        raise LookupError(name)
    return found


def counters_of(t: OnTable, seat: str) -> tuple[Counter, ...]:
    """The counters of a seat, in the order in which they came."""
    return tuple([one for one in t.counters if one.seat == seat])


def seat_of(t: OnTable, name: str) -> str:
    """The seat whose character this is; "" for nobody's."""
    counter = counter_of(t, name)
    return counter.seat if counter else ""


def of_seat(t: OnTable, seat: str) -> Names:
    """The characters of a seat."""
    return tuple(name for one in counters_of(t, seat) for name in one.members)


def place_of(t: OnTable, counter: Counter) -> Place:
    """Where a counter stands."""
    return t.board.places[counter.at]


def is_animal(t: OnTable, name: str) -> bool:
    """Whether a character is an animal."""
    return character(t, name).race == ANIMAL


def is_norn(t: OnTable, name: str) -> bool:
    """2.1H Whether a character is a Norn."""
    return character(t, name).race == NORN


@cites("M15")
def leader_of(t: OnTable, counter: Counter) -> str:
    """M15 The highest in REPUTATION; at a tie the present one, else who joined first; an animal if nobody else."""
    if len(counter.members) == 1:
        return counter.members[0]
    able = [one for one in counter.members if not is_animal(t, one)] or list(counter.members)
    best = max(reputation(t, one) for one in able)
    tied = [one for one in able if reputation(t, one) == best]
    return counter.leader if counter.leader in tied else tied[0]


@cites("4.2a", "M18")
def allowance(t: OnTable, counter: Counter) -> int:
    """M18 The SPEED that a group has left: the lowest SPEED in it, less what was spent."""
    slowest = min(value(t, one, "speed") for one in counter.members)
    return max(0, slowest + counter.bonus - counter.spent)


def item_works(t: OnTable, name: str, item: str) -> bool:
    """2.2A2, 2.2A3 Whether an item serves its bearer: it is revealed, and the roll for it, if any, has worked."""
    figure = t.figures.get(name)
    if not figure or item not in figure.revealed:
        return False
    return not t.cards.items[item].wisdom or t.works.get((name, item), False)


def working(t: OnTable, name: str) -> Iterator[Item]:
    """The items that serve a character."""
    figure = t.figures.get(name)
    return (t.cards.items[one] for one in (figure.items if figure else ()) if item_works(t, name, one))


@cites("4.2b", "2.2C")
def crosses(t: OnTable, counter: Counter) -> bool:
    """4.2b Whether everybody in a group can cross water, by nature, by shape or by an item that works."""
    items = [(name, one) for name in counter.members for one in working(t, name)]
    if any(one.crosses_water == "group" for _, one in items):
        return True
    borne = {name for name, one in items if one.crosses_water == "bearer"}
    return all(name in borne or _swims(t, name) for name in counter.members)


def _swims(t: OnTable, name: str) -> bool:
    shape = shape_of(t, name)
    return shape.crosses_water if shape else character(t, name).crosses_water


def abilities(t: OnTable, name: str) -> Names:
    """2.1C What a character is able to do: as its card says, or its shape."""
    shape = shape_of(t, name)
    return shape.abilities if shape else character(t, name).abilities


def boats(t: OnTable, counter: Counter) -> int:
    """2.2A1 How many boats a group has, as far as they are seen."""
    items = (item for one in counter.members for item in t.figures[one].items)
    return sum(t.cards.items[item].boat for item in items)


@cites("2.2A1")
def fits(t: OnTable, name: str, item: str) -> bool:
    """2.2A1 Whether a character may carry an item besides those that it has: one for each letter, one boat a group.

    M23 Kleptomania is not bound by it.
    """
    figure = t.figures[name]
    if figure.insanity == KLEPTOMANIA:
        return True
    new, group = t.cards.items[item], counter_of(t, name)
    letters = {letter for one in figure.items for letter in t.cards.items[one].letters}
    return not letters & set(new.letters) and not (new.boat and group and boats(t, group))


def too_many(t: OnTable, name: str) -> Names:
    """2.2A1, M8 The items of a character of which one has to be discarded; () where it may carry them all."""
    figure = t.figures[name]
    if len(figure.items) < TWO or figure.insanity == KLEPTOMANIA:
        return ()
    pairs = [(letter, item) for item in figure.items for letter in t.cards.items[item].letters]
    doubled = [letter for letter, _ in pairs if sum(one == letter for one, _ in pairs) > 1]
    found = [item for letter, item in pairs if letter in doubled]
    afloat = [item for item in figure.items if t.cards.items[item].boat]
    return tuple(dict.fromkeys([*found, *(afloat if len(afloat) > 1 else ())]))


class Standing(Value):
    """M25 A card that is to be played when something happens: the event, whom and where it concerns, card, target."""

    event: str
    subject: str = ""
    place: int = 0
    card: str = ""
    on: str = ""


class Encounter(Value):
    """An encounter between two counters, the one of the seat on turn first.

    Attributes:
        own, other: the counters, by number.
        rule: 4.5 a random one, 4.4 or 4.6 one that was sought.
        round: 0 until cards are asked for.
        asks: whether cards are due in this round.
        combat: whether it has come to combat.
        sealed: the cards chosen in this round, by counter; not shown until all are in.
        surprise: whether the reconnaissance of the place has worked (4.2c).
        used: the abilities in use (2.1C).
    """

    own: int
    other: int
    rule: str
    round: int = 0
    asks: bool = False
    combat: bool = False
    sealed: tuple[tuple[int, str], ...] = ()
    surprise: bool = False
    used: tuple[tuple[str, str], ...] = ()


class Stop(Value):
    """M26 Something that the master is asked about: the section, the seat and the characters it concerns, the words.

    `beside`: it has come up in an encounter and is not about it, so that it does not wait for Encounter cards.
    """

    section: str
    seat: str = ""
    about: Names = ()
    text: str = ""
    beside: bool = False


class Done(Value):
    """What the seat on turn has done in its player-turn.

    Attributes:
        phase: "fate", "movement", "encounter", and "after" when only `take`, `look`, `smith`, `end turn` may follow.
        mover: the counter that moves, by number; 0 until one is named (4.2a).
        moved: whether it has left where it stood.
        caution: whether it moves with caution (M17).
        searched, scouted: places paid for (M11); of the second with whether the roll worked.
        search: the places searched since the last step, and the one entered if it was searched (M11).
        rolled: whether the random encounter of this player-turn was rolled for (M16).
        met: the counters met on purpose (M16).
        did: `take`, `look` and what else is possible once (M28).
        parted: the counters, by number, whose encounter is over (M29).
        used: the abilities that were used after it (M29).
    """

    phase: str = ""
    mover: int = 0
    moved: bool = False
    caution: bool = False
    searched: tuple[int, ...] = ()
    scouted: tuple[tuple[int, bool], ...] = ()
    search: tuple[int, ...] = ()
    rolled: bool = False
    met: tuple[int, ...] = ()
    did: Names = ()
    parted: tuple[int, ...] = ()
    used: tuple[tuple[str, str], ...] = ()


Pairs = tuple[tuple[str, int], ...]
