"""Lark's parsers of the grammars of the games. Their tables are worked out once, and kept for other processes.

This module imports Lark.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from referee.util import data
from referee.util.ready import ready


def lark_of(file: str, lexer: type[Lexer]) -> tuple[Lark, str]:
    """The parser of a grammar, which takes its tokens from such a lexer, and the text. Raises what Lark raises.

    The tables of our own are kept; what a grammar of another package imports could change, and nobody would see it.
    """
    text, own = data.text("grammar", file), ours()

    def make() -> Any:
        return _tables(built(text, lexer))

    known = tuple(part for one in own.items() for part in one)
    facts, memo = ready(("grammar", file), known, make) if file in own else make()
    facts["options"]["lexer"] = facts["parser"]["lexer_conf"]["lexer_type"] = lexer
    return Lark.load({"data": facts, "memo": memo}), text


@cache
def ours() -> Mapping[str, str]:
    """All grammars of this program by their names: each imports none but these."""
    found = {one.name: one for one in data.folder("grammar").iterdir() if one.name.endswith(".lark")}
    return {name: found[name].read_text("utf-8") for name in sorted(found)}


def built(text: str, lexer: type[Lexer]) -> Lark:
    """The parser of a grammar, made from its text. Raises what Lark raises."""
    return Lark(text, parser="lalr", lexer=lexer, import_paths=[_imported], maybe_placeholders=True)


def _tables(lark: Lark) -> Any:
    """What Lark saves of a parser, without the lexer and the grammars that it read, which are code."""
    facts, memo = lark.memo_serialize([TerminalDef, Rule])
    facts["options"].update(lexer="", import_paths=[])
    facts["parser"]["lexer_conf"]["lexer_type"] = ""
    return _plain(facts), _plain(memo)


def _plain(value: Any) -> Any:
    """The same without Lark's own kinds of text."""
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return str(value) if isinstance(value, str) else value


def _imported(_: Any, path: str) -> tuple[str, str]:
    """A grammar that another one imports, wherever ours are kept. Raises `OSError` for Lark's own."""
    return path, data.text("grammar", path)
