"""A record and the letters that were kept: is the seal of each in the record's chain, and where do they part?

A seal binds everything before it. So letters and record agree up to the last entry whose seal a letter tells.
The first letter whose seal is in no entry shows by which entry something was changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from referee.house.docket import ARBITER
from referee.house.keeper import Restored
from referee.record.seals import ONLOOKER
from referee.table.parts import ROLLED_BACK
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.verify.check import LookedAt, note, right, wrong
from referee.verify.witnesses import Witness

# Letters that, the keeper says, were lost when an old copy of the home was put back (H24).
#
# The record says which numbers they have. No entry can hold what such a letter tells: that is no forgery, but a
# history that ended. So these letters are named, and compared with nothing. A letter with such a number whose
# seal does stand in the right place was not lost.


class Lost(NamedTuple):
    """Letters with numbers between `last` and `first`, both excluded, may be lost.

    What happened after the time `since` is lost ("": nobody knows).
    """

    last: int
    first: int
    since: str


class Told(Protocol):
    """The part of a record's chain that tells of letters: see `referee.verify.chain.Chain`."""

    @property
    def told(self) -> Mapping[str, Mapping[int, tuple[int, str]]]:
        """The entry that each letter tells of, and its seal."""

    @property
    def lost(self) -> Mapping[str, Sequence[Lost]]:
        """The stretches of numbers that were lost, by seat."""


def lost_of(table: Table) -> Mapping[str, Sequence[Lost]]:
    """The stretches of numbers that a record says were lost, by seat; a redacted record names only its audience's."""
    found = dict[str, list[Lost]]()
    for event in _restored(table):
        one = Lost(int(event["last"]), int(event["first"]), str(event["since"]))
        found.setdefault(str(event["by"]), []).append(one)
    return found


def _restored(table: Table) -> Iterator[Mapping[str, Any]]:
    if isinstance(table, Redacted):
        yield from (
            one.seen.fields for one in table.told(table.audience) if one.seen.kind == Restored.__name__
        )
        return
    for entry in table.entries:
        for one in entry.events:
            if isinstance(one, Restored):
                yield {"by": one.by, "last": one.last, "first": one.first, "since": one.since}


def parted(chain: Told, letters: Iterable[Witness]) -> tuple[list[Witness], list[LookedAt]]:
    """Split the letters: those to compare with a record, and what to say of those that were lost."""
    kept, said = list[Witness](), list[LookedAt]()
    for letter in letters:
        lost = next(
            (one for one in chain.lost.get(letter.audience, ()) if one.last < letter.count < one.first), None
        )
        due = chain.told.get(letter.audience, {}).get(letter.count)
        if lost is None or (due and letter.seal == due[1]):
            kept.append(letter)
        else:
            key = "letter-lost-since" if lost.since else "letter-lost"
            said.append(note(key, f"{letter.number} ({letter.place})", since=lost.since))
    return kept, said


