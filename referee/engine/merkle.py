"""Merkle trees over decks (RFC 6962, 2.1): a root fixes every card, and one card can be opened without the others.

The root of a deck is mailed before the first move. An opening is the card, its place, the nonce that hid it, and
the path from its leaf to the root.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Literal

from referee.engine.lots import lp, place_bytes
from referee.util.keyed import keyed

Path = tuple[tuple[Literal["L", "R"], bytes], ...]
"""An audit path, leaf to root: on which side each neighbour stands, and its hash."""


def nonce(seed: bytes, deck: str, place: int) -> bytes:
    """r_k: what hides the card at a place of a deck (from 0) in its leaf."""
    return keyed(seed, lp("pbem/nonce/v1", deck, place_bytes(place)))


def leaf(game: str, deck: str, place: int, card: str, hidden_by: bytes) -> bytes:
    """L_k: the leaf of a card in the tree of its deck. It tells nothing to those who lack the nonce."""
    told = lp("pbem/card/v1", game, deck, place_bytes(place), card, hidden_by)
    return sha256(b"\x00" + told).digest()


def leaves(seed: bytes, game: str, deck: str, cards: Sequence[str]) -> tuple[bytes, ...]:
    """The leaves of a deck, top card first."""
    return tuple(leaf(game, deck, k, card, nonce(seed, deck, k)) for k, card in enumerate(cards))


class Tree:
    """The tree over some leaves, each node worked out once.

    Neighbours are joined from the left; a node without one goes up as it is. That is the tree of the RFC, which cuts
    from the top at the largest power of two.
    """

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Build it up to its root."""
        self._levels = [tuple(leaves)]
        while len(below := self._levels[-1]) > 1:
            pairs = [_node(*pair) for at, pair in enumerate(pairwise(below)) if at % 2 == 0]
            self._levels.append((*pairs, *below[len(pairs) * 2 :]))

    @property
    def root(self) -> bytes:
        """The Merkle root: mailed before the first move, it fixes the deck."""
        return self._levels[-1][0] if self._levels[0] else sha256().digest()

    def path(self, place: int) -> Path:
        """The path of one leaf (RFC 6962, 2.1.1), leaf to root. Raises IndexError if there is no such leaf."""
        if not 0 <= place < len(self._levels[0]):
            raise IndexError(place)
        path: list[tuple[Literal["L", "R"], bytes]] = []
        for level in self._levels[:-1]:
            if place % 2:
                path.append(("L", level[place - 1]))
            elif place + 1 < len(level):
                path.append(("R", level[place + 1]))
            place //= 2
        return tuple(path)


def root_by(start: bytes, path: Path) -> bytes:
    """The root that a leaf and its path lead to: the one that was mailed, if the card was there."""
    for side, neighbour in path:
        start = _node(neighbour, start) if side == "L" else _node(start, neighbour)
    return start


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
