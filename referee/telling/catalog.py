"""Catalogs of sentences: what keys and parameters made in Python say to a reader, in that reader's language.

`templates/messages.en.yaml` holds the sentences of the house, `templates/<game>/messages.en.yaml` those of a
game; those of another language stand in gettext catalogs (`referee.util.translations`). Each is a small Jinja
text over the parameters of its key. What players write is only ever a parameter: it never becomes a template.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context

from referee.engine.kit.defaults import telling_of
from referee.house.terms import spans_of
from referee.notation.languages import locale_of, name_of
from referee.util import data as share
from referee.util import plainyaml
from referee.util.ready import ready
from referee.util.text import block, clean, parted, quoted, wrapped
from referee.util.translations import ENGLISH, HOUSE, languages, translated

if TYPE_CHECKING:
    from jinja2 import Environment, Template

__all__ = ["HOUSE", "Catalog", "Voice", "catalog", "languages", "telling"]

Params = Mapping[str, Any]

PERSON = "\ue000"
"""Stands before a pronoun until the whole sentence is there, which shows whether it begins with it."""
NUMBERED = re.compile(r"\d+ ")
"""A number before a name, as of a place: it is the same in every language."""
BEGINS = re.compile(rf"(^|\n|[.!?:][\"'”“)\]]*\s+)([\"'„“(\[]*){PERSON}(\w)")


class Voice(Protocol):
    """Who reads, and what the cards of a game are called. A game's own voice is in its module `telling`."""

    @property
    def reader(self) -> str | None:
        """The seat that reads; None is an onlooker."""

    def named(self, card: str, holder: str) -> tuple[str, str]:
        """A card's word (`own`, `captured` or "") and its title, for its holder ("" where that does not matter)."""

    def strength(self, card: str) -> int | None:
        """The strength of a card, where it has one."""


class Plain:
    """The voice for readers who sit at no table: the keeper, or a reader of the handbook."""

    reader = None

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """A card as it is written in orders."""
        return "", card

    def strength(self, card: str) -> int | None:  # noqa: ARG002  as the protocol has it
        """No deck list is at hand."""
        return None


NOBODY = Plain()


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
        self.environment = _environment(self)
        self._pages: Environment | None = None

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

    @property
    def pages(self) -> "Environment":
        """The environment of HTML: the same filters, and everything they return is escaped.

        It is not sandboxed, which would take longer than all the rest: only whole templates of our own are
        rendered.
        """
        if self._pages is None:
            self._pages = _environment(self, pages=True)
        return self._pages


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
    text = share.text("templates", *path.split("/"))
    return ready(("messages", path), (text,), lambda: plainyaml.read_text(text, path).value)


def _source(name: str) -> tuple[str, str, Callable[[], bool]]:
    """A template, under its own name, so that an error in it is told with its line."""
    return share.text("templates", *name.split("/")), name, lambda: True


def _environment(own: Catalog, *, pages: bool = False) -> "Environment":
    """The environment of one catalog, sandboxed except for pages; a missing value is an error.

    Jinja is slow to load.
    """
    from jinja2 import StrictUndefined  # noqa: PLC0415
    from jinja2.loaders import FunctionLoader  # noqa: PLC0415

    from referee.telling.catalog import KeptParts  # noqa: PLC0415
    from referee.util.environments import Pages, Sandboxed  # noqa: PLC0415

    kind = Pages if pages else Sandboxed
    made = kind(
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        autoescape=pages,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n", KeptParts],
    )
    made.install_gettext_translations(own.translations, newstyle=True)  # type: ignore[attr-defined]
    made.filters.update({**_people(own), **_cards(own), **_grammar(own), **_ours(own), "t": _texts(own)})
    made.filters.update(
        clean=lambda value: clean(str(value)), quoted=quoted, wrapped=wrapped, block=block, parted=parted
    )
    if pages:
        from referee.util.flowing import (  # noqa: PLC0415  pages alone need these
            flowed,
            headed,
            set_back,
        )

        made.filters.update(numbered=set_back, flowed=flowed, headed=headed)
    return made


