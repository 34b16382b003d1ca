"""Proves the tests: breaks each rule, event and audience of a game or of the house in turn.

It lists what no test notices.

    python tests/mutate.py                    # everything of Thunder & Lightning; a few minutes
    python tests/mutate.py 15.2               # only what cites that number; -v tells each as it is tried
    python tests/mutate.py --game odins_table # another game
    python tests/mutate.py --game sindri      # one of examples/, too
    python tests/mutate.py --game house       # the rules that hold at every table

A broken rule allows everything; a broken event changes nothing (one that only tells is left out); a broken
audience is turned round. Each must make a test fail that bears its number (`test_15_2_...`). What only tests
under other numbers notice is listed as `elsewhere`, what no test notices as `survivor`: the exit code is then
1. Every mutation runs in a forked process of its own.
"""

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine.events import EVERYONE, NOBODY, Event, LeavesTheTable
from referee.engine.rules import Rule
from referee.house import chapters, disputes, invitation, undo
from referee.house.games import find
from referee.house.rulings import Folded
from referee.table import fold
from referee.util.translations import HOUSE
from referee.util.values import Value, force_setattr, replace

HERE = Path(__file__).parent
SINDRI = "sindri"
"""A game of `examples/`, which the tests announce."""
PATIENCE = 30
"""Seconds of the processor that a run may take; a game that no longer ends takes them all."""
EXPLAINED: dict[str, str] = {}
"""Survivors that cannot be otherwise, each with its reason."""


class Mutation(Value, dict=True):
    """One way to break the game: its name, the numbers it stands for, and how it is done."""

    name: str
    numbers: tuple[str, ...]
    apply: Callable[[], None]


def mutations(name: str) -> Iterator[Mutation]:
    """Every rule, event and audience of a game, or of the house."""
    if name == HOUSE:
        held: Iterable[Sequence[Rule]] = (
            *invitation.ANSWERS.values(),
            chapters.AT_EVERY_TABLE,
            *(held for _, held in (*disputes.WORDS.values(), *undo.WORDS.values())),
        )
        events = chapters.EVENTS
    else:
        game = find(name)
        held, events = (one for _, one in game.MOVES.values()), game.events
    rules = {id(one): one for some in held for one in some}
    for one in rules.values():
        yield Mutation(f"rule {one.number} {one.name} allows", (one.number,), _allowing(one))
    yield from _of_events(events)


def _of_events(events: Mapping[str, type[Event]]) -> Iterator[Mutation]:
    """Each event that changes nothing, and each that is shown to others."""
    for name, cls in sorted(events.items()):
        numbers = () if any(f.name == "rule" for f in cls.shown) else (cls.number,)
        if cls.change.__code__.co_code != LeavesTheTable.change.__code__.co_code:
            yield Mutation(f"event {name} changes nothing", numbers, _inert(cls))
        for at, f in enumerate(cls.shown):
            # Of an event that only some learn of, a field shown to all is no different from one shown to them.
            shown = f.audience.everyone or (cls.only and f.audience != NOBODY)
            turned = NOBODY if shown else EVERYONE
            yield Mutation(f"field {name}.{f.name} turned round", numbers, _turned(cls, at, turned))
        if cls.only:
            yield Mutation(f"event {name} shown to all", numbers, _public(cls))


def _allowing(one: Rule) -> Callable[[], None]:
    return lambda: force_setattr(one, "check", lambda _view, _move: None)


def _inert(cls: type[Event]) -> Callable[[], None]:
    if not issubclass(cls, Folded):
        return lambda: setattr(cls, "change", lambda _self, state: state)
    folded = fold.folded

    def left_out(game: Any, before: Any, now: Any, event: Event) -> Any:
        return now if isinstance(event, cls) else folded(game, before, now, event)

    return lambda: setattr(fold, "folded", left_out)


def _public(cls: type[Event]) -> Callable[[], None]:
    return lambda: setattr(cls, "only", ())


