"""What the master is shown as possible: of every effect those that concern whoever is in question.

In question are the groups in the encounter, those whom the newest stop is about, and the groups of the seat on turn.
"""

from collections.abc import Iterator, Sequence

from referee.engine.choices import Move
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.cards import CHARACTERISTICS as ALL
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.figures import (
    CHARACTERISTICS,
    EVIL,
    GOOD,
    INSANITIES,
    Counter,
    Names,
    counter_of,
    counters_of,
    is_animal,
    is_norn,
)
from referee.games.hammer_of_thor.judged import FATE, MAGIC, NOBODY, RUNE, SECTIONS
from referee.games.hammer_of_thor.table import RACES, SEASONS, living
from referee.games.hammer_of_thor.view import View
from referee.util.values import remembered

AMOUNTS = (-3, -2, -1, 1, 2, 3)
NEWCOMERS = 12
"""How many characters are shown at most with which a seat could go on."""


def groups(v: View) -> tuple[Counter, ...]:
    """The groups in question, each once."""
    about = v.stops[-1].about if v.stops else ()
    found = [
        *(one for one in sides(v) if one),
        *(one for name in about if (one := counter_of(v, name))),
        *(counters_of(v, v.on_turn) if v.on_turn else ()),
    ]
    return tuple({one.id: one for one in found}.values())


@remembered
def candidates(v: View) -> tuple[tuple[str, str, Sequence[Move]], ...]:
    """What the master could declare now, a bounded list; every effect can be declared of anybody else too."""
    return tuple(_candidates(v))


def _candidates(v: View) -> Iterator[tuple[str, str, Sequence[Move]]]:
    if v.seat != MASTER:
        return
    if v.stops:
        yield from _in_a_stop(v)
    yield "stop", "M26", [e.Stop(section) for section in SECTIONS]


def _in_a_stop(v: View) -> Iterator[tuple[str, str, Sequence[Move]]]:
    """What the master declares while the game has stopped."""
    met = groups(v)
    names = tuple(dict.fromkeys(name for one in met for name in one.members))
    yield "go on", "M26", [e.GoOn()]
    yield "encounter", "4.3", [*_encounters(v, met), e.Combat()]
    yield "rounds", "4.3", [e.NextRound(), e.Close()]
    yield "hit", "5.0", [*_blows(v)]
    yield "figures", "2.1G", [*_figures(names)]
    yield "fate of characters", "6.0", [*_fates(v, met, names)]
    yield "groups", "8.0", [*_groupings(v, met, names)]
    yield "things", "2.2A4", [*_things(v, names)]
    yield "minds", "2.2A8", [*_minds(names)]
    yield "turns", "M32", [*_turns(v, met)]
    yield "new", "10.0", [*_newcomers(v)]
    yield "win", "12.0", [e.Win(side, v.game) for side in (GOOD, EVIL, NOBODY)]


def _encounters(v: View, met: tuple[Counter, ...]) -> Iterator[Move]:
    for own in (one for one in met if one.seat):
        for other in v.counters:
            if other.at == own.at and other.id != own.id:
                yield e.Encounter(own.leader, other.leader)
        here = v.board.places[own.at].deck
        yield from (e.EncounterTop(own.leader, deck) for deck in sorted(RACES, key=lambda one: one != here))


def _blows(v: View) -> Iterator[Move]:
    own, other = sides(v)
    for a, b in ((own, other), (other, own)):
        for name in a.members if a else ():
            for at in b.members if b else ():
                yield from (e.Hit(name, at), e.Hit(name, at, True))


def _figures(names: Names) -> Iterator[Move]:
    for name in names:
        yield from (e.Test(name, one) for one in ALL)
        yield from (e.Stamina(name, amount) for amount in AMOUNTS)
        yield from (e.Stamina(name, amount, True) for amount in AMOUNTS if amount < 0)
        yield from (e.Set(name, one, value) for one in CHARACTERISTICS for value in (0, 5, 9))
        yield from (e.Reputation(name, amount) for amount in AMOUNTS)


def _fates(v: View, met: tuple[Counter, ...], names: Names) -> Iterator[Move]:
    for name in names:
        yield from (e.Kill(name), e.Out(name))
    for one in met:
        yield from (e.Raise(name, one.leader) for name in v.helheim)


def _groupings(v: View, met: tuple[Counter, ...], names: Names) -> Iterator[Move]:
    for name in names:
        yield from (e.Join(name, one.leader) for one in met if name not in one.members)
        yield from (e.Leave(name), e.Split(name))
    for one in met:
        yield from (e.Put(one.leader, place) for place in v.board.neighbours[one.at])


def _things(v: View, names: Names) -> Iterator[Move]:
    carried = tuple(item for name in names for item in v.figures[name].items)
    for name in names:
        yield from (e.Deal(pile, name) for pile in (RUNE, MAGIC))
        yield from (e.Give(item, name) for item in (*carried, *v.forged) if item not in v.figures[name].items)
        listed = v.cards.characters[name].items
        yield from (e.Give(item, name) for item in listed if item in v.aside)
    for item in carried:
        yield from (e.Aside(item), e.Break(item))


def _minds(names: Names) -> Iterator[Move]:
    for name in names:
        yield e.Sane(name)
        yield from (e.Insane(name, kind) for kind in INSANITIES)


def _turns(v: View, met: tuple[Counter, ...]) -> Iterator[Move]:
    for seat in living(v):
        yield from (e.Skip(seat), e.Deal(FATE, seat))
    yield from (e.SpeedBonus(one.leader, amount) for one in met for amount in AMOUNTS)
    yield from (e.SeasonIs(one) for one in SEASONS)


def _newcomers(v: View) -> Iterator[Move]:
    """10.0 For a seat whose starting character is gone: some who are free, where their race begins."""
    lost = [stop.seat for stop in v.stops if stop.section == "10.0"]
    gone = {*v.figures, *v.helheim, *v.out}
    free = (one for one in v.cards.characters.values() if one.name not in gone and not one.offspring)
    able = [one for one in free if not is_animal(v, one.name) and not is_norn(v, one.name)][:NEWCOMERS]
    for seat in dict.fromkeys(lost):
        yield from (e.NewCharacter(one.name, seat, v.board.ranges[one.race][0]) for one in able)
