"""What the players choose when a game is opened: rulings with a second value, names and sides, a deck."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from referee.engine.kit.decklist import DRAFT, DeckFile, Schema, mapping
from referee.engine.seating import MASTER, Seating, players, seating_of
from referee.util import plainyaml
from referee.util.errors import Faulty, WrongUsage
from referee.util.values import FieldNote, Value

LONGEST_NAME, LARGEST = 200, 10_000
"""How many characters a player's name in a record may have.

Then the greatest number in options that have no limit of their own.
"""
EXAMPLES = ("anna", "bert", "cleo", "dora", "emil", "fred", "gina", "hugo", "ina")
"""Names of players in examples of an option."""
NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
SecondValues = Mapping[str, tuple[str, str, str]]
"""Options that are rulings with a second value: the ruling, its default value, the other value."""


def ruling(number: str, usual: str, second: str, decides: str) -> Any:
    """A field of a class of `Rulings`: the ruling's number, its default value, the other value, and what it decides."""
    return FieldNote(((number, usual, second), decides), usual)


class Rulings(Value):
    """The options of a game that are rulings with two values.

    A game's own class has one field, made by `ruling`, for each.
    """

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Self:
        """The rulings in options in full."""
        return cls(**{name: content[name] for name in cls.NOTES})

    @classmethod
    def second_values(cls) -> SecondValues:
        """Each with its two values, by its name."""
        return {name: values for name, (values, _) in cls.NOTES.items()}

    @classmethod
    def decide(cls) -> Mapping[str, str]:
        """What each decides, by its name."""
        return {name: decides for name, (_, decides) in cls.NOTES.items()}


NO_RULINGS = Rulings()


def full_options(
    given: Mapping[str, str],
    seats: Sequence[str],
    second_values: SecondValues,
    deck: DeckFile | None = None,
    *,
    fewest: int = 0,
) -> dict[str, Any]:
    """The options in full, as content: nothing in them points to a file (`deck=FILE` is read here, and checked).

    `given` are the words after `--option`. Without a deck given there is no `deck` in the content: the game
    puts its own there. `fewest` is how few players may play, if not all of the `seats` have to be taken (else
    0): then `seats=4` says how many do, or the number of names. Raises `Faulty` for an unknown option or
    value.
    """
    known = (*second_values, *(("deck",) if deck else ()), "players", *(("seats",) if fewest else ()))
    for key, value in given.items():
        if key not in known:
            raise WrongUsage("unknown-option", option=key, known=known)
        if key in second_values and value not in second_values[key][1:]:
            raise WrongUsage("option-value", option=key, value=value, known=second_values[key][1:])
    content: dict[str, Any] = {key: given.get(key, usual) for key, (_, usual, _) in second_values.items()}
    if fewest:
        content["seats"] = _how_many(given, seats, fewest)
    content["players"], content["sides"] = named(
        given.get("players", ""), [one.name for one in seating(seats, content)]
    )
    if deck:
        content["deck"] = deck.checked(plainyaml.read_file(given["deck"])) if "deck" in given else deck.own()
    return content


def held(
    content: Mapping[str, Any],
    seats: Sequence[str],
    second_values: SecondValues,
    deck: DeckFile | None = None,
    *,
    fewest: int = 0,
) -> None:
    """Check the options that a record embeds against those that could have been given. Raises `Faulty` for any other.

    A record may come from anybody: a deck of a billion cards must be refused without being laid out.
    """
    keys = {*second_values, "players", "sides"}
    keys |= {*(("deck",) if deck else ()), *(("seats",) if fewest else ())}
    if type(content) is not dict or content.keys() != keys:
        raise Faulty("options-other", known=tuple(sorted(keys)))
    for key, (_, *values) in second_values.items():
        if content[key] not in values:
            raise WrongUsage("option-value", option=key, value=_brief(content[key]), known=tuple(values))
    seats_held(content, seats, fewest)
    if deck:
        deck.laid(content["deck"])


def seating(seats: Sequence[str], content: Mapping[str, Any]) -> Seating:
    """The seats of a table with these options: as many of the players' as play, and the master's, if there is one."""
    master = [one for one in seats if one == MASTER]
    return seating_of([*players(seats)[: content.get("seats", len(seats))], *master])


