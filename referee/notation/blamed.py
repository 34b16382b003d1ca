"""Which of several orders in a line is at fault: `draw, lay archr B2` goes wrong at `archr`, and is mended there.

A line that is not read is never played. What is worked out here is only told: where it goes wrong, and the whole line
as it was meant, where that is known: with a part mended, or with the verb before it (`challenge A and B`).
"""

from dataclasses import replace

from referee.engine.moves import Accept
from referee.notation.readings import Misread, Order, Reading
from referee.notation.several import GREAT, LONGEST, OneReader, Part, Segments

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
