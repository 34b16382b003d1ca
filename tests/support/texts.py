"""Exchange texts for tests: random notes on a game, texts that were damaged, and the way there and back."""

from collections.abc import Sequence
from random import Random

from referee.archive.exchange.making import Made, make
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import kept, told
from referee.archive.exchange.writing import render
from referee.archive.moments import Moment, moments
from referee.archive.notes import ALL, END, GLYPHS, PLAYERS, Note
from referee.archive.places import Place
from referee.table.table import Table

ALPHABET = [
    *"abc, .;:!?#%$=/|\\\"'`{}()[]<>\n\t",
    "  ",
    "\u00a0",
    "ß",
    "\u2028",
    "\r",
    "\U0001f70f",
    "@1.0",
    "\\}",
    "#15: ",
    "15.2",
    "\u00b1",
    "[draws tyr]",
]
"""What random notes are made of: everything that means something in a text, or stands badly in one."""
FIRST, LAST = 1_700_000_000, 1_800_000_000


def random_text(rng: Random, most: int = 60) -> str:
    """A text of anything; never empty."""
    return "".join(rng.choice(ALPHABET) for _ in range(rng.randint(1, most)))


def random_notes(table: Table, rng: Random, count: int) -> list[Note]:
    """Notes of every kind on any place of a game, in the order of their times."""
    known = moments(table)
    return [_note(table, known, rng, n) for n in range(count)]


def _note(table: Table, known: Sequence[Moment], rng: Random, n: int) -> Note:
    moment = rng.choice(known)
    kind = rng.choice(["comment", "position", "bookmark", "question", "line", "tag", "opened", "published"])
    return Note(
        at=f"2027-01-{1 + n // 1440:02}T{n // 60 % 24:02}:{n % 60:02}:00Z",
        kind=kind,
        by=rng.choice(["Anna", "Olaf K.", 'B"ö=]', "a: b"]),
        about=moment.seal,
        place=_place(moment, rng),
        seat=rng.choice([*table.seats])
        if kind in {"opened", "published"}
        else rng.choice(["", *table.seats]),
        glyph=rng.choice(["", *GLYPHS]),
        name=rng.choice(["site", "Event-1", "odd name", "result", "x]"]) if kind == "tag" else "",
        text=random_text(rng, rng.choice([5, 60, 400])),
        to=rng.choice([(), (ALL,), (PLAYERS,), (table.seats[0],), tuple(table.seats)]),
        opens=rng.choice(["", END, "9"]),
    )


def _place(moment: Moment, rng: Random) -> Place:
    if not moment.positions or rng.random() < 0.3:
        return Place()
    position, lines = rng.choice(moment.positions), moment.letter.lines if moment.letter else ()
    if lines and rng.random() < 0.5:
        return Place(position, line=rng.choice(lines).number)
    if rng.random() < 0.3:
        return Place(position, event=rng.choice(moment.happened).kind, nth=1)
    return Place(position)


def back(table: Table, notes: Sequence[Note] = ()) -> tuple[str, Made, str]:
    """A game as a text; what is made of it; and that as a text again."""
    text = render(told(table, notes))
    [game] = read(text)
    made = make(game)
    again = render(told(made.table, made.notes)) if made.table else ""
    return text, made, again


def differences(table: Table, notes: Sequence[Note], came: tuple[str, Made, str]) -> list[str]:
    """In what a game that came back from its text is not what it was; [] if in nothing."""
    text, made, again = came
    if made.table is None or made.problems or made.unnoted:
        return [f"{one.at}: {one.why}" for one in (*made.problems, *made.unnoted)] or ["nothing"]
    entries = zip(table.entries, made.table.entries, strict=False)
    found = [f"entry {n}" for n, (one, other) in enumerate(entries) if kept(one) != kept(other)]
    found += ["count"] * (len(table.entries) != len(made.table.entries))
    found += ["notes"] * ([*map(_said, notes)] != [*map(_said, made.notes)])
    return found + ["text"] * (text != again)


def _said(note: Note) -> dict[str, object]:
    return {name: value for name, value in note.document().items() if name != "about"}


def damaged(text: str, rng: Random) -> str:
    """A text with some of it cut out, doubled, moved or written over."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([1, 1, 1, 2, 5, 40, 400]))
        piece, there = text[start:end], rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + random_text(rng, 6) + text[start:]
            case 2:
                text = text[:start] + random_text(rng, 6) + text[end:]
            case 3:
                text = text[:there] + piece + text[there:]
            case _:
                text = text[:end] if rng.random() < 0.2 else text.replace(piece, "", 1)
    return text
