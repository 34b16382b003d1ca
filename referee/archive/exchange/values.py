"""Values within an exchange text: words and whole numbers as they are, other texts as strings, the rest as JSON."""

import json
import re
from typing import Any

from referee.archive.exchange.escapes import in_quotes, unescaped
from referee.util.layout import WHOLE

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._'-][A-Za-z0-9]+)*")
_WRAP = re.compile(r"(\\)\r?\n[ \t]*(?:\\(?= ))?|[ \t]*\r?\n[ \t\r\n]*")
"""A line break within JSON: after a backslash the text goes on without a space."""
_NAMED: dict[str, Any] = {"true": True, "false": False, "null": None}
_encode = json.JSONEncoder(separators=(", ", ": ")).encode


class NoValue(ValueError):
    """What stands there is no value."""


def value_of(text: str) -> Any:
    """The value of a word, a string or JSON between backticks. Raises `NoValue`."""
    try:
        if text.startswith('"'):
            return unescaped(text[1:-1])
        if text.startswith("`"):
            return _checked(json.loads(_WRAP.sub(lambda wrap: "" if wrap[1] else " ", text[1:-1])))
    except (ValueError, RecursionError) as error:
        raise NoValue(text[:40]) from error
    return int(text) if _NUMBER.fullmatch(text) else _NAMED.get(text, text)


def _checked(value: Any) -> Any:
    """A value that can stand in a record: JSON without fractions and numbers past 2**53."""
    if isinstance(value, float) or (type(value) is int and not -WHOLE < value < WHOLE):
        raise ValueError("no value of a record")
    if isinstance(value, str):
        value.encode()  # lone surrogates
    for one in (
        (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        _checked(one)
    return value


def written(value: Any) -> str:
    """A value as it is written in the export form."""
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int():
            return str(value)
        case str() if _WORD.fullmatch(value) and value not in _NAMED:
            return value
        case str():
            return in_quotes(value)
    return f"`{_encode(value).replace('`', chr(92) + 'u0060')}`"
