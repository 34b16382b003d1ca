"""Where records and their notebooks lie in a folder, and what stands for them while they do not change.

A record is a file `record.yaml` (or `.yaml.gz`) with the notes in `notes.yaml` beside it; or any other file that begins
as a record does, such as `g17.yaml`, with the notes in `g17.notes.yaml`.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.util import files

RECORD, NOTES = "record", "notes"
ENDINGS = (".yaml", ".yaml.gz")
_BEGINS = b"---\nentry: 0\n"
_OPENING = b"\nkind: opening\n"
_PACKED = b"\x1f\x8b"
_HEAD = 200


@dataclass(frozen=True, slots=True)
class Files:
    """A record and its notebook, which need not be there.

    Attributes:
        name: the path of the record within the folder.
        stamp: the sizes and times of both files: while it stays the same, they are taken to be the same.
    """

    name: str
    record: Path
    notes: Path | None
    stamp: str

    def digest(self) -> str:
        """What stands for the content of both files: SHA-256, in hex. Raises OSError."""
        made = hashlib.sha256(self.record.read_bytes())
        if self.notes:
            made.update(b"\0" + self.notes.read_bytes())
        return made.hexdigest()


def records(folder: Path) -> tuple[Files, ...]:
    """The records in a folder and the folders in it, in the order of their names; nothing hidden, and no links.

    Raises OSError if the folder cannot be read.
    """
    return tuple(_in(folder))


def _in(folder: Path) -> Iterator[Files]:
    """Folder by folder, however deep; one that cannot be read stands there as a record that cannot be read."""
    left = [_listed(folder, "")]
    while left:
        entry, above, files = next(left[-1], _NO_MORE)
        if entry is None:
            left.pop()
        elif entry.is_dir(follow_symlinks=False):
            try:
                left.append(_listed(Path(entry.path), f"{above}{entry.name}/"))
            except OSError:
                yield Files(f"{above}{entry.name}", Path(entry.path), None, _stamp(entry))
        elif entry.name in files and (stem := _stem(entry.name)) and _is_record(entry.path, stem):
            notes = files.get(f"{NOTES}.yaml" if stem == RECORD else f"{stem}.{NOTES}.yaml")
            stamp = " ".join(_stamp(one) for one in (entry, notes) if one)
            yield Files(f"{above}{entry.name}", Path(entry.path), Path(notes.path) if notes else None, stamp)


Listed = tuple["os.DirEntry[str] | None", str, Mapping[str, "os.DirEntry[str]"]]
_NO_MORE: Listed = (None, "", {})


def _listed(folder: Path, above: str) -> Iterator[Listed]:
    """What lies in a folder, by name: each with the path of its folder, and the files beside it. Raises OSError."""
    entries = sorted(os.scandir(folder), key=lambda one: one.name)
    files = {one.name: one for one in entries if one.is_file(follow_symlinks=False)}
    return ((one, above, files) for one in entries if not one.name.startswith("."))


def _stem(name: str) -> str:
    """The name of a file without its ending, if it may be a record; else ""."""
    stem = next((name.removesuffix(one) for one in ENDINGS if name.endswith(one)), "")
    return "" if stem == NOTES or stem.endswith(f".{NOTES}") else stem


def _is_record(path: str, stem: str) -> bool:
    """Whether a file is one; of one that cannot be read that is told later."""
    if stem == RECORD:
        return True
    try:
        head = files.read(path, _HEAD)
    except OSError:
        return True
    return head.startswith(_PACKED) or (head.startswith(_BEGINS) and _OPENING in head)


def _stamp(entry: "os.DirEntry[str]") -> str:
    try:
        told = entry.stat(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return ""
    return f"{told.st_size}.{told.st_mtime_ns}"
