"""Catalogs of sentences: what keys and parameters made in Python say to a reader, in that reader's language.

`templates/messages.en.yaml` holds the sentences of the house, `templates/<game>/messages.en.yaml` those of a
game; those of another language stand in gettext catalogs (`referee.util.translations`). Each is a small Jinja
text over the parameters of its key. What players write is only ever a parameter: it never becomes a template.
"""

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from referee.engine.kit.defaults import telling_of
from referee.telling.voice import NOBODY, PERSON, Params, Voice
from referee.util import data as share
from referee.util.regexes import regex
from referee.util.translations import ENGLISH, HOUSE, languages, translated

if TYPE_CHECKING:
    from jinja2 import Environment, Template

__all__ = ["HOUSE", "Catalog", "Voice", "catalog", "languages", "telling"]

BEGINS = regex(rf"(^|\n|[.!?:][\"'”“)\]]*\s+)([\"'„“(\[]*){PERSON}(\w)")


class Catalog:
    """The sentences of a game and of the house in one language, and the templates that use them."""

    def __init__(self, game: str, language: str) -> None:
        """Read the files; `game` may be `house` for the house's own alone.

        Raises `Faulty` for an unknown language, and for a damaged file.
        """
        self.game, self.language = game, language
        self.translations = translated(game, language)
        house = _read("messages.en.yaml")
        own = {} if game == HOUSE else _read(f"{game}/messages.en.yaml")
        self.entries: dict[str, dict[str, str]] = {
            section: {
                key: self.word(f"{section}.{key}", text)
                for key, text in {**house.get(section, {}), **own.get(section, {})}.items()
            }
            for section in {**house, **own}
        }
        # A text without a translation is told in English throughout, names and all: not `Du have bid 9`.
        self.untold = frozenset(
            (section, key)
            for section, texts in (*house.items(), *own.items())
            for key, text in texts.items()
            if language != ENGLISH and text and (f"{section}.{key}", text) not in self.translations.texts
        )
        self._made: dict[tuple[str, str], Template | str] = {}
        self.environment = self._environment()

    def _environment(self, *, pages: bool = False) -> "Environment":
        from referee.telling.environment import environment  # noqa: PLC0415  Jinja and Babel are slow to load

        return environment(self, pages=pages)

    def has(self, section: str, key: str) -> bool:
        """Whether there is a sentence under this key."""
        return key in self.entries.get(section, {})

    def word(self, context: str, text: str) -> str:
        """A text that stands elsewhere (a title, a rule), given by its context and its English, in this language."""
        return self.translations.pgettext(context, text)

    def say(self, section: str, key: str, voice: Voice = NOBODY, params: Params | None = None) -> str:
        """The sentence under a key, told to the reader. Raises KeyError if there is none."""
        made = self._made.get((section, key)) or self._make(section, key)
        if isinstance(made, str):
            return made
        return with_capitals(made.render({**(params or {}), "voice": voice}))

    def _make(self, section: str, key: str) -> "Template | str":
        text = self.entries[section][key]
        own = self if (section, key) not in self.untold else catalog(self.game, ENGLISH)
        made = own.environment.from_string(text) if "{" in text else text
        self._made[section, key] = made
        return made

    def render(self, template: str, voice: Voice = NOBODY, **data: Any) -> str:
        """Render a whole template of the folder `templates` with prepared data. In HTML every value is escaped."""
        environment = self.pages if template.endswith(".html") else self.environment
        return with_capitals(environment.get_template(template).render({**data, "voice": voice}))

    @cached_property
    def pages(self) -> "Environment":
        """The environment of HTML: the same filters, and everything they return is escaped.

        It is not sandboxed, which would take longer than all the rest: only whole templates of our own are
        rendered.
        """
        return self._environment(pages=True)


def with_capitals(text: str) -> str:
    """A text in which a pronoun has a capital where it begins a sentence, or stands after a colon, and only there."""
    if PERSON not in text:
        return text
    return BEGINS.sub(lambda found: found[1] + found[2] + found[3].upper(), text).replace(PERSON, "")


@cache
def catalog(game: str, language: str = "en") -> Catalog:
    """The catalog of a game (or of `house`) in a language; made once. Raises `Faulty` for an unknown language."""
    return Catalog(game, language)


def telling(game: Any) -> Any:
    """How a game is told: its voice, its table as data, its deck lists and options.

    See `referee.engine.kit.defaults.Telling`.
    """
    return telling_of(type(game).__module__)


@cache
def _read(path: str) -> dict[str, Any]:
    return share.values("templates", *path.split("/"))  # type: ignore[no-any-return]
