"""Draws the picture of the README: a report in the middle of a golden game.

python tests/picture.py
"""

import io
from pathlib import Path

from golden import table_of
from rich.console import Console
from rich.text import Text

from referee import share
from referee.examples import load

PICTURE = Path(__file__).parents[1] / "examples" / "thunder" / "report.svg"
LETTERS = 13


def report() -> str:
    """Loki's report after some letters of a golden game, down to the moves."""
    example = load(share.folder("examples").joinpath("thunder", "both-treasures"))
    table = table_of(example)
    for seat, letter in example.letters[:LETTERS]:
        table.play(seat, letter)
    return table.report("loki").partition("AT ANY TIME")[0].rstrip()


def main() -> None:
    """Write the picture."""
    console = Console(record=True, width=74, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    console.print(Text(report()))
    PICTURE.write_text(console.export_svg(title="A report to Loki"), "utf-8")


if __name__ == "__main__":
    main()
