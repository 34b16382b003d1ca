"""The verb that makes ready what each process would make again."""

import sys
from collections.abc import Hashable, Iterator
from typing import cast

import click

from referee.cli.terminal import say, tell, writing
from referee.house.games import BUILT_IN, find
from referee.notation import parser
from referee.notation.parser import ours
from referee.telling.catalog import HOUSE, catalog, languages
from referee.util import data, ready
from referee.util.errors import CannotWrite


@click.command("compile")
def compile_all() -> None:
    """Make ready what takes long to make: compiled templates, the tables of grammars, sentences.

    Say this once after installing the program for a user who may not write where it lies. Where that user may,
    there is no need: what a process makes is kept for the next one. It lies in `__pycache__`, as what Python
    compiles does, and may be deleted at any time. It holds nothing of any game.

    \b
    Examples:
      referee compile
    """  # noqa: D301  \b is click's mark
    if sys.dont_write_bytecode:
        raise CannotWrite("compile-off")
    count = everything()
    tell(say("compiled", count=count, where=_place()))


def _place() -> str:
    with writing():
        try:
            return ready.everything_is(texts())
        except (NotImplementedError, ValueError) as error:
            raise CannotWrite("compile-nowhere") from error


def everything() -> int:
    """Make all that is kept from one process to the next; gives the number of templates and grammars."""
    for game in (HOUSE, *BUILT_IN):
        for language in languages():
            catalog(game, language)
    for found in map(find, BUILT_IN):
        parser.grammar_of(found)
        parser.grammar_of_conditions(cast("Hashable", found))
    house, names = catalog(HOUSE), list(templates("", *BUILT_IN))
    for name in names:
        (house.environment if name.endswith(".txt") else house.pages).get_template(name)
    return len(names) + len(BUILT_IN) + 1


def texts() -> list[str]:
    """All texts of which something is made, with their names."""
    found = {f"grammar/{name}": text for name, text in ours().items()}
    for folder in ("", *BUILT_IN):
        for one in data.folder("templates").joinpath(folder).iterdir():
            if one.name.endswith((".html", ".po", ".svg", ".txt", ".yaml")):
                found[f"{folder}/{one.name}"] = one.read_text("utf-8")
    return [part for name in sorted(found) for part in (name, found[name])]


def templates(*folders: str) -> Iterator[str]:
    """The names of the whole templates in these folders; "" is that of the house."""
    for folder in folders:
        for one in data.folder("templates").joinpath(folder).iterdir():
            if one.name.endswith((".html", ".svg", ".txt")):
                yield f"{folder}/{one.name}".removeprefix("/")
