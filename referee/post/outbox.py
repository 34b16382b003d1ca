"""Letters out: those due, those sent, and those that could not be delivered. Their file names are the ledger.

    HOME/post/out/g1.thor.9.eml          due; beside it `g1.thor.9.yaml`, if refused for now (`referee.post.ways.tries`)
    HOME/post/sent/g1/g1.thor.9.eml      sent
    HOME/post/failed/g1/g1.thor.9.eml    refused for good; the reason is in `g1.thor.9.yaml` beside it
    HOME/post/out/g1.thor.note-x.eml     a notice that no entry calls for: see `referee.desk.letters.notices`
    HOME/post/notices/out/keeper.x.eml   due to the keeper: see `referee.post.keeper_mail`
    HOME/post/notices/done/...           to the keeper, sent or refused; kept so that it is not written again
    HOME/post/told/g1                    how long the record was when every letter due had been written
    HOME/post/gathering                  a mail of several letters that was begun: the first, its digest, the others
    HOME/post/gathered/g1.thor.9         the others that the mail of this letter holds, until it is sent
    HOME/post/sums/g1                    each letter's length and digest when it was written (`referee.post.outbox`)

The number of a letter says up to which entry it informs its reader (see `referee.table.index`), so nothing
else has to be kept. `told` only saves looking, and may be deleted at any time.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee.post.ways import tries
from referee.post.ways.tries import Tries
from referee.util import files
from referee.util.regexes import regex

# The length and SHA-256 of each letter out as it was written, so that none goes out cut short.
#
# Lines are only appended, and not synced. If a letter has no line, nothing is known about it, and it goes out
# as it is.


LINE = regex(rb"([a-z0-9.-]{1,90}) ([0-9]{1,12}) ([0-9a-f]{64})")


class Sums:
    """Lengths and digests of the letters out of a home, in its folder `post`."""

    def __init__(self, post: Path) -> None:
        """Take the folder; the files are read when they are first needed."""
        self._folder = post / "sums"
        self._known: dict[str, dict[str, str]] = {}

    def note(self, number: str, data: bytes) -> None:
        """A letter is about to be written. Raises OSError."""
        files.private_folder(self._folder)
        # It begins a new line even where the last one was cut short.
        files.add(self._folder / _game(number), f"\n{number} {_sum(data)}\n".encode("ascii"))
        self._known.pop(_game(number), None)

    def fits(self, number: str, data: bytes) -> bool:
        """Whether a letter is as it was written, as far as is known."""
        if self._says(number, data):
            return True
        self._known.pop(_game(number), None)  # it may have been written again meanwhile
        return self._says(number, data)

    def forget(self, game: str) -> None:
        """Forget the letters of a game. Raises OSError."""
        self._known.pop(game, None)
        files.remove(self._folder / game)

    def _says(self, number: str, data: bytes) -> bool:
        game = _game(number)
        if game not in self._known:
            self._known[game] = dict(self._read(game))
        known = self._known[game].get(number)
        return known is None or known == _sum(data)

    def _read(self, game: str) -> Iterator[tuple[str, str]]:
        try:
            lines = (self._folder / game).read_bytes().split(b"\n")
        except OSError:
            return
        for found in map(LINE.fullmatch, lines):
            if found:
                yield found[1].decode(), f"{found[2].decode()} {found[3].decode()}"


def _game(number: str) -> str:
    return number.partition(".")[0]


def _sum(data: bytes) -> str:
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"


NOBODYS_GAME = "0"
"""Stands for the game in the number of a letter to somebody who does not play; no game can have this name."""

NAME = regex(r"([a-z][a-z0-9-]{0,31}|0)\.([a-z][a-z0-9-]*)\.([1-9][0-9]{0,8})\.eml")
NOTICE = regex(r"[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.note-[a-z0-9-]{1,60}\.eml")
FOR_KEEPER = regex(r"keeper\.[a-z0-9-]{1,70}\.[0-9]{8}\.eml")

COUNTED = "counted-as-sent"
GATHERING = "gathering"
"""Is there only while one mail takes the place of several; whoever finds it finishes the work."""
"""A file beside the sent letters of a game whose outbox was lost: up to which letter each seat counts as informed."""


class Outbox:
    """The letters out of a home."""

    def __init__(self, post: Path) -> None:
        """Take the folder of the mails; it is made with the first letter."""
        self._gathering, self._gathered = post / GATHERING, post / "gathered"
        self.out, self._sent, self._told = post / "out", post / "sent", post / "told"
        self._failed = post / "failed"
        self._for_keeper, self._keeper_told = post / "notices" / "out", post / "notices" / "done"
        self.sums = Sums(post)
        self._due: dict[str, dict[str, int]] | None = None

    def due(self) -> list[Path]:
        """The letters to be sent, each seat's in the order of their numbers; the notices come last."""
        return [*sorted(_letters(self.out), key=_order), *sorted(_notices(self.out))]

    def is_due(self, number: str) -> bool:
        """Whether a letter waits to be sent, and was not refused yet."""
        path = self.out / f"{number}.eml"
        return path.exists() and not tries.place(path).exists()

    def due_bytes(self, number: str) -> bytes:
        """A letter that waits to be sent. Raises OSError."""
        return (self.out / f"{number}.eml").read_bytes()

    def put(self, number: str, data: bytes) -> Path:
        """Write a letter as due, or replace it; when this returns it is on the disk, and counts as never tried.

        A notice is put here in the same way, but no letter depends on it, and none is made again.
        """
        files.private_folder(self.out)
        path = self.out / f"{number}.eml"
        if NOTICE.fullmatch(path.name):
            files.replace(path, data)
            return path
        tries.forget(path)
        if not number.startswith(f"{NOBODYS_GAME}."):
            self.sums.note(number, data)
        files.replace(path, data)
        self._settled(path)
        _note(self._due_by_game().setdefault(number.partition(".")[0], {}), path)
        return path

    def keep(self, number: str, data: bytes) -> None:
        """Write a letter as sent: its reader is a program of the house, which needs no mail. Raises OSError."""
        folder = self._sent / number.partition(".")[0]
        files.private_folder(folder)
        self.sums.note(number, data)
        files.replace(folder / f"{number}.eml", data)

    def sent(self, path: Path) -> None:
        """Move a letter that has gone out."""
        game = path.name.partition(".")[0]
        files.private_folder(self._sent / game)
        files.move(path, self._sent / game / path.name)
        tries.forget(path)
        self._settled(path)
        if (held := self._gathered / path.stem).exists():
            files.remove(held)

    def due_again(self, number: str) -> None:
        """Let a letter that counts as sent be due again, as it was written."""
        path = self._sent / number.partition(".")[0] / f"{number}.eml"
        if path.exists():
            files.move(path, self.out / path.name)

    def failed(self, path: Path, why: Tries) -> None:
        """Lay aside a letter that cannot be delivered: it waits for the keeper, and its reader counts as informed."""
        place = self._failed_place(path)
        files.private_folder(place.parent)
        tries.write(place, why)
        files.move(path, place)
        tries.forget(path)

    def all_failed(self) -> list[tuple[str, Tries]]:
        """The letters that could not be delivered, by number, and what happened to each."""
        folders = sorted(self._failed.iterdir()) if self._failed.is_dir() else []
        paths = (path for folder in folders for path in sorted(_letters(folder), key=_order))
        return [(path.stem, tries.read(path)) for path in paths]

    def refused(self, game: str, seat: str) -> list[Path]:
        """The letters to a seat that could not be delivered, in the order of their numbers."""
        return sorted(_letters(self._failed / game, f"{game}.{seat}."), key=_order)

    def settle_tries(self) -> None:
        """Remove half-written states that a killed process left. Call it only where nobody else sends."""
        files.sweep(self.out, lambda name: name.endswith(tries.SUFFIX))
        for folder in self._failed.iterdir() if self._failed.is_dir() else ():
            files.sweep(folder, lambda name: name.endswith(tries.SUFFIX))

    def _settled(self, path: Path) -> None:
        """Forget that a letter was refused: it is due again, or has gone out at last."""
        place = self._failed_place(path)
        if place.exists():
            files.remove(place)
        tries.forget(place)

    def _failed_place(self, path: Path) -> Path:
        return self._failed / path.name.partition(".")[0] / path.name

    def find(self, number: str) -> Path | None:
        """The letter with that number, whether due, sent or refused; None if there is none."""
        game = number.partition(".")[0]
        folders = (self.out, self._sent / game, self._failed / game)
        places = (folder / f"{number}.eml" for folder in folders)
        return next((path for path in places if path.exists()), None)

    def numbers(self, game: str, seat: str) -> list[int]:
        """The numbers of the letters to a seat, due, sent or refused, lowest first."""
        folders = (self.out, self._sent / game, self._failed / game)
        return sorted({_number(path) for one in folders for path in _letters(one, f"{game}.{seat}.")})

    def noticed(self, begins: str) -> int:
        """How many notices whose number begins so are due, sent or refused."""
        game = begins.partition(".")[0]
        folders = (self.out, self._sent / game, self._failed / game)
        return sum(path.name.startswith(begins) for one in folders for path in _notices(one))

    def unsent(self, game: str, seat: str) -> list[int]:
        """The numbers of the letters to a seat that have not gone out, lowest first."""
        folders = (self.out, self._failed / game)
        return sorted({_number(path) for one in folders for path in _letters(one, f"{game}.{seat}.")})

    def waiting(self, game: str, seat: str) -> list[int]:
        """The numbers of the letters to a seat that are due, lowest first."""
        return sorted(_number(path) for path in _letters(self.out, f"{game}.{seat}."))

    def last(self, game: str) -> Mapping[str, int]:
        """The number of the last letter to each seat of a game, due, sent or refused; {} after the outbox was lost.

        The letters due are listed once, in `refresh`, because there may be very many of other games.
        """
        last: dict[str, int] = self._counted(game)
        for seat, number in self._due_by_game().get(game, {}).items():
            last[seat] = max(number, last.get(seat, 0))
        for path in (*_letters(self._sent / game), *_letters(self._failed / game)):
            _note(last, path)
        return last

    # Mails to the keeper: nothing else depends on them

    def put_for_keeper(self, name: str, data: bytes) -> None:
        """Write a mail to the keeper as due. Raises OSError."""
        files.private_folder(self._for_keeper)
        files.replace(self._for_keeper / f"{name}.eml", data)

    def due_for_keeper(self) -> list[Path]:
        """The mails to the keeper that are to be sent."""
        return sorted(path for path in _in(self._for_keeper) if FOR_KEEPER.fullmatch(path.name))

    def keeper_was_told(self, begins: str) -> bool:
        """Whether a mail to the keeper whose name begins with `begins` is due or has been sent."""
        folders = (self._for_keeper, self._keeper_told)
        return any(path.name.startswith(begins) for folder in folders for path in _in(folder))

    def sent_to_keeper(self, path: Path) -> None:
        """Put away a mail to the keeper that was sent, or will never be."""
        files.private_folder(self._keeper_told)
        files.move(path, self._keeper_told / path.name)
        tries.forget(path)

    # After the outbox was lost

    def count_as_sent(self, game: str, last: Mapping[str, int]) -> None:
        """After the outbox was lost: count these letters, and those before them, as sent."""
        files.private_folder(self._sent / game)
        lines = "".join(f"{seat} {number}\n" for seat, number in last.items())
        files.replace(self._sent / game / COUNTED, lines.encode("ascii"))

    def _counted(self, game: str) -> dict[str, int]:
        try:
            text = (self._sent / game / COUNTED).read_text("ascii")
        except FileNotFoundError:
            return {}
        return {seat: int(number) for seat, number in map(str.split, text.splitlines())}

    def refresh(self) -> None:
        """Look again at what is due when it is next asked for: other processes may have written."""
        self._due = None

    def _due_by_game(self) -> dict[str, dict[str, int]]:
        if self._due is None:
            self._due = {}
            for path in _letters(self.out):
                _note(self._due.setdefault(path.name.partition(".")[0], {}), path)
        return self._due

    def told(self, game: str) -> int:
        """How long the record was when every letter due had been written; -1 if that is unknown."""
        try:
            return int((self._told / game).read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return -1

    def mark_told(self, game: str, size: int) -> None:
        """Note that every letter due by a record of this length is written."""
        files.private_folder(self._told)
        files.jot(self._told / game, b"%d" % size)  # if this is lost, we look once more

    def spoiled(self, path: Path) -> None:
        """Note that a letter due has been damaged: the next pass looks at its game and makes the letter again."""
        self.look_again(path.name.partition(".")[0])

    def look_again(self, game: str) -> None:
        """Note that a letter of a game may be due: the next pass looks. Raises OSError."""
        files.remove(self._told / game)

    def all_spoiled(self, game: str) -> list[str]:
        """The damaged letters of a game that are due, each seat's in the order of their numbers."""
        paths = sorted(_letters(self.out, f"{game}."), key=_order)
        return [path.stem for path in paths if not self.sums.fits(path.stem, path.read_bytes())]

    def drop(self, number: str) -> None:
        """Delete one letter, due or sent, that nobody needs to know about any more."""
        while (path := self.find(number)) is not None:
            tries.forget(path)
            files.remove(path)

    def forget(self, game: str) -> None:
        """Delete every letter of a game that no longer exists, also half-written ones that a killed process left."""
        notices = (path for path in _notices(self.out) if path.name.startswith(f"{game}."))
        for path in (*_letters(self.out, f"{game}."), *notices):
            files.remove(path)
            files.remove(tries.place(path))
        files.sweep(self.out, lambda name: name.startswith(f"{game}."))
        files.sweep(self._told, game.__eq__)
        files.remove_folder(self._sent / game)
        files.remove_folder(self._failed / game)
        files.remove(self._told / game)
        self.sums.forget(game)
        self.refresh()

    def send_together(self, first: str, mail: bytes, others: Sequence[str]) -> None:
        """Let a letter go out as this mail, which holds others: they count as sent. Raises OSError.

        Only a process that holds the lock of sending does this, and looks whether it was begun: so each letter goes
        out once, whenever a process ends.
        """
        text = " ".join([first, hashlib.sha256(mail).hexdigest(), *others])
        files.replace(self._gathering, text.encode("ascii"))
        self.put(first, mail)
        self.settle_together()

    def send_apart(self, first: str) -> None:
        """Let the others go out alone, because the mail that held them was damaged before it went. Raises OSError."""
        try:
            others = (self._gathered / first).read_text("ascii").split()
        except FileNotFoundError:
            return
        for number in others:
            self.due_again(number)
        files.remove(self._gathered / first)

    def settle_together(self) -> None:
        """Finish what was begun: if the mail that holds all is there, or has gone, the others count as sent."""
        try:
            first, digest, *others = self._gathering.read_text("ascii").split()
        except FileNotFoundError:
            return
        except ValueError:
            files.remove(self._gathering)
            return
        path = self.find(first)
        if path is not None and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
            files.private_folder(self._gathered)
            files.replace(self._gathered / first, " ".join(others).encode("ascii"))
            for number in others:
                if self.is_due(number):
                    self.sent(self.out / f"{number}.eml")
        files.remove(self._gathering)

    def settle(self) -> None:
        """Finish what a killed process may have begun: make names durable, and remove half-written letters.

        Call it only where nobody else writes letters.
        """
        files.sweep(self.out, lambda name: NAME.fullmatch(name) or NOTICE.fullmatch(name))
        files.sweep(self._told, bool)
        for folder in (self.out, self._sent):
            if folder.is_dir():
                files.sync_folder(folder)


def _in(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _letters(folder: Path, begins: str = "") -> list[Path]:
    return list(_found(folder, begins)) if folder.is_dir() else []


def _found(folder: Path, begins: str) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.name.startswith(begins) and NAME.fullmatch(path.name))


def _notices(folder: Path) -> list[Path]:
    return [path for path in _in(folder) if NOTICE.fullmatch(path.name)]


def _note(last: dict[str, int], path: Path) -> None:
    """Enter a letter in `last`, if it is the last one to its seat."""
    seat = path.name.split(".")[1]
    last[seat] = max(_number(path), last.get(seat, 0))


def _order(path: Path) -> tuple[list[str], int]:
    return path.name.split(".")[:2], _number(path)


def _number(path: Path) -> int:
    return int(path.name.split(".")[2])
