"""Disputes as stories: `examples/disputes`, every mail in and out held against what was once looked at and found right.

`pytest tests/whole/test_stories.py --update` writes them again; the difference is then for a person to read.
"""

from dataclasses import dataclass

import pytest
from support.rings import inner_only
from support.stories import FOLDER, NAMES, Teller, told

from referee.api import Table
from referee.verify import check
from referee.verify.export import whole
from referee.verify.verify import verify

pytestmark = pytest.mark.every

INNER = ("lost-letter", "misread-order")
"""The stories of the inner ring; the others, and each byte of all, are of the outer one."""
ANNOTATED = "rollback-with-knowledge"


@dataclass(frozen=True)
class Case:
    """A story that was told: its name, its home as it is left, its text."""

    name: str
    teller: Teller
    text: str


@pytest.fixture(scope="module", params=inner_only(NAMES, INNER.__contains__))
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """Each story in turn."""
    return Case(request.param, *told(request.param, tmp_path_factory.mktemp("story")))


@pytest.mark.slow
def test_a_dispute_comes_out_as_it_did(case: Case, request: pytest.FixtureRequest) -> None:
    """Every mail in and out of a worked dispute is as it was, from the first to the last."""
    path = FOLDER / case.name / "mail.txt"
    if request.config.getoption("--update"):
        path.write_text(case.text, "utf-8", newline="\n")
    assert path.read_text("utf-8") == case.text, f"{path}: look, then --update"


@pytest.mark.slow
def test_a_record_that_lies_beside_a_dispute_is_that_of_its_mails(
    case: Case, request: pytest.FixtureRequest
) -> None:
    """One was played to the end, and is annotated: as everybody may have it, without private words."""
    path = FOLDER / case.name / "record.yaml"
    assert path.exists() == (case.name == ANNOTATED)
    if path.exists():
        made = whole(Table.load(case.teller.home.record_path("g1")))
        if request.config.getoption("--update"):
            path.write_bytes(made)
        assert path.read_bytes() == made, f"{path}: look, then --update"


@pytest.mark.slow
def test_its_record_is_whole(case: Case) -> None:
    """The record of a dispute is whole as it is left."""
    record = case.teller.home.record_path("g1")
    assert not check.check(record).fault
    assert Table.load(record).points


@pytest.mark.slow
def test_every_letter_is_in_its_chain(case: Case) -> None:
    """The letters of a dispute, those to the arbiter too, have their seals in the record, and their openings hold."""
    found = list(verify(case.teller.home.record_path("g1"), [case.teller.out / "boxes"]))
    assert [one.key for one in found if one.state == "wrong"] == []
    assert {"letters-in-chain", "words-right"} <= {one.key for one in found}
    alone = [one.key for one in verify(case.teller.out / "boxes") if one.state == "wrong"]
    assert alone == []


@pytest.mark.slow
def test_nobody_is_sent_what_is_another_s(case: Case) -> None:
    """No letter, those to the arbiter among them, holds the secret of anybody but its reader."""
    secrets = {seat: case.teller.secret(seat) for seat in case.teller.people}
    for number, mail in case.teller.letters.items():
        held = {seat for seat, secret in secrets.items() if secret in mail.replace(b"=\r\n", b"").decode()}
        assert held <= {number.split(".")[1]}, number


def test_there_are_seven() -> None:
    """The disputes that the README names are there."""
    page = (FOLDER / "README.md").read_text("utf-8")
    assert len(NAMES) == 7
    assert [name for name in NAMES if f"({name}/mail.txt)" not in page] == []
