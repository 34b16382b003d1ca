"""Verbs for a collection of games: make it, ask it, and forget a player in it."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from referee.archive.collection.facts import Facts
from referee.archive.collection.index import SORTS, Collection, looked_into
from referee.archive.collection.making import forget as forgotten
from referee.archive.collection.making import made
from referee.archive.collection.names import INDEX
from referee.archive.collection.site import CHOICES, made_site
from referee.cli.common import json_option, tell_json
from referee.cli.records import workers_option
from referee.cli.terminal import bar, fault_sentence, print_table, say, tell, writing
from referee.util.errors import Faulty

MOST = 50
index_option = click.option(
    "--index",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=f"The index; else {INDEX} in the folder.",
)
folder_option = click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    metavar="FOLDER",
    help="The folder of the collection; else this one.",
)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="FOLDER")
@index_option
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="SITE",
    help="A folder for the site: new, empty, or made by this verb.",
)
@click.option(
    "--replays",
    type=click.Choice(CHOICES),
    default="some",
    show_default=True,
    help="Which games of the site have a replay: some are those with notes, or all of up to 50 games.",
)
@click.option("--url", default="", metavar="URL", help="Where the site is to lie, for its feed: https://...")
@click.option("--again", is_flag=True, help="Look at every record again, whether it has changed or not.")
@json_option
def archive(
    folder: Path,
    index: Path | None,
    workers: int,
    again: bool,
    as_json: bool,
    **site: Any,
) -> None:
    """Make a collection of the finished games in a FOLDER, or bring it up to date.

    Every record in FOLDER and the folders in it is verified with its notes, and told in the index archive.db (SQLite
    with full text; `referee find` asks it, and Datasette opens it). Only what has changed is looked at. A record that
    is broken, or a game that is still on, is left out and told, and stops no other.

    With --out these games become a site: pages by player, game, ending, opening and annotator, a search, statistics, a
    feed and replays. It needs no server: open index.html from the disk. Only what changed is made again.

    Nobody is published by name but by consent (`referee annotate ... --kind published`): others have a pseudonym,
    made with the key in archive.key. Keep that file, and publish it never. No address, no secret and nothing that a
    letter said beside its orders is told.

    \b
    Examples:
      referee archive games
      referee archive games --out site --url https://example.org/games
    """  # noqa: D301  \b is click's mark
    path = index or folder / INDEX
    with writing(), _index(path), bar("archive-looking") as told:
        done = made(folder, path, workers=workers, tell=told, again=again)
    whole = _site(folder, path, workers=workers, **site) if site["out"] else None
    _tell_made(path, done, whole, as_json)


def _site(folder: Path, index: Path, **how: Any) -> Any:
    """The site, made for everybody to read."""
    before = os.umask(click.get_current_context().find_root().obj)
    try:
        with writing(), _index(index), bar("archive-replays") as told:
            return made_site(folder, index, tell=told, **how)
    finally:
        os.umask(before)


def _tell_made(path: Path, done: Any, site: Any, as_json: bool) -> None:
    left_out = {name: fault_sentence(why) for name, why in done.left_out}
    counts = {"games": done.kept + len(done.games), "changed": len(done.games), "gone": done.gone}
    without = {name: fault_sentence(why) for name, why in site.without} if site else {}
    if as_json:
        more = {"site": to_builtins(site) | {"without": without}} if site else {}
        tell_json(index=str(path), left_out=left_out, **counts, **more)
        return
    tell(say("archived", index=str(path), left=len(left_out), **counts))
    if site:
        tell(say("archived-site", **to_builtins(site)))
    for name, why in left_out.items():
        tell(say("left-out", name=name, why=why), err=True)
    for name, why in without.items():
        tell(say("not-replayed", name=name, why=why), err=True)


@contextmanager
def _index(path: Path) -> Iterator[None]:
    """Tell what SQLite has against the index as a fault of that file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise Faulty("index-trouble", where=str(path), name=str(path), trouble=str(error)) from error


@click.command()
@click.argument("query", default="")
@click.option("--player", default="", metavar="NAME", help="Who played, by the name that is shown.")
@click.option(
    "--sort",
    type=click.Choice([f"{sign}{name}" for sign in ("", "-") for name in SORTS]),
    default="-ended",
    metavar="FIELD",
    help="ended, turns, title ...; with -: the largest first; rank: what fits the words best first.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 1_000_000),
    default=MOST,
    show_default=True,
    metavar="N",
    help="At most so many.",
)
@folder_option
@index_option
@json_option
def find(folder: Path, index: Path | None, as_json: bool, **asked: Any) -> None:
    """Find games in a collection, by text, card, move, rule or length.

    QUERY is a query of SQLite's FTS5: words, which must all be there; AND, OR, NOT between words and brackets. A word
    that ends in * begins so. "lay frigg A2" in quotes is said so, in one move. With a field before it, a word is looked
    for there alone: title, game, label, player, annotator, opening, ending, winner, card, move, rule, tag, text. Beside
    the words, numbers and days are compared: turns, letters, moves, hours, notes, disputes, rulings, appeals, opened,
    ended.

    \b
    Examples:
      referee find "nightmare AND ending:8.2" --in games
      referee find "card:loki.hel NOT winner:loki turns<=30" --player "Anna K." --json
      referee find 'move:"lay frigg A2" AND (rule:15.5 OR rule:H20) ended>=2026-03'
    """  # noqa: D301  \b is click's mark
    path = index or folder / INDEX
    with _index(path), Collection(path) as games:
        found = games.find(**asked)
    if as_json:
        tell_json(games=[_summary(one) for one in found])
    elif not found:
        tell(say("found-none"), err=True)
    else:
        _print(found)


LENGTHY = frozenset({"seats", "played", "said", "tags", "cards", "rules"})
"""What the page of a game tells, and not the list of games."""


def _summary(game: Facts) -> dict[str, Any]:
    told = {name: value for name, value in to_builtins(game).items() if name not in LENGTHY}
    counts = {"moves": len(game.played), "notes": len(game.said)}
    return {"id": game.id, **told, **counts, "players": game.players, "winners": game.winners}


def _print(found: Sequence[Facts]) -> None:
    print_table(
        say("found-headings"),
        (
            (
                [
                    one.title,
                    one.ended[:10],
                    ", ".join(f"{seat} ({name})" if name else seat for seat, name in one.players.items()),
                    str(one.turns),
                    f"{one.told} [{one.rule}] {one.snippet}".rstrip(),
                    one.slug,
                ],
                "",
            )
            for one in found
        ),
    )


@click.command()
@click.argument("player")
@folder_option
@index_option
@json_option
def forget(player: str, folder: Path, index: Path | None, as_json: bool) -> None:
    """Take the name of a PLAYER out of a collection.

    PLAYER is a name as it stands in the records, the name that was published, or a pseudonym. The games leave the
    index at once; `referee archive` makes them again without the name, and without anything that links them to other
    games of this player. What others have copied cannot be called back.

    \b
    Examples:
      referee forget "Anna K." --in games
    """  # noqa: D301  \b is click's mark
    path = index or folder / INDEX
    looked_into(path).close()
    with writing(), _index(path):
        games = forgotten(path, player)
    if as_json:
        tell_json(games=games)
        return
    tell(say("forgotten", games=games))
    tell(say("forgotten-not-recalled"))
