"""What becomes of wishes to watch a game (H31): what they bring about in the ledger, and what their writers are told.

A game that may not be watched and one that is not there are told apart to nobody.
"""

from dataclasses import dataclass, replace
from typing import Any

from referee.desk.company.codes import Kind
from referee.desk.company.joining import Letter, coded, over, said_of, told, wish_of
from referee.desk.company.ledger import LEAVE, UNWATCH, WATCH, WATCHES, Ledger, Wish
from referee.desk.company.letters import WATCHES_OVER
from referee.desk.company.words import NUMBERED, REFUSE, Wanted
from referee.engine.rules import why
from referee.home import roster
from referee.home.config import Company
from referee.home.home import Home
from referee.house.watching import Watching, why_not
from referee.post.reading.robots import plain
from referee.table.loading import load
from referee.util.errors import Faulty, Why

KINDS = frozenset({WATCH, UNWATCH})
ENDS = frozenset({UNWATCH, LEAVE, REFUSE})
"""Words of an onlooker's answer that end it."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that may be watched.

    Attributes:
        rules: The game that is played, by its name.
        delay: How many turns later onlookers are told.
        begun: Whether all have accepted.
        over: Whether it is over.
        parts: The mailboxes of its players and its arbiter.
    """

    rules: str
    delay: int
    begun: bool
    over: bool
    parts: frozenset[str]


def watched(home: Home, game: str) -> Watched | None:
    """A game of a home, if it may be watched; None too if it cannot be read. Raises OSError."""
    try:
        table = load(home.record_path(game))
        people = roster.read(home.roster_path(game)).everybody.values()
    except Faulty:
        return None
    begun, over = table.index.dealt is not None, table.outcome is not None
    if not table.terms.delay or (over and not begun):
        return None
    parts = frozenset(plain(one.address) for one in people)
    return Watched(table.game.name, table.terms.delay, begun, over, parts)


def meant(wanted: Wanted, there: Watched | None, ledger: Ledger) -> bool:
    """Whether a line such as `watch tv` is a wish: it names a game that may be watched, or could be the id of one."""
    return bool(there or NUMBERED.fullmatch(wanted.game) or ledger.watching(wanted.game))


def asked(ledger: Ledger, wanted: Wanted, letter: Letter, how: Company, there: Watched | None) -> Ledger:
    """A letter that asks to watch a game, or to watch it no more: the answer bears a code."""
    if reason := _why_not(ledger, wanted.what, wanted.game, letter.sender, how, there):
        return told(ledger, letter, wanted.language, "unwatchable", values=said_of(reason))
    wish = wish_of(ledger, wanted, letter, rules=there.rules if there else "")
    return coded(ledger, wish, letter, over=there is not None and there.over)


def _why_not(
    ledger: Ledger, what: str, game: str, address: str, how: Company, there: Watched | None
) -> Why | None:
    """Why a mailbox may not watch a game, or watches none that it could give up; None if there is no reason."""
    here = ledger.watching(game)
    mine = _of_mailbox(here, address)
    if what == UNWATCH:
        return None if mine else why("unwatch-none", game=game)
    if there is None:
        return why_not(Watching(game, open=False))
    return why_not(
        Watching(
            game,
            open=True,
            over=there.over,
            part=plain(address) in there.parts,
            watches=bool(mine),
            here=len(here),
            everywhere=len(ledger.watching()),
            most=how.onlookers,
            most_in_all=how.onlookers_in_all,
        )
    )


def _of_mailbox(wishes: list[Wish], address: str) -> list[Wish]:
    return [one for one in wishes if plain(one.address) == plain(address)]


def kind(how: Company, there: Watched | None) -> Kind:
    """The rules of such wishes, for a game as it stands."""

    def reason(ledger: Ledger, wish: Wish) -> Why | None:
        return _why_not(ledger, wish.kind, wish.game, wish.address, how, there)

    def granted(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
        now = replace(wish, state=WATCHES)
        values: dict[str, Any] = {
            "game": wish.game,
            "turns": there.delay if there else 0,
            "begun": there is not None and there.begun,
        }
        says = WATCHES_OVER if there and there.over else WATCHES
        return told(ledger.with_wish(now), letter, wish.language, says, wish=now, values=values)

    def ended(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
        mine = _of_mailbox(ledger.watching(wish.game), wish.address)
        return _ended(ledger, [wish] if wish.state == WATCHES else mine, wish, letter)

    return Kind(
        stands=WATCHES,
        ends=ENDS,
        gives_up=UNWATCH,
        granted=granted,
        ended=ended,
        reason=reason,
        unable="unwatchable",
    )


def _ended(ledger: Ledger, wishes: list[Wish], asked: Wish, letter: Letter) -> Ledger:
    """These onlookers watch no more."""
    return told(over(ledger, wishes), letter, asked.language, "unwatched", values={"game": asked.game})


def gone(ledger: Ledger, games: frozenset[str]) -> Ledger:
    """The ledger without onlookers of games that are not there any more."""
    return over(ledger, [one for one in ledger.watching() if one.game not in games])
