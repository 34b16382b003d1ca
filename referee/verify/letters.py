"""Letters checked without a record: seals, words, signatures, proofs, and whether one contradicts another.

If two letters have one number and two seals, the keeper told two different stories, no matter who got them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.house.docket import ARBITER
from referee.record.seals import ONLOOKER, in_words
from referee.record.signing import is_signed
from referee.verify.check import LookedAt, note, right, summed, wrong
from referee.verify.witnesses import Witness

Letters = Sequence[Witness]
PROOF: Mapping[str, type] = {
    "format": int,
    "game": str,
    "letter": str,
    "commit": str,
    "seal": str,
    "words": str,
    "signer": str,
    "signature": str,
    "roots": dict,
    "openings": list,
}
"""The keys of a proof, each with the type of its value."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a game before its letters are looked at, from its record or given by hand; "" if unknown."""

    signer: str = ""
    commit: str = ""


def place_of(letter: Witness) -> str:
    """Where a letter is: its number, and where it was kept."""
    return f"{letter.number} ({letter.place})"


def letters_checked(game: str, letters: Letters, known: Known) -> Iterator[LookedAt]:
    """Check the letters of one game; each check is named, with everything that is wrong in it."""
    count = len(letters)
    yield from summed(list(_read(letters)), None)
    yield from summed(list(_one_seal(letters)), right("seals-told", game, count=count))
    yield from summed(list(_words(letters)), right("words-right", game, count=count))
    yield from summed(list(_said_twice(letters)), right("seals-once", game, count=count))
    proofs = [one for one in letters if one.proof is not None]
    if proofs:
        yield from summed(list(_proofs(proofs)), right("proofs-agree", game, count=len(proofs)))
    yield from _signatures(game, letters, known)
    yield from summed(list(_invitations(letters, known)), None)


def _read(letters: Letters) -> Iterator[LookedAt]:
    """What is wrong with the form of a letter, and what in it was not looked at."""
    yield from (wrong(fault, place_of(one)) for one in letters for fault in one.faults)
    yield from (note(key, place_of(one)) for one in letters for key in one.unseen)


def _one_seal(letters: Letters) -> Iterator[LookedAt]:
    """Every letter tells one seal, the same in its text and in its HTML."""
    for one in letters:
        told = dict.fromkeys(seal for seal, _ in (*one.seals, *one.page))
        if not one.seals:
            yield wrong("letter-no-seal", place_of(one))
        elif len(told) > 1:
            yield wrong("letter-two-seals", place_of(one), seals=tuple(told))


def _words(letters: Letters) -> Iterator[LookedAt]:
    """The words below a seal are those of its first half."""
    for one in letters:
        for seal, words in dict.fromkeys((*one.seals, *one.page)):
            if words != (due := in_words(seal)):
                yield wrong("letter-words", place_of(one), words=words, due=due)


def _said_twice(letters: Letters) -> Iterator[LookedAt]:
    """Letters that have the same number as an earlier one, but another seal."""
    first = dict[tuple[str, str], Witness]()
    for one in letters:
        if one.seal and (before := first.setdefault((one.host, one.number), one)).seal != one.seal:
            yield wrong(
                "seals-twice", place_of(one), other=before.place, seal=one.seal, other_seal=before.seal
            )


def _invitations(letters: Letters, known: Known) -> Iterator[LookedAt]:
    """An invitation tells the commitment, and the key of a keeper who signs. Not everybody is asked to play."""
    commit = known.commit or _first(letters, "commit")
    signer = known.signer or _first(letters, "signer")
    for one in letters:
        if one.count == 1 and one.seals and one.audience not in {ARBITER, ONLOOKER}:
            for key, due in (("letter-commit", commit), ("letter-key", signer)):
                if due and due not in one.shown:
                    yield wrong(key, place_of(one), due=due)


def _first(letters: Letters, key: str) -> str:
    """The value of a key in the first proof that has it."""
    return next((str(one.proof[key]) for one in letters if one.proof and one.proof.get(key)), "")


# Proofs


def _proofs(letters: Letters) -> Iterator[LookedAt]:
    """A proof has the seal of its letter. What it says of the lots is checked elsewhere."""
    for one in letters:
        proof = one.proof or {}
        if out := [key for key, value in proof.items() if type(value) is not PROOF.get(key)]:
            yield wrong("proof-form", place_of(one), keys=tuple(out[:5]))
            continue
        yield from _unlike(one, "proof-letter", proof.get("letter"), one.number)
        yield from _unlike(one, "proof-seal", proof.get("seal"), one.seal)
        if "words" in proof:
            yield from _unlike(one, "proof-words", proof["words"], in_words(one.seal))


def _unlike(letter: Witness, key: str, found: Any, due: str) -> Iterator[LookedAt]:
    if found != due:
        yield wrong(key, place_of(letter), found=str(found or "-")[:80], due=due)


# Signatures


def _signatures(game: str, letters: Letters, known: Known) -> Iterator[LookedAt]:
    """In a game whose keeper signs, every letter is signed, and all by one key."""
    key = known.signer or _first(letters, "signer")
    if not key:
        yield note("letters-unsigned", game)
        return
    faults = [fault for one in letters if (fault := _signature(one, key)) is not None]
    yield from summed(faults, right("letters-signed", game, count=len(letters), key=key))


def _signer(letter: Witness) -> str:
    return str((letter.proof or {}).get("signer", ""))


def _signature(letter: Witness, key: str) -> LookedAt | None:
    signature = str((letter.proof or {}).get("signature", ""))
    if not signature:
        return wrong("letter-unsigned", place_of(letter))
    if (signer := _signer(letter)) != key:
        return wrong("letter-signer", place_of(letter), found=signer or "-", due=key)
    if not is_signed(key, letter.game, letter.seal, signature):
        return wrong("letter-signature", place_of(letter), key=key)
    return None