OVER = frozenset({"SecretTold", "Declined", "Abandoned", "Lapsed"})
"""The events of the house by which a game is over: everybody is told of them."""
TELLING = OVER | {ROLLED_BACK}
"""The last of these tells whether it is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """What a record says of its seals.

    Attributes:
        seals: the seals of its entries, in hex.
        told: for each letter, by seat and number: the entry that it tells of, and the seal that it must have.
        lost: by seat, which letters were lost (H24): each stretch of numbers with the time that was lost.
        audience: the audience that a redacted record was made for; "" for a full record.
        commit: the commitment of the opening.
        signer: the keeper's public key in the opening.
        signatures: the signatures of the entries; "" for an entry without one.
        over: whether the game is over in this record. Letters may then go on after its end.
    """

    name: str
    game: str
    seals: tuple[str, ...]
    signatures: tuple[str, ...]
    told: Mapping[str, Mapping[int, tuple[int, str]]]
    lost: Mapping[str, Sequence[Lost]] = field(default_factory=dict)
    commit: str = ""
    signer: str = ""
    audience: str = ""
    over: bool = False

    @classmethod
    def of(cls, name: str, table: Table) -> "Chain":
        """The chain of a record that was loaded; `name` is what messages call it."""
        told = {
            seat: {
                table.index.numbered(seat, count): (n, _seal_of(table, seat, n))
                for count, n in enumerate(table.index.concerning[seat], 1)
            }
            for seat in (*table.seats, ARBITER)
            if seat in table.index.concerning
        }
        watched = table.index.concerning.get(None, ())
        told[ONLOOKER] = {count: (n, _seal_of(table, "", n)) for count, n in enumerate(watched, 1)}
        return cls(
            name=name,
            game=table.id,
            seals=tuple(str(doc["seal"]) for doc in table.documents),
            signatures=tuple(str(doc.get("signature", "")) for doc in table.documents),
            told=told,
            lost=lost_of(table),
            commit=table.opening.commit,
            signer=table.opening.signer,
            audience=(table.audience or ONLOOKER) if isinstance(table, Redacted) else "",
            over=_is_over(table),
        )

    def seen_by(self, audience: str) -> tuple[str, ...]:
        """The seals of the entries that concern an audience, in their order: those of its redacted record."""
        return tuple(seal for _, seal in self.told.get(audience, {}).values())


def _seal_of(table: Table, seat: str, n: int) -> str:
    """The seal of a letter that tells of entry n: the seal of that entry.

    The arbiter's letters have the seal of the last entry that an onlooker was shown.
    """
    return table.seal_for(None, n + 1) if seat == ARBITER else str(table.documents[n]["seal"])


def _is_over(table: Table) -> bool:
    """Whether the game is over at the end of the record, as far as everybody was told.

    It is not if a ruling took the end back.
    """
    for n, doc in reversed([*enumerate(table.documents)]):
        if TELLING.isdisjoint(event["event"] for event in doc.get("events", ())):
            continue
        for one in reversed(table.told(table.usual_reader, n, n + 1)):
            if one.seen.kind in TELLING:
                return one.seen.kind in OVER
    return False


@dataclass(slots=True)
class _Side:
    """How far the letters to one seat and the record agree, and by which entry they differ (None: they do not)."""

    same: int = -1
    other: int | None = None
    unlike: list[tuple[int, Witness, str]] = field(default_factory=list)


def held_against(chain: Chain, letters: Iterable[Witness]) -> Iterator[LookedAt]:
    """Compare letters with the record: every letter of this game with a wrong seal, and where the histories part."""
    places = {seal: n for n, seal in enumerate(chain.seals)}
    sides = dict[str, _Side]()
    faults, unknown, count = list[LookedAt](), 0, 0
    letters = list(letters)
    yield from (note("letter-after", _place(one)) for one in letters if is_after(chain, one))
    for letter in sorted(letters, key=lambda one: (one.audience, one.count)):
        if is_after(chain, letter):
            continue
        side = sides.setdefault(letter.audience, _Side())
        at = places.get(letter.seal)
        if chain.audience and letter.audience != chain.audience:
            # Of these letters it holds only the entries that concern this audience too.
            unknown, count = unknown + (at is None), count + (at is not None)
            continue
        count += 1
        due = chain.told.get(letter.audience, {}).get(letter.count)
        if at is not None:
            side.same = max(side.same, at)
            if due is None:
                side.unlike.append((len(chain.seals), letter, "letter-behind"))
            elif letter.seal != due[1]:
                faults.append(wrong("letter-elsewhere", _place(letter), entry=at, due=due[0]))
        elif letter.audience not in chain.told:
            faults.append(wrong("letter-seat", _place(letter), seat=letter.seat))
        else:
            key = "letter-not-in-chain" if due else "letter-behind"
            side.unlike.append((len(chain.seals) if due is None else due[0], letter, key))
    faults += _unlike(sides)
    if not count:
        faults.append(wrong("no-letters", chain.name, game=chain.game))
    yield from faults
    if unknown:
        yield note("letters-others", chain.name, count=unknown, audience=chain.audience)
    if count and not faults:
        yield right("letters-in-chain", chain.name, count=count)
    yield from _partings(chain, sides)


def is_after(chain: Chain, letter: Witness) -> bool:
    """Whether a letter was written after the end of this record, in a game that is over: players say goodbye."""
    knows = letter.audience in chain.told and chain.audience in {"", letter.audience}
    return chain.over and knows and letter.count > max(chain.told[letter.audience], default=0)


def _unlike(sides: Mapping[str, _Side]) -> Iterator[LookedAt]:
    """Each letter whose seal is in no entry.

    If later letters to its seat agree with the record, that letter alone is wrong, and the histories do not
    part there.
    """
    for side in sides.values():
        for entry, letter, key in side.unlike:
            alone = entry <= side.same
            yield wrong("letter-alone" if alone else key, _place(letter), entry=entry, seal=letter.seal)
            if not alone:
                side.other = entry if side.other is None else min(side.other, entry)


def _partings(chain: Chain, sides: Mapping[str, _Side]) -> Iterator[LookedAt]:
    """Between which entries letters and record part; seat by seat, if the seats were told different histories."""
    parted = {seat: (side.same, side.other) for seat, side in sides.items() if side.other is not None}
    if not parted:
        return
    same, other = max(side.same for side in sides.values()), min(one for _, one in parted.values())
    if same < other:
        yield _parting(chain, ", ".join(parted), same, other)
        return
    for seat, (before, behind) in parted.items():
        yield _parting(chain, seat, before, behind)


def _parting(chain: Chain, seats: str, same: int, other: int) -> LookedAt:
    key = "histories-part" if same >= 0 else "histories-never"
    key = "histories-end" if other >= len(chain.seals) > 0 <= same else key
    return wrong(key, chain.name, seats=seats, after=same, until=other)


def _place(letter: Witness) -> str:
    return f"{letter.number} ({letter.place})"
