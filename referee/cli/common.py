"""What the verbs share: where the games are, which game and seat is meant, how JSON is written."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from referee.archive import NAME as NOTEBOOK
from referee.cli.terminal import tell
from referee.home.home import Home, refuse_none
from referee.notation.languages import checked
from referee.util.errors import Faulty, NotFound

NOTES = NOTEBOOK
"""Where the notes of a record lie, beside it, unless another file is named."""
KEPT, COPIED = "referee.store", "referee.store.copied"
"""Under these names a command keeps the home that it has taken from a store, and what copies it."""
SCHEMA = 1
"""The version of the documents that `--json` writes."""


def host_home(*, new: bool = False) -> Home:
    """The home folder of this host. Raises `Faulty` if none is there, unless it may be `new`, or others can read it."""
    path = click.get_current_context().find_root().params["home"]
    if not new:
        refuse_none(path)
    return Home(path)


def home_of(*, new: bool = False) -> Home:
    """The home of this run. Raises `Faulty` as `host_home` does.

    Of one that is kept in a store it is a working folder of all of it, ours alone until the command ends.
    """
    home = host_home(new=new)
    if not (url := store_of(home)):
        return home
    kept: Home = _taken(KEPT, lambda: keeping().whole_home(home, url))
    return kept


def home_to_look_at(game: str = "") -> Home:
    """The same for a verb that changes nothing; with a game, at least what belongs to that. Raises `Faulty`.

    Of a home that is kept in a store it is a copy, and others go on meanwhile.
    """
    home = host_home()
    if not (url := store_of(home)):
        return home
    copied: Home = _taken(COPIED, lambda: keeping().looking(home, url))(game)
    return copied


def keeping() -> Any:
    """The module that works on a home in a store; of packages that need not be there."""
    return import_module("referee.store.keeping")


def _taken(name: str, take: Callable[[], AbstractContextManager[Any]]) -> Any:
    """What a command takes from a store once, and gives back when it ends."""
    root = click.get_current_context().find_root()
    if name not in root.meta:
        root.meta[name] = root.with_resource(take())
    return root.meta[name]


def store_of(home: Home) -> str:
    """The store in which a home is kept, by its configuration; "" for none. Raises `Faulty` if that is unreadable."""
    try:
        if b"store:" not in (home.path / "config.yaml").read_bytes():
            return ""  # the usual case, in which nothing is to be loaded
    except OSError:
        return ""
    from referee.home import config  # noqa: PLC0415  slow to load

    return config.read(home).store


def record_of(game: str, *, noted: bool = False) -> Path:
    """The record that is meant: of a game in the home, or a file.

    It is a file if the name has a slash or ends in `.yaml` or `.yaml.gz`; a folder stands for the
    `record.yaml` in it. `noted`: something will be written beside it. Raises `Faulty` if there is none.
    """
    if "/" not in game and not game.endswith((".yaml", ".yaml.gz")):
        if noted:
            return home_of().record_path(game)
        with suppress(Faulty):
            return home_to_look_at(game).record_path(game)
        return home_to_look_at().record_path(game)  # which says what games there are
    path = Path(game)
    if path.is_dir():
        path /= "record.yaml"
    if not path.exists():
        raise NotFound("file-missing", where=str(path), name=str(path))
    return path


def loaded(path: Path) -> Any:
    """A record to step through. Raises `Faulty`, which names the file whatever the fault is."""
    from referee.api import Table  # noqa: PLC0415  slow to load

    try:
        return Table.load(path)
    except Faulty as fault:
        fault.where = fault.where or str(path)
        raise


def tell_json(**content: Any) -> None:
    """Write one JSON document on stdout: sorted keys, ASCII, with the version of its form under `schema`."""
    tell(json.dumps({"schema": SCHEMA, **content}, indent=2, sort_keys=True, default=_plain))


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def seat_of(table: Any, given: str) -> str:
    """A seat as its game spells it. Raises `Faulty` if the game has none of that name."""
    if given.lower() in table.seats:
        return given.lower()
    raise NotFound("no-such-seat", seat=given, seats=table.seats)


def _complete_game(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    try:
        with ctx.scope(cleanup=False):
            games = home_to_look_at().games()
    except (Faulty, OSError):
        return []
    return [CompletionItem(game) for game in games if game.startswith(incomplete)]


def _complete_seat(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The seats of the game named before; of every game that is installed, if none is."""
    from referee.house.games import find, names  # noqa: PLC0415  slow to load

    # Until --seat has a value, click has not read the arguments, and leaves them as they are.
    game = ctx.params.get("game") or next(iter(ctx.args), "")
    try:
        with ctx.scope(cleanup=False):
            seats = loaded(record_of(game)).seats
    except (Faulty, OSError):
        seats = tuple(dict.fromkeys(seat for name in sorted(names()) for seat in find(name).seats))
    return [CompletionItem(seat) for seat in seats if seat.startswith(incomplete.lower())]


game_argument = click.argument("game", metavar="GAME", shell_complete=_complete_game)
seat_option = click.option(
    "--seat", metavar="SEAT", required=True, shell_complete=_complete_seat, type=str.lower, help="Whose."
)
any_seat_option = click.option(
    "--seat", metavar="SEAT", shell_complete=_complete_seat, help="As this seat sees it."
)
onlooker_option = click.option(
    "--onlooker", is_flag=True, help="As somebody may have it who sits at no seat."
)
keeper_option = click.option("--keeper", is_flag=True, help="All of it, though the game is on.")


def for_whom(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say for whom: --seat, --onlooker, --keeper."""
    return any_seat_option(onlooker_option(keeper_option(verb)))


def _language(_ctx: click.Context, _option: click.Parameter, given: str | None) -> str:
    return checked(given) if given else ""


language_option = click.option(
    "--language", metavar="LANGUAGE", callback=_language, help="In this language; else in that of the seat."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
