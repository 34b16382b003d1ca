"""A home folder: the key, the games, each with its record and its roster.

    HOME/key                      32 random bytes, hex; secrets of games come from it by HMAC
    HOME/games/ID/record.yaml     the record: neither secrets nor addresses
    HOME/games/ID/roster.yaml     what must not stand in the record: a seed given by hand

A home that others can read is refused: it holds what is hidden.
"""

import hashlib
import hmac
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from referee.game import Faulty

KEY_BYTES = 32
ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
SEED = re.compile(r"(?:[0-9a-fA-F]{2}){1,64}")


class Home:
    """The folder a referee works in. Made when it is first used; every file in it is the keeper's alone."""

    def __init__(self, path: str | Path) -> None:
        """Take a folder as home. Raises `Faulty` if others than its owner can read it."""
        self.path = Path(path)
        if self.path.exists():
            self._refuse_open_doors()

    def _refuse_open_doors(self) -> None:
        if not self.path.is_dir():
            raise Faulty("home-no-folder", where=str(self.path))
        mode = stat.S_IMODE(self.path.stat().st_mode)
        if mode & 0o077:
            raise Faulty("home-open", where=str(self.path), mode=f"{mode:03o}")

    def key(self) -> bytes:
        """The key of this home; made on first use. Raises `Faulty` if it is no key, or gone while games rest on it."""
        path = self.path / "key"
        if not path.exists():
            if any(self.games()):
                raise Faulty("key-missing", where=str(path))
            _make_private_folder(self.path)
            _write_new(path, secrets.token_hex(KEY_BYTES) + "\n")
        text = path.read_text("ascii", errors="replace").strip()
        if not re.fullmatch(r"[0-9a-f]{64}", text):
            raise Faulty("key-damaged", where=str(path))
        return bytes.fromhex(text)

    def record_path(self, game: str) -> Path:
        """Where the record of a game lies. Raises `Faulty` if there is no such game here."""
        path = self._folder(game) / "record.yaml"
        if not path.exists():
            raise Faulty("no-such-game", game=game, games=tuple(self.games()))
        return path

    def games(self) -> Iterator[str]:
        """The ids of all games here, in the order of their numbers."""
        folders = (self.path / "games").glob("*/record.yaml")
        yield from sorted((path.parent.name for path in folders), key=lambda name: (len(name), name))

    def new_game(self, wanted: str, seed: str) -> tuple[str, Path]:
        """The id and the record's path of a new game; its folder is made, its seed kept beside the record.

        Raises `Faulty` for an id that is taken or cannot be one, and for a seed that is no hexadecimal number.
        """
        game = wanted or self._next_id()
        if not ID.fullmatch(game):
            raise Faulty("bad-id", id=game)
        if seed and not SEED.fullmatch(seed):
            raise Faulty("bad-seed", seed=seed)
        folder = self._folder(game)
        if folder.exists():
            raise Faulty("id-taken", id=game)
        self.key()
        _make_private_folder(folder)
        if seed:
            _write_new(folder / "roster.yaml", f'seed: "{seed.lower()}"\n')
        return game, folder / "record.yaml"

    def secret(self, game: str) -> bytes:
        """The secret of a game's lots: the seed given when it was opened, else made of the key (32 bytes)."""
        roster = self._folder(game) / "roster.yaml"
        if not roster.exists():
            return self._derived("lots", game)
        from referee import plainyaml  # noqa: PLC0415  slow to load, and seldom needed

        given = plainyaml.read_file(roster).value
        seed = given.get("seed", "") if isinstance(given, dict) else ""
        return secret_of_seed(seed) if seed else self._derived("lots", game)

    def _derived(self, *what: str) -> bytes:
        return hmac.new(self.key(), "\0".join(what).encode(), hashlib.sha256).digest()

    def _folder(self, game: str) -> Path:
        if not ID.fullmatch(game):
            raise Faulty("no-such-game", game=game, games=tuple(self.games()))
        return self.path / "games" / game

    def _next_id(self) -> str:
        numbers = [int(name[1:]) for name in self.games() if re.fullmatch(r"g[0-9]+", name)]
        return f"g{max(numbers, default=0) + 1}"


def secret_of_seed(seed: str) -> bytes:
    """32 bytes for a seed given as pairs of hexadecimal digits. Raises `Faulty` if it is none."""
    if not SEED.fullmatch(seed):
        raise Faulty("bad-seed", seed=seed)
    return hashlib.sha256(b"referee seed" + bytes.fromhex(seed)).digest()


def _make_private_folder(path: Path) -> None:
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(mode=0o700)


def _write_new(path: Path, text: str) -> None:
    """A new file for the owner alone, on the disk before anything rests on it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    _sync_folder(path.parent)


def _sync_folder(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
