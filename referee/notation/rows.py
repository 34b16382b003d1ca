"""A letter split into lines: which rows belong together, where words end, and what is too long to be read.

Too long a text is kept up to the first character over its limit: when it is read again from a record, it is
again too long.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from referee.engine.moves import Accept
from referee.engine.rules import why
from referee.notation import archive_verbs, dispute_verbs, requests
from referee.notation.asked import asked
from referee.notation.folding import WORD, fold, parts
from referee.notation.inside import prose
from referee.notation.readings import Foresight, Left, Line, Misread, Order, Prose, Reading, Table, Text
from referee.notation.sentences.leading import after_when, orders_behind
from referee.notation.sentences.may import asked_about
from referee.notation.sentences.pausing import paused_until
from referee.notation.sentences.questions import questions
from referee.notation.sentences.within import asked_within
from referee.notation.several import GREAT, LONGEST, OneReader, Part, Segments, parts_of
from referee.notation.spelling import distance, slips
from referee.notation.words import SHORTEST, Vocabulary
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.text import beginning, fits, shown_size
from referee.util.values import replace

# Which of several orders in a line is at fault: `draw, lay archr B2` goes wrong at `archr`, and is mended
# there.
#
# A line that is not read is never played. What is worked out here is only told: where it goes wrong, and the
# whole line as it was meant, where that is known: with a part mended, or with the verb before it (`challenge A
# and B`).


BETWEEN = "; "
"""Between the orders of a line that may have been meant, in canonical notation."""


def blamed(reader: OneReader, line: str, reading: Reading) -> Reading:
    """The fault of a line of several orders in the part that has it; any other reading as it is."""
    if not isinstance(reading, Misread) or reading.asks or reader.invited or len(line) > LONGEST:
        return reading
    parts = _parts(Segments(reader, line.rstrip()))
    faults = [one for one in parts if isinstance(one, Misread)]
    if len(parts) < 2 or len(faults) in {0, len(parts)} or not all(one.key for one in faults):  # noqa: PLR2004  several
        return reading
    meant = [one.hint if isinstance(one, Misread) else one.said for one in parts]
    return replace(faults[0], hint=BETWEEN.join(meant) if all(meant) else "")


def _parts(found: Segments) -> list[Part | Misread]:
    """The parts of a line from the left: the longest stretch that is an order, or one part that is none."""
    parts, at, before = list[Part | Misread](), 0, None
    while at < len(found.starts):
        last = next((end for end in reversed(range(at, len(found.starts))) if found.part(at, end)), -1)
        if last >= 0:
            parts.extend(found.part(at, last))
            before = found.part(at, last)[-1]
        else:
            parts.append(fault := _fault(found, at, before))
            before = before if fault.hint else None
        at = max(at, last) + 1
    return parts


def _fault(found: Segments, at: int, before: Part | None) -> Misread:
    """What is wrong with a part that is no order, by its key, "" for one that does not even begin as one.

    The hint is what it may have been meant to be, "" if nothing.
    """
    start, text = found.written(at)
    reading = found.reader.read(text)
    if not isinstance(reading, Misread):
        carried = _carried(found.reader, before, text)
        reading = Misread(
            1, ("VERB",), carried, "unexpected" if carried else "", found=text.partition(" ")[0]
        )
    row = found.text.count("\n", 0, start)
    column = start - (found.text.rfind("\n", 0, start) + 1)
    return replace(reading, column=reading.column + column * (not reading.row), row=reading.row + row)


def _carried(reader: OneReader, before: Part | None, text: str) -> str:
    """The order that a part is with the verb of the one before it; "" if it is none."""
    folded = reader.folded(before.text) if before else None
    opening = reader.opening(folded.text) if folded else None
    if before is None or folded is None or opening is None or opening.behind == opening.at:
        return ""
    verb = before.text[folded.columns[opening.at] : folded.columns[opening.behind]]
    reading = reader.read(f"{verb} {text}")
    fits = isinstance(reading, Order) and not isinstance(reading.move, (*GREAT, Accept))
    return reading.move.written if fits and isinstance(reading, Order) else ""


LONGEST_LINE, LONGEST_LETTER, MOST_LEFT = 500, 200, 100
"""The most characters of an order and rows of a letter; how many orders that are not the writer's own are reported."""
LONGEST_WORDS, MOST_READ = 8_000, 24_000
"""The most bytes, as shown, of the text after one `say`, `note` or verb of a dispute; how many of a letter are read."""
SPEAKING = frozenset({"say", "note"}) | dispute_verbs.TEXTS | archive_verbs.TEXTS
MORE = "\u2026"
SIGNS = (",", ";", ":")
"""H27 After one of these, at the end of a row, an order beforehand goes on in the next."""
NUMBER = regex(r"[\d:]")
BESIDE = regex(r"[;,.] *(?:(?:and|und) +)?(?=\S)", re.IGNORECASE)
"""H27 What stands between an order and an order beforehand in one line."""
Given = Sequence[tuple[int, str]]
"""Rows of a letter, each with its number."""


