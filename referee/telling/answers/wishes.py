"""Wishes to the house in a sentence: `I am away for a week`, `Briefe bitte einmal am Tag um 18 Uhr`; only offered.

The words by which they are seen stand in `asked.<language>.yaml`. What is offered counts as it stands, or asks how.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from referee.engine.choices import Choices
from referee.house.foreseen import Foreseen
from referee.notation.asked import listed
from referee.notation.folding import fold, parts
from referee.telling.about import QUOTED, SHORT_LINE
from referee.telling.sentences import Reader
from referee.telling.shape import WAITS
from referee.util.errors import Why
from referee.util.regexes import regex

HOUR = regex(r"\b(\d{1,2})(?:[:.](\d\d))? ?(uhr|h|o'clock|am|pm|a\.m|p\.m)?\b")
EVENING, NOON, LAST_HOUR = "18:00", 12, 23
SENTENCE, CLAUSE = regex(r"[.!?;]"), regex(r"[.!?;,]")
COUNTED = regex(r"\d{1,3}")
NUMBERS = ("one", "two", "three", "four")
WEEK = 7
OFFERED = (3, WEEK)
"""The days of a vacation that are offered."""


def wish_in(reader: Reader, line: str) -> str:
    """The order to the house that a line of prose asks for; "" for any other line."""
    if len(line) > SHORT_LINE or len(parts(line)) < 2 or line.lstrip().startswith(QUOTED):  # noqa: PLR2004  more than it
        return ""
    first = next((verb for verb in WISHES if _has(line, f"wish {verb}", first=True)), "")
    asks = _has(line, "wishing") and not _has(line, "of others")
    asks = asks and (not line.rstrip().endswith("?") or _has(line, "asking for", first=True))
    verb = first or next((verb for verb in WISHES if asks and _has(line, f"wish {verb}")), "")
    return WISHES[verb](reader, line) if verb else ""


def _vacation(reader: Reader, line: str) -> str:
    days = next(_days(line), 0)
    return reader.text("set-vacation", days=days) if days else reader.order("vacation")


def of_the_game(reader: Reader, choices: Choices, line: str) -> tuple[str, str]:
    """The text, and the order, of a wish about the game: the last letter back, a draw, to resign, once over another.

    Two empty texts for any other line, and where it cannot be had.
    """
    back = wants_back(line)
    if len(line) > SHORT_LINE or line.lstrip().startswith(QUOTED) or (not back and _has(line, "addressing")):
        return "", ""
    if reader.view.outcome:
        return ("meant-wish", reader.order("rematch")) if _has(line, "wish rematch") else ("", "")
    able = {family.key for family in choices.families}
    for wish, (text, family, order) in OF_THE_GAME.items():
        wanted = back if wish == "undo" else not back and _has(line, f"wish {wish}")
        if wanted and (not family or family in able):
            return text, reader.order(order.format(game=reader.view.game))
    return "", ""


OF_THE_GAME: Mapping[str, tuple[str, str, str]] = {
    "resign": ("meant-wish", "resign", "resign {game}"),
    "undo": ("asked-undo", "", "offer undo"),
    "tie": ("meant-wish", "offer draw", "offer draw"),
}
"""Of each wish the text, the family of orders that has to be there, and the order."""


def wants_back(line: str) -> bool:
    """Whether a line of prose asks for the last letter back: a sentence of it, or a clause that asks.

    `Sorry, I did not want to draw. Can we take that back?`
    """
    if len(line) > SHORT_LINE or line.lstrip().startswith(QUOTED):
        return False
    asking = (one for one in CLAUSE.split(line) if _has(one, "asking for", first=True))
    some = (*SENTENCE.split(line), *asking)
    return any(_has(one, "wish undo") and not _has(one, "addressing") for one in some)


def leave_in(reader: Reader, reason: Why | None) -> Iterator[str]:
    """The vacation that was asked for by the day on which it ends, if it is not too long; and a pause, if that was.

    For the word vacation alone: some days and a week, as far as there are so many left, and its end.
    """
    if reason and reason.key == "vacation-how":
        left = reason.params["days"]
        yield from (
            reader.text("set-vacation", days=days)
            for days in sorted({min(left, one) for one in OFFERED} - {0})
        )
        yield from [reader.text("set-vacation-over")] if reason.params["away"] else []
    if reason and reason.key in {"vacation-not", "pause-not"} and reason.params["fits"]:
        yield reader.text("set-vacation", days=reason.params["count"])
    if reason and reason.key == "pause-not":
        yield reader.order("pause")


def withdrawals(reader: Reader, notes: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """H27 The orders that take back each order beforehand of which notes say that it waits."""
    for orders in (values["orders"] for key, values in notes if key in {WAITS, "foreseen-list"}):
        for one in orders:
            yield reader.beforehand(f"withdraw if {one.partition(':')[0]}")


def withdrawn_as(reader: Reader, events: Iterable[object], then: Collection[int]) -> Iterator[str]:
    """H27 The orders that take back what a line has given beforehand, but for those that were played `then`."""
    for one in events:
        if isinstance(one, Foreseen) and one.name not in then:
            yield reader.beforehand(f"withdraw if {one.name}")


def given(events: Iterable[object], then: Collection[int]) -> tuple[str, ...]:
    """H27 Which orders beforehand that were played `then`, right after a letter, these events of it have given."""
    return tuple(str(one.name) for one in events if isinstance(one, Foreseen) and one.name in then)


def _days(line: str) -> Iterator[int]:
    """How many days a line speaks of."""
    words = [fold(one).text for one in line.replace(",", " ").split()]
    for count, unit in pairwise(words):
        number = int(count) if COUNTED.fullmatch(count) else _number(count)
        if number and (parts(unit) in listed("days") or parts(unit) in listed("weeks")):
            yield number * (WEEK if parts(unit) in listed("weeks") else 1)


def _number(word: str) -> int:
    return next((n for n, name in enumerate(NUMBERS, 1) if parts(word) in listed(name)), 0)


def _letters(reader: Reader, line: str) -> str:
    """How often letters are to come: by a digest at an hour, at one's turn, at every order; or how that is said."""
    if _has(line, "daily"):
        pace = f"digest {_hour(fold(line).text)}"
    else:
        pace = next((one for one in ("my-turn", "every-order") if _has(line, one)), "")
    return reader.text("set-letters", pace=pace) if pace else reader.order("letters")


def _hour(text: str) -> str:
    for found in HOUR.finditer(text):
        hour, half = int(found[1]), found[3] or ""
        hour += NOON if half.startswith("p") and hour < NOON else 0
        if (found[2] or half) and hour <= LAST_HOUR:
            return f"{hour:02d}:{found[2] or '00'}"
    return EVENING


def _bare(verb: str) -> Callable[[Reader, str], str]:
    return lambda reader, _line: reader.order(verb)


WISHES: Mapping[str, Callable[[Reader, str], str]] = {
    "letters": _letters,
    "reminders": _bare("reminders"),
    "timezone": _bare("timezone"),
    "resume": _bare("resume"),
    "pause": _bare("pause"),
    "vacation": _vacation,
}
"""What is offered for each wish."""


def _has(line: str, section: str, *, first: bool = False) -> bool:
    """Whether a line holds, or begins with, a form of a section."""
    words = parts(line)
    starts = range(1 if first else len(words))
    return any(words[at : at + len(form)] == form for at in starts for form in listed(section))
