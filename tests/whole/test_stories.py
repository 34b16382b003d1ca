"""Disputes as stories: `examples/disputes`, every mail in and out held against what was once looked at and found right.

`pytest tests/whole/test_stories.py --update` writes them again; the difference is then for a person to read.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from support.rings import inner_only
from support.stories import FOLDER, NAMES, Story, Teller, told, wrapped

from referee.api import Table
from referee.util.values import Value
from referee.verify import check
from referee.verify.export import whole
from referee.verify.verify import verify

pytestmark = pytest.mark.every

INNER = ("lost-letter", "misread-order")
"""The stories of the inner ring; the others, and each byte of all, are of the outer one."""
ANNOTATED = "rollback-with-knowledge"


class Case(Value, dict=True):
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


# What is told beside the mails


TYPED = re.compile(r"^=== (?:in \d+: (\w+)|the keeper types)", re.MULTILINE)
"""Where a step begins that a seat or the keeper does."""
UNDONE = re.compile(
    r"REFUSED|NOT UNDERSTOOD|NOT CLEAR|Not played|Passed over|ABGELEHNT|NICHT VERSTANDEN|Nicht ausgeführt"
)
QUOTED = re.compile(r'"([^"]+)"')
POSITION = re.compile(r"\b\d+\.\d+\b")
TELLS = ("told", "older", "newer")


def flat(text: str) -> str:
    """A text with its lines run together, and without the bars before words of players."""
    return " ".join(text.replace("\n| ", "\n").replace("\n  | ", "\n").split())


def parts_of(story: Story, text: str) -> list[tuple[str, Sequence[str], str]]:
    """What a story tells, with what it quotes, and the mails that are told of: those before and after it.

    What stands at its head is about all mails.
    """
    steps = [step for step in story.steps if TELLS[0] in step or TELLS[1] in step or TELLS[2] in step]
    words = [step["text"] if "older" in step else step[next(iter(step))] for step in steps]
    pieces, rest = list[str](), text.partition(wrapped(story.about))[2]
    for one in words:
        piece, found, rest = rest.partition(f"\n{wrapped(one)}\n")
        assert found, f"told, and not in the mails: {one}"
        pieces.append(piece)
    pieces.append(rest)
    around = [before + after for before, after in pairwise(pieces)]
    shown = [step.get("shows", ()) for step in steps]
    return [(story.about, story.shows, "".join(pieces)), *zip(words, shown, around, strict=True)]


def unsaid(told: str, shows: Sequence[str], mails: str) -> list[str]:
    """What is told, and does not stand in the mails: what is quoted for it, and its own quotations and positions."""
    wanted = (*shows, *QUOTED.findall(told), *POSITION.findall(told))
    return [one for one in wanted if flat(one) not in flat(mails)]


def unexpected(story: Story, text: str) -> list[str]:
    """The letters whose answer says that a line was not carried out where the story does not; and the other way."""
    parts = TYPED.split(text)[1:]
    answers = [(seat, mails) for seat, mails in zip(parts[::2], parts[1::2], strict=True) if seat]
    letters = [step for step in story.steps if next(iter(step)) in {"letter", "forged", "lost"}]
    found = []
    for step, (seat, mails) in zip(letters, answers, strict=True):
        own = mails.partition(f"=== out g1.{seat}.")[2].partition("=== out")[0]
        undone = bool(UNDONE.search(own))
        wanted = step.get("refused", "")
        if undone != bool(wanted) or flat(wanted) not in flat(own):
            found.append(f"{seat}: {step['text']}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_a_story_tells_stands_in_its_mails(name: str) -> None:
    """What it quotes for its words, their own quotations and positions; and each order came to what it says."""
    story, text = Story.load(FOLDER / name), (FOLDER / name / "mail.txt").read_text("utf-8")
    for words, shows, mails in parts_of(story, text):
        assert shows, f"nothing in the mails is quoted for: {words}"
        assert unsaid(words, shows, mails) == []
    assert unexpected(story, text) == []


def test_a_story_that_no_longer_fits_its_mails_is_found() -> None:
    """Each phrase that is quoted, cut out of the mails, is missed; so is a ruling that is refused all at once."""
    story, text = (
        Story.load(FOLDER / "misread-order"),
        (FOLDER / "misread-order" / "mail.txt").read_text("utf-8"),
    )
    for words, shows, mails in parts_of(story, text):
        for one in shows:
            assert unsaid(words, shows, flat(mails).replace(flat(one), "")) != []
    ruled = text.replace("   Ruled.", "   REFUSED [H21]: no letter that was ruled on at 1.0 has a line 3.")
    assert any("read 1.0 line 3" in one for one in unexpected(story, ruled))
    assert unsaid('Bert writes "Draw?" at 7.7.', (), text) == ["Draw?", "7.7"]


def test_there_are_seven() -> None:
    """The disputes that the README names are there."""
    page = (FOLDER / "README.md").read_text("utf-8")
    assert len(NAMES) == 7
    assert [name for name in NAMES if f"({name}/mail.txt)" not in page] == []
