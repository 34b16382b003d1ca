"""Verify a record, or the letters that somebody kept, or both against each other: everything that can be, offline, by anybody.

    for verdict in verify(Path("g1.record.yaml"), [Path("old-letters.mbox")]):
        print(verdict.state, verdict.place, verdict.key)

Of a record: is it whole (marks, seals, structure, events), is each entry signed, were its lots drawn as promised. Of letters: does
each say one thing, is it signed, do its proofs hold, and is its seal in the record's chain. Nothing is changed.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from referee.checking import loaded
from referee.collecting import uncollected
from referee.fair import DeckFixed
from referee.game import Faulty
from referee.histories import Chain, held_against
from referee.kept_letters import Known, letters_checked, place_of
from referee.looked_at import LookedAt, note, right, summed, wrong
from referee.mailboxes import is_mailbox
from referee.proof_files import Known as Fair
from referee.proof_files import known_from, proof_findings
from referee.proving import Proved, prove
from referee.record import Checked, Damaged, read, read_bytes
from referee.redacted import Redacted
from referee.signing import is_signed
from referee.witnesses import Box, Witness, read_box

NO_ROOT = "prove-no-root"
RECORD = b"---"
"""What every record begins with, and no mail."""


def is_record(path: Path) -> bool:
    """Whether a file is to be read as a record: by its ending, or its first bytes."""
    if path.suffix == ".yaml":
        return True
    with path.open("rb") as file:
        return file.read(len(RECORD)) == RECORD


def verify(source: Path, against: Sequence[Path] = (), key: str = "") -> Iterator[LookedAt]:
    """Verify a record (a file) or a mailbox, and hold it against letters; `key` is the keeper's public key in hex, if it is known.

    Raises `Faulty` where there is neither; OSError; ModuleNotFoundError where something is signed and cryptography is not installed.
    """
    record = source.is_file() and is_record(source)
    if not (record or is_mailbox(source)):
        raise Faulty("no-mailbox" if source.exists() else "file-missing", where=str(source))
    letters = list[Witness]()
    for path in against if record else (source, *against):
        box = read_box(path)
        letters += box.letters
        yield from _told_of_box(path, box)
    if record:
        yield from _by_record(source, letters, key, held=bool(against))
    else:
        yield from _among_themselves(letters, key)


def _told_of_box(path: Path, box: Box) -> Iterator[LookedAt]:
    yield note("box-read", str(path), mails=box.mails, letters=len(box.letters))
    for place, key in box.unreadable:
        yield note("mail-unreadable", place, key=key)


# A record


@uncollected()
def record_checked(
    source: Path | bytes, name: str, key: str = "", letters: Iterable[Witness] = ()
) -> tuple[list[LookedAt], Chain | None]:
    """Each check of a record, and of the proofs of these letters by it; and what it says of its seals, if it can be read so far."""
    try:
        reading = read_bytes(source, name) if isinstance(source, bytes) else read(source)
        checked, table = loaded(reading, name)
    except Damaged as fault:
        checked, table = Checked(fault.entry, "damaged", fault.entry, fault), None
    if table is None:
        return [_damage(checked, name)], None
    chain = Chain.of(name, table)
    proofs = _proofs(_until(chain, letters), table.id)
    if isinstance(table, Redacted):
        verdicts = [
            right("record-redacted", name, entries=checked.entries, game=table.id, audience=chain.audience)
        ]
        return [*verdicts, *_signed(chain, key), *_openings(name, proofs, known_of(table))], chain
    verdicts = [right("record-whole", name, entries=checked.entries, game=table.id)]
    return [*verdicts, *_signed(chain, key), *_lots(name, prove(table, proofs))], chain


def known_of(table: Redacted) -> Fair:
    """H19 What the proofs of a game are held against by a redacted record: its commitment, and the roots that were told."""
    shown = [one.seen for one in table.told(table.audience)]
    roots = {str(one["deck"]): str(one["root"]) for one in shown if one.kind == DeckFixed.__name__}
    return Fair(game=table.id, commit=table.opening.commit, roots=roots)


def _proofs(letters: Iterable[Witness], game: str) -> list[tuple[str, bytes]]:
    return [(one.number, one.proof_bytes) for one in letters if one.proof_bytes and one.game == game]


def _lots(name: str, proved: Proved) -> Iterator[LookedAt]:
    """H19 What was worked out again of the lots, and of the openings in proofs."""
    for one in proved.findings:
        yield wrong("lots-wrong", f"{name}, {one.place}", why=one.why)
    if proved.clean and proved.reach.key == "prove-whole":
        yield right("lots-proved", name, lots=proved.lots, decks=proved.decks, drawn=proved.drawn)
    else:
        yield note("lots-reach", name, why=proved.reach)
    if proved.clean and proved.openings:
        yield right("openings-proved", name, count=proved.openings)


def _damage(checked: Checked, name: str) -> LookedAt:
    return wrong(f"record-{checked.fault}", f"{name}, entry {checked.entry}", why=checked.why)


def _signed(chain: Chain, key: str) -> Iterator[LookedAt]:
    """Every entry is signed by the key that the opening names, and that is the keeper's."""
    if key and chain.signer != key:
        yield wrong("record-signer", chain.name, found=chain.signer or "-", due=key)
    if not chain.signer:
        yield note("record-unsigned", chain.name)
        return
    faults = []
    for n, (seal, signature) in enumerate(zip(chain.seals, chain.signatures, strict=True)):
        if not is_signed(chain.signer, chain.game, seal, signature):
            told = "entry-signature" if signature else "entry-unsigned"
            faults.append(wrong(told, f"{chain.name}, entry {n}", key=chain.signer))
    yield from faults
    if not faults:
        yield right("record-signed", chain.name, count=len(chain.seals), key=chain.signer)


