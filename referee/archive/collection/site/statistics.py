"""Statistics of a collection: how long games are, their tempo, endings and first moves, luck, and disputes."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.archive.collection.catalogue import Found
from referee.archive.collection.site.charts import Chart, bars, compared, histogram
from referee.archive.collection.site.pages import page, say, version
from referee.archive.collection.site.writing import Site, key_of

PATH = "statistics.html"


@dataclass(frozen=True, slots=True)
class OfGame:
    """The statistics of the games of one kind."""

    title: str
    count: int
    charts: tuple[Chart, ...]
    disputes: int
    rulings: int
    appeals: int


def write_statistics(site: Site, db: sqlite3.Connection, games: Sequence[Found]) -> None:
    """Write the page."""
    key = key_of(version(), [game.fingerprint for game in games])
    if site.needs(PATH, key):
        kinds = dict.fromkeys(game.title for game in games)
        luck = _luck(db)
        told = [_of_game(title, [game for game in games if game.title == title], luck) for title in kinds]
        site.write(PATH, key, page("archive_statistics.html", PATH, kinds=told))


Drawn = dict[int, list[tuple[bool, float, float]]]
"""By the id of a game, for each seat that drew: whether it won, what it drew, and what was to be expected."""


def _luck(db: sqlite3.Connection) -> Drawn:
    found: Drawn = {}
    for game, won, drawn, expected in db.execute(
        "SELECT game, won, strength_drawn, strength_expected FROM seats WHERE cards_drawn > 0"
    ):
        found.setdefault(game, []).append((bool(won), drawn, expected))
    return found


def _of_game(title: str, games: Sequence[Found], luck: Drawn) -> OfGame:
    return OfGame(
        title,
        len(games),
        tuple(chart for chart in _charts(games, luck) if chart.bars),
        sum(game.disputes for game in games),
        sum(game.rulings for game in games),
        sum(game.appeals for game in games),
    )


def _charts(games: Sequence[Found], luck: Drawn) -> Iterator[Chart]:
    yield histogram(say("length"), [game.turns for game in games], "of-turns")
    yield histogram(say("tempo"), _hours(games), "of-hours")
    endings = Counter(f"{game.ending.replace('-', ' ')} [{game.rule}]" for game in games)
    yield bars(say("chart-endings"), endings.most_common())
    yield bars(
        say("won-by"), Counter(", ".join(game.winners) or say("nobody") for game in games).most_common()
    )
    first = Counter(game.opening.partition(" / ")[0] for game in games if game.opening)
    yield bars(say("first-moves"), first.most_common())
    yield _of_luck(games, luck)


def _hours(games: Sequence[Found]) -> list[float]:
    """The hours between letters, where games were played by letter at all."""
    return [game.hours for game in games if game.hours]


def _of_luck(games: Sequence[Found], luck: Drawn) -> Chart:
    """How much of the expected strength the winners and the others drew: each span with its share of the seats."""
    ratios = {True: list[float](), False: list[float]()}
    for game in games:
        for won, drawn, expected in luck.get(game.id, ()):
            ratios[won].append(100 * drawn / expected)
    names = {True: say("winners"), False: say("others")}
    shares = {names[won]: _shares(numbers) for won, numbers in ratios.items() if numbers}
    return compared(say("luck"), shares, " %")


SPANS = ((0, 80), (80, 90), (90, 100), (100, 110), (110, 120), (120, 10_000))


def _shares(numbers: Sequence[float]) -> dict[str, float]:
    return {
        _span(low, high): 100 * sum(low <= one < high for one in numbers) / len(numbers)
        for low, high in SPANS
    }


def _span(low: int, high: int) -> str:
    if not low:
        return say("under", high=high)
    return say("between" if high < SPANS[-1][1] else "from", low=low, high=high)
