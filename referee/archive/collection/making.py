"""The index made from a folder of records: only what changed is looked at again; and a player forgotten in it.

Every record is verified by its seals, and its notes with it, before anything of it is told.
"""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from referee.archive.collection.facts import Facts, facts
from referee.archive.collection.index import (
    SourceRecord,
    drop_source,
    keep,
    opened,
    put,
    sources,
    take_out,
    tidy,
)
from referee.archive.collection.names import Cast, Names, cast, names_of, write_names
from referee.archive.fitting import notes_checked
from referee.archive.mailed import with_mailed
from referee.archive.notebook import notes_of
from referee.archive.notes import Note
from referee.record.file import read
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util import files as disk
from referee.util.errors import Faulty, Why, WrongUsage, kind_of
from referee.util.values import Struct, Value, field, replace
from referee.verify.check import loaded

# Where records and their notebooks lie.

RECORD, NOTES = "record", "notes"
ENDINGS = (".yaml", ".yaml.gz")
_BEGINS = b"---\nentry: 0\n"
_OPENING = b"\nkind: opening\n"
_PACKED = b"\x1f\x8b"
_HEAD = 200


class Files(Value):
    """A record, by its path within the folder too, and its notebook, which need not be there."""

    name: str
    record: Path
    notes: Path | None = None

    def digest(self) -> str:
        """SHA-256 of the content of both files, in hex; "" where they cannot be read."""
        try:
            made = hashlib.sha256(self.record.read_bytes())
            if self.notes:
                made.update(b"\0" + self.notes.read_bytes())
        except OSError:
            return ""
        return made.hexdigest()


def records(folder: Path) -> tuple[Files, ...]:
    """The records in a folder and the folders in it, in the order of their names; nothing hidden, and no links.

    A record is a file `record.yaml` (or `.yaml.gz`) with the notes in `notes.yaml` beside it; or any other file that
    begins as a record does, such as `g17.yaml`, with the notes in `g17.notes.yaml`. A folder within that cannot be
    read stands there as a record that cannot be read. Raises OSError if `folder` cannot.
    """
    found, left = list[Files](), [(folder, "")]
    while left:
        place, above = left.pop()
        try:
            entries = {one.name: one for one in os.scandir(place) if not one.name.startswith(".")}
        except OSError:
            if not above:
                raise
            found.append(Files(above.rstrip("/"), place))
            continue
        left += [
            (Path(one.path), f"{above}{one.name}/")
            for one in entries.values()
            if one.is_dir(follow_symlinks=False)
        ]
        plain = {name: Path(one.path) for name, one in entries.items() if one.is_file(follow_symlinks=False)}
        for name, path in plain.items():
            stem = next((name.removesuffix(one) for one in ENDINGS if name.endswith(one)), "")
            if stem and _is_record(path, stem):
                notes = plain.get(f"{NOTES}.yaml" if stem == RECORD else f"{stem}.{NOTES}.yaml")
                found.append(Files(f"{above}{name}", path, notes))
    return tuple(sorted(found, key=lambda one: one.name))


def _is_record(path: Path, stem: str) -> bool:
    """Whether a file is one; of one that cannot be read that is told later."""
    if stem == NOTES or stem.endswith(f".{NOTES}"):
        return False
    try:
        head = b"" if stem == RECORD else disk.read(str(path), _HEAD)
    except OSError:
        return True
    return stem == RECORD or head.startswith(_PACKED) or (head.startswith(_BEGINS) and _OPENING in head)


# A record looked at.

ON, TWICE = "archive-on", "archive-twice"
A = TypeVar("A")
T = TypeVar("T")


def looked_at(files: Files, names: Names, make: Callable[[Table, tuple[Note, ...], Cast], T]) -> T | Why:
    """What is made of a record and its notes, verified; or why nothing is: no record stops another."""
    try:
        table, notes = verified(files)
        return make(table, notes, cast(table, notes, names))
    except Faulty as fault:
        return fault.why
    except OSError as error:
        return Faulty("archive-unread", kind=type(error).__name__).why
    except Exception as error:  # noqa: BLE001  a mistake of ours, or of a game, in one record
        return Faulty("archive-crashed", kind=kind_of(error)).why


def verified(files: Files) -> tuple[Table, tuple[Note, ...]]:
    """The game of a record that is over, and its notes, all verified. Raises `Faulty` and OSError.

    Among the notes is what letters said of it, though the notebook is older than they are: consent that was taken back
    counts at once. A redacted record does not tell what letters noted.
    """
    record = read(files.record)
    record.refuse_other_files(files.name)
    found, table = loaded(record, files.name)
    if table is None:
        raise found.why or Faulty("archive-damaged")
    if table.outcome is None:
        raise Faulty(ON)
    notes = tuple[Note, ...]()
    if files.notes:
        reading = read(files.notes)
        for one in notes_checked(reading, files.name, table):
            if one.state == "wrong":
                why = one.params["why"]
                raise Faulty("archive-notes", why=why.why if isinstance(why, Faulty) else why)
        notes = tuple(note for _, note in notes_of(reading.documents))
    return table, notes if isinstance(table, Redacted) else with_mailed(table, notes)


