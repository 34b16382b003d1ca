"""Whether a game of another package is complete.

What its author forgot is told, with file and line, before the game is played.

    rules.py:41            a refusal, a duty, an end of the game or an event for which there is no text
    messages.en.yaml:12    a text that Jinja cannot read, or that stands under a key of the house
    table.txt              a template that is missing

The games of this package are not held to it each time they are played: a test does that. What shows only
in play (a value that a text needs and does not get) cannot be found by reading the files: for that there is
the contract, `referee.testing`.
"""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from referee.engine.events import EVENTS
from referee.engine.game import Game
from referee.engine.kit.base import BaseGame
from referee.engine.kit.windows import Pass, PassUntil
from referee.house.games import BUILT_IN, find, folder_of, package_of
from referee.notation import words
from referee.telling.catalog import HOUSE, catalog
from referee.telling.laid import has_page
from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.marked import Marked
from referee.util.source import place_of
from referee.util.translations import ENGLISH

NEEDED = {
    "why": ("refusals", 0, "key"),
    "Why": ("refusals", 0, "key"),
    "Owed": ("duties", 1, "duty"),
    "owed": ("duties", 1, "duty"),
    "Outcome": ("outcomes", 2, "reason"),
    "ended": ("outcomes", 2, "reason"),
    "plain": ("families", 0, "key"),
}
"""The calls that take the key of a text: its section, and which argument the key is, by place and by name."""
IN_OWN_WORDS = frozenset(
    ("texts", key) for key in ("turn", "turn-again", "head-moved", "owed-line", "in-short-turns")
)
"""Texts of the house that a game may word itself."""
EXPECTED = "expected"
"""The section that names a game's own kinds of words."""
MESSAGES = "messages.en.yaml"
TABLE, UNCOVERED = "table", "uncovered"
"""Parts of a report: each has a text, and may have a page; see `referee.telling.laid`."""


@cache
def playable(name: str) -> Game:
    """The game of that name, checked to be complete before it is played.

    Raises `Faulty`; see `referee.house.games.find`.
    """
    game = find(name)
    if name not in BUILT_IN:
        refuse_unfinished(game)
    return game


def refuse_unfinished(game: Game) -> None:
    """Raise `Faulty`, or `ManyFaulty` with all that is missing, for a game that could not tell what happens in it."""
    try:
        data.text("templates", game.name, MESSAGES)
    except FileNotFoundError:
        raise Faulty("game-file", where=str(package_of(game)), game=game.name, name=MESSAGES) from None
    parts = (_words, _events, _keys, _families_of_kit, _clashes, _texts, _templates)
    plainyaml.raise_all([fault for part in parts for fault in part(game)])


def _has(game: Game, section: str, key: str) -> bool:
    return catalog(game.name).has(section, key)


def _words(game: Game) -> Iterator[Faulty]:
    """Words of orders that a game may not use: above all, verbs of the house."""
    try:
        words.of_language(ENGLISH, game.name)
    except Faulty as fault:
        for one in plainyaml.faults_of(fault):
            one.where = str(folder_of(game, "grammar").joinpath(one.where))
            yield one


def _events(game: Game) -> Iterator[Faulty]:
    """Events without a text; one that needs no line of its own has an empty text."""
    for name, cls in EVENTS.get(type(game).__module__, {}).items():
        if not _has(game, "events", name):
            where = place_of(cls)
            yield Faulty("game-text", where=where, game=game.name, section="events", text=name, file=MESSAGES)


def _keys(game: Game) -> Iterator[Faulty]:
    """Keys that stand in full in the code, and for which there is no text."""
    for path in _modules(package_of(game)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and (found := _key(node)) and not _has(game, *found):
                section, key = found
                where = f"{path}:{node.lineno}"
                yield Faulty(
                    "game-text", where=where, game=game.name, section=section, text=key, file=MESSAGES
                )


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir() and not one.name.startswith((".", "_")):
            yield from _modules(one)
        elif one.name.endswith(".py"):
            yield one


def _families_of_kit(game: Game) -> Iterator[Faulty]:
    """Headings of the moves of windows, which the kit makes: no key of theirs stands in the code of the game."""
    families = {"pass": Pass, "pass until": PassUntil}
    for key, move in families.items():
        if move in game.MOVES and not _has(game, "families", key):
            where = str(folder_of(game, "templates").joinpath(game.name, MESSAGES))
            yield Faulty(
                "game-text", where=where, game=game.name, section="families", text=key, file=MESSAGES
            )


def _key(call: ast.Call) -> tuple[str, str] | None:
    """The section and the key that a call names, if it is one of the calls in `NEEDED`."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in NEEDED:
        return None
    section, at, word = NEEDED[name]
    given = [one.value for one in call.keywords if one.arg == word] or call.args[at : at + 1]
    key = given[0].value if given and isinstance(given[0], ast.Constant) else None
    return (section, key) if isinstance(key, str) else None


def _messages(game: Game) -> Marked:
    """The texts of a game, each with its place."""
    where = str(folder_of(game, "templates").joinpath(game.name, MESSAGES))
    return plainyaml.read_text(data.text("templates", game.name, MESSAGES), where)


def _clashes(game: Game) -> Iterator[Faulty]:
    """Texts under keys of the house, which would be told instead of those of the house."""
    house, marked = catalog(HOUSE), _messages(game)
    for section, texts in marked.value.items():
        for key in texts:
            if house.has(section, key) and not (section == EXPECTED or (section, key) in IN_OWN_WORDS):
                yield Faulty(
                    "game-key", where=marked.place((section, key)), game=game.name, section=section, text=key
                )


def _texts(game: Game) -> Iterator[Faulty]:
    """Texts that Jinja cannot read."""
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415  slow to load

    marked = _messages(game)
    environment = catalog(game.name).environment
    for section, texts in marked.value.items():
        for key, text in texts.items():
            try:
                environment.compile(text)
            except TemplateSyntaxError as error:
                place = marked.place((section, key))
                yield Faulty(
                    "game-template", where=place, game=game.name, name=f"{section}: {key}", error=str(error)
                )


def _templates(game: Game) -> Iterator[Faulty]:
    """Templates that are missing, or that Jinja cannot read."""
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415  slow to load

    folder = folder_of(game, "templates").joinpath(game.name)
    uncovered: object = type(game).uncovered
    hidden = uncovered is not BaseGame.uncovered
    parts = (TABLE, *((UNCOVERED,) if hidden else ()))
    texts, pages = (
        [f"{one}.txt" for one in parts],
        [f"{one}.html" for one in parts if has_page(game.name, one)],
    )
    for name in (*texts, *pages):
        made = catalog(game.name).pages if name.endswith(".html") else catalog(game.name).environment
        try:
            made.compile(data.text("templates", game.name, name))
        except FileNotFoundError:
            yield Faulty("game-file", where=str(folder), game=game.name, name=name)
        except TemplateSyntaxError as error:
            where = f"{folder.joinpath(name)}:{error.lineno}"
            yield Faulty("game-template", where=where, game=game.name, name=name, error=str(error.message))
