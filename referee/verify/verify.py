"""Verify a record, or the letters that somebody kept, or both against each other: offline, by anybody.

    for verdict in verify(Path("g1.record.yaml"), [Path("old-letters.mbox")]):
        print(verdict.state, verdict.place, verdict.key)

Of a record: is it whole (marks, seals, structure, events), is each entry signed, were its lots drawn as
promised? Of letters: does each say one thing only, is it signed, do its proofs hold, and is its seal in the
record's chain? Nothing is changed.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from referee.engine.lots import commitment
from referee.engine.rules import why
from referee.house.lots import DeckFixed, SecretTold
from referee.post.mailboxes import is_mailbox
from referee.record.file import Checked, Damaged, read, read_bytes
from referee.record.seals import is_retold
from referee.record.signing import is_signed
from referee.table.redacted import Redacted
from referee.util.errors import NotFound
from referee.util.packing import PACKED
from referee.verify.chain import Chain, held_against, parted
from referee.verify.check import WRONG, LookedAt, loaded, note, right, summed, uncollected, wrong
from referee.verify.letters import Known, letters_checked, place_of
from referee.verify.lots import SECRET, Proved, prove
from referee.verify.proofs import Known as Fair
from referee.verify.proofs import known_from, proof_findings
from referee.verify.witnesses import RECORDS_LIMIT, Box, Witness, read_box

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


@uncollected()
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
        if not SECRET.fullmatch(one.seen["secret"])
        or commitment(bytes.fromhex(one.seen["secret"]), table.id).hex() != table.opening.commit
    ]


def known_of(table: Redacted) -> Fair:
    """H19 What the proofs of a game are compared with, if the record is redacted.

    That is its commitment, and the roots that were told.
    """
    shown = [one.seen for one in table.told(table.audience)]
    roots = {str(one["deck"]): str(one["root"]) for one in shown if one.kind == DeckFixed.__name__}
    return Fair(game=table.id, commit=table.opening.commit, roots=roots)


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
    yield from letters_checked(chain.game, mine, Known(key or chain.signer, chain.commit))
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
        known = Known(key or (chain.signer if chain else ""), chain.commit if chain else "")
        if chain:
            mine, lost = parted(chain, mine)
            yield from lost
        yield from letters_checked(f"{game}@{host}", mine, known)
        if chain:
            yield from held_against(chain, [one for one in mine if one.seal])


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


def _until(chain: Chain, letters: Iterable[Witness]) -> list[Witness]:
    """The letters about entries that this record holds; letters about later entries say nothing of it."""
    return [one for one in letters if one.count <= max(chain.told.get(one.audience, ()), default=0)]
