"""A pause with an end, asked for in a sentence: as `please pause until Monday` or `Bitte Pause bis Montag` does.

It is read as the same words on a line of their own, which are a question: a pause has no end (H15), and nothing stops.
"""

import re

from referee.notation import requests
from referee.notation.asked import listed
from referee.notation.folding import WORD, fold, parts
from referee.notation.inside import DENYING, QUOTING
from referee.notation.readings import Table
from referee.notation.several import LONGEST, OneReader

MOST = 8
"""The most words before it."""
END = re.compile(r"[,.;!?](?:\s|$)")


def paused_until(reader: OneReader, line: str) -> Table | None:
    """The question that a sentence asks which wants a pause with an end; None for any other line."""
    folded = fold(line)
    if reader.invited or len(folded.text) > LONGEST or any(sign in folded.text for sign in QUOTING):
        return None
    words = parts(line)
    if not DENYING.isdisjoint(words) or any((one,) in listed("of others") for one in words):
        return None
    for found in list(WORD.finditer(folded.text))[1:MOST]:
        if (found[0],) not in listed("wish pause"):
            continue
        text = line[folded.columns[found.start()] :]
        reading = reader.read(END.split(text, maxsplit=1)[0].strip())
        if isinstance(reading, Table) and reading.verb == requests.PAUSE and reading.argument:
            return reading
    return None
