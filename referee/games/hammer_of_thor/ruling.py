"""M26, M32 What the master declares: one effect, or several in a ruling, carried out all or none.

A ruling is judged by what the master sees: each effect on the table as the earlier ones will have left it. Where these
roll, both outcomes that matter are looked at; where one draws a card, nothing in the ruling may hang on it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from typing import Any

from referee.engine.choices import Family, Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lot, Lots
from referee.engine.rules import Refused, Rule, cites, first_broken, rule, why
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import meeting
from referee.games.hammer_of_thor.carried import Broken
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.declared import candidates, groups
from referee.games.hammer_of_thor.doing import DOING, followed
from referee.games.hammer_of_thor.dying import enters
from referee.games.hammer_of_thor.effects import Effect
from referee.games.hammer_of_thor.ending import won
from referee.games.hammer_of_thor.fared import Arrived
from referee.games.hammer_of_thor.figures import (
    counter_of,
    group_of,
    reputation,
    seat_of,
    stamina,
    value,
)
from referee.games.hammer_of_thor.grounds import encounter, named, player_turn, stops, together
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.judged import CHECKS, MAGIC, NOBODY
from referee.games.hammer_of_thor.met import CombatBegun, Stopped, WentOn
from referee.games.hammer_of_thor.playing import fired
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import SHOWN, View
from referee.util.errors import Why
from referee.util.values import Value, remembered, replace

__all__ = ["MOVES", "candidates", "families", "ruled"]

D10 = 10
BREAKS = 9
"""2.2A5 The roll to hit at which bronze breaks."""
MOST = 20
"""How many effects one ruling has at most."""


def ruled(s: State, effect: Effect, lots: Lots) -> Happening:
    """An effect that the master declares, under the section of the newest stop; returns the state after it."""
    number = s.stops[-1].section if s.stops else "M32"
    happen = MASTERS.get(type(effect)) or DOING[type(effect)]
    return (yield from followed(s, happen(s, effect, lots, number)))


@cites("4.4", "4.6")
def _encounter(s: State, m: e.Encounter, lots: Lots, number: str) -> Happening:
    """An encounter with one of nobody's counters, or with another seat's."""
    yield from meeting.opened(s, m.group, m.other, "4.6" if seat_of(s, m.other) else "4.4", lots)


@cites("4.5")
def _top(s: State, m: e.EncounterTop, lots: Lots, number: str) -> Happening:
    yield from meeting.stranger(s, m.group, m.deck, lots)


def _combat(s: State, m: e.Combat, lots: Lots, number: str) -> Happening:
    yield CombatBegun("5.0")


@cites("5.0", "2.2A5", "M22", "1.0a")
def _hit(s: State, m: e.Hit, lots: Lots, number: str) -> Happening:
    """The roll to hit, for all to see; at a 9 all revealed bronze items of both break."""
    shown = lots.below(f"hit {m.name}", D10)
    s = yield Rolled("hit", m.name, shown, -1, "5.0")
    if shown == BREAKS:
        for name in (m.name, m.at):
            for item in [one for one in s.figures[name].items if bronze(s, name, one)]:
                s = yield Broken(item, "2.2A5")


def bronze(s: State, name: str, item: str) -> bool:
    """2.2A5 Whether an item is of bronze and lies face up."""
    return s.cards.items[item].kind == "bronze" and item in s.figures[name].revealed


@cites("2.1G", "1.0a")
def _test(s: State, m: e.Test, lots: Lots, number: str) -> Happening:
    """A roll that is at most the value works."""
    shown = lots.below(f"{m.characteristic} {m.name}", D10)
    yield Rolled(m.characteristic, m.name, shown, figure_of(s, m.name, m.characteristic), number)


def figure_of(s: State, name: str, characteristic: str) -> int:
    """A characteristic as it is tested: STAMINA as it is left, REPUTATION with all that adds to it."""
    special: Mapping[str, Callable[[State, str], int]] = {"stamina": stamina, "reputation": reputation}
    tested = special.get(characteristic)
    return tested(s, name) if tested else value(s, name, characteristic)


@cites("10.0", "2.1D2")
def _new(s: State, m: e.NewCharacter, lots: Lots, number: str) -> Happening:
    """A character comes for a seat, as its starting character."""
    s = yield Arrived(m.name, m.seat, m.place, "10.0")
    yield from enters(s, group_of(s, m.name), lots)


@cites("0", "12.0", "M30")
def _win(s: State, m: e.Win, lots: Lots, number: str) -> Happening:
    yield from won(s, "" if m.side == NOBODY else m.side, "0")


def _stop(s: State, m: e.Stop, lots: Lots, number: str) -> Happening:
    yield Stopped(m.section, "", (), "")


def _go_on(s: State, m: e.GoOn, lots: Lots, number: str) -> Happening:
    yield WentOn(s.stops[-1].section)


MASTERS: Mapping[type[Effect], Callable[[State, Any, Lots, str], Happening]] = {
    e.Encounter: _encounter,
    e.EncounterTop: _top,
    e.Combat: _combat,
    e.Hit: _hit,
    e.Test: _test,
    e.NewCharacter: _new,
    e.Win: _win,
    e.Stop: _stop,
    e.GoOn: _go_on,
}
"""Section 5: what no card does."""


def declared(s: State, by: str, m: Effect, lots: Lots) -> Happening:
    """One effect on a line of its own."""
    return (yield from _ruling(s, by, e.Ruling((m,)), lots))


@cites("M32", "M25")
def _ruling(s: State, by: str, m: e.Ruling, lots: Lots) -> Happening:
    """The effects in their order; what was ordered for a season is played when all are done."""
    met = s.encounter is not None
    for one in m.effects:
        if not over_already(met, s, one):
            s = yield from ruled(s, one, lots)
    if any(isinstance(one, e.SeasonIs) for one in m.effects) and not s.outcome:
        s = yield from followed(s, fired(s, "season", "", 0, lots))
    return s


@cites("M32")
def over_already(met: bool, s: State, m: Effect) -> bool:
    """M32 Whether a ruling closes an encounter that an effect before it has ended: that does no harm."""
    return isinstance(m, e.Close) and met and s.encounter is None


@rule("M32")
def by_the_master(v: View, _m: Effect) -> Why | None:
    """Rulings are the master's."""
    return None if v.seat == MASTER else why("not-the-master")


