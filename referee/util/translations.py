"""The texts of the house and of a game, as messages that can be translated, and gettext catalogs of translations.

English is the language in which the texts are written. They stand in `messages.en.yaml`, in a game's
`rulebook.yaml`, in its deck list, and in the docstrings of its rules. Any other language is a gettext catalog
beside the English texts: `templates/messages.<language>.po` for the house and
`templates/<game>/messages.<language>.po` for a game.

The context of a message (`msgctxt`) is the key of the text, and its id is the English text. After the English
text is changed, its old translation is no longer found: so no translation can say what the English no longer
says.
"""

import gettext
from collections.abc import Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from typing import TYPE_CHECKING

from referee.util import data
from referee.util.errors import NotFound
from referee.util.ready import ready

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH = "en"
HOUSE = "house"
RULES = "check"
"""The context of rules' docstrings; several may stand under one number."""


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
    """Where the catalog of a game (or of `HOUSE`) in a language stands among the templates."""
    file = f"messages.{language}.po"
    return (file,) if name == HOUSE else (name, file)


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages: English, and every language with a catalog of the house and words for orders."""
    both = _codes("templates", "messages", "po") & _codes("grammar", "words", "yaml")
    return (ENGLISH, *sorted(both - {ENGLISH}))


def _codes(kind: str, begins: str, ends: str) -> set[str]:
    """The languages of the files of a folder: `messages.de.po` is in German."""
    parts = (file.name.split(".") for file in data.folder(kind).iterdir())
    return {part[1] for part in parts if len(part) == 3 and (part[0], part[2]) == (begins, ends)}  # noqa: PLR2004


@cache
def translated(name: str, language: str) -> Translated:
    """The translations of the house, and of the game with that name. Raises `Faulty` for an unknown language.

    A game without a catalog in that language is told in English, within letters in that language.
    """
    if language == ENGLISH:
        return Translated({})
    if language not in languages():
        raise NotFound("no-such-language", language=language)
    texts: dict[tuple[str, str], str] = {}
    for part in dict.fromkeys((HOUSE, name)):
        try:
            text = data.text("templates", *path_of(part, language))
        except FileNotFoundError:
            continue
        texts |= ready(("translations", part, language), (text,), partial(_told, text, language))
    return Translated(texts)


def _told(text: str, language: str) -> dict[tuple[str, str], str]:
    return dict(texts_of(read(text, language)))


def read(text: str, language: str) -> "Catalog":
    """A gettext catalog from the text of its file."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  slow to load, and English needs none of it

    return read_po(BytesIO(text.encode()), locale=language, abort_invalid=True)


def texts_of(catalog: "Catalog") -> Iterator[tuple[tuple[str, str], str]]:
    """The translations in a catalog: context and English text, and the text in its language."""
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            yield (str(message.context or ""), str(message.id)), str(message.string)
