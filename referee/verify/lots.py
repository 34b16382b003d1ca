"""Fair lots checked: everything that came from the secret of a game is worked out again from it (H19).

A finished record tells its secret. From it the commitment, the deal, the root of each deck and each later lot
are worked out again, and compared with the record. The proofs that went with the letters are compared with
the record and the secret; without a record, with one another. The answer says what is wrong; nothing is
raised for it. Whether the rules were kept is another question: see `referee.table.audit`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from referee.engine.decks import Cut, Drawn, Lies, Taken
from referee.engine.events import Event, face
from referee.engine.lots import (
    DealLots,
    Lot,
    Path,
    begun,
    commitment,
    draw_stream,
    heard,
    leaf,
    nonce,
    root_by,
)
from referee.engine.rules import why
from referee.house.invitation import Accepted
from referee.house.lots import DeckFixed, SecretTold, WordsCounted, of_the_rules, tree_of, words_counted
from referee.house.players import SeatTaken
from referee.house.rulings import Redealt, RolledBack
from referee.record.entries import Entry, Letter, Opening, accepted, lots_go_back
from referee.table import ruling
from referee.table.index import LONGEST_NUMBER
from referee.table.proofs import FORMAT
from referee.table.table import Table
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.values import Struct, Value, field

HEX = regex(r"[0-9a-f]{64}")
PLACES, LONGEST_PATH = 2**32, 32
Wrong = tuple[str, Why]
"""Where in a proof, as a JSON pointer, and what is wrong there."""


class Commitments(Value, kw_only=True, unshown=("seed",)):
    """What proofs are compared with: the commitment and the roots; with the secret also the decks and the deal.

    Attributes:
        drawn: for each seat (`g1.thor`), the cards that it was shown as they were drawn: deck and place, each with the
            number of the letter that told of it. None if that is not known.
        decks: physical cards, top first.
    """

    game: str
    commit: str = ""
    roots: Mapping[str, str] = field(default_factory=dict)
    seed: bytes = b""
    decks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    drawn: Mapping[tuple[str, str, int], int] | None = None


def known_from(proofs: Sequence[tuple[str, bytes]], game: str) -> Commitments:
    """What the proofs of a game say themselves, where there is no record.

    These are the first commitment, and the first root of each deck.
    """
    commit, roots = "", dict[str, str]()
    for _, data in proofs:
        proof = _read(data)
        if proof is None or proof.get("game") != game:
            continue
        commit = commit or str(proof.get("commit", ""))
        found = proof.get("roots")
        for deck, root in found.items() if isinstance(found, dict) else ():
            roots.setdefault(str(deck), str(root))
    return Commitments(game=game, commit=commit, roots=roots)


def proof_findings(letter: str, data: bytes, known: Commitments) -> tuple[list[Wrong], int]:
    """What is wrong with the proof of a letter (`g1.thor.9`), and how many openings were checked. Raises nothing."""
    proof = _read(data)
    if proof is None or proof.get("format") != FORMAT or type(proof["format"]) is not int:
        return [("/format", why("prove-form"))], 0
    found: list[Wrong] = []
    for key, wanted in (("game", known.game), ("letter", letter), ("commit", known.commit)):
        if proof.get(key, "") != wanted:
            found.append((f"/{key}", why("prove-other")))
    found += _roots(proof.get("roots", {}), known)
    openings = proof.get("openings", [])
    if not isinstance(openings, list):
        return [*found, ("/openings", why("prove-form"))], 0
    for at, one in enumerate(openings):
        found += [(f"/openings/{at}{pointer}", reason) for pointer, reason in _opening(letter, one, known)]
    return found, len(openings)


def _read(data: bytes) -> dict[str, Any] | None:
    """A proof as data; None if it is malformed."""
    try:
        proof = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return proof if isinstance(proof, dict) else None


def _roots(roots: Any, known: Commitments) -> Iterator[Wrong]:
    if not isinstance(roots, dict):
        yield "/roots", why("prove-form")
        return
    for deck, root in roots.items():
        if known.roots.get(deck) != root:
            yield f"/roots/{deck}", why("prove-root", deck=deck)


class _Opening(Value):
    deck: str
    place: int
    card: str
    nonce: bytes
    path: Path


def _opening(letter: str, data: Any, known: Commitments) -> Iterator[Wrong]:
    """What is wrong with one opening."""
    one = _formed(data)
    if one is None:
        yield "", why("prove-form")
        return
    if one.deck not in known.roots:
        yield "/deck", why("prove-no-root", deck=one.deck)
        return
    at = leaf(known.game, one.deck, one.place, one.card, one.nonce)
    if root_by(at, one.path).hex() != known.roots[one.deck]:
        yield from (
            _named(one, known) if known.seed and one.deck in known.decks else [("", why("prove-opening"))]
        )
    elif known.drawn is not None and not _was_drawn(letter, one, known.drawn):
        yield "", why("prove-not-drawn")


def _was_drawn(letter: str, one: _Opening, drawn: Mapping[tuple[str, str, int], int]) -> bool:
    """Whether the reader of a letter was shown that card when it was drawn, in that letter or before it."""
    seat, _, number = letter.rpartition(".")
    known = drawn.get((seat, one.deck, one.place))
    return known is not None and number.isdecimal() and len(number) <= LONGEST_NUMBER and known <= int(number)


def _named(one: _Opening, known: Commitments) -> Iterator[Wrong]:
    """Name the wrong part of an opening that leads to no root; the right values are worked out from the seed."""
    cards = known.decks[one.deck]
    nonces = [nonce(known.seed, one.deck, place) for place in range(len(cards))]
    right = one.place if one.nonce not in nonces else nonces.index(one.nonce)
    if right != one.place and right < len(cards) and face(cards[right]) == one.card:
        yield "/place", why("prove-opening")
        return
    if one.place >= len(cards):
        yield "/place", why("prove-opening")
        return
    path = tree_of(known.seed, known.game, one.deck, cards).path(one.place)
    true = (face(cards[one.place]), nonces[one.place], path)
    told = (one.card, one.nonce, one.path)
    parts = [part for part, a, b in zip(("card", "nonce", "path"), told, true, strict=True) if a != b]
    yield from ((f"/{part}", why("prove-opening")) for part in parts)
    if not parts:
        yield "", why("prove-opening")  # the root is wrong, or the card itself, in the record


def _formed(data: Any) -> _Opening | None:
    """An opening if it is well formed; else None."""
    match data:
        case {
            "deck": str(deck),
            "place": int(place),
            "card": str(card),
            "nonce": str(hidden),
            "path": [*path],
        }:
            steps = [step for step in map(_step, path) if step is not None]
            sound = type(place) is int and 0 <= place < PLACES and len(path) <= LONGEST_PATH
            if sound and (deck + card).isprintable() and HEX.fullmatch(hidden) and len(steps) == len(path):
                return _Opening(deck, place, card, bytes.fromhex(hidden), tuple(steps))
    return None


def _step(data: Any) -> tuple[Any, bytes] | None:
    match data:
        case ["L" | "R" as side, str(neighbour)] if HEX.fullmatch(neighbour):
            return side, bytes.fromhex(neighbour)
    return None


OUR_OWN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a game may raise over a table that its own rules would never lay out."""


