"""Questions whether something is allowed: `can I challenge B?`, `darf ich a1 nach a2 ziehen?`, `why can't I scout b?`.

The words around the order stand in `asked.<language>.yaml`. A whole order in it is asked about, as by `try` and
`why`; what is left of any other is told with what is allowed (`referee.telling.answers`). Nothing is played.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.notation.asked import listed
from referee.notation.folding import parts
from referee.notation.readings import Order, Table
from referee.notation.several import OneReader

LONGEST, MOST_WORDS = 120, 6
INFINITIVES = {"eln": ("le", "ele"), "ern": ("ere", "re"), "en": ("e", "")}
"""How a German infinitive ends, and how an order of it may end."""
PARTICLES = ("heraus", "zurück", "herauf", "herab", "weiter", "ab", "an", "auf", "aus", "ein", "hin")
"""What stands before an infinitive, and at the end of an order of it: `herausfordern`, `fordere A heraus`."""
QUOTING = ('"', ">", "|")


class About(NamedTuple):
    """What is asked about, in the words of the question; whether it is asked why that is not allowed."""

    text: str
    denied: bool = False


def about(line: str) -> About | None:
    """What a line asks about that asks whether something is allowed, or why not; None for any other line."""
    text = line.strip()
    if not text.endswith("?") or len(text) > LONGEST or any(sign in text for sign in QUOTING):
        return None
    words = text.rstrip("?! ").split()
    for section in ("why not", "may"):
        size = next(
            (n for n in range(min(MOST_WORDS, len(words)), 0, -1) if _key(words[:n]) in listed(section)), 0
        )
        if size and (rest := _plain(words[size:])):
            return About(" ".join(rest), section == "why not")
    return None


def asked_about(reader: OneReader, line: str) -> Table | None:
    """The order that a line asks about, as `try` or `why` does; None for any other line."""
    found = about(line)
    for text in readable(found.text if found else ""):
        reading = reader.read(text)
        if isinstance(reading, Order):
            verb = "why" if found and found.denied else "try"
            return Table(verb, reading.move.written, reading.move)
    return None


def readable(text: str) -> Iterator[str]:
    """What is asked about as it stands, and as German has it, with the verb at the end: `Hel nutzen`."""
    words = text.split()
    if words:
        yield text
        yield from (" ".join((verb, *words[:-1])) for verb in first_forms(words[-1]))
        yield from parted_forms(words)
        yield " ".join(one for one in words if _key([one]) not in listed("going"))


def first_forms(verb: str) -> tuple[str, ...]:
    """A verb as it stands at the end of a German sentence, and as orders have it in front: `fordern`, `fordere`."""
    end = next(filter(verb.endswith, INFINITIVES), "")
    return (verb, *(verb[: -len(end)] + one for one in INFINITIVES[end])) if end else (verb,)


def parted_forms(words: Sequence[str]) -> Iterator[str]:
    """The same of a verb in two pieces: `A herausfordern` as `fordere A heraus`, for the words of a line."""
    last = words[-1].lower()
    for particle in PARTICLES:
        if last.startswith(particle) and len(last) > len(particle) + 2:
            for verb in first_forms(last[len(particle) :])[1:]:
                yield " ".join((verb, *words[:-1], particle))


def _plain(words: list[str]) -> list[str]:
    """What is asked about, without words that say that it is possible, and that it is not."""
    words = [one for one in words if _key([one]) not in listed("denying")]
    while words and _key(words[-1:]) in listed("possible"):
        words = words[:-1]
    while words and _key(words[:1]) in listed("possible"):
        words = words[1:]
    return words


def _key(words: list[str]) -> tuple[str, ...]:
    return parts(" ".join(words))
