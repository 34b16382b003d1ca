"""What a card, a person, an item or a place is: `card thor`, by mail and on the command line.

A game says what is told (`about` of its module `telling`), out of its lists alone: so it is what all may know.
"""

from collections.abc import Iterator, Sequence

from referee.engine.game import Game
from referee.engine.kit.defaults import About
from referee.house.rulebook import Rulebook, rulebook
from referee.notation.reader import Reader as Reads
from referee.notation.readings import Table
from referee.telling.catalog import telling
from referee.telling.sentences import Reader, reader_of

MOST = 6
"""How many rules are named."""


def about_text(reader: Reader, name: str) -> str:
    """What is told of a name, with the rules it rests on; that nothing is called so where that is the case."""
    found: About | None = telling(reader.game).about(reader.content, name)
    if found is None:
        return reader.text("about-nothing", name=name)
    numbers = found.rules if found.rules is not None else tuple(rules_naming(reader.game, found.title))
    book = rulebook(reader.game.name, reader.says.language)
    first = (
        book.rules[_first_naming(reader.game, found.title, numbers)]
        if numbers and found.rules is None
        else None
    )
    values = {"notes": found.notes, "numbers": numbers[:MOST], "rule": first}
    return reader.says.render("about.txt", reader.voice, **values).rstrip("\n")


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
