"""Signatures and proofs in kept letters: a keeper who signs, signs every letter, and forgeries are named."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from support.kept import GAMES, Game, copied, later, played, proof_of, rewritten, with_proof, wrongs
from support.rings import one_in

from referee.home.signing import public_of
from referee.record.file import read, text
from referee.record.seals import signed_text
from referee.record.signing import Signer, is_signed
from referee.verify.verify import record_checked, verify

OTHER = Signer.of_seed(b"another key than the keeper's own"[:32])
Proof = dict[str, Any]


@pytest.fixture(scope="module", params=one_in(2, GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each kind whose keeper signs, played by mail to its end."""
    return played(request.param, True)


@pytest.mark.slow
def test_every_letter_of_a_signed_game_is_signed(game: Game) -> None:
    """Each has a proof with the key and the signature of its seal, as does each entry of the record."""
    key = public_of(game.home)
    letters = game.letters()
    assert len(letters) > 30
    for one in letters:
        assert one.proof is not None
        assert one.proof["signer"] == key
        assert is_signed(key, one.game, one.seal, one.proof["signature"])
    for box in ([], *([one] for one in game.boxes), list(game.boxes)):
        found = list(verify(game.record, box, key))
        assert not wrongs(iter(found))
        known = {one.key for one in found if one.state == "right"}
        assert known >= {"record-signed", "lots-proved", *({"letters-signed"} if box else ())}
        if box:
            assert not wrongs(verify(box[0], box[1:], key))
            assert not wrongs(verify(box[0], box[1:]))


@pytest.mark.slow
def test_a_game_that_is_not_signed_has_no_signature(game: Game) -> None:
    """There is none in its record or its letters; if a key was given, the missing signatures are named."""
    plain = played(GAMES[0], False)
    assert all(not (one.proof or {}).get("signature") for one in plain.letters())
    key = public_of(game.home)
    assert set(wrongs(verify(plain.record, plain.boxes, key))) == {
        "record-signer",
        "letter-unsigned",
        "letter-key",
    }


@pytest.mark.slow
def test_another_key_than_the_keepers_is_named(game: Game) -> None:
    """Record and letters are compared with the key that the reader got by another way."""
    found = wrongs(verify(game.record, game.boxes, OTHER.public))
    assert set(found) == {"record-signer", "letter-signer", "letter-key"}
    assert len(found["letter-signer"]) == len(game.letters())


def resealed(game: Game, change: Callable[[int, dict[str, Any]], None], to: Path) -> Path:
    """The record with a change in what is not sealed, and with every mark made again."""
    documents = deepcopy(read(game.record).documents)
    for n, doc in enumerate(documents):
        change(n, doc)
    to.write_bytes(text(documents))
    return to


@pytest.mark.slow
def test_each_signature_of_a_record_is_looked_at(game: Game, tmp_path: Path) -> None:
    """A signature by another key, of another entry, or missing: the entry is named, whichever it is."""
    documents = read(game.record).documents
    for k in range(0, len(documents), 3):
        name, seal = documents[0]["id"], bytes.fromhex(documents[k]["seal"])
        forged = OTHER.signature(signed_text(name, seal)).hex()
        borrowed = documents[k - 1]["signature"]
        for signature, key in (
            (forged, "entry-signature"),
            (borrowed, "entry-signature"),
            ("", "entry-unsigned"),
        ):

            def change(n: int, doc: dict[str, Any], k: int = k, put: str = signature) -> None:
                if n == k and put:
                    doc["signature"] = put
                elif n == k:
                    del doc["signature"]

            record = resealed(game, change, tmp_path / "record.yaml")
            found = wrongs(verify(record))
            assert set(found) == {key}
            assert found[key][0].place == f"{record}, entry {k}"


@pytest.mark.slow
def test_a_history_rewritten_by_the_keeper_is_signed_and_found(game: Game, tmp_path: Path) -> None:
    """The keeper can sign another history: the record alone is right, but earlier letters contradict it."""
    table = game.table
    for k in range(0, len(table.entries), 5):
        record = rewritten(game, k, tmp_path / "record.yaml")
        assert not wrongs(verify(record)), "later() changes no rule"
        found = wrongs(verify(record, game.boxes))
        assert set(found) == {
            "letter-not-in-chain",
            "record-other",
            "histories-part" if k else "histories-never",
        }
    assert later("2026-01-01T08:00:00Z") == "2026-01-01T08:00:07Z"


@pytest.mark.slow
def test_a_record_signed_by_another_key_is_found(game: Game, tmp_path: Path) -> None:
    """Alone it is right; the letters contradict it, and so does the keeper's key if the reader knows it."""
    record = rewritten(game, 3, tmp_path / "record.yaml", OTHER)
    assert not wrongs(verify(record))
    assert set(wrongs(verify(record, (), public_of(game.home)))) == {"record-signer"}
    found = wrongs(verify(record, game.boxes))
    assert found.keys() >= {"letter-signer", "letter-key", "histories-never"}
    assert len(found["letter-signer"]) == len(game.letters())