# Letters


def _by_record(source: Path, letters: Sequence[Witness], key: str, *, held: bool) -> Iterator[LookedAt]:
    """A record, and the letters that are `held` against it; where it cannot be read, what these say alone."""
    verdicts, chain = record_checked(source, str(source), key, letters)
    yield from verdicts
    if not held:
        return
    if chain is None:
        yield from _among_themselves(letters, key)
        return
    mine = [letter for letter in letters if letter.game == chain.game]
    if not mine:
        yield wrong("no-letters", chain.name, game=chain.game)
        return
    yield from letters_checked(chain.game, mine, Known(key or chain.signer, chain.commit))
    yield from held_against(chain, mine)
    for letter in mine:
        if letter.record:
            yield from _same_record(chain, letter)


def _same_record(chain: Chain, letter: Witness) -> Iterator[LookedAt]:
    """The record that came with a letter is whole, and this one goes on from it."""
    verdicts, other = record_checked(letter.record, place_of(letter))
    yield from (one for one in verdicts if one.state == "wrong")
    if other is None or chain.audience:
        return
    same = sum(1 for _ in _alike(chain.seals, other.seals))
    if same < len(other.seals):
        yield wrong("record-other", place_of(letter), entry=same)
    else:
        yield right("record-same", place_of(letter), entries=same)


def _alike(one: Iterable[str], other: Iterable[str]) -> Iterator[str]:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return
        yield mine


def _among_themselves(letters: Sequence[Witness], key: str) -> Iterator[LookedAt]:
    """The letters of each game, against one another, and against the record that came with one of them."""
    games = dict.fromkeys((letter.game, letter.host) for letter in letters)
    if not games:
        yield wrong("box-nothing", "-")
    for game, host in games:
        mine = [letter for letter in letters if (letter.game, letter.host) == (game, host)]
        came = next((letter for letter in mine if letter.record), None)
        chain: Chain | None = None
        if came:
            verdicts, chain = record_checked(came.record, place_of(came), key, mine)
            yield from verdicts
        if chain is None:
            proofs = _proofs(mine, game)
            yield from _openings(f"{game}@{host}", proofs, known_from(proofs, game))
        known = Known(key or (chain.signer if chain else ""), chain.commit if chain else "")
        yield from letters_checked(f"{game}@{host}", mine, known)
        if chain:
            yield from held_against(chain, [one for one in mine if not _behind(chain, one)])


def _openings(name: str, proofs: Sequence[tuple[str, bytes]], known: Fair) -> Iterator[LookedAt]:
    """H19 The openings in proofs lead to the roots that are known."""
    faults, count = list[LookedAt](), 0
    for number, data in proofs:
        found, openings = proof_findings(number, data, known)
        faults += [
            wrong("lots-wrong", f"{number}: {pointer}", why=reason)
            for pointer, reason in found
            if known.roots or reason.key != NO_ROOT
        ]
        count += openings
    if count and not known.roots:
        # The letter that told the roots was not kept, so nothing speaks against these.
        yield from summed(faults, note("openings-no-roots", name, count=count))
    else:
        yield from summed(faults, right("openings-proved", name, count=count) if count else None)


def _behind(chain: Chain, letter: Witness) -> bool:
    """Whether a letter tells of an entry behind the end of this record."""
    return letter.seat in chain.told and letter.count > len(chain.told[letter.seat])


def _until(chain: Chain, letters: Iterable[Witness]) -> list[Witness]:
    """The letters that tell of entries which this record holds: those behind its end say nothing of it."""
    return [one for one in letters if one.count <= len(chain.told.get(one.seat, ()))]
