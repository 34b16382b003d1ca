"""Statistics of a collection: how long games are, their tempo, endings and first moves, luck, and disputes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import floor
from typing import NamedTuple

from referee.archive.collection.facts import Facts
from referee.util import data, plainyaml
from referee.util.text import Counted

WORDS = "archive.en.yaml"
MOST_BARS = 12
SPANS = ((0, 80), (80, 90), (90, 100), (100, 110), (110, 120), (120, 10_000))
"""Of luck, in percent of what was to be expected."""
_ROUND = (1, 2, 5)


@cache
def _words() -> Mapping[str, str]:
    content: Mapping[str, str] = plainyaml.read_text(data.text("templates", WORDS), WORDS).value
    return content


def say(key: str, /, **params: object) -> str:
    """The words of the site under a key, filled with values."""
    return _words()[key].format_map({name: Counted(value) for name, value in params.items()})


class Bar(NamedTuple):
    """A bar: its label, how long it is, what is told after it, and its group, from 0."""

    label: str
    number: float
    told: str
    group: int = 0


class Chart(NamedTuple):
    """A picture of bars; `groups` are the names of theirs, if there are several."""

    title: str
    bars: tuple[Bar, ...]
    groups: tuple[str, ...] = ()


def charts(games: Sequence[Facts]) -> tuple[Chart, ...]:
    """The charts of the games of one kind, without those that would be empty."""
    endings = Counter(f"{game.ending.replace('-', ' ')} [{game.rule}]" for game in games)
    winners = Counter(", ".join(game.winners) or say("nobody") for game in games)
    first = Counter(game.opening.partition(" / ")[0] for game in games if game.opening)
    every = (
        histogram(say("length"), [game.turns for game in games], "of-turns"),
        histogram(say("tempo"), [game.hours for game in games if game.hours], "of-hours"),
        bars(say("chart-endings"), endings.most_common()),
        bars(say("won-by"), winners.most_common()),
        bars(say("first-moves"), first.most_common()),
        _luck(games),
    )
    return tuple(chart for chart in every if chart.bars)


def bars(title: str, counts: Iterable[tuple[str, int]]) -> Chart:
    """A chart of counts, in the order given; those after the first `MOST_BARS` together as the last."""
    rows = list(counts)
    if len(rows) > MOST_BARS:
        rest = sum(count for _, count in rows[MOST_BARS - 1 :])
        rows = [*rows[: MOST_BARS - 1], (say("all-others"), rest)]
    return Chart(title, tuple(Bar(label, count, str(count)) for label, count in rows))


def histogram(title: str, numbers: Sequence[float], span: str) -> Chart:
    """How many of the numbers lie in each of about ten spans of one round width; `span` is the key of their words.

    A span holds its lower end and not its upper one. For whole numbers it is at least 1 wide.
    """
    if not numbers:
        return Chart(title, ())
    step = _step((max(numbers) - min(numbers)) / 10, 1 if all(one == int(one) for one in numbers) else 0.1)
    places = Counter(floor(round(number / step, 6)) for number in numbers)
    spans = range(min(places), max(places) + 1)
    return bars(
        title, ((say(span, low=_plain(n * step), high=_plain((n + 1) * step)), places[n]) for n in spans)
    )


def compared(title: str, groups: Mapping[str, Mapping[str, float]], unit: str) -> Chart:
    """For each label one bar of each group, beside each other; `groups` are numbers by label, by group."""
    labels = dict.fromkeys(label for numbers in groups.values() for label in numbers)
    made = (
        Bar(f"{label}, {group}", numbers[label], f"{numbers[label]:.1f}{unit}", n)
        for label in labels
        for n, (group, numbers) in enumerate(groups.items())
        if label in numbers
    )
    return Chart(title, tuple(made), tuple(groups))


def _luck(games: Sequence[Facts]) -> Chart:
    """How much of the expected strength the winners and the others drew: each span with its share of the seats."""
    shares = dict[str, dict[str, float]]()
    for won, name in ((True, "winners"), (False, "others")):
        drew = [one.luck for game in games for one in game.seats if one.luck.cards and one.won == won]
        if drew:
            percent = [100 * one.drawn / one.expected for one in drew]
            shares[say(name)] = {
                _span(low, high): 100 * sum(low <= one < high for one in percent) / len(percent)
                for low, high in SPANS
            }
    return compared(say("luck"), shares, " %")


def _span(low: int, high: int) -> str:
    key = "under" if not low else "between" if high < SPANS[-1][1] else "from"
    return say(key, low=low, high=high)


def _step(rough: float, least: float) -> float:
    """The next round width: 1, 2 or 5 with noughts, and no less than `least`, 1 or a tenth."""
    size = least
    while True:
        for one in _ROUND:
            if one * size >= rough:
                return one * size
        size *= 10


def _plain(number: float) -> str:
    return str(round(number)) if abs(number - round(number)) < 1e-9 else f"{number:.1f}"  # noqa: PLR2004  of rounding
