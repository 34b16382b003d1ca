"""1.0 Setting up: piles, the first player, characters and where they start, the seven counters."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn, seated
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.cards import ALIGNMENTS, FORGED, RACE_DECKS, CardSet, name_of, physical
from referee.games.hammer_of_thor.customs import CUSTOMS, SidesTaken
from referee.games.hammer_of_thor.figures import character, is_animal
from referee.games.hammer_of_thor.grounds import together
from referee.games.hammer_of_thor.happened import (
    Chosen,
    FirstPlayer,
    LaidOut,
    PileCut,
    Ready,
    Rolled,
    SevenLaid,
    Shuffled,
    Started,
)
from referee.games.hammer_of_thor.options import ON_TABLE, choosable, needed
from referee.games.hammer_of_thor.table import BELOW, State, living, starter_of
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

D10 = 10


@cites("1.0b", "1.0f", "1.0g", "1.0h", "1.0i", "M7", "M13", "M27")
def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken; 1.0h every pile is shuffled, and what is starred is set aside."""
    yield from seated(SidesTaken, s.seats, options, lots)
    cards, seven = s.cards, {name for name, _ in s.cards.counters}
    listed = {item for name in seven for item in cards.characters[name].items}
    starred = [*(one.name for one in cards.items.values() if one.star or one.name in listed)]
    animals = [one.name for one in cards.characters.values() if one.star]
    for pile, names in _characters(cards, {*seven, *animals}):
        yield Shuffled(pile, lots.shuffle(pile, names))
    items = [one for one in cards.items.values() if one.name not in starred]
    magic = [one.name for one in items if one.kind not in FORGED]
    yield Shuffled("magic", lots.shuffle("magic", magic))
    yield Shuffled("rune", lots.shuffle("rune", physical("rune", cards.runes)))
    yield from _fate(cards, len(s.players), lots)
    forged = tuple(one.name for one in items if one.kind in FORGED)
    yield LaidOut(forged, (*starred, *animals, *sorted(seven)))


def _characters(cards: CardSet, aside: set[str]) -> Iterator[tuple[str, list[str]]]:
    """1.0b, 1.0h The Offspring deck and the ten race decks."""
    able = [one for one in cards.characters.values() if one.name not in aside]
    yield "offspring", [one.name for one in able if one.offspring]
    for pile in RACE_DECKS:
        yield pile, [one.name for one in able if one.pile == pile and not one.offspring]


def _fate(cards: CardSet, seats: int, lots: Lots) -> Happening:
    """1.0i So many Fate and Prediction cards, and RAGNAROK with two more under these; the rest is out of the game."""
    count, above = ON_TABLE[seats]
    yield Shuffled("fate", lots.shuffle("fate", physical("fate", cards.fate)))
    yield PileCut("fate", count, ())
    every = physical("prediction", cards.predictions)
    doom = [one for one in every if cards.predictions[name_of(one)].ragnarok]
    others = lots.shuffle("prediction", [one for one in every if one not in doom])
    yield Shuffled("prediction", others)
    yield PileCut("prediction", above, lots.shuffle("below", [*others[above : above + BELOW], *doom]))


@cites("1.0a", "1.0c", "M2")
def first_player(s: State, of: str, lots: Lots) -> Happening:
    """1.0c Each player rolls, the highest is first; M2 those tied roll again."""
    tied = living(s) or s.players
    rule = "1.0c"
    while len(tied) > 1:
        rolled = {seat: lots.below(f"first {seat}", D10) for seat in tied}
        for seat, value in rolled.items():
            yield Rolled("first", seat, value, -1, rule)
        tied = tuple(seat for seat, value in rolled.items() if value == max(rolled.values()))
        rule = "M2"
    yield FirstPlayer(tied[0])


@cites("M4")
def ready(s: State, seat: str, lots: Lots) -> Happening:
    """M4 A seat has chosen, started and carries no more than it may."""
    yield Ready(seat)


