"""The index made from a folder of records: only what changed is looked at again."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from referee.archive.collection.gathering import Gathered, gathered
from referee.archive.collection.keeping import names_of, write
from referee.archive.collection.records import Files, records
from referee.archive.collection.schema import opened
from referee.archive.collection.store import (
    Source,
    drop_source,
    keep,
    owner_of,
    put,
    slug_of,
    sources,
    take_out,
    tidy,
)
from referee.util.errors import Faulty, Why

ON = "archive-on"
ALONE = 24
"""So many records are looked at by this process; from there on by several."""
OFTEN = 200
"""After so many records what they came to is on the disk."""
Tell = Callable[[int, int], None]
"""Is told how many records were looked at, and how many there are."""


@dataclass(slots=True)
class Made:
    """What came of it.

    Attributes:
        games: the ids of the games that are new or were looked at again; `kept` how many stayed as they were.
        gone: how many were taken out of the index, or told otherwise before.
        left_out: the records of which nothing is published, with the reason: broken, still on, or there twice.
    """

    games: list[int] = field(default_factory=list)
    kept: int = 0
    gone: int = 0
    left_out: list[tuple[str, Why]] = field(default_factory=list)


def quiet(_done: int, _all: int) -> None:
    """Tells nothing."""


def made(
    folder: Path,
    index: Path,
    *,
    workers: int = 1,
    tell: Tell = quiet,
    again: bool = False,
) -> Made:
    """Make the index of the records in a folder, or bring it up to date; `again`: every record is looked at.

    What was looked at is kept from time to time, so a run that is broken off is taken up again. Raises `Faulty` for a
    file that is no index of ours, and OSError.
    """
    names = names_of(index)
    every = records(folder)
    tags = {files.name: names.tag("source", files.name) for files in every}
    with closing(opened(index)) as db:
        known = sources(db)
        fresh = list(_to_look_at(every, tags, {} if again or names.half else known))
        done = Made()
        for tag in known.keys() - set(tags.values()):
            _leave_out(db, tag, done)
            drop_source(db, tag)
        for n, one in enumerate(_each(fresh, partial(gathered, names=names), workers), 1):
            _take_in(db, tags[one.files.name], one, done)
            tell(n, len(fresh))
            if n % OFTEN == 0:
                db.commit()
        waiting = {tag for tag, one in sources(db).items() if one.fault == ON}
        _tell_waiting([one.name for one in every if tags[one.name] in waiting], done)
        db.execute("DELETE FROM numbers")
        tidy(db)
        done.kept = int(db.execute("SELECT count(*) FROM games").fetchone()[0]) - len(done.games)
    if names_of(index) != names:  # somebody was forgotten meanwhile, and may be named again
        return made(folder, index, workers=workers, tell=tell, again=True)
    if names.half:
        write(index, replace(names, half=False))
    return done


def _tell_waiting(names: Iterable[str], done: Made) -> None:
    """The games that are still on are left out, also where nothing has changed."""
    told = {name for name, _ in done.left_out}
    done.left_out += [(name, Why(ON)) for name in names if name not in told]


def _to_look_at(
    every: Iterable[Files], tags: Mapping[str, str], known: Mapping[str, Source]
) -> Iterator[tuple[Files, str]]:
    """The records that may have changed, each with the digest that it had; and those that were broken, again."""
    for files in every:
        source = known.get(tags[files.name])
        if source is None or source.fault not in {"", ON}:
            yield files, ""
        elif source.stamp != files.stamp:
            yield files, source.digest


def _each(
    asked: Sequence[tuple[Files, str]], look: Callable[[tuple[Files, str]], Gathered], workers: int
) -> Iterator[Gathered]:
    """What each record came to, in their order."""
    if workers < 2 or len(asked) < ALONE:  # noqa: PLR2004  two or more
        yield from map(look, asked)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(look, asked, chunksize=8)


def _take_in(db: sqlite3.Connection, tag: str, one: Gathered, done: Made) -> None:
    """Write down what a record came to."""
    before = sources(db, tag).get(tag)
    made = Source(tag, one.files.stamp, one.digest)
    if one.facts is None and one.why is None and before:
        keep(db, replace(before, stamp=one.files.stamp))
        return
    if one.facts and (owner := owner_of(db, one.facts.slug)) and owner != tag:
        one = replace(one, facts=None, why=Faulty("archive-twice").why)
    if one.facts is None:
        _leave_out(db, tag, done)
        why = one.why or Faulty("archive-damaged").why
        keep(db, replace(made, fault=why.key, entry=one.entry))
        done.left_out.append((one.files.name, why))
        return
    slug = one.facts.slug
    if before and before.game is not None:
        done.gone += 1  # what it said before is to leave no trace
        if slug_of(db, before.game) != slug:
            take_out(db, before.game)
    game = put(db, one.facts)
    keep(db, replace(made, game=game, traces=" ".join(sorted(one.traces))))
    done.games.append(game)


def _leave_out(db: sqlite3.Connection, tag: str, done: Made) -> None:
    """Take out what a record came to before, if it did."""
    before = sources(db, tag).get(tag)
    if before and before.game is not None:
        take_out(db, before.game)
        done.gone += 1
