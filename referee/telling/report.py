"""Reports: what a seat was shown and sees, as text; prepared as data once, then put into templates.

Nothing here looks at a state. Everything is worked out from one seat's view, from what that seat was shown,
and from its choices; so a report is the same, byte for byte, in every world the seat cannot tell apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.house.lots import DeckFixed, WordsCounted
from referee.record.seals import in_words
from referee.table.points import RESTS, Told
from referee.table.undo import AskedBack
from referee.table.verdicts import Verdict
from referee.telling.answers.offered import After, Disputing, Offer, besides, offers, without_offers
from referee.telling.catalog import telling
from referee.telling.glance import glance, outcome, place_of
from referee.telling.handbook import numbers_of
from referee.telling.laid import PEOPLE, Section, has_page
from referee.telling.links import LIKELY, QUESTIONS, Link, Row, likely_orders, links, rows
from referee.telling.moves import FamilyTold, example_move, likely_turns, told_families
from referee.telling.paging import newest
from referee.telling.pictures import Wanted
from referee.telling.sentences import (
    OwedTold,
    Reader,
    TurnTold,
    learned,
    owed_told,
    reader_of,
    told_together,
    waiting,
)
from referee.telling.shape import ANSWER, SHORT, WHOLE, quiet, shape_of
from referee.util.values import Value, field, replace

if TYPE_CHECKING:
    from referee.telling.laid import LineTold
    from referee.telling.receipt import ReceiptTold


class Report(Value):
    """A report as data, for every template that shows one: sentences, and what is laid out as a table.

    Attributes:
        headline: the first line, which is the subject of the mail too.
        beside: what an inbox shows beside the subject.
        lead: what matters most in one sentence, the first of a letter.
        shape: how much is told of table and moves (`referee.telling.shape`).
        parted: whether the likely answers stand within the table, below what is most needed of it.
        short: whether the table is told without what seldom changes: after orders of the reader's own.
        mine: whether an answer of the reader's is due.
        folded: that the table is left out, which letter shows it as it still is (`tabled`), and how to ask for it.
        people: the game and its turn, and who is who.
        led, waits: what led to the order beforehand that the receipt tells; those that wait, if no receipt does (H27).
        withdraw: links that take back each of those that wait.
        foot: the number of the letter and the position.
        options: those that are not the default.
        pace: when letters come, where that is told.
        earlier: on a page, what happened before that which is told in `turns`.
        detailed: on a page, lines of the reader's letter that `receipt` tells in short.
        settings: links by which that and the language are chosen otherwise.
        fixed: by what the decks are fixed (H19), told at the foot.
        words: the seal in words.
        table: the game's own data, for its own templates.
        brief: that the text leaves the moves out, and how to ask for them; "" where it lists them.
        taps: the likely answers as links, in rows of what begins alike.
        first: whether the game knows them for likely, so that a page shows them first.
        learned: what cards do that the reader has now for the first time, told below the table.
        asks: questions that help.
        asked: the moves, where the reader has asked for them: a page lists them with links.
        remarks: remarks on the mail to the reader.
        in_short: at the end, the game in a few lines.
        unseen: at the end, what the reader was never shown.
        after: at the end, what can be done now, and what is asked once; each with links for the answers.
    """

    headline: str
    beside: str
    lead: str
    shape: str
    parted: bool
    short: bool
    mine: bool
    folded: str
    people: str
    foot: str
    options: str
    receipt: "ReceiptTold | None"
    turns: tuple[TurnTold, ...]
    fixed: tuple[str, ...]
    table: Any
    outcome: str
    owed: tuple[OwedTold, ...]
    families: tuple[FamilyTold, ...]
    how: str
    questions: str
    seal: str
    words: str = ""
    brief: str = ""
    taps: tuple[Row, ...] = ()
    offers: tuple[Offer, ...] = ()
    first: bool = False
    learned: tuple[str, ...] = ()
    asks: tuple[Link, ...] = ()
    in_short: tuple[str, ...] = ()
    unseen: tuple[TurnTold, ...] = ()
    remarks: tuple[str, ...] = ()
    after: tuple[tuple[str, tuple[Link, ...]], ...] = ()
    pace: str = ""
    earlier: tuple[TurnTold, ...] = ()
    detailed: "tuple[LineTold, ...]" = ()
    settings: tuple[Row, ...] = ()
    asked: tuple[FamilyTold, ...] = ()
    led: tuple[TurnTold, ...] = ()
    waits: tuple[str, ...] = ()
    withdraw: tuple[Row, ...] = ()

    @property
    def told_keys(self) -> frozenset[str]:
        """The names of the families of moves that the text lists."""
        return frozenset(() if self.brief else [one.key for one in self.families])


Params = Mapping[str, Any]
Notes = Sequence[tuple[str, Params]]
"""Remarks on the writer's letter as a whole, or on the mail: keys of the section `letter-notes`, with their values."""
LOTS = frozenset(one.__name__ for one in (DeckFixed, WordsCounted))
"""What a letter tells as small print: roots of decks are long, and nothing to play by."""


