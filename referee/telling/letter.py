"""What a letter out shows, as text and as HTML: reports with their receipts, and invitations.

Both forms come from the same data, and each is complete alone. No line of them reads as an order when a mail
program quotes it without marks. The reply address of a seat stands only in that seat's own letters, within
the links.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.engine.seating import MASTER
from referee.house.rulebook import rulebook
from referee.house.terms import USUAL, Terms
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.catalog import telling
from referee.telling.fence import fence_of
from referee.telling.laid import Section
from referee.telling.links import ACCEPT, ANSWERS, QUESTIONS, Link, links, with_buttons
from referee.telling.paging import newest
from referee.telling.pictures import Image, Shown, Wanted, shown
from referee.telling.plain_parts import plain_parts
from referee.telling.receipt import ReceiptTold, receipt_told
from referee.telling.report import Params, Report, laid_out, receipt_in, report_data, words_of
from referee.telling.sentences import Reader, TurnTold, cited, reader_of
from referee.telling.times import disputes_told, terms_told


class Bodies(NamedTuple):
    """The two forms of a letter, and the image that the page shows, if it does."""

    text: str
    html: str
    image: Image | None = None


Notes = Sequence[tuple[str, Params]]
"""Remarks on the writer's letter as a whole, or on the mail: keys of the section `letter-notes`, with their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """All that one letter out is made of.

    Attributes:
        view, choices: those of the reader, after the letter.
        told: what was shown since the last letter, without what the reader's own `verdicts` caused.
        history: all that was ever shown, if a line asks for it.
        due: the deadline of each seat as text.
        notes: remarks on the reader's letter.
        remarks: remarks on the mail to this reader.
        address: the reply address of this seat, which holds its secret; "" makes no links.
        subject: that of the answers by link; the number of the letter unless it is given.
        picture: how the page shows the board.
        packet: what a dispute is about.
        hidden: at the end only, what `Game.uncovered` gives.
        unseen: at the end only, what others were shown and the reader was not, or only in part, as they saw
            it.
        secret: at the end only, the secret of the lots in hex.
        after: at the end only, what the reader is asked once.
    """

    game: Game
    content: Params
    view: Any
    number: str
    seal: str = ""
    told: Sequence[Told] = ()
    verdicts: Sequence[Verdict] = ()
    history: Sequence[Told] = ()
    choices: Choices
    due: Mapping[str, str] = field(default_factory=dict)
    notes: Notes = ()
    remarks: Notes = ()
    address: str = ""
    subject: str = ""
    hidden: Any = None
    unseen: Sequence[Told] = ()
    secret: str = ""
    language: str = "en"
    picture: Wanted = ""
    packet: tuple[Section, ...] = ()
    after: "After | None" = None


@dataclass(frozen=True, slots=True)
class After:
    """What a reader is asked when the game is over (H25, H26).

    Attributes:
        opens: whether there is something that the reader may open to all.
        name: the name under which the reader may be published; "" if that is settled.
    """

    opens: bool = False
    name: str = ""


def bodies(letter: Letter) -> Bodies:
    """A report, with the receipt of the reader's own letter where there are verdicts or notes on it."""
    reader = reader_of(letter.game, letter.content, letter.view, letter.language)
    data = report_data(
        reader,
        letter.told,
        letter.choices,
        number=letter.number,
        seal=letter.seal,
        due=letter.due,
        receipt=receipt_in(reader, letter.verdicts, letter.choices, letter.history, letter.notes),
        address=letter.address,
        subject=letter.subject,
        uncovered=letter.hidden,
        unseen=letter.unseen,
        secret=letter.secret,
    )
    data = replace(
        data,
        remarks=said_of_post(reader, letter.remarks),
        packet=letter.packet,
        after=tuple(_after(reader, letter)),
    )
    board = shown(reader, data.table, letter.number, letter.picture)
    page = report_page(reader, data, letter, board)
    return Bodies(laid_out(reader, data), page, board.image if board else None)


def _after(reader: Reader, letter: Letter) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """How the game can be replayed and annotated, and what the reader is asked: each with links for the answers."""
    asked, subject = letter.after, letter.subject or letter.number
    if asked is None:
        return
    yield reader.text("after-how"), links(letter.address, subject, [reader.order("replay")])
    if asked.opens:
        yield reader.text("after-open"), links(letter.address, subject, [reader.order("open notes")])
    if asked.name:
        answers = reader.text("publish-yes", name=asked.name), reader.text("publish-no")
        yield reader.text("after-publish"), links(letter.address, subject, answers)
    if asked.opens or asked.name:
        yield reader.text("after-once"), ()


def said_of_post(reader: Reader, remarks: Notes) -> tuple[str, ...]:
    """The remarks on the mail to a reader, in sentences."""
    return tuple(reader.says.say("letter-notes", key, reader.voice, values) for key, values in remarks)


class Moves(NamedTuple):
    """A kind of moves on a page: a link for each, or one for an example; without an address, the orders alone."""

    family: Any
    each: bool
    links: tuple[Link, ...]


def report_page(reader: Reader, data: Report, letter: Letter, board: Shown | None = None) -> str:
    """A report as HTML, with the picture of the board where there is one."""
    each, position = with_buttons(data.families), "{}.{}".format(*reader.game.position(reader.view))
    moves = tuple(
        Moves(
            family,
            at in each,
            links(
                letter.address,
                letter.subject or letter.number,
                family.orders if at in each else family.orders[:1],
                position,
            ),
        )
        for at, family in enumerate(data.families)
    )
    values = {"report": data, "table": data.table, "view": reader.view}
    shown = {
        "table": values,
        **({"uncovered": {**values, "uncovered": data.uncovered}} if data.uncovered else {}),
    }
    fence = fence_of(reader.game, reader.content, reader.says.language).line
    plain = plain_parts(reader, fence, shown)
    return _page(reader, "report.html", moves=moves, board=board, plain=plain, **values)