def _told(table: Table, notes: tuple[Note, ...], people: Cast) -> tuple[Facts, frozenset[str]]:
    """The facts of a game, and the traces of those who are named in it."""
    told = facts(table, notes, people)
    return told, people.names.traces(told.slug, people.called)


# All of them.

ALONE = 24
"""So many records are looked at by this process; from there on by several."""
OFTEN = 200
"""After so many records what they came to is on the disk."""
Tell = Callable[[int, int], None]
"""Is told how many records were looked at, and how many there are."""


class MadeIndex(Struct):
    """How an index was made.

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
) -> MadeIndex:
    """Make the index of the records in a folder, or bring it up to date; `again`: every record is looked at.

    What was looked at is kept from time to time, so a run that is broken off is taken up again. Raises `Faulty` for a
    file that is no index of ours, and OSError.
    """
    names = names_of(index)
    tags = {names.tag("source", files.name): files for files in records(folder)}
    with closing(opened(index)) as db:
        known, done = sources(db), MadeIndex()
        for tag in known.keys() - tags.keys():
            _leave_out(db, known[tag], done)
            drop_source(db, tag)
        fresh = dict[str, SourceRecord]()
        for tag, files in tags.items():
            source, digest = known.get(tag) or SourceRecord(tag), files.digest()
            if again or names.half or not digest or source.digest != digest or source.fault not in {"", ON}:
                fresh[tag] = replace(source, digest=digest)
            elif source.fault:
                done.left_out.append((files.name, Faulty(ON).why))
        look = partial(looked_at, names=names, make=_told)
        found = each([tags[tag] for tag in fresh], look, workers)
        for n, ((tag, source), one) in enumerate(zip(fresh.items(), found, strict=True), 1):
            _take_in(db, source, tags[tag].name, one, done)
            tell(n, len(fresh))
            if n % OFTEN == 0:
                db.commit()
        tidy(db)
        done.kept = int(db.execute("SELECT count(*) FROM games").fetchone()[0]) - len(done.games)
    if names_of(index) != names:  # somebody was forgotten meanwhile, and may be named again
        return made(folder, index, workers=workers, tell=tell, again=True)
    if names.half:
        write_names(index, replace(names, half=False))
    return done


def each(asked: Sequence[A], look: Callable[[A], T], workers: int, alone: int = ALONE) -> Iterator[T]:
    """What each of many comes to, in their order; from so many on by several processes."""
    if workers < 2 or len(asked) < alone:  # noqa: PLR2004  two or more
        yield from map(look, asked)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(look, asked, chunksize=8 if alone == ALONE else 1)


def _take_in(
    db: sqlite3.Connection,
    source: SourceRecord,
    name: str,
    found: tuple[Facts, frozenset[str]] | Why,
    done: MadeIndex,
) -> None:
    """Write down what a record came to; `source` still tells what it came to before."""
    _leave_out(db, source, done)  # which is to leave no trace
    if not isinstance(found, Why):
        own = (found[0].id, source.tag)
        if db.execute("SELECT 1 FROM sources WHERE game = ? AND tag != ?", own).fetchone():
            found = Faulty(TWICE).why
    if isinstance(found, Why):
        entry = found.params.get("entry")
        keep(
            db,
            SourceRecord(
                source.tag, source.digest, None, found.key, entry if isinstance(entry, int) else None
            ),
        )
        done.left_out.append((name, found))
        return
    told, traces = found
    put(db, told)
    keep(db, SourceRecord(source.tag, source.digest, told.id, traces=" ".join(sorted(traces))))
    done.games.append(told.id)


def _leave_out(db: sqlite3.Connection, before: SourceRecord, done: MadeIndex) -> None:
    """Take out what a record came to before, if it did."""
    if before.game is not None:
        take_out(db, before.game)
        done.gone += 1


# A player taken out of a collection: at once out of its index, and out of the site when it is made next.


def forget(index: Path, player: str) -> int:
    """Forget a player by name, as it stands in the records or on the site, or by pseudonym; gives the games concerned.

    These games, and those in whose notes somebody may be named, leave the index without a trace. They come back
    without the name when the index is made again: the player is `somebody` in them, whom nothing links to other games.
    Raises `Faulty` for what can be nobody's name and for a file that is no index of ours, and OSError.
    """
    if not any(map(str.isalnum, player)):
        raise WrongUsage("forget-nobody", given=player)
    names = names_of(index)
    names = replace(names, forgotten=names.forgotten | {names.mark(player)}, half=True)
    write_names(
        index, names
    )  # if the rest is broken off, every record is looked at when the index is made next
    named = 0
    with closing(opened(index)) as db:
        rows = db.execute(
            "SELECT tag, games.id, slug, traces, notes + json_array_length(facts, '$.tags')"
            " FROM sources JOIN games ON games.id = sources.game"
        )
        for tag, game, slug, traces, told_of in rows.fetchall():
            is_named = not names.traces(slug, [player]).isdisjoint(traces.split())
            named += is_named
            if is_named or told_of:
                take_out(db, game)
                drop_source(db, tag)
        tidy(db)
    write_names(index, replace(names, half=False))
    return named