def _hearing(told: Callable[..., str]) -> Any:
    """A filter that is given the voice before its value."""
    from jinja2 import pass_context  # noqa: PLC0415

    @pass_context
    def heard(context: Any, *values: Any, **params: Any) -> str:
        return told(context["voice"], *values, **params)

    return heard


def _texts(own: Catalog) -> Any:
    """The filter `t`: another entry of the catalog, with its values."""

    def t(voice: Voice, key: str, section: str = "texts", values: Params | None = None, **params: Any) -> str:
        return own.say(section, key, voice, values or params)

    return _hearing(t)


def _people(own: Catalog) -> dict[str, Any]:
    """Filters for seats: `who` You/Loki, `whom` you/Loki, `whose` your/Loki's, `Whose`, `me(a, b)`, `seat`.

    `who` has its capital only where it begins a sentence: see `with_capitals`.
    For a list of seats the first ones name all of them; `me(a, b, c)` gives c where there are several; `only`
    is the seat of a list of one.
    """

    def titled(seat: str) -> str:
        return own.say("seats", seat) if own.has("seats", seat) else clean(seat)

    def person(form: str) -> Any:
        def told(voice: Voice, seat: str | Sequence[str]) -> str:
            if not isinstance(seat, str):
                # The reader first: "You" stands at the beginning of a sentence.
                return series(
                    own, [told(voice, one) for one in sorted(seat, key=lambda one: one != voice.reader)]
                )
            if seat != voice.reader:
                return own.say("people", f"other-{form}", params={"seat": titled(seat)})
            return PERSON * (form == "who") + own.say("people", form)

        return _hearing(told)

    def me(voice: Voice, seat: str | Sequence[str], yes: str, no: str, many: str = "") -> str:
        some = (seat,) if isinstance(seat, str) else tuple(seat)
        return many if len(some) > 1 else yes if voice.reader in some else no

    def only(seats: Sequence[str]) -> str:
        return seats[0] if len(seats) == 1 else ""

    forms = {form: person(form) for form in ("who", "whom", "whose", "Whose")}
    return {**forms, "me": _hearing(me), "seat": titled, "only": only}


def series(own: Catalog, items: Iterable[str]) -> str:
    """A list in words, in the language of a catalogue."""
    some = list(items)
    if len(some) <= 1:
        return "".join(some)
    from babel.lists import format_list  # noqa: PLC0415  slow to load

    return format_list(some, locale=locale_of(own.language))


def _grammar(own: Catalog) -> dict[str, Any]:
    """Filters for what languages do differently.

    `series` is a list in words. `plural` is the form that goes with a number: `n|plural(one='point',
    other='points')`, by the categories of CLDR (zero, one, two, few, many, other). `moment` is a time of the
    record (RFC 3339), `language` the name of a language, `lengths` spans of the terms (`3 days, 6 hours`).
    """

    def plural(number: int, other: str, **forms: str) -> str:
        from babel import Locale  # noqa: PLC0415  slow to load

        return forms.get(Locale.parse(locale_of(own.language)).plural_form(number), other)

    def moment(at: str) -> str:
        from babel.dates import UTC, format_date, format_time  # noqa: PLC0415  slow to load

        then, locale = datetime.fromisoformat(at).astimezone(UTC), locale_of(own.language)
        return f"{format_date(then, 'long', locale)}, {format_time(then, 'HH:mm', locale=locale)} (UTC)"

    def language(code: str) -> str:
        return name_of(code, own.language)

    def lengths(spans: str) -> str:
        from babel.lists import format_list  # noqa: PLC0415  slow to load

        told = [told_span(one, own.language) for one in spans_of(spans)]
        return format_list(told, locale=locale_of(own.language))

    return {
        "series": partial(series, own),
        "plural": plural,
        "moment": moment,
        "language": language,
        "lengths": lengths,
    }


