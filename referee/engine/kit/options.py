"""What the players choose when a game is opened: rulings with a second value, names and sides, a deck."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import Marked

LONGEST_NAME, LARGEST = 200, 10_000
"""Characters of a player's name in a record; the greatest number in the options of a game that says nothing more of them."""
SecondValues = Mapping[str, tuple[str, str, str]]
"""Options that are rulings with a second value: the ruling, its value unless chosen, the other value."""


def full_options(
    given: Mapping[str, str],
    seats: Sequence[str],
    second_values: SecondValues,
    checked_deck: Callable[[Marked], Any] | None = None,
) -> dict[str, Any]:
    """The options in full, as content: nothing in them points to a file (`deck=FILE` is read here, and checked).

    `given` are the words after `--option`. Without a deck given there is no `deck` in the content: the game puts its
    own there. Raises `Faulty` for what there is not.
    """
    known = (*second_values, *(("deck",) if checked_deck else ()), "players")
    for key, value in given.items():
        if key not in known:
            raise Faulty("unknown-option", option=key, known=known)
        if key in second_values and value not in second_values[key][1:]:
            raise Faulty("option-value", option=key, value=value, known=second_values[key][1:])
    content: dict[str, Any] = {key: given.get(key, usual) for key, (_, usual, _) in second_values.items()}
    content["players"], content["sides"] = players(given.get("players", ""), seats)
    if checked_deck and "deck" in given:
        content["deck"] = checked_deck(plainyaml.read_file(given["deck"]))
    return content


def held(
    content: Mapping[str, Any],
    seats: Sequence[str],
    second_values: SecondValues,
    checked_deck: Callable[[Marked], Any] | None = None,
) -> None:
    """Hold the options that a record embeds to those that could have been given. Raises `Faulty` for any other.

    A record may come from anybody: a deck of a billion cards must not be laid out to see that there is none.
    """
    keys = {*second_values, "players", "sides", *(("deck",) if checked_deck else ())}
    if type(content) is not dict or content.keys() != keys:
        raise Faulty("options-other", known=tuple(sorted(keys)))
    for key, (_, *values) in second_values.items():
        if content[key] not in values:
            raise Faulty("option-value", option=key, value=_brief(content[key]), known=tuple(values))
    _players_held(content, seats)
    if checked_deck:
        checked_deck(plainyaml.content(content["deck"], "opening/options/deck"))


def _players_held(content: Mapping[str, Any], seats: Sequence[str]) -> None:
    names, sides = content["players"], content["sides"]
    fit = type(names) is list and all(type(name) is str and len(name) <= LONGEST_NAME for name in names)
    if not fit or len(names) not in {0, len(seats)} or sides not in ("agreed", "lot"):
        raise Faulty("two-players", given=_brief(names), count=len(seats))


def _brief(value: Any) -> str:
    return str(value)[:LONGEST_NAME]


def sized(content: Any) -> None:
    """Hold every number in options to what can be counted out, where nothing more is known of them. Raises `Faulty`."""
    if type(content) is int and abs(content) > LARGEST:
        raise Faulty("option-number", value=content, most=LARGEST)
    if isinstance(content, list | dict):
        for one in content.values() if isinstance(content, dict) else content:
            sized(one)


def players(words: str, seats: Sequence[str]) -> tuple[list[str], str]:
    """The players' names in the order of the seats, and whether the sides are `agreed` or drawn by `lot`.

    `anna,bert` are names without sides, `thor:anna,loki:bert` with them. Raises `Faulty`.
    """
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        return [], "agreed"
    if len(names) != len(seats) or len(set(names)) != len(seats):
        raise Faulty("two-players", given=tuple(names), count=len(seats))
    sides = dict(name.split(":", 1) for name in names if ":" in name)
    if not sides:
        return names, "lot"
    if set(sides) != set(seats):
        example = ",".join(
            f"{seat}:{name}" for seat, name in zip(seats, ("anna", "bert", "cleo"), strict=False)
        )
        raise Faulty("two-sides", given=tuple(names), seats=tuple(seats), example=example)
    return [sides[seat] for seat in seats], "agreed"


def chosen(content: Mapping[str, Any], second_values: SecondValues) -> tuple[tuple[str, str, str], ...]:
    """The options of a game that are not the usual ones: name, value, ruling."""
    return tuple(
        (name, content[name], ruling)
        for name, (ruling, usual, _) in second_values.items()
        if content.get(name, usual) != usual
    )
