"""Whether a mail answers a letter of ours that, by all we know, was never sent (H24): see `referee.desk.doubts`."""

import re
from collections.abc import Iterable, Iterator

from referee.desk.office import Office
from referee.post.letter_ids import OURS, Ids
from referee.post.outbox import NAME
from referee.post.reading import Mail
from referee.table.index import number_in
from referee.table.table import Table

NUMBER = re.compile(r"(?<![a-z0-9.-])[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8}(?![0-9])")


def answered(desk: Office, table: Table, seat: str, mail: Mail) -> str:
    """The number of a letter to this seat that a mail answers, and that was never sent; "" if there is none."""
    ids, index = Ids(desk.home, table, desk.config.host), table.index
    for number, mark in _named(mail):
        count = number_in(number, table.id, seat)
        if not count or index.is_lost(seat, count):
            continue
        if count > index.number(seat) or (mark and mark != ids.mark(seat, count)):
            return number
    return ""


def of_any(desk: Office, numbers: Iterable[str]) -> str:
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
