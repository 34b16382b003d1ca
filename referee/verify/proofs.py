"""The proofs that went with letters, checked: openings lead to roots, and all tell of the same game (H19).

They are compared with a record, if there is one; else with the first commitment and the first roots that a
proof among them tells. Anybody can write anything into a proof: the answer says what is wrong, and nothing is
raised.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.events import face
from referee.engine.lots import Path, leaf, nonce, root_by
from referee.engine.rules import why
from referee.house.lots import tree_of
from referee.table.index import LONGEST_NUMBER
from referee.table.proofs import FORMAT
from referee.util.errors import Why

HEX = re.compile(r"[0-9a-f]{64}")
PLACES, LONGEST_PATH = 2**32, 32
Wrong = tuple[str, Why]
"""Where in a proof, as a JSON pointer, and what is wrong there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What proofs are compared with: the commitment and the roots; with the secret also the decks and the deal.

    Attributes:
        drawn: for each seat (`g1.thor`), the cards that it was shown as they were drawn: deck and place, each with the
            number of the letter that told of it. None if that is not known.
        decks: physical cards, top first.
    """

    game: str
    commit: str = ""
    roots: Mapping[str, str] = field(default_factory=dict)
    seed: bytes = b""
    decks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    drawn: Mapping[tuple[str, str, int], int] | None = None


def known_from(proofs: Sequence[tuple[str, bytes]], game: str) -> Known:
    """What the proofs of a game say themselves, where there is no record.

    These are the first commitment, and the first root of each deck.
    """
    commit, roots = "", dict[str, str]()
    for _, data in proofs:
        proof = _read(data)
        if proof is None or proof.get("game") != game:
            continue
        commit = commit or str(proof.get("commit", ""))
        found = proof.get("roots")
        for deck, root in found.items() if isinstance(found, dict) else ():
            roots.setdefault(str(deck), str(root))
    return Known(game=game, commit=commit, roots=roots)


def proof_findings(letter: str, data: bytes, known: Known) -> tuple[list[Wrong], int]:
    """What is wrong with the proof of a letter (`g1.thor.9`), and how many openings were checked. Raises nothing."""
    proof = _read(data)
    if proof is None or proof.get("format") != FORMAT or type(proof["format"]) is not int:
        return [("/format", why("prove-form"))], 0
    found: list[Wrong] = []
    for key, wanted in (("game", known.game), ("letter", letter), ("commit", known.commit)):
        if proof.get(key, "") != wanted:
            found.append((f"/{key}", why("prove-other")))
    found += _roots(proof.get("roots", {}), known)
    openings = proof.get("openings", [])
    if not isinstance(openings, list):
        return [*found, ("/openings", why("prove-form"))], 0
    for at, one in enumerate(openings):
        found += [(f"/openings/{at}{pointer}", reason) for pointer, reason in _opening(letter, one, known)]
    return found, len(openings)


def _read(data: bytes) -> dict[str, Any] | None:
    """A proof as data; None if it is malformed."""
    try:
        proof = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return proof if isinstance(proof, dict) else None


def _roots(roots: Any, known: Known) -> Iterator[Wrong]:
    if not isinstance(roots, dict):
        yield "/roots", why("prove-form")
        return
    for deck, root in roots.items():
        if known.roots.get(deck) != root:
            yield f"/roots/{deck}", why("prove-root", deck=deck)


@dataclass(frozen=True, slots=True)
class _Opening:
    deck: str
    place: int
    card: str
    nonce: bytes
    path: Path


def _opening(letter: str, data: Any, known: Known) -> Iterator[Wrong]:
    """What is wrong with one opening."""
    one = _formed(data)
    if one is None:
        yield "", why("prove-form")
        return
    if one.deck not in known.roots:
        yield "/deck", why("prove-no-root", deck=one.deck)
        return
    at = leaf(known.game, one.deck, one.place, one.card, one.nonce)
    if root_by(at, one.path).hex() != known.roots[one.deck]:
        yield from (
            _named(one, known) if known.seed and one.deck in known.decks else [("", why("prove-opening"))]
        )
    elif known.drawn is not None and not _was_drawn(letter, one, known.drawn):
        yield "", why("prove-not-drawn")


def _was_drawn(letter: str, one: _Opening, drawn: Mapping[tuple[str, str, int], int]) -> bool:
    """Whether the reader of a letter was shown that card when it was drawn, in that letter or before it."""
    seat, _, number = letter.rpartition(".")
    known = drawn.get((seat, one.deck, one.place))
    return known is not None and number.isdecimal() and len(number) <= LONGEST_NUMBER and known <= int(number)


def _named(one: _Opening, known: Known) -> Iterator[Wrong]:
    """Name the wrong part of an opening that leads to no root; the right values are worked out from the seed."""
    cards = known.decks[one.deck]
    nonces = [nonce(known.seed, one.deck, place) for place in range(len(cards))]
    right = one.place if one.nonce not in nonces else nonces.index(one.nonce)
    if right != one.place and right < len(cards) and face(cards[right]) == one.card:
        yield "/place", why("prove-opening")
        return
    if one.place >= len(cards):
        yield "/place", why("prove-opening")
        return
    path = tree_of(known.seed, known.game, one.deck, cards).path(one.place)
    true = (face(cards[one.place]), nonces[one.place], path)
    told = (one.card, one.nonce, one.path)
    parts = [part for part, a, b in zip(("card", "nonce", "path"), told, true, strict=True) if a != b]
    yield from ((f"/{part}", why("prove-opening")) for part in parts)
    if not parts:
        yield "", why("prove-opening")  # the root is wrong, or the card itself, in the record


def _formed(data: Any) -> _Opening | None:
    """An opening if it is well formed; else None."""
    match data:
        case {
            "deck": str(deck),
            "place": int(place),
            "card": str(card),
            "nonce": str(hidden),
            "path": [*path],
        }:
            steps = [step for step in map(_step, path) if step is not None]
            sound = type(place) is int and 0 <= place < PLACES and len(path) <= LONGEST_PATH
            if sound and (deck + card).isprintable() and HEX.fullmatch(hidden) and len(steps) == len(path):
                return _Opening(deck, place, card, bytes.fromhex(hidden), tuple(steps))
    return None


def _step(data: Any) -> tuple[Any, bytes] | None:
    match data:
        case ["L" | "R" as side, str(neighbour)] if HEX.fullmatch(neighbour):
            return side, bytes.fromhex(neighbour)
    return None
