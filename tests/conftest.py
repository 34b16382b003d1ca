"""The rings of the test run, its options, and the profiles of hypothesis.

Plain `pytest` runs the inner ring: all tests not marked `slow`. `pytest -m slow` runs the outer one, `pytest
FILE` all tests of a file. Of a test with many cases the outer ring runs two, the first and the last, unless
each counts for itself (`every`); with REFEREE_FULL set it runs all.

A profile is chosen by `--hypothesis-profile`. None has a deadline, since the time for an example depends on
how busy the machine is. A failure prints the line that makes it fail again.
"""

import contextlib
import gc
import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from support.rings import by_test, shared, spread
from support.sizes import FULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.hosted import Host
    from support.postgres import Server

UNTIMED = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", UNTIMED)
settings.register_profile("ci", UNTIMED, derandomize=False, database=None)
settings.register_profile("long", UNTIMED, max_examples=2_000)
settings.load_profile("dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes golden games again instead of comparing with them."""
    parser.addoption("--update", action="store_true", help="write the golden games of examples/ anew")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out slow tests where nobody said what to run."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if everything and not config.option.markexpr and not config.option.keyword:
        config.option.markexpr = "not slow"
    config.pluginmanager.register(Shares())


CASES = 2
"""How many cases of a test the outer ring runs."""


def outer(config: pytest.Config) -> bool:
    """Whether a part of the outer ring is run that stands for all of it."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return whole and config.option.markexpr == "slow" and not FULL


def pytest_report_header(config: pytest.Config) -> str | None:
    """What is left out is said."""
    return f"outer ring: {CASES} cases of each test; all with REFEREE_FULL=1" if outer(config) else None


def some_of(cases: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of a test that are run: all, where each counts for itself."""
    return cases if cases[0].get_closest_marker("every") else spread(cases, CASES)


class Shares:
    """Marks cases for the outer ring, before the rings are told apart."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of a test marked `share(n)` one case in n stays in the inner ring."""
        for item in shared(items):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep some cases of each test: the first and the last."""
    if not outer(config):
        return
    kept = {one for cases in by_test(items) for one in some_of(cases)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker of a whole run imports its share of the tests first; the others find what it compiled.

    Pytest rewrites the asserts of a module that it has not compiled yet, and in a fresh clone that is all of
    them. Workers that go through the same list in the same order would each do the whole of that work.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    mine = int(worker["workerid"].removeprefix("gw"))
    for path in sorted(Path(__file__).parent.rglob("test_*.py"))[mine :: worker["workercount"]]:
        if str(path.parent) not in sys.path:
            sys.path.insert(0, str(path.parent))
        # What is wrong with a module is told where it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(path.stem)


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Nothing that is collected is garbage: to look for some among it took a fifth of the time of a run."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is looked for among what the tests make, and not among the tests."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True)
def _no_power_is_lost(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the inner ring nothing waits for the disk, as no test there turns the power off."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr("os.fsync", lambda _: None)
        monkeypatch.setattr("os.sync", lambda: None)


@pytest.fixture(autouse=True)
def _umask() -> "Iterator[None]":
    """A test that runs the program in this process leaves its umask after, with which no server can start."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


@pytest.fixture(scope="module")
def servers() -> "Iterator[Host]":
    """A real postfix and a real dovecot, for all tests of a module."""
    from support.hosted import hosted

    with hosted() as host:
        yield host


@pytest.fixture
def host(servers: "Host") -> "Iterator[Host]":
    """The servers, with nothing in them."""
    servers.out = 0
    yield servers
    servers.cleared()


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server of our own, for all tests of a process that need one."""
    from support.postgres import server, why_not

    if why_not():
        pytest.skip(why_not())
    with server() as one:
        yield one


@pytest.fixture
def database(postgres: "Server") -> str:
    """The address of an empty database."""
    return postgres.database()
