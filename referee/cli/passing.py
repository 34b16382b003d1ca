"""Verbs by which letters go through the house: one pass of the desk, and the letters out."""

from pathlib import Path
from typing import Any

import click

from referee.cli.common import home_of, json_option, tell_json
from referee.cli.exits import NO, trouble, writing
from referee.cli.keeping import desk_of
from referee.home import Home

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
      referee run && referee post
    """  # noqa: D301  \b is click's mark
    with desk_of(ctx) as desk:
        # Letters that came since they were last fetched may lie elsewhere.
        done = desk.run(known=desk.agenda.fetched() if desk.config.fetch else None)
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
@click.argument("folder", type=click.Path(path_type=Path), metavar="[FOLDER]", required=False)
@click.option(
    "--as",
    "form",
    type=click.Choice(["eml", "maildir"]),
    help="Into FOLDER: a file for each letter (as usual), or a Maildir for each address.",
)
@click.option("--now", "at_once", is_flag=True, help="Also the letters that are to be tried again later.")
@click.pass_context
def post(ctx: click.Context, folder: Path | None, form: str | None, at_once: bool) -> None:
    """Send the letters that are due.

    They go by the way that the configuration names under `post`: an SMTP server, a program like sendmail, a folder.
    With FOLDER they are written there instead. What was accepted counts as sent, and its name is printed. What was refused
    for now is tried again later, for five days; what was refused for good is told by `referee status`. Exit code 1 if
    a letter was refused, or the server could not be reached.

    \b
    Examples:
      referee post
      referee post --now
      referee post out
      referee post boxes --as maildir
    """  # noqa: D301  \b is click's mark
    home = home_of(ctx)
    home.key()
    if folder is not None:
        _into(home, folder, form or "eml")
        return
    if form:
        raise click.UsageError("--as needs a folder", ctx)
    from referee import config  # noqa: PLC0415  slow to load
    from referee.posting import post_all  # noqa: PLC0415

    with writing():
        done = post_all(home, config.read(home), at_once=at_once)
    _tell_posted(done)
    if done.later or done.never or done.unreached:
        ctx.exit(NO)


def _tell_posted(done: Any) -> None:
    from referee.cli.says import say  # noqa: PLC0415  slow to load

    for number in done.accepted:
        click.echo(number)
    if done.unreached:
        click.echo(say("post-unreached", reply=done.unreached), err=True)
    else:
        for one in done.later:
            click.echo(say("post-later", number=one.number, reply=one.reply, next=one.next), err=True)
    for one in done.never:
        click.echo(say("post-never", number=one.number, reply=one.reply), err=True)


def _into(home: Home, folder: Path, form: str) -> None:
    from referee import files  # noqa: PLC0415  slow to load
    from referee.outbox import Outbox  # noqa: PLC0415
    from referee.post.folder import post as write  # noqa: PLC0415
    from referee.record import Busy  # noqa: PLC0415

    try:
        with files.locked(home.path / "post.lock", PATIENCE), writing():
            for path in write(Outbox(home.path / "post"), folder, form):
                click.echo(str(path))
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error
