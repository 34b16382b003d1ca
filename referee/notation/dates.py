"""Days as players write them: `until 10 December`, `bis zum 24.12.`, `until Friday`; by `dates.yaml`."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any

from referee.notation.folding import fold, parts
from referee.util import data
from referee.util.plainyaml import read_text

FILE = "dates.yaml"
ATOM = re.compile(r"[^\W\d_]+|\d+")
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?")
WEEK = 7


@cache
def _listed() -> Any:
    return read_text(data.text("grammar", FILE), FILE).value


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
