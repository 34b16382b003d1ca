"""The verb that opens a game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from referee.cli.common import home_of, home_to_look_at, json_option, loaded, tell_json
from referee.cli.keeper import desk_of, tell_written
from referee.cli.terminal import print_table, say, tell, trouble, writing
from referee.desk.company.ledger import read
from referee.desk.keeper import invite, open_game, wait_for_players
from referee.home.roster import mailbox
from referee.util.errors import Faulty


@click.command("open")
@click.argument("name", metavar="RULES")
@click.option("--id", "game", default="", metavar="ID", help="What to call it; else g1, g2, ...")
@click.option("--seed", default="", metavar="HEX", help="Where its lots come from; else the key of the home.")
@click.option(
    "--seat",
    "players",
    multiple=True,
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
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A choice; as often as needed.")
@click.option(
    "--term",
    "terms",
    multiple=True,
    metavar="KEY=VALUE",
    help="A term of play by mail, such as `deadline=3 days at 18:00`; else those of the configuration.",
)
@json_option
def open_a_game(
    name: str,
    game: str,
    seed: str,
    players: Sequence[str],
    open_seats: bool,
    arbiter: str,
    shared: bool,
    options: Sequence[str],
    terms: Sequence[str],
    as_json: bool,
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
    chosen = {"options": _pairs(options), "terms": _pairs(terms, "--term")}
    if (terms or arbiter or shared) and not (players or open_seats):
        raise click.UsageError(
            "--term, --arbiter and --shared are for games by mail: name the players with --seat."
        )
    if players or open_seats:
        how = {"shared": shared, "arbiter": arbiter, "open_seats": open_seats}
        _invite(name, game, seed, players, chosen, how=how, as_json=as_json)
    else:
        _deal(name, game, seed, chosen["options"], as_json=as_json)


def _deal(name: str, game: str, seed: str, options: Mapping[str, str], *, as_json: bool) -> None:
    """Open a game that is not played by mail."""
    with writing():
        table = open_game(home_of(new=True), name, id=game, seed=seed, options=options)
    if as_json:
        owed = [owed_document(one) for one in table.owed()]
        tell_json(game=table.id, rules=name, seats=table.seats, owed=owed)
        return
    tell(table.id)
    tell(say("opened", game=table.id, seat=table.owed()[0].seat), err=True)


def _invite(
    name: str,
    game: str,
    seed: str,
    players: Sequence[str],
    chosen: Mapping[str, Mapping[str, str]],
    *,
    how: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Open a game by mail."""
    given = [
        f"{seat.lower()}{sign}{player}" for seat, sign, player in (one.partition("=") for one in players)
    ]
    named = _pairs(given, "--seat").items()
    seats = {seat: None if player == OPEN else mailbox(player) for seat, player in named}
    rules = mailbox(how["arbiter"]) if how["arbiter"] else None
    invited = {seat: player for seat, player in seats.items() if player}
    if how["open_seats"] or len(invited) < len(seats):
        if how["shared"]:
            raise click.UsageError("--shared: whoever joins has one seat.")
        chosen = {**chosen, "others_open": how["open_seats"]}
        _wait(name, game, seed, seats, chosen, rules, as_json=as_json)
        return
    with desk_of(new=True) as desk:
        made = invite(desk, name, invited, id=game, seed=seed, shared=how["shared"], arbiter=rules, **chosen)
    if as_json:
        tell_json(game=made, rules=name, seats=tuple(seats), invited=tuple(seats))
        return
    tell(made)
    tell_written([f"{made}.{seat}.1" for seat in (*seats, *(["arbiter"] if rules else []))])


def _wait(
    name: str,
    game: str,
    seed: str,
    seats: Mapping[str, Any],
    chosen: Mapping[str, Any],
    arbiter: Any,
    *,
    as_json: bool,
) -> None:
    """Let a game wait for players (H29)."""
    with desk_of(new=True) as desk:
        made = wait_for_players(desk, name, seats, id=game, seed=seed, arbiter=arbiter, **chosen)
        there = desk.company.waiting()[made]
    if as_json:
        tell_json(game=made, rules=name, seats=tuple(there.seats), invited=(), free=there.free)
        return
    tell(made)
    tell(say("waits-for-players", game=made, seats=there.free, address=desk.config.address), err=True)


def _pairs(options: Sequence[str], hint: str = "--option") -> dict[str, str]:
    """Pairs as written after an option."""
    pairs: dict[str, str] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or not key:
            raise click.BadParameter(f"{option!r} is not KEY=VALUE", param_hint=hint)
        if key in pairs:
            raise click.BadParameter(f"{key!r} is given twice", param_hint=hint)
        pairs[key] = value
    return pairs


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
