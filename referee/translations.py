"""The texts of the house and of a game, as messages that can be translated, and gettext catalogs of translations.

English is the language the texts are written in, and stands where they belong: in `messages.en.yaml`, in a game's
`rulebook.yaml`, in its deck list, in the docstrings of its rules. Any other language is a gettext catalog beside the
English texts: `templates/messages.<language>.po` for the house and `templates/<game>/messages.<language>.po` for a game.
The context of a message (`msgctxt`) is the key of the text, its id the English text. A text that is changed in English is
no longer found under its old id: so no translation can tell what the English does not tell any more.
"""

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import plainyaml, share
from referee.game import Faulty

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH = "en"
HOUSE = "house"
WIDTH = 110
RULES = "check"
"""The context of the docstrings of rules, of which there are several under one number."""
SHARED = frozenset({RULES, "card", "short"})
"""Contexts under which many texts stand."""
SIMILAR = 0.6
"""How much a text must be like another to be taken for the same one, changed; 1 is the same."""


class Message(NamedTuple):
    """A text that can be translated: its context, and the text in English."""

    context: str
    text: str


class Translated(gettext.NullTranslations):
    """Texts in another language, by context and English text; English where one is missing."""

    def __init__(self, texts: Mapping[tuple[str, str], str]) -> None:
        """Keep the translations."""
        super().__init__()
        self.texts = texts

    def pgettext(self, context: str, message: str) -> str:
        """The text of a context in this language."""
        return self.texts.get((context, message)) or message


def path_of(name: str, language: str) -> tuple[str, ...]:
    """Where the catalog of a game (or `HOUSE`) in a language stands among the templates."""
    file = f"messages.{language}.po"
    return (file,) if name == HOUSE else (name, file)


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are: English, and every one with a catalog of the house and words for orders."""
    both = _codes("templates", "messages", "po") & _codes("grammar", "words", "yaml")
    return (ENGLISH, *sorted(both - {ENGLISH}))


def _codes(kind: str, begins: str, ends: str) -> set[str]:
    """The languages of the files of a folder: `messages.de.po` is one in German."""
    parts = (file.name.split(".") for file in share.folder(kind).iterdir())
    return {part[1] for part in parts if len(part) == 3 and (part[0], part[2]) == (begins, ends)}  # noqa: PLR2004


@cache
def translated(name: str, language: str) -> Translated:
    """The translations of the house, and of the game of that name. Raises `Faulty` for a language there is not.

    A game without a catalog in that language is told in English, within letters that are not.
    """
    if language == ENGLISH:
        return Translated({})
    if language not in languages():
        raise Faulty("no-such-language", language=language)
    texts: dict[tuple[str, str], str] = {}
    for part in dict.fromkeys((HOUSE, name)):
        try:
            texts |= _texts(read(share.text("templates", *path_of(part, language)), language))
        except FileNotFoundError:
            continue
    return Translated(texts)


def read(text: str, language: str) -> "Catalog":
    """A gettext catalog out of the text of its file."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  slow to load, and English needs none of it

    return read_po(BytesIO(text.encode()), locale=language, abort_invalid=True)


def _texts(catalog: "Catalog") -> Iterator[tuple[tuple[str, str], str]]:
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            yield (str(message.context or ""), str(message.id)), str(message.string)


def messages(name: str) -> Iterator[Message]:
    """Every text of a game that can be translated, or of the house, in the order in which they stand."""
    file = "messages.en.yaml" if name == HOUSE else f"{name}/messages.en.yaml"
    entries = plainyaml.read_text(share.text("templates", *file.split("/")), file).value
    yield from _unique(
        Message(f"{section}.{key}", text)
        for section, texts in entries.items()
        for key, text in texts.items()
        if text
    )
    if name != HOUSE:
        yield from _unique(_of_game(name))


