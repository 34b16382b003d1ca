"""The whole games of `examples/`: their names, and what is sent in them."""

from pathlib import Path

from referee.testing.scripts import table_of, transcript

__all__ = ["EXAMPLES", "GAMES", "NAMES", "table_of", "transcript"]

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in EXAMPLES.glob("*/*/letters.txt"))
GAMES = sorted({name.partition("/")[0] for name in NAMES})
"""Every example of every game, `thunder/first-blood`; and the games."""