@rule("M26")
def stop_open(v: View | State, m: Effect) -> Why | None:
    """The master declares something while a stop is open, but can open one between orders."""
    return None if v.stops or isinstance(m, e.Stop) else why("no-stop")


ALWAYS = (CUSTOMS.game_goes_on, by_the_master)
LAST = (e.Encounter, e.EncounterTop, e.Win)
"""What only the end of a ruling can be: what follows hangs on cards that nobody has seen, or on nothing any more."""


class Supposed:
    """Lots of a ruling that is judged before it is made: shuffles leave things as they are."""

    def __init__(self, hit: int) -> None:
        self.drawn: list[Lot] = []
        self._hit, self._others = hit, cycle(range(D10))

    def shuffle(self, label: str, items: Any) -> Any:  # noqa: ARG002
        """The items as they lie."""
        return tuple(items)

    def heard(self, seat: str, line: str) -> None:
        """Nothing is played."""

    def below(self, label: str, n: int) -> int:
        """The roll to hit that is supposed; else one number after another, so that what rolls again comes to an end."""
        return self._hit if label.startswith("hit ") else next(self._others) % n

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:  # noqa: ARG002
        """No dice are rolled in this game but by `below`."""
        return (1,) * count


@remembered
def scratch(v: View) -> State:
    """The table as a view knows it: blank cards in the piles and in the hands of others."""
    open_to_all = {name: getattr(v, name) for name in SHOWN}
    base = {"game", "seating", "turn", "action", "on_turn", "gone", "offer", "agreed", "overdue", "names"}
    return State(
        **open_to_all,
        **{name: getattr(v, name) for name in base},
        cards=v.cards,
        board=v.board,
        figures=v.figures,
        stacks={pile: ("",) * count for pile, count in v.piles},
        hands={seat: ("",) * count for seat, count in v.held},
    )


def settled(s: State, happening: Happening) -> State:
    """The table after a happening."""
    try:
        event = next(happening)
        while True:
            s = event.change(s)
            event = happening.send(s)
    except StopIteration:
        return s


class Judging(Value):
    """A ruling that is judged: the tables that can be by now, to whom an unseen item was dealt, what was open."""

    tables: tuple[State, ...]
    dealt: frozenset[str] = frozenset()
    met: bool = False

    def fault(self, m: Effect) -> Refused | None:
        """The rule that the next effect breaks, on any of these tables."""
        if not isinstance(m, Effect) or type(m) not in CHECKS:
            return Refused("M32", why("no-effect"))
        for table in self.tables:
            if over_already(self.met, table, m):
                continue
            found = first_broken((stop_open, *CHECKS[type(m)]), table, m) or self.undecided(table, m)
            if found:
                return found
        return None

    def undecided(self, table: State, m: Effect) -> Refused | None:
        """Whether an effect hangs on an item that was dealt in the same ruling: which one it is nobody knows yet."""
        match m:
            case e.Give(name=name):
                named = [name]
            case e.Join(name=name, to=to):
                named = [name, to]
            case _:
                return None
        groups = (counter_of(table, one) for one in named)
        met = any(self.dealt & {*one.members} for one in groups if one)
        return Refused("M32", why("not-known-yet", effect=m.written)) if met else None

    def after(self, m: Effect) -> "Judging":
        """The tables that can be after an effect."""
        if isinstance(m, e.Deal):
            return replace(self, dealt=self.dealt | {m.to} if m.pile == MAGIC else self.dealt)
        rolls = (0, BREAKS) if isinstance(m, e.Hit) else (0,)
        tables: list[State] = []
        for table in self.tables:
            if over_already(self.met, table, m):
                tables.append(table)
                continue
            for roll in rolls:
                made = settled(table, ruled(table, m, Supposed(roll)))
                if made not in tables:
                    tables.append(made)
        return replace(self, tables=tuple(tables))


