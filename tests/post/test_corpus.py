"""The script that measures how foreign mails are read runs, and finds no mistake in the mails kept here."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus import main

MAILS = Path(__file__).parents[1] / "mails"


@pytest.mark.parametrize(
    "mode", [["--plant"], pytest.param([], marks=pytest.mark.slow)], ids=["planted", "read"]
)
def test_the_mails_kept_here(mode: list[str]) -> None:
    """Nothing raises, no automatic mail is answered, no order is lost, and no order planted in a quote is executed."""
    found = CliRunner().invoke(main, [str(MAILS), *mode])
    assert (found.exit_code, found.exception) == (0, None)
    assert "an order in a quote: quoted or told" in found.output or "15  mails" in found.output
