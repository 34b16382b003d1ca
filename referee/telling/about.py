"""What a card, a person, an item or a place is: `card thor`; and answers to words sent alone, such as `status`.

A game says what is told (`about` of its module `telling`), out of its lists alone: so it is what all may know.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice

from referee.engine.choices import Choices
from referee.engine.game import Game
from referee.engine.kit.defaults import About
from referee.engine.seating import MASTER
from referee.house.rulebook import Rulebook, rulebook
from referee.notation.folding import fold, key, parts
from referee.notation.reader import Reader as Reads
from referee.notation.readings import Table, reading_of
from referee.table.verdicts import Verdict
from referee.telling.catalog import telling
from referee.telling.handbook import numbers_of
from referee.telling.moves import FamilyTold, example_move, likely_turns, told_families
from referee.telling.sentences import Reader, owed_told, reader_of, waited_for
from referee.util.text import MARK, block

MOST = 6
"""How many rules are named."""
FEW, ALIKE = 3, 0.7
"""How many names are told where nothing is called so, and how much alike they are (`difflib`)."""


def about_text(
    reader: Reader, name: str, choices: Choices | None = None, before: Collection[str] = ()
) -> str:
    """What is told of a name, with the rules it rests on; that nothing is called so where that is the case.

    With `choices`, of a word of orders what can be ordered by it. What is the same of all such names is not told
    again where the letter has told it of a name `before`.
    """
    if not name:
        return held_text(reader)
    about = telling(reader.game).about
    found: About | None = about(reader.content, name)
    if found is None and choices and (told := "\n".join(_help_with(reader, choices, name.lower()))):
        return told
    if found is None:
        return reader.text("about-nothing", name=name, near=tuple(_near(reader, name)))
    numbers = found.rules if found.rules is not None else tuple(rules_naming(reader.game, found.title))
    book = rulebook(reader.game.name, reader.says.language)
    first = (
        book.rules[_first_naming(reader.game, found.title, numbers)]
        if numbers and found.rules is None
        else None
    )
    earlier = [one for other in before if (one := about(reader.content, other))]
    common = {key for one in earlier for key, values in one.notes if not values}
    found = found._replace(notes=tuple(one for one in found.notes if one[0] not in common) or found.notes)
    notes = (*found.notes, *telling(reader.game).nearby(reader.view, name))
    values = {"notes": notes, "held": (), "numbers": numbers[:MOST], "rule": first}
    return reader.says.render("about.txt", reader.voice, **values).rstrip("\n")


def held_text(reader: Reader) -> str:
    """What the cards in the reader's hand do; that a card is asked for by its name where nothing is told of them."""
    notes = telling(reader.game).held(reader.view)
    told = [reader.note(key, values) for key, values in notes]
    held = told or [reader.text("asked-cards")]
    return reader.says.render("about.txt", reader.voice, notes=(), held=held, rule=None, numbers=()).rstrip(
        "\n"
    )


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


# Words sent alone: `status`, `score`, `hint`, `table`, `undo`, `pass`

QUOTED = (">", "|", '"', "\u201e", "\u201c")
"""What a line begins with that quotes somebody."""
MOST_REASONS = 4
"""How many sentences `hint` tells for its turn."""
Answer = tuple[str, tuple[str, ...]]
"""A sentence, and the orders by which its reader may go on."""


def stands_told(reader: Reader) -> str:
    """Where the table stands after the letter: the position, and what the writer owes now, or whose turn it is."""
    position = reader.text("position", position=reader.position)
    mine = [one.text for one in owed_told(reader, {}) if one.mine]
    return " ".join((position, *(mine or [waited_for(reader)])))


BRIEF = frozenset({"status", "score", "hint", "table", "undo", "pass"})
"""The words that are answered when they are sent alone."""


def in_brief(reader: Reader, choices: Choices, word: str) -> Answer:
    """The answer to a word sent alone; the deadlines stand in the report below."""
    if word == "table":
        return reader.text("asked-table"), ()
    if reader.view.outcome:
        return reader.text("asked-over"), ()
    match word:
        case "score":
            found = telling(reader.game).score(reader.view)
            return (reader.text(found[0], **found[1]) if found else reader.text("asked-score")), ()
        case "hint" if turns := likely_turns(reader, choices):
            return reader.text("asked-hint-likely", reasons=reasons(reader, choices)), turns[:1]
        case "hint" if order := example_move(reader, choices):
            return reader.text("asked-hint"), (order,)
        case "pass":
            order = example_move(reader, choices)
            return reader.text("asked-pass"), (order,) if order else ()
        case "undo":
            return reader.text("asked-undo"), (reader.order("offer undo"),)
    return stands_told(reader), ()


def reasons(reader: Reader, choices: Choices) -> list[str]:
    """What speaks for the first of the likely turns, a sentence each."""
    game = telling(reader.game)
    first = game.likely(reader.view, choices)[0]
    return [reader.text(key, **values) for key, values in game.because(reader.view, first)][:MOST_REASONS]