class Letter(Value, kw_only=True, unshown=("secret", "address")):
    """All that one letter out is made of.

    Attributes:
        view, choices: those of the reader, after the letter.
        told: what was shown since the last letter, without what the reader's own `verdicts` caused.
        between: what was shown between the letter that these verdicts tell, and each of the orders beforehand that
            were played because of it (H27): it is told between them.
        led: how much of that led to an order beforehand which these verdicts tell (H27): it is told before them.
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
        whole: at the end only, the whole game, each event as the seat saw it that saw most of it.
        secret: at the end only, the secret of the lots in hex.
        after: at the end only, what the reader is asked once.
        always: what is nearly always possible is listed too.
        pace: when letters to the reader come (H10), where that is told too.
        disputing: what the reader may do about the dispute that is on: see `Disputing`.
        silent: the silent seats on which the reader may vote (H35), and whether the reader has voted.
        joined: others have gone on since the reader's letter: this one tells that too, and not only its receipt (H34).
        rematch: the game is over, and the reader may ask for another one (H30).
        watched: the reader is an onlooker, who is told of it so many turns later (H31); 0 for any other.
        tabled: the number of the letter before this one, where that shows the table; "" if that is not known.
        back: an offer to take a letter back that stands (H22).
    """

    game: Game
    content: Params
    view: Any
    number: str
    seal: str = ""
    told: Sequence[Told] = ()
    led: int = 0
    between: Sequence[Sequence[Told]] = ()
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
    whole: Sequence[Told] | None = None
    secret: str = ""
    language: str = "en"
    picture: Wanted = ""
    packet: tuple[Section, ...] = ()
    after: After | None = None
    always: bool = True
    pace: str = ""
    disputing: Disputing | None = None
    silent: Sequence[tuple[str, bool]] = ()
    joined: bool = False
    rematch: bool = False
    watched: int = 0
    tabled: str = ""
    back: AskedBack | None = None

    def link(self, orders: Iterable[str], position: str = "") -> tuple[Link, ...]:
        """A link for each order, held to the position; none without an address."""
        return links(self.address, self.subject or self.number, orders, position)


def report_data(reader: Reader, letter: Letter) -> Report:
    """Everything a report shows in play, in sentences, with the receipt of the reader's own letter."""
    choices, always, receipt = letter.choices, letter.always, receipt_of(reader, letter)
    families = told_families(reader, choices, seed=letter.address, folds=True)
    fixed, told = _of_lots(reader, letter.told)
    view, shape = reader.view, shape_of(told, **quiet(reader.view, receipt), always=always)
    listed = _listed(reader, families, shape, always=always)
    position, link = reader.position, letter.link
    listed = besides(listed, offered := offers(reader, choices, told, link, letter.due, letter.back))
    turns = turns_in(reader, told, receipt, offered)
    owed = () if view.outcome else owed_told(reader, letter.due)
    headline, beside, lead, offers_told = glance(
        reader, letter.number, told, receipt, turns, owed, offered, rests=RESTS in letter.due
    )
    wanted = likely_turns(reader, choices)
    taps = _wanted(wanted or likely_orders(families, telling(reader.game).LINKED), receipt)
    return Report(
        headline=headline,
        beside=beside,
        lead=lead,
        offers=offers_told,
        shape=shape,
        parted=shape != ANSWER and has_page(reader.game.name, PEOPLE),
        short=shape == SHORT and receipt is not None and receipt.alone,
        folded=_folded(reader, receipt, letter.tabled) if shape == ANSWER else "",
        mine=not view.outcome and waiting(view).mine,
        options=options(reader) if shape == WHOLE or view.outcome else "",
        outcome=outcome(reader) if view.outcome else "",
        table=telling(reader.game).table(view, reader.says.word),
        people=f"{place_of(reader, letter.number)}. {people(reader)}",
        fixed=fixed,
        foot=reader.text("foot", number=letter.number, position=position),
        seal=reader.text("seal", seal=letter.seal) if letter.seal else "",
        words=words_of(reader, letter.seal),
        receipt=receipt,
        turns=turns,
        owed=tuple(one for one in owed if one.text != lead),
        families=listed,
        brief=_brief(reader, shape, receipt, listed) if taps and letter.address else "",
        how=how(reader, choices, position) if listed and (shape == WHOLE or _puzzles(receipt)) else "",
        questions=_questions(reader, shape, receipt, always=always and bool(listed)),
        taps=rows(link(taps if shape != SHORT or listed else (), position)),
        first=_first(wanted, families),
        asked=families if _asks_moves(receipt) else (),
        asks=link(_asks(reader, shape, listed, receipt)),
    )


