"""What was noted of a moment, as lines on a terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from referee.cli.sentences import say
from referee.util.text import clean


def told_lines(step: Any, more: Callable[[Any], Sequence[str]] = lambda _note: ()) -> list[str]:
    """What is said of a moment, a line each; `more` are the rows that belong below a note."""
    lines = list[str]()
    for note in step.notes:
        told = say(
            f"note-{note.kind}",
            place=(note.place.position and str(note.place)) or f"entry {step.moment.number}",
            by=f"{note.by} ({note.seat})" if note.seat else note.by,
            at=note.at,
            name=note.name,
            text=" ".join((note.glyph, *note.text.split())).strip(),
        )
        lines += [told, *more(note)]
    lines += [
        say(
            "note-thought",
            place=step.moment.began or f"entry {step.moment.number}",
            by=one.seat,
            move=one.move,
            text=" ".join(filter(None, (one.glyph, one.text))),
        )
        for one in step.thoughts
    ]
    return [clean(line) for line in lines]