def _judging(v: View) -> Judging:
    """Where a ruling begins."""
    return Judging((scratch(v),), met=v.encounter is not None)


@remembered
def fault_of(v: View, m: e.Ruling) -> Refused | None:
    """The first rule that an effect of a ruling breaks, on the table as the earlier ones will have left it.

    Of several the refusal says which one it is.
    """
    judging = _judging(v)
    for one in m.effects:
        if found := judging.fault(one):
            return found if len(m.effects) == 1 else _part(one, found)
        if one is not m.effects[-1]:
            judging = judging.after(one)
    return None


def _part(effect: Effect, found: Refused) -> Refused:
    """A refusal of a whole ruling: the effect that cannot be carried out, and why not."""
    told = why("part-of-a-ruling", effect=effect.written, reason=found.why.key, of=found.why.params)
    return Refused(found.rule, told)


@rule("M32")
def of_a_size(v: View, m: e.Ruling) -> Why | None:
    """A ruling has one effect or more; what opens an encounter or ends the game comes last."""
    if not 0 < len(m.effects) <= MOST:
        return why("how-many-effects", most=MOST)
    early = (one for one in m.effects[:-1] if isinstance(one, LAST))
    return next((why("comes-last", effect=one.written) for one in early), None)


def _each(number: str, text: str) -> Rule:
    """A rule that each effect of a ruling is held to."""

    def check(v: View, m: e.Ruling) -> Why | None:
        found = fault_of(v, m)
        return found.why if found and found.rule == number else None

    return Rule(number, f"each_{number}", text, check)


def _held_to() -> Iterator[Rule]:
    told = {one.number: one.text for rules in ((stop_open,), *CHECKS.values()) for one in rules}
    yield from (_each(number, text) for number, text in {"M32": by_the_master.text, **told}.items())


MOVES: Moves = {
    **{kind: (declared, (*ALWAYS, stop_open, *rules)) for kind, rules in CHECKS.items()},
    e.Ruling: (_ruling, (*ALWAYS, of_a_size, *_held_to())),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, together(player_turn, stops, encounter, named))


def families(v: View) -> Iterator[Family]:
    """M26 Rulings of several effects, and what is declared of anybody else: too much to be listed.

    Some with one effect stand for all; with free text there is no number of them.
    """
    if first_broken(ALWAYS, v, None):
        return
    judging = _judging(v)
    shown = (one for _, _, moves in candidates(v) for one in moves if isinstance(one, Effect))
    fine = (one for one in shown if judging.fault(one) is None)
    able = [e.Ruling((one,)) for one in islice(fine, MOST)]
    if able:
        yield Family(
            "ruling",
            "M26",
            len(able),
            lambda: able[:2],
            lambda m: type(m) in MOVES and first_broken(MOVES[type(m)][1], v, m) is None,
            lambda rng: rng.choice(able),
            listed=False,
            form="ruling",
            at_least=True,
            example=_example(v),
        )


@cites("M26")
def _example(v: View) -> e.Ruling | None:
    """A ruling that may settle the stop at hand: who is met, who comes new, what it ends in."""
    if not v.stops:
        return None
    about = [one.leader for one in groups(v) if one.seat]
    settled = (
        *(e.Reputation(name, 1) for name in about[:1]),
        *([e.Close()] if v.encounter else []),
        e.GoOn(),
    )
    kind = {"4.5": e.EncounterTop, "10.0": e.NewCharacter}.get(v.stops[-1].section)
    shown = (
        one for _, _, moves in candidates(v) for one in moves if isinstance(one, Effect) and type(one) is kind
    )
    first: list[tuple[Any, ...]] = [
        (one,) if isinstance(one, LAST) else (one, e.GoOn()) for one in islice(shown, 1)
    ]
    able = (e.Ruling(one) for one in (*first, settled))
    return next((one for one in able if fault_of(v, one) is None), None)
