"""1.0k, M26 What a seat asks the master, and on whose side a neutral seat stands at Ragnarok."""

from collections.abc import Iterable, Iterator, Mapping

from referee.engine.choices import Family, Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, first_broken, rule, why
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.figures import EVIL, GOOD, of_seat
from referee.games.hammer_of_thor.grounds import OWN_TURN, together
from referee.games.hammer_of_thor.happened import SideNamed
from referee.games.hammer_of_thor.met import MasterAsked, Stopped
from referee.games.hammer_of_thor.moves import Ask, Mission, Side
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import fate_over, not_ending, one_card_held, own_turn
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

MISSION, ANYTHING = "1.0k", "8.0"
SIDES = (GOOD, EVIL)


@rule("S1")
def a_master_is_there(v: View, _m: Ask | Mission) -> Why | None:
    """With the supplement there is no master, so nothing is asked and no mission is claimed."""
    return why("no-master") if v.house else None


@rule("M30")
def side_is_asked(v: View, _m: Side) -> Why | None:
    """A neutral seat names its side when RAGNAROK is drawn."""
    return None if v.owes("side") else why("no-side-asked")


@rule("M30")
def good_or_evil(v: View, m: Side) -> Why | None:
    """It stands with the good or with the evil."""
    return None if m.side in SIDES else why("which-side")


@cites("1.0k", "M26")
def mission(s: State, by: str, m: Mission, lots: Lots) -> Happening:
    """1.0k A mission is said to be fulfilled: the master decides."""
    yield from _asked(s, by, m.text, MISSION)


@cites("8.0", "M26")
def ask(s: State, by: str, m: Ask, lots: Lots) -> Happening:
    """M26 Anything else that only the master can decide."""
    yield from _asked(s, by, m.text, ANYTHING)


def _asked(s: State, by: str, text: str, section: str) -> Happening:
    yield from fate_over(s, by)
    yield Stopped(section, by, of_seat(s, by), "")
    yield MasterAsked(by, text, section)


def side(s: State, by: str, m: Side, lots: Lots) -> Happening:
    """M30 A neutral seat says where it stands."""
    yield SideNamed(by, m.side)


HELD = (CUSTOMS.game_goes_on, a_master_is_there, own_turn, one_card_held, not_ending)
MOVES: Moves = {
    Mission: (mission, HELD),
    Ask: (ask, HELD),
    Side: (side, (CUSTOMS.game_goes_on, side_is_asked, good_or_evil)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = {**dict.fromkeys((Mission, Ask), OWN_TURN), Side: together()}


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Naming a side."""
    yield "side", "M30", map(Side, SIDES)


def families(v: View) -> Iterator[Family]:
    """What is asked in words, which cannot be listed."""
    for key, number, kind in (("ask", ANYTHING, Ask), ("mission", MISSION, Mission)):
        example = kind("...")
        if first_broken(MOVES[kind][1], v, example) is None:
            yield _in_words(key, number, kind, example)


def _in_words(key: str, number: str, kind: type[Ask | Mission], example: Move) -> Family:
    return Family(
        key,
        number,
        1,
        lambda: [example],
        lambda m: isinstance(m, kind),
        lambda _: example,
        listed=False,
        form=key,
        at_least=True,
    )
