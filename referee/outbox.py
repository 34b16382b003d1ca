"""Letters out: those that are due, and those that were sent. Their names are the ledger.

    HOME/post/out/g1.thor.9.eml          due
    HOME/post/sent/g1/g1.thor.9.eml      sent
    HOME/post/told/g1                    how long the record was when all that was due had been written

The number of a letter says up to which entry it told its reader (see `referee.index`), so nothing else has to be
kept. `told` only saves looking, and may be deleted at any time.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee import files

NAME = re.compile(r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]*)\.([1-9][0-9]{0,8})\.eml")

COUNTED = "counted-as-sent"
"""Beside the letters sent of a game, if the outbox was lost: up to which letter each seat counts as told."""


class Outbox:
    """The letters out of a home."""

    def __init__(self, post: Path) -> None:
        """Take up the letters out below this folder; it is made when the first is written."""
        self.out, self._sent, self._told = post / "out", post / "sent", post / "told"
        self._due: dict[str, dict[str, int]] | None = None

    def due(self) -> list[Path]:
        """The letters to be sent, those of one seat in the order of their numbers."""
        return sorted(_letters(self.out), key=lambda path: (path.name.split(".")[:2], _number(path)))

    def put(self, number: str, data: bytes) -> Path:
        """Write a letter down as due, or anew if it is; it is on the disk when this returns."""
        files.private_folder(self.out)
        path = self.out / f"{number}.eml"
        files.replace(path, data)
        _note(self._due_by_game().setdefault(number.partition(".")[0], {}), path)
        return path

    def sent(self, path: Path) -> None:
        """A letter has gone out."""
        game = path.name.partition(".")[0]
        files.private_folder(self._sent / game)
        files.move(path, self._sent / game / path.name)

    def find(self, number: str) -> Path | None:
        """The letter of that number, due or sent; None if there is none."""
        game = number.partition(".")[0]
        places = (self.out / f"{number}.eml", self._sent / game / f"{number}.eml")
        return next((path for path in places if path.exists()), None)

    def numbers(self, game: str, seat: str) -> list[int]:
        """The numbers of the letters to a seat, due or sent, lowest first."""
        places = (*_letters(self.out, f"{game}.{seat}."), *_letters(self._sent / game, f"{game}.{seat}."))
        return sorted({_number(path) for path in places})

    def last(self, game: str) -> Mapping[str, int]:
        """The number of the last letter to each seat of a game, due or sent; no seats after the outbox was lost.

        What is due is looked up once in `refresh`, for there may be a great many letters of other games.
        """
        last: dict[str, int] = self._counted(game)
        for seat, number in self._due_by_game().get(game, {}).items():
            last[seat] = max(number, last.get(seat, 0))
        for path in _letters(self._sent / game):
            _note(last, path)
        return last

    def count_as_sent(self, game: str, last: Mapping[str, int]) -> None:
        """After the outbox was lost: these letters, and those before them, count as sent."""
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
        """Look again at what is due, when it is next asked for: others may have been here."""
        self._due = None

    def _due_by_game(self) -> dict[str, dict[str, int]]:
        if self._due is None:
            self._due = {}
            for path in _letters(self.out):
                _note(self._due.setdefault(path.name.partition(".")[0], {}), path)
        return self._due

    def told(self, game: str) -> int:
        """How long the record was when all that was due had been written; -1 if that is not known."""
        try:
            return int((self._told / game).read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return -1

    def mark_told(self, game: str, size: int) -> None:
        """All that was due by a record of this length is written."""
        files.private_folder(self._told)
        files.jot(self._told / game, b"%d" % size)  # if it is lost, we look once more

    def forget(self, game: str) -> None:
        """Delete every letter of a game that is no more, also what a killed process left half written of one."""
        for path in _letters(self.out, f"{game}."):
            files.remove(path)
        files.sweep(self.out, lambda name: name.startswith(f"{game}."))
        files.sweep(self._told, game.__eq__)
        files.remove_folder(self._sent / game)
        files.remove(self._told / game)
        self.refresh()

    def settle(self) -> None:
        """Finish what a process that was killed may have begun: names on the disk, half written letters gone.

        Only where nobody else writes letters.
        """
        files.sweep(self.out, NAME.fullmatch)
        files.sweep(self._told, bool)
        for folder in (self.out, self._sent):
            if folder.is_dir():
                files.sync_folder(folder)


def _letters(folder: Path, begins: str = "") -> list[Path]:
    return list(_found(folder, begins)) if folder.is_dir() else []


def _found(folder: Path, begins: str) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.name.startswith(begins) and NAME.fullmatch(path.name))


def _note(last: dict[str, int], path: Path) -> None:
    """Enter a letter among the last ones, if it is the last to its seat."""
    seat = path.name.split(".")[1]
    last[seat] = max(_number(path), last.get(seat, 0))


def _number(path: Path) -> int:
    return int(path.name.split(".")[2])