def lines_of(reader: OneReader, given: Given) -> Iterator[Line]:
    """Every order, text and line of prose of a letter. Blank rows have no number, because no record keeps them."""
    at = rows = 0
    room, above = MOST_READ, list[Line]()
    while at < len(given):
        number, row = given[at]
        if blank(row):
            at += 1
            continue
        too_long = not fits(row, room) and (room < LONGEST_WORDS or not _are_words(reader, row))
        if rows >= LONGEST_LETTER or too_long:
            yield Line((number,), kept(row, room), Misread(1, key="letter-too-long"))
            return
        size, lines = _taken(
            reader, given[at : at + LONGEST_LETTER - rows], room, led=_may_follow(above, number)
        )
        yield from lines
        above.extend(lines)
        if isinstance(lines[-1].reading, Table) and lines[-1].reading.verb == "end":
            return
        at += size
        rows += len({number for line in lines for number in line.numbers})
        room -= sum(shown_size(line.text) for line in lines)


def left_out(reader: OneReader, lines: Iterable[tuple[int, str, str]]) -> Iterator[Line]:
    """The lines that would be orders, among those that are not the writer's own: each with its number and the reason.

    There are at most `MOST_LEFT` of them, and `MOST_READ` bytes, so that a quoted original of thousands of
    lines does not make a long answer.
    """
    count, room = MOST_LEFT, MOST_READ
    for number, text, reason in lines:
        if len(text) > LONGEST_LINE or _no_order(reader, text):
            continue
        count, room = count - 1, room - shown_size(text)
        if min(count, room) < 0:
            return
        yield Line((number,), text, Left(reason))


def kept(text: str, most: int) -> str:
    """A text of at most `most` bytes as shown; of a longer one what fits, and one more character, not a blank."""
    if fits(text, most):
        return text
    start = beginning(text, most)
    more = text[len(start)]
    return start + (MORE if more.isspace() else more)


def broken_off(line: Line) -> Why | None:
    """H2, H3 Why words are not taken at all: a line of them begins like an order, and is not understood."""
    match line.reading:
        case Text(unread=number) if number:
            return why("words-unread", line=number)
    return None


def ended_early(line: Line) -> Why | None:
    """H2, H3 Why words end before their writer ended them: they are too long, or one line of them is an order."""
    match line.reading:
        case Text(cut=True):
            return why("words-cut", most=LONGEST_WORDS)
        case Text(ends=number) if number:
            return why("words-end", line=number)
    return None


def blank(row: str) -> bool:
    """Whether a row holds only blanks."""
    return not fold(row[:LONGEST_LINE]).text.strip()


def _no_order(reader: OneReader, text: str) -> bool:
    """Whether a line is no order, no question and no words, nor several orders."""
    reading = reader.read(text)
    return isinstance(reading, Misread | Prose) and not parts_of(reader, text, reading)


def _may_follow(above: Sequence[Line], number: int) -> bool:
    """Whether a row may begin with `then`: no sentence above it holds an order, and none stands right above it."""
    readings = [one.reading for one in above]
    broken = any(isinstance(one, Misread) or (isinstance(one, Prose) and one.inside) for one in readings)
    apart = not above or above[-1].numbers[-1] < number - 1 or not isinstance(readings[-1], Prose)
    return apart and not broken


