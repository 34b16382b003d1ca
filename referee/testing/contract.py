"""The contract as tests: a class from which the tests of a game inherit; and all that is wrong with a game, as text.

    class TestMill(Promises):
        game = "mill"

Its scripts are the folders beside the file of tests that hold a `game.yaml` and a `letters.txt` (see
`referee.testing.scripts`). The result of each is compared with its `transcript.txt`, letters in and letters
out; `REFEREE_UPDATE=1 pytest` writes it, and a person has to read the difference.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from referee.engine.game import Game
from referee.table.audit import audit
from referee.testing.checks import static
from referee.testing.places import crash, root_of
from referee.testing.promises import PROMISES, Promise, Sample, all_is_told, broken, sample
from referee.testing.scripts import load, transcript
from referee.testing.suite import Suite, suite_of
from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
from referee.util.text import Counted

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


SEEDS = (0, 1)
ENDLESS = "check-endless"
EVERY: tuple[Promise, ...] = (all_is_told, *PROMISES)


def tests_of(game: Game) -> Path | None:
    """The folder with the tests of a game: beside its package, if that lies in a project of its own; else None."""
    project = root_of(game).parent
    for above in (project, project.parent):
        if (above / "pyproject.toml").is_file() and (above / "tests").is_dir():
            return above / "tests"
    return None


def all_found(game: Game, tests: Path | None, seeds: Sequence[int] = SEEDS) -> list[Faulty]:
    """What is wrong with a game. It is played only if nothing is wrong that shows without playing."""
    if seen := static(game, tests):
        return seen
    suite, long = suite_of(game.name), list[Faulty]()
    for seed in seeds:
        played = _played(suite, seed)
        if found := [one for one in played if one.why.key != ENDLESS]:
            return found
        long += played
    # One game that ends shows that there is an end, however long another takes by orders at random.
    return long[:1] if len(long) == len(seeds) else []


def _played(suite: Suite, seed: int) -> list[Faulty]:
    """What shows in one random game."""
    try:
        one = sample(suite, seed)
    except Exception as error:  # noqa: BLE001  whatever the game's code does is told with its place
        return [crash(error, suite.game)]
    found = [fault for promise in EVERY for fault in broken(promise, one)]
    return list({(one.where, one.why.key): one for one in found}.values())


# Faults found, as text: a line each.


FILE = "cli.en.yaml"


def _shown(params: Mapping[str, Any]) -> Mapping[str, Counted]:
    return {name: Counted(value) for name, value in params.items()}


def told(faults: Iterable[Faulty]) -> str:
    """The place of each fault and what is wrong, in the sentences of the command line."""
    sentences = plainyaml.read_text(data.text("templates", FILE), FILE).value["faults"]
    lines = [
        f"{one.where}: {sentences[one.why.key].format_map(_shown(one.why.params))}"
        if one.why.key in sentences
        else str(one)
        for fault in faults
        for one in faults_of(fault)
    ]
    return "\n".join(("", *lines))
