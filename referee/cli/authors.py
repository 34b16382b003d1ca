"""Verbs for authors of games: check a game, and write a new one to begin with."""

import os
from pathlib import Path

import click
from click.exceptions import Exit

from referee.cli.common import json_option, tell_json
from referee.cli.terminal import say, tell, trouble, writing
from referee.house.games import find
from referee.testing.contract import all_found, tests_of
from referee.testing.packages import made, made_known
from referee.util.plainyaml import raise_all


@click.command("check-game")
@click.argument("game", metavar="NAME_OR_FOLDER")
@json_option
def check_game(game: str, as_json: bool) -> None:
    """Say what is missing or inconsistent in a game.

    By file and line: a rule without a test, an event without a sentence, a field without an audience, a word
    that clashes, a number that stands in one place and not in another, a language that is not complete, an
    order without a form, a text that nothing asks for; then, if nothing is, what shows in random games: choices
    and rules that disagree, a record that does not replay, a secret that can be told.

    NAME_OR_FOLDER is a game that is installed, or the folder of its project. Exit code 65 if anything is
    found.

    \b
    Examples:
      referee check-game nine_runes
      referee check-game examples/nine_runes
    """  # noqa: D301  \b is click's mark
    folder = Path(game)
    names = (
        made_known(folder.resolve()) if (folder / "pyproject.toml").is_file() or folder.is_dir() else (game,)
    )
    for name in names:
        one = find(name)
        tests = tests_of(one)
        found = all_found(one, tests)
        if as_json:
            tell_json(game=name, found=[trouble(fault).document() for fault in found])
            raise Exit(trouble(found[0]).exit if found else 0)
        raise_all(found)
        tell(say("check-game-whole" if tests else "check-game-untested", game=name))


@click.command("new-game")
@click.argument("name", metavar="NAME")
@click.option("--seats", type=click.IntRange(2, 9), default=2, show_default=True, help="How many play it.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Where; else the folder NAME.")
@click.pass_obj
def new_game(umask: int, name: str, seats: int, out: Path | None) -> None:
    """Write a small game to begin with: a package that installs, plays, and passes its own tests.

    In it each player bids a number in secret, by mail, in English or German. What you change, `pytest` and `referee
    check-game` hold to what every game must keep. The guide is examples/AUTHORS.md.

    \b
    Examples:
      referee new-game mill
      referee new-game king_of_the_hill --seats 4 --out ~/hill
    """  # noqa: D301  \b is click's mark
    os.umask(umask)  # a package is for everybody
    with writing():
        folder = made(name, seats, out or Path(name))
    tell(say("new-game-made", folder=folder, name=name))