def told_span(span: str, language: str) -> str:
    """A span of the terms in a language: `72 hours`, `72 Stunden`."""
    from babel.units import format_unit  # noqa: PLC0415  slow to load

    count, unit = span.split()
    return format_unit(int(count), f"duration-{unit.removesuffix('s')}", locale=locale_of(language))


def _ours(own: Catalog) -> dict[str, Any]:
    """Filters for texts that stand elsewhere.

    `word` is a text of ours by its context, `order` an order in the reader's words, `foreseen` a word about orders
    beforehand.
    """

    def word(text: str, context: str) -> str:
        return own.word(context, text)

    def order(written: str) -> str:
        if own.game == HOUSE or own.language == ENGLISH:
            return written
        from referee.house.games import find  # noqa: PLC0415  English needs none of it
        from referee.telling.spoken import spoken  # noqa: PLC0415

        return spoken(game := find(own.game), game.options({}), own.language, written)

    def foreseen(written: str) -> str:
        from referee.notation.foreseen import printed  # noqa: PLC0415  few letters need it

        return printed(own.game, own.language, written)

    return {"word": word, "order": order, "foreseen": foreseen}


def _cards(own: Catalog) -> dict[str, Any]:
    """Filters for cards: `card(holder)`, `strong(holder)`, `cards(holder)` in order, `grouped(holder)` with numbers."""

    def called(voice: Voice, name: str, holder: str, *, strength: bool) -> str:
        word, title = voice.named(name, holder)
        force = voice.strength(name) if strength else None
        number = NUMBERED.match(title)
        at = number.end() if number else 0
        told = title[:at] + clean(own.word("card", title[at:])) + ("" if force is None else f" {force}")
        return own.say("words", word, params={"card": told}) if word else told

    def card(voice: Voice, name: str, holder: str = "") -> str:
        return called(voice, name, holder, strength=False)

    def strong(voice: Voice, name: str, holder: str = "") -> str:
        return called(voice, name, holder, strength=True)

    def cards(voice: Voice, names: Iterable[str], holder: str = "") -> str:
        return ", ".join(card(voice, name, holder) for name in names)

    def grouped(voice: Voice, names: Iterable[str], holder: str = "") -> str:
        counted = Counter(strong(voice, name, holder) for name in names)
        return ", ".join(title if n == 1 else f"{title} x{n}" for title, n in counted.items())

    filters = {"card": card, "strong": strong, "cards": cards, "grouped": grouped}
    return {name: _hearing(told) for name, told in filters.items()}


# Parts of a page that are drawn once where many pages are drawn: the tag `part` of our templates.
#
# After the name of the part stand the values on which what it shows depends: all but the language and the
# options, so also who reads it, where readers are told different words of the same. In a letter the tag changes
# nothing. Where something that keeps parts is given to the template as `kept`, it is called with the name, the
# values and what draws the part, and what it gives stands in place of the part.


Draw = Callable[[], str]


class KeptParts(Extension):
    """The tag `part`."""

    tags = {"part"}  # noqa: RUF012  as the class above has it

    def parse(self, parser: Parser) -> nodes.Node:
        """Make a call of what is between the tags."""
        line = next(parser.stream).lineno
        given = parser.parse_tuple(with_condexpr=True)
        values = given.items if isinstance(given, nodes.Tuple) else [given]
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        arguments = [nodes.ContextReference(), values[0], nodes.Tuple(values[1:], "load")]
        call = self.call_method("_drawn", arguments, lineno=line)
        return nodes.CallBlock(call, [], [], body, lineno=line)

    def _drawn(self, context: Context, name: str, values: tuple[Any, ...], caller: Draw) -> str:
        kept = context.get("kept")
        drawn: str = caller() if kept is None else kept(name, values, caller)
        return drawn