def _taken(reader: OneReader, given: Given, room: int, *, led: bool = False) -> tuple[int, list[Line]]:
    """How many rows from the first on belong together; the line that they form, or a line for each of its orders.

    `led`: the first may begin with words that say when, as `then` does.
    """
    size, ends = _size(reader, given)
    most = min(room, LONGEST_WORDS)
    text, numbers = "\n".join(row for _, row in given[:size]), tuple(number for number, _ in given[:size])
    reading = reader.read(text)
    if isinstance(reading, Text):
        whole, text = text, kept(text, most)
        if len(text) < len(whole) or not fits(text, most):
            reading = reader.read(beginning(text, most))
            reading = replace(reading, cut=True) if isinstance(reading, Text) else reading
        elif ends:
            at = given[size][0]
            reading = replace(reading, unread=at) if ends == "unread" else replace(reading, ends=at)
    ways = (_with_beforehand, parts_of, _questions, _taken_back)
    several = next(filter(None, (way(reader, text, reading) for way in ways)), ())
    if not several and led and isinstance(reading, Prose):
        several = orders_behind(reader, text)
    if several:
        return _apart(reader, several, given, size, room)
    reading = asked(text, reading, invited=reader.invited)
    if isinstance(reading, Prose):
        asks = None if reader.invited else asked_about(reader, text) or paused_until(reader, text)
        if not asks and (found := asked_within(reader, text)):
            before, question, asks = found
            if before:
                said = [Line(numbers[:1], before, prose(reader, before)), Line(numbers[:1], question, asks)]
                return size, said
        reading = asks or prose(reader, text)
    else:
        reading = blamed(reader, text, reading)
    return size, [Line(numbers[: 1 + text.count("\n")], text, reading)]


def _apart(
    reader: OneReader, several: Sequence[Part], given: Given, size: int, room: int
) -> tuple[int, list[Line]]:
    """How many rows the parts of a line fill, and a line for each: words at its end go on in the rows below it."""
    numbers, last = [number for number, _ in given], several[-1]
    lines = [
        Line(tuple(numbers[one.row : one.row + 1 + one.text.count("\n")]), one.text, one.reading)
        for one in several
    ]
    if not isinstance(last.reading, Text):
        return size, lines
    begun = [(numbers[last.row + n], row) for n, row in enumerate(last.text.split("\n"))]
    more, said = _taken(reader, [*begun, *given[size:]], room)
    return last.row + more, [*lines[:-1], *said]


def _questions(reader: OneReader, text: str, reading: Reading) -> tuple[Part, ...]:
    """Several questions in one line; none while an invitation waits, and none in what is quoted."""
    quoting = reader.invited or len(text) > LONGEST_LINE or text.lstrip().startswith((">", "|", '"'))
    return () if quoting else questions(reader, text, reading)


def _with_beforehand(reader: OneReader, text: str, reading: Reading) -> tuple[Part, ...]:
    """H27 Orders, and behind a sign in the same line an order beforehand: `a1-b2; if Thor moves to c2: b2-c1`."""
    if reader.invited or not isinstance(reading, Misread) or len(text) > LONGEST_LINE:
        return ()
    for found in BESIDE.finditer(text):
        head, rest = text[: found.start()], text[found.end() :]
        if not reader.waits(rest) or not isinstance(last := reader.read(rest), Foresight):
            continue
        first = reader.read(head)
        orders = (Part(0, head, first),) if isinstance(first, Order) else parts_of(reader, head, first)
        return (*orders, Part(text[: found.end()].count("\n"), rest, last)) if orders else ()
    return ()


def _taken_back(reader: OneReader, text: str, _reading: Reading) -> tuple[Part, ...]:
    """H27 Several orders beforehand that are taken back in one line."""
    read = ((one, reader.read(one)) for one in reader.taken_back(text))
    return tuple(Part(0, one, reading) for one, reading in read if isinstance(reading, Table))


def _are_words(reader: OneReader, row: str) -> bool:
    """Whether words begin in this row: those may be cut short."""
    opening = reader.opening(reader.folded(row).text)
    return opening is not None and opening.verb in SPEAKING