def _page(reader: Reader, template: str, **data: Any) -> str:
    fence = fence_of(reader.game, reader.content, reader.says.language).line
    language = reader.says.language
    return reader.says.render(
        template, reader.voice, game=reader.game, fence=fence, language=language, **data
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
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

    def answers(self) -> tuple[str, ...]:
        """`accept`, with words for the shuffle, and `decline`, as long as this seat has to answer."""
        if self.over or self.seat in self.accepted:
            return ()
        return tuple(f"{answer} {self.words}".rstrip() if answer == ACCEPT else answer for answer in ANSWERS)


AIM = "aim"
"""The text of a game that says what it is about, if it has one."""


class Option(NamedTuple):
    """An option in force: a ruling that the players could have chosen differently."""

    option: str
    value: str
    usual: bool
    number: str
    rule: str
    meaning: str
    text: str


@dataclass(frozen=True, slots=True)
class InvitationTold:
    """An invitation as data: sentences, and orders to answer with."""

    heading: str
    waiting: str
    aim: str
    remarks: tuple[str, ...]
    over: tuple[str, ...]
    receipt: ReceiptTold | None
    turns: tuple[TurnTold, ...]
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    decks: tuple[tuple[str, Params], ...]
    terms: tuple[str, ...]
    disputes: tuple[str, ...]
    examples: tuple[str, ...]
    commit: str
    signer: str
    seal: str
    words: str
    answering: bool
    signed: bool
    taps: tuple[Link, ...]
    asks: tuple[Link, ...]


def invitation(inv: Invitation) -> Bodies:
    """An invitation with the rules in force; also what a seat is told until all have accepted, or one declines."""
    table = inv.game.view(inv.game.blank(inv.number.partition(".")[0], inv.content), inv.seat)
    reader = reader_of(inv.game, inv.content, table, inv.language)
    data = _invitation_data(reader, inv)
    text = reader.says.render("invitation.txt", reader.voice, invitation=data, game=inv.game)
    fenced = fence_of(inv.game, inv.content, inv.language).text(text)
    return Bodies(fenced, _page(reader, "invitation.html", invitation=data))


def _invitation_data(reader: Reader, inv: Invitation) -> InvitationTold:
    waiting = _waiting(reader, inv)
    receipt = None
    if inv.verdicts or inv.notes:
        nothing = Choices(list, tuple)
        receipt = receipt_told(reader, inv.verdicts, nothing, notes=inv.notes, stands=waiting)
    open_still = not inv.over
    return InvitationTold(
        heading=reader.text(
            "report-title", number=inv.number, title=reader.says.word("title", inv.game.title)
        ),
        waiting=waiting,
        aim=_aim(reader, inv) if open_still else "",
        remarks=said_of_post(reader, inv.remarks),
        over=_over(reader, inv),
        receipt=receipt,
        turns=newest(reader, inv.told),
        seats=tuple(_invited(reader, inv, seat) for seat in reader.seats),
        options=tuple(_options(inv)) if open_still else (),
        examples=tuple(map(reader.order, _rules_by_mail(inv))),
        decks=tuple(telling(inv.game).decks_told(inv.content)) if open_still else (),
        terms=tuple(terms_told(inv.terms, reader.says)) if open_still else (),
        disputes=tuple(disputes_told(inv.terms, inv.arbiter, reader.says)) if open_still else (),
        commit=inv.commit,
        signer=inv.signer,
        seal=reader.text("seal", seal=inv.seal) if inv.seal else "",
        words=words_of(reader, inv.seal),
        answering=bool(inv.answers()),
        signed=inv.signed and open_still,
        taps=links(inv.address, inv.subject or inv.number, map(reader.order, inv.answers())),
        asks=links(
            inv.address,
            inv.subject or inv.number,
            map(reader.order, (*QUESTIONS[1:], "rules") if open_still else ()),
        ),
    )


def _aim(reader: Reader, inv: Invitation) -> str:
    """What the game is about, in a few sentences; "" for a game that does not say so."""
    if not reader.says.has("texts", AIM):
        return ""
    players = sum(seat != MASTER for seat in reader.seats)
    return reader.text(AIM, seat=inv.seat, players=players, options=inv.content)


def _invited(reader: Reader, inv: Invitation, seat: str) -> str:
    """The person invited to a seat, whether they have accepted, and until when they can."""
    said = {"name": inv.names.get(seat, ""), "accepted": seat in inv.accepted, "due": inv.due.get(seat, "")}
    return reader.text("invited-seat", seat=seat, **said)


def _waiting(reader: Reader, inv: Invitation) -> str:
    """Whose answer is due."""
    if inv.over:
        return reader.text("is-over")
    waited = tuple(seat for seat in reader.seats if seat not in inv.accepted)
    return reader.text("your-answer") if inv.seat in waited else reader.text("invited-waits", seats=waited)


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


def _options(inv: Invitation) -> list[Option]:
    """Every ruling that has a second value: which one is in force, and what it means."""
    return [
        Option(
            ruling.option,
            value,
            value == ruling.values[0][0],
            ruling.number,
            ruling.rule,
            " ".join(dict(ruling.values)[value].split()),
            " ".join(ruling.text.split()),
        )
        for ruling in rulebook(inv.game.name, inv.language).rulings
        if ruling.option
        for value in (inv.content[ruling.option],)
    ]
