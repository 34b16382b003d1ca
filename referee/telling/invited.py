"""Invitations as text and as HTML, and what a seat is told until all have accepted, or one declines."""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.house.players import SeatTaken
from referee.house.rulebook import rulebook
from referee.house.terms import USUAL, Terms
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.about import aim
from referee.telling.catalog import telling
from referee.telling.fence import fence_of
from referee.telling.glance import game_of, title
from referee.telling.laid import Offer
from referee.telling.letter import Bodies, Notes, page, said_of_post
from referee.telling.links import ACCEPT, ANSWERS, QUESTIONS, Link, links, rows
from referee.telling.paging import newest
from referee.telling.receipt import ReceiptTold, receipt_told, tapped
from referee.telling.report import Params, words_of
from referee.telling.sentences import Reader, cited, reader_of
from referee.telling.times import disputes_told, terms_told
from referee.util.values import Value, field


class Invitation(Value, kw_only=True):
    """All that an invitation is made of, and every letter until all have accepted.

    Attributes:
        commit: the commitment to the lots in hex.
        signer: the public key of a keeper who signs.
        names: the players' names by seat.
        accepted: the seats that have accepted.
        told: what was shown since the last letter.
        verdicts, notes: the answer to a letter of this seat.
        remarks: remarks on the mail to this seat.
        over: "declined" or "lapsed" (`by` a seat) or "abandoned" (for a `reason`), when there will be no
            game.
        terms: those of play by mail.
        due: the deadline of each seat as text.
        signed: letters count only when signed.
        arbiter: the judge in disputes; "": the keeper.
        words: stand after `accept` in its link.
        first: it is the first letter to its player.
        again: it is a rematch (H30), under the same rules and terms: its players have had the small print.
        answered: by seat, how its player answered in the last games here.
    """

    game: Game
    content: Params
    seat: str
    number: str
    seal: str = ""
    commit: str
    signer: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    accepted: Sequence[str] = ()
    told: Sequence[Told] = ()
    verdicts: Sequence[Verdict] = ()
    notes: Notes = ()
    remarks: Notes = ()
    address: str = ""
    subject: str = ""
    language: str = "en"
    over: str = ""
    by: str = ""
    reason: str = ""
    terms: Terms = USUAL
    due: Mapping[str, str] = field(default_factory=dict)
    signed: bool = False
    arbiter: str = ""
    words: str = ""
    answered: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    first: bool = False
    again: bool = False

    def link(self, orders: Iterable[str], position: str = "") -> tuple[Link, ...]:
        """A link for each order; none without an address."""
        return links(self.address, self.subject or self.number, orders, position)

    def answers(self) -> tuple[str, ...]:
        """`accept`, with words for the shuffle, and `decline`, as long as this seat has to answer."""
        if self.over or self.seat in self.accepted:
            return ()
        return tuple(f"{answer} {self.words}".rstrip() if answer == ACCEPT else answer for answer in ANSWERS)

    def whole(self) -> bool:
        """Whether the letter invites: it tells of the game and its small print, as the first one to a player does.

        Who has had it can read it there; after the last word on the game nobody needs it.
        """
        taken = any(one.seen.kind == TAKEN for one in self.told)
        return not self.over and (taken or (self.begins() and not self.again))

    def begins(self) -> bool:
        """Whether it is the first letter to its player, so that it tells the commitment to the lots (H19)."""
        return self.first or self.number.rpartition(".")[2] == "1"


TAKEN = SeatTaken.__name__


def invitation(inv: Invitation) -> Bodies:
    """An invitation with the rules in force; also what a seat is told until all have accepted, or one declines."""
    table = inv.game.view(inv.game.blank(inv.number.partition(".")[0], inv.content), inv.seat)
    reader = reader_of(inv.game, inv.content, table, inv.language)
    data = _invitation_data(reader, inv)
    text = reader.says.render("invitation.txt", reader.voice, invitation=data, game=inv.game)
    fenced = fence_of(inv.game, inv.content, inv.language).text(text)
    return Bodies(fenced, page(reader, "invitation.html", invitation=data), subject=data["headline"])


def _invitation_data(reader: Reader, inv: Invitation) -> dict[str, Any]:
    """An invitation as data: sentences, and orders to answer with."""
    open_still, whole = not inv.over, inv.whole()
    return {
        "headline": _headline(reader, inv),
        "waiting": _waiting(reader, inv),
        "aim": aim(reader) if whole else (),
        "remarks": said_of_post(reader, inv.remarks),
        "over": _over(reader, inv),
        "receipt": _receipt(reader, inv),
        "turns": newest(reader, inv.told),
        "seats": tuple(_invited(reader, inv, seat) for seat in reader.seats),
        "options": tuple(_options(inv)) if whole else (),
        "examples": tuple(map(reader.order, _rules_by_mail(inv))),
        "decks": tuple(telling(inv.game).decks_told(inv.content)) if whole else (),
        "terms": tuple(terms_told(inv.terms, reader.says)) if whole else (),
        "disputes": tuple(disputes_told(inv.terms, inv.arbiter, reader.says)) if whole else (),
        "commit": inv.commit,
        "signer": inv.signer,
        "seal": reader.text("seal", seal=inv.seal) if inv.seal else "",
        "words": words_of(reader, inv.seal),
        "foot": reader.text("foot", number=inv.number, position=""),
        "answering": bool(inv.answers()),
        "small_print": ""
        if whole or not inv.answers()
        else reader.text("as-before" if inv.again else "small-print"),
        "whole": whole,
        "commits": whole or (open_still and inv.begins()),
        "signed": inv.signed and open_still,
        "taps": rows(inv.link(map(reader.order, inv.answers()))),
        "asks": inv.link(_asks(reader) if open_still else ()),
    }


