"""Reports: what a seat was shown and sees, as text; prepared as data once, then put into templates.

Nothing here looks at a state. Everything is worked out from one seat's view, from what that seat was shown,
and from its choices; so a report is the same, byte for byte, in every world the seat cannot tell apart.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.house.lots import DeckFixed, WordsCounted
from referee.record.seals import in_words
from referee.table.points import RESTS, Told
from referee.table.undo import AskedBack
from referee.telling.answers.offered import Offer, besides, offers, without_offers
from referee.telling.catalog import telling
from referee.telling.fence import fence_of
from referee.telling.glance import glance, outcome, place_of
from referee.telling.handbook import numbers_of
from referee.telling.laid import PEOPLE, Section, has_page
from referee.telling.links import LIKELY, QUESTIONS, Link, Row, likely_orders, links, rows
from referee.telling.moves import FamilyTold, example_move, likely_turns, moves_text, told_families
from referee.telling.paging import newest
from referee.telling.sentences import (
    OwedTold,
    Reader,
    TurnTold,
    history_text,
    learned,
    owed_told,
    reader_of,
    refusal,
    sentence,
    told_together,
    waiting,
)
from referee.telling.shape import ANSWER, SHORT, WHOLE, quiet, shape_of
from referee.util.values import Value, replace

# A report as data: what each template that shows one is given.


if TYPE_CHECKING:
    from referee.telling.laid import LineTold
    from referee.telling.receipt import ReceiptTold


class Report(Value, unshown=("secret",)):
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
        table, uncovered: the game's own data, for its own templates.
        brief: that the text leaves the moves out, and how to ask for them; "" where it lists them.
        taps: the likely answers as links, in rows of what begins alike.
        first: whether the game knows them for likely, so that a page shows them first.
        learned: what cards do that the reader has now for the first time, told below the table.
        asks: questions that help.
        asked: the moves, where the reader has asked for them: a page lists them with links.
        remarks: remarks on the mail to the reader.
        packet: what a dispute is about (H20).
        in_short: at the end, the game in a few lines.
        unseen: at the end, what the reader was never shown.
        secret: at the end, the secret of the lots in hex.
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
    uncovered: Any = None
    in_short: tuple[str, ...] = ()
    unseen: tuple[TurnTold, ...] = ()
    secret: str = ""
    remarks: tuple[str, ...] = ()
    packet: tuple[Section, ...] = ()
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


if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold

__all__ = [
    "Report",
    "Told",
    "history_text",
    "moves_text",
    "refusal",
    "sentence",
    "text_report",
]

Params = Mapping[str, Any]
LOTS = frozenset(one.__name__ for one in (DeckFixed, WordsCounted))
"""What a letter tells as small print: roots of decks are long, and nothing to play by."""


def report_data(
    reader: Reader,
    told: Sequence[Told],
    choices: Choices,
    *,
    number: str,
    seal: str,
    due: Mapping[str, str],
    receipt: "ReceiptTold | None" = None,
    address: str = "",
    subject: str = "",
    always: bool = True,
    tabled: str = "",
    back: AskedBack | None = None,
) -> Report:
    """Everything a report shows in play, in sentences; with `always` also what is nearly always possible."""
    families, (fixed, told) = told_families(reader, choices, seed=address, folds=True), _of_lots(reader, told)
    view, shape = reader.view, shape_of(told, **quiet(reader.view, receipt), always=always)
    listed = _listed(reader, families, shape, always=always)
    position, link = "{}.{}".format(*reader.game.position(view)), partial(links, address, subject or number)
    listed = besides(listed, offered := offers(reader, choices, told, link, due, back))
    turns, owed = turns_in(reader, told, receipt, offered), () if view.outcome else owed_told(reader, due)
    seen = glance(reader, number, told, receipt, turns, owed, offered, rests=RESTS in due)
    taps = _wanted((wanted := likely_turns(reader, choices)) or _likely(reader.game, families), receipt)
    return Report(
        **seen._asdict(),
        **_shaped(reader, shape, receipt, tabled),
        **_headed(reader, number, seal, position, fixed),
        receipt=receipt,
        turns=turns,
        owed=tuple(one for one in owed if one.text != seen.lead),
        families=listed,
        brief=_brief(reader, shape, receipt, listed) if taps and address else "",
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


def _shaped(reader: Reader, shape: str, receipt: "ReceiptTold | None", tabled: str) -> dict[str, Any]:
    """What of a report hangs on its shape alone, and on the view: the table, and whether the game is over."""
    ended = bool(reader.view.outcome)
    return {
        "shape": shape,
        "parted": shape != ANSWER and has_page(reader.game.name, PEOPLE),
        "short": shape == SHORT and receipt is not None and receipt.alone,
        "folded": _folded(reader, receipt, tabled) if shape == ANSWER else "",
        "mine": not ended and waiting(reader.view).mine,
        "options": options(reader) if shape == WHOLE or ended else "",
        "outcome": outcome(reader) if ended else "",
        "table": telling(reader.game).table(reader.view, reader.says.word),
    }


def _folded(reader: Reader, receipt: "ReceiptTold | None", tabled: str) -> str:
    """That the table is as it was, where it stands, and the words by which it is shown and what may be done."""
    moves = waiting(reader.view).mine and not reader.view.outcome and not _asks_moves(receipt)
    return reader.text("table-folded", letter=tabled, moves=moves)


def _headed(reader: Reader, number: str, seal: str, position: str, fixed: tuple[str, ...]) -> dict[str, Any]:
    """The place and who is who, and at the foot what fixes the decks, the seal, and the same in words."""
    sealed = {"seal": reader.text("seal", seal=seal) if seal else "", "words": words_of(reader, seal)}
    foot = reader.text("foot", number=number, position=position)
    place = f"{place_of(reader, number)}. {people(reader)}"
    return {"people": place, "fixed": fixed, "foot": foot, **sealed}


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


def _likely(game: Game, families: Sequence[FamilyTold]) -> tuple[str, ...]:
    """The likely answers where the game itself does not know them."""
    return likely_orders(families, telling(game).LINKED)


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


def laid_out(reader: Reader, report: Report) -> str:
    """A report as text, no line of which reads as an order."""
    text = reader.says.render(
        "report.txt", reader.voice, report=report, table=report.table, view=reader.view, game=reader.game
    )
    return fence_of(reader.game, reader.content, reader.says.language).text(text)


def text_report(
    game: Game,
    content: Params,
    view: Any,
    told: Sequence[Told],
    choices: Choices,
    *,
    number: str,
    seal: str,
    language: str = "en",
    verdicts: Sequence[Any] = (),
    due: Mapping[str, str] | None = None,
    back: AskedBack | None = None,
    history: Sequence[Told] = (),
) -> str:
    """A whole report as text, for the reader of this view (`view.seat` None: an onlooker).

    `told` is what the seat was shown since its last report, without the effects of its own `verdicts`: those
    stand under the lines that caused them. `due` gives the deadline of each seat as text in the reader's own
    zone; `history` is everything the seat was ever shown, for a letter that asks for it.
    """
    reader = reader_of(game, content, view, language)
    own = receipt_in(reader, verdicts, choices, history)
    data = report_data(reader, told, choices, number=number, seal=seal, due=due or {}, receipt=own, back=back)
    return laid_out(reader, replace(data, learned=learned(reader, told, verdicts, data.told_keys)))


def receipt_in(
    reader: Reader,
    verdicts: Sequence[Any],
    choices: Choices,
    history: Sequence[Told],
    notes: Sequence[tuple[str, Params]] = (),
    **more: Any,
) -> "ReceiptTold | None":
    """The receipt within a report (`more` as of `receipt_told`); None where there is no letter to answer."""
    if not (verdicts or notes):
        return None
    from referee.telling.receipt import receipt_told  # noqa: PLC0415  not needed to show a game

    # Where the table stands then is what a report begins with.
    return receipt_told(reader, verdicts, choices, history, notes, "", **more)
