"""How the entries of one game are closed: by the seals of its format, with the keeper's signature if there is one."""

from collections.abc import Callable, Sequence
from typing import Any

from referee import first_format
from referee.entries import Entry, Opening, sealed
from referee.game import Game
from referee.index import Index
from referee.layout import Document
from referee.parts import Parts
from referee.record import Last
from referee.seals import signed_text

Sign = Callable[[bytes], bytes]
"""The keeper's signature (Ed25519, 64 bytes) of the bytes given."""


class Closing:
    """Makes documents of the entries of one game, closed."""

    def __init__(
        self, game: Game, opening: Opening, salts: Callable[[], bytes], sign: Sign | None = None
    ) -> None:
        """How the game was opened; what makes 32 random bytes; what signs, used only if the opening names a signer."""
        self._game, self._salts = game, salts
        self._first = opening.format == 1
        self._id, self._sign = opening.id, sign if opening.signer else None
        self._parts = Parts(game, opening.id, opening.options)

    def document(
        self, entry: Entry, before: Index, state: Any, positions: Sequence[str], last: Last
    ) -> Document:
        """The document of the entry that follows the last one; see `Parts.of` for the rest."""
        if self._first:
            return first_format.sealed(entry, self._game, last, self._salts())
        parts = self._parts.of(entry, before, state, positions)
        return sealed(entry, last, self._salts(), parts, self._signed if self._sign else None)

    def _signed(self, seal: bytes) -> bytes:
        assert self._sign is not None  # noqa: S101  asked only then
        return self._sign(signed_text(self._id, seal))