def _how_many(given: Mapping[str, str], seats: Sequence[str], fewest: int) -> int:
    """How many players play: as `seats=4` says, or as many as are named, or the fewest."""
    names = len([one for one in given.get("players", "").split(",") if one.strip()])
    masters = len(seats) - len(players(seats))
    usual = str(max(fewest, names - masters) if names else fewest)
    count = given.get("seats", usual)
    if not re.fullmatch("[1-9]", count) or not fewest <= int(count) <= len(players(seats)):
        raise WrongUsage("how-many-seats", given=count, fewest=fewest, most=len(players(seats)))
    return int(count)


def seats_held(content: Mapping[str, Any], seats: Sequence[str], fewest: int = 0) -> None:
    """Check the number of seats and the names in options that a record embeds. Raises `Faulty`."""
    count = content.get("seats", 0)
    if fewest and (type(count) is not int or not fewest <= count <= len(players(seats))):
        raise WrongUsage("how-many-seats", given=_brief(count), fewest=fewest, most=len(players(seats)))
    _players_held(content, seating(seats, content))


def _players_held(content: Mapping[str, Any], seats: Seating) -> None:
    names, sides = content.get("players"), content.get("sides")
    fit = type(names) is list and all(type(name) is str and len(name) <= LONGEST_NAME for name in names)
    if not fit or len(names or ()) not in {0, len(seats)} or sides not in ("agreed", "lot"):
        raise WrongUsage("players-named", given=_brief(names), count=len(seats))


def _brief(value: Any) -> str:
    return str(value)[:LONGEST_NAME]


def sized(content: Any) -> None:
    """Check that every number in options is small enough to be counted out, where no limit is known.

    Raises `Faulty`.
    """
    if type(content) is int and abs(content) > LARGEST:
        raise Faulty("option-number", value=content, most=LARGEST)
    if isinstance(content, list | dict):
        for one in content.values() if isinstance(content, dict) else content:
            sized(one)


def named(words: str, seats: Sequence[str]) -> tuple[list[str], str]:
    """The players' names in the order of the seats, and whether the sides are `agreed` or drawn by `lot`.

    `anna,bert` are names without sides, `thor:anna,loki:bert` with them. The master of a game is named last.
    Raises `Faulty`.
    """
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        return [], "agreed"
    if len(names) != len(seats) or len(set(names)) != len(seats):
        raise WrongUsage("players-named", given=tuple(names), count=len(seats))
    sides = dict(name.split(":", 1) for name in names if ":" in name)
    if not sides:
        return names, "lot"
    if set(sides) != set(seats):
        example = ",".join(f"{seat}:{name}" for seat, name in zip(seats, EXAMPLES, strict=False))
        raise WrongUsage("sides-named", given=tuple(names), seats=tuple(seats), example=example)
    return [sides[seat] for seat in seats], "agreed"


def schema(
    title: str, rulings: type[Rulings], seats: Sequence[str], deck: DeckFile | None = None, *, fewest: int = 0
) -> Schema:
    """The JSON Schema of the options of a game, as a map from option to value. None is required."""
    decide = rulings.decide()
    values: dict[str, Schema] = {
        key: {"description": f"{number}: {decide[key]}", "enum": [usual, second], "default": usual}
        for key, (number, usual, second) in rulings.second_values().items()
    }
    if fewest:
        counts = [str(n) for n in range(fewest, len(players(seats)) + 1)]
        values["seats"] = {"description": "How many play.", "enum": counts}
    values["players"] = _players_schema(seats, fewest)
    if deck:
        told = "A deck file to play with instead of the referee's own."
        values["deck"] = {"description": told, "type": "string"}
    made = mapping(values)
    del made["required"]
    return {"$schema": DRAFT, "title": f"{title}: options", **made}


def _players_schema(seats: Sequence[str], fewest: int) -> Schema:
    most = len(seats)
    least = most - len(players(seats)) + fewest if fewest else most
    named = ",".join(f"{seat}:{name}" for seat, name in zip(seats, EXAMPLES, strict=False))
    many = NUMBERS[most] if least == most else f"{NUMBERS[least]} to {NUMBERS[most].lower()}"
    return {
        "description": f"{many} names: `{named}`; or `{','.join(EXAMPLES[:most])}`, and the sides are drawn by lot.",
        "type": "string",
        "pattern": f"^{','.join(['[^,]+'] * least)}{'(,[^,]+)?' * (most - least)}$",
    }


def chosen(content: Mapping[str, Any], second_values: SecondValues) -> tuple[tuple[str, str, str], ...]:
    """The options of a game that differ from the default: name, value, ruling."""
    return tuple(
        (name, content[name], ruling)
        for name, (ruling, usual, _) in second_values.items()
        if content.get(name, usual) != usual
    )
