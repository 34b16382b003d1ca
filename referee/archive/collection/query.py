"""What is asked of a collection, and how it becomes SQL.

    nightmare AND ending:8.2          both: a word anywhere, and the rule by which the game ended
    card:thor.tyr OR card:loki.hel    either; AND binds closer, and stands between words where nothing does
    move:"lay frigg a2" NOT hel*      words in this order, in one move; without words that begin so
    turns<=40 ended>=2026-03          numbers and days are compared
    (frigg OR freya) player:anna      brackets as usual

A word is found in every field but `position`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, NoReturn

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from referee.archive.collection.schema import FIELDS
from referee.util.errors import Faulty, WrongUsage

# Words as they stand in the index: small, without accents, each of its parts a word too.


APART = "_"
"""Stands between two moves, so that no phrase goes from one to the next."""
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019-][^\W_]+)*")
_PART = re.compile(r"[.'\u2019-]")
_QUOTES = str.maketrans("", "", "'\u2019")


def folded(text: str) -> str:
    """A text small and without accents: `Frîgg` is `frigg`, `ß` is `ss`."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def words(text: str) -> Iterator[str]:
    """The words of a text: `female-archer`, `8.2` and `don't` are one word each (`dont`).

    After each one of several parts come these parts, but for numbers and single letters.
    """
    for one in _WORD.findall(folded(text)):
        yield one.translate(_QUOTES)
        parts = _PART.split(one)
        if len(parts) > 1:
            yield from (part for part in parts if len(part) > 1 and not part.isdigit())


def column(texts: Iterable[str]) -> str:
    """Texts as a column of the index, each apart from the next."""
    return f" {APART} ".join(" ".join(words(text)) for text in texts)


NUMBERS = {
    "turns": "turns",
    "length": "turns",
    "letters": "letters",
    "moves": "moves",
    "hours": "hours",
    "notes": "notes",
    "disputes": "disputes",
    "rulings": "rulings",
    "appeals": "appeals",
}
"""What is compared as a number: each with its column."""
DAYS = ("opened", "ended")
"""What is compared as a day: a year, a month or a day (`2026-03`)."""
LONGEST = 2_000
"""Of a query, in characters."""
DEEPEST = 50
"""How many brackets and NOTs may stand within each other."""
GRAMMAR = r"""
?start: any
?any: both ("OR" both)*
?both: one ("AND"? one)*
?one: "NOT" one -> without
    | "(" any ")"
    | text
    | COMPARED VALUE -> compared
text: FIELD? (PHRASE | WORD)

COMPARED.3: /[a-z]+(<=|>=|<|>|=)/
VALUE: /[0-9][0-9.-]*/
FIELD.2: /[a-z]+:/
PHRASE.2: /"[^"]*"/
WORD: /(?!(AND|OR|NOT)(?![^\s()]))[^\s()":<>=]+/
%ignore /\s+/
"""


class Sql(NamedTuple):
    """A condition on the table `games`, and its parameters."""

    text: str
    params: tuple[Any, ...] = ()


def condition(query: str) -> Sql:
    """The games that a query means. Raises `Faulty` for a wrong one, with the column where it is wrong."""
    if not query.strip():
        return Sql("1")
    if len(query) > LONGEST:
        raise WrongUsage("query-long", most=LONGEST)
    if _depth(query) > DEEPEST:
        raise WrongUsage("query-deep", most=DEEPEST)
    try:
        return _to_sql(query)
    except UnexpectedInput as error:
        _refuse(query, error)
    except VisitError as error:
        if isinstance(error.orig_exc, Faulty):
            raise error.orig_exc from None
        raise


def _depth(query: str) -> int:
    """No less than how deep brackets and NOTs stand within each other."""
    return query.count("(") + query.count("NOT")


def _to_sql(query: str) -> Sql:
    made: Sql = _Conditions().transform(_parser().parse(query))
    return made


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)


def _refuse(query: str, error: UnexpectedInput) -> NoReturn:
    """Tell where a query cannot be read on."""
    at = getattr(error, "pos_in_stream", None)
    place = len(query.rstrip()) if at is None or at < 0 or _is_end(error) else int(at)
    raise WrongUsage(
        "query-wrong", column=place + 1, rest=query[place : place + 20] or "-", query=query
    ) from None


def _is_end(error: UnexpectedInput) -> bool:
    token = getattr(error, "token", None)
    return isinstance(token, Token) and token.type == "$END"


@v_args(inline=True)
class _Conditions(Transformer[Token, Sql]):
    """Turns what was parsed into conditions."""

    def any(self, *parts: Sql) -> Sql:
        return _joined("OR", parts)

    def both(self, *parts: Sql) -> Sql:
        return _joined("AND", parts)

    def without(self, part: Sql) -> Sql:
        return Sql(f"NOT {part.text}", part.params)

    def text(self, *tokens: Token) -> Sql:
        written = tokens[-1]
        field = str(tokens[0])[:-1] if len(tokens) > 1 else ""
        if field == "game":
            return Sql("games.game = ?", (written.strip('"').lower().replace("-", "_"),))
        if field and field not in FIELDS:
            known = (*FIELDS, "game", *NUMBERS, *DAYS)
            raise WrongUsage("query-field", field=field, column=tokens[0].column, known=known)
        return Sql("games.id IN (SELECT rowid FROM search WHERE search MATCH ?)", (_match(field, written),))

    def compared(self, name: Token, value: Token) -> Sql:
        field = name.rstrip("<>=")
        sign = name[len(field) :]
        if field in DAYS:
            return _day(field, sign, str(value))
        if field not in NUMBERS:
            raise WrongUsage("query-field", field=field, column=name.column, known=(*NUMBERS, *DAYS))
        try:
            number = float(value)
        except ValueError:
            raise WrongUsage("query-number", given=str(value), column=value.column) from None
        return Sql(f"games.{NUMBERS[field]} {sign} ?", (number,))


def _joined(how: str, parts: Sequence[Sql]) -> Sql:
    text = f" {how} ".join(part.text for part in parts)
    return Sql(f"({text})", tuple(value for part in parts for value in part.params))


def _day(field: str, sign: str, value: str) -> Sql:
    """Days are compared as far as they are written: `ended<=2026-03` holds to the end of March."""
    return Sql(f"substr(games.{field}, 1, {len(value)}) {sign} ?", (value,))


def _match(field: str, written: Token) -> str:
    """The query of FTS5 for a word or a phrase."""
    begins = written.endswith("*") and not written.startswith('"')
    found = tuple(words(str(written)))
    if not found:
        raise WrongUsage("query-no-word", given=str(written), column=written.column)
    phrase = f'"{" ".join(found[:1] if begins else found)}"{"*" if begins else ""}'
    return f"{{{field}}} : {phrase}" if field else f"- {{position}} : {phrase}"
