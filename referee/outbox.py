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

NOBODYS_GAME = "0"
"""Stands for the game in the number of a letter to somebody who plays none; no game can be called that."""

NAME = re.compile(r"([a-z][a-z0-9-]{0,31}|0)\.([a-z][a-z0-9-]*)\.([1-9][0-9]{0,8})\.eml")

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
        aside = self._told / f".{game}.tmp"
        aside.write_text(str(size), "ascii")  # not synced: if it is lost, we look once more
        aside.replace(self._told / game)

    def drop(self, number: str) -> None:
        """Delete one letter, due or sent, of which nothing need be known any more."""
        while (path := self.find(number)) is not None:
            files.remove(path)

    def forget(self, game: str) -> None:
        """Delete every letter of a game that is no more."""
        for path in (
            *_letters(self.out, f"{game}."),
            *_letters(self._sent / game),
            self._told / game,
            self._sent / game / COUNTED,
        ):
            path.unlink(missing_ok=True)
        self.refresh()
        if (self._sent / game).is_dir():
            (self._sent / game).rmdir()


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
