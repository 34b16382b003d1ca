"""The command line: `referee VERB`. A verb's module is loaded when the verb is used; the help of all loads none.

Results go to stdout, everything else to stderr. `referee.cli.terminal` says what the exit codes mean.
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

from referee.cli.terminal import DONE, EXITS, leave, tell
from referee.post import delivery
from referee.util import VERSION

COMPLETE = "_REFEREE_COMPLETE"

GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Play": {
        "demo": ("demo:demo", "Play a whole sample game by mail."),
        "open": ("games:open_a_game", "Open a game of RULES."),
        "list": ("games:list_games", "List the games of the home."),
        "show": ("show:show", "Show a GAME as a seat sees it."),
        "moves": ("show:moves", "Tell what a seat may do now."),
        "try": ("show:try_lines", "Tell whether orders would be allowed."),
        "play": ("show:play", "Play one letter of a seat."),
    },
    "By mail": {
        "init": ("keeper:init", "Make a home ready for mail."),
        "sign": ("keeper:sign_from_now_on", "Sign the seals of the games that are opened from now on."),
        "doctor": ("doctor:doctor", "Try each part, and say what to do about what does not work."),
        "mail": ("hosting:mail", "Take a letter from standard input into the spool."),
        "fetch": ("hosting:fetch", "Take the letters of Maildirs, mboxes and IMAP folders."),
        "run": ("hosting:run", "Do one pass: read the letters that wait, and answer them."),
        "post": ("hosting:post", "Send the letters that are due."),
        "serve": ("hosting:serve", "Be there for mail servers: take, rule on and send letters."),
    },
    "For the keeper": {
        "status": ("standing:status", "Tell how the games stand."),
        "address": ("keeper:address", "Correct the address of a player."),
        "resend": ("keeper:resend", "Have a letter go out once more."),
        "newkey": ("keeper:newkey", "Give a seat a new secret."),
        "replace": ("keeper:replace", "Let somebody else play on in a seat."),
        "silence": ("keeper:silence", "Apply the rule for silence to a seat that owes an answer."),
        "dispute": ("keeper:dispute", "Print the packet of the dispute that is on."),
        "rule": ("keeper:rule", "Rule in a dispute, or without one."),
        "abandon": ("keeper:abandon", "End a game without a result, an hour from now."),
        "delete": ("keeper:delete", "Delete a game for good."),
        "release": ("keeper:release", "Let a letter that is on hold be tried again."),
        "drop": ("keeper:drop", "Put away a letter that is on hold, unanswered."),
        "backup": ("keeper:backup", "Copy the whole home into one file."),
        "restore": ("keeper:restore", "Put a copy of the home back."),
        "restored": ("keeper:restored", "Say that an older copy of the home was put back."),
        "store": ("store:store", "Keep the home in PostgreSQL, for several hosts."),
    },
    "Notes and books": {
        "explain": ("show:explain", "Explain entry N of a GAME."),
        "annotate": ("notes:annotate", "Write a note on a GAME, beside its record."),
        "notes": ("notes:read_notes", "Tell what was noted on a GAME."),
        "line": ("notes:line", "Play a variation of a GAME, and write nothing."),
        "replay": ("books:replay", "Make a replay of a GAME: one HTML file for any browser."),
        "events": ("books:events", "Write out the events of a GAME."),
        "playthrough": ("books:playthrough", "Write out a GAME as a playthrough."),
        "booklet": ("books:booklet", "Make a booklet of a GAME: a PDF to print, A5."),
    },
    "Collections": {
        "archive": ("collecting:archive", "Make a collection of the finished games in a folder."),
        "find": ("collecting:find", "Find games in a collection, by text, card, move or rule."),
        "forget": ("collecting:forget", "Take the name of a PLAYER out of a collection."),
        "text": ("books:text", "Write GAMES with their notes as a text."),
        "import": ("books:import_text", "Make records of the games in a FILE."),
        "merge": ("books:merge", "Take over the notes of a text into the notebook of a GAME."),
    },
    "Records": {
        "check": ("records:check", "Check that records are whole."),
        "verify": ("records:verify", "Verify a record, or letters that were kept."),
        "audit": ("records:audit_records", "Rule on records again, by today's rules."),
        "export": ("records:export", "Write out the record of a GAME."),
    },
    "For authors": {
        "handbook": ("handbook:handbook", "Print the handbook of RULES."),
        "schema": ("handbook:schema", "Print a JSON Schema, for editors."),
        "man": ("handbook:man", "Write the manual page of the referee."),
        "compile": ("handbook:compile_all", "Make ready what takes long to make."),
        "translate": ("handbook:translate", "Write the catalogs of texts in LANG for translators."),
        "new-game": ("authors:new_game", "Write a small game to begin with."),
        "check-game": ("authors:check_game", "Say what is missing or inconsistent in a game."),
    },
}
"""Each verb as the help lists it: the module of this package that has it, its name there, and what it does."""

VERBS = {verb: at for verbs in GROUPS.values() for verb, (at, _) in verbs.items()}
WIDEST = max(map(len, VERBS))


class Verbs(click.Group):
    """A group that knows its commands by their names, and imports the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  as click has it
        """The verbs, in the order of the help."""
        return list(VERBS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is asked for, loaded now, and what is said after it."""
        verb, command, rest = super().resolve_command(ctx, args)
        return verb, loaded(verb) if verb else command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The verbs for the help, in groups."""
        for group, verbs in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(verb.ljust(WIDEST), line) for verb, (_, line) in verbs.items()])


def loaded(verb: str) -> click.Command:
    """The command of a verb, from its module."""
    module, name = VERBS[verb].split(":")
    command: click.Command = getattr(import_module(f"{__name__}.{module}"), name)
    return command


def default_home() -> Path:
    """Where the games are if nothing else is said: `referee` in the user's folder for data (XDG)."""
    return Path(delivery.default_home())


def _tell_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        tell(f"referee {VERSION}")
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
    commands={
        verb: click.Command(verb, short_help=line)
        for verbs in GROUPS.values()
        for verb, (_, line) in verbs.items()
    },  # for the help and for "did you mean", and never run
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
