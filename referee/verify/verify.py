"""Verify a record, or the letters that somebody kept, or both against each other: offline, by anybody.

    for verdict in verify(Path("g1.record.yaml"), [Path("old-letters.mbox")]):
        print(verdict.state, verdict.place, verdict.key)

Of a record: is it whole (marks, seals, structure, events), is each entry signed, were its lots drawn as
promised? Of letters: does each say one thing only, is it signed, do its proofs hold, and is its seal in the
record's chain? Nothing is changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.engine.lots import commitment
from referee.engine.rules import why
from referee.house.docket import ARBITER
from referee.house.keeper import Restored
from referee.house.lots import DeckFixed, SecretTold
from referee.post.ways.mailboxes import is_mailbox
from referee.record.file import Checked, Damaged, read, read_bytes
from referee.record.seals import ONLOOKER, is_retold
from referee.record.signing import is_signed
from referee.table.parts import ROLLED_BACK
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import NotFound
from referee.util.packing import PACKED
from referee.util.values import Struct, Value, field
from referee.verify.check import WRONG, LookedAt, loaded, note, right, summed, wrong
from referee.verify.letters import RECORDS_LIMIT, Box, Witness, letters_checked, place_of, read_box
from referee.verify.lots import HEX, Commitments, Proved, known_from, proof_findings, prove

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


def parted(chain: "Chain", letters: Iterable[Witness]) -> tuple[list[Witness], list[LookedAt]]:
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
            said.append(note(key, place_of(letter), since=lost.since))
    return kept, said


OVER = frozenset({"SecretTold", "Declined", "Abandoned", "Lapsed"})
"""The events of the house by which a game is over: everybody is told of them."""
TELLING = OVER | {ROLLED_BACK}
"""The last of these tells whether it is over."""


class Chain(Value, kw_only=True):
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


class _Side(Struct):
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
    yield from (note("letter-after", place_of(one)) for one in letters if is_after(chain, one))
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
                faults.append(wrong("letter-elsewhere", place_of(letter), entry=at, due=due[0]))
        elif letter.audience not in chain.told:
            faults.append(wrong("letter-seat", place_of(letter), seat=letter.seat))
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
            yield wrong("letter-alone" if alone else key, place_of(letter), entry=entry, seal=letter.seal)
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


NO_ROOT = "prove-no-root"
RECORD = b"---"
"""Every record begins with this, and no mail does."""


def is_record(path: Path) -> bool:
    """Whether to read a file as a record: its ending or its first bytes say so."""
    if path.suffix == ".yaml":
        return True
    with path.open("rb") as file:
        return file.read(len(RECORD)).startswith((RECORD, PACKED))


def verify(source: Path, against: Sequence[Path] = (), key: str = "") -> Iterator[LookedAt]:
    """Verify a record (a file) or a mailbox, and compare it with letters.

    `key` is the keeper's public key in hex, if the caller knows it. Raises `Faulty` if the source is neither
    record nor mailbox; OSError; ModuleNotFoundError if something is signed and cryptography is not installed.
    """
    record = source.is_file() and is_record(source)
    if not (record or is_mailbox(source)):
        raise NotFound("no-mailbox" if source.exists() else "file-missing", where=str(source))
    letters, others, room = list[Witness](), list[Witness](), RECORDS_LIMIT
    for path in against if record else (source, *against):
        box = read_box(path, room)
        letters, others, room = letters + box.letters, others + box.others, box.room
        yield from _told_of_box(path, box)
    if record:
        yield from _by_record(source, letters, others, key, held=bool(against))
    else:
        yield from _among_themselves(_of_games(letters, others), key)


def _told_of_box(path: Path, box: Box) -> Iterator[LookedAt]:
    yield note("box-read", str(path), mails=box.mails, letters=len(box.letters))
    for place, key in box.unreadable:
        yield note("mail-unreadable", place, key=key)


# A record


def record_checked(
    source: Path | bytes, name: str, key: str = "", letters: Iterable[Witness] = ()
) -> tuple[list[LookedAt], Chain | None]:
    """Each check of a record, and of the proofs of these letters by it.

    Also returns what the record says of its seals, or None if it cannot be read so far.
    """
    try:
        reading = read_bytes(source, name) if isinstance(source, bytes) else read(source)
        checked, table = loaded(reading, name)
    except Damaged as fault:
        checked, table = Checked(fault.entry, "damaged", fault.entry, fault), None
    if table is None:
        return [_damage(checked, name)], None
    chain = Chain.of(name, table)
    proofs = _proofs(_until(chain, parted(chain, letters)[0]), table.id)
    verdicts = [
        wrong("record-layout", f"{name}, entry {n}") for n, data in enumerate(reading.written) if not data
    ]
    if isinstance(table, Redacted):
        fine = right("record-redacted", name, entries=checked.entries, game=table.id, audience=chain.audience)
        verdicts += summed(_secret_of(name, table), fine)
        return [*verdicts, *_signed(chain, key), *_openings(name, proofs, known_of(table))], chain
    verdicts += [right("record-whole", name, entries=checked.entries, game=table.id)]
    if is_retold(table.documents):
        verdicts.append(note("record-retold", name))
        if not table.opening.commit:  # a text that somebody wrote by hand tells no proof of its lots
            return verdicts, chain
    return [*verdicts, *_signed(chain, key), *_lots(name, prove(table, proofs))], chain


def _secret_of(name: str, table: Redacted) -> list[LookedAt]:
    """H19 The secret that a redacted record tells is the one committed to."""
    told = [one for one in table.told(table.audience) if one.seen.kind == SecretTold.__name__]
    return [
        wrong("lots-wrong", name, why=why("prove-commit"))
        for one in told
        if not HEX.fullmatch(one.seen["secret"])
        or commitment(bytes.fromhex(one.seen["secret"]), table.id).hex() != table.opening.commit
    ]


def known_of(table: Redacted) -> Commitments:
    """H19 What the proofs of a game are compared with, if the record is redacted.

    That is its commitment, and the roots that were told.
    """
    shown = [one.seen for one in table.told(table.audience)]
    roots = {str(one["deck"]): str(one["root"]) for one in shown if one.kind == DeckFixed.__name__}
    return Commitments(game=table.id, commit=table.opening.commit, roots=roots)


def _proofs(letters: Iterable[Witness], game: str) -> list[tuple[str, bytes]]:
    return [(one.number, one.proof_bytes) for one in letters if one.proof_bytes and one.game == game]


def _lots(name: str, proved: Proved) -> Iterator[LookedAt]:
    """H19 What was worked out again: the lots, and the openings in proofs."""
    for one in proved.findings:
        yield wrong("lots-wrong", f"{name}, {one.place}", why=one.why)
    if proved.clean and proved.reach.key == "prove-whole":
        yield right("lots-proved", name, lots=proved.lots, decks=proved.decks, drawn=proved.drawn)
        if proved.without:
            yield note("lots-words", name, given=proved.words or ("-",), without=proved.without)
    else:
        yield note("lots-reach", name, why=proved.reach)
    if proved.clean and proved.openings:
        yield right("openings-proved", name, count=proved.openings)


def _damage(checked: Checked, name: str) -> LookedAt:
    return wrong(f"record-{checked.fault}", f"{name}, entry {checked.entry}", why=checked.why)


def _signed(chain: Chain, key: str) -> Iterator[LookedAt]:
    """Every entry is signed by the key that the opening names, and that key is the keeper's."""
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


