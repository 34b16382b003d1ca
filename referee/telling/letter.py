"""What a letter out shows, as text and as HTML: reports with their receipts; invitations stand in `invited`.

Both forms come from the same data, and each is complete alone. No line of them reads as an order when a mail
program quotes it without marks. The reply address of a seat stands only in that seat's own letters, within
the links.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.table.points import Told
from referee.telling.answers.offered import (
    after,
    of_dispute,
    rematch,
    votes,
    without_offers,
)
from referee.telling.answers.wishes import withdrawals
from referee.telling.catalog import telling
from referee.telling.glance import in_short, place_of
from referee.telling.laid import MORE, has_page, plain_parts
from referee.telling.links import Row, rows, settings, with_buttons
from referee.telling.moves import FamilyTold
from referee.telling.paging import MOST_TOLD, newest, oldest, on_a_page
from referee.telling.pictures import Image, Shown, shown, table_laid_open
from referee.telling.report import (
    LOTS,
    Letter,
    Notes,
    Report,
    laid_out,
    left_out_begun,
    report_data,
    told_once,
    turns_in,
)
from referee.telling.sentences import Reader, learned, owed_told, reader_of
from referee.telling.shape import BELOW
from referee.util.values import replace

if TYPE_CHECKING:
    from referee.telling.laid import LineTold
    from referee.telling.receipt import ReceiptTold

__all__ = ["Bodies", "Letter", "Notes", "bodies", "page", "said_of_post"]


class Bodies(NamedTuple):
    """The two forms of a letter, the image that the page shows, if it does, and the subject of the mail.

    `whole` is the image of the whole board, where `image` shows only what is near.
    """

    text: str
    html: str
    image: Image | None = None
    subject: str = ""
    whole: Image | None = None

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of the page, from its top."""
        return tuple(one for one in (self.image, self.whole) if one)


LARGEST = 30_000
"""Bytes of a page, without its picture, that a phone loads at once and no mail program cuts."""
SHORTER = (8_000, 4_000, 2_000)
"""About how many bytes are told of what happened on a page that would be larger, one try after the other."""


def bodies(letter: Letter) -> Bodies:
    """A report, with the receipt of the reader's own letter where there are verdicts or notes on it."""
    reader = reader_of(letter.game, letter.content, letter.view, letter.language)
    data, link = report_data(reader, letter), letter.link
    # What stands above as an offer, with its links, is not told twice.
    told, led = (without_offers(some, data.offers) for some in (letter.told, letter.told[: letter.led]))
    letter = replace(letter, told=told, led=len(led))
    # H27 What led to an order beforehand is told before the order, and then what came after it.
    if letter.led:
        before, behind = _parts(letter)
        data = replace(data, led=newest(reader, before), turns=turns_in(reader, behind, data.receipt))
    again = rematch(reader, data.receipt, link) if letter.rematch else ()
    data = replace(
        told_once(data),
        learned=learned(reader, (*chain(*letter.between), *letter.told), letter.verdicts, data.told_keys),
        table=table_laid_open(reader, letter.hidden) if letter.hidden else data.table,
        in_short=() if letter.whole is None else in_short(reader, letter.whole),
        unseen=oldest(reader, letter.unseen),
        offers=(*data.offers, *of_dispute(reader, letter.disputing, link), *again),
        remarks=said_of_post(reader, [one for one in letter.remarks if one[0] not in BELOW]),
        waits=said_of_post(reader, [one for one in letter.remarks if one[0] in BELOW]),
        withdraw=rows(link(withdrawals(reader, letter.remarks))),
        after=(*after(reader, letter.after, link), *votes(reader, letter.silent, link)),
        pace=reader.text("foot-letters", pace=letter.pace) if letter.pace and not reader.view.outcome else "",
        settings=rows(link(_settings(reader, letter))),
    )
    if letter.watched and not letter.view.outcome:
        head = reader.text("head-watched", place=place_of(reader, letter.number))
        lead = reader.text("lead-watched", turns=letter.watched)
        data = replace(data, headline=head, lead=lead, owed=owed_told(reader, letter.due))
    wanted = "" if data.folded else letter.picture
    board = shown(reader, data.table, letter.number, wanted, letter.told, short=data.short)
    page = _small_page(reader, data, letter, board)
    whole = board.whole.image if board and board.whole else None
    return Bodies(laid_out(reader, data, letter), page, board.image if board else None, data.headline, whole)


def _settings(reader: Reader, letter: Letter) -> tuple[str, ...]:
    """H10 What a reader may choose about letters, where that is told; H31 for an onlooker that no more come."""
    if reader.view.outcome:
        return ()
    if letter.watched:
        return (reader.text("unwatch-word"),)
    return tuple(settings(reader, letter.pace)) if letter.pace else ()


def said_of_post(reader: Reader, remarks: Notes) -> tuple[str, ...]:
    """The remarks on the mail to a reader, in sentences."""
    return tuple(reader.says.say("letter-notes", key, reader.voice, values) for key, values in remarks)


BESIDE = 26
"""Characters of an order and of what it is that stand in one line on a phone."""


