"""The proof that goes with a letter, `g1.thor.9.proof.json`: roots, openings, the seal. It is for programs, not people.

    {"format": 1, "game": "g1", "letter": "g1.thor.9", "commit": hex, "seal": hex, "words": "in eight words",
     "signer": hex, "signature": hex, "roots": {"deck thor": hex},
     "openings": [{"deck": "deck thor", "place": 3, "card": "thor.ravens", "nonce": hex, "path": [["L", hex], ...]}]}

Keys are sorted, and empty values are left out. Places count from 0, the top of the deck. An opening goes to
each seat that is shown the card drawn, and to nobody else: see `referee.engine.decks`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.decks import Opened
from referee.engine.events import face
from referee.engine.lots import nonce
from referee.house.lots import DeckFixed, tree_of
from referee.record.seals import in_words
from referee.table.table import Table
from referee.util.values import Value

FORMAT = 1
NAME, KIND = "{}.proof.json", "application/json"


class Sealed(Value):
    """What binds a letter to the record: the seal in hex and words, the signer and the signature ("" if unsigned)."""

    seal: str = ""
    words: str = ""
    signer: str = ""
    signature: str = ""


def sealed_for(table: Table, seat: str, until: int) -> Sealed:
    """What binds a letter that tells a seat of the entries before `until`."""
    last = table.index.last_told(seat, until)
    if last is None:
        return Sealed()
    doc = table.documents[last]
    seal = str(doc["seal"])
    return Sealed(seal, in_words(seal), table.opening.signer, str(doc.get("signature", "")))


def proof(table: Table, seat: str, letter: str, since: int, until: int, sealed: Sealed) -> bytes:
    """The proof of a letter about the entries after `since` up to `until`; empty if there is nothing in it.

    `letter` is its number, `g1.thor.9`. There is a proof if it has roots or openings, or if the letter is
    signed.
    """
    roots = _roots(table, since + 1, until + 1)
    openings = list(_openings(table, seat, since + 1, until + 1))
    if not (roots or openings or sealed.signature):
        return b""
    first = table.opening
    content = {
        "format": FORMAT,
        "game": table.id,
        "letter": letter,
        "commit": first.commit,
        "seal": sealed.seal,
        "words": sealed.words,
        "signer": sealed.signer,
        "signature": sealed.signature,
        "roots": roots,
        "openings": openings,
    }
    told = {key: value for key, value in content.items() if value}
    return (json.dumps(told, sort_keys=True, indent=1) + "\n").encode("ascii")


def _roots(table: Table, since: int, until: int) -> Mapping[str, str]:
    """The roots that these entries tell of."""
    events = (event for point in table.points[since:until] for event in point.entry.events)
    return {event.deck: event.root for event in events if isinstance(event, DeckFixed)}


def _openings(table: Table, seat: str, since: int, until: int) -> Iterator[Mapping[str, Any]]:
    """The openings of all cards that a seat was shown as they were drawn, in these entries."""
    decks = table.index.decks
    drawn = [one for n in range(since, until) for one in decks.opened.get(n, ()) if seat in one.seats]
    yield from openings(table.deal_seed, table.id, decks.fixed, drawn) if drawn else ()


def openings(
    seed: bytes, game: str, fixed: Mapping[str, Sequence[str]], drawn: Sequence[Opened]
) -> Iterator[Mapping[str, Any]]:
    """The openings of cards drawn, each deck's tree built once; `fixed` are the decks by name, top first."""
    trees = {name: tree_of(seed, game, name, fixed[name]) for name in {one.deck for one in drawn}}
    for one in drawn:
        yield {
            "deck": one.deck,
            "place": one.place,
            "card": face(one.card),
            "nonce": nonce(seed, one.deck, one.place).hex(),
            "path": [[side, neighbour.hex()] for side, neighbour in trees[one.deck].path(one.place)],
        }
