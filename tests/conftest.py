"""The rings of the test run, its options, and the profiles of hypothesis.

Plain `pytest` runs the inner ring: all tests not marked `slow`. `pytest -m slow` runs the outer one, `pytest
FILE` all tests of a file.

A profile is chosen by `--hypothesis-profile`. None has a deadline, since the time for an example depends on
how busy the machine is. A failure prints the line that makes it fail again.
"""

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.hosted import Host

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
