"""An order in the midst of a sentence: `I think I will lay archer B2`, `Actually no: draw, draw`.

It is never played. The receipt quotes it, so that its writer can send it as a line of its own.
"""

import re

from referee.engine.choices import Move
from referee.engine.moves import (
    Accept,
    AcceptDraw,
    ClaimDraw,
    ClaimWin,
    Decline,
    DeclineDraw,
    OfferDraw,
    Resign,
)
from referee.notation.folding import WORD, Folded, fold, key, untwinned
from referee.notation.readings import Order, Prose
from referee.notation.several import OneReader, parts_of

LONGEST, MOST_READ = 300, 8
"""The most characters of a sentence that is looked at, and how many places in it are read."""
QUOTING = ('"', ">", "|")
"""What stands in a line that quotes somebody; nothing is looked for in one."""
ENDS = ".!?;"
GREAT = (Accept, Decline, Resign, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)
"""Moves that are not offered to somebody who may have spoken of them."""


def orders_in(reader: OneReader, line: str) -> tuple[Move, ...]:
    """The first orders that a line of prose holds after its beginning; () for none, and for a line that quotes.

    An order of one word counts only after a colon: "it is a draw" is none.
    """
    folded = fold(line)
    if reader.invited or len(folded.text) > LONGEST or any(sign in folded.text for sign in QUOTING):
        return ()
    room = MOST_READ
    for found in list(WORD.finditer(folded.text))[1:]:
        if not _may_begin(reader, folded.text, found):
            continue
        opening = reader.opening(folded.text[found.start() :])
        if opening is None or not opening.verb:
            continue
        if (room := room - 1) < 0:
            return ()
        if moves := _orders_at(reader, line, folded, found.start()):
            return moves
    return ()


def _may_begin(reader: OneReader, text: str, word: re.Match[str]) -> bool:
    """Whether an order may begin with this word, as it is written or as its letters look."""
    begun = {key(word[0]), key(untwinned(word[0]))} & reader.vocabulary.verbs_by_first.keys()
    return bool(begun) or reader.without_verb(text, word.start())


def _orders_at(reader: OneReader, line: str, folded: Folded, at: int) -> tuple[Move, ...]:
    """The orders from a character on, to the end of the line or of the sentence."""
    stops = (
        n
        for n in range(at, len(folded.text))
        if folded.text[n] in ENDS and folded.text[n + 1 : n + 2] in {"", " "}
    )
    announced = folded.text[:at].rstrip().endswith(":")
    for end in dict.fromkeys((len(folded.text), next(stops, len(folded.text)))):
        text = line[folded.columns[at] : folded.columns[end]].strip()
        reading = reader.read(text)
        read = (
            [reading]
            if isinstance(reading, Order)
            else [one.reading for one in parts_of(reader, text, reading)]
        )
        moves = tuple(one.move for one in read if isinstance(one, Order))
        if moves and not any(isinstance(move, GREAT) for move in moves):
            return (
                moves
                if announced or any(" " in move.written or "-" in move.written for move in moves)
                else ()
            )
    return ()


def prose(reader: OneReader, line: str) -> Prose:
    """A line of prose, with the orders in it."""
    return Prose(orders_in(reader, line))
