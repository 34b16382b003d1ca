"""All that a reader of The Hammer of Thor is sent at a place: the letter as text and page, the map, and the rest."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from hammer_suite import HAMMER as GAME
from hammer_suite import suite

from referee.engine.events import seen
from referee.engine.plain import as_json
from referee.table.points import Told
from referee.telling.letter import Letter, bodies
from referee.telling.moves import moves_text
from referee.testing.sent import answers
from referee.testing.worlds import World

Seat = str | None
Sent = Mapping[str, str]
SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
OF_THE_BOX = frozenset({"cards", "board"})
"""Fields of a view that are the same for everybody through the whole game."""


def shown_to(world: World, seat: Seat) -> list[list[Told]]:
    """What a reader is shown by each step of a game."""
    found, state = list[list[Told]](), world.states[0]
    for step in world.steps:
        told = list[Told]()
        for event in step.events:
            state = GAME.apply(state, event)
            if (shown := seen(event, seat)) is not None:
                told.append(Told("{}.{}".format(*GAME.position(state)), shown))
        found.append(told)
    return found


def sent(
    content: Any,
    state: Any,
    seat: Seat,
    shown: Sequence[Sequence[Told]],
    language: str,
    asked: Sequence[str] = (),
) -> Sent:
    """The kinds of things that a reader is sent at a table, each as text.

    `shown` is what each step so far has shown, the last one last; `asked` are questions, each a letter of its own.
    """
    view = GAME.view(state, seat)
    choices = GAME.choices(view)
    history = [one for told in shown for one in told]
    letter = bodies(
        Letter(
            game=GAME,
            content=content,
            view=view,
            number=f"g1.{seat or 'onlooker'}.{len(history)}",
            told=[one for told in shown[-3:] for one in told],
            choices=choices,
            language=language,
            picture="svg",
        )
    )
    drawn = SVG.search(letter.html)
    assert drawn, "a page shows the map"
    kinds = {
        "view": json.dumps(
            {one.name: as_json(getattr(view, one.name)) for one in fields(view) if one.name not in OF_THE_BOX}
        ),
        "shown": json.dumps([as_json(one.seen) for one in history]),
        "letter": letter.text,
        "page": SVG.sub("", letter.html),
        "map": drawn[0],
    }
    if seat is None:
        return kinds
    return {
        **kinds,
        "moves": moves_text(GAME, content, view, choices, full=True),
        "orders": repr([move.written for move in choices]),
        "families": repr([(one.key, one.count) for one in choices.families]),
        "answers": "\n".join(answers(replace(suite(), probes=tuple(asked)), content, state, seat, history)),
    }


def differences(here: Sent, there: Sent) -> Iterator[str]:
    """What a reader is sent otherwise at another table: the kind, and the first lines that differ."""
    for kind, text in here.items():
        if text != there[kind]:
            pairs = zip(text.split("\n"), there[kind].split("\n"), strict=False)
            one, other = next(((a, b) for a, b in pairs if a != b), (text, there[kind]))
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            yield f"{kind}: {one[max(0, at - 40) : at + 60]!r}, {other[max(0, at - 40) : at + 60]!r}"