EARLY = frozenset({"not-your-turn", "turn-made"})
"""Why an order is refused that comes too early."""


def early(reader: Reader, verdict: Verdict, rest: Sequence[str] = ()) -> tuple[str, ...]:
    """H27 An order that came too early, as it waits for its writer's turn, with the `rest` of its letter; else ()."""
    if not (verdict.written and verdict.broken and verdict.broken.why.key in EARLY):
        return ()
    begins = " ".join(map(reader.beforehand, ("if", "mine")))
    return (f"{begins}: {', '.join((reader.order(verdict.written), *rest))}",)


SHORT_LINE = 100
"""The longest line, in characters, in which a wish or a question to the referee is seen."""


def is_question(line: str) -> bool:
    """Whether a line of prose asks something that nobody answers."""
    return line.rstrip().endswith("?") and len(line) <= SHORT_LINE and not line.lstrip().startswith(QUOTED)


# Help: how one wins and what a turn is, what can be ordered now, the words of the house; and of one word more

AIM = "aim"
"""The text of a game that says how it is won and what a turn is, a paragraph each, if it has one."""
EVERYTHING = frozenset({"all", "alles"})
"""What is asked for after `help` by who wants to know of each word."""
MOST_RULES = 3
"""How many rules are told of an order."""


def aim(reader: Reader) -> tuple[str, ...]:
    """How the game is won and what a turn is, a paragraph each; () for a game that does not say so."""
    if not reader.says.has("texts", AIM):
        return ()
    seat, players = reader.view.seat, sum(one != MASTER for one in reader.seats)
    return tuple(reader.text(AIM, seat=seat, players=players, options=reader.content).splitlines())


def help_text(reader: Reader, choices: Choices, topic: str = "") -> str:
    """The answer to `help`, or to `help WORD`; a word of which nothing is known is answered as if it were left out."""
    if topic in EVERYTHING:
        return _of_the_house(reader)
    return (topic and "\n".join(_help_with(reader, choices, topic))) or "\n".join(_help(reader, choices))


def _of_the_house(reader: Reader) -> str:
    return reader.says.say("help", "all", reader.voice, numbers_of(reader.game))


def _help(reader: Reader, choices: Choices) -> Iterator[str]:
    """How one wins and what a turn is, the orders of this moment, the words of the house."""
    for text in aim(reader):
        yield block(text, "", hang="")
    now = tuple(one for one in told_families(reader, choices) if not one.any_time)
    yield from ("", *_moves(reader, now)) if now else ()
    first, *rows = reader.says.say("help", "short", reader.voice, numbers_of(reader.game)).splitlines()
    yield from ("", block(first, "", hang=""))
    for row in rows:
        yield block(row, MARK, hang=f"{MARK}  ")


def _moves(reader: Reader, families: Sequence[FamilyTold]) -> Iterator[str]:
    yield from reader.says.render("moves.txt", reader.voice, families=families, mark=MARK).splitlines()


def _help_with(reader: Reader, choices: Choices, topic: str) -> Iterator[str]:
    """What can be ordered now by one word, the rules of such orders with examples, and what the house says of it."""
    begins = {
        key(fold(topic).text),
        *(
            _first_of(reader.word(verb)) if verb else ""
            for verb in Reads(reader.game, reader.content, (reader.says.language,)).near(topic)
        ),
    }
    named = [one for one in told_families(reader, choices) if _first_of(one.orders[0]) in begins]
    yield from _moves(reader, tuple(named)) if named else ()
    rules = rulebook(reader.game.name, reader.says.language).rules.values()
    for rule in islice(
        (one for one in rules if {_first_of(reader.order(two)) for two in one.orders} & begins), MOST_RULES
    ):
        yield block(reader.text("rule-line", number=rule.number, text=rule.text), "")
        yield from (block(reader.order(one), MARK) for one in rule.orders)
    if key(reader.beforehand("if")) in begins:
        first, *more = reader.text("handbook-foreseen").splitlines()
        yield block(first, "")
        yield block(reader.beforehand("whole"), MARK)
        yield from (block(one, "") for one in more)
    for row, behind in _paragraphs(_of_the_house(reader)):
        if row[:1].isalpha() and _first_of(row) in begins:
            first, *more = re.split(r" {2,}", row) + [one.strip() for one in behind]
            yield block(f"{first}: {' '.join(more)}" if more else first, MARK, hang=f"{MARK}  ")


def _first_of(order: str) -> str:
    """The key of the first word of an order; of a move of squares, `move`."""
    word = re.match(r"[^\W\d_]+", fold(order).text)
    return key(word[0]) if word else "move"


def _paragraphs(text: str) -> Iterator[tuple[str, list[str]]]:
    """The lines of a text that begin at its margin, each with those below it that do not."""
    rows = text.splitlines()
    starts = [n for n, row in enumerate(rows) if row[:1].strip()]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield rows[start], rows[start + 1 : end]
