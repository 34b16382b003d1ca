"""The handbook of a game: its rules by chapter, the notation, the decks and the options; and single rules.

The rules stand in `rulebook.yaml` in the game's package, the words of orders in `grammar/`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from referee.engine.game import Game
from referee.engine.rules import Refused
from referee.house.games import find
from referee.house.rulebook import Chapter, Rulebook, RuleText, rulebook
from referee.notation import words
from referee.notation.folding import parts
from referee.table.verdicts import Tried
from referee.telling.catalog import catalog, telling
from referee.telling.sentences import Reader
from referee.util import plainyaml
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.translations import HOUSE, RULES
from referee.util.values import Value

HOUSE_RULE = regex(r"H[0-9]+")
MOST_FOUND = 4
"""How many rules are told in which a word stands."""
OF_THE_HOUSE = "H"
"""Asks for the chapters of the house."""


def rule_text(game: Game, number: str, language: str = "en") -> str | None:
    """The text of a rule (`15.2`), a whole chapter (`15`), a ruling (`R11`), or a rule of the house (`H1`).

    Letters may be large or small: of `4.2a` and `4.2A` both are told. A part of a rule (`13.2a`) gives the whole
    rule, a section (`4.2`, `2.2A`) all rules of it that go on with a letter, or after one; "" gives the list of
    chapters, `H` that of the house's. None if there is no such number.
    """
    says = catalog(game.name, language)
    number = number.strip().rstrip(".").upper()
    if HOUSE_RULE.fullmatch(number):
        own = rulebook(HOUSE, language).rules.get(number)
        return says.render("rule.txt", rule=own).rstrip("\n") if own else None
    if number == OF_THE_HOUSE:
        return "\n".join(map(_chapter_of_the_house, rulebook(HOUSE, language).chapters))
    book = rulebook(game.name, language)
    if not number:
        rows = [f"{chapter.number} {chapter.title}" for chapter in book.chapters]
        return "\n".join([*rows, f"{OF_THE_HOUSE} {rulebook(HOUSE, language).title}"])
    if rules := _rules_named(book, number):
        return "\n".join(says.render("rule.txt", rule=rule).rstrip("\n") for rule in rules)
    if ruling := next((one for one in book.rulings if one.number.upper() == number), None):
        return says.render("ruling.txt", ruling=ruling).rstrip("\n")
    if chapter := next((one for one in book.chapters if one.number == number), None):
        return says.render("chapter.txt", chapter=chapter).rstrip("\n")
    return None


def rules_answer(reader: Reader, named: str) -> str:
    """The answer to `rules NAMED`: what stands under a number, or in what rules some words stand."""
    game, language = reader.game, reader.says.language
    told = rule_text(game, named, language) or rules_about(game, named, language)
    return told or reader.text("no-rule", number=named)


def rules_about(game: Game, words: str, language: str = "en") -> str:
    """The chapters in whose title some words stand, and the first rules they are in; "" if none has them.

    First come those of the chapter that is called so, with the least else in its title: it says how it is done.
    """
    book, wanted = rulebook(game.name, language), parts(words)
    if not wanted:
        return ""
    chapters = [one for one in book.chapters if _holds(one.title, wanted)]
    called = min(chapters, key=lambda one: len(parts(one.title)), default=None)
    within = [one for one in book.rules.values() if _holds(one.text, wanted)]
    rules = dict.fromkeys((*(called.rules if called else ()), *within))
    titles = [f"{one.number} {one.title}" for one in chapters]
    says = catalog(game.name, language)
    told = (says.render("rule.txt", rule=one).rstrip("\n") for one in [*rules][:MOST_FOUND])
    return "\n".join([*titles, *told])


def _holds(text: str, wanted: Iterable[str]) -> bool:
    """Whether each of some words begins a word of a text."""
    words = parts(text)
    return all(any(word.startswith(one) for word in words) for one in wanted)


def _rules_named(book: Rulebook, number: str) -> tuple[RuleText, ...]:
    """The rules that a number in large letters means: the rule, the one of which it is a part, or its section's."""
    found = tuple(rule for own, rule in book.rules.items() if own.upper() == number)
    if not found and (whole := book.rules.get(number.rstrip("ABC"))):
        found = (whole,)
    letter = "" if number[:1].isdigit() and number[-1].isalpha() else "[A-Z]"
    within = re.compile(rf"{re.escape(number)}{letter}\w*", re.IGNORECASE)
    return found or tuple(rule for own, rule in book.rules.items() if within.fullmatch(own))


