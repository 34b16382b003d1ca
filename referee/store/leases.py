"""A part of a home, ours alone until what we did with it is in the store: all of it, or nothing.

    a game      its part is ours; others work on other games meanwhile
    the whole   nobody else works on anything; for keepers' verbs, for deadlines, for letters that belong to no game
    the post    letters go out; others go on, for a letter that was sent is only moved

The locks are PostgreSQL's own, held by the transaction: whoever ends, for whatever reason, holds them no longer, and
has changed nothing. Whoever has a game and finds that the work reaches beyond it, as where a rematch is opened, gives
up with `Wider` and begins again with the whole.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.desk.report import Wider
from referee.desk.rounds import seat_in
from referee.home.home import Home
from referee.home.seats import Seat
from referee.store import rows
from referee.store.folder import Folder
from referee.store.parts import HOUSE, part_of
from referee.store.rows import Change

if TYPE_CHECKING:
    from referee.store.database import Link

ALL, ONE = 0x5EFE0, 0x5EFE1
"""What the locks are called: of the whole home, and of one game."""
SPOOL = ("post/new/", "post/work/", "post/hold/", "post/done/")


class Known:
    """The seats of a store, as far as letters are sorted by them: a secret found here lets nobody in."""

    def __init__(self, link: "Link") -> None:
        """Look things up by this connection."""
        self._link = link

    def at(self, token: str) -> Seat | None:
        """The seat that a secret or code is or was for."""
        found = self._link.execute(
            "SELECT convert_from(data, 'UTF8') FROM referee_file JOIN referee_block ON file = id"
            " WHERE path = 'seats/' || encode(sha256(%s::bytea), 'hex')",
            (token.encode(),),
        ).fetchone()
        words = found[0].split(" ") if found else []
        return Seat(words[0], words[1]) if len(words) in {2, 3} else None


def game_of(letter: bytes, link: "Link") -> str:
    """The game that a letter in seems to belong to, by the secret in its head; "" for none."""
    return seat_in(letter, Known(link)).game


@contextmanager
def one_game(link: "Link", folder: Folder, game: str) -> Iterator[Home]:
    """Work on one game, in a folder that holds it.

    Raises `Wider` at the end if more was changed than is the game's; then nothing was.
    """

    def ours(path: str, content: Callable[[], bytes]) -> str:
        return game if path.startswith(SPOOL) else part_of(path, content, lambda _: HOUSE)

    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock_shared(%s, 0)", (ALL,))
        link.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (ONE, game))
        folder.bring_up(link)
        yield Home(folder.path)
        changes = folder.changes(ours)
        if any(one.part != game for one in changes):
            raise Wider
        version = _written(link, changes)
    folder.settled(changes, version)


@contextmanager
def the_whole(link: "Link", folder: Folder) -> Iterator[Home]:
    """Work on everything, in a folder that holds everything, and alone."""

    def whose(path: str, content: Callable[[], bytes]) -> str:
        return part_of(path, content, lambda letter: game_of(letter, link))

    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock(%s, 0)", (ALL,))
        folder.bring_up(link)
        yield Home(folder.path)
        changes = folder.changes(whose)
        version = _written(link, changes)
    folder.settled(changes, version)


def _written(link: "Link", changes: Sequence[Change]) -> int:
    rows.write(link, changes)
    return rows.this_version(link) if changes else 0
