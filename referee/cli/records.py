"""Verbs for records: is one whole, would it be ruled the same today."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.archive.handed import handed_out
from referee.archive.notebook import Notebook, NotesFile
from referee.cli.common import NOTES, game_argument, json_option, loaded, record_of, seat_of, tell_json
from referee.cli.many import How, how_many, outcomes
from referee.cli.show import load
from referee.cli.terminal import NO, fault_sentence, hand_out, say, tell, trouble, writing
from referee.engine.plain import plain
from referee.table.audit import audit
from referee.table.redacted import Redacted
from referee.util import files
from referee.util.errors import Faulty, NotFound
from referee.verify import export as exporting
from referee.verify.check import audited, records_below
from referee.verify.check import check as checked
from referee.verify.many import Outcome

records_argument = click.argument("records", nargs=-1, required=True, metavar="RECORD...")


@click.command()
@records_argument
@how_many
@json_option
@click.pass_context
def check(ctx: click.Context, /, records: Sequence[str], as_json: bool, **how: Any) -> None:
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
    many = How(**how)
    paths = _meant(ctx, records)
    documents, wrong = [], False
    for one in outcomes(check_one, paths, many, "check"):
        wrong |= one.wrong
        documents += [one.document] if as_json else []
        for line in () if as_json else one.lines:
            tell(line)
    if as_json:
        tell_json(records=documents)
    if wrong:
        ctx.exit(NO)


def check_one(path: Path) -> Outcome:
    """Whether one record is whole."""
    one = checked(path)
    return Outcome(_checked(path, one), (_checked_text(path, one),), one.fault or "whole", bool(one.fault))


def _meant(ctx: click.Context, names: Sequence[str]) -> list[Path]:
    """The records that names stand for. One of several that stands for none is looked at too, and told as broken."""
    found = list[Path]()
    for name in names:
        try:
            found += _paths(ctx, name)
        except Faulty:
            if len(names) == 1:
                raise
            found.append(Path(name))
    return found


def _paths(ctx: click.Context, name: str) -> Sequence[Path]:
    """The records that are meant: one, or all below a folder that is none itself."""
    there = Path(name)
    if there.is_dir() and not (there / "record.yaml").is_file():
        return records_below(there)
    return [_path(ctx, name)]


def _path(ctx: click.Context, name: str) -> Path:
    """The path of a record: a file or folder of that name, else a game of the home."""
    there = Path(name)
    if there.is_dir():
        return record_of(ctx, f"{there}/")
    return there if there.is_file() else record_of(ctx, name)


def _checked(path: Path, one: Any) -> dict[str, Any]:
    doc = {"record": str(path), "entries": one.entries, "fault": one.fault, "entry": one.entry}
    return doc | ({"error": trouble(one.why).document()} if one.why else {})


def _checked_text(path: Path, one: Any) -> str:

    if not one.fault:
        return say("record-whole", record=path, entries=one.entries)
    if one.why.why.key == "no-record":
        return f"{path}: {fault_sentence(one.why.why)}"
    return say(
        f"record-{one.fault}",
        record=path,
        entries=one.entries,
        entry=one.entry,
        why=fault_sentence(one.why.why),
    )


@click.command("audit")
@click.argument("records", nargs=-1, metavar="RECORD...")
@click.option("--rules", "folder", metavar="FOLDER", help="All finished games below this folder.")
@click.option("--all", "unfinished", is_flag=True, help="With --rules: also those that are still on.")
@how_many
@json_option
@click.pass_context
def audit_records(
    ctx: click.Context,
    /,
    records: Sequence[str],
    folder: str | None,
    unfinished: bool,
    as_json: bool,
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
    if folder is not None:
        _audit_all(ctx, Path(folder), How(**how), unfinished=unfinished, as_json=as_json)
    else:
        _audit_named(ctx, records, as_json=as_json)


def _audit_named(ctx: click.Context, records: Sequence[str], *, as_json: bool) -> None:

    paths = [_path(ctx, name) for name in records]
    found = [(path, audit(loaded(path))) for path in paths]
    if as_json:
        tell_json(records=[_audited(path, one) for path, one in found])
    else:
        for path, one in found:
            tell("\n".join(_audited_text(path, one)))
    if any(one.differences for _, one in found):
        ctx.exit(NO)


def _audit_all(ctx: click.Context, folder: Path, how: How, *, unfinished: bool, as_json: bool) -> None:

    counts, documents = Counter[str](), []
    look = partial(audit_one, unfinished=unfinished)
    for one in outcomes(look, records_below(folder), how, "audit --all" if unfinished else "audit"):
        counts[one.verdict] += 1
        documents += [one.document] if as_json else []
        if one.lines and not as_json:
            tell("\n".join(one.lines))
    counted = {verdict: counts[verdict] for verdict in ("same", "otherwise", "broken", "on")}
    if as_json:
        tell_json(records=documents, summary=counted)
    else:
        tell(say("audit-sum", games=counts.total() - counts["on"], **counted))
    if counts["otherwise"] or counts["broken"]:
        ctx.exit(NO)


def audit_one(path: Path, *, unfinished: bool) -> Outcome:
    """Whether today's rules rule the same on one record."""
    one = audited(path, unfinished=unfinished)
    lines = () if one.verdict == "on" else tuple(_one_of_many_text(one))
    return Outcome(_one_of_many(one), lines, one.verdict, one.verdict in {"otherwise", "broken"})


