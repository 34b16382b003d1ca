"""The verb that lists the games of a home: who plays, where each stands, who has to answer."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from referee.cli.common import home_to_look_at, json_option, loaded, tell_json
from referee.cli.terminal import print_table, say, tell, trouble
from referee.desk.company.ledger import read
from referee.util.errors import Faulty

STYLES = {"over": "dim", "unreadable": "red"}
OPEN = "open"
"""Stands after `--seat` for whoever joins by mail (H29)."""
OFF = ("H5", "H6")
"""Rules of the house by which a game ends without a result."""


def owed_document(one: Any) -> dict[str, Any]:
    """An answer that is owed, as data."""
    optional = {"optional": True} if one.optional else {}
    return {"seat": one.seat, "duty": one.duty, "rule": one.rule, **optional}


@click.command("list")
@json_option
@click.pass_context
def list_games(ctx: click.Context, as_json: bool) -> None:
    """List the games of the home.

    Who plays, where each game stands, who has to answer.

    \b
    Examples:
      referee list
      referee list --json
    """  # noqa: D301  \b is click's mark
    home = home_to_look_at(ctx)
    rows = [_row(game, home.record_path(game)) for game in home.games()]
    rows += _waiting(home)
    if as_json:
        tell_json(games=rows)
        return

    if rows:
        print_table(say("list-headings"), [(_cells(row), STYLES.get(row["state"], "")) for row in rows])
    else:
        tell(say("no-games", home=str(home.path)), err=True)


def _row(game: str, path: Path) -> dict[str, Any]:
    """One game as data; for a record that cannot be read, what is wrong with it."""
    try:
        table = loaded(path)
    except (Faulty, OSError) as error:
        return {"game": game, "state": "unreadable", "error": trouble(error).document()}
    names = dict(table.view(None).names)
    ended = table.outcome
    return {
        "game": game,
        "rules": table.game.name,
        "state": "over" if ended else "open",
        "players": {seat: names.get(seat, "") for seat in table.seats},
        "position": table.position,
        "entries": len(table.entries),
        "owed": [owed_document(one) for one in table.owed()],
        "outcome": asdict(ended) if ended else None,
    }


def _waiting(home: Any) -> list[dict[str, Any]]:
    """The games that wait for players (H29), as data."""
    try:
        games = read(home).games
    except (Faulty, OSError) as error:
        return [{"game": "-", "state": "unreadable", "error": trouble(error).document()}]
    return [
        {
            "game": game,
            "rules": one.rules,
            "state": "waiting",
            "players": {seat: (player.name or seat) if player else "" for seat, player in one.seats.items()},
            "free": one.free,
        }
        for game, one in games.items()
    ]


def _cells(row: dict[str, Any]) -> tuple[str, ...]:

    if row["state"] == "unreadable":
        return row["game"], "", "", row["error"]["message"]
    if row["state"] == "waiting":
        there = say("list-players", players=[name or OPEN for name in row["players"].values()])
        return row["game"], there, "", say("list-free", seats=row["free"])
    players = say("list-players", players=[name or seat for seat, name in row["players"].items()])
    if ended := row["outcome"]:
        key = "list-won" if ended["winners"] else "list-called-off" if ended["rule"] in OFF else "list-drawn"
        stands = say(key, winners=ended["winners"], rule=ended["rule"])
    else:
        stands = say("list-waiting", seats=list(dict.fromkeys(one["seat"] for one in row["owed"])))
    return row["game"], players, row["position"], stands
