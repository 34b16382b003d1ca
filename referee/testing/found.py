"""Everything that is wrong with a game, with file and line: what can be seen, and what shows in random games."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.testing.checks import static
from referee.testing.places import place_of_error, root_of
from referee.testing.promises import PROMISES, Promise, broken, sample
from referee.testing.suite import Suite, suite_of
from referee.testing.tellings import all_is_told
from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
from referee.util.text import Counted

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
        said = f"{type(error).__name__}: {error}"
        return [Faulty("check-crash", where=place_of_error(error, suite.game), error=said)]
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
