"""Verbs for copies of a home: to make one, to put one back, to say that one was put back by other means."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from referee.cli.common import home_to_look_at, host_home, refuse_store
from referee.cli.keeper import desk_of
from referee.cli.terminal import NO, say, tell, trouble, writing
from referee.desk.backup import back_up, note_made
from referee.desk.leaps import Leaps
from referee.desk.putting_back import put_back, read_copy
from referee.util.errors import WrongUsage
from referee.util.times import stamp, utc_now


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@click.pass_context
def backup(ctx: click.Context, file: Path) -> None:
    """Copy the whole home into one file.

    Key, configuration, rosters, records and all letters, as they stand at one moment, while `referee serve`
    goes on. The file is a tar that nobody else can read; an older copy of that name is replaced once the new
    one is whole. Anybody who has it can read every hand, and write for every player: keep it as safe as the
    home.

    \b
    Examples:
      referee backup /var/backups/referee/2026-11-21.tar
    """  # noqa: D301  \b is click's mark
    now = utc_now()
    with writing():
        made = back_up(home_to_look_at(ctx), file, now)
        note_made(host_home(ctx), now)
    tell(say("backed-up", file=str(file), count=len(made.rows), size=made.size))


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True), metavar="FILE")
@click.option(
    "--force", is_flag=True, help="Even if the home is not empty: what is in it is put aside within."
)
@click.pass_context
def restore(ctx: click.Context, file: Path, force: bool) -> None:
    """Put a copy of the home back, from a file that `referee backup` made.

    The home (`--home`) must be new or empty. Every file is checked against its digest before anything is
    done. What happened after the copy was made is lost, and the players are told so, once, as by `referee
    restored`: the letters wait to go out.

    \b
    Examples:
      referee restore /var/backups/referee/2026-11-21.tar
      referee --home /srv/referee restore /var/backups/referee/2026-11-21.tar --force
    """  # noqa: D301  \b is click's mark
    path = Path(ctx.find_root().params["home"])
    if path.is_dir():
        refuse_store(ctx)
    with writing():
        copy = read_copy(file)
        to_do = put_back(copy, path, utc_now(), force=force)
    tell(say("put-back", count=len(copy.rows), made=copy.made, home=str(path)))
    if path.stat().st_uid != os.geteuid():
        tell(say("put-back-other", games=to_do.games, owner=path.stat().st_uid), err=True)
        return
    with desk_of(ctx, any_time=True) as desk:
        tell_restored(ctx, desk, to_do.games)


@click.command("restored")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--since",
    default="",
    metavar="TIME",
    help="When the copy was made (2026-11-21T09:00, UTC), if you know it.",
)
@click.pass_context
def restored(ctx: click.Context, games: Sequence[str], since: str) -> None:
    """Say that an older copy of the home was put back.

    What happened after the copy was made is lost. Every game that is played by mail (or only each GAME) goes
    on as it stands: its players are told so, once; every seat has a new secret, and its letters go on with
    numbers that no lost letter has. `referee restore` does this by itself.

    \b
    Examples:
      referee restored
      referee restored g1 --since 2026-11-21T09:00
    """  # noqa: D301  \b is click's mark
    at = stamp(_time(since)) if since else ""
    with desk_of(ctx, any_time=True) as desk:
        Leaps(desk.home).check(confirmed=True)  # the copy's sure time says nothing about now
        chosen = tuple(desk.restores.concerned(tuple(games), desk.clock.now()))
        if chosen or desk.restores.pending:
            desk.restores.begin(chosen, at)
        tell_restored(ctx, desk, chosen)


def _time(given: str) -> datetime:
    try:
        at = datetime.fromisoformat(given)
    except ValueError:
        raise WrongUsage("bad-time", given=given) from None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def tell_restored(ctx: click.Context, desk: Any, games: Sequence[str]) -> None:
    """Make a pass, in which the players are told, and print what it did."""
    done = desk.run()
    told = tuple(number for number in done.written if number.partition(".")[0] in games)
    tell(say("restored" if games else "restored-nothing", games=tuple(games), count=len(told), numbers=told))
    for at, error in done.troubles:
        tell(f"{at}: {trouble(error).message}", err=True)
    if done.troubles:
        ctx.exit(NO)
