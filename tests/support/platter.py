"""Every disk that a loss of power may leave, computed from what a double of the system recorded.

These are the rules of a file system that keeps its promises and no more (as in the ALICE study of 2014):

* Data written to a file since its last sync may be missing, or be there up to any sector of 512 bytes; the file
  may have its new length with zeros from any sector on, or with zeros in any one sector.
* A name given or removed since its folder's last sync may or may not be there, each independently of the others.
  A rename removes the old name only if the new one is there: it may leave both names, and never none.
* What was synced is there.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path

from referee.table.snapshots import NAME
from referee.util.values import Struct, Value, field
from support.faults import Disk

SECTOR = 512
Tree = Mapping[str, bytes | None]
"""A disk: the content of each file by its path; None for a folder."""


class Inode(Struct, dict=True):
    """A file, whatever its names: what is surely on the disk, and what was written since, each (where, bytes).

    `sealed`: it counts whole or not at all, so that one torn content stands for all of them.
    """

    safe: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    known: tuple[int, list[bytes]] | None = None
    sealed: bool = False

    @property
    def now(self) -> bytes:
        """The content as a process reads it."""
        data = self.safe
        for at, new in self.since:
            data = data[:at] if new is None else data[:at] + new + data[at + len(new) :]
        return data

    def states(self) -> list[bytes]:
        """All contents that may be left."""
        if not self.since:
            return [self.safe]
        if self.known and self.known[0] == len(self.since):
            return self.known[1]
        self.known = len(self.since), self._states()
        return self.known[1]

    def _states(self) -> list[bytes]:
        new = self.now
        if self.sealed:
            return [new[: len(new) // 2], new]
        found = {self.safe, new}
        begins = min(len(self.safe), len(new), *(at for at, _ in self.since))
        edges = range(begins - begins % SECTOR, len(new), SECTOR)
        for edge in edges:
            at, end = max(edge, begins), min(edge + SECTOR, len(new))
            found.add(new[:at])
            found.add(new[:at] + self.safe[at:])
            found.add(new[:at] + bytes(len(new) - at))
            found.add(new[:at] + bytes(end - at) + new[end:])
        return sorted(found)


class Change(Value, dict=True):
    """A name given (to a file or a folder) or removed in a folder; it can only be on the disk if `after` is."""

    folder: str
    name: str
    what: "Inode | str | None"
    after: "Change | None" = None


class Platter:
    """The disk that results from what a double recorded."""

    def __init__(self, root: Path) -> None:
        """Everything that is in a folder now is safe."""
        self.root = root
        self.safe: dict[str, dict[str, Inode | str]] = {}
        self.changes: list[Change] = []
        self.inodes: dict[int, Inode] = {}
        self.unnamed: dict[str, Inode] = {}
        for path in (root, *root.rglob("*")):
            if path.is_dir():
                self.safe[str(path)] = {}
            else:
                self.inodes[path.stat().st_ino] = Inode(path.read_bytes())
            if path != root:
                self.safe[str(path.parent)][path.name] = (
                    str(path) if path.is_dir() else self.inodes[path.stat().st_ino]
                )

    def now(self, path: str) -> "Inode | str | None":
        """What has this name, as a process sees it."""
        folder, _, name = path.rpartition("/")
        found = self.safe.get(folder, {}).get(name)
        for change in self.changes:
            if (change.folder, change.name) == (folder, name):
                found = change.what
        return found

    def do(self, act: Sequence[str], ino: int, at: int, data: bytes) -> None:
        """Apply one more act."""
        match act:
            case "create", path:
                if self.now(path) is None:
                    self.inodes[ino] = Inode(sealed=NAME in path.rpartition("/")[2])
                    self._create(path, self.inodes[ino])
            case "write", _:
                self.inodes[ino].since.append((at, data))
            case "ftruncate", _:
                self.inodes[ino].since.append((at, None))
            case "fsync", path if path in self.safe:
                self._sync_folder(path)
            case "fsync", _:
                self.inodes[ino] = self._synced(ino)
            case "mkdir", path:
                self.safe[path] = {}
                self._change(path, path)
            case (("unlink" | "rmdir"), path):
                self._change(path, None)
            case "link", old, new:
                self._change(new, self.now(old))
            case "replace", old, new if old in self.unnamed:
                self._change(new, self.unnamed.pop(old))
            case (("rename" | "replace"), old, new):
                given = self._change(new, self.now(old))
                self._change(old, None, given)
            case _:
                raise ValueError(act)

    def _synced(self, ino: int) -> Inode:
        inode = self.inodes[ino]
        inode.safe, inode.since, inode.known = inode.now, [], None
        return inode

    def _create(self, path: str, inode: Inode) -> None:
        """A sealed file is not there before it has its own name: that it is swept until then is tested elsewhere."""
        if inode.sealed:
            self.unnamed[path] = inode
        else:
            self._change(path, inode)

    def _change(self, path: str, what: "Inode | str | None", after: Change | None = None) -> Change:
        folder, _, name = path.rpartition("/")
        self.changes.append(Change(folder, name, what, after))
        return self.changes[-1]

    def _sync_folder(self, folder: str) -> None:
        # If a name is gone, the other name that the file got is on the disk too.
        with_it = {id(change.after) for change in self.changes if change.folder == folder and change.after}
        left = []
        for change in self.changes:
            if change.folder == folder or id(change) in with_it:
                _apply(self.safe, change)
            else:
                left.append(change)
        self.changes = left

    def states(self) -> Iterator[Tree]:
        """All disks that may be left if the power is lost now."""
        for chosen in product((False, True), repeat=len(self.changes)):
            happened = {id(change) for change, one in zip(self.changes, chosen, strict=True) if one}
            open_ = {id(change) for change in self.changes}
            if any(
                id(one) in happened and one.after and id(one.after) in open_ - happened
                for one in self.changes
            ):
                continue
            folders = {name: dict(inside) for name, inside in self.safe.items()}
            for change in self.changes:
                if id(change) in happened:
                    _apply(folders, change)
            yield from _trees(folders, str(self.root))


def _apply(folders: dict[str, dict[str, Inode | str]], change: Change) -> None:
    inside = folders.setdefault(change.folder, {})
    if change.what is None:
        inside.pop(change.name, None)
    else:
        inside[change.name] = change.what


def _trees(folders: Mapping[str, Mapping[str, Inode | str]], root: str) -> Iterator[Tree]:
    """The disks with these names, and every possible content of the unsynced files, independently."""
    named = dict(_named(folders, root, ""))
    inodes = {id(one): one for one in named.values() if isinstance(one, Inode)}
    for contents in product(*(one.states() for one in inodes.values())):
        has = dict(zip(inodes, contents, strict=True))
        yield {path: has[id(one)] if isinstance(one, Inode) else None for path, one in named.items()}


def _named(
    folders: Mapping[str, Mapping[str, Inode | str]], folder: str, where: str
) -> Iterator[tuple[str, "Inode | str"]]:
    for name, what in folders[folder].items():
        yield f"{where}{name}", what
        if isinstance(what, str):
            yield from _named(folders, what, f"{where}{name}/")


class Digests:
    """Digests to recognize equal disks; each file's is computed once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[bytes, bytes]] = {}

    def of(self, tree: Tree) -> bytes:
        """The digest of a disk."""
        lines = (f"{path} {'' if data is None else self._file(data).hex()}\n" for path, data in tree.items())
        return hashlib.sha256("".join(sorted(lines)).encode()).digest()

    def _file(self, data: bytes) -> bytes:
        if id(data) not in self._known:
            self._known[id(data)] = data, hashlib.sha256(data).digest()  # kept, so that its id stays unique
        return self._known[id(data)][1]


def write(tree: Tree, folder: Path) -> None:
    """Write a disk into a folder."""
    folder.mkdir(mode=0o700)
    for path in sorted(tree):
        data = tree[path]
        if data is None:
            (folder / path).mkdir(mode=0o700)
        else:
            (folder / path).write_bytes(data)


def disks(root: Path, double: Disk, before: Platter, most: int | None = None) -> Iterator[tuple[int, Tree]]:
    """Every disk that may be left, with the number of acts done by then; each only once.

    `most`: at most so many after each act, because where nothing is synced they are countless.
    """
    assert before.root == root
    seen, digests = set[bytes](), Digests()
    for number in range(len(double.log) + 1):
        if number:
            before.do(double.log[number - 1], *double.data[number - 1])
        for tree in islice(before.states(), most):
            if (key := digests.of(tree)) not in seen:
                seen.add(key)
                yield number, tree
