"""What a card, a person, an item or a place is: `card thor`; and answers to words sent alone, such as `status`.

A game says what is told (`about` of its module `telling`), out of its lists alone: so it is what all may know.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.engine.kit.defaults import About
from referee.house.rulebook import Rulebook, rulebook
from referee.notation.folding import fold, key, parts
from referee.notation.foreseen import printed
from referee.notation.reader import Reader as Reads
from referee.notation.readings import Table, reading_of
from referee.table.verdicts import Verdict
from referee.telling.catalog import telling
from referee.telling.moves import example_move
from referee.telling.sentences import Reader, owed_told, reader_of, waited_for

MOST = 6
"""How many rules are named."""
FEW, ALIKE = 3, 0.7
"""How many names are told where nothing is called so, and how much alike they are (`difflib`)."""


def about_text(reader: Reader, name: str) -> str:
    """What is told of a name, with the rules it rests on; that nothing is called so where that is the case."""
    found: About | None = telling(reader.game).about(reader.content, name)
    if found is None:
        return reader.text("about-nothing", name=name, near=tuple(_near(reader, name)))
    numbers = found.rules if found.rules is not None else tuple(rules_naming(reader.game, found.title))
    book = rulebook(reader.game.name, reader.says.language)
    first = (
        book.rules[_first_naming(reader.game, found.title, numbers)]
        if numbers and found.rules is None
        else None
    )
    values = {"notes": found.notes, "numbers": numbers[:MOST], "rule": first}
    return reader.says.render("about.txt", reader.voice, **values).rstrip("\n")


def _near(reader: Reader, name: str) -> Iterator[str]:
    """Names of which something is told and that are near to one: those of which it is a part, else those spelt so."""
    about, asked = telling(reader.game).about, "-".join(parts(name))
    known = {"-".join(parts(one)): one for one, _ in reading_of(reader.game).card_names(reader.content)}
    holding = [one for one in known if {*asked.split("-")} <= {*one.split("-")}]
    found = holding or get_close_matches(asked, known, FEW, ALIKE)
    able = (known[one] for one in found if about(reader.content, known[one]) is not None)
    yield from islice(able, FEW)


def _first_naming(game: Game, title: str, numbers: Sequence[str]) -> str:
    """The first of some rules in whose text a card is named; else the first."""
    rules = rulebook(game.name).rules
    return next((number for number in numbers if title in rules[number].text), numbers[0])


def rules_naming(game: Game, title: str) -> Iterator[str]:
    """The numbers of the rules that name a card: those of the chapter called so, or else all in whose text it is."""
    book: Rulebook = rulebook(game.name)
    own = [rule.number for one in book.chapters if title in one.title for rule in one.rules]
    yield from own or [rule.number for rule in book.rules.values() if title in rule.text]


def about_of(game: Game, written: str, language: str = "en") -> str:
    """The same for who has no table: of the game's own lists."""
    content = game.options({})
    read = Reads(game, content, (language,)).read(f"card {written}")
    name = read.argument if isinstance(read, Table) and read.verb == "about" else written
    blank = game.view(game.blank("", content), None)
    return about_text(reader_of(game, content, blank, language), name)


# Words sent alone: `status`, `score`, `hint`, `table`, `undo`, `pass`; and words for another player

ADDRESSED = re.compile(r"(?:tell )?([^\W\d_]+), +(\S+(?: +\S+){2,})")
"""Words that begin with a name: `Bert, that was close`; three of them at least, for a greeting has none."""

Answer = tuple[str, tuple[str, ...]]
"""A sentence, and the orders by which its reader may go on."""


def stands_told(reader: Reader) -> str:
    """Where the table stands after the letter: the position, and what the writer owes now, or whose turn it is."""
    position = reader.text("position", position="{}.{}".format(*reader.game.position(reader.view)))
    mine = [one.text for one in owed_told(reader, {}) if one.mine]
    return " ".join((position, *(mine or [waited_for(reader)])))


def _status(reader: Reader, _choices: Choices) -> Answer:
    """Where the table stands, and who owes what; the deadlines stand in the report below."""
    if reader.view.outcome:
        return reader.text("asked-over"), ()
    return stands_told(reader), ()


def _score(reader: Reader, _choices: Choices) -> Answer:
    return reader.text("asked-over" if reader.view.outcome else "asked-score"), ()


def _table(reader: Reader, _choices: Choices) -> Answer:
    return reader.text("asked-table"), ()


def _hint(reader: Reader, choices: Choices) -> Answer:
    """One order that is allowed, the likeliest where the game says so."""
    order = example_move(reader, choices)
    return (reader.text("asked-hint"), (order,)) if order else _status(reader, choices)


def _undo(reader: Reader, choices: Choices) -> Answer:
    if reader.view.outcome:
        return _status(reader, choices)
    return reader.text("asked-undo"), (reader.order("offer undo"),)


def _pass(reader: Reader, choices: Choices) -> Answer:
    if reader.view.outcome:
        return _status(reader, choices)
    order = example_move(reader, choices)
    return reader.text("asked-pass"), (order,) if order else ()


BRIEF: Mapping[str, Callable[[Reader, Choices], Answer]] = {
    "status": _status,
    "score": _score,
    "hint": _hint,
    "table": _table,
    "undo": _undo,
    "pass": _pass,
}
"""What answers each of these words."""


EARLY = frozenset({"not-your-turn", "turn-made"})
"""Why an order is refused that comes too early."""


def early(reader: Reader, verdict: Verdict, rest: Sequence[str] = ()) -> tuple[str, ...]:
    """H27 An order that came too early, as it waits for its writer's turn, with the `rest` of its letter; else ()."""
    if not (verdict.written and verdict.broken and verdict.broken.why.key in EARLY):
        return ()
    game, language = reader.game.name, reader.says.language
    begins = " ".join(printed(game, language, word) for word in ("if", "mine"))
    return (f"{begins}: {', '.join((reader.order(verdict.written), *rest))}",)


def for_another(reader: Reader, line: str) -> str:
    """The words of a line of prose that begins with the name of another player: `tell Bert, ...`; "" for any other."""
    folded = fold(line.strip())
    found = ADDRESSED.match(folded.text)
    names = dict(reader.view.names)
    called = {seat: {key(fold(one).text) for one in (seat, names.get(seat) or seat)} for seat in reader.seats}
    own = called.pop(reader.view.seat, set[str]())
    if found is None or key(found[1]) not in set[str]().union(*called.values()) - own:
        return ""
    return line.strip()[folded.columns[found.start(2)] :]
