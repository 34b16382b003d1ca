"""Options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes golden games anew instead of comparing with them."""
    parser.addoption("--update", action="store_true", help="write the golden games of examples/ anew")
