"""The Jinja environments of a catalog: its filters for people, cards, numbers, times and texts, by language.

Jinja and Babel are slow to load: `referee.telling.catalog` loads this module when the first catalog is made.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from babel import Locale
from babel.dates import UTC, format_date, format_time
from babel.lists import format_list
from jinja2 import Environment, StrictUndefined, nodes, pass_context
from jinja2.ext import Extension
from jinja2.loaders import FunctionLoader
from jinja2.parser import Parser
from jinja2.runtime import Context

from referee.house.games import find
from referee.house.terms import spans_of
from referee.notation.foreseen import printed
from referee.notation.languages import locale_of, name_of, told_span
from referee.telling.spoken import spoken
from referee.telling.voice import NUMBERED, PERSON, Params, Voice
from referee.util import data as share
from referee.util.environments import Pages, Sandboxed
from referee.util.flowing import flowed, headed, set_back
from referee.util.text import block, clean, parted, quoted, wrapped
from referee.util.translations import ENGLISH, HOUSE


class Texts(Protocol):
    """What an environment needs of its catalog."""

    game: str
    language: str
    translations: Any

    def has(self, section: str, key: str) -> bool:
        """Whether there is a sentence under this key."""

    def word(self, context: str, text: str) -> str:
        """A text that stands elsewhere, in this language."""

    def say(self, section: str, key: str, voice: Voice = ..., params: Params | None = None) -> str:
        """The sentence under a key."""


def _source(name: str) -> tuple[str, str, Callable[[], bool]]:
    """A template, under its own name, so that an error in it is told with its line."""
    return share.text("templates", *name.split("/")), name, lambda: True


def environment(own: Texts, *, pages: bool = False) -> Environment:
    """The environment of one catalog, sandboxed except for pages; a missing value is an error."""
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
        made.filters.update(numbered=set_back, flowed=flowed, headed=headed)
    return made


def _hearing(told: Callable[..., str]) -> Any:
    """A filter that is given the voice before its value."""

    @pass_context
    def heard(context: Any, *values: Any, **params: Any) -> str:
        return told(context["voice"], *values, **params)

    return heard


def _texts(own: Texts) -> Any:
    """The filter `t`: another entry of the catalog, with its values."""

    def t(voice: Voice, key: str, section: str = "texts", values: Params | None = None, **params: Any) -> str:
        return own.say(section, key, voice, values or params)

    return _hearing(t)


def _people(own: Texts) -> dict[str, Any]:
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


def series(own: Texts, items: Iterable[str]) -> str:
    """A list in words, in the language of a catalogue."""
    some = list(items)
    if len(some) <= 1:
        return "".join(some)
    return format_list(some, locale=locale_of(own.language))


def _grammar(own: Texts) -> dict[str, Any]:
    """Filters for what languages do differently.

    `series` is a list in words. `plural` is the form that goes with a number: `n|plural(one='point',
    other='points')`, by the categories of CLDR (zero, one, two, few, many, other). `moment` is a time of the
    record (RFC 3339), `language` the name of a language, `lengths` spans of the terms (`3 days, 6 hours`).
    """

    def plural(number: int, other: str, **forms: str) -> str:
        return forms.get(Locale.parse(locale_of(own.language)).plural_form(number), other)

    def moment(at: str) -> str:
        then, locale = datetime.fromisoformat(at).astimezone(UTC), locale_of(own.language)
        return f"{format_date(then, 'long', locale)}, {format_time(then, 'HH:mm', locale=locale)} (UTC)"

    def language(code: str) -> str:
        return name_of(code, own.language)

    def lengths(spans: str) -> str:

        told = [told_span(one, own.language) for one in spans_of(spans)]
        return format_list(told, locale=locale_of(own.language))

    return {
        "series": partial(series, own),
        "plural": plural,
        "moment": moment,
        "language": language,
        "lengths": lengths,
    }


def _ours(own: Texts) -> dict[str, Any]:
    """Filters for texts that stand elsewhere.

    `word` is a text of ours by its context, `order` an order in the reader's words, `foreseen` a word about orders
    beforehand.
    """

    def word(text: str, context: str) -> str:
        return own.word(context, text)

    def order(written: str) -> str:
        if own.game == HOUSE or own.language == ENGLISH:
            return written
        return spoken(game := find(own.game), game.options({}), own.language, written)

    def foreseen(written: str) -> str:
        return printed(own.game, own.language, written)

    return {"word": word, "order": order, "foreseen": foreseen}


def _cards(own: Texts) -> dict[str, Any]:
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
