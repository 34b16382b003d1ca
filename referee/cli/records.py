"""Verbs for records: is one whole, would it be ruled the same today."""

import os
import os.path
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.archive.fitting import verify_notes
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.walk import handed_out
from referee.cli.common import (
    NOTES,
    for_whom,
    game_argument,
    json_option,
    loaded,
    record_of,
    seat_of,
    tell_json,
)
from referee.cli.show import load
from referee.cli.terminal import (
    NO,
    bar,
    fault_sentence,
    filled,
    hand_out,
    say,
    sentences,
    tell,
    trouble,
    writing,
)
from referee.engine.plain import plain
from referee.table.audit import audit
from referee.table.redacted import Redacted
from referee.util import VERSION, files
from referee.util.errors import Faulty, NotFound, Why, WrongUsage
from referee.util.text import clean
from referee.verify import export as exporting
from referee.verify.check import check as checked
from referee.verify.check import records_below
from referee.verify.many import AHEAD, Look, Outcome, guarded, looked_at, one_by_one, side_by_side
from referee.verify.verify import verify as verified


def cores() -> int:
    """How many cores there are."""
    return os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    "--jobs",
    "workers",
    type=click.IntRange(1, 64),
    default=cores,
    metavar="N",
    help="How many processes look at records; else one per core.",
)


