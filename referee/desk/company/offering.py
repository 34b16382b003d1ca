"""Seats of silent players that stand open (H35): who is asked to take one, and what becomes of their answers.

Nothing here reads or writes a file but to look at rosters. Each function gives the ledger as it is afterwards.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.desk.company.joining import Letter, told
from referee.desk.company.ledger import (
    ASKED,
    LEAVE,
    OFFER,
    OVER,
    TAKES,
    UNWAIT,
    Ledger,
    Vacancy,
    Wish,
    expired,
    moment,
)
from referee.desk.company.words import CONFIRM, REFUSE
from referee.post.reading.robots import plain
from referee.util.times import stamp

DECLINES = frozenset({REFUSE, LEAVE, UNWAIT})
"""Words by which somebody who is asked to take a seat declines it."""


def stands_open(ledger: Ledger, wish: Wish) -> bool:
    """Whether the seat that somebody was asked to take still stands open."""
    return any((one.game, one.seat) == (wish.game, wish.seat) for one in ledger.seats)


def answered(ledger: Ledger, wish: Wish, said: Iterator[str], letter: Letter) -> Ledger:
    """The answer of somebody who is asked to take a seat: yes, no, or something that brings nothing about."""
    words, letter = set(said), replace(letter, sender=wish.address)  # the code went there, and nowhere else
    if wish.state != ASKED or not words & {CONFIRM, *DECLINES}:
        return ledger
    if words & DECLINES:
        over = ledger.with_wish(replace(wish, state=OVER))
        return told(over, letter, wish.language, "declined", values=_values(wish))
    if expired(wish, letter.at):
        return late(ledger, wish, letter)
    if not stands_open(ledger, wish):
        return gone(ledger, wish, letter)
    return ledger.with_wish(replace(wish, state=TAKES))  # the first letter of the game is the answer


def _values(wish: Wish) -> dict[str, Any]:
    return {"game": wish.game, "rules": wish.rules, "seat": wish.seat}


def late(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
    """Somebody who was asked has not answered in time: they wait no more, and are told so."""
    ledger = _off_the_list(ledger, wish).with_wish(replace(wish, state=OVER))
    return told(ledger, letter, wish.language, "offer-late", values=_values(wish))


def gone(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
    """The seat that somebody was asked to take is not free any more; they still wait."""
    over = ledger.with_wish(replace(wish, state=OVER))
    return told(over, letter, wish.language, "offer-gone", values=_values(wish))


def taken(ledger: Ledger, wish: Wish, now: datetime, former: Wish) -> Ledger:
    """Somebody has taken over a seat: it stands open no more, and its former player is told."""
    ledger = (
        _off_the_list(ledger, wish).with_wish(replace(wish, state=OVER)).without_vacancy(wish.game, wish.seat)
    )
    to = Letter("", former.address, "", now)
    return told(ledger, to, former.language, "replaced", values=_values(wish))


def _off_the_list(ledger: Ledger, wish: Wish) -> Ledger:
    """Whoever has a seat, or does not answer, is off the list by which they were asked."""
    found = next((one for one in ledger.waiting() if same_mailbox(one, wish) and fits(one, wish)), None)
    return ledger.with_wish(replace(found, state=OVER)) if found else ledger


def same_mailbox(one: Wish, other: Wish) -> bool:
    """Whether two wishes are of one mailbox."""
    return plain(one.address) == plain(other.address)


def fits(waits: Wish, seat: Vacancy | Wish) -> bool:
    """Whether somebody waits for such a seat: in that game, or in any in which the same is played."""
    return waits.game == seat.game or (not waits.game and waits.rules == seat.rules)


def came_later(waits: Wish, seat: Vacancy) -> bool:
    """Whether somebody came to wait when the seat was silent: it may be the second mailbox of who votes on it."""
    return bool(seat.since) and moment(waits.at) > moment(seat.since)


def closed(ledger: Ledger, vacancy: Vacancy, now: datetime) -> Ledger:
    """A seat stands open no more, though nobody has taken it over: whoever was asked is told."""
    for one in ledger.offers(vacancy):
        if one.state in {ASKED, TAKES}:
            ledger = gone(ledger, one, Letter("", one.address, "", now))
    return ledger.without_vacancy(vacancy.game, vacancy.seat)


def asked(ledger: Ledger, vacancy: Vacancy, parts: Collection[str], now: datetime) -> Ledger:
    """The first who waited in time, has no part in the game and was not asked yet is asked to take a seat."""
    before = [one for one in ledger.wishes if one.kind == OFFER and one.game == vacancy.game]
    barred = {plain(one.address) for one in before if one.seat == vacancy.seat or one.state != OVER} | {
        *parts
    }
    fit = (one for one in ledger.waiting() if fits(one, vacancy) and not came_later(one, vacancy))
    able = (one for one in fit if plain(one.address) not in barred)
    if (found := next(able, None)) is None:
        return ledger
    wish = replace(
        found,
        number=ledger.last + 1,
        kind=OFFER,
        rules=vacancy.rules,
        game=vacancy.game,
        seat=vacancy.seat,
        at=stamp(now),
        state=ASKED,
    )
    to = Letter("", found.address, "", now)
    return told(ledger.with_wish(wish), to, wish.language, "offered", wish=wish)
