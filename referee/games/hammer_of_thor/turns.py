"""3.0 The game-turn: births, player-turns in order, the season; and what happens by nobody's choice."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import house, insanity, meeting, places, playing, rounds
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.barring import is_rolled
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.duties import choosers, owed, without_card
from referee.games.hammer_of_thor.dying import dies
from referee.games.hammer_of_thor.figures import character, leader_of, of_seat
from referee.games.hammer_of_thor.grounds import OWN_TURN
from referee.games.hammer_of_thor.happened import (
    MOVES_ON,
    Born,
    GameTurnBegun,
    LeaderIs,
    LossOwed,
    Rolled,
    SeasonMoved,
    Shuffled,
    Tracked,
    TurnBegun,
    TurnEnded,
    TurnPassedOver,
)
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.played import PhaseBegun
from referee.games.hammer_of_thor.setting_up import D10, first_player, ready, seventh
from referee.games.hammer_of_thor.table import SEASONS, State, Step, living
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why


@cites("3.0", "3.4")
def proceed(s: State, lots: Lots) -> Happening:
    """Take the next step that comes by nobody's choice, with what follows from it at once."""
    for step in to_do(s)[:1]:
        s = yield from followed(s, STEPS[step.rule](s, step.of, lots))
        yield from aftermath(s)


@cites("3.0", "M4", "1.0g", "12.0")
def to_do(s: State) -> tuple[Step, ...]:
    """The steps that come by nobody's choice and are not done, in their order; () while somebody has to answer."""
    if s.outcome:
        return ()
    if found := _of_round(s):
        return found
    if owed(s):
        return ()
    match s.stage:
        case "rolling":
            return (Step("1.0c"),)
        case "choosing":
            unready = (Step("M4", one) for one in living(s) if one not in s.chosen)
            unlaid = (Step("1.0g", name) for name, _ in s.cards.counters if name not in s.figures)
            return (*unready, *unlaid, Step("3.1"))
        case "turns" if s.encounter:
            return (Step("S2"),)
        case "turns":
            return (Step("4.0", s.on_turn),) if s.on_turn else _of_game_turn(s)
        case "ragnarok":
            return (Step("12.0"),)
    return ()


@cites("4.3A", "2.2A8")
def _of_round(s: State) -> tuple[Step, ...]:
    """4.3A Cards are shown when all have chosen; 2.2A8 that of a schizophrenic leader is rolled when it is due."""
    if s.encounter is None or not s.encounter.asks:
        return ()
    rolled = tuple(Step("2.2A8", one.leader) for one in without_card(s) if is_rolled(s, one))
    return rolled or (() if choosers(s) else (Step("4.3A"),))


@cites("3.0", "3.2", "3.3", "M12", "3.1", "10.0")
def _of_game_turn(s: State) -> tuple[Step, ...]:
    """3.0 What is still to come of a game-turn when no player-turn goes on, and the births of the next one.

    Where nobody has anybody on the map, the master is asked (10.0): game-turns would never end.
    """
    if not s.house and not any(of_seat(s, one) for one in living(s)):
        return (Step("10.0"),)
    every = (
        *(Step("3.2", one) for one in living(s)),
        Step("3.3"),
        *(Step("M12", one) for one in insanity.suicides(s)),
        Step("3.1"),
    )
    return tuple(one for one in every if one not in s.past)


@cites("M15", "1.0j", "M23")
def aftermath(s: State) -> Happening:
    """What follows at once from whatever has happened: whose things pass, who leads, who has a track."""
    if s.outcome:
        return s
    s = yield from followed(s, insanity.kleptomania(s))
    for counter in s.counters:
        if (leader := leader_of(s, counter)) != counter.leader:
            s = yield LeaderIs(leader, counter.leader)
        bearers = (one for one in counter.members if s.figures[one].items)
        for name in dict.fromkeys((leader, *bearers)) if counter.seat else ():
            if not s.figures[name].tracked:
                s = yield Tracked(name)
    return s


@cites("3.1", "M9", "1.0a")
def _births(s: State, of: str, lots: Lots) -> Happening:
    """3.1 A game-turn begins: the first player rolls, and that many Offspring are born into their race decks."""
    s = yield GameTurnBegun(s.game_turn + 1)
    first = s.first if s.first in living(s) else living(s)[0]
    count = lots.below("births", D10)
    s = yield Rolled("births", first, count, -1, "3.1")
    names = s.stacks["offspring"][:count]
    if not names:
        return
    decks = tuple(sorted(character(s, one).pile for one in names))
    s = yield Born(names, decks)
    for pile in dict.fromkeys(decks):
        s = yield Shuffled(pile, lots.shuffle(pile, s.stacks[pile]))


