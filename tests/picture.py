"""Draws the pictures of the README: a report, and a board, in the middle of golden games.

python tests/picture.py
"""

import io

from rich.console import Console
from rich.text import Text
from support.golden import EXAMPLES, table_of

from referee.api import Table
from referee.telling.catalog import telling
from referee.telling.pictures import drawing
from referee.telling.sentences import reader_of
from referee.testing.scripts import load

REPORT = EXAMPLES / "thunder" / "report.svg"
BOARD = EXAMPLES / "odins_table" / "board.svg"


def begun(game: str, name: str, letters: int) -> Table:
    """A golden game after some of its letters."""
    example = load(EXAMPLES / game / name)
    table = table_of(example)
    for seat, letter in example.letters[:letters]:
        table.play(seat, letter)
    return table


def report() -> str:
    """Loki's report in a game of Thunder & Lightning, down to the moves."""
    return begun("thunder", "both-treasures", 13).report("loki").partition("AT ANY TIME")[0].rstrip()


def as_in_a_terminal(text: str) -> str:
    """A text as a terminal shows it, as SVG."""
    console = Console(record=True, width=74, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    console.print(Text(text))
    return console.export_svg(title="A report to Loki")


def board() -> str:
    """The board of a game of Odin's Table as Odin sees it."""
    table = begun("odins_table", "swap-into-the-fortress", 18)
    view = table.view("odin")
    drawn = drawing(reader_of(table.game, table.content, view), telling(table.game).table(view))
    assert drawn is not None
    return drawn.svg + "\n"


def main() -> None:
    """Write the pictures."""
    REPORT.write_text(as_in_a_terminal(report()), "utf-8")
    BOARD.write_text(board(), "utf-8")


if __name__ == "__main__":
    main()
