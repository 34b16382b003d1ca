"""The verb that tries every part of a home, and says what to do."""

from pathlib import Path
from typing import Any

import click

from referee.cli.common import json_option, tell_json
from referee.cli.doctor.examination import WRONG, examine
from referee.cli.terminal import NO, filled, sentences, tell, trouble

FILE = "doctor.en.yaml"
MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


@click.command("doctor")
@json_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Try each part, and say what to do about what does not work.

    The home and its key, the disk, the configuration, the clock; each way by which letters come and go, as
    far as possible without a mail; letters that are on hold or have waited long; records. Nothing is changed,
    sent or taken. Exit code 1 if something is wrong.

    \b
    Examples:
      referee doctor
      referee doctor --json
    """  # noqa: D301  \b is click's mark
    path: Path = ctx.find_root().params["home"]
    found = []
    for one in examine(path):
        found.append(one)
        if not as_json:
            tell(_line(one))
    if as_json:
        tell_json(home=str(path), findings=[_document(one) for one in found])
    if any(one.state == WRONG for one in found):
        ctx.exit(NO)


def _line(one: Any) -> str:
    return f"{MARKS[one.state]} {one.part}: {_says(one)} {_advice(one)}".rstrip()


def _document(one: Any) -> dict[str, Any]:
    doc = {"part": one.part, "state": one.state, "key": one.key, "says": _says(one), "do": _advice(one)}
    return doc | ({"error": trouble(one.fault).document()} if one.fault else {})


def _says(one: Any) -> str:

    if one.fault:
        found = trouble(one.fault)
        says = f"{found.where}: {found.message}" if found.where else found.message
    else:
        says = filled(sentences(FILE)["says"][one.key], one.params)
    return says if says.endswith((".", "!", "?")) else f"{says}."  # it may end in what a server said


def _advice(one: Any) -> str:

    return filled(sentences(FILE)["do"].get(one.key, ""), one.params)