def _turned(cls: type[Event], at: int, audience: Any) -> Callable[[], None]:
    shown = list(cls.shown)
    shown[at] = replace(shown[at], audience=audience)
    return lambda: setattr(cls, "shown", tuple(shown))


def caught(mutation: Mutation, numbers: tuple[str, ...], where: Sequence[str], *given: str) -> bool:
    """Whether a test in these places fails under the mutation: among those of these numbers, or, if none, of all.

    `given` goes to pytest too.
    """
    pid = os.fork()
    if pid == 0:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # a game that hangs is noticed, on a busy machine too
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
            mutation.apply()
            words = " or ".join(f"test_{number.replace('.', '_')}_" for number in numbers)
            chosen = ["-k", words] if words else []
            code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", *chosen, *given, *where])
        os._exit(int(code))
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code > pytest.ExitCode.TESTS_FAILED and code != pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"{mutation.name}: pytest ended with {code}")
    return code == pytest.ExitCode.TESTS_FAILED or code < 0  # below 0: a signal, the game hung


QUICKEST = {
    "thunder": "thunder/test_knowledge.py",
    "odins_table": "odins_table/test_07_knowledge.py",
    SINDRI: "sindri/test_rules.py",
    HOUSE: "house",
}
QUICK = ("-m", "not slow")
BY_NUMBER = re.compile(r"^def test_h\d+_", re.MULTILINE)


def places(name: str) -> list[str]:
    """What is run for a game or the house, the quickest to notice an audience first."""
    if name == HOUSE:
        rest = sorted(
            path
            for path in HERE.rglob("test_*.py")
            if path.parent.name != QUICKEST[name] and BY_NUMBER.search(path.read_text("utf-8"))
        )
        return [str(HERE / QUICKEST[name]), *map(str, rest)]
    if name == SINDRI:
        return [str(HERE / QUICKEST[name]), str(HERE / name)]
    of_all = [
        "table/test_play.py",
        "house/test_house_rules.py",
        name,
        "desk/test_languages.py",
        "testing/test_contract.py",
    ]
    return [str(HERE / place) for place in (QUICKEST[name], *of_all)]


def main() -> int:
    """Break everything in turn; 1 if something survives unexplained."""
    words = [word for word in sys.argv[1:] if word != "-v"]
    name = words.pop(words.index("--game") + 1) if "--game" in words else "thunder"
    with installed(name):
        return broken(name, words)


@contextlib.contextmanager
def installed(name: str) -> Iterator[None]:
    """The game as if its package were installed, where it is one of `examples/`."""
    if name != SINDRI:
        yield
        return
    sys.path += [str(HERE / SINDRI), str(HERE.parent / "examples" / SINDRI)]
    from forge import announced

    with announced():
        yield


def broken(name: str, words: Sequence[str]) -> int:
    """Break in turn what bears these numbers, or everything."""
    wanted, where = set(words) - {"--game"}, places(name)
    survivors, elsewhere, total = [], [], 0
    for mutation in mutations(name):
        if "-v" in sys.argv:
            print(mutation.name, flush=True)
        if wanted and not wanted & set(mutation.numbers):
            continue
        total += 1
        quick = bool(mutation.numbers) and caught(mutation, mutation.numbers, where[:1], *QUICK)
        if quick or (mutation.numbers and caught(mutation, mutation.numbers, where)):
            continue
        if caught(mutation, (), where):
            if mutation.numbers:
                elsewhere.append(mutation)
                print(f"elsewhere: {mutation.name}", flush=True)
        else:
            survivors.append(mutation)
            print(f"survivor: {mutation.name}: {EXPLAINED.get(mutation.name, 'unexplained')}", flush=True)
    unexplained = [one for one in survivors if one.name not in EXPLAINED]
    print(f"{total} mutations, {len(elsewhere)} caught only elsewhere, {len(survivors)} survivors")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
