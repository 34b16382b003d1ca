"""The games in which a program of the house may have to answer (H34).

A file in `HOME/post/programs/` stands for each, from before a letter to such a seat is written until the seat has been
looked at after that. A process that ends in between leaves it, and the next one looks again. Should two looks answer
the same letter, the second answer is held to the position of that letter, and is not played (H1).
"""

from pathlib import Path

from referee.util import files
from referee.util.regexes import regex

BEGUN = ".begun"
NAME = regex(r"[a-z][a-z0-9-]{0,31}")


class Programs:
    """The games to be looked at."""

    def __init__(self, post: Path) -> None:
        """Take the folder of the mails; ours is made with the first game."""
        self.folder = post / "programs"

    def wake(self, game: str) -> None:
        """Note that a game is to be looked at; when this returns that is on the disk. Raises OSError."""
        files.private_folder(self.folder)
        if not (self.folder / game).exists():
            files.replace(self.folder / game, b"")

    def games(self) -> list[str]:
        """The games to be looked at."""
        if not self.folder.is_dir():
            return []
        names = {path.name.removesuffix(BEGUN) for path in self.folder.iterdir()}
        return sorted(name for name in names if NAME.fullmatch(name))

    def begin(self, game: str) -> None:
        """Look at a game: what is written to it from now on calls for another look."""
        path = self.folder / game
        if path.exists():
            files.move(path, self.folder / f"{game}{BEGUN}")

    def end(self, game: str) -> None:
        """A look is over: every answer that was due is in the spool."""
        files.remove(self.folder / f"{game}{BEGUN}")