class Finding(Value):
    """What is wrong, and where: `entry 7: /lots/0`, or `g1.thor.9: /openings/3/nonce`; the rest is a JSON pointer."""

    place: str
    why: Why


class Proved(Struct):
    """What was checked: how much could be proved, how many of each, and what is wrong.

    Attributes:
        reach: how far the proof goes: prove-whole, prove-open (no secret yet) or prove-not-dealt, with its values.
        words: the seats that gave words of their own for the shuffle.
        without: the seats that gave none.
    """

    reach: Why
    words: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    lots: int = 0
    decks: int = 0
    drawn: int = 0
    openings: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def wrong(self, entry: int, pointer: str, reason: Why) -> None:
        """Something is wrong in an entry."""
        self.findings.append(Finding(f"entry {entry}: {pointer}", reason))


def prove(table: Table, proofs: Sequence[tuple[str, bytes]] = (), secret: bytes = b"") -> Proved:
    """Work out everything about the lots of a game again, and check its `proofs`. Raises nothing.

    `proofs` are numbers of letters, each with the attachment that came with the letter. `secret` is for a
    record that does not tell it; without a secret, only what needs none is checked.
    """
    opening, dealt = table.entries[0], table.index.dealt
    assert isinstance(opening, Opening)  # noqa: S101  a table has one
    if dealt is None:
        return Proved(why("prove-not-dealt"))
    deal = _Deal.of(table, dealt, opening)
    told = _secret_told(table) or secret
    counted = words_counted(table.seats, deal.words)
    done = Proved(why("prove-whole") if told else why("prove-open"), counted.seats, counted.without)
    _words_told(deal, counted, done)
    _places_of_secret(table, done)
    _drawn_in_order(table, done)
    if told and _secret_fits(deal, told, done):
        _deal_again(table, deal, told, done)
        _draw_again(table, deal, told, done)
    if proofs:
        _openings(deal.known(table, told), proofs, done)
    return done


