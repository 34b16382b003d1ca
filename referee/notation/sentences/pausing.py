"""A pause with an end, asked for in a sentence: as `please pause until Monday` or `Bitte Pause bis Montag` does.

It is read as the same words on a line of their own, which are a question: a pause has no end (H15), and nothing stops.
"""

from referee.notation import requests
from referee.notation.asked import listed
from referee.notation.folding import WORD, fold, parts
from referee.notation.inside import DENYING, QUOTING
from referee.notation.readings import Table
from referee.notation.several import LONGEST, OneReader
from referee.util.regexes import regex

MOST = 8
"""The most words before it."""
LONGEST_WISH = 1 + requests.LONGEST_DATE
"""The most words of it: what follows may tell why, as in `pause 3 days I'm at my sister's`."""
END = regex(r"[,.;!?](?:\s|$)")


def paused_until(reader: OneReader, line: str) -> Table | None:
    """The question that a sentence asks which wants a pause with an end; None for any other line."""
    folded = fold(line)
    if reader.invited or len(folded.text) > LONGEST or any(sign in folded.text for sign in QUOTING):
        return None
    said = parts(line)
    if not DENYING.isdisjoint(said) or any((one,) in listed("of others") for one in said):
        return None
    for found in list(WORD.finditer(folded.text))[:MOST]:
        if (found[0],) not in listed("wish pause"):
            continue
        text = line[folded.columns[found.start()] :]
        words = END.split(text, maxsplit=1)[0].split()
        sizes = range(min(len(words), LONGEST_WISH), 1, -1)
        read = ((size, reader.read(" ".join(words[:size]))) for size in sizes)
        for size, reading in read:
            if not (isinstance(reading, Table) and reading.verb == requests.PAUSE and reading.argument):
                continue
            whole = size == len(words) and found.start() > 0
            if whole or requests.SPAN.fullmatch(reading.argument):  # `until we know more` is no end
                return reading
    return None