def turns_in(
    reader: Reader, told: Sequence[Told], receipt: "ReceiptTold | None", offered: Sequence[Offer] = ()
) -> tuple[TurnTold, ...]:
    """What happened, as a text tells it, without what is `offered`: that stands above with its answers."""
    return left_out_begun(reader, newest(reader, without_offers(told, offered)), receipt)


def left_out_begun(
    reader: Reader, turns: tuple[TurnTold, ...], receipt: "ReceiptTold | None"
) -> tuple[TurnTold, ...]:
    """The same, below a receipt not that the turn of another begins, where it is all: the first line says it."""
    only_begun = not waiting(reader.view).mine and not any(one.lines for one in turns)
    return () if receipt and only_begun else turns


def told_once(data: Report) -> Report:
    """A report that tells how the game ended in its first line and nowhere else."""
    if not data.outcome:
        return data
    end, receipt = data.outcome, data.receipt
    turns = (
        TurnTold(one.heading, tuple(line for line in one.lines if line.text != end)) for one in data.turns
    )
    if receipt:
        lines = (
            replace(one, below=tuple(text for text in one.below if text != end)) for one in receipt.lines
        )
        receipt = replace(receipt, lines=tuple(lines))
    return replace(data, turns=tuple(one for one in turns if one.lines), receipt=receipt)


def _folded(reader: Reader, receipt: "ReceiptTold | None", tabled: str) -> str:
    """That the table is as it was, where it stands, and the words by which it is shown and what may be done."""
    moves = waiting(reader.view).mine and not reader.view.outcome and not _asks_moves(receipt)
    return reader.text("table-folded", letter=tabled, moves=moves)


def _wanted(orders: Sequence[str], receipt: "ReceiptTold | None") -> tuple[str, ...]:
    """The likely answers that the receipt does not offer already."""
    offered = {one for line in receipt.lines for one in line.meant} if receipt else set()
    return tuple(one for one in orders if one not in offered)


def _of_lots(reader: Reader, told: Sequence[Told]) -> tuple[tuple[str, ...], list[Told]]:
    """What was told of the lots before the first move, in sentences, and the rest."""
    found = [one.seen for one in told if one.seen.kind in LOTS]
    return tuple(told_together(reader, found)), [one for one in told if one.seen.kind not in LOTS]


def _first(wanted: Sequence[str], families: Sequence[FamilyTold]) -> bool:
    """Whether a page shows likely turns first: not where all it has links for are few, and the likeliest on top."""
    if not wanted:
        return False
    listed = [one.orders for one in families if one.listed and not one.any_time and one.orders]
    if sum(map(len, listed)) > LIKELY or any(one.folded for one in families):
        return True
    return not (set(wanted) <= set(chain.from_iterable(listed)) and wanted[0] in listed[0])


def _listed(
    reader: Reader, families: Sequence[FamilyTold], shape: str, *, always: bool
) -> tuple[FamilyTold, ...]:
    """The moves that a letter lists: all of them, or those that every letter does; none where nothing is asked."""
    if shape == ANSWER or (shape == SHORT and not waiting(reader.view).mine):
        return ()
    rare, later = telling(reader.game).ALWAYS, telling(reader.game).LATER
    left_out = rare if not always else later if not reader.game.position(reader.view)[0] else ()
    return tuple(one for one in families if one.key not in left_out)