def _openings(known: Commitments, proofs: Sequence[tuple[str, bytes]], done: Proved) -> None:
    """The proofs that went with letters."""
    for number, data in proofs:
        found, count = proof_findings(number, data, known)
        done.openings += count
        done.findings += [Finding(f"{number}: {pointer}", reason) for pointer, reason in found]


class _Deal(Value):
    """The entry that dealt a game: its number, the events of the deal, the decks it fixed, the words it rests on."""

    opening: Opening
    n: int
    first: int
    entry: Entry
    words: Mapping[str, str]

    @staticmethod
    def of(table: Table, n: int, opening: Opening) -> "_Deal":
        entry = table.entries[n]
        first = sum(line.events for line in entry.lines) if isinstance(entry, Letter) else 0
        words = dict.fromkeys(table.seats, "")
        for event in (event for one in table.entries[: n + 1] for event in one.events):
            if isinstance(event, Accepted):
                words[event.by] = event.words
            elif isinstance(event, SeatTaken):
                words[event.by] = ""
        return _Deal(opening, n, first, entry, words)

    @property
    def fixed(self) -> list[tuple[int, DeckFixed]]:
        """The decks that it fixed, each with the place of its event."""
        return [(at, one) for at, one in enumerate(self.entry.events) if isinstance(one, DeckFixed)]

    def lots(self, secret: bytes) -> DealLots:
        return DealLots(secret, self.opening.id, self.words)

    def known(self, table: Table, secret: bytes) -> Commitments:
        """What the proofs of this game are compared with."""
        decks = table.index.decks
        drawn: dict[tuple[str, str, int], int] = {}
        for seat in table.seats:
            for count, n in enumerate(table.index.concerning[seat], 1):
                number = table.index.numbered(seat, count)
                shown = [one for one in decks.opened.get(n, ()) if seat in one.seats]
                drawn |= {(f"{table.id}.{seat}", one.deck, one.place): number for one in shown}
        return Commitments(
            game=table.id,
            commit=self.opening.commit,
            roots={one.deck: one.root for _, one in self.fixed},
            seed=self.lots(secret).seed if secret else b"",
            decks=decks.fixed,
            drawn=drawn,
        )


def _words_told(deal: _Deal, counted: WordsCounted, done: Proved) -> None:
    """If the game was opened by an invitation, the record tells rightly who gave words for the shuffle."""
    told = [(at, one) for at, one in enumerate(deal.entry.events) if isinstance(one, WordsCounted)]
    if isinstance(deal.entry, Letter) and not told:
        done.wrong(deal.n, "/events", why("prove-words-told"))
    for at, one in told:
        if one != counted:
            done.wrong(deal.n, f"/events/{at}", why("prove-words-told"))


