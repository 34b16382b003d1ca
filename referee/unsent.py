"""Answers to letters that were never sent, by all that the home knows: signs that an old copy of it was put back (H24).

Our letters are named by the Message-ID that an answer refers to, and by the number in its subject. A number that no letter has yet, or
an id with another mark than our letter of that number has (see `referee.letter_ids`), is of a history that this home has lost;
unless a restore that was told to all says that it is.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from referee.index import number_in
from referee.letter_ids import OURS, Ids
from referee.letters import Mail
from referee.outbox import NAME
from referee.table import Table

if TYPE_CHECKING:
    from referee.desk import Desk

NUMBER = re.compile(r"(?<![a-z0-9.-])[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8}(?![0-9])")


def answered(desk: "Desk", table: Table, seat: str, mail: Mail) -> str:
    """The number of a letter to this seat that a mail answers, and that was never sent; "" if there is none."""
    ids, index = Ids(desk.home, table, desk.config.host), table.index
    for number, mark in _named(mail):
        count = number_in(number, table.id, seat)
        if not count or index.is_lost(seat, count):
            continue
        if count > index.number(seat) or (mark and mark != ids.mark(seat, count)):
            return number
    return ""


def of_any(desk: "Desk", numbers: Iterable[str]) -> str:
    """The first of these numbers that no letter of ours has, though its game and seat are here; "" if there is none.

    Told from the letters out alone: no record is opened for what nobody vouches for.
    """
    games = set(desk.home.games())
    for number in numbers:
        game, seat, count = number.split(".")
        last = desk.outbox.last(game).get(seat, 0) if game in games else 0
        if 0 < last < int(count) and desk.outbox.find(number) is None:
            return number
    return ""


def named_in(mail: Mail) -> Iterator[str]:
    """The numbers of letters that a mail names, in their form."""
    return (number for number, _ in _named(mail) if NAME.fullmatch(f"{number}.eml"))


def _named(mail: Mail) -> Iterator[tuple[str, str]]:
    """The numbers that a mail names, each with the mark of its id, or ""."""
    for one in mail.answers:
        found = OURS.fullmatch(one)
        yield (found[1], found[2]) if found else (one[1:].partition("@")[0], "")
    yield from ((number, "") for number in NUMBER.findall(mail.subject.lower()))