def _size(reader: OneReader, given: Given) -> tuple[int, str]:
    """How many rows from the first on belong together; and, of words that a row ends, where `Text` tells that row."""
    if reader.waits(given[0][1]):
        return _beforehand(reader, given), ""
    opening = reader.opening(text := reader.folded(given[0][1]).text)
    if opening is None or opening.verb in requests.VERBS:
        return 1, ""
    if opening.verb in dispute_verbs.TEXTS and not dispute_verbs.announced(
        text, opening.behind, opening.verb
    ):
        return 1, ""
    if opening.verb in archive_verbs.TEXTS and isinstance(reader.read(given[0][1]), Prose):
        return 1, ""
    if opening.verb not in SPEAKING:
        return _goes_on(given), ""
    for at in range(1, len(given)):
        if blank(given[at][1]):
            return at, ""
        if (reading := _read_at(reader, given[at:])) is None or not _ends(opening.verb, reading):
            continue
        if isinstance(reading, Misread):
            return at, "unread"
        ended = reading != Table("end") and not _is_another(opening.verb, reading)
        return at, "ends" if ended else ""
    return len(given), ""


def _is_another(verb: str, reading: Reading) -> bool:
    """Whether a note is followed by a note, as in a list of them: nobody has to be told that it ends there."""
    another = archive_verbs.TEXTS | {archive_verbs.WITHDRAW}
    return verb in archive_verbs.TEXTS and isinstance(reading, Text | Table) and reading.verb in another


def _ends(verb: str, reading: Reading) -> bool:
    """Whether a row that reads as an order ends words: the moves of a variation are orders, and belong to it."""
    if isinstance(reading, Table):
        return verb != "variation" or reading.verb in {"end", archive_verbs.WITHDRAW}
    return verb != "variation" or isinstance(reading, Text)


def _read_at(reader: OneReader, given: Given) -> Reading | None:
    """H2, H3 What interrupts words at this row: an order or a question, or a row that only begins like one.

    The latter is `Misread`, however it is read elsewhere: words never hold a row that may be an order. None if the
    words go on.
    """
    row = given[0][1]
    reading = reader.read(row)
    if isinstance(reading, Misread) and (size := _goes_on(given)) > 1:
        reading = reader.read("\n".join(row for _, row in given[:size]))
    if isinstance(reading, Misread | Prose):
        several = parts_of(reader, row, reading)
        reading = several[0].reading if several else asked(row, reading, invited=reader.invited)
    if not isinstance(reading, Misread | Prose):
        return reading
    return Misread(1) if _begins_like_order(reader, row) else None


def _begins_like_order(reader: OneReader, row: str) -> bool:
    """Whether a row that is no order begins like one, also behind a word that says when: `then lay frya B2`.

    A first word that is only near a verb counts if a number, a colon or a card stands in the row: `lya frigg`.
    """
    row = after_when(row) or row
    text = reader.folded(row).text
    if reader.supposes(row) or reader.opening(text) is not None:
        return True
    words = reader.vocabulary
    first, *rest = parts(text) or ("",)
    says = NUMBER.search(text) or any(one.card for word in rest for one in words.beginning_with(word))
    written = WORD.findall(text)[:1]  # `sue`, whose key is `su`
    return bool(says) and any(_is_slip(words, one) for one in (first, *written))


def _is_slip(words: Vocabulary, key: str) -> bool:
    """Whether a key is a slip from any verb: also of three letters, or one that no misspelling is taken for."""
    if len(key) < SHORTEST or key in words.prose or words.beginning_with(key):
        return False
    forms = [form for verb in words.verbs if len(form := "".join(verb.parts)) >= SHORTEST]
    return any(distance(key, form, most) <= most for form in forms for most in [slips(form) or 1])


def _beforehand(reader: OneReader, given: Given) -> int:
    """H27 How many rows an order beforehand fills: `else` and the last turn may stand in rows of their own."""
    size = _goes_on(given, SIGNS)
    while size < len(given) and reader.waits_on(given[size][1]):
        size += _goes_on(given[size:], SIGNS)
    return size


def _goes_on(given: Given, signs: tuple[str, ...] = (",",)) -> int:
    """How many rows an order fills, from the first on: after a comma (or one of the `signs`) it goes on in the next."""
    size, room = 1, LONGEST_LINE
    for (_, row), (_, following) in pairwise(given):
        room -= len(row)
        if room <= 0 or blank(following) or not fold(row[-LONGEST_LINE:]).text.rstrip().endswith(signs):
            break
        size += 1
    return size
