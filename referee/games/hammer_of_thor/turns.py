"""3.0 The game-turn: births, player-turns in order, the season; and what happens by nobody's choice."""

from collections.abc import Iterable, Iterator

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import house, insanity, meeting, places, playing
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.duties import choosers, owed
from referee.games.hammer_of_thor.figures import character, leader_of, of_seat
from referee.games.hammer_of_thor.happened import (
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
from referee.games.hammer_of_thor.setting_up import D10, choosing_over, first_player
from referee.games.hammer_of_thor.table import SEASONS, State, living
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why


@cites("3.0", "3.4", "12.0")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice: a phase begins only when the one before is finished (3.0)."""
    if s.outcome:
        return
    if s.encounter and s.encounter.asks and not choosers(s):
        yield from aftermath((yield from followed(s, meeting.all_in(s, lots))))
        return
    if owed(s):
        return
    match s.stage:
        case "rolling":
            yield from first_player(s, lots)
        case "choosing" if len(s.chosen) < len(living(s)):
            yield from choosing_over(s, lots)
        case "choosing":
            s = yield from followed(s, choosing_over(s, lots))
            yield from game_turn(s, lots)
        case "turns" if s.encounter:
            yield from aftermath((yield from followed(s, house.resolve_round(s, lots))))
        case "turns" if s.on_turn:
            yield from _turn_over(s, lots)
        case "turns":
            yield from _next_turn(s, lots)
        case "ragnarok":
            yield from _ragnarok(s, lots)


@cites("M15", "1.0j", "M23")
def aftermath(s: State) -> Happening:
    """What follows at once from whatever has happened: whose things pass, who leads, who has a track."""
    if s.outcome:
        return s
    s = yield from followed(s, insanity.kleptomania(s))
    for counter in s.counters:
        if (leader := leader_of(s, counter)) != counter.leader:
            s = yield LeaderIs(leader, counter.leader)
        if counter.seat and not s.figures[leader].tracked:
            s = yield Tracked(leader)
    return s


@cites("3.1", "M9", "1.0a")
def game_turn(s: State, lots: Lots) -> Happening:
    """3.1 The first player rolls, and that many Offspring are born into their race decks."""
    s = yield GameTurnBegun(s.game_turn + 1)
    s = yield from followed(s, aftermath(s))
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
def _next_turn(s: State, lots: Lots) -> Happening:
    """3.2 The next player-turn, clockwise; 4.1a its Fate card is drawn at once.

    Where nobody has anybody on the map, the master is asked again (10.0): game-turns would never end.
    """
    seat = next((one for one in living(s) if one not in s.turned), "")
    if not s.house and not any(of_seat(s, one) for one in living(s)):
        yield Stopped("10.0", seat or living(s)[0], (), "")
    elif not seat:
        yield from _season(s, lots)
    elif seat in s.skipped or not of_seat(s, seat):
        yield TurnPassedOver(seat, "M1" if seat in s.skipped else "10.0")
    else:
        s = yield TurnBegun(seat, s.game_turn, s.season)
        yield from playing.fate_phase(s, seat, lots)


@cites("3.3", "M12", "M21")
def _season(s: State, lots: Lots) -> Happening:
    """3.3 The season moves on; those of Suicidal Mania are judged (M12); then the next game-turn begins."""
    s = yield SeasonMoved(SEASONS[(SEASONS.index(s.season) + 1) % len(SEASONS)], "3.3")
    s = yield from followed(s, playing.fired(s, "season", "", 0, lots))
    s = yield from followed(s, insanity.season_change(s, lots))
    s = yield from followed(s, aftermath(s))
    if not (s.outcome or s.stops):
        yield from game_turn(s, lots)


@cites("M28", "S12")
def _turn_over(s: State, lots: Lots) -> Happening:
    """M28 At the end of a player-turn places have their effects; then the turn is over."""
    if s.done.phase == "ending":
        s = yield from followed(s, places.restored(s))
        if s.house:
            s = yield from followed(s, house.after_turn(s, lots))
        if not s.outcome:
            s = yield TurnEnded(s.on_turn)
            yield from aftermath(s)


@cites("12.0", "M30")
def _ragnarok(s: State, lots: Lots) -> Happening:
    """12.0 The sides are named; the supplement decides (S13), or the master."""
    if s.house:
        yield from house.ragnarok(s, lots)
    elif s.has_master:
        yield Stopped("12.0", s.on_turn, (), "")


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


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Ending the turn."""
    yield "end turn", "4.0", [m.EndTurn()]
