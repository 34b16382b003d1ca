"""The legal moves of Thunder & Lightning as a player reads them: grouped, and none lost."""

import re
from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import Any, cast

import pytest
from board import GAME
from desk import Desk, dealt, middle

from referee.engine.choices import Move
from referee.notation.reader import Order
from referee.telling.moves import moves_text
from referee.telling.sentences import reader_of

HEADING = re.compile(r"[A-Z][A-Z ]{3,}")

POSITIONS: dict[str, dict[str, Any]] = {
    "middle": {},
    "powers": {
        "loki": {
            "hand": "baldr, valkyries, seer, hel, longships, odin, vidarr, gungnir, freya, ravens, ravens*",
            "A": "loki+, fire-giant, ravens",
            "B": "frost-giant",
            "C": "dragon+",
            "pile": "ravens, viking-warriors, female-archer, viking-warriors*, tyr*, ravens*, seer*",
        },
        "thor": {"A": "hirdman, ravens", "C": "ravens, nightmare", "hand": "huscarl", "pile": "einherjar"},
        "ap": 4,
    },
}


def expanded(text: str) -> set[str]:
    """Every move that a grouped list shows: read back from its lines alone."""
    lines = [line for line in text.splitlines() if line and not HEADING.fullmatch(line)]
    joined: list[str] = []
    for line in lines:
        if re.match(r"    [A-Z]+: |    \d(-\d)? of these|    for instance|  \S|\S", line):
            joined.append(line)
        else:
            joined[-1] += " " + line.strip()
    found: set[str] = set()
    for at, line in enumerate(joined):
        below = [later[4:] for later in joined[at + 1 : at + 3]]
        found |= set(_moves_of(line, below))
    return found


def _moves_of(line: str, below: Sequence[str]) -> list[str]:
    body = line[2:] if line.startswith("  ") and line[2] != " " else line.partition("]: ")[2]
    if not body or "order CARD" in body:
        return []
    if body.endswith("..."):
        head = body.split(" CARD")[0].split(" COLUMN")[0]
        return [f"{head} {', '.join(words)}" for words in _lists(below[0])]
    if re.search(r" [A-Z]{2,}, [A-Z]{2,}, [A-Z]{2,}$", body):
        return [f"{body.split(' ')[0]} {', '.join(words)}" for words in _lists(below[0])]
    if match := re.fullmatch(r"(.*?) ([A-Z]{4,}|TO|FROM) ([A-Z]{2,})", body):
        slots = [words.split(": ", 1)[1].split(" / ") for words in below[:2]]
        return [f"{match[1]} {one} {two}" for one, two in product(*slots)]
    first, *others = re.sub(r"\b(own|captured) (?=[a-z])", r"\1_", body).split(" / ")
    head, _, last = first.rpartition(" ")
    found = [f"{head} {word}" for word in (last, *others)] if others else [first]
    return [move.replace("_", " ") for move in found]


def _lists(below: str) -> list[tuple[str, ...]]:
    match = re.fullmatch(r"(\d)(?:-(\d))? of these(, in your order)?: (.*)", below)
    assert match, below
    least, most = int(match[1]), int(match[2] or match[1])
    pool: list[str] = []
    for item in match[4].split(" / "):
        name, _, times = item.partition(" x")
        pool += [name] * int(times or 1)
    way = permutations if match[3] else combinations
    return list(dict.fromkeys(words for size in range(least, most + 1) for words in way(pool, size)))


@pytest.mark.parametrize("name", POSITIONS)
def test_every_listed_move_can_be_read_off_the_groups(name: str) -> None:
    """The grouped moves, read back as a person would, are exactly the listed legal moves."""
    desk = middle() if name == "middle" else Desk(**POSITIONS[name])
    board = desk.board
    choices = board.choices("loki")
    text = moves_text(reader_of(GAME, board.options, board.view("loki")), choices)
    assert expanded(text) == {move.written for move in choices}
    assert len(text.splitlines()) < 120
    assert sum(line.startswith("  lay ") for line in text.splitlines()) == 1


def test_every_first_row_can_be_read_off_the_groups() -> None:
    """1.3 The choice of the first row is one line with its cards, not hundreds."""
    desk = dealt()
    choices = desk.board.choices("loki")
    text = moves_text(reader_of(GAME, desk.board.options, desk.board.view("loki")), choices)
    assert expanded(text) == {move.written for move in choices}
    assert "deploy CARD, CARD, CARD" in text


def test_the_full_list_has_a_line_for_each_move() -> None:
    """`full` lists every listed move on a line of its own, and described families by form and example."""
    board = middle().board
    choices = board.choices("loki")
    text = moves_text(reader_of(GAME, board.options, board.view("loki")), choices, full=True)
    told = {part for line in text.splitlines() for part in (line.strip(), line.partition("]: ")[2])}
    assert {move.written for move in choices} <= told
    assert "    for instance: challenge " in text


def test_examples_of_described_families_are_legal() -> None:
    """What stands after `for instance` is a legal move, and the same one every time."""
    board = middle().board
    choices = board.choices("loki")
    text = moves_text(reader_of(GAME, board.options, board.view("loki")), choices)
    flat = re.sub(r"\n    (?=[a-z])(?!for instance)", " ", text)
    examples = re.findall(r"for instance: (.*)", flat)
    assert len(examples) == sum(not family.listed for family in choices.families)
    for example in examples:
        order = cast("Order", board.reader.read(example))
        move = GAME.resolve(order.move, board.view("loki"))
        assert isinstance(move, Move)
        assert move in choices
    assert moves_text(reader_of(GAME, board.options, board.view("loki")), choices) == text


def test_the_example_of_a_discard_order_names_cards_that_may_fall() -> None:
    """14.6 Those that lie in the column, or on the own battlefield; none that nobody has seen."""
    board = Desk(
        loki={"hand": "ravens", "A": "frost-giant, dragon", "B": "shield-wall"},
        thor={"A": "hirdman", "C": "huscarl"},
        ap=2,
    ).board
    told = {one.key: one.example for one in board.choices("loki").families if one.example}
    written = {key: one.written for key, one in told.items()}
    assert written["challenge-order"] == "challenge A order dragon, frost-giant"
    assert written["use ravens order"] == "use ravens A order dragon, frost-giant"
    assert written["standing order"] == "standing order frost-giant, dragon, shield-wall"
    assert all(one in board.choices("loki") for one in told.values())