# Proofs that are forged


def at(*path: Any, to: Any) -> Callable[[Proof], None]:
    """Another value somewhere in a proof."""

    def change(proof: Proof) -> None:
        inner: Any = proof
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to

    return change


def gone(key: str) -> Callable[[Proof], None]:
    """A key is not there."""
    return lambda proof: proof.pop(key)


FORGED: Mapping[str, tuple[Callable[[Proof], Any], set[str]]] = {
    "format": (at("format", to=2), {"lots-wrong"}),
    "game": (at("game", to="g7"), {"lots-wrong"}),
    "letter": (at("letter", to="g1.thor.99"), {"lots-wrong", "proof-letter"}),
    "commitment": (at("commit", to="00" * 32), {"lots-wrong"}),
    "seal": (at("seal", to="00" * 32), {"proof-seal"}),
    "no seal": (gone("seal"), {"proof-seal"}),
    "words": (at("words", to="apple apple apple apple"), {"proof-words"}),
    "signer": (at("signer", to=OTHER.public), {"letter-signer"}),
    "no signature": (gone("signature"), {"letter-unsigned"}),
    "signature": (at("signature", to="00" * 64), {"letter-signature"}),
    "signature of no form": (at("signature", to="yes"), {"letter-signature"}),
    "a key of no proof": (at("sealed", to=True), {"proof-form"}),
    "openings of no form": (at("openings", to={}), {"proof-form", "lots-wrong"}),
    "place": (at("openings", 0, "place", to=7), {"lots-wrong"}),
    "card": (at("openings", 0, "card", to="thor.none"), {"lots-wrong"}),
    "nonce": (at("openings", 0, "nonce", to="00" * 32), {"lots-wrong"}),
    "path": (at("openings", 0, "path", 0, 1, to="00" * 32), {"lots-wrong"}),
    "side": (at("openings", 0, "path", 0, 0, to="?"), {"lots-wrong"}),
    "deck": (at("openings", 0, "deck", to="deck nobody"), {"lots-wrong"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORGED)
def test_each_change_in_a_proof_is_named(game: Game, tmp_path: Path, name: str) -> None:
    """It is named with the letter's number, both without the record and with it."""
    change, keys = FORGED[name]
    letters = [
        one for one in game.letters(game.boxes[0]) if one.count > 1 and (one.proof or {}).get("openings")
    ]
    letter = letters[len(letters) // 2]

    def forged(number: str, raw: bytes) -> bytes:
        if number != letter.number:
            return raw
        proof = proof_of(raw)
        change(proof)
        return with_proof(raw, json.dumps(proof, sort_keys=True).encode())

    box = copied(game, tmp_path / "box", forged)
    for found in (wrongs(verify(box)), wrongs(verify(game.record, [box]))):
        assert set(found) == keys
        for one in (one for key in keys for one in found[key]):
            assert letter.number in one.place


NO_PROOFS: Mapping[str, bytes] = {
    "empty": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "deep": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "a key twice": b'{"seal": "00", "seal": "11"}',
    "not a number": b'{"format": NaN}',
    "long number": b'{"format": ' + b"9" * 10_000 + b"}",
    "not UTF-8": b'{"game": "\xff"}',
    "large": b'{"game": "' + b"x" * 2_000_000 + b'"}',
    "surrogates": b'{"game": "\\ud800", "words": "\\udfff", "seal": "\\u0000"}',
    "types": b'{"format": [], "game": {}, "letter": 1, "commit": null, "seal": true, "roots": 0, "openings": "x"}',
    "types within": b'{"format": 1, "roots": {"deck thor": []}, "openings": [1, [], {"deck": {}}]}',
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NO_PROOFS)
def test_what_is_no_proof_is_named(game: Game, tmp_path: Path, name: str) -> None:
    """Whatever the file holds, the letter is named, and nothing is raised."""
    letter = game.letters(game.boxes[0])[5]
    box = copied(
        game,
        tmp_path / "box",
        lambda number, raw: with_proof(raw, NO_PROOFS[name]) if number == letter.number else raw,
    )
    for found in (wrongs(verify(box)), wrongs(verify(game.record, [box]))):
        assert found
        assert all(letter.number in one.place for ones in found.values() for one in ones)


def test_a_record_that_came_with_a_letter_may_be_anything(game: Game) -> None:
    """No record, a torn one, a decompression bomb: each is named, and nothing is raised."""
    whole = game.record.read_bytes()
    no_game = b"---\nentry: 0\n"
    for data in (
        b"---\n",
        whole[:-5],
        b"\xff" * 99,
        b"a: &a [*a]\n",
        b"--- {}\n" * 9,
        whole[:700],
        no_game,
        whole[1:],
    ):
        verdicts, chain = record_checked(data, "g1.thor.9")
        assert chain is None
        assert [one.state for one in verdicts] == ["wrong"]
