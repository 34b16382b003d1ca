"""Whether everything in a random game can be told, to each seat and onlookers, in each language that the game has."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import seen
from referee.engine.game import refused
from referee.table.points import Told
from referee.telling.catalog import catalog
from referee.telling.letter import Letter, bodies
from referee.telling.moves import entry
from referee.telling.sentences import Reader, reader_of
from referee.testing.checks.languages import of_game
from referee.testing.places import folder_of, line_of, place_of, place_of_error
from referee.testing.promises import Found, Sample
from referee.util.errors import Faulty, Why

MESSAGES = "messages.en.yaml"
TextKey = tuple[str, str]
OFTEN = 25
"""How often an event of each kind is told to a reader: a game may have thousands."""


def all_is_told(one: Sample) -> Found:
    """Every event, refusal, duty, ending and family has a text, and every text and letter can be made."""
    found = list(_without_text(one))
    yield from found
    if not found:
        for language in of_game(one.suite.game):
            yield from _in_language(one, language)


def _without_text(one: Sample) -> Found:
    """Keys that came up in play and have no text."""
    game, says = one.suite.game, catalog(one.suite.game.name)
    for (section, key), place in _keys(one).items():
        if not says.has(section, key):
            yield Faulty("game-text", where=place, game=game.name, section=section, text=key, file=MESSAGES)


def _keys(one: Sample) -> dict[TextKey, str]:
    """The keys of texts that come up in a game, each with the place where it is given."""
    game, found = one.suite.game, dict[TextKey, str]()
    for step in one.world.steps:
        for event in step.events:
            found.setdefault(("events", type(event).__name__), place_of(type(event)))
    for state in one.world.states[1:]:
        found.update({("duties", owed.duty): place_of(game.owed) for owed in game.owed(state)})
        if over := game.ended(state):
            found["outcomes", over.reason] = place_of(game.proceed)
    for why, place in _reasons(one):
        found.setdefault(("refusals", why.key), place)
    for state, seat in one.positions(5, one.seed):
        families = game.choices(game.view(state, seat)).families
        headings = (entry(catalog(game.name), family.key)[0] for family in families)
        found.update({("families", heading): place_of(game.choices) for heading in headings})
    return found


def _reasons(one: Sample) -> Iterator[tuple[Why, str]]:
    """Why moves are refused in some positions, and where the rule is that says so."""
    game, rng = one.suite.game, Random(one.seed)
    for state, seat in one.positions(3, one.seed):
        view = game.view(state, seat)
        for said in one.sentences(view, rng):
            move = game.resolve(said, view)
            if isinstance(move, Move) and (why := refused(game, view, move)):
                rules = game.MOVES[type(move)][1]
                yield why.why, next(place_of(rule.check) for rule in rules if rule.check(view, move))


def _in_language(one: Sample, language: str) -> Found:
    """What cannot be told in a language; each text once."""
    game, done = one.suite.game, set[TextKey]()
    for seat in (*one.world.states[1].seats, None):
        told, state, many = list[Told](), one.world.states[0], Counter[str]()
        for n, step in enumerate(one.world.steps):
            for event in step.events:
                state = game.apply(state, event)
                shown = seen(event, seat)
                if shown is None:
                    continue
                told.append(Told("{}.{}".format(*game.position(state)), shown))
                many[shown.kind] += 1
                if many[shown.kind] > OFTEN:
                    continue
                key = ("events", shown.kind)
                reader = reader_of(game, one.content, game.view(state, seat), language)
                yield from _made(one, key, reader, done, lambda r=reader, s=shown: r.event(s))  # type: ignore[misc]
            if n in {0, 1, len(one.world.steps) // 2, len(one.world.steps) - 1} and not done:
                reader = reader_of(game, one.content, game.view(one.world.states[n + 1], seat), language)
                yield from _letter(one, reader, one.world.states[n + 1], told)
    for why, _ in _reasons(one):
        state, seat = one.positions(0, 0)[0]
        reader = reader_of(game, one.content, game.view(state, seat), language)
        yield from _made(one, ("refusals", why.key), reader, done, lambda r=reader, w=why: r.reason(w))  # type: ignore[misc]


def _made(one: Sample, key: TextKey, reader: Reader, done: set[TextKey], make: Callable[[], Any]) -> Found:
    """What is wrong with a text when it is made for a reader; told once, where it stands in that language."""
    if key in done:
        return
    try:
        make()
    except Exception as error:  # noqa: BLE001  whatever a text of the game does
        done.add(key)
        name, game = f"{key[0]}: {key[1]}", one.suite.game
        catalog_of = folder_of(game, "templates") / f"messages.{reader.says.language}.po"
        where = line_of(catalog_of, f'"{key[0]}.{key[1]}"') if catalog_of.is_file() else ""
        where = where or line_of(folder_of(game, "templates") / MESSAGES, f"  {key[1]}:")
        said = f"{type(error).__name__}: {error}"
        yield Faulty("game-template", where=where, game=game.name, name=name, error=said)


def _letter(one: Sample, reader: Reader, state: Any, told: list[Told]) -> Found:
    """What is wrong with a letter, text and page, when it is made."""
    game, view = one.suite.game, reader.view
    try:
        bodies(
            Letter(
                game=game,
                content=one.content,
                view=view,
                number=f"g1.{view.seat or 'onlooker'}.1",
                told=told,
                choices=game.choices(view),
                hidden=game.uncovered(state) if game.ended(state) else None,
                whole=told if game.ended(state) else None,
                language=reader.says.language,
            )
        )
    except Exception as error:  # noqa: BLE001  whatever a template of the game does
        said = f"{type(error).__name__}: {error}"
        yield Faulty("check-crash", where=place_of_error(error, game), error=said)
