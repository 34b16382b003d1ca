"""Proves the tests: breaks each rule, event and audience of a game in turn, and lists what no test notices.

    python tests/mutate.py                    # everything of Thunder & Lightning; a few minutes
    python tests/mutate.py 15.2               # only what cites that number; -v tells each as it is tried
    python tests/mutate.py --game odins_table # another game

A broken rule allows everything; a broken event changes nothing; a broken audience is turned round. Each must
make a test fail that bears its number (`test_15_2_...`). What is caught only by tests under other numbers is
listed as `elsewhere`, what is caught by none as `survivor`: the exit code is then 1. Every mutation runs in a
forked process of its own.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from referee.engine.events import EVERYONE, NOBODY, Event
from referee.engine.rules import Rule
from referee.house import chapters, invitation
from referee.house.chapters import events_of
from referee.house.games import find

HERE = Path(__file__).parent
PATIENCE = 60
TELLING = (
    "Accepted",
    "AddressCorrected",
    "Flanked",
    "HandSeen",
    "LanguageChosen",
    "Noted",
    "Resigned",
    "Said",
    "SecretRenewed",
    "SilenceCalled",
    "StandingUsed",
    "Stood",
    "TreasureShown",
    "Unanswered",
)
EXPLAINED: dict[str, str] = {
    f"event {name} changes nothing": "it only tells: no card moves with it" for name in TELLING
}
"""Survivors that cannot be otherwise, each with its reason."""


@dataclass(frozen=True)
class Mutation:
    """One way to break the game: its name, the numbers it stands for, and how it is done."""

    name: str
    numbers: tuple[str, ...]
    apply: Callable[[], None]


def mutations(game: Any) -> Iterator[Mutation]:
    """Every rule, event and audience of a game."""
    houses = [*invitation.ANSWERS.values(), chapters.AT_EVERY_TABLE]
    rules = {id(one): one for held in (*(held for _, held in game.MOVES.values()), *houses) for one in held}
    for one in rules.values():
        yield Mutation(f"rule {one.number} {one.name} allows", (one.number,), _allowing(one))
    for name, cls in sorted(events_of(game).items()):
        numbers = () if any(f.name == "rule" for f in cls.shown) else (cls.number,)
        yield Mutation(f"event {name} changes nothing", numbers, _inert(cls))
        for at, f in enumerate(cls.shown):
            # Of an event that only some learn of, a field shown to all is no different from one shown to them.
            turned = NOBODY if f.audience.everyone or cls.only else EVERYONE
            yield Mutation(f"field {name}.{f.name} turned round", numbers, _turned(cls, at, turned))
        if cls.only:
            yield Mutation(f"event {name} shown to all", numbers, _public(cls))


def _allowing(one: Rule) -> Callable[[], None]:
    return lambda: object.__setattr__(one, "check", lambda _view, _move: None)


def _inert(cls: type[Event]) -> Callable[[], None]:
    return lambda: setattr(cls, "change", lambda _self, state: state)


def _public(cls: type[Event]) -> Callable[[], None]:
    return lambda: setattr(cls, "only", ())


def _turned(cls: type[Event], at: int, audience: Any) -> Callable[[], None]:
    shown = list(cls.shown)
    shown[at] = replace(shown[at], audience=audience)
    return lambda: setattr(cls, "shown", tuple(shown))


def caught(mutation: Mutation, numbers: tuple[str, ...], where: Sequence[str]) -> bool:
    """Whether a test in these places fails under the mutation: among those of these numbers, or, if none, of all."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(PATIENCE)  # a game that hangs is noticed
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
            mutation.apply()
            words = " or ".join(f"test_{number.replace('.', '_')}_" for number in numbers)
            chosen = ["-k", words] if words else []
            code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", *chosen, *where])
        os._exit(int(code))
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code > pytest.ExitCode.TESTS_FAILED and code != pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"{mutation.name}: pytest ended with {code}")
    return code == pytest.ExitCode.TESTS_FAILED or code < 0  # below 0: a signal, the game hung


QUICKEST = {"thunder": "thunder/test_knowledge.py", "odins_table": "odins_table/test_07_knowledge.py"}


def places(game: str) -> list[str]:
    """What is run for a game, the quickest to notice an audience first."""
    of_all = ["test_play.py", "test_house_rules.py", game, "test_languages.py", "test_contract.py"]
    return [str(HERE / place) for place in (QUICKEST[game], *of_all)]


def main() -> int:
    """Break everything in turn; 1 if something survives unexplained."""
    words = [word for word in sys.argv[1:] if word != "-v"]
    game = words.pop(words.index("--game") + 1) if "--game" in words else "thunder"
    wanted, where = set(words) - {"--game"}, places(game)
    survivors, elsewhere, total = [], [], 0
    for mutation in mutations(find(game)):
        if "-v" in sys.argv:
            print(mutation.name, flush=True)
        if wanted and not wanted & set(mutation.numbers):
            continue
        total += 1
        if mutation.numbers and caught(mutation, mutation.numbers, where):
            continue
        if caught(mutation, (), where):
            elsewhere.append(mutation)
        else:
            survivors.append(mutation)
            print(f"survivor: {mutation.name}: {EXPLAINED.get(mutation.name, 'unexplained')}", flush=True)
    named = [one for one in elsewhere if one.numbers]
    for one in named:
        print(f"elsewhere: {one.name}")
    unexplained = [one for one in survivors if one.name not in EXPLAINED]
    print(f"{total} mutations, {len(named)} caught only elsewhere, {len(survivors)} survivors")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
