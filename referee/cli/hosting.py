"""Verbs that stand between the referee and mail servers: fetch letters from where servers leave them."""

from functools import partial
from typing import Any

import click

from referee.cli.common import host_home, json_option, store_of, tell_json
from referee.cli.terminal import DONE, say, tell, trouble
from referee.desk.agenda import Agenda
from referee.desk.serving import Serving
from referee.home import config
from referee.partner.mailing import answer_all
from referee.post.ways.fetching import Fetching, note_reach
from referee.util.errors import WrongConfig
from referee.util.times import utc_now


@click.command("fetch")
@click.option("--wait", is_flag=True, help="Go on, and fetch letters when they come, until a signal ends it.")
@json_option
@click.pass_context
def fetch(ctx: click.Context, wait: bool, as_json: bool) -> None:
    """Take the letters of every Maildir, mbox and IMAP folder that the configuration names into the spool.

    A letter is removed there, or moved to the folder `done`, when it is safely here. They are ruled on by the next
    `referee run`. If something was in the way, the others are fetched all the same, and the exit code tells.

    \b
    Examples:
      referee fetch && referee run && referee post
      referee fetch --wait
    """  # noqa: D301  \b is click's mark
    home = host_home(ctx)
    home.key()
    known = config.read(home)
    if not known.fetch:
        raise WrongConfig("no-sources", where=str(home.path / config.NAME))
    if wait:
        _serve(ctx, desk=False)
        return
    fetching, began = Fetching(home, known), utc_now()
    looks = (
        list(map(fetching.look, known.fetch))
        if as_json
        else [_told(fetching.look(one)) for one in known.fetch]
    )
    for look in looks:
        note_reach(home, look)
    agenda = Agenda(home.path / "post")
    agenda.mark_fetched(began, everything=not any(look.trouble for look in looks))
    if as_json:
        tell_json(sources=[_document(look) for look in looks])
    if code := max((trouble(look.trouble).exit for look in looks if look.trouble), default=DONE):
        ctx.exit(code)


def _told(look: Any) -> Any:

    tell(say("fetched", source=look.source, count=len(look.names)))
    if look.trouble:
        tell(f"{look.source}: {trouble(look.trouble).message}", err=True)
    return look


def _document(look: Any) -> dict[str, Any]:
    faults = [trouble(look.trouble).document()] if look.trouble else []
    return {"source": look.source, "letters": list(look.names), "troubles": faults}


@click.command("serve")
@click.pass_context
def serve(ctx: click.Context) -> None:
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
    _serve(ctx, desk=True)


def _serve(ctx: click.Context, *, desk: bool) -> None:

    home = host_home(ctx)
    home.key()
    if desk and store_of(home):
        from referee.store.serving import Serve  # noqa: PLC0415  of packages that need not be there

        Serve(home).run()
        return
    Serving(home, desk=desk, programs=partial(answer_all, home)).run()
