"""Words for another player, which the referee does not pass on unless they stand after `say`."""

from referee.notation.reader import Order
from referee.notation.reader import Reader as Reads
from referee.notation.sentences.addressed import plain, speaks_to
from referee.telling.about import QUOTED
from referee.telling.sentences import Reader
from referee.util.regexes import regex

BETWEEN = regex(r"[.!;:(]+ +| +[-\u2013\u2014]+ +| +\(")
"""What may stand between an order and words for another in one line; a comma may stand within an order."""
COMMA = regex(r", *")
MOST = 8
"""How many such places of a line are looked at."""


def is_for_another(reader: Reader, line: str) -> bool:
    """Whether a line of prose is meant for another player: `tell Bert, ...`."""
    if line.lstrip().startswith(QUOTED):
        return False
    named = dict(reader.view.names)
    called = {seat: _names(reader, seat, named.get(seat) or "") for seat in reader.seats}
    own = called.pop(reader.view.seat, set[str]())
    return speaks_to(frozenset(set[str]().union(*called.values()) - own), line)


def order_beside(reader: Reader, reads: Reads, line: str) -> str:
    """The order in a line, as written, that has nothing else but words for another: `draw. Good luck, Loki!`.

    Either may come first; "" for any other line.
    """
    for at in list(BETWEEN.finditer(line))[:MOST]:
        before, behind = line[: at.start()].strip(), line[at.end() :].strip()
        for order, words in ((before, behind.rstrip(")")), (behind.rstrip(".!"), before + at[0].strip())):
            if _ordered(reads, order) and is_for_another(reader, words):
                return order
    return ""


def _ordered(reads: Reads, text: str) -> bool:
    """Whether a text is an order, or several with commas between them."""
    return any(
        all(isinstance(reads.read(one), Order) for one in some) for some in ([text], COMMA.split(text))
    )


def _names(reader: Reader, seat: str, name: str) -> set[str]:
    """What a player is called: by the seat, in the reader's language too, and by the name, whole or its first word."""
    says = reader.says
    told = says.say("seats", seat) if says.has("seats", seat) else seat
    return {plain(one) for one in (seat, told, name, *name.split()[:1]) if one}