def numbers_of(game: Game) -> Mapping[str, str]:
    """Numbers for examples that this game has: of a rule about orders, of a chapter, and of a ruling."""
    book = rulebook(game.name)
    return {
        "rule": next((one.number for one in book.rules.values() if one.orders), "H1"),
        "chapter": next((one.number for one in book.chapters[-1:]), ""),
        "ruling": next((one.number for one in book.rulings), "H1"),
    }


def rule_line(game: Game, number: str, language: str = "en") -> str:
    """The bare text of one rule, as it stands under a refusal; "" if it has none."""
    book = HOUSE if HOUSE_RULE.fullmatch(number) else game.name
    rule = rulebook(book, language).rules.get(number)
    return rule.text if rule else ""


def rules_told(reader: Reader, rules: Iterable[tuple[str, str, Why | None]]) -> Iterator[str]:
    """Each rule that a line was held to (number, text in English, why it was broken), and whether it was kept.

    A rule of the house is told in the sentence of its rulebook.
    """
    for number, text, broken in rules:
        said = rule_said(reader, number, text)
        yield reader.text("broken" if broken else "held", number=number, text=said)


def rule_said(reader: Reader, number: str, text: str) -> str:
    """A rule that a line is held to, whose text in English is given; one of the house as its rulebook says it."""
    own = HOUSE_RULE.fullmatch(number) and rule_line(reader.game, number, reader.says.language)
    return own or reader.says.word(RULES, text)


def rules_kept(reader: Reader, tried: Tried, written: str) -> str:
    """That an order is allowed, with the numbers of all rules that it is held to; of a refused one, those it keeps.

    A number under which one rule is broken is none of them; "" if there are none.
    """
    broken = {number for number, _, why in tried.rules if why}
    numbers = tuple(dict.fromkeys(number for number, _, _ in tried.rules if number not in broken))
    if not numbers:
        return ""
    return reader.text("why-kept" if broken else "why-allowed", written=written, numbers=numbers)


def not_allowed(reader: Reader, written: str, broken: Refused) -> str:
    """That an order in canonical notation is not allowed, by which rule, and why."""
    reason = reader.reason(broken.why)
    return reader.text("not-allowed", written=reader.order(written), rule=broken.rule, reason=reason)


class WordRow(Value):
    """A word of orders: the form that is printed, the others, the abbreviations."""

    word: str
    others: tuple[str, ...]
    short: tuple[str, ...]


def word_rows(game: str, language: str, section: str) -> Iterator[WordRow]:
    """The words of one section of the files of words: those of the house, then those of the game."""
    for text, file in words.sources(language, game):
        content = plainyaml.read_text(text, file).value
        short = content.get("short") or {}
        for name, forms in (content.get(section) or {}).items():
            yield WordRow(forms[0], tuple(forms[1:]), tuple(short.get(name) or ()))


@cache
def handbook_text(name: str, language: str = "en") -> str:
    """The whole handbook of a game as text: rules, rulings, orders, words, decks, options."""
    game = find(name)
    return catalog(name, language).render(
        "handbook.txt",
        game=game,
        book=rulebook(name, language),
        house=rulebook(HOUSE, language),
        verbs=tuple(word_rows(name, language, "verbs")),
        cards=tuple(word_rows(name, language, "cards")),
        decks=telling(game).deck_lists(game),
    )


def _chapter_of_the_house(chapter: Chapter) -> str:
    """The numbers by which its rules are asked for, and its title."""
    return f"{', '.join(rule.number for rule in chapter.rules)}: {chapter.title}"
