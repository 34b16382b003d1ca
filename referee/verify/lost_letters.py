"""Letters that, the keeper says, were lost when an old copy of the home was put back (H24).

The record says which numbers they have. No entry can hold what such a letter tells: that is no forgery, but a
history that ended. So these letters are named, and compared with nothing. A letter with such a number whose
seal does stand in the right place was not lost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from referee.house.keeper import Restored
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.verify.finding import LookedAt, note
from referee.verify.witnesses import Witness


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
