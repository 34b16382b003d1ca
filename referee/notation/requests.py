"""What players ask of the house about their letters and their time: `language de`, `vacation 10 days`, `pause`.

None of these is a move. Each verb stands at the beginning of a line, and a language gives the meanings of the
words after it (the section `behind` of its words). `referee.house.requests` carries the requests out. Only
the exact form does anything: `timezone Berlin`, not `Timezone: Berlin`.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any

from referee.engine.choices import Move
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.notation import archive_verbs, dispute_verbs
from referee.notation.folding import fold, parts
from referee.notation.readings import Table
from referee.util import data
from referee.util.regexes import regex

# Days as players write them: `until 10 December`, `bis zum 24.12.`, `until Friday`; by `dates.yaml`.


FILE = "dates.yaml"
ATOM = regex(r"[^\W\d_]+|\d+")
ISO = regex(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED = regex(r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?")
WEEK = 7


@cache
def _listed() -> Any:
    return data.values("grammar", FILE)


@cache
def _numbers(section: str) -> Mapping[tuple[str, ...], int]:
    return {parts(form): int(number) for number, forms in _listed()[section].items() for form in forms}


def begins(words: str) -> bool:
    """Whether words begin with one for `until`."""
    return any(parts(words)[: len(form)] == form for form in map(parts, _listed()["until"]))


def days_until(words: str, today: date) -> int:
    """How many days from today on `until DAY` is, the first such day after it; 0 for words that name no such day."""
    text = fold(words).text.strip(" .!")
    if not begins(text):
        return 0
    found = _day(text, today)
    return max((found - today).days, 0) if found else 0


def _day(text: str, today: date) -> date | None:
    if written := ISO.search(text):
        return _made(*map(int, written.groups()))
    if written := DOTTED.search(text):
        return _next(int(written[1]), int(written[2]), int(written[3] or 0), today)
    skipped = {one for form in map(parts, (*_listed()["until"], *_listed()["between"])) for one in form}
    atoms = [one for one in ATOM.findall(text.replace("th ", " ")) if not {*parts(one)} & skipped]
    months, weekdays = _numbers("months"), _numbers("weekdays")
    if len(atoms) == 1 and (weekday := weekdays.get(parts(atoms[0]))):
        return today + timedelta(days=(weekday - today.isoweekday() - 1) % WEEK + 1)
    month = next((months[parts(one)] for one in atoms if parts(one) in months), 0)
    numbers = [int(one) for one in atoms if one.isdigit()]
    if not month or len(numbers) not in {1, 2} or len(atoms) != len(numbers) + 1:
        return None
    return _next(numbers[0], month, (*numbers, 0)[1], today)


def _next(day: int, month: int, year: int, today: date) -> date | None:
    """A day of a year; without the year the next such day."""
    if year:
        return _made(year, month, day)
    this = _made(today.year, month, day)
    return this if this and this > today else _made(today.year + 1, month, day)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


LONGEST_NAME = 3
"""How many words may stand after one of these verbs; a line with more is prose."""
LONGEST_DATE = 6
"""How many may stand after `vacation` if they say until when."""
MOST_WORDS = 12
"""How many words may stand after `reminders`: five spans of time, and what joins them."""
PAUSE = "pause"
"""The verb by which a player wants the clocks to stand still for all; it has no end, so that one is answered."""
SPAN = regex(r"(?:\S+ )?([1-9]\d{0,2} (?:day|week))")
REMATCH, VOTE = "rematch", "replace player"
"""The verbs by which a player asks for another game when this one is over, and votes for another player in a seat,
as in `replace loki`."""
ALONE = frozenset({PAUSE, "resume", "newkey", REMATCH}) | dispute_verbs.ALONE | archive_verbs.ALONE
"""Verbs that stand alone: a line with more words is prose."""
POSITION = r"@? ?\d{1,4}\.\d{1,4}(?!\.?\d)"
"""A public position after `why`, as an expression for folded text."""
LETTER = r"[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]{0,31}\.\d{1,9}(?!\d),?"
"""The number of one of our letters after `why`: `g1.thor.9`."""
PAST = regex(f"{POSITION}|{LETTER}")
"""What may stand after `why` besides an order."""
SETTINGS = frozenset({"language", "letters", "timezone", "calendar", "reminders", "json"})
"""The verbs of the settings of a seat (`referee.house.seat_settings`); the letter that accepts may hold them too."""
VERBS = ALONE | SETTINGS | {"vacation", "address", VOTE, archive_verbs.PUBLISH, archive_verbs.WITHDRAW}
ACTS = frozenset(
    {"newkey", "withdraw dispute", "accept ruling", "open notes", REMATCH, VOTE, "withdraw note"}
)
ACTS |= {"publish", "if", "withdraw if", "holds"}
"""Words to the house that bring something about, and of which nothing can be asked."""


def said(verb: str, words: str, meanings: Mapping[str, str], cards: archive_verbs.Cards) -> str | None:
    """What was said after a verb, in canonical words where a language gives their meaning; None for prose.

    `meanings` are the words of the seat's languages that may stand here, by their keys; `cards` names cards.
    """
    if verb == archive_verbs.WITHDRAW:
        return archive_verbs.withdrawn(words, meanings, cards)
    if verb == archive_verbs.PUBLISH:
        return archive_verbs.published(words, meanings)
    given = words.split()
    most = MOST_WORDS if verb == "reminders" and given and given[0][0].isdigit() else LONGEST_NAME
    most = LONGEST_DATE if verb == "vacation" and begins(words) else most
    if verb == PAUSE and given:
        return _ending(words, " ".join(meanings.get("".join(parts(word)), word) for word in given))
    if len(given) > most or (given and verb in ALONE):
        return None
    if verb == "address" and len(given) > 1:
        return None
    if verb in {"language", "address"}:
        return words
    return " ".join(meanings.get("".join(parts(word)), word) for word in given)


def _ending(words: str, meant: str) -> str | None:
    """The end that a player names for a pause: `until Monday` as it stands, `for 3 days` as a span; None for prose."""
    if found := SPAN.fullmatch(meant):
        return found[1]
    return words if begins(words) and len(words.split()) <= LONGEST_DATE else None


def is_exact(verb: str, before: str, behind: str) -> bool:
    """Whether a line with such a verb has the form that takes effect: the verb first, then a blank or nothing.

    In any other form, such as `Timezone: Eastern` from a form that somebody filled in, it is a question at
    most.
    """
    return (
        not before.strip()
        and (behind[:1] in {"", " "} or verb in ALONE)
        and not behind.lstrip().startswith((":", "=", "?"))
    )


def is_question(verb: str, behind: str) -> bool:
    """Whether only a question mark follows a verb that can be asked about: `Language?` asks which there are."""
    return verb not in ALONE and behind.strip() == "?"


def place(named: str, row: str | None = None) -> str:
    """A position or a letter, and the number of one of its lines, as they are kept: `7.2`, `g1.thor.9 2`.

    Letters are lower case, and numbers have no leading zero.
    """
    words = re.sub(r"(?<![^.])0+(?=\d)", "", named.lower().strip("@ ,"))
    return f"{words} {int(row)}" if row else words


# The rules of `common.lark`: a game may use none of their names.


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "moves": lambda: Table("moves"),
    "history": lambda page: Table("history", str(int(page)) if page else ""),
    "rules": lambda rule: Table("rules", rule or ""),
    "try": lambda move: Table("try", move=move),
    "why": lambda move: Table("why", move=move),
    "why_there": lambda position: Table("why", place(position)),
    "why_line": lambda letter, row: Table("why", place(letter, row)),
    "help": lambda: Table("help"),
    "language": lambda name: Table("language", name or ""),
    "newkey": lambda: Table("newkey"),
    "address": lambda name: Table("address", name or ""),
    "offer_undo": lambda: Table("offer", "undo"),
    "accept_undo": lambda: Table("accept", "undo"),
    "decline_undo": lambda: Table("decline", "undo"),
    "end": lambda: Table("end"),
}
"""What the rules of `common.lark` that are not moves turn their parts into."""
CUSTOMARY: tuple[type[Move], ...] = (Resign, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)
"""What the common grammar reads in every game."""
