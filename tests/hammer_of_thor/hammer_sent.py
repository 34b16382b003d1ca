"""All that a reader of The Hammer of Thor is sent at a place: the letter as text and page, the map, and the rest."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hammer_suite import HAMMER as GAME
from hammer_suite import suite
from msgspec.structs import fields

from referee.engine.events import seen
from referee.engine.plain import as_json
from referee.table.points import Told
from referee.telling.letter import Letter, bodies
from referee.telling.moves import moves_text
from referee.telling.sentences import reader_of
from referee.testing.sent import answers
from referee.testing.worlds import World
from referee.util.values import Value, replace

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


def sent(state: Any, seat: Seat) -> Sent:
    """What a reader may see and do at a table: the view, the orders that are legal, how many of each kind."""
    view = GAME.view(state, seat)
    seen_fields = (one.name for one in fields(view) if one.name not in OF_THE_BOX)
    kinds = {"view": json.dumps({name: as_json(getattr(view, name)) for name in seen_fields})}
    if seat is None:
        return kinds
    families = GAME.choices(view).families
    return {
        **kinds,
        "orders": repr([move.written for one in families if one.listed for move in one.moves()]),
        "families": repr([(one.key, one.count) for one in families]),
    }


class Post(Value, dict=True):
    """How a reader is written to: the options of the game, the language, and the questions that the reader asks."""

    content: Any
    language: str
    asked: Sequence[str] = ()


def mailed(post: Post, state: Any, seat: Seat, shown: Sequence[Sequence[Told]]) -> Sent:
    """The letter to a reader at a table, as text and as page with its map; the moves, and answers to the questions.

    `shown` is what each step so far has shown.
    """
    view = GAME.view(state, seat)
    choices, history = GAME.choices(view), [one for told in shown for one in told]
    letter = bodies(
        Letter(
            game=GAME,
            content=post.content,
            view=view,
            number=f"g1.{seat or 'onlooker'}.{len(shown)}",
            told=[one for told in shown[-3:] for one in told],
            choices=choices,
            language=post.language,
            picture="svg",
        )
    )
    drawn = SVG.search(letter.html)
    assert drawn, "a page shows the map"
    kinds = {"letter": letter.text, "page": SVG.sub("", letter.html), "map": drawn[0]}
    if seat is None:
        return kinds
    known = replace(suite(), probes=tuple(post.asked))
    return {
        **kinds,
        "moves": moves_text(reader_of(GAME, post.content, view), choices, full=True),
        "answers": "\n".join(answers(known, post.content, state, seat, history)),
    }


def differences(here: Sent, there: Sent) -> Iterator[str]:
    """What a reader is sent otherwise at another table: the kind, and the first lines that differ."""
    for kind, text in here.items():
        if text != there[kind]:
            pairs = zip(text.split("\n"), there[kind].split("\n"), strict=False)
            one, other = next(((a, b) for a, b in pairs if a != b), (text, there[kind]))
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            yield f"{kind}: {one[max(0, at - 40) : at + 60]!r}, {other[max(0, at - 40) : at + 60]!r}"
