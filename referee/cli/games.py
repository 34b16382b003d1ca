"""The verbs that open a game, and list the games of a home: who plays, where each stands, who has to answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from referee.cli.common import home_of, home_to_look_at, json_option, loaded, tell_json
from referee.cli.keeper import desk_of, written
from referee.cli.terminal import print_table, say, tell, trouble, writing
from referee.desk.company.ledger import read
from referee.desk.keeper import invite, open_game, wait_for_players
from referee.home.roster import mailbox
from referee.util.errors import Faulty

OPEN = "open"
"""Stands after `--seat` for whoever joins by mail (H29)."""


def _pairs(_ctx: click.Context, option: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """The pairs that were written after an option; seats in lower case."""
    pairs: dict[str, str] = {}
    for one in given:
        key, sign, value = one.partition("=")
        key = key.lower() if option.name == "players" else key
        if not sign or not key:
            raise click.BadParameter(f"{one!r} is not KEY=VALUE")
        if key in pairs:
            raise click.BadParameter(f"{key!r} is given twice")
        pairs[key] = value
    return pairs


@click.command("open")
@click.argument("name", metavar="RULES")
@click.option("--id", "game", default="", metavar="ID", help="What to call it; else g1, g2, ...")
@click.option("--seed", default="", metavar="HEX", help="Where its lots come from; else the key of the home.")
@click.option(
    "--seat",
    "players",
    multiple=True,
    callback=_pairs,
    metavar="SEAT=PLAYER",
    help="Who is invited by mail: an address, or `Name <address>`; `,lang=de` behind it for another language; once for each seat. `open`: whoever joins by mail.",
)
@click.option("--open-seats", is_flag=True, help="Every seat that is not named is for whoever joins by mail.")
@click.option(
    "--arbiter",
    default="",
    metavar="PLAYER",
    help="Who rules in disputes, by mail: an address, or `Name <address>`; else the keeper.",
)
@click.option(
    "--shared", is_flag=True, help="Even if one address is given for several seats, and sees all hands."
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="KEY=VALUE",
    help="A choice; as often as needed.",
)
@click.option(
    "--term",
    "terms",
    multiple=True,
    callback=_pairs,
    metavar="KEY=VALUE",
    help="A term of play by mail, such as `deadline=3 days at 18:00`; else those of the configuration.",
)
@json_option
def open_a_game(
    name: str,
    players: dict[str, str],
    open_seats: bool,
    arbiter: str,
    shared: bool,
    terms: dict[str, str],
    as_json: bool,
    **how: Any,
) -> None:
    """Open a game of RULES (thunder, odins_table, hammer_of_thor).

    Its id is printed. With --seat the players are invited by mail, and nothing is dealt before all have accepted;
    without, it is dealt at once, for `referee play`. What may be chosen with --option stands in the handbook.
    With open seats it waits for players who write to the referee: games, join ID. When it is full all are invited.

    \b
    Examples:
      referee open thunder
      referee open thunder --seat thor=anna@example.org --seat "loki=Bert <bert@example.org>"
      referee open thunder --seat thor=anna@example.org,lang=de --seat loki=bert@example.org
      referee open thunder --seat thor=anna@example.org --seat loki=bert@example.org --arbiter "Olaf <olaf@example.org>"
      referee open thunder --seat thor=open --seat loki=open --term "deadline=3 days"
      referee open thunder --seat thor=anna@example.org --open-seats
      referee open thunder --id spring --option players=thor:anna,loki:bert
      referee open thunder --option deck=my-decks.yaml --option seer=must-draw
    """  # noqa: D301  \b is click's mark
    how["id"] = how.pop("game")
    if players or open_seats:
        rules = mailbox(arbiter) if arbiter else None
        seats = {seat: None if player == OPEN else mailbox(player) for seat, player in players.items()}
        how |= {"terms": terms, "arbiter": rules}
        opened, told = _by_mail(name, seats, how, open_seats=open_seats, shared=shared)
    elif terms or arbiter or shared:
        raise click.UsageError(
            "--term, --arbiter and --shared are for games by mail: name the players with --seat."
        )
    else:
        with writing():
            table = open_game(home_of(new=True), name, **how)
        opened = {
            "game": table.id,
            "seats": table.seats,
            "owed": [owed_document(one) for one in table.owed()],
        }
        told = say("opened", game=table.id, seat=table.owed()[0].seat)
    if as_json:
        tell_json(rules=name, **opened)
        return
    tell(opened["game"])
    tell(told, err=True)


def _by_mail(
    name: str, seats: dict[str, Any], how: dict[str, Any], *, open_seats: bool, shared: bool
) -> tuple[dict[str, Any], str]:
    """Invite the players, or wait for those who come (H29): what was opened, as data and as a sentence."""
    waits = open_seats or None in seats.values()
    if waits and shared:
        raise click.UsageError("--shared: whoever joins has one seat.")
    with desk_of(new=True) as desk:
        if not waits:
            made = invite(desk, name, seats, shared=shared, **how)
            letters = [f"{made}.{seat}.1" for seat in (*seats, *(["arbiter"] if how["arbiter"] else []))]
            return {"game": made, "seats": tuple(seats), "invited": tuple(seats)}, written(letters)
        made = wait_for_players(desk, name, seats, others_open=open_seats, **how)
        there = desk.company.waiting()[made]
        told = say("waits-for-players", game=made, seats=there.free, address=desk.config.address)
    return {"game": made, "seats": tuple(there.seats), "invited": (), "free": there.free}, told


STYLES = {"over": "dim", "unreadable": "red"}
OFF = ("H5", "H6")
"""Rules of the house by which a game ends without a result."""


def owed_document(one: Any) -> dict[str, Any]:
    """An answer that is owed, as data."""
    optional = {"optional": True} if one.optional else {}
    return {"seat": one.seat, "duty": one.duty, "rule": one.rule, **optional}


@click.command("list")
@json_option
def list_games(as_json: bool) -> None:
    """List the games of the home.

    Who plays, where each game stands, who has to answer.

    \b
    Examples:
      referee list
      referee list --json
    """  # noqa: D301  \b is click's mark
    home = home_to_look_at()
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
        "outcome": to_builtins(ended) if ended else None,
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
