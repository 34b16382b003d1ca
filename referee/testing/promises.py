"""What every game must keep: each promise is a function over a random whole game.

It yields what breaks the promise, with file and line.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import Any, get_type_hints

from referee.api import Table
from referee.engine import driver
from referee.engine.choices import Choices, Family, Move
from referee.engine.events import Event, face, seen, shows
from referee.engine.game import Game, refused
from referee.engine.moves import Resign
from referee.notation.reader import Order, Reader
from referee.table.audit import audit
from referee.table.points import Told
from referee.telling import sentences
from referee.telling.catalog import catalog
from referee.telling.letter import Letter, bodies
from referee.telling.moves import entry as heading_of
from referee.telling.sentences import reader_of
from referee.testing.chance import Chance
from referee.testing.checks.languages import of_game
from referee.testing.places import crash, folder_of, line_of, root_of
from referee.testing.random_games import LINES_AT_MOST, options_of, play_whole, random_world
from referee.testing.sent import LENGTHS, told_apart
from referee.testing.suite import Suite, cards_in, events_of, orders_of, walked
from referee.testing.worlds import World
from referee.util.errors import Faulty, Why
from referee.util.layout import read_document, write_document
from referee.util.plain import Unfit, changed, changes, from_plain, to_plain
from referee.util.source import place_of
from referee.util.values import Value, field_names

# Moves to try in any position: those that were ever possible, and their parts combined in other ways.


MOST_OF_A_KIND = 60
"""At most how many moves of one class are tried in one position."""
Parts = Mapping[type[Move], Mapping[str, Sequence[Any]]]


def parts_of(game: Game, content: Mapping[str, Any], worlds: Iterable[World]) -> Parts:
    """For each class of moves the values that each field was ever seen with: in choices, in games, in the rulebook."""
    found: dict[type[Move], dict[str, dict[Any, None]]] = {}
    for move in (*_of_the_rulebook(game, content), *_of_games(game, worlds), Resign("another-game")):
        if type(move) in game.MOVES:
            values = found.setdefault(type(move), {})
            for name in field_names(move) or ():
                values.setdefault(name, {})[getattr(move, name)] = None
    return {kind: {name: tuple(seen) for name, seen in values.items()} for kind, values in found.items()}


def _of_the_rulebook(game: Game, content: Mapping[str, Any]) -> Iterator[Move]:
    reader = Reader(game, content)
    for order in orders_of(game):
        read = reader.read(order)
        if isinstance(read, Order):
            yield read.move


def _of_games(game: Game, worlds: Iterable[World]) -> Iterator[Move]:
    for world in worlds:
        yield from (step.move for step in world.steps if step.move is not None)
        for state in world.states[1 :: max(1, len(world.states) // 20)]:
            for seat in state.seats:
                yield from game.choices(game.view(state, seat))


def crossed(parts: Parts, rng: Random) -> Iterator[Move]:
    """Moves of every class, their parts combined in other ways: all of them, or a random choice of too many."""
    for kind, values in parts.items():
        if prod(map(len, values.values())) <= MOST_OF_A_KIND:
            yield from (kind(*some) for some in product(*values.values()))
        else:
            for _ in range(MOST_OF_A_KIND):
                yield kind(*(rng.choice(some) for some in values.values()))


MANY = 60
"""In a game with more lines than this, other worlds are sought at the usual lengths; else when it has just begun."""
Found = Iterator[Faulty]


class Sample(Value, dict=True):
    """A random whole game, with options that differ from seed to seed."""

    suite: Suite
    seed: int
    world: World

    @property
    def content(self) -> Mapping[str, Any]:
        """Its options in full."""
        return options_of(self.suite.game, self.seed)

    @cached_property
    def parts(self) -> Parts:
        """What moves are made of in this game."""
        return parts_of(self.suite.game, self.content, [self.world])

    def positions(self, count: int, seed: int) -> Sequence[tuple[Any, str]]:
        """Some positions of the game, each with a seat, on turn or not."""
        rng, states = Random(seed), self.world.states
        later = range(min(3, len(states)), len(states))
        at = [n for n in (1, 2) if n < len(states)] + rng.sample(later, min(count, len(later)))
        return [(states[n], seat) for n in at for seat in states[n].seats]

    def sentences(self, view: Any, rng: Random) -> Iterator[Move]:
        """Moves to try: those the suite gives, else those that are made of parts."""
        given = self.suite.sentences
        yield from given(self.content, view) if given else crossed(self.parts, rng)


def sample(suite: Suite, seed: int, *, at_most: int = LINES_AT_MOST) -> Sample:
    """The random whole game of that seed."""
    return Sample(suite, seed, random_world(suite.game, options_of(suite.game, seed), seed, at_most=at_most))


def ends(one: Sample) -> Found:
    """A random game ends."""
    game, steps, last = one.suite.game, one.world.steps, one.world.states[-1]
    if game.ended(last) is None and steps[-1].closes and not game.owed(last):
        at = "{}.{}".format(*game.position(last))
        yield Faulty("check-stalled", where=place_of(game.owed), position=at)
    elif game.ended(last) is None:
        place = place_of(game.proceed)
        yield Faulty("check-endless", where=place, game=game.name, seed=one.seed, lines=len(steps) - 1)


def silence_is_legal(one: Sample) -> Found:
    """What no answer by the deadline means is a move that the rules allow, if it is a move."""
    game = one.suite.game
    for state, seat in one.positions(8, one.seed):
        for owed in (owed for owed in game.owed(state) if owed.seat == seat):
            answer, view = game.silence(state, owed, Chance(Random(one.seed))), game.view(state, seat)
            if isinstance(answer, Move) and (broken := refused(game, view, answer)):
                told = {
                    "order": answer.written,
                    "seat": seat,
                    "position": _position(game, view),
                    "rule": broken.rule,
                }
                yield Faulty("check-silence", where=place_of(game.silence), **told)
                return


def keeps_its_cards(one: Sample) -> Found:
    """After each step the same cards lie on the table, each once."""
    game, states = one.suite.game, one.world.states
    dealt = one.suite.cards(states[1])
    for step, state in zip(one.world.steps[1:], states[2:], strict=True):
        if odd := _odd(one.suite, dealt, state):
            place = place_of(type(step.events[-1])) if step.events else place_of(game.apply)
            kind = type(step.events[-1]).__name__ if step.events else ""
            yield Faulty("check-cards", where=place, game=game.name, cards=tuple(odd), event=kind)
            return


def _odd(suite: Suite, dealt: Sequence[str], state: Any) -> list[str]:
    """The cards that lie on a table and were not dealt, that are missing there, or that lie there twice.

    Where the suite does not say which cards there are, they are those that the state names. Then a card may also lie
    there by its face alone, once it is known which one it is; and those with a back that no card of the deal has lie
    beside the table until they come.
    """
    now = suite.cards(state)
    gone, come = {*dealt} - {*now}, {*now} - {*dealt}
    if suite.cards is cards_in:
        shown = Counter(one for one in walked(state) if isinstance(one, str))
        gone = {one for one in sorted(gone) if not _taken(shown, face(one))}
        come = {one for one in come if _back(one) in {_back(card) for card in dealt}}
    return sorted(gone | come) or sorted(one for one in set(now) if now.count(one) > 1)


def _taken(shown: Counter[str], name: str) -> bool:
    """Whether a face stands there once more, which counts from then on."""
    shown[name] -= 1
    return shown[name] >= 0


def _back(card: str) -> str:
    """The back of a card: the part of its name before the first full stop."""
    return card.partition(".")[0]


def folds_alike(one: Sample) -> Found:
    """A state is what its events make of the state before: nothing else goes into it."""
    game, world = one.suite.game, one.world
    state = game.blank("g1", one.content)
    for step, after in zip(world.steps, world.states[1:], strict=True):
        for event in step.events:
            before, state = state, game.apply(state, event)
            if state != game.apply(before, event):
                yield Faulty("check-fold", where=place_of(type(event)), event=type(event).__name__)
                return
        if state != after:
            kinds = tuple(dict.fromkeys(type(event).__name__ for event in step.events))
            place = place_of(type(step.events[-1])) if step.events else place_of(game.apply)
            yield Faulty("check-fold", where=place, event=", ".join(kinds))
            return


def choices_are_what_is_not_refused(one: Sample) -> Found:
    """A move is among the choices exactly when no rule refuses it, over many moves in many positions."""
    game, rng = one.suite.game, Random(one.seed)
    for state, seat in one.positions(3, one.seed):
        view = game.view(state, seat)
        choices = game.choices(view)
        listed = set(choices)
        for said in one.sentences(view, rng):
            move = game.resolve(said, view)
            if not isinstance(move, Move):
                continue
            why = refused(game, view, move)
            if (why is None) == (move in listed or _unlisted(choices, move)):
                continue
            told = {"order": move.written, "seat": seat, "position": _position(game, view)}
            if why:
                rule = next(rule for rule in game.MOVES[type(move)][1] if rule.check(view, move) is not None)
                yield Faulty("check-choice-refused", where=place_of(rule.check), rule=why.rule, **told)
            else:
                yield Faulty("check-choice-missing", where=place_of(game.choices), **told)
            return


def _unlisted(choices: Choices, move: Move) -> bool:
    """Whether a family that does not list all of its moves holds it: a described one, or one counted from below."""
    return any(move in family for family in choices.families if not family.listed or family.at_least)


def _position(game: Any, view: Any) -> str:
    return "{}.{}".format(*game.position(view))


def _sampled(families: Sequence[Family], rng: Random) -> Iterator[Move]:
    """Every listed move, and samples of the described ones."""
    for family in families:
        yield from family.moves() if family.listed else (family.draw(rng) for _ in range(5))


def choices_are_played_and_read_back(one: Sample) -> Found:
    """Every choice is read back as it is written, and is played."""
    game, rng = one.suite.game, Random(one.seed)
    reader = Reader(game, one.content)
    for state, seat in one.positions(2, one.seed + 50):
        view = game.view(state, seat)
        for move in _sampled(game.choices(view).families, rng):
            told = {"order": move.written, "seat": seat, "position": _position(game, view)}
            read = reader.read(told["order"])
            if not isinstance(read, Order) or game.resolve(read.move, view) != move:
                yield Faulty("check-read-back", where=place_of(type(move)), **told)
                return
            if why := refused(game, view, move):
                place = place_of(game.choices)
                yield Faulty("check-choice-refused", where=place, rule=why.rule, **told)
                return
            driver.make(game, state, seat, move, Chance(rng), [])


def families_count(one: Sample) -> Found:
    """A family counts the moves it lists, each once, and a sample of it is a member of it."""
    game, rng = one.suite.game, Random(one.seed)
    for state, seat in one.positions(5, one.seed + 100):
        for family in game.choices(game.view(state, seat)).families:
            moves = family.moves()
            fits = not family.listed or len(set(moves)) == len(moves) == family.count
            if not fits or family.draw(rng) not in family:
                place, told = place_of(game.choices), len(set(moves))
                yield Faulty("check-count", where=place, family=family.key, count=family.count, listed=told)
                return


def forward_is_as_listed(one: Sample) -> Found:
    """The moves that carry the game on, told without a view, are those of the choices of the view, in each position."""
    game = one.suite.game
    for state in one.world.states:
        for seat in state.seats:
            told, listed = [*game.forward(state, seat)], [*game.choices(game.view(state, seat)).forward()]
            if told != listed:
                other = ", ".join(sorted(move.written for move in {*told} ^ {*listed})) or "in another order"
                yield Faulty("check-forward", where=place_of(game.forward), seat=seat, moves=other)
                return


def letters_suffice(one: Sample) -> Found:
    """A table kept from a seat's letters alone equals the view, after every step, for each seat and onlookers."""
    suite, game = one.suite, one.suite.game
    if suite.follow is None or suite.as_table is None:
        return  # that a view depends on nothing else is tested by other worlds
    for seat in (*one.world.states[0].seats, None):
        table = suite.follow(seat, one.content)
        for n, (step, after) in enumerate(zip(one.world.steps, one.world.states[1:], strict=True)):
            for event in step.events:
                if (shown := seen(event, seat)) is not None:
                    table.see(shown)
            if table.table() != suite.as_table(game.view(after, seat)):
                yield Faulty("check-letters", where=place_of(game.view), seat=seat or "onlooker", step=n)
                return


