"""The form of a move: how it is written, and which of its fields the parts of a line turn into.

    @move("lay {card} {column}[{row}]")

Words stand as they are, and `{field}` is a field of the move. A bracket is left out where a field in it is empty ("",
0, ()). `{take|none}` is the word after the bar where the field is empty. Of several forms, the first counts whose
fields are not empty, leaving aside those in brackets and those with such a word; else the last. A tuple is written with
commas; `written` of `referee.engine.moves.move` says otherwise for a field.

The alternative of the grammar that ends in `-> lay` is a `Lay`: its parts are the fields, in the order of the form. A
number becomes an `int`, what is left out is empty, and a tuple takes all that stands in its part, in order.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, get_args, get_origin, get_type_hints

from referee.util.regexes import regex
from referee.util.values import field_names

Writer = Callable[[Any], str]
"""How the value of a field is written."""

FIELD = r"\{(\w+)(?:\|([\w-]+))?\}"
TEXT = rf"(?:[^][{{}}]|{FIELD})"
WHOLE = regex(rf"(?:{TEXT}|\[{TEXT}+\])*")
SPANS = regex(r"\[([^]]*)\]|([^][]+)")


def alias_of(kind: type) -> str:
    """How the grammar calls a class of moves: `UseSpear` is `use_spear`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


class Span:
    """A part of a form, in brackets or not.

    Attributes:
        fields: of each field the words before it, its name, and the word that stands for an empty one (or None).
        after: the words after the last field.
        may_lack: it stands in brackets.
    """

    __slots__ = ("after", "fields", "may_lack")

    def __init__(self, text: str, *, may_lack: bool) -> None:
        """Take a part apart."""
        *pieces, self.after = re.split(FIELD, text)
        self.fields = tuple(zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True))
        self.may_lack = may_lack

    def written(self, move: Any, writers: Mapping[str, Writer]) -> str:
        """This part of a move."""
        text = ""
        for before, name, instead in self.fields:
            if value := getattr(move, name):
                text += before + writers.get(name, _plainly)(value)
            elif self.may_lack:
                return ""
            else:
                text += before + (instead or writers.get(name, _plainly)(value))
        return text + self.after


class Form:
    """One form of a move: all its fields, and those that cannot be empty in it."""

    def __init__(self, text: str) -> None:
        """Take a form apart. Raises `ValueError` for brackets and braces that do not fit."""
        if not WHOLE.fullmatch(text):
            raise ValueError(text)
        self.text = text
        self.spans = [Span(one[1] or one[2], may_lack=bool(one[1])) for one in SPANS.finditer(text)]
        named = [(span.may_lack, *field) for span in self.spans for field in span.fields]
        self.fields = tuple(name for _, _, name, _ in named)
        self.needed = tuple(name for may_lack, _, name, instead in named if not (may_lack or instead))

    def written(self, move: Any, writers: Mapping[str, Writer]) -> str:
        """A move in this form."""
        return "".join([span.written(move, writers) for span in self.spans])


class Forms:
    """The forms of a class of moves."""

    def __init__(self, made: type, texts: Sequence[str], writers: Mapping[str, Writer]) -> None:
        """Raise `TypeError` for a form that cannot be read, a field that the class lacks, or one that no form names."""
        self.made, self.writers = made, writers
        try:
            self.forms = tuple(map(Form, texts))
        except ValueError as error:
            raise TypeError(f"{made.__name__}: the form {error} cannot be read") from None
        there = {*(field_names(made) or ())} if texts else frozenset[str]()
        named = {name for form in self.forms for name in form.fields}
        if wrong := sorted(({*named, *writers}) - there):
            raise TypeError(f"{made.__name__}: its form names {wrong[0]}, which is no field of it")
        if wrong := sorted(there - named):
            raise TypeError(f"{made.__name__}.{wrong[0]}: no form of the move names it")

    def written(self, move: Any) -> str:
        """The canonical notation of a move."""
        for form in self.forms[:-1]:
            if all(getattr(move, name) for name in form.needed):
                return form.written(move, self.writers)
        return self.forms[-1].written(move, self.writers)

    def read(self, *parts: Any) -> Any:
        """The move of the parts of a line: text, None for what was left out, and what the game's builders made.

        They are the fields of the form that has as many, else the first fields of the first form. Raises `TypeError` if
        there are more parts than fields.
        """
        form = next((one for one in self.forms if len(one.fields) == len(parts)), self.forms[0])
        if len(parts) > len(form.fields):
            raise TypeError(f"{self.made.__name__}: {len(parts)} parts, for {form.text}")
        given = dict(zip(form.fields, parts, strict=False))
        return self.made(**{name: take(given.get(name)) for name, take in self._taken.items()})

    @cached_property
    def _taken(self) -> Mapping[str, Callable[[Any], Any]]:
        """What becomes of the part that a field is of, by the type of the field."""
        kinds = get_type_hints(self.made)
        return {name: _taken_as(kinds[name]) for name in field_names(self.made) or ()}


def _plainly(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _taken_as(kind: Any) -> Callable[[Any], Any]:
    if get_origin(kind) is tuple:
        one = _taken_as(get_args(kind)[0])
        return lambda part: tuple(map(one, _all_of(part)))
    if kind in {int, str, bool}:
        return lambda part: kind() if part is None else kind(part)
    return lambda part: part


def _all_of(part: Any) -> Iterator[Any]:
    """Everything in a part, in order."""
    if isinstance(part, tuple):
        for one in part:
            yield from _all_of(one)
    elif part is not None:
        yield part
