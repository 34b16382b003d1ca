"""A home folder: the key, the games, each with its record and its roster.

    HOME/key                      32 random bytes, hex; secrets of games come from it by HMAC
    HOME/signing-key              the keeper's own, where seals are signed (see `referee.signing`)
    HOME/games/ID/record.yaml     the record: neither secrets nor addresses
    HOME/games/ID/roster.yaml     what must not stand in the record: addresses, a seed given by hand
    HOME/config.yaml              how mail reaches the referee (see `referee.config`)
    HOME/seats/                   the secrets of the seats, by their hashes (see `referee.identity`)
    HOME/post/                    letters in and out (see `referee.post.spool` and `referee.outbox`)

A home that others can read is refused: it holds what is hidden.
"""

import hashlib
import hmac
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from referee import files
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
            files.private_folder(self.path)
            files.sync_folder(self.path.parent)
            files.write_new(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode())
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

    def folder(self, game: str) -> Path:
        """The folder of a game. Raises `Faulty` if there is no such game here."""
        return self.record_path(game).parent

    def roster_path(self, game: str) -> Path:
        """Where the roster of a game lies; the file need not be there. Raises `Faulty` for what is no id."""
        return self._folder(game) / "roster.yaml"

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
        files.private_folder(folder)
        files.sync_folder(self.path)
        if seed:
            files.write_new(folder / "roster.yaml", f'seed: "{seed.lower()}"\n'.encode())
        return game, folder / "record.yaml"

    def delete(self, game: str) -> None:
        """Delete a game; what stays is its folder, so that its id is taken for ever. Raises `Faulty`; OSError."""
        folder = self.folder(game)
        files.replace(folder / "deleted", b"")
        for path in folder.iterdir():
            if path.name not in {"deleted", "record.yaml"}:
                files.remove(path)
        # Last: as long as it is there, the deletion can be asked for again.
        files.remove(folder / "record.yaml")

    def secret(self, game: str) -> bytes:
        """The secret of a game's lots: the seed given when it was opened, else made of the key (32 bytes)."""
        path = self.roster_path(game)
        if not path.exists():
            return self._derived("lots", game)
        from referee import roster  # noqa: PLC0415  slow to load, and seldom needed

        seed = roster.read(path).seed
        return secret_of_seed(seed) if seed else self._derived("lots", game)

    def _derived(self, *what: str) -> bytes:
        return hmac.new(self.key(), "\0".join(what).encode(), hashlib.sha256).digest()

    def _folder(self, game: str) -> Path:
        if not ID.fullmatch(game):
            raise Faulty("no-such-game", game=game, games=tuple(self.games()))
        return self.path / "games" / game

    def _next_id(self) -> str:
        # Folders, not records: an id that was ever given is never given again, for secrets and lots rest on it.
        folders = (path.name for path in (self.path / "games").glob("g*"))
        numbers = [int(name[1:]) for name in folders if re.fullmatch(r"g[0-9]+", name)]
        return f"g{max(numbers, default=0) + 1}"


def secret_of_seed(seed: str) -> bytes:
    """32 bytes for a seed given as pairs of hexadecimal digits. Raises `Faulty` if it is none."""
    if not SEED.fullmatch(seed):
        raise Faulty("bad-seed", seed=seed)
    return hashlib.sha256(b"referee seed" + bytes.fromhex(seed)).digest()