def views_come_back(one: Sample) -> Found:
    """Every view is the same after it stood in a record, also in a record redacted for one seat."""
    game = one.suite.game
    blank = game.blank("g1", one.content)
    for state in one.world.states:
        for seat in (*state.seats, None):
            view, base = game.view(state, seat), game.view(blank, seat)
            try:
                plain = {"all": to_plain(view, type(view)), "changes": changes(view, base)}
                read = read_document(write_document(plain))
                backs = (from_plain(read["all"], type(view)), changed(base, read["changes"]))
            except Unfit as error:
                yield Faulty("check-view", where=place_of(type(view)), error=str(error))
                return
            if any(back != view or not _alike(back, view) for back in backs):
                yield Faulty("check-view", where=place_of(type(view)), error=type(view).__name__)
                return


def _alike(one: Any, other: Any) -> bool:
    """Whether two equal views differ neither in 1 and True nor in any order but that of their sets."""
    hints = get_type_hints(type(one))
    pairs = ((getattr(one, name), getattr(other, name), hints[name]) for name in _names(one))
    return all(
        repr(a) == repr(b) or repr(to_plain(a, hint)) == repr(to_plain(b, hint)) for a, b, hint in pairs
    )


def _names(view: Any) -> Sequence[str]:
    return [*(field_names(view) or ())]


