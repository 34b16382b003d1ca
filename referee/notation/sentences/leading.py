"""Orders after words that say when: `first draw`, `then challenge A`, `und dann lege Drache B2`.

Such words stand in the section `leading` of `asked.<language>.yaml`. What follows has to be an order or several, to the
end of the line, and none that ends or offers to end the game. In a letter such a line counts where it goes on with
nothing but orders (`referee.notation.rows`): below a line of prose it may be the end of its sentence.
"""

from referee.notation.asked import listed
from referee.notation.folding import WORD, fold, parts
from referee.notation.readings import Order
from referee.notation.several import GREAT, LONGEST, OneReader, Part, parts_of

MOST = 3
"""The most words of one such phrase, and how many may follow each other."""


def orders_behind(reader: OneReader, line: str) -> tuple[Part, ...]:
    """The orders of a line after words that say when; () for any other line."""
    if reader.invited or len(line) > LONGEST or not (text := after_when(line)):
        return ()
    reading = reader.read(text)
    found = (Part(0, text, reading),) if isinstance(reading, Order) else parts_of(reader, text, reading)
    plain = all(isinstance(one.reading, Order) and not isinstance(one.reading.move, GREAT) for one in found)
    return found if found and plain else ()


def after_when(line: str) -> str:
    """What stands after such words at the beginning of a line; "" where there are none."""
    text = line
    for _ in range(MOST):
        folded = fold(text)
        words = list(WORD.finditer(folded.text))[:MOST]
        fits = [
            n
            for n in range(len(words), 0, -1)
            if parts(text[: folded.columns[words[n - 1].end()]]) in listed("leading")
        ]
        if not fits or folded.text[: words[0].start()].strip(" -*"):
            break
        text = text[folded.columns[words[fits[0] - 1].end()] :].lstrip(" ,:")
    return "" if text == line else text
