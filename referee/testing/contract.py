"""The contract as tests: a class from which the tests of a game inherit.

    class TestMill(Promises):
        game = "mill"

Its scripts are the folders beside the file of tests that hold a `game.yaml` and a `letters.txt` (see
`referee.testing.scripts`). The result of each is compared with its `transcript.txt`, letters in and letters
out; `REFEREE_UPDATE=1 pytest` writes it, and a person has to read the difference.
"""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from referee.table.audit import audit
from referee.testing.checks import static
from referee.testing.found import EVERY, told
from referee.testing.promises import Promise, Sample, broken, sample
from referee.testing.scripts import load
from referee.testing.suite import Suite, suite_of
from referee.testing.transcripts import transcript

UPDATE = "REFEREE_UPDATE"


@cache
def sampled(suite: Suite, seed: int) -> Sample:
    """The random game of a seed; played once."""
    return sample(suite, seed)


class Promises:
    """What every game must keep, over random games with these seeds, and over the scripts beside the tests."""

    game: ClassVar[str]
    """The name of the game."""
    suite: ClassVar[Suite | None] = None
    """What is known of the game besides its name, for games where something cannot be derived."""
    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2)

    @classmethod
    def known(cls) -> Suite:
        """What is known of the game."""
        if cls.suite is None:
            cls.suite = suite_of(cls.game)
        return cls.suite

    @classmethod
    def folder(cls) -> Path:
        """The folder of these tests."""
        return Path(str(sys.modules[cls.__module__].__file__)).parent

    @classmethod
    def scripts(cls) -> list[Path]:
        """The folders of the scripts of this game."""
        return sorted(one.parent for one in cls.folder().glob("*/letters.txt"))

    @classmethod
    def pytest_generate_tests(cls, metafunc: Any) -> None:
        """Each promise for each seed, and each script, is a test of its own."""
        if "promise" in metafunc.fixturenames:
            metafunc.parametrize("seed", cls.seeds)
            metafunc.parametrize("promise", EVERY, ids=lambda one: one.__name__)
        if "script" in metafunc.fixturenames:
            metafunc.parametrize("script", cls.scripts(), ids=lambda one: one.name)

    def test_the_game_is_whole(self) -> None:
        """Nothing is missing or inconsistent that shows without playing."""
        found = static(self.known().game, self.folder())
        assert not found, told(found)

    def test_it_holds(self, promise: Promise, seed: int) -> None:
        """Over a random whole game nothing breaks the promise."""
        found = broken(promise, sampled(self.known(), seed))
        assert not found, told(found)

    def test_a_script_comes_out_as_it_did(self, script: Path) -> None:
        """Every letter that is sent in it is as it was; its record is ruled the same today."""
        table, text = transcript(load(script))
        file = script / "transcript.txt"
        if os.environ.get(UPDATE):
            file.write_text(text, "utf-8", newline="\n")
        assert audit(table).clean
        assert file.exists(), (str(file), f"{UPDATE}=1")
        assert file.read_text("utf-8") == text, (str(file), f"{UPDATE}=1")