def what_is_hidden_stays_hidden(one: Sample) -> Found:
    """In every other world a seat could be in, everything that it is sent is the same to the byte."""
    game = one.suite.game
    steps = len(one.world.steps)
    lengths = LENGTHS if steps > MANY else sorted({2, 3, 4, steps // 3, steps * 2 // 3, steps} - {0, 1})
    tries = (10 if steps > MANY else 5) * len(lengths)
    _, differences = told_apart(one.suite, one.content, one.world, one.seed, tries, points=3, lengths=lengths)
    for here, there in sorted(differences, key=lambda pair: not _is_data(pair[0]))[:1]:
        first, second = _first_difference(here, there)
        place = place_of(game.view) if _is_data(here) else str(folder_of(game, "templates"))
        yield Faulty("check-hidden", where=place, one=first, other=second)


def _is_data(text: str) -> bool:
    """Whether a text is the view as JSON, or what was shown."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _first_difference(here: str, there: str) -> tuple[str, str]:
    """The first lines that differ, cut to the length that is told."""
    if _is_data(here) and isinstance(json.loads(here), dict):
        one, two = json.loads(here), json.loads(there)
        name = next(name for name in one if one[name] != two.get(name))
        return f"{name}: {one[name]}"[:120], f"{name}: {two.get(name)}"[:120]
    pairs = zip(here.split("\n"), there.split("\n"), strict=False)
    first = next(((a, b) for a, b in pairs if a != b), (here[-80:], there[-80:]))
    return first[0].strip()[:120], first[1].strip()[:120]


def what_is_not_shown_changes_no_view(one: Sample) -> Found:
    """A step that shows a seat nothing leaves that seat's view as it was.

    Otherwise the seat could tell that there was a step.
    """
    game, world = one.suite.game, one.world
    for step, before, after in zip(world.steps[1:], world.states[1:-1], world.states[2:], strict=True):
        unseen = (
            seat for seat in (*after.seats, None) if not any(shows(event, seat) for event in step.events)
        )
        for seat in unseen if step.events else ():
            if names := tuple(changes(game.view(after, seat), game.view(before, seat))):
                kinds = ", ".join(type(event).__name__ for event in step.events)
                told = {"event": kinds, "seat": seat or "onlookers", "fields": names}
                yield Faulty("check-view-tells", where=place_of(game.view), **told)
                return


def records_replay(one: Sample) -> Found:
    """A random game by letters makes a record that reads as it was played, and is ruled the same today."""
    game = one.suite.game
    table = play_whole(game, one.seed)
    try:
        again = Table.load(table.record.encode())
    except Faulty as fault:
        yield Faulty("check-record", where=_unwritable(one.suite, table), error=str(fault))
        return
    for entry, before, after in zip(table.entries, table.points, again.points, strict=False):
        if before.state != after.state:
            place = place_of(type(entry.events[-1])) if entry.events else place_of(game.apply)
            yield Faulty("check-fold", where=place, event=type(entry.events[-1]).__name__)
            return
    for found in audit(again).differences[:1]:
        moves = _orders(table, found.entry)
        place = place_of(_happening(table, found.entry))
        yield Faulty("check-audit", where=place, order=", ".join(moves) or "setup")


def _orders(table: Table, entry: int) -> list[str]:
    """The moves of an entry, in canonical notation."""
    return [line.move for line in getattr(table.entries[entry], "lines", ()) if line.move]


def _happening(table: Table, entry: int) -> Any:
    """How the first move of an entry happens; or how the game is set up, if the entry has no move."""
    game, reader = table.game, Reader(table.game, table.content)
    for order in _orders(table, entry):
        if isinstance(read := reader.read(order), Order):
            return game.MOVES[type(read.move)][0]
    return game.setup


def _unwritable(suite: Suite, table: Table) -> str:
    """The place of the event that cannot be read back: the first with a field that is no plain data."""
    for entry in table.entries:
        for event in entry.events:
            if not _plain(event) and type(event).__name__ in events_of(suite.game):
                return place_of(type(event))
    return str(root_of(suite.game))


def _plain(event: Event) -> bool:
    """Whether all values of an event are of kinds that a record gives back: texts, numbers, and tuples of them."""

    def fits(value: Any) -> bool:
        if isinstance(value, tuple):
            return all(map(fits, value))
        return value is None or type(value) in {str, int, bool}

    return all(fits(getattr(event, one.name)) for one in event.shown)


Promise = Callable[[Sample], Found]
PROMISES: tuple[Promise, ...] = (
    ends,
    silence_is_legal,
    keeps_its_cards,
    folds_alike,
    families_count,
    forward_is_as_listed,
    choices_are_what_is_not_refused,
    choices_are_played_and_read_back,
    letters_suffice,
    views_come_back,
    what_is_not_shown_changes_no_view,
    records_replay,
    what_is_hidden_stays_hidden,
)
"""What is held of every random game, in this order."""


def broken(promise: Promise, one: Sample) -> list[Faulty]:
    """What breaks a promise.

    An error within it is one more finding, at the last place of the game that it went through.
    """
    try:
        return list(promise(one))
    except Faulty as fault:
        return [fault]
    except Exception as error:  # noqa: BLE001  whatever the game's code does is told with its place
        return [crash(error, one.suite.game)]


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
        headings = (heading_of(catalog(game.name), family.key)[0] for family in families)
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


def _made(
    one: Sample, key: TextKey, reader: sentences.Reader, done: set[TextKey], make: Callable[[], Any]
) -> Found:
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


def _letter(one: Sample, reader: sentences.Reader, state: Any, told: list[Told]) -> Found:
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
        yield crash(error, game)