@cites("3.2", "4.1a", "M10", "10.0")
def _turn(s: State, seat: str, lots: Lots) -> Happening:
    """3.2 The next player-turn, clockwise; 4.1a its Fate card is drawn at once."""
    if seat in s.skipped or not of_seat(s, seat):
        yield TurnPassedOver(seat, "M32" if seat in s.skipped else "10.0")
    else:
        s = yield TurnBegun(seat, s.game_turn, s.season)
        yield from playing.fate_phase(s, seat, lots)


@cites("3.3", "M25")
def _season(s: State, of: str, lots: Lots) -> Happening:
    """3.3 The season moves on, and what was ordered beforehand for it is played."""
    s = yield SeasonMoved(SEASONS[(SEASONS.index(s.season) + 1) % len(SEASONS)], MOVES_ON)
    yield from playing.fired(s, "season", "", 0, lots)


@cites("M28", "S12")
def _turn_over(s: State, seat: str, lots: Lots) -> Happening:
    """M28 At the end of a player-turn places have their effects; then the turn is over."""
    s = yield from followed(s, places.restored(s))
    if s.house:
        s = yield from followed(s, house.after_turn(s, lots))
    yield TurnEnded(seat)


@cites("10.0")
def _nobody_left(s: State, of: str, lots: Lots) -> Happening:
    """10.0 The master is asked who goes on for the seat that is next."""
    waiting = [one for one in living(s) if Step("3.2", one) not in s.past]
    yield Stopped("10.0", (waiting or living(s))[0], (), "")


@cites("12.0", "M30")
def _ragnarok(s: State, of: str, lots: Lots) -> Happening:
    """12.0 The sides are named; the supplement decides (S13), or the master."""
    if s.house:
        yield from house.ragnarok(s, lots)
    else:
        yield Stopped("12.0", s.on_turn, (), "")


STEPS: Mapping[str, Callable[[State, str, Lots], Happening]] = {
    "1.0c": first_player,
    "M4": ready,
    "1.0g": seventh,
    "3.1": _births,
    "3.2": _turn,
    "3.3": _season,
    "M12": lambda s, name, lots: dies(s, name, "2.2A8", lots),
    "4.0": _turn_over,
    "2.2A8": rounds.sealed_by_roll,
    "4.3A": lambda s, _, lots: meeting.all_in(s, lots),
    "S2": lambda s, _, lots: house.resolve_round(s, lots),
    "10.0": _nobody_left,
    "12.0": _ragnarok,
}
"""What comes by nobody's choice, each by its rule: the step of the game-turn, and whom it is about."""


@rule("4.0")
def your_turn_ends(v: View, _m: m.EndTurn) -> Why | None:
    """A player-turn is ended by its seat, when its Encounter phase has come."""
    if not v.on_turn:
        return why("not-begun")
    if v.on_turn != v.seat:
        return why("not-your-turn", seat=v.on_turn, position=f"{v.turn}.{v.action}")
    return None if v.owes("encounter", "after") else _before_the_end(v)


def _before_the_end(v: View) -> Why:
    """What a seat on turn has to do, or to wait for, before its player-turn ends."""
    if v.stage != "turns":
        return why("ragnarok-drawn")
    if v.encounter:
        return why("encounter-open")
    if v.stops:
        return why("stop-open", section=v.stops[-1].section)
    if v.owes("discard"):
        return why("discard-owed")
    if v.owes("lose"):
        return why("follower-owed")
    return why("halt-first" if v.owes("fate", "begin", "movement") else "not-now")


@cites("2.2A8", "M23", "4.0")
def end_turn(s: State, by: str, m: m.EndTurn, lots: Lots) -> Happening:
    """4.0 The player-turn ends; a Pathological Liar's seat says first who leaves."""
    s = yield PhaseBegun(by, "ending")
    for name in insanity.liars(s, by):
        s = yield LossOwed(by, name)


MOVES: Moves = {m.EndTurn: (end_turn, (CUSTOMS.game_goes_on, your_turn_ends))}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, OWN_TURN)


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Ending the turn."""
    yield "end turn", "4.0", [m.EndTurn()]
