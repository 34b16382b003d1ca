"""The replays of a site. One takes seconds to make and up to a megabyte, so large collections have those that matter.

That is the games with notes; in a collection of few games, all of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from referee.archive.collection.catalogue import Found
from referee.archive.collection.gathering import verified
from referee.archive.collection.names import Names, cast
from referee.archive.collection.records import Files
from referee.archive.collection.site.pages import text_of
from referee.archive.collection.site.published import published
from referee.archive.collection.site.writing import Site, key_of
from referee.util.errors import Faulty, Why, kind_of

CHOICES = ("some", "all", "noted", "none")
FEW = 50
"""So many games have a replay each, if nothing else is said."""
_TEMPLATES = ("replay.html", "replay.css", "replay.js", "replay_board.html")
Tell = Callable[[int, int], None]


def chosen(games: Sequence[Found], which: str) -> Sequence[Found]:
    """The games that are to have a replay; `which` is one of `CHOICES`."""
    if which == "none":
        return ()
    if which == "all" or (which == "some" and len(games) <= FEW):
        return games
    return [game for game in games if game.notes]


def write_replays(
    site: Site,
    games: Sequence[Found],
    records: Mapping[int, Files],
    names: Names,
    *,
    workers: int,
    tell: Tell,
) -> tuple[set[str], tuple[tuple[str, Why], ...]]:
    """Write the replays of these games, whose `records` are by the game's id.

    Gives the slugs of those that have one, and the records of which none could be made, with the reason.
    """
    look = [text_of(name) for name in _TEMPLATES]
    keys = {game.slug: key_of(look, game.fingerprint, records[game.id].stamp) for game in games}
    due = [game for game in games if site.needs(_path(game.slug), keys[game.slug])]
    having = {game.slug for game in games} - {game.slug for game in due}
    made = _each([records[game.id] for game in due], partial(_made, names=names), workers)
    failed = list[tuple[str, Why]]()
    for n, (game, replay) in enumerate(zip(due, made, strict=True), 1):
        if isinstance(replay, Why):
            failed.append((records[game.id].name, replay))
        else:
            site.write(_path(game.slug), keys[game.slug], replay)
            having.add(game.slug)
        tell(n, len(due))
    return having, tuple(failed)


def _path(slug: str) -> str:
    return f"replay/{slug}.html"


def _each(records: Sequence[Files], make: Callable[[Files], str | Why], workers: int) -> Iterator[str | Why]:
    if workers > 1 and len(records) > 1:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield from pool.map(make, records)
    else:
        yield from map(make, records)


def _made(files: Files, names: Names) -> str | Why:
    """The replay of a record, or why there is none: a game that is at fault keeps no other from having one."""
    from referee.archive.replay.html import page  # noqa: PLC0415  slow to load, and seldom needed

    try:
        table, notes = verified(files)
        people = cast(table, notes, names)
        shown, told = published(table, notes, people)
        return page(shown, told, people={seat: name for seat, name in people.seats.items() if name})
    except Faulty as fault:
        return fault.why
    except OSError as error:
        return Faulty("archive-unread", kind=type(error).__name__).why
    except Exception as error:  # noqa: BLE001  a mistake of ours, or of a game, in one record
        return Faulty("archive-crashed", kind=kind_of(error)).why
