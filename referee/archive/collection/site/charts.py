"""Bars as SVG: a label, a bar, a number; the template writes them, so every text is escaped there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor

from referee.archive.collection.site.pages import say

MOST_BARS = 12
LEFT, WIDTH, ROW = 210, 640, 24
"""Of a picture: where the bars begin, how wide it is, and how high a row is, in units of its view box."""
_ROUND = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its label, the number told after it, where it lies and how wide it is, and its group, from 0."""

    label: str
    told: str
    y: int
    width: float
    group: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of bars, with what it shows said in a sentence for those who do not see it."""

    title: str
    says: str
    bars: tuple[Bar, ...]
    groups: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        """Of its view box."""
        return ROW * len(self.bars) + 4


def bars(title: str, counts: Iterable[tuple[str, int]]) -> Chart:
    """A chart of counts, in the order given; those after the first `MOST_BARS` together as the last."""
    rows = list(counts)
    if len(rows) > MOST_BARS:
        rest = sum(count for _, count in rows[MOST_BARS - 1 :])
        rows = [*rows[: MOST_BARS - 1], (say("all-others"), rest)]
    most = max((count for _, count in rows), default=0) or 1
    made = tuple(
        Bar(label, str(count), 2 + n * ROW, round((WIDTH - LEFT - 60) * count / most, 1))
        for n, (label, count) in enumerate(rows)
    )
    says = "; ".join(say("says-games", label=label, count=count) for label, count in rows)
    return Chart(title, f"{title}: {says}", made)


def histogram(title: str, numbers: Sequence[float], span: str) -> Chart:
    """How many of the numbers lie in each of about ten spans of one round width; `span` is the key of their words.

    A span holds its lower end and not its upper one. For whole numbers it is at least 1 wide.
    """
    if not numbers:
        return bars(title, ())
    step = _step((max(numbers) - min(numbers)) / 10, 1 if all(one == int(one) for one in numbers) else 0.1)
    places = [floor(round(number / step, 6)) for number in numbers]
    counts = dict.fromkeys(range(min(places), max(places) + 1), 0)
    for place in places:
        counts[place] += 1
    return bars(
        title,
        (
            (say(span, low=_plain(n * step), high=_plain((n + 1) * step)), count)
            for n, count in counts.items()
        ),
    )


def compared(title: str, groups: Mapping[str, Mapping[str, float]], unit: str) -> Chart:
    """For each label one bar of each group, beside each other; `groups` are numbers by label, by group."""
    labels = tuple(dict.fromkeys(label for numbers in groups.values() for label in numbers))
    most = max((number for numbers in groups.values() for number in numbers.values()), default=0) or 1
    rows = [
        (label, group, n, numbers[label])
        for label in labels
        for n, (group, numbers) in enumerate(groups.items())
        if label in numbers
    ]
    made = tuple(
        Bar(
            f"{label}, {group}",
            f"{number:.1f}{unit}",
            2 + at * ROW,
            round((WIDTH - LEFT - 60) * number / most, 1),
            n,
        )
        for at, (label, group, n, number) in enumerate(rows)
    )
    says = "; ".join(f"{label}, {group}: {number:.1f}{unit}" for label, group, _, number in rows)
    return Chart(title, f"{title}: {says}", made, tuple(groups))


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
