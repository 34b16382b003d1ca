"""The command line: `referee VERB`. A verb's module is loaded when the verb is used, and not before.

Results go to stdout, everything else to stderr. `referee.cli.exits` says what the exit codes mean.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit
from click.shell_completion import shell_complete

from referee.cli.exits import DONE, EXITS, leave
from referee.cli.terminal import tell
from referee.post import delivery

COMPLETE = "_REFEREE_COMPLETE"

VERBS: Mapping[str, str] = {
    "demo": "demo:demo",
    "open": "games:open_a_game",
    "list": "games:list_games",
    "show": "show:show",
    "moves": "show:moves",
    "try": "letters:try_lines",
    "play": "letters:play",
    "mail": "mail:mail",
    "status": "standing:status",
    "init": "keeper:init",
    "sign": "signing:sign",
    "doctor": "doctor:doctor",
    "fetch": "hosting:fetch",
    "run": "passes:run",
    "post": "passes:post",
    "serve": "hosting:serve",
    "address": "keeper:address",
    "resend": "keeper:resend",
    "newkey": "keeper:newkey",
    "replace": "keeper:replace",
    "backup": "backups:backup",
    "restore": "backups:restore",
    "restored": "backups:restored",
    "store": "store:store",
    "silence": "keeper:silence",
    "dispute": "disputes:dispute",
    "rule": "disputes:rule",
    "abandon": "keeper:abandon",
    "delete": "keeper:delete",
    "release": "keeper:release",
    "drop": "keeper:drop",
    "explain": "show:explain",
    "annotate": "notes:annotate",
    "notes": "notes:read_notes",
    "line": "lines:line",
    "replay": "outputs.replays:replay",
    "events": "outputs.texts:events",
    "playthrough": "outputs.texts:playthrough",
    "booklet": "outputs.booklets:booklet",
    "archive": "collecting:archive",
    "find": "collecting:find",
    "forget": "collecting:forget",
    "text": "exchange:text",
    "import": "exchange:import_text",
    "merge": "exchange:merge",
    "check": "records:check",
    "verify": "verifying:verify",
    "audit": "records:audit_records",
    "export": "records:export",
    "handbook": "handbook:handbook",
    "schema": "handbook:schema",
    "man": "manpage:man",
    "compile": "compiling:compile_all",
    "translate": "handbook:translate",
    "new-game": "authors:new_game",
    "check-game": "authors:check_game",
    "partner": "partner:partner",
}
"""Each verb: the module of this package that has it, and its name there. Help lists them in this order."""


class Verbs(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  as click has it
        """The verbs, in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, loaded now; None if there is none."""
        if cmd_name not in VERBS:
            return None
        module, name = VERBS[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), name)
        return command


def default_home() -> Path:
    """Where the games are if nothing else is said: `referee` in the user's folder for data (XDG)."""
    return Path(delivery.default_home())


def _tell_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from referee.cli.common import version  # noqa: PLC0415  seldom asked for

        tell(f"referee {version()}")
        ctx.exit()


_CODES = "\n".join(f"  {code:>3}  {meaning}" for code, meaning in EXITS)

_EPILOG = f"""\b
Exit codes:
{_CODES}

\b
Completion of verbs, games and seats; put the line into the file your shell reads at start:
  bash  eval "$(_REFEREE_COMPLETE=bash_source referee)"
  zsh   eval "$(_REFEREE_COMPLETE=zsh_source referee)"
  fish  _REFEREE_COMPLETE=fish_source referee | source"""


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EPILOG,
    commands={verb: click.Command(verb) for verb in VERBS},  # for "did you mean", and never run
)
@click.option(
    "--home",
    type=click.Path(path_type=Path),
    envvar="REFEREE_HOME",
    show_envvar=True,
    default=default_home,
    show_default="~/.local/share/referee",
    help="The folder of the games; `init` and `open` make it.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="The version."
)
def cli(home: Path) -> None:  # read by the verbs, see `referee.cli.common.home_of`
    """A referee for board and card games played by email.

    It rules on each letter of orders, writes the game's record, and tells every seat what that seat may know.

    \b
    Examples:
      referee demo
      referee open thunder --option players=thor:anna,loki:bert
      referee show g1 --seat loki
      referee play g1 --seat loki "deploy ravens, hel, frigg"
    """  # noqa: D301  \b is click's mark for a block that is not filled


def run(args: Sequence[str] | None = None, *, umask: int = 0o077) -> int:
    """Run the command line, by default over the arguments of this process; returns the exit code.

    `umask` is what the user had before ours was set: files that are for everybody are made with it. Any error
    is told on stderr, or with `--json` as a document on stdout.
    """
    given = list(sys.argv[1:] if args is None else args)
    for stream in (sys.stdout, sys.stderr):
        _reconfigured(stream)
    try:
        return _run(given, umask)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  every error has its code; our own bugs too
        return leave(error, as_json="--json" in given)


def _run(args: list[str], umask: int) -> int:
    """Run the verb, or answer a shell that asks how a line may go on."""
    if asked := os.environ.get(COMPLETE):
        return shell_complete(cli, {}, "referee", COMPLETE, asked)
    # Not through `cli.main`, which turns a closed pipe into our code for "no".
    try:
        with cli.make_context("referee", args, obj=umask) as ctx:
            cli.invoke(ctx)
    except Exit as done:
        return done.exit_code
    return DONE


def _reconfigured(stream: Any) -> None:
    """A character that the terminal cannot show is written as a number instead of stopping us."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
