"""Verbs by which letters go through the house: one pass of the desk, and the letters out."""

from pathlib import Path
from typing import Any

import click

from referee.cli.common import home_of, json_option, tell_json
from referee.cli.exits import NO, trouble, writing
from referee.cli.keeping import desk_of

PATIENCE = 10.0
"""Seconds to wait for another `post`."""


@click.command("run")
@json_option
@click.pass_context
def run(ctx: click.Context, as_json: bool) -> None:
    """Do one pass: read the letters that wait, rule on them, write the answers.

    Have cron run it every few minutes, and `referee post` behind it. Exit code 1 if a letter could not be handled
    now: it waits for the next pass, or is on hold (see `referee status`).

    \b
    Examples:
      referee run
      referee run && referee post out
    """  # noqa: D301  \b is click's mark
    with desk_of(ctx) as desk:
        done = desk.run()
    if as_json:
        held = [{"name": name, "reason": reason} for name, reason in done.held]
        faults = [{"at": at, **trouble(error).document()} for at, error in done.troubles]
        tell_json(ruled=done.ruled, aside=done.aside, held=held, written=done.written, troubles=faults)
    else:
        _tell(done)
    if done.troubles:
        ctx.exit(NO)


def _tell(done: Any) -> None:
    from referee.cli.says import say  # noqa: PLC0415  slow to load

    counts = {
        "ruled": done.ruled,
        "aside": done.aside,
        "held": len(done.held),
        "written": len(done.written),
    }
    click.echo(say("pass-done", **counts))
    for at, error in done.troubles:
        click.echo(f"{at}: {trouble(error).message}", err=True)


@click.command("post")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--as",
    "form",
    type=click.Choice(["eml", "maildir"]),
    default="eml",
    show_default=True,
    help="A file for each letter, or a Maildir for each address.",
)
@click.pass_context
def post(ctx: click.Context, folder: Path, form: str) -> None:
    """Write the letters that are due to a folder.

    Each counts as sent when it lies there, and its name is printed.

    \b
    Examples:
      referee post out
      referee post boxes --as maildir
    """  # noqa: D301  \b is click's mark
    from referee import files  # noqa: PLC0415  slow to load
    from referee.outbox import Outbox  # noqa: PLC0415
    from referee.post.folder import post as write  # noqa: PLC0415
    from referee.record import Busy  # noqa: PLC0415

    home = home_of(ctx)
    home.key()
    try:
        with files.locked(home.path / "post.lock", PATIENCE), writing():
            for path in write(Outbox(home.path / "post"), folder, form):
                click.echo(str(path))
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error
