"""Options of the test run."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hosted import Host


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes golden games anew instead of comparing with them."""
    parser.addoption("--update", action="store_true", help="write the golden games of examples/ anew")


@pytest.fixture(scope="module")
def servers() -> "Iterator[Host]":
    """A real postfix and a real dovecot, for all tests of a module."""
    from hosted import hosted

    with hosted() as host:
        yield host


@pytest.fixture
def host(servers: "Host") -> "Iterator[Host]":
    """The servers, with nothing in them."""
    servers.out = 0
    yield servers
    servers.cleared()
