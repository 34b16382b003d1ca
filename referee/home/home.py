"""A home folder: the key, and the games, each with its record and its roster.

    HOME/key                      32 random bytes, hex; secrets come by HMAC from it and from random bytes of each game
    HOME/signing-key              the keeper's own, where seals are signed (see `referee.record.signing`)
    HOME/games/ID/record.yaml     the record: neither secrets nor addresses
    HOME/games/ID/roster.yaml     what must not stand in the record: addresses, random bytes, a seed given by hand
    HOME/games/ID/record.snapshot what was worked out from the record; may be deleted (see `referee.table.snapshots`)
    HOME/company.yaml             games that wait for players, and who asks for seats (see `referee.desk.company`)
    HOME/config.yaml              how mail reaches the referee (see `referee.home.config`)
    HOME/seats/                   the secrets of the seats, by their hashes (see `referee.home.seats`)
    HOME/post/                    letters in and out (see `referee.post.spool` and `referee.post.outbox`)

A home that others can read is refused, because it holds what is hidden.

No secret of a game comes from the key and the game's id alone: when an old copy of a home is restored, the
same ids are given again.
"""

import hmac
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from referee.engine.lots import SEED, lp, secret_of_seed
from referee.util import files
from referee.util.errors import CannotWrite, NotFound, NotPrivate, WrongConfig, WrongUsage
from referee.util.regexes import regex

KEY_BYTES = 32
RESTORING, BEFORE = ".restoring", ".before-"
"""A copy that is about to replace a home, and the home it replaced: see `referee.desk.restore`."""
ID = regex(r"[a-z][a-z0-9-]{0,31}")


Fresh = Callable[[], bytes]
"""Gives 32 bytes that nobody can know, different ones each time."""


def fresh_bytes() -> bytes:
    """32 random bytes."""
    return secrets.token_bytes(KEY_BYTES)


def refuse_none(path: Path) -> None:
    """Raise `Faulty` for a folder that is no home: one with neither a key nor a game.

    A folder that we may not look into counts as a home.
    """
    with suppress(PermissionError):
        if not any((path / name).exists() for name in ("key", RESTORING)) and not any(_records(path)):
            raise WrongConfig("home-none", where=str(path))


def _records(path: Path) -> Iterator[Path]:
    return (path / "games").glob("*/record.yaml")