def _of_game(name: str) -> Iterator[Message]:
    """The texts of a game that stand in its package: titles, rulebook, rules, cards."""
    from referee.catalog import telling  # noqa: PLC0415  it needs this module
    from referee.game import find  # noqa: PLC0415
    from referee.handbook import rulebook  # noqa: PLC0415

    game, book = find(name), rulebook(name)
    yield Message("title", game.title)
    yield Message("edition", game.edition)
    for chapter in book.chapters:
        yield Message(f"chapter.{chapter.number}", chapter.title)
        for rule in chapter.rules:
            yield Message(f"rule.{rule.number}", rule.text)
    for ruling in book.rulings:
        yield Message(f"ruling.{ruling.number}", ruling.text)
        for value, text in ruling.values:
            yield Message(f"value.{ruling.number}.{value}", text)
    for _, held in game.MOVES.values():
        for one in held:
            yield Message(RULES, one.text)
    for context, text in telling(game).card_texts(game):
        yield Message(context, text)


def _unique(found: Iterable[Message]) -> Iterator[Message]:
    yield from dict.fromkeys(found)


def can_be_written(language: str) -> None:
    """Raises `Faulty` for what is no code of a language to translate into: `de` is one, `en` and `german` are not."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  slow to load

    if language == ENGLISH:
        raise Faulty("written-in-english")
    try:
        known = language.isascii() and language.isalpha() and language == Locale.parse(language).language
    except (UnknownLocaleError, ValueError):
        known = False
    if not known:
        raise Faulty("not-a-language-code", language=language[:40])


def brought_up_to_date(name: str, language: str) -> bytes:
    """The catalog of a game or of the house in a language as it should stand: for whoever translates.

    What is new has no translation yet, what has changed in English keeps the old one marked `fuzzy`, what is gone
    is left out.
    """
    from babel.messages.pofile import write_po  # noqa: PLC0415

    made = _there(name, language)
    changed = _changed(list(messages(name)), [one for one in made if one.id])
    made.update(_template(name), no_fuzzy_matching=True)
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
"""What Babel takes our texts for, since `{%` looks like it; tools for translators would complain of them."""
NOT_OURS = re.compile(
    rb'"(?:POT-Creation-Date|PO-Revision-Date|Generated-By)'
    rb'|"[A-Z][-A-Za-z]+: .*(?:PROJECT VERSION|EMAIL@ADDRESS|LL@li\.org)'
)
"""Fields in the head of a catalog that change with the time or the program, or that nobody has filled in."""


def _there(name: str, language: str) -> "Catalog":
    """The catalog as it stands; an empty one if there is none."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415  slow to load

    try:
        return read(share.text("templates", *path_of(name, language)), language)
    except FileNotFoundError:
        comment = f"# The texts of {name} in the language {language!r}."
        return Catalog(locale=language, header_comment=comment, fuzzy=False)


def _changed(wanted: Sequence[Message], before: Sequence[Any]) -> dict[Message, Any]:
    """For each text that has changed since it was translated, the entry of the text before it.

    A key has one text: so it is the one that stood under it. Of rules and cards it is the most similar one.
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
    """How far a catalog, or some messages of one, is translated: numbers of `texts`, of `missing` and `fuzzy` ones."""
    found = [one for one in catalog if one.id]
    missing = sum(not one.string for one in found)
    return {"texts": len(found), "missing": missing, "fuzzy": sum(one.fuzzy for one in found)}


def _template(name: str) -> "Catalog":
    from babel.messages.catalog import Catalog  # noqa: PLC0415

    template = Catalog()
    for context, text in messages(name):
        template.add(text, context=context)
    return template


def unfinished(name: str, language: str) -> Iterator[tuple[str, Message]]:
    """What is wrong with a catalog: texts that are `missing` in it, and entries that are `left over`."""
    try:
        there = dict(_texts(read(share.text("templates", *path_of(name, language)), language)))
    except FileNotFoundError:
        there = {}
    wanted = set(messages(name))
    yield from (("missing", one) for one in messages(name) if tuple(one) not in there)
    yield from (("left over", Message(*one)) for one in there if Message(*one) not in wanted)
