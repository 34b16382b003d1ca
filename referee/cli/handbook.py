"""Verbs that print what is written down: the handbook of a game, schemas for editors, catalogs for translators."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from referee.archive.outputs.events import event_schema
from referee.cli.terminal import say, tell, writing
from referee.engine.game import Game
from referee.house.games import find, names
from referee.notation import words
from referee.notation.languages import checked
from referee.record.reading import record_schema
from referee.telling import translations as work
from referee.telling.about import about_of
from referee.telling.authored import playable
from referee.telling.handbook import handbook_text, rule_text
from referee.util import data, files, translations
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
