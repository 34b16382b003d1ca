"""What there is to translate, and how much is done: for those who write a gettext catalog (`referee translate`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from io import BytesIO
from typing import Any, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from referee.house.games import find
from referee.house.rulebook import rulebook
from referee.telling.catalog import telling
from referee.util import data, plainyaml
from referee.util.errors import WrongUsage
from referee.util.regexes import regex
from referee.util.translations import ENGLISH, HOUSE, RULES, path_of, read, texts_of

WIDTH = 110
SHARED = frozenset({RULES, "card", "short"})
"""Contexts under which many texts stand."""
SIMILAR = 0.6
"""How similar a text must be to another to be taken for a changed version of it; 1 is the same."""


class Message(NamedTuple):
    """A text that can be translated: its context, and the text in English."""

    context: str
    text: str


def messages(name: str) -> Iterator[Message]:
    """Every text of a game, or of the house, that can be translated, in the order in which they stand."""
    file = "messages.en.yaml" if name == HOUSE else f"{name}/messages.en.yaml"
    entries = plainyaml.read_text(data.text("templates", *file.split("/")), file).value
    yield from dict.fromkeys(
        Message(f"{section}.{key}", text)
        for section, texts in entries.items()
        for key, text in texts.items()
        if text
    )
    yield from dict.fromkeys(_of_rulebook(HOUSE) if name == HOUSE else _of_game(name))


def _of_game(name: str) -> Iterator[Message]:
    """The texts of a game that stand in its package: titles, rulebook, rules, cards."""
    game = find(name)
    yield Message("title", game.title)
    yield Message("edition", game.edition)
    yield from _of_rulebook(name)
    for _, held in game.MOVES.values():
        for one in held:
            yield Message(RULES, one.text)
    for context, text in telling(game).card_texts(game):
        yield Message(context, text)


def _of_rulebook(name: str) -> Iterator[Message]:
    """The titles of chapters, the rules, and the rulings with the values of options; for the house its orders too."""
    book = rulebook(name)
    if name == HOUSE:
        yield Message("title", book.title)
    for chapter in book.chapters:
        yield Message(f"chapter.{chapter.number}", chapter.title)
        for rule in chapter.rules:
            yield Message(f"rule.{rule.number}", rule.text)
            if name == HOUSE:
                yield from (Message(f"order.{rule.number}", order) for order in rule.orders)
    for ruling in book.rulings:
        yield Message(f"ruling.{ruling.number}", ruling.text)
        for value, text in ruling.values:
            yield Message(f"value.{ruling.number}.{value}", text)


def can_be_written(language: str) -> None:
    """Raise `Faulty` for a text that is no code of a language to translate into.

    `de` is one, `en` and `german` are not.
    """
    if language == ENGLISH:
        raise WrongUsage("written-in-english")
    try:
        known = language.isascii() and language.isalpha() and language == Locale.parse(language).language
    except (UnknownLocaleError, ValueError):
        known = False
    if not known:
        raise WrongUsage("not-a-language-code", language=language[:40])


def brought_up_to_date(name: str, language: str) -> bytes:
    """The catalog of a game or of the house in a language as it should stand, for those who translate.

    A new text has no translation yet. A text whose English has changed keeps its old translation, marked
    `fuzzy`. A text that is gone is left out.
    """
    made = _there(name, language)
    wanted, template = list(messages(name)), Catalog()
    for one in wanted:
        template.add(one.text, context=one.context)
    changed = _changed(wanted, [one for one in made if one.id])
    made.update(template, no_fuzzy_matching=True)
    for new, old in changed.items():
        message = made.get(new.text, new.context)
        if message is not None:
            message.string, message.user_comments = old.string, old.user_comments
            message.flags.add("fuzzy")
    for message in made:
        message.flags -= NO_FORMATS
    for header in ("creation_date", "revision_date"):
        setattr(made, header, None)
    into = BytesIO()
    write_po(into, made, width=WIDTH, ignore_obsolete=True, no_location=True)
    return b"\n".join(line for line in into.getvalue().split(b"\n") if not NOT_OURS.match(line))


NO_FORMATS = frozenset({"python-format", "python-brace-format"})
"""What Babel takes our texts for, since `{%` looks like it; tools for translators would complain about them."""
NOT_OURS = regex(
    rb'"(?:POT-Creation-Date|PO-Revision-Date|Generated-By)'
    rb'|"[A-Z][-A-Za-z]+: .*(?:PROJECT VERSION|EMAIL@ADDRESS|LL@li\.org)'
)
"""Fields in the head of a catalog that change with the time or the program, or that nobody has filled in."""


def _there(name: str, language: str) -> Catalog:
    """The catalog as it stands; an empty one if there is none."""
    try:
        return read(data.text("templates", *path_of(name, language)), language)
    except FileNotFoundError:
        comment = f"# The texts of {name} in the language {language!r}."
        return Catalog(locale=language, header_comment=comment, fuzzy=False)


def _changed(wanted: Sequence[Message], before: Sequence[Any]) -> dict[Message, Any]:
    """For each text that has changed since it was translated, the entry of the text before it.

    A key has one text, so it is the one that stood under it before. For rules and cards it is the most
    similar one.
    """
    there = {Message(str(one.context or ""), str(one.id)): one for one in before}
    left = [old for key, old in there.items() if key not in wanted and old.string]
    found: dict[Message, Any] = {}
    for one in wanted:
        here = {str(old.id): old for old in left if old.context == one.context} if one not in there else {}
        alike = get_close_matches(one.text, here, n=1, cutoff=SIMILAR if one.context in SHARED else 0.0)
        if alike:
            found[one] = here[alike[0]]
            left.remove(here[alike[0]])
    return found


def progress(catalog: Iterable[Any]) -> Mapping[str, int]:
    """How far a catalog, or some of its messages, is translated.

    Gives the number of `texts`, of `missing` and of `fuzzy` ones.
    """
    found = [one for one in catalog if one.id]
    missing = sum(not one.string for one in found)
    return {"texts": len(found), "missing": missing, "fuzzy": sum(one.fuzzy for one in found)}


def unfinished(name: str, language: str) -> Iterator[tuple[str, Message]]:
    """What is wrong with a catalog: texts that are `missing` in it, and entries that are `left over`."""
    try:
        there = dict(texts_of(read(data.text("templates", *path_of(name, language)), language)))
    except FileNotFoundError:
        there = {}
    wanted = set(messages(name))
    yield from (("missing", one) for one in messages(name) if tuple(one) not in there)
    yield from (("left over", Message(*one)) for one in there if Message(*one) not in wanted)
