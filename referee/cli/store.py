"""Verbs for a home that is kept in PostgreSQL: tables are made ready, a home goes in, comes out, is looked at."""

from pathlib import Path
from typing import Any

import click

from referee.cli.common import host_home, json_option, tell_json
from referee.cli.terminal import say, tell, writing
from referee.home import config
from referee.home.home import Home
from referee.store import converting, database
from referee.store.standing import standing
from referee.util.errors import WrongUsage

url_option = click.option(
    "--store", "url", metavar="URL", help="The store, if the configuration does not name it: postgresql://..."
)


def _linked(url: str | None) -> tuple[Home, Any]:
    """The home of this host, and a connection to its store. Raises `Faulty`."""
    home = host_home()
    address = url or config.read(home).store
    if not address:
        raise WrongUsage("store-none", where=str(home.path / config.NAME))
    return home, click.get_current_context().with_resource(database.connect(address))


@click.group("store", no_args_is_help=True)
def store() -> None:
    """Keep the home in PostgreSQL, so that several hosts can serve it.

    A home in a folder is what most keepers want. Where one host is not enough, or must not be missed, the home
    can be kept in a database: the configuration of each host then names it under `store`, and any number of
    `referee serve` work on it. The two are converted into one another, file by file.

    \b
    Examples:
      referee store init --store postgresql:///referee
      referee store import --store postgresql:///referee
      referee store status
      referee store export my-club
    """  # noqa: D301  \b is click's mark


@store.command("init")
@url_option
def init(url: str | None) -> None:
    """Make the tables of a store, or bring them up to date after an update of the referee.

    \b
    Examples:
      referee store init --store postgresql:///referee
    """  # noqa: D301  \b is click's mark
    _, link = _linked(url)
    for name in database.migrate(link):
        tell(say("store-version", name=name))
    tell(say("store-ready", version=database.version(link)))


@store.command("import")
@url_option
def take_in(url: str | None) -> None:
    """Put the home in this folder into an empty store.

    Its files are then laid aside, in the folder before-store, and may be deleted. What belongs to this host
    stays: its key, its configuration, what else you put there. Then write `store: URL` into the configuration.

    \b
    Examples:
      referee store import --store postgresql:///referee
    """  # noqa: D301  \b is click's mark
    home, link = _linked(url)
    with writing():
        count = converting.take_in(link, home)
    tell(say("store-taken-in", count=count, where=str(home.path / converting.ASIDE)))


@store.command("export")
@click.argument("folder", type=click.Path(path_type=Path))
@url_option
def export(folder: Path, url: str | None) -> None:
    """Write the home in the store into a new FOLDER, in which it can go on as a home like any other.

    The store stays as it is: stop all who serve it first, if the folder is to take its place.

    \b
    Examples:
      referee store export my-club
    """  # noqa: D301  \b is click's mark
    home, link = _linked(url)
    with writing():
        count = converting.give_back(link, home, folder)
    tell(say("store-given-back", count=count, where=str(folder)))


@store.command("status")
@url_option
@json_option
def status(url: str | None, as_json: bool) -> None:
    """Tell how a store stands: its version, what is in it, what waits, who works.

    \b
    Examples:
      referee store status
    """  # noqa: D301  \b is click's mark
    _, link = _linked(url)
    found: dict[str, Any] = standing(link)
    if as_json:
        tell_json(**found)
    else:
        tell(say("store-standing", **found))
