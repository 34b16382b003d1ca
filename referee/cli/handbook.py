"""Verbs that print what is written down: the handbook of a game, schemas for editors, catalogs for translators."""

import inspect
import json
import sys
from collections.abc import Collection, Hashable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, cast

import click

from referee.archive.outputs import event_schema
from referee.cli.terminal import hand_out, say, tell, writing
from referee.engine.game import Game
from referee.house.docket import ARBITER
from referee.house.games import BUILT_IN, find, names
from referee.notation import parser, words
from referee.notation.languages import checked
from referee.record.reading import record_schema
from referee.telling import translations as work
from referee.telling.about import about_of
from referee.telling.authored import playable
from referee.telling.catalog import HOUSE, catalog, languages
from referee.telling.handbook import handbook_text, rule_text
from referee.util import VERSION, data, files, ready, translations
from referee.util.errors import CannotWrite, Faulty, NotFound, WrongUsage


@click.command()
@click.argument("name", metavar="RULES")
@click.option(
    "--rule", "number", metavar="NUMBER", help="One rule (15.2), chapter (15) or ruling (R11) only."
)
@click.option("--card", "named", metavar="NAME", help="What one card, person or place is, and no more.")
@click.option("--deck", is_flag=True, help="The deck lists only, as a file to correct and give to `open`.")
@click.option("--cards", is_flag=True, help="The card set only, as a file to correct and give to `open`.")
@click.option("--map", "board", is_flag=True, help="The map only, as a file to correct and give to `open`.")
@click.option("--language", metavar="LANG", default="en", show_default=True, help="In which language.")
def handbook(
    name: str, number: str | None, named: str | None, deck: bool, cards: bool, board: bool, language: str
) -> None:
    """Print the handbook of RULES (thunder, odins_table, hammer_of_thor).

    Every rule by its number, the orders, the decks, the options.

    \b
    Examples:
      referee handbook thunder
      referee handbook thunder --rule 15.2
      referee handbook hammer_of_thor --card mjollnir
      referee handbook odins_table --language de
      referee handbook thunder --deck > my-deck.yaml
    """  # noqa: D301  \b is click's mark
    game, language = playable(name), checked(language)

    wanted = [kind for kind, given in (("deck", deck), ("cards", cards), ("map", board)) if given]
    if len(wanted) > 1:
        raise WrongUsage("one-file", given=tuple(wanted))
    if named is not None:
        tell(about_of(game, named, language))
    elif wanted:
        tell(_file(game, wanted[0]), nl=False)
    elif number is None:
        tell(handbook_text(name, language).rstrip("\n"))
    elif (text := rule_text(game, number, language)) is not None:
        tell(text)
    else:
        raise NotFound("no-such-rule", number=number)


def _file(game: Game, kind: str) -> str:
    """A file of a game, as it is written. Raises `Faulty` if it has none of this kind."""
    file = game.DECK_LIST if kind == "deck" else game.FILES.get(kind)
    if file is None:
        raise NotFound("no-deck-list" if kind == "deck" else "no-such-file", game=game.name, kind=kind)
    return str(file.text())


@click.command()
@click.argument(
    "kind", type=click.Choice(["deck", "cards", "map", "options", "record", "events", "replay", "letter"])
)
@click.option("--rules", "name", default="thunder", show_default=True, help="Of which game.")
def schema(kind: str, name: str) -> None:
    """Print a JSON Schema, for editors.

    Of a deck file, a card set or a map, of the options of a game, of the documents of a record, of a line of
    `referee events`, of the data in the page of a replay, or of those that go with a letter (draft 7).

    \b
    Examples:
      referee schema deck > deck.schema.json
      referee schema record
    """  # noqa: D301  \b is click's mark
    game = playable(name)
    if kind == "record":
        made: Mapping[str, Any] | None = record_schema()
    elif kind == "events":
        made = event_schema()
    elif kind in {"replay", "letter"}:
        made = json.loads(data.text("templates", f"{kind}.schema.json"))
    elif (made := game.schema(kind)) is None:
        raise NotFound("no-schema", game=game.name)
    tell(json.dumps(made, indent=2))


