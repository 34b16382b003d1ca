"""What becomes of wishes to wait for a seat that falls free (H33): in the ledger, and what their writers are told.

A game whose seats do not fall free, one that is over and one that is not there are told apart to nobody.
"""

from dataclasses import dataclass, replace
from typing import Any

from referee.desk.company.codes import Kind
from referee.desk.company.joining import Letter, coded, over, said_of, told, wish_of
from referee.desk.company.ledger import LEAVE, UNWAIT, WAIT, WAITS, Ledger, Wish
from referee.desk.company.letters import title
from referee.desk.company.words import NUMBERED, REFUSE, Wanted
from referee.desk.people import People, misnamed, named_in, seats_of
from referee.engine.rules import why
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.house.players import Player
from referee.house.waiting import Waits, why_not
from referee.post.reading.robots import plain
from referee.table.loading import load
from referee.util.errors import Faulty, Why

KINDS = frozenset({WAIT, UNWAIT})
ENDS = frozenset({UNWAIT, LEAVE, REFUSE})
"""Words by which whoever waits ends it, in an answer to the letter that said so."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A game in which a seat may fall free: what is played, whose mailboxes and people have a part, and the seats."""

    rules: str
    parts: frozenset[str]
    people: People
    seats: tuple[str, ...]


def sought(home: Home, game: str) -> Sought | None:
    """A game of a home that is on and in which a seat may fall free; None too if it cannot be read. Raises OSError."""
    try:
        table = load(home.record_path(game))
        known = roster.read(home.roster_path(game))
    except Faulty:
        return None
    if not table.terms.replaces or table.index.dealt is None or table.outcome is not None:
        return None
    return Sought(table.game.name, parts(known), named_in(table, known), tuple(table.seats))


def parts(known: roster.Roster) -> frozenset[str]:
    """The mailboxes that have a part in a game, or had a seat there that another player has taken over."""
    return frozenset(
        plain(one) for one in (*(one.address for one in known.everybody.values()), *known.former)
    )


def meant(wanted: Wanted, there: Sought | None, ledger: Ledger) -> bool:
    """Whether a line such as `wait here` is a wish: it names a game to be played, one that is on, or could be an id."""
    known = wanted.rules or there or NUMBERED.fullmatch(wanted.game)
    return bool(known or any(one.game == wanted.game for one in ledger.waiting()))


def asked(ledger: Ledger, wanted: Wanted, letter: Letter, how: Config, there: Sought | None) -> Ledger:
    """A letter that asks to wait for a seat, or to wait no more: the answer bears a code."""
    wish = wish_of(ledger, wanted, letter)
    if reason := _why_not(ledger, wish, how, there):
        return told(ledger, letter, wanted.language, "unwaitable", values=said_of(reason))
    return coded(ledger, wish, letter)


def _why_not(ledger: Ledger, wish: Wish, how: Config, there: Sought | None) -> Why | None:
    """Why a mailbox may not wait, or waits for nothing that it could give up; None if there is no reason."""
    wanted, all_waiting = named(wish), ledger.waiting()
    mine = [one for one in all_waiting if plain(one.address) == plain(wish.address)]
    same = [one for one in mine if (one.rules, one.game) == (wish.rules, wish.game)]
    if wish.kind == UNWAIT:
        return None if same else why("unwait-none", wanted=wanted)
    reason = why_not(
        Waits(
            wanted,
            able=there is not None if wish.game else may_wait_for(wish.rules, how),
            part=there is not None and plain(wish.address) in there.parts,
            twice=bool(same),
            mine=len(mine),
            everybody=len(all_waiting),
            most=how.company.waits,
            most_in_all=how.company.waits_in_all,
        )
    )
    return reason or _misnamed(wish, how, there)


def _misnamed(wish: Wish, how: Config, there: Sought | None) -> Why | None:
    """Why nobody may take a seat by that name; a game of which more is known has more names that are others'."""
    people, seats = (there.people, there.seats) if there else ({}, seats_of(wish.rules))
    return misnamed(Player(wish.address, wish.name), "", people, seats, how.name)


def may_wait_for(rules: str, how: Config) -> bool:
    """Whether people may wait for any seat that falls free where this game is played."""
    return how.terms.replaces or rules in how.company.wait


def named(wish: Wish) -> str:
    """What somebody waits for, as it is told: the id of a game, or the title of those that are played."""
    return wish.game or title(wish.rules, wish.language)


def kind(how: Config, there: Sought | None) -> Kind:
    """The rules of such wishes, for a game as it stands."""

    def reason(ledger: Ledger, wish: Wish) -> Why | None:
        return _why_not(ledger, wish, how, there)

    def granted(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
        now = replace(wish, state=WAITS)
        values: dict[str, Any] = {"before": len(ahead(ledger, wish))}
        return told(ledger.with_wish(now), letter, wish.language, WAITS, wish=now, values=values)

    def ended(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
        mine = [one for one in ledger.waiting() if plain(one.address) == plain(wish.address)]
        same = [one for one in mine if (one.rules, one.game) == (wish.rules, wish.game)]
        return _ended(ledger, [wish] if wish.state == WAITS else same, wish, letter)

    return Kind(
        stands=WAITS,
        ends=ENDS,
        gives_up=UNWAIT,
        granted=granted,
        ended=ended,
        reason=reason,
        unable="unwaitable",
    )


def ahead(ledger: Ledger, wish: Wish) -> list[Wish]:
    """Who waits for the same kind of game, or for that game, and came first."""
    return [one for one in ledger.waiting() if (one.rules, one.game) == (wish.rules, wish.game)]


def _ended(ledger: Ledger, wishes: list[Wish], asked: Wish, letter: Letter) -> Ledger:
    """These wait no more."""
    return told(
        over(ledger, wishes), letter, asked.language, "unwaited", wish=None, values={"wanted": named(asked)}
    )


def gone(ledger: Ledger, games: frozenset[str]) -> Ledger:
    """The ledger without those who wait for a seat in games that are not there any more."""
    return over(ledger, [one for one in ledger.waiting() if one.game and one.game not in games])