def _asks(reader: Reader) -> tuple[str, ...]:
    """What a newcomer asks before accepting; what the cards do where the game tells it before any is dealt."""
    cards = (reader.text("cards-word"),) if [*telling(reader.game).held(reader.view)] else ()
    return (*cards, *map(reader.order, (*QUESTIONS[1:], "rules")))


def _receipt(reader: Reader, inv: Invitation) -> ReceiptTold | None:
    """What came of the reader's letter, if it is answered."""
    if not (inv.verdicts or inv.notes):
        return None
    nothing, before = Choices(list, tuple), _before(reader, inv)
    told = receipt_told(reader, inv.verdicts, nothing, notes=inv.notes, stands="", before=before)
    return tapped(told, inv.link, "")


def _invited(reader: Reader, inv: Invitation, seat: str) -> str:
    """The person invited to a seat, whether they have accepted, and until when they can."""
    said = {"name": inv.names.get(seat, ""), "accepted": seat in inv.accepted, "due": inv.due.get(seat, "")}
    text = reader.text("invited-seat", seat=seat, **said)
    known = inv.answered.get(seat) if not inv.over else None
    return f"{text} {reader.text('invited-answered', **_answered(known))}" if known else text


def _answered(known: Mapping[str, int]) -> Params:
    """How a player answered before, as values of a sentence."""
    return {"games": known["games"], "answers": known["answers"], "timely": known["in-time"]}


def _headline(reader: Reader, inv: Invitation) -> str:
    """The first line, which is the subject of the mail too: an invitation, or whose answer to it is due."""
    place = reader.text("place", title=title(reader), turn=0, game=game_of(inv.number))
    if inv.over:
        return reader.text("head-invited-over", place=place)
    waited = _waited_for(reader, inv)
    if inv.seat in waited:
        return reader.text("head-invited", place=place, again=inv.again)
    return reader.text("head-invited-waits", place=place, seats=waited)


def _before(reader: Reader, inv: Invitation) -> Offer | None:
    """What is answered to `hint` or `status`: that nothing can be played yet, who has to accept, and how one does."""
    if inv.over:
        return None
    seats, mine = _waited_for(reader, inv), inv.answers()
    return Offer(reader.text("asked-before", seats=seats, mine=bool(mine)), tuple(map(reader.order, mine)))


def _waited_for(reader: Reader, inv: Invitation) -> tuple[str, ...]:
    """The seats that have not accepted."""
    return tuple(seat for seat in reader.seats if seat not in inv.accepted)


def _waiting(reader: Reader, inv: Invitation) -> str:
    """That the reader's answer is due; "" where another's is, which the headline says."""
    if inv.over:
        return reader.text("is-over")
    return reader.text("your-answer") if inv.seat in _waited_for(reader, inv) else ""


def _over(reader: Reader, inv: Invitation) -> tuple[str, ...]:
    """Why there will be no game."""
    match inv.over:
        case "declined":
            told = cited(reader.text("invited-declined", by=inv.by), "H5")
        case "abandoned":
            told = cited(reader.text("invited-abandoned"), "H6")
        case "lapsed":
            told = cited(reader.text("invited-lapsed", of=inv.by), "H13")
        case _:
            return ()
    return (told, reader.text("invited-reason", reason=inv.reason)) if inv.reason else (told,)


def _rules_by_mail(inv: Invitation) -> tuple[str, ...]:
    """Orders that ask for the handbook: all of it, a chapter, a ruling."""
    book = rulebook(inv.game.name)
    some = [one.number for one in book.chapters[-1:]] + [one.number for one in book.rulings[:1]]
    return ("rules", *(f"rules {number}" for number in some), "help")


def _options(inv: Invitation) -> Iterator[dict[str, Any]]:
    """Every ruling that has a second value: which one is in force, and what it means."""
    for ruling in rulebook(inv.game.name, inv.language).rulings:
        if ruling.option:
            value = inv.content[ruling.option]
            yield {
                "option": ruling.option,
                "value": value,
                "usual": value == ruling.values[0][0],
                "variant": value in ruling.variants,
                "number": ruling.number,
                "rule": ruling.rule,
                "meaning": " ".join(dict(ruling.values)[value].split()),
            }


# Random words for the shuffle, for a player who would give none: they stand in the link that accepts (H19).


CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeio"
WORDS = 6
"""How many words of two syllables: 72 bits."""
LABEL = b"pbem/accept/v1"


def tossed(secret: str) -> str:
    """Words for a player, made from the secret of the seat: the same whenever the letter is made.

    The secret comes from random bytes, and so the words are random too.
    """
    number = int.from_bytes(hmac.digest(secret.encode(), LABEL, "sha256"))
    words = []
    for _ in range(WORDS):
        word = ""
        for letters in (CONSONANTS, VOWELS, CONSONANTS, VOWELS):
            number, at = divmod(number, len(letters))
            word += letters[at]
        words.append(word)
    return " ".join(words)
