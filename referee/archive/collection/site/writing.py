"""The files of a site: written where they differ, and taken away when nothing needs them any more.

`made.json` in the site tells which files are ours, each with a key of what it was made from. A file whose key is still
the same is not made again; a file that is not ours is never touched. While a site is made, `made.part` tells what was
written so far: after a run that was broken off these are made again, or taken away.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from referee.util.errors import CannotWrite, Faulty

MANIFEST, PART = "made.json", "made.part"


def key_of(*inputs: object) -> str:
    """What stands for the inputs that a file is made from."""
    return hashlib.sha256(repr(inputs).encode()).hexdigest()[:20]


class Site:
    """A folder with the files of a site."""

    def __init__(self, folder: Path) -> None:
        """Take up a site, or begin one in a folder that is new, empty, or ours. Raises `Faulty` and OSError."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        manifest = folder / MANIFEST
        if not manifest.exists() and any(folder.iterdir()):
            raise CannotWrite("folder-not-empty", where=str(folder), name=str(folder))
        self._before = dict(_listed(manifest)) if manifest.exists() else {}
        with suppress(FileNotFoundError):
            self._before |= dict.fromkeys((folder / PART).read_text("utf-8").splitlines(), "")
        self._there = {
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        } & self._before.keys()
        self._now: dict[str, str] = {}
        self.written = 0
        if not manifest.exists():
            manifest.write_text("{}", "utf-8")

    def needs(self, path: str, key: str) -> bool:
        """Whether a file has to be made; if not, it is kept."""
        if path in self._there and self._before[path] == key:
            self._now[path] = key
            return False
        return True

    def write(self, path: str, key: str, data: str) -> None:
        """Write a file. Raises OSError."""
        with (self.folder / PART).open("a", encoding="utf-8") as part:
            part.write(f"{path}\n")
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(data, "utf-8")
        self._now[path] = key
        self.written += 1

    def put(self, path: str, key: str, make: Callable[[], str]) -> None:
        """Write a file, if what it is made from has changed. Raises OSError."""
        if self.needs(path, key):
            self.write(path, key, make())

    def keep(self, begins: str) -> bool:
        """Keep every file whose path begins so; False if there is none."""
        kept = {path: self._before[path] for path in self._there if path.startswith(begins)}
        self._now |= kept
        return bool(kept)

    def paths(self) -> Iterable[str]:
        """The files of this run so far."""
        return self._now.keys()

    def finish(self) -> int:
        """Take away the files that nothing needs any more, and write down which are ours; gives how many went."""
        gone = self._there - self._now.keys()
        for path in gone:
            (self.folder / path).unlink(missing_ok=True)
        for folder in {parent for path in gone for parent in (self.folder / path).parents}:
            if folder != self.folder and folder.is_relative_to(self.folder):
                with suppress(OSError):
                    folder.rmdir()
        made = self.folder / f"{MANIFEST}.part"
        made.write_text(json.dumps(self._now, indent=0, sort_keys=True), "utf-8")
        made.replace(self.folder / MANIFEST)
        (self.folder / PART).unlink(missing_ok=True)
        return len(gone)


def _listed(manifest: Path) -> Mapping[str, str]:
    """The files that are ours. Raises `Faulty` for a damaged list: what it no longer names would stay for ever."""
    with suppress(ValueError):
        told = json.loads(manifest.read_text("utf-8"))
        if isinstance(told, dict) and all(isinstance(one, str) for one in told.values()):
            return told
    raise Faulty("site-damaged", where=str(manifest), name=str(manifest))
