"""The verb by which anybody verifies a record, or letters that they kept."""

import os.path
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from referee.archive.fitting import verify_notes
from referee.cli.common import NOTES, json_option, record_of, tell_json
from referee.cli.many import How, how_many, outcomes
from referee.cli.terminal import NO, fault_sentence, filled, say, sentences, tell, trouble
from referee.util.errors import Faulty, Why, WrongUsage
from referee.util.text import clean
from referee.verify.check import records_below
from referee.verify.many import Outcome
from referee.verify.verify import verify as verified

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
@click.pass_context
def verify(
    ctx: click.Context,
    /,
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
    path = _path(ctx, source)
    if not (against or notes) and _holds_records(path):
        _verify_all(ctx, path, public, How(**how), as_json=as_json)
    else:
        _verify_source(ctx, source, path, (against, notes, public), as_json=as_json)


def _holds_records(path: Path) -> bool:
    """Whether this is a folder with records below it, and no mailbox."""
    if not path.is_dir() or any((path / name).is_dir() for name in ("cur", "new")):
        return False
    return not any(path.glob("*.eml")) and any(path.rglob("*.yaml"))


def _verify_all(ctx: click.Context, folder: Path, key: str, how: How, *, as_json: bool) -> None:

    counts, documents = Counter[str](), []
    for one in outcomes(
        partial(verify_one, key=key), records_below(folder), how, f"verify {key}".rstrip(), NOTES
    ):
        counts[one.verdict] += 1
        documents += [one.document] if as_json else []
        for line in () if as_json else one.lines:
            tell(line)
    counted = {verdict: counts[verdict] for verdict in ("right", "wrong", "broken")}
    if as_json:
        tell_json(records=documents, summary=counted)
    else:
        tell(say("verify-sum", records=counts.total(), **counted))
    if counts["wrong"] or counts["broken"]:
        ctx.exit(NO)


def verify_one(path: Path, *, key: str) -> Outcome:
    """Whether all is right with one record and its notes; what is wrong is told line by line."""
    found = list(chain(verified(path, (), key), _of_notes(path, None)))
    bad = [one for one in found if one.state == "wrong"]
    lines = [f"{MARKS[one.state]} {_place(one)}: {says(one)}" for one in bad]
    verdict = "wrong" if bad else "right"
    document = {"record": str(path), "verdict": verdict, "findings": [_document(one) for one in found]}
    return Outcome(document, tuple(lines or [f"{MARKS['right']} {clean(str(path))}"]), verdict, bool(bad))


def _verify_source(
    ctx: click.Context,
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
        ctx.exit(NO)


def _of_notes(source: Path, notes: Path | None) -> Iterator[Any]:
    """What is found of the notebook of a record, if there is one."""
    beside = source.with_name(NOTES)
    if notes is None and not (source.suffix == ".yaml" and source != beside and os.path.lexists(beside)):
        return

    yield from verify_notes(source, notes or beside)


def _path(ctx: click.Context, name: str) -> Path:
    """A file or folder of that name, else the record of a game of the home."""
    there = Path(name)
    if there.is_dir() and (there / "record.yaml").is_file():
        return there / "record.yaml"
    return there if there.exists() else record_of(ctx, name)


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
