"""Verbs that print what is written down: the handbook of a game, schemas for editors."""

import json
from importlib import import_module
from importlib.resources import files

import click

from referee.game import Faulty, find


@click.command()
@click.argument("name", metavar="RULES")
@click.option(
    "--rule", "number", metavar="NUMBER", help="One rule (15.2), chapter (15) or ruling (R11) only."
)
@click.option("--deck", is_flag=True, help="The deck lists only, as a file to correct and give to `open`.")
def handbook(name: str, number: str | None, deck: bool) -> None:
    """Print the handbook of RULES (thunder).

    Every rule by its number, the orders, the decks, the options.

    \b
    Examples:
      referee handbook thunder
      referee handbook thunder --rule 15.2
      referee handbook thunder --deck > my-deck.yaml
    """  # noqa: D301  \b is click's mark
    game = find(name)
    from referee.handbook import handbook_text, rule_text  # noqa: PLC0415  Jinja is slow to load

    if deck:
        folder = files(type(game).__module__)
        click.echo(folder.joinpath("decks.yaml").read_text("utf-8"), nl=False)
    elif number is None:
        click.echo(handbook_text(name).rstrip("\n"))
    elif (text := rule_text(game, number)) is not None:
        click.echo(text)
    else:
        raise Faulty("no-such-rule", number=number)


@click.command()
@click.argument("kind", type=click.Choice(["deck", "options", "record"]))
@click.option("--rules", "name", default="thunder", show_default=True, help="Of which game.")
def schema(kind: str, name: str) -> None:
    """Print a JSON Schema, for editors.

    Of a deck file, of the options of a game, or of the documents of a record (draft 7).

    \b
    Examples:
      referee schema deck > deck.schema.json
      referee schema record
    """  # noqa: D301  \b is click's mark
    game = find(name)
    if kind == "record":
        from referee.schema import record_schema  # noqa: PLC0415  slow to load

        made = record_schema()
    else:
        made = getattr(import_module(f"{type(game).__module__}.schema"), f"{kind}_schema")()
    click.echo(json.dumps(made, indent=2))
