"""Test vectors of fair lots (H19), worked out from their definition by the standard library alone.

    python tests/make_vectors.py > tests/vectors/fair_lots.json

Nothing of the referee is imported here: what it works out is held against this by `tests/engine/test_vectors.py`.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, data, hashlib.sha256).digest()


def lp(*items: str | bytes) -> bytes:
    """Each item after its length, 4 bytes big-endian; text as UTF-8."""
    out = b""
    for item in items:
        data = item.encode("utf-8") if isinstance(item, str) else item
        out += len(data).to_bytes(4, "big") + data
    return out


def number(value: int, size: int) -> bytes:
    """A number, big-endian: places in 4 bytes, counters in 8."""
    return value.to_bytes(size, "big")


def words_of(key: bytes, *head: str | bytes) -> Iterator[int]:
    """The words of a stream: 4 bytes each of HMAC over the head and a counter from 0."""
    counter = 0
    while True:
        block = mac(key, lp(*head, number(counter, 8)))
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(words: Iterator[int], n: int) -> int:
    """A number below n; words past the last full round are left."""
    limit = 2**32 - 2**32 % n
    while True:
        word = next(words)
        if word < limit:
            return word % n


def order(words: Iterator[int], n: int) -> list[int]:
    """Fisher and Yates, from the last place to the second."""
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(words, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def root(leaves: Sequence[bytes]) -> bytes:
    """The tree head of RFC 6962, 2.1, as it is written there."""
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha(b"\x01" + root(leaves[:k]) + root(leaves[k:]))


def path(leaves: Sequence[bytes], m: int) -> list[list[str]]:
    """The audit path of RFC 6962, 2.1.1, each step with the side on which it stands."""
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if m < k:
        return [*path(leaves[:k], m), ["R", root(leaves[k:]).hex()]]
    return [*path(leaves[k:], m - k), ["L", root(leaves[:k]).hex()]]


def deck(game: str, seed: bytes, words: Iterator[int], name: str, cards: Sequence[str]) -> dict[str, Any]:
    """A deck shuffled, its root, and the openings of some of its cards."""
    places = order(words, len(cards))
    lying = [cards[place] for place in places]
    nonces = [mac(seed, lp("pbem/nonce/v1", name, number(k, 4))) for k in range(len(cards))]
    leaves = [
        sha(b"\x00" + lp("pbem/card/v1", game, name, number(k, 4), card, hidden))
        for k, (card, hidden) in enumerate(zip(lying, nonces, strict=True))
    ]
    some = sorted({0, len(cards) // 2, len(cards) - 1})
    return {
        "deck": name,
        "cards": list(cards),
        "order": places,
        "root": root(leaves).hex(),
        "openings": [
            {"place": k, "card": lying[k], "nonce": nonces[k].hex(), "path": path(leaves, k)} for k in some
        ],
    }


def case(game: str, secret: bytes, said: Mapping[str, str], sizes: Sequence[int]) -> dict[str, Any]:
    """A game: its commitment, its seed, decks of several sizes, a label twice, later lots with lines between them."""
    items = [item for seat in sorted(said) for item in (seat, said[seat])]
    seed = mac(secret, lp("pbem/seed/v1", game, *items, ""))
    decks = []
    for size in sizes:
        words = words_of(seed, "pbem/stream/v1", f"deck {size}")
        cards = [f"thor.card-{chr(97 + k % 26)}{k // 26}" for k in range(size)]
        decks.append(deck(game, seed, words, f"deck {size}", cards))
        if size == sizes[-1]:
            decks.append(deck(game, seed, words, f"deck {size} 2", cards))
    heard, later = sha(lp("pbem/words/v1", *items)) if any(said.values()) else bytes(32), []
    lines = [
        ("thor", "draw"),
        ("loki", "use ravens hand to A"),
        ("thor", "standing lay A"),
        ("thor", "lèy wölfe A1"),
    ]
    for n, outcomes in enumerate((1, 2, 7, 6, 52), 1):
        stream = words_of(secret, "pbem/draw/v1", game, number(n, 8), heard, f"lot {outcomes}")
        shuffle = n % 2 == 0
        drawn = order(stream, outcomes) if shuffle else [below(stream, outcomes)]
        later.append({"lot": [f"lot {outcomes}", outcomes, drawn], "shuffle": shuffle, "heard": heard.hex()})
        seat, line = lines[n % len(lines)]
        move = line.split(" order ")[0].split(" to ")[0]
        if move.split(" ")[0] not in {"standing", "order", "offer", "accept", "decline", "claim", "resign"}:
            heard = sha(lp(heard, seat, move))
    return {
        "game": game,
        "secret": secret.hex(),
        "commit": sha(lp("pbem/commit/v1", game, secret)).hex(),
        "words": dict(said),
        "seed": seed.hex(),
        "decks": decks,
        "lines": [list(line) for line in lines],
        "later": later,
    }


def vectors() -> list[dict[str, Any]]:
    """All cases."""
    return [
        case("g1", sha(b"one"), {"thor": "a wolf howls", "loki": ""}, (1, 2, 3, 50)),
        case("a-long-name-of-a-game", bytes(32), {"thor": "", "odin": ""}, (5, 8)),
        case("g7", sha(b"seven"), {"urd": "Grüße, 雪", "skuld": "x" * 300}, (9, 64, 65)),
    ]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1, ensure_ascii=True) + "\n")
