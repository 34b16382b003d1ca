"""Homes in stores, for tests: put into one, compared with others, and the command run on them in this process."""

import contextlib
import io
from pathlib import Path

from referee.cli import run
from referee.store import converting
from referee.store import database as module
from referee.store.database import connect
from referee.store.parts import passes
from support.crash_homes import House


def bytes_of(home: Path) -> dict[str, bytes]:
    """All files of a home, by their paths, except those that pass with a process; and the folders of games."""
    found = {str(path.relative_to(home)): path for path in home.rglob("*") if not passes(path.name)}
    folders = {name: b"" for name, path in found.items() if path.is_dir() and path.parent.name == "games"}
    return folders | {name: path.read_bytes() for name, path in found.items() if path.is_file()}


def modes_of(home: Path) -> dict[str, int]:
    """The permissions of all files."""
    return {str(path.relative_to(home)): path.stat().st_mode for path in home.rglob("*") if path.is_file()}


def stored(house: House, address: str) -> None:
    """Put the home of a house into a store."""
    with connect(address) as link:
        module.migrate(link)
        converting.take_in(link, house.home)


def ran(*args: str, code: int = 0) -> str:
    """What the command says, on stdout and stderr, run in this process; its exit code is the one that is expected."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        found = run(args)
    assert found == code, (found, said.getvalue())
    return said.getvalue()
