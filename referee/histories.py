"""A record and the letters that were kept: is the seal of each in the record's chain, and if not, where do the two part.

A seal binds everything before it. So letters and record agree up to the last entry whose seal a letter tells, and the first
letter whose seal is in no entry says by which entry something was changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from referee.disputes import ARBITER
from referee.looked_at import LookedAt, note, right, wrong
from referee.redacted import Redacted
from referee.seals import ONLOOKER, WITHHELD
from referee.table import Table
from referee.witnesses import Witness


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """What a record says of its seals.

    `seals` are those of its entries in hex, `told` for each letter, by seat and in their order, the entry that it tells of and the seals that
    it may have. `audience` is the one a redacted record was made for, "" for a full one. `commit` and `signer` are those of the
    opening, `signatures` those of the entries ("" for none).
    """

    name: str
    game: str
    seals: tuple[str, ...]
    signatures: tuple[str, ...]
    told: Mapping[str, tuple[tuple[int, frozenset[str]], ...]]
    commit: str = ""
    signer: str = ""
    audience: str = ""

    @classmethod
    def of(cls, name: str, table: Table) -> "Chain":
        """The chain of a record that was loaded; `name` is what messages call it."""
        told = {
            seat: tuple((n, _seals_of(table, seat, n)) for n in table.index.concerning[seat])
            for seat in (*table.game.seats, ARBITER)
            if seat in table.index.concerning
        }
        return cls(
            name=name,
            game=table.id,
            seals=tuple(str(doc["seal"]) for doc in table.documents),
            signatures=tuple(str(doc.get("signature", "")) for doc in table.documents),
            told=told,
            commit=table.opening.commit,
            signer=table.opening.signer,
            audience=(table.audience or ONLOOKER) if isinstance(table, Redacted) else "",
        )


def _seals_of(table: Table, seat: str, n: int) -> frozenset[str]:
    """The seals that a letter may have which tells of entry n: that of the last entry that showed something to the seat.

    Of entries that are withheld from a redacted record nobody knows whether they did. The arbiter's letters have the seal of
    what an onlooker was shown.
    """
    known = {table.seal_for(None if seat == ARBITER else seat, n + 1)}
    while table.documents[n].get("kind") == WITHHELD:
        known.add(str(table.documents[n]["seal"]))
        n -= 1
    return frozenset(known)


@dataclass(slots=True)
class _Side:
    """How far the letters to one seat and the record agree, and by which entry they differ (None: they do not)."""

    same: int = -1
    other: int | None = None
    unlike: list[tuple[int, Witness, str]] = field(default_factory=list)


def held_against(chain: Chain, letters: Iterable[Witness]) -> Iterator[LookedAt]:
    """Every letter of this game whose seal is not where it should be, and between which entries the histories part."""
    places = {seal: n for n, seal in enumerate(chain.seals)}
    sides = dict[str, _Side]()
    faults, unknown, count = list[LookedAt](), 0, 0
    for letter in sorted(letters, key=lambda one: (one.seat, one.count)):
        side = sides.setdefault(letter.seat, _Side())
        at = places.get(letter.seal)
        if chain.audience and letter.seat != chain.audience:
            # Of these letters it holds only the entries that concern this audience too.
            unknown, count = unknown + (at is None), count + (at is not None)
            continue
        count += 1
        told = chain.told.get(letter.seat, ())
        due = told[letter.count - 1] if letter.count <= len(told) else None
        if at is not None:
            side.same = max(side.same, at)
            if due is None:
                side.unlike.append((len(chain.seals), letter, "letter-behind"))
            elif letter.seal not in due[1]:
                faults.append(wrong("letter-elsewhere", _place(letter), entry=at, due=due[0]))
        elif letter.seat not in chain.told:
            faults.append(wrong("letter-seat", _place(letter), seat=letter.seat))
        else:
            key = "letter-not-in-chain" if due else "letter-behind"
            side.unlike.append((len(chain.seals) if due is None else due[0], letter, key))
    faults += _unlike(sides)
    yield from faults
    if unknown:
        yield note("letters-others", chain.name, count=unknown, audience=chain.audience)
    if count and not faults:
        yield right("letters-in-chain", chain.name, count=count)
    yield from _partings(chain, sides)


def _unlike(sides: Mapping[str, _Side]) -> Iterator[LookedAt]:
    """Each letter whose seal is in no entry. One that later letters to its seat speak against does not part the histories."""
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