class Moves(NamedTuple):
    """A kind of moves on a page: links for each, or one for an example; without an address, the orders alone."""

    family: Any
    each: bool
    rows: tuple[Row, ...]

    @property
    def alone(self) -> bool:
        """Whether there is one move, which has a link, and room for what it is beside it."""
        orders = self.family.orders
        return (
            self.each
            and bool(self.rows)
            and len(orders) == 1
            and len(orders[0] + self.family.title) <= BESIDE
        )

    @property
    def described(self) -> bool:
        """Whether it is told by its form alone: with an example, or a link that asks for all of them."""
        return self.family.folded or (not self.family.listed and not self.rows)


def _moves(reader: Reader, data: Report, letter: Letter) -> tuple[Moves, ...]:
    """The kinds of moves of a page, with their links: an example has one only where nothing that is listed has."""
    families = data.asked or data.families
    each, position = with_buttons(families), reader.position
    forward = any(one.listed and not one.any_time for one in families)
    above = {tap.order for row in data.taps for tap in row.taps} if data.first else set()

    def linked(at: int, one: FamilyTold) -> tuple[Row, ...]:
        if one.typed:
            return ()
        if one.folded:
            return rows(letter.link(filter(None, (one.asks,))))
        some = one.orders if at in each else _best(reader, letter, one)
        orders = (
            some if at in each or (one.listed and not above.intersection(one.orders)) or not forward else ()
        )
        return rows(letter.link(orders, position))

    return tuple(Moves(one, at in each, linked(at, one)) for at, one in enumerate(families))


def _best(reader: Reader, letter: Letter, one: FamilyTold) -> tuple[str, ...]:
    """Of moves that are too many for a link each, the one that is worth most; the first where the game does not say."""
    family = letter.choices.family(one.key)
    moves = family.moves() if family and one.listed else ()
    best = max(moves, key=partial(telling(reader.game).worth, reader.view), default=None)
    order = reader.order(best.written) if best else ""
    return (order,) if order in one.orders else one.orders[:1]


def _small_page(reader: Reader, data: Report, letter: Letter, board: Shown | None) -> str:
    """The page of a report; of a long one, it tells less of what happened than the text does, and says so."""
    data = _receipt_first(reader, _story(reader, data, letter))
    made = report_page(reader, data, letter, board)
    for most in SHORTER:
        if len(made.encode()) + made.count("\n") < LARGEST:  # in a mail a line ends with two bytes
            break
        data = replace(
            _story(reader, data, letter, most),
            unseen=oldest(reader, letter.unseen, most),
            receipt=_cut(reader, data.receipt, most),
        )
        made = report_page(reader, data, letter, board)
    return made


def _parts(letter: Letter) -> Sequence[Sequence[Told]]:
    """What led to an order beforehand (H27), if the letter tells one, and the rest; without the lots."""
    parts = letter.told[: letter.led], letter.told[letter.led :]
    return [[one for one in some if one.seen.kind not in LOTS] for some in parts]


def _story(reader: Reader, data: Report, letter: Letter, most: int = MOST_TOLD) -> Report:
    """A report with what happened as a page tells it: of a long story, the last part; the rest at its foot."""
    (led, before), (turns, after) = (on_a_page(reader, some, most) for some in _parts(letter))
    turns = left_out_begun(reader, turns, data.receipt)
    return told_once(replace(data, led=led, turns=turns, earlier=(*before, *after)))


def _receipt_first(reader: Reader, data: Report) -> Report:
    """The report with its receipt in short, and in full at the foot, where that would put the taps out of sight."""
    asks = data.taps or any(not one.any_time for one in data.families)
    if data.receipt is None or not data.receipt.played or not asks:
        return data
    from referee.telling.receipt import on_page  # noqa: PLC0415  not needed without a receipt

    told, below = on_page(reader, data.receipt)
    return replace(data, receipt=told, detailed=below)


def _cut(reader: Reader, told: "ReceiptTold | None", most: int) -> "ReceiptTold | None":
    """A receipt whose answers are cut off for a page where they are longer together; each says where its rest is."""
    if told is None:
        return None
    behind, room, lines = reader.text("answer-in-text"), most, list["LineTold"]()
    for one in told.lines:
        sizes = accumulate(len(line) + 1 for line in one.verbatim)
        some = tuple(line for line, size in zip(one.verbatim, sizes, strict=True) if size <= room)
        room -= sum(map(len, some))
        whole = len(some) == len(one.verbatim)
        lines.append(one if whole else replace(one, verbatim=(*some, "", behind)))
    return replace(told, lines=tuple(lines))


def report_page(reader: Reader, data: Report, letter: Letter, board: Shown | None = None) -> str:
    """A report as HTML, with the picture of the board where there is one."""
    moves = _moves(reader, data, letter)
    values = {"report": data, "letter": letter, "table": data.table, "view": reader.view}
    shown = {"table": values}
    if letter.hidden:
        shown["uncovered"] = {**values, "uncovered": letter.hidden}
    plain = plain_parts(reader, reader.fence.line, shown)
    values |= {"people": data.parted, "more": has_page(reader.game.name, MORE)}
    return page(reader, "report.html", moves=moves, board=board, plain=plain, **values)


def page(reader: Reader, template: str, **data: Any) -> str:
    """A page of a template, with what every page knows."""
    fixed = {"game": reader.game, "fence": reader.fence.line, "language": reader.says.language}
    return reader.says.render(template, reader.voice, **fixed, **data)
