"""The languages of letters: which exist, the names by which players call them, and how each is called."""

from collections.abc import Mapping, Sequence

from referee.notation.folding import fold, parts
from referee.util import translations
from referee.util.errors import WrongUsage
from referee.util.translations import ENGLISH


def known() -> tuple[str, ...]:
    """The codes of the languages that letters can be written in, English first."""
    return translations.languages()


def name_of(code: str, language: str) -> str:
    """The name of a language in another: `German`; its code, where no name is known."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  slow to load

    try:
        return Locale.parse(code).get_display_name(language) or code
    except (UnknownLocaleError, ValueError):
        return code


def locale_of(code: str) -> str:
    """The locale with the lists, numbers and dates of a language: its own, or the English one if there is none."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  slow to load

    try:
        return str(Locale.parse(code))
    except (UnknownLocaleError, ValueError):
        return ENGLISH


def code_of(name: str) -> str | None:
    """The language with that code, or that name in any language: `de`, `german`, `Deutsch`; else None."""
    codes = known()
    if (code := fold(name.strip()).text) in codes:
        return code
    wanted = parts(name)
    return next(
        (code for code in codes if any(wanted and parts(name_of(code, one)) == wanted for one in codes)),
        None,
    )


def checked(name: str, where: str = "") -> str:
    """The code of a language, given that or a name. Raises `Faulty`, naming the languages that exist."""
    if (code := code_of(name)) is None:
        raise WrongUsage("not-a-language", where=where, language=name[:40], known=known())
    return code


def in_order(seats: Sequence[str], languages: Mapping[str, str]) -> tuple[str, ...]:
    """The languages of these seats, in their order; () if all are English. Raises `Faulty` for an unknown one."""
    chosen = tuple(checked(languages.get(seat) or ENGLISH) for seat in seats)
    return chosen if set(chosen) != {ENGLISH} else ()


def told_span(span: str, language: str) -> str:
    """A span of the terms in a language: `72 hours`, `72 Stunden`."""
    from babel.units import format_unit  # noqa: PLC0415  slow to load

    count, unit = span.split()
    return format_unit(int(count), f"duration-{unit.removesuffix('s')}", locale=locale_of(language))