def _of_games(letters: Sequence[Witness], others: Sequence[Witness], game: str = "") -> list[Witness]:
    """The letters, and those others whose Message-ID names the same game: theirs is missing what a letter has."""
    games = {one.game for one in letters} | {game}
    return [*letters, *(one for one in others if one.game in games)]


def _by_record(
    source: Path, letters: Sequence[Witness], others: Sequence[Witness], key: str, *, held: bool
) -> Iterator[LookedAt]:
    """Check a record, and compare the letters with it; if it cannot be read, check the letters alone."""
    verdicts, chain = record_checked(source, str(source), key, letters)
    yield from verdicts
    if not held:
        return
    if chain is None:
        yield from _among_themselves(_of_games(letters, others), key)
        return
    letters = _of_games(letters, others, chain.game)
    mine, lost = parted(chain, (letter for letter in letters if letter.game == chain.game))
    yield from lost
    if not mine:
        yield wrong("no-letters", chain.name, game=chain.game)
        return
    yield from letters_checked(chain.game, mine, key or chain.signer, chain.commit)
    yield from held_against(chain, [one for one in mine if one.seal])
    for letter, other in _brought(mine):
        yield from _same_record(chain, other[0], other[1], letter)


Brought = tuple[list[LookedAt], Chain | None]


