"""What the players choose when a game is opened: rulings with a second value, names and sides, a deck."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee import plainyaml
from referee.game import Faulty
from referee.plainyaml import Marked

SecondValues = Mapping[str, tuple[str, str, str]]
"""Options that are rulings with a second value: the ruling, its value unless chosen, the other value."""


def full_options(
    given: Mapping[str, str],
    seats: Sequence[str],
    second_values: SecondValues,
    checked_deck: Callable[[Marked], Any] | None = None,
) -> dict[str, Any]:
    """The options in full, as content: nothing in them points to a file (`deck=FILE` is read here, and checked).

    `given` are the words behind `--option`. Without a deck given there is no `deck` in the content: the game puts its
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