@click.command()
@click.argument("language", metavar="LANG")
@click.option("--game", "name", metavar="NAME", help="Of one game only, or `house`: what no game says.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="Where.")
@click.option("--force", is_flag=True, help="Even over catalogs that lie there.")
@click.pass_obj
def translate(umask: int, language: str, name: str | None, out: Path, force: bool) -> None:
    """Write the catalogs of texts in LANG for translators.

    They are gettext catalogs of every text that can be translated, with the existing translations. A
    translation whose English text has changed is marked `fuzzy`, and not used until the mark is removed. The
    files in FOLDER are laid out as in the folder `templates`; what is still to be done is told.

    \b
    Examples:
      referee translate fr --out french
      referee translate de --game thunder --out german
      referee translate de --out templates --force
    """  # noqa: D301  \b is click's mark
    house = translations.HOUSE
    work.can_be_written(language)
    wanted = (house, *sorted(names())) if name is None else (name if name == house else find(name).name,)
    places = {one: out.joinpath(*translations.path_of(one, language)) for one in wanted}
    for file in places.values():
        if file.exists() and not force:
            raise CannotWrite("folder-not-empty", where=str(file))
    for one, file in places.items():
        made = work.brought_up_to_date(one, language)
        with writing():
            _publish(file, made, umask)
        found = translations.read(made.decode(), language)
        tell(say("translate-file", file=file, **work.progress(found)))
    try:
        words.sources(language, house)
    except Faulty:
        tell(say("translate-words", language=language))


def _publish(file: Path, data: bytes, umask: int) -> None:
    """Write a public file, and the folders above it, for all whom the user's `umask` lets in."""
    new = [folder for folder in file.parents if not folder.exists()]
    files.private_folder(file.parent)
    files.replace(file, data)
    for folder in new:
        files.set_mode(folder, 0o777 & ~umask)
    files.set_mode(file, 0o666 & ~umask)


KEPT = "\b"
"""Click's mark before a paragraph whose lines stay as they are."""


@click.command("man")
def man() -> None:
    """Write the manual page of the referee on stdout, as man and groff read it.

    It is made from the help of this version, so that it says what the command does.

    \b
    Examples:
      referee man > /usr/local/share/man/man1/referee.1
    """  # noqa: D301  \b is click's mark
    hand_out("".join(f"{line}\n" for line in page(click.get_current_context().find_root())).encode())


def page(root: click.Context) -> Iterator[str]:
    """The page, line by line."""
    group = root.command
    assert isinstance(group, click.Group)  # noqa: S101  `referee` is one
    about, *rest = paragraphs(group)
    yield f'.TH REFEREE 1 "" "referee {roff(VERSION)}" "User Commands"'
    yield from (".SH NAME", f"referee \\- {roff(about[0].removeprefix('A ').rstrip('.'))}")
    yield from (".SH SYNOPSIS", r".B referee", r"[\fIOPTIONS\fR] \fIVERB\fR [\fIARGUMENTS\fR]")
    yield ".SH DESCRIPTION"
    for one in rest:
        yield from _paragraph(one)
    yield from (".SH OPTIONS", *_options(root))
    yield ".SH VERBS"
    for name in group.list_commands(root):
        _, command, _ = group.resolve_command(root, [name])
        assert command is not None  # noqa: S101  it is listed
        with click.Context(command, info_name=name, parent=root) as ctx:
            yield from _verb(ctx)
    yield ".SH EXIT STATUS"
    for one in split(group.epilog or ""):
        yield from _paragraph(one)


def _verb(ctx: click.Context) -> Iterator[str]:
    usage = " ".join(ctx.command.collect_usage_pieces(ctx))
    yield f".SS {roff(f'referee {ctx.info_name} {usage}')}"
    for one in paragraphs(ctx.command):
        yield from _paragraph(one)
    yield from _options(ctx, besides=ctx.help_option_names)


def _options(ctx: click.Context, besides: Collection[str] = ()) -> Iterator[str]:
    """Each option with its help; what every verb has is told once."""
    options = [one for one in ctx.command.get_params(ctx) if isinstance(one, click.Option)]
    records = [one.get_help_record(ctx) for one in options if not set(one.opts) & set(besides)]
    for written, told in filter(None, records):
        yield from (".TP", rf"\fB{roff(written)}\fR", roff(" ".join(told.split())))


def paragraphs(command: click.Command) -> list[list[str]]:
    """The help of a command: paragraphs of lines, the first line of one whose lines are kept is the mark alone."""
    return split(inspect.cleandoc(command.help or ""))


def split(text: str) -> list[list[str]]:
    """A text of click in paragraphs."""
    return [one.split("\n") for one in text.replace(f"{KEPT}\n", KEPT).split("\n\n") if one.strip()]


def _paragraph(lines: list[str]) -> Iterator[str]:
    kept = lines[0].startswith(KEPT)
    told = [roff(line.removeprefix(KEPT)) for line in lines]
    yield from (".PP", ".nf", *told, ".fi") if kept else (".PP", " ".join(told))


def roff(text: str) -> str:
    """A line of text as roff has it: nothing in it is a command."""
    safe = (
        text.replace("\\", r"\e")
        .replace("-", r"\-")
        .replace("~", r"\(ti")
        .replace("^", r"\(ha")
        .replace("'", r"\(aq")
    )
    return rf"\&{safe}" if safe.startswith((".", r"\(aq")) else safe


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
    for folder in ("", ARBITER, *BUILT_IN):
        for one in data.folder("grammar").joinpath(folder).iterdir():
            if one.name.endswith(".yaml"):
                data.values("grammar", *filter(None, (folder, one.name)))
    for found in map(find, BUILT_IN):
        parser.grammar_of(found)
        parser.grammar_of_conditions(cast("Hashable", found))
    house, names = catalog(HOUSE), list(templates("", *BUILT_IN))
    for name in names:
        (house.environment if name.endswith(".txt") else house.pages).get_template(name)
    return len(names) + len(BUILT_IN) + 1


def texts() -> list[str]:
    """All texts of which something is made, with their names."""
    found = dict[str, str]()
    for kind, folder in (("grammar", ARBITER), *product(("grammar", "templates"), ("", *BUILT_IN))):
        for one in data.folder(kind).joinpath(folder).iterdir():
            if one.name.endswith((".html", ".lark", ".po", ".svg", ".txt", ".yaml")):
                found[f"{kind}/{folder}/{one.name}"] = one.read_text("utf-8")
    return [part for name in sorted(found) for part in (name, found[name])]


def templates(*folders: str) -> Iterator[str]:
    """The names of the whole templates in these folders; "" is that of the house."""
    for folder in folders:
        for one in data.folder("templates").joinpath(folder).iterdir():
            if one.name.endswith((".html", ".svg", ".txt")):
                yield f"{folder}/{one.name}".removeprefix("/")