def how_many(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options for many records."""
    for option in (
        click.option(
            "--log",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Keep there what was found: broken off, the same command goes on where it was.",
        ),
        click.option(
            "--scheduler",
            default="",
            metavar="ADDRESS",
            help="Have it done by the workers of this Dask scheduler, who see the same paths: tcp://host:8786.",
        ),
        workers_option,
    ):
        verb = option(verb)
    return verb


def broken(path: Path, why: Why) -> Outcome:
    """What is told of a record that could not be looked at."""
    error = trouble(Faulty(why.key, **why.params)).document()
    line = say("audit-broken", record=path, why=fault_sentence(why))
    return Outcome({"record": str(path), "verdict": "broken", "error": error}, (line,), "broken", wrong=True)


def tell_all(
    look: Look,
    paths: Sequence[Path],
    name: str,
    beside: str = "",
    *,
    workers: int,
    scheduler: str,
    log: Path | None,
    as_json: bool,
    summed: Sequence[str] = (),
) -> None:
    """Tell what looks at records come to, in the order of the paths; leave with exit code 1 if anything is wrong.

    `name` says in the log what is looked for, and `beside` is the name of a file that is looked at with each record.
    What goes wrong with one of many is told of that one: of several, or of those whose verdicts are `summed` up.
    Raises `Faulty` as `many.looked_at` and `many.pool` do, and for a single record as the look does.
    """
    # A worker elsewhere may have been started in any folder.
    every = [path.absolute() for path in paths] if scheduler else list(paths)
    safe = partial(guarded, look, broken) if len(every) > 1 or summed else look
    # To start processes takes longer than a few records.
    apart = bool(scheduler) or (workers > 1 and len(every) > AHEAD)
    each = side_by_side(broken, workers, scheduler) if apart else one_by_one
    counts, documents, wrong = Counter[str](), [], False
    found = looked_at(safe, every, each, log, f"{name} {VERSION}", beside)
    with bar("records-looking") as told, closing(found):
        for n, one in enumerate(found, 1):
            told(n, len(every))
            counts[one.verdict] += 1
            wrong |= one.wrong
            if as_json:
                documents.append(one.document)
                continue
            for line in one.lines:
                tell(line)
    summary = {verdict: counts[verdict] for verdict in summed}
    if as_json:
        tell_json(records=documents, **({"summary": summary} if summed else {}))
    elif summed:
        tell(say(f"{name.partition(' ')[0]}-sum", count=counts.total() - counts["on"], **summary))
    if wrong:
        raise Exit(NO)


records_argument = click.argument("records", nargs=-1, required=True, metavar="RECORD...")


@click.command()
@records_argument
@how_many
@json_option
def check(records: Sequence[str], **how: Any) -> None:
    """Check that records are whole.

    Every mark and every seal is looked at, the structure of every entry, and that all events fold into a game.
    Nothing is changed.

    RECORD is a file, a folder with a record.yaml in it, the id of a game in the home, or a folder with records
    below it. Exit code 1, and the name of the entry, if one is torn or damaged; the others are looked at all the
    same.

    \b
    Examples:
      referee check g1
      referee check games/*/record.yaml
      referee check games --workers 8 --log checked.jsonl
    """  # noqa: D301  \b is click's mark
    tell_all(check_one, _meant(records), "check", **how)


def check_one(path: Path) -> Outcome:
    """Whether one record is whole."""
    one = checked(path)
    document = {"record": str(path), "entries": one.entries, "fault": one.fault, "entry": one.entry}
    if not one.fault:
        return Outcome(document, (say("record-whole", record=path, entries=one.entries),), "whole")
    why = fault_sentence(one.why.why) if one.why else ""
    line = say(f"record-{one.fault}", record=path, entry=one.entry, why=why)
    if one.why:
        line = f"{path}: {why}" if one.why.why.key == "no-record" else line
        document["error"] = trouble(one.why).document()
    return Outcome(document, (line,), one.fault, wrong=True)


def _meant(names: Sequence[str]) -> list[Path]:
    """The records that names stand for. One of several that stands for none is looked at too, and told as broken."""
    found = list[Path]()
    for name in names:
        try:
            found += _paths(name)
        except Faulty:
            if len(names) == 1:
                raise
            found.append(Path(name))
    return found


def _paths(name: str) -> Sequence[Path]:
    """The records that are meant: one, or all below a folder that is none itself."""
    there = Path(name)
    if there.is_dir() and not (there / "record.yaml").is_file():
        return records_below(there)
    return [_record_path(name)]


def _record_path(name: str) -> Path:
    """The path of a record: a file or folder of that name, else a game of the home."""
    there = Path(name)
    if there.is_dir():
        return record_of(f"{there}/")
    return there if there.is_file() else record_of(name)


@click.command("audit")
@click.argument("records", nargs=-1, metavar="RECORD...")
@click.option("--rules", "folder", metavar="FOLDER", help="All finished games below this folder.")
@click.option("--all", "unfinished", is_flag=True, help="With --rules: also those that are still on.")
@how_many
@json_option
def audit_records(
    records: Sequence[str],
    folder: str | None,
    unfinished: bool,
    **how: Any,
) -> None:
    """Rule on records again, by today's rules.

    Their lines are ruled on with the lots that were drawn then. The records are not changed; this tells where
    today's rules would rule otherwise. Exit code 1 if they do anywhere.

    With --rules all records below a folder are looked at; only finished games, unless --all. A damaged record
    is named, and the others are still looked at; the exit code is then 1 too.

    \b
    Examples:
      referee audit g1
      referee audit --json old/record.yaml
      referee audit --rules my-games/games
    """  # noqa: D301  \b is click's mark
    if (folder is None) == (not records):
        raise click.UsageError("Give records, or a folder with --rules.")
    if unfinished and folder is None:
        raise click.UsageError("--all goes with --rules.")
    look = partial(audit_one, unfinished=unfinished or folder is None, whole=folder is not None)
    name = "audit --all" if unfinished else "audit"
    if folder is None:
        tell_all(look, [_record_path(one) for one in records], name, **how)
    else:
        summed = ("same", "otherwise", "broken", "on")
        tell_all(look, records_below(Path(folder)), name, **how, summed=summed)


def audit_one(path: Path, *, unfinished: bool, whole: bool) -> Outcome:
    """Whether today's rules rule the same on one record, which must not be torn if it is to be `whole`."""
    if whole and (checked_one := checked(path)).fault:
        raise checked_one.why or NotFound("cannot-read", error=checked_one.fault)
    table = loaded(path)
    document: dict[str, Any] = {"record": str(path), "game": table.id, "entries": table.index.entries}
    if table.outcome is None and not unfinished:
        return Outcome(document | {"verdict": "on", "differences": []}, (), "on")
    found = audit(table)
    verdict = "otherwise" if found.differences else "same"
    document |= {"verdict": verdict, "differences": plain(found.differences)}
    document |= {} if found.lines is None else {"lines": found.lines}
    count = len({one.entry for one in found.differences})
    key = f"audit-{verdict}" if found.lines is None or found.differences else "audit-same-own"
    lines = [say(key, record=path, game=table.id, entries=found.entries, lines=found.lines, count=count)]
    for one in found.differences:
        place = "audit-line" if one.line else "audit-entry"
        lines.append(say(place, entry=one.entry, line=one.line, why=fault_sentence(one.why)))
    return Outcome(document, tuple(lines), verdict, wrong=bool(found.differences))


@click.command()
@game_argument
@for_whom
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it there, not to stdout."
)
@click.option(
    "--notes",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the notes beside the record there, as the same reader may have them.",
)
def export(
    game: str,
    seat: str | None,
    onlooker: bool,
    keeper: bool,
    output: Path | None,
    notes: Path | None,
) -> None:
    """Write out the record of a GAME.

    For a seat, or for onlookers, it holds what they were shown, their own letters and their view of the table
    after each entry; digests stand for all the rest, so that every seal can be verified without it. Without
    either it is the whole record, when the game is over.

    GAME is the id of a game in the home, or the path of a record (with a slash, or ending in .yaml).

    \b
    Examples:
      referee export g1 --seat loki --output loki.yaml
      referee export g1 --onlooker > g1.yaml
      referee export g1 --seat loki --output loki.yaml --notes loki.notes.yaml
    """  # noqa: D301  \b is click's mark
    if sum((seat is not None, onlooker, keeper)) > 1:
        raise click.UsageError("--seat, --onlooker and --keeper exclude each other.")
    table = load(game)
    whole = seat is None and not onlooker
    reader = None if seat is None else seat_of(table, seat)
    data = exporting.whole(table, keeper=keeper) if whole else exporting.redacted(table, reader)
    noted = _notes_of(record_of(game), table, reader, keeper=keeper) if notes else b""
    with writing():
        for path, content in ((notes, noted), (output, data)):
            if path is not None:
                files.replace(path, content)
    if output is None:
        hand_out(data)


def _notes_of(record: Path, table: Any, seat: str | None, *, keeper: bool) -> bytes:
    """The notebook beside a record as its keeper, a seat or an onlooker may have it.

    A redacted record has a notebook of the same reader. Raises `Faulty` where there is none.
    """
    path = record.with_name(NOTES)
    if not path.is_file():
        raise NotFound("file-missing", where=str(path), name=str(path))
    if keeper or isinstance(table, Redacted):
        return path.read_bytes()
    return handed_out(table, Notebook(NotesFile(path), table), seat)


MARKS = {"right": "ok   ", "note": "note ", "wrong": "WRONG"}


@click.command("verify")
@click.argument("source", metavar="RECORD|MAILBOX")
@click.option(
    "--against",
    "against",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="MAILBOX",
    help="Letters that were kept; as often as needed.",
)
@click.option(
    "--notes",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="The notebook of the record; else notes.yaml beside it, if there is one.",
)
@click.option("--key", default="", metavar="HEX", help="The keeper's public key, if you know it.")
@how_many
@json_option
def verify(
    source: str,
    against: Sequence[Path],
    notes: Path | None,
    key: str,
    as_json: bool,
    **how: Any,
) -> None:
    """Verify a record, or letters that were kept.

    Of a record: marks, seals, structure, events, signatures, and the lots, if the game is over. Of letters:
    seals and their words, signatures, proofs, and that no two tell different things. With --against: that the
    seal of every letter is in the record's chain, and if not, between which entries the histories part. Of notes
    (see `annotate`): that they are whole, and fit the record. What was looked at is named, and what is wrong
    with its place.

    RECORD is a file, a folder with a record.yaml in it, or the id of a game in the home; it may be redacted.
    MAILBOX is an mbox file, a Maildir, a folder of .eml files, or one of them. Of a folder with records below it and
    no letters in it, each record is verified with its notes, and a line tells each that is right. Exit code 1 if
    anything is wrong.

    \b
    Examples:
      referee verify g1
      referee verify g1.record.yaml --against ~/Mail/games.mbox
      referee verify letters --key 1f3a...
      referee verify games --workers 8 --log verified.jsonl
    """  # noqa: D301  \b is click's mark
    public = key.strip().lower()
    if public and not re.fullmatch(r"[0-9a-f]{64}", public):
        raise WrongUsage("no-public-key", given=key)
    path = _path(source)
    if not (against or notes) and _holds_records(path):
        look, name = partial(verify_one, key=public), f"verify {public}".rstrip()
        summed = ("right", "wrong", "broken")
        tell_all(look, records_below(path), name, NOTES, **how, as_json=as_json, summed=summed)
    else:
        _verify_source(source, path, (against, notes, public), as_json=as_json)


def _holds_records(path: Path) -> bool:
    """Whether this is a folder with records below it, and no mailbox."""
    if not path.is_dir() or any((path / name).is_dir() for name in ("cur", "new")):
        return False
    return not any(path.glob("*.eml")) and any(path.rglob("*.yaml"))


def verify_one(path: Path, *, key: str) -> Outcome:
    """Whether all is right with one record and its notes; what is wrong is told line by line."""
    found = list(chain(verified(path, (), key), _of_notes(path, None)))
    bad = [one for one in found if one.state == "wrong"]
    lines = [f"{MARKS[one.state]} {_place(one)}: {says(one)}" for one in bad]
    verdict = "wrong" if bad else "right"
    document = {"record": str(path), "verdict": verdict, "findings": [_document(one) for one in found]}
    return Outcome(document, tuple(lines or [f"{MARKS['right']} {clean(str(path))}"]), verdict, bool(bad))


def _verify_source(
    source: str,
    path: Path,
    with_: tuple[Sequence[Path], Path | None, str],
    *,
    as_json: bool,
) -> None:

    against, notes, public = with_
    found = []
    for one in chain(verified(path, against, public), _of_notes(path, notes)):
        found.append(one)
        if not as_json:
            tell(f"{MARKS[one.state]} {_place(one)}: {says(one)}")
    if as_json:
        tell_json(source=source, findings=[_document(one) for one in found])
    if any(one.state == "wrong" for one in found):
        raise Exit(NO)


def _of_notes(source: Path, notes: Path | None) -> Iterator[Any]:
    """What is found of the notebook of a record, if there is one."""
    beside = source.with_name(NOTES)
    if notes is None and not (source.suffix == ".yaml" and source != beside and os.path.lexists(beside)):
        return

    yield from verify_notes(source, notes or beside)


def _path(name: str) -> Path:
    """A file or folder of that name, else the record of a game of the home."""
    there = Path(name)
    if there.is_dir() and (there / "record.yaml").is_file():
        return there / "record.yaml"
    return there if there.exists() else record_of(name)


def _document(one: Any) -> dict[str, Any]:
    doc = {"state": one.state, "key": one.key, "place": one.place, "says": says(one)}
    return doc | {"params": {name: value for name, value in one.params.items() if name != "why"}}


def _place(one: Any) -> str:
    return clean(one.place)


def says(one: Any) -> str:
    """What was found, as a sentence."""
    params = dict(one.params)
    match params.get("why"):
        case Faulty() as fault:
            params["why"] = trouble(fault).message
        case Why() as why:
            params["why"] = fault_sentence(why)
    return filled(sentences("verify.en.yaml")[one.key], params)