def _secret_told(table: Table) -> bytes:
    """The secret as the record tells it; b"" if it tells none, or a malformed one."""
    told = [one.secret for entry in table.entries for one in entry.events if isinstance(one, SecretTold)]
    return bytes.fromhex(told[-1]) if told and HEX.fullmatch(told[-1]) else b""


def _places_of_secret(table: Table, done: Proved) -> None:
    """The secret is well formed and is told once, as the last thing of the entry by which the game ends."""
    for n, point in enumerate(table.points):
        events = point.entry.events
        before = table.game.ended(table.points[n - 1].state) if n else None
        ends = before is None and table.game.ended(point.state) is not None
        for at, one in enumerate(events):
            if not isinstance(one, SecretTold):
                continue
            if not ends or at + 1 < len(events):
                done.wrong(n, f"/events/{at}", why("prove-secret-place"))
            if not HEX.fullmatch(one.secret):
                done.wrong(n, f"/events/{at}/secret", why("prove-hex"))
        if ends and not any(isinstance(one, SecretTold) for one in events):
            done.wrong(n, "/events", why("prove-no-secret"))


def _secret_fits(deal: _Deal, secret: bytes, done: Proved) -> bool:
    """Whether the secret is the one committed to; if not, name which of the two does not fit the deal."""
    if commitment(secret, deal.opening.id).hex() == deal.opening.commit:
        return True
    if deal.entry.lots and all(_dealt(deal, secret)):
        done.wrong(0, "/commit", why("prove-commit"))
        return True
    done.findings.append(Finding("secret", why("prove-secret")))
    return False


def _dealt(deal: _Deal, secret: bytes) -> list[bool]:
    """For each lot of the deal, whether it comes from this secret and the words of the seats."""
    lots = deal.lots(secret)
    return [fell(lots, lot).drawn == lot.drawn for lot in deal.entry.lots]


def fell(lots: DealLots, lot: Lot) -> Lot:
    """The lot as it falls in the deal: of the same kind, by the same label."""
    if lot.is_roll():
        lots.roll(lot.label.split(" ", 2)[2], lot.outcomes, len(lot.drawn))
    elif lot.is_shuffle():
        lots.shuffle(lot.label, range(lot.outcomes))
    else:
        lots.below(lot.label, lot.outcomes)
    return lots.drawn[-1]


def _deal_again(table: Table, deal: _Deal, secret: bytes, done: Proved) -> None:
    """The lots of the deal, the events they led to, and the roots over the decks."""
    same = _dealt(deal, secret)
    done.lots += len(same)
    if same and not any(same):
        done.wrong(deal.n, "/lots", why("prove-words"))
    else:
        for at, fits in enumerate(same):
            if not fits:
                done.wrong(deal.n, f"/lots/{at}", why("prove-lot"))
    again = all(same) and deal.opening.edition == table.game.edition
    _rooted(table, deal, secret, done, _laid_out(table, deal, secret, done) if again else [])


def _laid_out(table: Table, deal: _Deal, secret: bytes, done: Proved) -> list[Event]:
    """The deal from the beginning: whole decks are shuffled, in the order that the rules give.

    Returns what happens in it, if the cards lie afterwards as the record has them.
    """
    lots, events = deal.lots(secret), list[Event]()
    state = table.game.blank(table.id, table.points[0].content)
    try:
        ruling.lay_out(table.game, state, table.points[0].content, lots, events)
    except OUR_OWN:
        done.wrong(deal.n, "/events", why("prove-deal"))
        return []
    now, then = of_the_rules(events), of_the_rules(deal.entry.events[deal.first :])
    if tuple(lots.drawn) != deal.entry.lots:
        done.wrong(deal.n, "/lots", why("prove-deal"))
    elif now != then:
        pairs = enumerate(zip(now, then, strict=False))
        at = next((at for at, pair in pairs if pair[0] != pair[1]), min(len(now), len(then)))
        done.wrong(deal.n, f"/events/{deal.first + at}", why("prove-deal"))
    return events if now == then else []