def _brief(reader: Reader, shape: str, receipt: "ReceiptTold | None", listed: Sequence[FamilyTold]) -> str:
    """How to ask for the moves, in the receipt of orders in the middle of a turn that has links for the likely ones.

    The list is left out where it is longer than the links; a page has a link for each move, or nearly.
    """
    many = sum(len(one.orders) for one in listed if not one.any_time) > LIKELY
    whole = shape != SHORT or receipt is None or not receipt.alone or _puzzles(receipt)
    return "" if whole or not many else reader.text("moves-left-out")


def _puzzles(receipt: "ReceiptTold | None") -> bool:
    """Whether a line of the reader's was not understood, so that it helps to know what can be asked."""
    return receipt is not None and any(line.kind in {"misread", "ambiguous"} for line in receipt.lines)


def _questions(reader: Reader, shape: str, receipt: "ReceiptTold | None", *, always: bool) -> str:
    """What can be asked, where the letter reminds of it, or a line was not understood; "" elsewhere."""
    wanted = shape != ANSWER and (always or _puzzles(receipt))
    return reader.text("questions", **numbers_of(reader.game)) if wanted else ""


def _asks_moves(receipt: "ReceiptTold | None") -> bool:
    """Whether the reader has asked what may be done now: a page tells it with links."""
    return receipt is not None and any(one.verb == "moves" and one.verbatim for one in receipt.lines)


def _asks(
    reader: Reader, shape: str, listed: Sequence[FamilyTold], receipt: "ReceiptTold | None"
) -> tuple[str, ...]:
    """Questions that help, the table first where it is left out; none for what is told, or what an end leaves empty."""
    told = {"moves"} if reader.view.outcome or _asks_moves(receipt) else set[str]()
    questions = tuple(reader.order(one) for one in QUESTIONS if one not in told)
    if shape == ANSWER:
        return (reader.text("table-word"), *questions)
    return questions if listed else ()


def how(reader: Reader, choices: Choices, position: str) -> str:
    """How to answer, with an example."""
    return reader.text("how", example=example_move(reader, choices), position=position)


def words_of(reader: Reader, seal: str) -> str:
    """The seal in words, as a line; "" if there is none."""
    return reader.text("seal-words", words=in_words(seal)) if seal else ""


def people(reader: Reader) -> str:
    """Who reads, and who the others are."""
    view = reader.view
    # A player without a known name is called by the seat, which is told once.
    names = {seat: name for seat, name in view.names if name.lower() != seat}
    told = [reader.text("reader", seat=view.seat, name=names.get(view.seat, ""))] if view.seat else []
    told += [
        reader.text("other-player", seat=seat, name=names[seat])
        for seat in reader.seats
        if seat != view.seat and names.get(seat)
    ]
    onlooker = [] if view.seat else [reader.text("onlooker")]
    return " ".join((*onlooker, *told))


def options(reader: Reader) -> str:
    """The options that differ from the default; "" if none does."""
    chosen = reader.game.chosen(reader.content)
    said = [
        reader.text("one-option", name=name, value=value, ruling=ruling) for name, value, ruling in chosen
    ]
    return reader.text("options", options=said) if said else ""


def laid_out(reader: Reader, report: Report, letter: Letter) -> str:
    """A report as text, no line of which reads as an order."""
    text = reader.says.render(
        "report.txt",
        reader.voice,
        report=report,
        letter=letter,
        table=report.table,
        view=reader.view,
        game=reader.game,
    )
    return reader.fence.text(text)


def text_report(letter: Letter) -> str:
    """A whole report as text alone, for the reader of this view (`view.seat` None: an onlooker)."""
    reader = reader_of(letter.game, letter.content, letter.view, letter.language)
    data = report_data(reader, letter)
    known = learned(reader, letter.told, letter.verdicts, data.told_keys)
    return laid_out(reader, replace(data, learned=known), letter)


def receipt_of(reader: Reader, letter: Letter) -> "ReceiptTold | None":
    """The receipt within a report, with links for what may have been meant; None where there is no letter to answer."""
    if not (letter.verdicts or letter.notes):
        return None
    from referee.telling.receipt import receipt_told, tapped  # noqa: PLC0415  not needed to show a game

    back = letter.back
    told = receipt_told(
        reader,
        letter.verdicts,
        letter.choices,
        letter.history,
        letter.notes,
        stands="",  # a report begins with it
        rematch=letter.rematch,
        undo=back is not None and reader.view.seat not in {back.by, *back.agreed},
        between=letter.between,
    )
    position = "" if reader.view.outcome else reader.position
    return replace(tapped(told, letter.link, position), joined=letter.joined)