@cites("1.0g", "M27")
def seventh(s: State, name: str, lots: Lots) -> Happening:
    """1.0g One of the seven that nobody has chosen is laid on its place."""
    yield SevenLaid(name, dict(s.cards.counters)[name])


@rule("1.0d")
def your_choice(v: View, _m: m.Choose) -> Why | None:
    """The first player chooses first, then the others clockwise."""
    return None if v.owes("choose") else why("not-choosing")


@rule("1.0d")
def not_taken(v: View, m: m.Choose) -> Why | None:
    """Each character is chosen once."""
    if m.name not in v.cards.characters:
        return why("no-character", name=m.name)
    return why("taken", name=m.name) if m.name in dict(v.starters).values() else None


@rule("M5")
def may_be_chosen(v: View, m: m.Choose) -> Why | None:
    """No Norn, no Offspring and no animal can be chosen (1.0d)."""
    return None if choosable(v.cards.characters[m.name]) else why("not-choosable", name=m.name)


@rule("1.0d")
def balance(v: View, m: m.Choose) -> Why | None:
    """In the end as many are good as evil, with one neutral among an odd number, and none among an even one."""
    left = needed_still(v)
    alignment = character(v, m.name).alignment
    return None if left[alignment] else why("out-of-balance", alignment=alignment, left=tuple(left.items()))


def needed_still(t: State | View) -> dict[str, int]:
    """1.0d How many characters of each alignment are still to be chosen."""
    taken = [character(t, name).alignment for _, name in t.starters]
    return {one: count - taken.count(one) for one, count in needed(len(t.players)).items()}


@rule("1.0e")
def your_start(v: View, _m: m.Start) -> Why | None:
    """The counter is put on the map when its character is chosen."""
    return None if v.owes("start") else why("not-starting")


@rule("1.0e")
@cites("M6")
def within_range(v: View, m: m.Start) -> Why | None:
    """It starts in a location of its race's range; several counters may share one (M6)."""
    first, last = range_of(v, v.seat or "")
    return None if first <= m.place <= last else why("out-of-range", first=first, last=last)


def range_of(t: State | View, seat: str) -> tuple[int, int]:
    """1.0e The numbers of the places where a seat's starting character may begin."""
    return t.board.ranges[character(t, starter_of(t, seat)).race]


@cites("1.0f", "M14")
def choose(s: State, by: str, m: m.Choose, lots: Lots) -> Happening:
    """1.0f The items and animals on the card come with it; M27 but those that somebody has already."""
    card = s.cards.characters[m.name]
    held = {item for one in s.figures.values() for item in one.items}
    items = tuple(one for one in card.items if one not in held and one not in s.out)
    yield Chosen(by, m.name, items, tuple(one for one in card.animals if one not in s.figures))


def start(s: State, by: str, m: m.Start, lots: Lots) -> Happening:
    """1.0e The counter is put on the map, with the animals of its card."""
    name = starter_of(s, by)
    animals = tuple(one for one in character(s, name).animals if one in s.figures and is_animal(s, one))
    theirs = {member for one in s.counters for member in one.members}
    yield Started(by, name, tuple(one for one in animals if one not in theirs), m.place)


MOVES: Moves = {
    m.Choose: (choose, (CUSTOMS.game_goes_on, your_choice, not_taken, may_be_chosen, balance)),
    m.Start: (start, (CUSTOMS.game_goes_on, your_start, within_range)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, together())


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """What may be chosen at set-up."""
    if v.owes("choose"):
        left = needed_still(v)
        able = [one for one in v.cards.characters.values() if choosable(one)]
        for side in (one for one in ALIGNMENTS if left[one]):
            yield f"choose {side}", "1.0d", [m.Choose(one.name) for one in able if one.alignment == side]
    if v.owes("start"):
        first, last = range_of(v, v.seat or "")
        yield "start", "1.0e", map(m.Start, range(first, last + 1))
