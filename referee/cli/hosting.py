"""Verbs that stand between the referee and mail servers: fetch letters from where servers leave them."""

from functools import partial
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit
from msgspec import to_builtins

from referee.cli.common import home_of, host_home, json_option, keeping, store_of, tell_json
from referee.cli.keeper import desk_of
from referee.cli.standing import Clock
from referee.cli.terminal import DONE, NO, say, tell, trouble, writing
from referee.desk.agenda import Agenda
from referee.desk.leaps import Leaps
from referee.desk.serving import Serving
from referee.home import config
from referee.home.home import Home
from referee.partner.mailing import answer_all, passes
from referee.post.delivery import deliver
from referee.post.outbox import Outbox
from referee.post.posting import post_all, way_of
from referee.post.ways.fetching import Fetching, note_reach
from referee.post.ways.local import post as write
from referee.record.file import Busy
from referee.util import files
from referee.util.errors import WrongConfig
from referee.util.times import utc_now


@click.command("fetch")
@click.option("--wait", is_flag=True, help="Go on, and fetch letters when they come, until a signal ends it.")
@json_option
def fetch(wait: bool, as_json: bool) -> None:
    """Take the letters of every Maildir, mbox and IMAP folder that the configuration names into the spool.

    A letter is removed there, or moved to the folder `done`, when it is safely here. They are ruled on by the next
    `referee run`. If something was in the way, the others are fetched all the same, and the exit code tells.

    \b
    Examples:
      referee fetch && referee run && referee post
      referee fetch --wait
    """  # noqa: D301  \b is click's mark
    home = host_home()
    home.key()
    known = config.read(home)
    if not known.fetch:
        raise WrongConfig("no-sources", where=str(home.path / config.NAME))
    if wait:
        _serve(desk=False)
        return
    fetching, began, sources, codes = Fetching(home, known), utc_now(), list[dict[str, Any]](), [DONE]
    for source in known.fetch:
        look = fetching.look(source)
        note_reach(home, look)
        found = trouble(look.trouble) if look.trouble else None
        codes += [found.exit] if found else []
        faults = [found.document()] if found else []
        sources.append({"source": look.source, "letters": list(look.names), "troubles": faults})
        if not as_json:
            tell(say("fetched", source=look.source, count=len(look.names)))
        if found and not as_json:
            tell(f"{look.source}: {found.message}", err=True)
    Agenda(home.path / "post").mark_fetched(began, everything=codes == [DONE])
    if as_json:
        tell_json(sources=sources)
    if code := max(codes):
        raise Exit(code)


@click.command("serve")
def serve() -> None:
    """Be there for mail servers: take letters, rule on them, send the answers, until a signal ends it.

    Letters come by LMTP at the socket or port that the configuration names, from the sources under `fetch`
    (an IMAP server announces new ones by itself), and by `referee mail` as before. What is done is told on
    stderr, a line for each event. SIGTERM ends it when the letter at hand is done; SIGHUP has it read the
    configuration again.

    \b
    Examples:
      referee serve
      referee --home /var/lib/referee serve 2>> serve.log
    """  # noqa: D301  \b is click's mark
    _serve(desk=True)


def _serve(*, desk: bool) -> None:

    home = host_home()
    home.key()
    if desk and store_of(home):
        from referee.store.serving import Serve  # noqa: PLC0415  of packages that need not be there

        Serve(home).run()
        return
    Serving(home, desk=desk, programs=partial(answer_all, home)).run()


PATIENCE = 10.0
"""Seconds to wait for another `post`."""


@click.command("run")
@click.option(
    "--clock-is-right", "right", is_flag=True, help="Believe this machine's clock, though it has leapt ahead."
)
@json_option
def run(right: bool, as_json: bool) -> None:
    """Do one pass: read the letters that wait, rule on them, write the answers.

    Have cron run it every few minutes, and `referee post` after it. Exit code 1 if a letter could not be
    handled now: it waits for the next pass, or is on hold (see `referee status`). No pass is made for an hour
    after this machine's clock has leapt ahead by more than a day, as it does when the machine was off; then
    the exit code is 75.

    \b
    Examples:
      referee run
      referee run && referee post
    """  # noqa: D301  \b is click's mark
    if url := store_of(host := host_home()):
        host.key()
        Leaps(host).check(confirmed=right)
        done = keeping().make_pass(host, url)
    else:  # and one more pass whenever programs of the house have answered
        done = passes(home_of(), partial(_pass, right))
    if as_json:
        held = [{"name": name, "reason": reason} for name, reason in done.held]
        faults = [{"at": at, **trouble(error).document()} for at, error in done.troubles]
        letters = [to_builtins(one) for one in done.handled]
        counts = {"ruled": done.ruled, "aside": done.aside}
        tell_json(**counts, letters=letters, held=held, written=done.written, troubles=faults)
    else:
        _tell(done)
    if done.troubles:
        raise Exit(NO)


