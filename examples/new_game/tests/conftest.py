"""The game is known to its tests, installed or not."""

from pathlib import Path

from referee.testing.packages import made_known

made_known(Path(__file__).resolve().parents[1])
