"""Answers to words that people send alone: `status`, `score`, `hint`, `undo`, `pass`; and words for another player."""

import re
from collections.abc import Callable, Mapping

from referee.engine.choices import Choices
from referee.notation.folding import fold, key
from referee.telling.moves import example_move
from referee.telling.sentences import Reader, owed_told, waited_for

ADDRESSED = re.compile(r"(?:tell )?([^\W\d_]+), +(\S+(?: +\S+){2,})")
"""Words that begin with a name: `Bert, that was close`; three of them at least, for a greeting has none."""

Answer = tuple[str, tuple[str, ...]]
"""A sentence, and the orders by which its reader may go on."""


def _status(reader: Reader, _choices: Choices) -> Answer:
    """Where the table stands, and who owes what; the deadlines stand in the report below."""
    if reader.view.outcome:
        return reader.text("asked-over"), ()
    mine = [one.text for one in owed_told(reader, {}) if one.mine]
    position = reader.text("position", position="{}.{}".format(*reader.game.position(reader.view)))
    return " ".join((position, *(mine or [waited_for(reader)]))), ()


def _score(reader: Reader, _choices: Choices) -> Answer:
    return reader.text("asked-over" if reader.view.outcome else "asked-score"), ()


def _hint(reader: Reader, choices: Choices) -> Answer:
    """One order that is allowed, the likeliest where the game says so."""
    order = example_move(reader, choices)
    return (reader.text("asked-hint"), (order,)) if order else _status(reader, choices)


def _undo(reader: Reader, choices: Choices) -> Answer:
    if reader.view.outcome:
        return _status(reader, choices)
    return reader.text("asked-undo"), (reader.order("offer undo"),)


def _pass(reader: Reader, choices: Choices) -> Answer:
    order = "" if reader.view.outcome else example_move(reader, choices)
    return reader.text("asked-pass"), (order,) if order else ()


ANSWERS: Mapping[str, Callable[[Reader, Choices], Answer]] = {
    "status": _status,
    "score": _score,
    "hint": _hint,
    "undo": _undo,
    "pass": _pass,
}
"""What answers each of these words."""


def for_another(reader: Reader, line: str) -> str:
    """The words of a line of prose that begins with the name of another player: `tell Bert, ...`; "" for any other."""
    folded = fold(line.strip())
    found = ADDRESSED.match(folded.text)
    names = dict(reader.view.names)
    called = {seat: {key(fold(one).text) for one in (seat, names.get(seat) or seat)} for seat in reader.seats}
    own = called.pop(reader.view.seat, set[str]())
    if found is None or key(found[1]) not in set[str]().union(*called.values()) - own:
        return ""
    return line.strip()[folded.columns[found.start(2)] :]
