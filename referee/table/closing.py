"""How the entries of one game are closed: by seals, with the keeper's signature if there is one."""

from collections.abc import Callable, Sequence

from referee.record.entries import Entry, Opening, sealed
from referee.record.file import Last
from referee.record.private import shut
from referee.record.seals import PRIVATE, signed_text
from referee.record.signing import Sign
from referee.table.index import Index
from referee.table.parts import Parts
from referee.util.errors import WrongConfig
from referee.util.layout import Document


def by_nobody(_public: str, _text: bytes) -> bytes:
    """Stands for a signature at a table where something is only tried out: the key signs nothing but what happened."""
    return bytes(64)


class Closing:
    """Makes documents of the entries of one game, closed."""

    def __init__(self, opening: Opening, salts: Callable[[], bytes], sign: Sign | None = None) -> None:
        """How the game was opened; what makes 32 random bytes; what signs, used only if the opening names a signer.

        Without `sign`, a game that is signed can be read but not continued.
        """
        self._salts = salts
        self._id, self._signer, self._sign = opening.id, opening.signer, sign
        self._parts = Parts(opening.seats)

    def document(self, entry: Entry, before: Index, positions: Sequence[str], last: Last) -> Document:
        """The document of the entry that follows the last one; see `Parts.of` for the rest."""
        entry, texts, salt = shut(entry, self._salts())
        parts = self._parts.of(entry, before, positions)
        doc = sealed(entry, last, salt, parts, self._signed if self._signer else None)
        return {**doc, PRIVATE: texts} if texts else doc

    def refuse_unsigned(self) -> None:
        """Raise `Faulty` if the next entry could not be signed, before anything is done that it is to tell of."""
        if self._signer:
            self._signed(bytes(32))

    def _signed(self, seal: bytes) -> bytes:
        if self._sign is None:
            raise WrongConfig("signing-key-other", public=self._signer)
        return self._sign(self._signer, signed_text(self._id, seal))