def _pass(right: bool, awaited: Any) -> Any:

    with desk_of(any_time=True) as desk:
        Leaps(desk.home).check(confirmed=right)
        # Letters that came since the last fetch may lie elsewhere.
        return desk.run(known=desk.agenda.fetched() if desk.config.fetch else None, awaited=awaited)


def _tell(done: Any) -> None:

    counts = {
        "ruled": done.ruled,
        "aside": done.aside,
        "held": len(done.held),
        "written": len(done.written),
    }
    tell(say("pass-done", **counts))
    for at, error in done.troubles:
        tell(f"{at}: {trouble(error).message}", err=True)


@click.command("post")
@click.argument("folder", type=click.Path(path_type=Path), metavar="[FOLDER]", required=False)
@click.option(
    "--as",
    "form",
    type=click.Choice(["eml", "maildir"]),
    help="Into FOLDER: a file for each letter (as usual), or a Maildir for each address.",
)
@click.option("--now", "at_once", is_flag=True, help="Also the letters that are to be tried again later.")
def post(folder: Path | None, form: str | None, at_once: bool) -> None:
    """Send the letters that are due.

    They go by the way that the configuration names under `post`: an SMTP server, a program like sendmail, a
    folder. With FOLDER they are written there instead. What was accepted counts as sent, and its name is
    printed. What was refused for now is tried again later, for five days; what was refused for good is told
    by `referee status`. A server that cannot be reached has refused nothing: all letters wait, and go with
    the next `post` that reaches it. Exit code 1 if a letter was refused, or the server could not be reached.

    \b
    Examples:
      referee post
      referee post --now
      referee post out
      referee post boxes --as maildir
    """  # noqa: D301  \b is click's mark
    home = host_home()
    home.key()
    if folder is not None:
        if not _into(home_of(), folder, form or "eml"):
            raise Exit(NO)
        return
    if form:
        raise click.UsageError("--as needs a folder")

    with writing():
        Leaps(home).refuse()  # letters that are tried for five days would be given up at once
        # The caller has waited as long as was wanted: the server is tried.
        done = (
            _stored_post(home, url, at_once)
            if (url := store_of(home))
            else post_all(home, config.read(home), at_once=at_once, knock=True)
        )
    _tell_posted(done, Clock(home))
    if done.later or done.never or done.unreached or done.spoiled:
        raise Exit(NO)


def _stored_post(host: Home, url: str, at_once: bool) -> Any:
    """Send what is due of a home that is kept in a store."""
    way_of(host, config.read(host))  # it raises where there is none
    return keeping().send(host, url, at_once=at_once)


def _tell_posted(done: Any, clock: Any) -> None:

    for number in done.accepted:
        tell(number)
    for number in done.spoiled:
        tell(say("post-spoiled", number=number), err=True)
    for one in done.later:
        tell(say("post-later", number=one.number, reply=one.reply, next=clock.time(one.next)), err=True)
    if (way := done.unreached) is not None:
        tell(say("post-unreached", way=way.way, since=clock.time(way.since), reply=way.reply), err=True)
    for one in done.never:
        tell(say("post-never", number=one.number, reply=one.reply), err=True)


def _into(home: Home, folder: Path, form: str) -> bool:
    """Write what is due into a folder; whether nothing had to be left."""
    try:
        with files.locked(home.path / "post.lock", PATIENCE), writing():
            outbox = Outbox(home.path / "post")
            for path in write(outbox, folder, form):
                tell(str(path))
            left = [path for path in outbox.due() if not outbox.sums.fits(path.stem, path.read_bytes())]
        for path in left:
            tell(say("post-spoiled", number=path.stem), err=True)
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error
    return not left


@click.command()
def mail() -> None:
    """Take one letter from standard input into the spool of the home.

    Exit 0: it is safely there. Exit 75, whatever is wrong: try again later. Nothing is ever printed. The home must
    be there already, with its key. The letter is answered by the next pass.

    \b
    Examples:
      referee mail < letter.eml
      referee --home ~/games mail < letter.eml

    \b
    In the file ~/.forward of the user whose home it is:
      "|/path/to/referee mail"
    """  # noqa: D301  \b is click's mark for a block that is not filled
    raise Exit(deliver(str(click.get_current_context().find_root().params["home"])))
