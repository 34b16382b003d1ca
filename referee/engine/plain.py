"""Values of games as plain data: views, what was seen, choices and moves."""

from collections.abc import Mapping
from typing import Any

from referee.engine.choices import Choices, Family, Move
from referee.util.values import field_names


def as_json(value: Any) -> Any:
    """Views, what was seen, choices and moves as plain data with sorted keys, ready for `json.dumps`.

    A value or named tuple becomes a mapping of its fields, a tuple a list, a set a sorted list. A family
    of moves becomes its key, rule and count, and its moves if they are listed.
    """
    match value:
        case Family():
            moves = [as_json(move) for move in value.moves()] if value.listed else []
            return {"count": value.count, "family": value.key, "moves": moves, "rule": value.rule}
        case Choices():
            return [as_json(family) for family in value.families]
        case Mapping():
            return {str(key): as_json(value[key]) for key in sorted(value, key=str)}
        case set() | frozenset():
            return sorted(as_json(one) for one in value)
        case Move():
            return {"move": type(value).__name__, **_fields(value)}
    if field_names(value) is not None:
        return _fields(value)
    return [as_json(one) for one in value] if isinstance(value, tuple | list) else value


def _fields(value: Any) -> dict[str, Any]:
    return {name: as_json(getattr(value, name)) for name in sorted(field_names(value) or ())}


def plain(value: Any) -> Any:
    """A value as JSON has it: values and named tuples are maps of their fields, sets are sorted lists."""
    if (names := field_names(value)) is not None:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value