class Home:
    """The folder in which a referee works. `make` makes it; only the keeper can read its files."""

    def __init__(self, path: str | Path, *, fresh: Fresh = fresh_bytes) -> None:
        """Take a folder as home, or one that is still to be made; `fresh` gives the random bytes of new games.

        Raises `Faulty` if the folder is another user's, or others can read it.
        """
        self.path, self.fresh = Path(path), fresh
        if self.path.exists():
            self._refuse_open_doors()

    def _refuse_open_doors(self) -> None:
        if not self.path.is_dir():
            raise WrongConfig("home-no-folder", where=str(self.path))
        there = self.path.stat()
        mode = stat.S_IMODE(there.st_mode)
        if mode & 0o077:
            if not (self.path / "key").exists() and any(self.path.glob("[!.]*")):
                raise WrongConfig("home-taken", where=str(self.path))
            raise NotPrivate("home-open", where=str(self.path), mode=f"{mode:03o}")
        if there.st_uid != os.geteuid():
            # What root writes here, its owner could not read.
            raise NotPrivate("home-other", where=str(self.path), owner=there.st_uid, us=os.geteuid())
        if (self.path / RESTORING).exists():
            raise WrongConfig("home-restoring", where=str(self.path))

    def make(self) -> None:
        """Make the folder and its key, unless they are there. Raises `Faulty` if the key of games is gone."""
        path = self.path / "key"
        if path.exists():
            return
        if any(self.games()):
            raise WrongConfig("key-missing", where=str(path))
        files.private_folder(self.path)
        files.sync_folder(self.path.parent)
        files.write_new(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode())

    def key(self) -> bytes:
        """The key of this home. Raises `Faulty` if it is missing or malformed."""
        path = self.path / "key"
        refuse_none(self.path)
        if not path.exists():
            raise WrongConfig("key-missing", where=str(path))
        text = path.read_text("ascii", errors="replace").strip()
        if not re.fullmatch(r"[0-9a-f]{64}", text):
            raise WrongConfig("key-damaged", where=str(path))
        return bytes.fromhex(text)

    def record_path(self, game: str) -> Path:
        """The path of a game's record. Raises `Faulty` if there is no such game here."""
        path = self._folder(game) / "record.yaml"
        if not path.exists():
            raise NotFound("no-such-game", game=game, games=tuple(self.games()))
        return path

    def folder(self, game: str) -> Path:
        """The folder of a game. Raises `Faulty` if there is no such game here."""
        return self.record_path(game).parent

    def roster_path(self, game: str) -> Path:
        """The path of a game's roster; the file need not exist. Raises `Faulty` for a malformed id."""
        return self._folder(game) / "roster.yaml"

    def games(self) -> Iterator[str]:
        """The ids of all games here, in the order of their numbers."""
        names = (path.parent.name for path in _records(self.path))
        yield from sorted(names, key=lambda name: (len(name), name))

    def reserve(self, wanted: str, seed: str = "") -> str:
        """Set an id apart for a game that is opened later; returns it. Raises `Faulty` as `new_game` does."""
        game = wanted or self._next_id()
        if not ID.fullmatch(game):
            raise WrongUsage("bad-id", id=game)
        if seed and not SEED.fullmatch(seed):
            raise WrongUsage("bad-seed", seed=seed)
        folder = self._folder(game)
        if folder.exists():
            raise CannotWrite("id-taken", id=game)
        self.make()
        files.private_folder(folder)
        files.sync_folder(self.path)
        return game

    def new_game(self, wanted: str, seed: str, *, reserved: bool = False) -> tuple[str, Path]:
        """Make a new game: its id and the path of its record.

        Its folder is made, and its random bytes and its seed are kept beside the record. With `reserved` the
        id was set apart for it; if the game was begun before and no record was written, it keeps its random
        bytes. Raises `Faulty` for an id that is taken or malformed, and for a seed that is not a hexadecimal
        number.
        """
        game = wanted if reserved else self.reserve(wanted, seed)
        folder = self._folder(game)
        if (folder / "record.yaml").exists() or (folder / "deleted").exists():
            raise CannotWrite("id-taken", id=game)
        if reserved:
            files.private_folder(folder)
            if (folder / "roster.yaml").exists():
                return game, folder / "record.yaml"
        random = {"lots": self.fresh().hex(), "secrets": self.fresh().hex(), "seed": seed.lower()}
        text = "".join(f'{name}: "{value}"\n' for name, value in random.items())
        files.write_new(folder / "roster.yaml", text.encode())
        return game, folder / "record.yaml"

    def delete(self, game: str) -> None:
        """Delete a game except for its empty folder, so that its id is never given again. Raises `Faulty`; OSError."""
        folder = self.folder(game)
        files.replace(folder / "deleted", b"")
        for path in folder.iterdir():
            if path.name not in {"deleted", "record.yaml"}:
                files.remove(path)
        # Last: as long as the record is there, the deletion can be repeated.
        files.remove(folder / "record.yaml")

    def secret(self, game: str) -> bytes:
        """The secret of a game's lots (32 bytes), from the seed given for it, or from the key and random bytes."""
        from referee.home import roster  # noqa: PLC0415  slow to load, and seldom needed

        seed = roster.read(self.roster_path(game)).seed
        return secret_of_seed(seed) if seed else self.derived(game, "lots", "referee/lots/v2", game)

    def derived(self, game: str, of: Literal["lots", "secrets"], *what: str | bytes) -> bytes:
        """32 bytes for one purpose, from the key and from the game's random bytes for its lots or its secrets.

        `what` begins with the name of the purpose. Raises `Faulty` for a game whose roster is lost.
        """
        from referee.home import roster  # noqa: PLC0415  slow to load, and seldom needed

        path = self.roster_path(game)
        own = getattr(roster.read(path), of)
        if not own:
            raise WrongConfig("roster-lost", where=str(path), game=game)
        return hmac.digest(self.key(), lp(*what, bytes.fromhex(own)), "sha256")

    def _folder(self, game: str) -> Path:
        if not ID.fullmatch(game):
            raise NotFound("no-such-game", game=game, games=tuple(self.games()))
        return self.path / "games" / game

    def _next_id(self) -> str:
        # Folders, not records: an id is never given twice, because secrets and lots depend on it.
        folders = (path.name for path in (self.path / "games").glob("g*"))
        numbers = [int(name[1:]) for name in folders if re.fullmatch(r"g[0-9]+", name)]
        return f"g{max(numbers, default=0) + 1}"
