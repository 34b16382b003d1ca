"""The terms of a game by mail, agreed on with the invitation and fixed in its opening: time, and who is believed.

    deadline: 3 days at 18:00     how long a seat has to answer; or: 72 hours; "" for as long as it likes
    bank: 20 days                 how long a seat may take beyond its deadlines, in all; "" for not at all
    grace: 24 hours               how long after the deadline an answer still counts as if it had come in time
    reminder: 3 days, 6 hours     how long before the deadline a seat is reminded, up to five times; "" for never
    forfeit: 14 days              how long after grace a seat that still owes an answer has lost; "" for never
    replace: 7 days               how long after grace the others may vote to replace a silent player; "" for never
    reaction: 24 hours            how long a seat has where it may react, but need not; "" for as long as to answer
    weekends: off                 Saturdays and Sundays do not count; or: count
    vacation: 30 days             how long a seat may be away in all; "" for not at all
    pauses: 60 days               for how long in all the clocks may stand still by pauses; "" without a limit
    disputes: 60 days             for how long in all play may rest by disputes; "" without a limit
    zone: Europe/Berlin           the time zone of seats whose players have chosen no other
    statement: 3 days             how long in a dispute the players may say how it was; "" for not at all
    ruling: 14 days               how long the judge on a dispute has for it; "" for as long as it takes
    appeal: 3 days                how long after a ruling it may be appealed; "" for never: it is final at once
    consent: words                an invitation is accepted by any words that say yes; or by `accept` alone: accept
    rematch: yes                  players may ask for another game when this one is over; or: no
    watch: 2                      onlookers may watch, and are told everything so many turns later; or: no
    sender: dkim                  a letter counts only from the seat's address, signed by its domain; or: secret

A record without terms, as those of older releases, has no deadline, and believes the secret alone.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import to_builtins

from referee.util.errors import Faulty, WrongSetting
from referee.util.regexes import regex
from referee.util.settings import Spot, one_of, optional, read_settings, setting, span, zone
from referee.util.times import seconds
from referee.util.values import Value

LOOSE_DAYS = regex(r"([0-9]{1,3}) ?d(?:ays?)? at ([0-9]{1,2})[:.]([0-9]{2})", re.ASCII)
DAYS = regex(
    r"(?P<days>[1-9][0-9]{0,2}) days? at (?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9])", re.ASCII
)
TURNS = regex(r"[1-9][0-9]?", re.ASCII)
LONGEST = 366 * 86400
MOST_REMINDERS = 5
MOST_TURNS = 99
NOT_WATCHED = "no"
_span = span(1, LONGEST)


def _deadline(value: Any, spot: Spot) -> str:
    """A span of time, or a number of days and a time of the day, in full; it may be given as `3d at 9.30`."""
    if isinstance(value, str) and DAYS.fullmatch(value):
        return value
    if isinstance(value, str) and (loose := LOOSE_DAYS.fullmatch(value.strip().lower())):
        days, hour, minute = map(int, loose.groups())
        found = f"{days} {'day' if days == 1 else 'days'} at {hour:02}:{minute:02}"
        if DAYS.fullmatch(found):
            return found
    try:
        return str(_span(value, spot))
    except Faulty as fault:
        if fault.why.key == "config-span":
            raise WrongSetting("terms-deadline", where=spot.where) from None
        raise


def spans_of(written: str) -> tuple[str, ...]:
    """The spans in a list of them, such as the reminders of the terms; () for an empty text."""
    return tuple(written.split(", ")) if written else ()


def reminders(spans: Iterable[str]) -> str:
    """A list of spans as it is kept: the longest first, and none twice."""
    by_length = {seconds(one): one for one in spans}
    return ", ".join(by_length[one] for one in sorted(by_length, reverse=True))


def _reminder(value: Any, spot: Spot) -> str:
    """Several spans of time with commas between them, each as long before the deadline as it says."""
    found = (
        [_span(one.strip(), spot) for one in value.split(",")]
        if isinstance(value, str)
        else [_span(value, spot)]
    )
    if len(found) > MOST_REMINDERS:
        raise Faulty("terms-reminders", where=spot.where, most=MOST_REMINDERS)
    return reminders(found)


def _watch(value: Any, spot: Spot) -> str:
    """How many turns later onlookers are told; or `no`."""
    written = str(value) if type(value) is int else value
    if written == NOT_WATCHED or (isinstance(written, str) and TURNS.fullmatch(written)):
        return written
    raise WrongSetting("terms-watch", where=spot.where, most=MOST_TURNS)


class Terms(Value):
    """The terms of a game; see the module. Spans stand as they were written."""

    deadline: str = setting(optional(_deadline), "")
    bank: str = setting(optional(_span), "")
    grace: str = setting(optional(_span), "24 hours")
    reminder: str = setting(optional(_reminder), "24 hours")
    forfeit: str = setting(optional(_span), "")
    replace: str = setting(optional(_span), "")
    reaction: str = setting(optional(_span), "24 hours")
    weekends: str = setting(one_of("count", "off"), "count")
    vacation: str = setting(optional(_span), "30 days")
    pauses: str = setting(optional(_span), "")
    disputes: str = setting(optional(_span), "")
    zone: str = setting(zone, "UTC")
    statement: str = setting(optional(_span), "3 days")
    ruling: str = setting(optional(_span), "14 days")
    appeal: str = setting(optional(_span), "3 days")
    sender: str = setting(one_of("secret", "dkim"), "secret")
    consent: str = setting(one_of("words", "accept"), "words")
    rematch: str = setting(one_of("yes", "no"), "yes")
    watch: str = setting(_watch, NOT_WATCHED)

    @property
    def delay(self) -> int:
        """H31 How many turns later onlookers are told what is open to all; 0 where nobody may watch."""
        return 0 if self.watch == NOT_WATCHED else int(self.watch)

    @property
    def replaces(self) -> bool:
        """H35 Whether the others may vote to replace a silent player: where there are deadlines."""
        return bool(self.deadline and self.replace)


USUAL = Terms()
SELDOM = ("bank", "disputes", "pauses", "reaction", "rematch", "consent", "watch", "replace")
"""Terms that stand in an opening only where they are not the default."""


def terms_of(given: Mapping[str, Any], usual: Terms = USUAL) -> Terms:
    """The terms given as words, `usual` for the others. Raises `Faulty` for an unknown term or value."""
    return read_settings(Terms, {**to_builtins(usual), **given}, Spot())


def written_terms(terms: Terms) -> dict[str, str]:
    """The terms as an opening has them; nothing where they are those of a record without terms.

    The time for a reaction stands there only where it is not the default: most games know no reactions. So do a
    time bank, limits to pauses and disputes, consent, rematches, onlookers and replacing, which older releases do
    not know.
    """
    written = {} if terms == USUAL else to_builtins(terms)
    seldom = {(name, getattr(USUAL, name)) for name in SELDOM}
    return {name: value for name, value in written.items() if (name, value) not in seldom}
