"""The script that measures the reading of foreign mails runs, and finds nothing to complain of in the mails kept here."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus import main

MAILS = Path(__file__).parents[1] / "mails"


@pytest.mark.parametrize(
    "mode", [["--plant"], pytest.param([], marks=pytest.mark.slow)], ids=["planted", "read"]
)
def test_the_mails_kept_here(mode: list[str]) -> None:
    """None raises, none is answered that is automatic, no order is lost, none executed that was planted in a quote."""
    found = CliRunner().invoke(main, [str(MAILS), *mode])
    assert (found.exit_code, found.exception) == (0, None)
    assert "an order in a quote: quoted or told" in found.output or "15  mails" in found.output
