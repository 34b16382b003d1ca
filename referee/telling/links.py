"""Answers by one tap: links that open a letter with address, subject and order filled in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from referee.house.letters import DIGEST, PACES
from referee.notation import languages
from referee.telling.moves import SQUARE, FamilyTold
from referee.telling.sentences import Reader

LIKELY = 6
"""How many answers a text has links for."""
BUTTONS = 34
"""How many moves an HTML letter has links for, besides one for each kind of move that is not listed."""
QUESTIONS = ("moves", "help")
ACCEPT = "accept"
ANSWERS = (ACCEPT, "decline")
"""The answers to an invitation."""

PHONE, FRAME, LETTER, SMALL = 332, 28, 10, 8
"""Pixels: the width of a page on a phone, a link without its words, a letter in it, a letter of what links share."""

LINES = quote("\r\n")
"""What stands in a link between the lines of a whole turn."""
EVENING = "18:00"
"""The hour of letters that come once a day, as a tap chooses it."""


class Link(NamedTuple):
    """An order, and the link that mails it."""

    text: str
    url: str


class Tap(NamedTuple):
    """A link in a row: what it is called there, the whole order, and the link that mails it."""

    text: str
    order: str
    url: str


class Row(NamedTuple):
    """Links for orders that begin alike: what they share, and a link for each, called by what follows.

    Orders that share nothing have a row whose `head` is "", where each link is called by its whole order.
    """

    head: str
    taps: tuple[Tap, ...]

    @property
    def below(self) -> bool:
        """Whether the links stand in a line of their own, below what they share: where that saves a line on a phone."""
        width = sum(LETTER * len(tap.text) + FRAME for tap in self.taps)
        return -(-(width + SMALL * (len(self.head) + 3)) // PHONE) > -(-width // PHONE)


def _body(order: str) -> str:
    return quote("\r\n".join(order.splitlines()), safe="")


def links(address: str, number: str, orders: Iterable[str], position: str = "") -> tuple[Link, ...]:
    """A link for each order, which plays it at that position and at no other (H1); none without an address.

    A whole turn is one order with a line for each move. The first is held to the position; the others are played
    only after it, since a letter stops at a line that is refused.

    A link opens a letter to the address, with our number as subject, and the order in it (RFC 6068). Everything but
    letters, digits and `-._~` is percent-encoded, in UTF-8; in the address so are the signs that would end it. A line
    feed becomes CRLF.
    """
    if not address:
        return ()
    local, _, domain = address.rpartition("@")
    place = f"{quote(local, safe='+')}@{quote(domain, safe='')}"
    start = f"mailto:{place}?subject={quote(number, safe='')}&body=" + _body(
        f"@{position} " if position else ""
    )
    return tuple([Link(", ".join(order.splitlines()), start + _body(order)) for order in orders])


def rows(found: Sequence[Link]) -> tuple[Row, ...]:
    """Links as rows: what differs only at its end stands together, where the first of its kind stands."""
    shared = [_begun(link.text) if LINES in link.url else _shared(link.text) for link in found]
    made = dict[str, list[Tap]]()
    for head, (order, url) in zip(shared, found, strict=True):
        kept = head if shared.count(head) > 1 else ""
        made.setdefault(kept, []).append(Tap(order[len(kept) :].strip(), order, url))
    return tuple(Row(head, tuple(taps)) for head, taps in made.items())


def _begun(turn: str) -> str:
    """How a whole turn begins that may differ only at the end of its last move: `keep feast, move thor` 4."""
    last = turn.rpartition(", ")[2]
    return turn.rpartition(" ")[0] if " " in last else ""


def _shared(order: str) -> str:
    """How an order begins that may differ only at its end: `lay ravens` B2, the square `a5` of a5-a4; "" for a list."""
    if "," in order:
        return ""
    if head := order.rpartition(" ")[0]:
        return head
    square = SQUARE.match(order)
    return square[0] if square else ""


def likely_orders(families: Sequence[FamilyTold], linked: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """The few orders that are most likely wanted, in the order of the families.

    A game says of which families, and how many of the first of each (`linked`). Where it does not, or has nothing to
    say here: all of the kinds with few moves, one example of each other.
    """
    if chosen := [(one, linked[one.key]) for one in families if linked and one.listed and one.key in linked]:
        return tuple(order for one, most in chosen for order in one.orders[:most])
    forward = [family for family in families if not (family.any_time or family.typed)]
    forward = [family for family in forward if family.listed] or forward
    room, taken = LIKELY, dict[int, Sequence[str]]()
    for at in sorted(range(len(forward)), key=lambda at: len(forward[at].orders)):
        orders = forward[at].orders
        taken[at] = orders if len(orders) <= room else orders[: min(room, 1)]
        room -= len(taken[at])
    return tuple(order for at in sorted(taken) for order in taken[at])


def with_buttons(families: Sequence[FamilyTold]) -> frozenset[int]:
    """Which of the families have a link for each of their moves: those with the fewest, as long as there is room."""
    linked = [family.listed and not (family.any_time or family.typed) for family in families]
    listed = [at for at, wanted in enumerate(linked) if wanted]
    room, found = BUTTONS, set[int]()
    for at in sorted(listed, key=lambda at: len(families[at].orders)):
        room -= len(families[at].orders)
        if room >= 0:
            found.add(at)
    return frozenset(found)


def settings(reader: Reader, pace: str) -> Iterator[str]:
    """H10, H12 Orders by which a reader chooses otherwise: when letters come, and their language."""
    for other in (one for one in PACES if one != pace):
        yield reader.text("set-letters", pace=other)
    if not pace.startswith(DIGEST):
        yield reader.text("set-digest", hour=EVENING)
    for code in (one for one in languages.known() if one != reader.says.language):
        yield reader.text("set-language", code=code)
