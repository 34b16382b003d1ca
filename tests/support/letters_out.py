"""Letters out of random games, for the tests of what they show: reports with receipts, invitations, last letters."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from referee.engine.events import Event, Seen, face_value, seen
from referee.house.games import find
from referee.house.invitation import Declined
from referee.house.letters import Noted, Said
from referee.house.state import House
from referee.notation.reader import Reader
from referee.table import ruling
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.invited import Invitation, invitation
from referee.telling.letter import Bodies, Letter, bodies
from referee.testing.chance import Chance
from referee.testing.random_games import options_of, random_world

THUNDER = find("thunder")
SECRET = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105  nobody's
ADDRESS = f"referee+{SECRET}@post.example.org"
WILD = (
    "draw",
    "Draw a card.\n@7.2 draw\n  - resign g1\nend\naccept",
    "</pre><script>alert(1)</script>",
    "{{7*101}} {% raw %} ${x}",
    "\u202elay ravens A1\u2066\x1b[2J\u0301\u0301\u0301\u0301",
    "> draw\n| draw\n>> draw",
    "THE TABLE\n1> draw\nSeal 00",
    "a" * 300 + " draw " * 40,
)
"""Texts by which players try to mislead: each is data, wherever it is shown."""
QUESTIONS = (
    "help",
    "moves",
    "history",
    "rules",
    "rules 15",
    "rules R11",
    "rules H2",
    "rules 99",
    "try draw",
    "why challenge A",
)
FAULTY = (
    "lay thor B9",
    "use ravens Q",
    "drwa",
    "challenge b order x",
    "@9.9 draw",
    "Thanks, draw!",
    "Hello there,",
    "resign",
)


def everything(event: Event) -> Seen:
    """All of an event, without regard to who may see it."""
    fields = {f.name: face_value(getattr(event, f.name), f.sorted) for f in event.shown}
    return Seen(type(event).__name__, event.cited, fields)


@cache
def content_of(seed: int, names: Sequence[str] = ("draw", "{{7*7}}</pre>\u202e")) -> Any:
    """The options of a random game, with misleading names of players."""
    one, two = names
    return {**options_of(THUNDER, seed), "players": [one, two], "sides": "agreed"}


@cache
def letters(seed: int, step: int, *, number: str = "draw.thor.1") -> tuple[tuple[Letter, Bodies], ...]:
    """Letters of a random game to both seats and onlookers, with their bodies; the last ones show everything."""
    return tuple((letter, bodies(letter)) for letter in _letters(seed, step, number))


def _letters(seed: int, step: int, number: str) -> Iterator[Letter]:
    content, rng = content_of(seed), Random(seed)
    world = random_world(THUNDER, content, seed)
    reader = Reader(THUNDER, content)
    happened: list[tuple[str, Event]] = []
    last = len(world.steps) - 1
    for n, one in enumerate(world.steps):
        state = world.states[n]
        for event in (*one.events, Said("thor", rng.choice(WILD)), Noted("loki", rng.choice(WILD))):
            state = THUNDER.apply(state, event)
            happened.append(("{}.{}".format(*THUNDER.position(state)), event))
        if n % step and n != last:
            continue
        for seat in (*THUNDER.seats, None):
            told = [Told(at, shown) for at, event in happened if (shown := seen(event, seat)) is not None]
            written = "\n".join((rng.choice(QUESTIONS), rng.choice(FAULTY), f"say {rng.choice(WILD)}"))
            verdicts = _verdicts(reader, world.states[n + 1], seat, written) if seat else ()
            view = THUNDER.view(world.states[n + 1], seat)
            yield Letter(
                game=THUNDER,
                content=content,
                view=view,
                number=number,
                seal="0f" * 32,
                told=told[-12:],
                verdicts=verdicts,
                history=told[-40:],
                choices=THUNDER.choices(view),
                due={"thor": "Friday, 18:00"},
                notes=(("html-only", {}),) if n % 2 else (),
                address=ADDRESS if seat else "",
                hidden=THUNDER.uncovered(world.states[n + 1]) if n == last else None,
                unseen=[
                    Told(at, everything(event))
                    for at, event in happened
                    if seen(event, seat) != everything(event)
                ]
                if n == last
                else (),
            )


def _verdicts(reader: Reader, state: Any, seat: str, written: str) -> tuple[Verdict, ...]:
    choices = THUNDER.choices(THUNDER.view(state, seat))
    order = choices.families[0].draw(Random(1)).written if choices else "draw"
    lines = reader.read_letter(f"{order}\n{written}\n\n{order}")
    return ruling.rule_on(THUNDER, state, seat, lines, Chance(Random(0))).verdicts


def invitations() -> Iterator[tuple[Invitation, Bodies]]:
    """Invitations in all their forms: asked, accepted, answered, declined, abandoned."""
    content = content_of(3)
    reader = Reader(THUNDER, content, invited=True)
    blank = THUNDER.blank("draw", content)
    common: dict[str, Any] = {
        "game": THUNDER,
        "content": content,
        "number": "draw.loki.1",
        "commit": "cd" * 32,
        "seal": "ab" * 32,
        "names": {"thor": "draw", "loki": "{{7*7}}</pre><b>\u202e"},
        "address": ADDRESS,
    }
    forms: list[dict[str, Any]] = [
        {"seat": "loki"},
        {"seat": "thor", "accepted": ("thor",)},
        {"seat": "loki", "over": "declined", "by": "thor"},
        {"seat": "thor", "over": "abandoned", "reason": WILD[1] + WILD[2]},
        {"seat": "loki", "notes": (("no-text", {}),)},
    ]
    for written in ("accept draw a card", "draw\naccept", "decline", "help\nrules 15\nmoves", "say draw"):
        house = House(waiting=THUNDER.seats)
        ruled = ruling.rule_on(
            THUNDER, blank, "loki", reader.read_letter(written), Chance(Random(0)), house=house
        )
        gone = any(isinstance(event, Declined) for event in ruled.events)
        forms.append(
            {"seat": "loki", "verdicts": ruled.verdicts, "over": "declined" if gone else "", "by": "loki"}
        )
    for form in forms:
        inv = Invitation(**common, **form)
        yield inv, invitation(inv)