def _brought(letters: Sequence[Witness]) -> list[tuple[Witness, Brought]]:
    """The records that came with letters, each once, with the findings about them."""
    known = {letter.record: letter for letter in letters if letter.record}
    return [(one, record_checked(one.record, place_of(one), letters=letters)) for one in known.values()]


def _same_record(
    chain: Chain, verdicts: Iterable[LookedAt], other: Chain | None, letter: Witness
) -> Iterator[LookedAt]:
    """The record that came with a letter is whole, and this record continues it, or ends where its game was over."""
    yield from (one for one in verdicts if one.state == WRONG)
    who = chain.audience or (other.audience if other else "")
    if other is None or other.audience not in {"", who}:
        return
    mine, theirs = (one.seals if one.audience or not who else one.seen_by(who) for one in (chain, other))
    same = sum(1 for _ in _alike(mine, theirs))
    if same < len(theirs) and not (chain.over and same == len(mine)):
        yield wrong("record-other", place_of(letter), entry=same)
    else:
        yield right("record-same", place_of(letter), entries=same)


def _alike(one: Iterable[str], other: Iterable[str]) -> Iterator[str]:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return
        yield mine


def _among_themselves(letters: Sequence[Witness], key: str) -> Iterator[LookedAt]:
    """Compare the letters of each game with one another, and with the longest of the records that came with them."""
    games = dict.fromkeys((letter.game, letter.host) for letter in letters)
    if not games:
        yield wrong("box-nothing", "-")
    for game, host in games:
        mine = [letter for letter in letters if (letter.game, letter.host) == (game, host)]
        came = _brought(mine)
        longest = max(came, key=lambda one: len(one[1][1].seals) if one[1][1] else 0, default=None)
        chain: Chain | None = None
        if longest:
            letter = longest[0]
            verdicts, chain = record_checked(letter.record, place_of(letter), key, mine)
            yield from verdicts
            for letter, (found, other) in came if chain else ():
                if chain and letter is not longest[0]:
                    yield from _same_record(chain, found, other, letter)
        if chain is None:
            proofs = _proofs(mine, game)
            yield from _openings(f"{game}@{host}", proofs, known_from(proofs, game))
        if chain:
            mine, lost = parted(chain, mine)
            yield from lost
        yield from letters_checked(
            f"{game}@{host}", mine, key or (chain.signer if chain else ""), chain.commit if chain else ""
        )
        if chain:
            yield from held_against(chain, [one for one in mine if one.seal])


def _openings(name: str, proofs: Sequence[tuple[str, bytes]], known: Commitments) -> Iterator[LookedAt]:
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


def _until(chain: Chain, letters: Iterable[Witness]) -> list[Witness]:
    """The letters about entries that this record holds; letters about later entries say nothing of it."""
    return [one for one in letters if one.count <= max(chain.told.get(one.audience, ()), default=0)]