def _one_of_many(one: Any) -> dict[str, Any]:

    doc = {"record": str(one.path), "verdict": one.verdict, "game": one.game, "entries": one.entries}
    if one.fault:
        return doc | {"error": {"code": one.fault.key, "message": fault_sentence(one.fault)}}
    return doc | {"differences": plain(one.found.differences) if one.found else []}


def _one_of_many_text(one: Any) -> list[str]:

    if one.fault:
        return [say("audit-broken", record=one.path, why=fault_sentence(one.fault))]
    named = {"record": one.path, "game": one.game, "entries": one.entries}
    if one.verdict == "same":
        return [say("audit-game-same", **named)]
    apart = one.found.differences
    told = [
        say(
            "audit-place-line" if each.line else "audit-place",
            entry=each.entry,
            line=each.line,
            why=fault_sentence(each.why),
        )
        for each in apart
    ]
    return [say("audit-game-otherwise", count=len({each.entry for each in apart}), **named), *told]


def _audited(path: Path, one: Any) -> dict[str, Any]:

    held = {} if one.lines is None else {"lines": one.lines}
    return {"record": str(path), "entries": one.entries, **held, "differences": plain(one.differences)}


def _audited_text(path: Path, one: Any) -> list[str]:

    if not one.differences:
        key = "audit-same" if one.lines is None else "audit-same-own"
        return [say(key, record=path, entries=one.entries, lines=one.lines)]
    return [
        say(
            "audit-line" if each.line else "audit-entry",
            record=path,
            entry=each.entry,
            line=each.line,
            why=fault_sentence(each.why),
        )
        for each in one.differences
    ]


@click.command()
@game_argument
@click.option("--seat", metavar="SEAT", help="As this seat may have it.")
@click.option("--onlooker", is_flag=True, help="As somebody may have it who sits at no seat.")
@click.option("--keeper", is_flag=True, help="All of it, though the game is on.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it there, not to stdout."
)
@click.option(
    "--notes",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the notes beside the record there, as the same reader may have them.",
)
@click.pass_context
def export(
    ctx: click.Context,
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
    table = load(ctx, game)
    whole = seat is None and not onlooker
    reader = None if seat is None else seat_of(table, seat)
    data = exporting.whole(table, keeper=keeper) if whole else exporting.redacted(table, reader)
    noted = _notes_of(record_of(ctx, game), table, reader, keeper=keeper) if notes else b""
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
