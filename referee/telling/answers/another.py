"""Words for another player, which the referee does not pass on unless they stand after `say`."""

import re

from referee.notation.reader import Order
from referee.notation.reader import Reader as Reads
from referee.notation.sentences.addressed import plain, words_for
from referee.telling.about import QUOTED
from referee.telling.sentences import Reader

BETWEEN = re.compile(r"[,.!;:(]+ +| +[-\u2013\u2014]+ +| +\(")
"""What may stand between an order and words for another in one line."""
COMMA = re.compile(r", *")
MOST = 8
"""How many such places of a line are looked at."""


def for_another(reader: Reader, line: str) -> str:
    """The words of a line of prose that are meant for another player: `tell Bert, ...`; "" for any other line."""
    if line.lstrip().startswith(QUOTED):
        return ""
    named = dict(reader.view.names)
    called = {seat: _names(reader, seat, named.get(seat) or "") for seat in reader.seats}
    own = called.pop(reader.view.seat, set[str]())
    return words_for(frozenset(set[str]().union(*called.values()) - own), line)


def order_beside(reader: Reader, reads: Reads, line: str) -> tuple[str, str]:
    """An order and words for another player that stand in one line: `draw. Good luck, Loki!`; ("", "") for any other.

    The order as written; either may come first.
    """
    places = list(BETWEEN.finditer(line))[:MOST]
    for at in reversed(places):
        order, words = line[: at.start()].strip(), line[at.end() :].strip().rstrip(")")
        if _ordered(reads, order) and (said := for_another(reader, words)):
            return order, said
    for at in places:
        order, words = line[at.end() :].strip().rstrip(".!"), line[: at.start()].strip() + at[0].strip()
        if _ordered(reads, order) and (said := for_another(reader, words)):
            return order, said
    return "", ""


def _ordered(reads: Reads, text: str) -> bool:
    """Whether a text is an order, or several with commas between them."""
    return all(isinstance(reads.read(one), Order) for one in COMMA.split(text))


def _names(reader: Reader, seat: str, name: str) -> set[str]:
    """What a player is called: by the seat, in the reader's language too, and by the name, whole or its first word."""
    says = reader.says
    told = says.say("seats", seat) if says.has("seats", seat) else seat
    return {plain(one).text for one in (seat, told, name, *name.split()[:1]) if one}