def _rooted(table: Table, deal: _Deal, secret: bytes, done: Proved, again: Sequence[Event]) -> None:
    """The roots of the decks, in the order in which they were shuffled; told `again` in that order they are right."""
    shuffled = [
        on.of(one) for one in deal.entry.events if isinstance(on := table.game.DECKS.get(type(one)), Lies)
    ]
    if len(shuffled) != len(deal.fixed):
        done.wrong(deal.n, "/events", why("prove-decks"))
    seed = deal.lots(secret).seed
    right = [one for _, one in deal.fixed] == [one for one in again if isinstance(one, DeckFixed)]
    for (at, one), cards in zip(deal.fixed, shuffled, strict=False):
        done.decks += 1
        if one.count != len(cards):
            done.wrong(deal.n, f"/events/{at}/count", why("prove-count"))
        if not right and tree_of(seed, table.id, one.deck, cards).root.hex() != one.root:
            done.wrong(deal.n, f"/events/{at}/root", why("prove-root", deck=one.deck))


def _draw_again(table: Table, deal: _Deal, secret: bytes, done: Proved) -> None:
    """Draw each later lot again, from its number and the lines played before it."""
    start = 0, begun(deal.words)
    kept = {deal.n: start}
    for n, entry in enumerate(table.entries[deal.n + 1 :], deal.n + 1):
        back = lots_go_back(entry)
        drawn, words = kept[n - 1] if back is None else kept.get(back, start)
        after = list(accumulate(accepted(entry), lambda h, said: heard(h, *said), initial=words))
        for at, lot in enumerate(entry.lots):
            drawn += 1
            fits = [k for k, h in enumerate(after) if falls(table.id, secret, drawn, h, lot)]
            if lot.heard not in fits:
                reason = why("prove-heard" if fits else "prove-lot")
                done.wrong(n, f"/lots/{at}" + ("/3" if fits else ""), reason)
        kept[n] = drawn, after[-1]
        done.lots += len(entry.lots)


def falls(game: str, secret: bytes, number: int, words: bytes, lot: Lot) -> bool:
    """Whether a later lot with this number falls like this after these lines."""
    stream = draw_stream(secret, game, number, words, lot.label)
    if lot.is_roll():
        return stream.dice(lot.outcomes, len(lot.drawn)) == lot.drawn
    if lot.is_shuffle():
        return stream.permutation(lot.outcomes) == lot.drawn
    return (stream.below(lot.outcomes),) == lot.drawn


def _drawn_in_order(table: Table, done: Proved) -> None:
    """Each card that was drawn lay on top of its pile. A rollback (H21) puts the piles back as they were then."""
    piles: dict[str, tuple[str, ...]] = {}
    after: dict[int, dict[str, tuple[str, ...]]] = {}
    for n, at, one in _events(table):
        if isinstance(one, RolledBack):
            piles = after.get(max((k for k in after if k <= one.to), default=0), {})
        if isinstance(one, Redealt):
            piles = {**piles, one.pile: one.cards}
        match table.game.DECKS.get(type(one)):
            case None:
                pass
            case Lies() as on:
                piles = {**piles, on.name(one): on.of(one)}
            case Drawn() as on:
                pile, cards = piles.get(on.name(one), ()), on.of(one)
                done.drawn += len(cards)
                if pile[: len(cards)] != cards:
                    done.wrong(n, f"/events/{at}/{on.cards}", why("prove-drawn"))
                piles = {**piles, on.name(one): pile[len(cards) :]}
            case Cut() as on:
                piles = {**piles, on.name(one): on.after(one, piles.get(on.name(one), ()))}
            case Taken() as on:
                gone = set(on.of(one))
                piles = {
                    name: tuple(card for card in pile if card not in gone) for name, pile in piles.items()
                }
        after[n] = piles


def _events(table: Table) -> Iterator[tuple[int, int, Event]]:
    for n, entry in enumerate(table.entries):
        for at, one in enumerate(entry.events):
            yield n, at, one
