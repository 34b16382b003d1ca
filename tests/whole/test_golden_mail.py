"""Whole games by mail: every mail in and out, held against what was once looked at and found right.

`pytest tests/whole/test_golden_mail.py --update` writes them again; the difference is then for a person to read.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.golden import EXAMPLES, NAMES
from support.golden_mail import SMALL, Told, page_sizes, text_of, transcript

from referee.api import Table
from referee.cli import run
from referee.cli.demo import ADDRESS, FIRST, SENT, ByMail
from referee.engine.events import Event
from referee.house.invitation import Accepted
from referee.house.letters import LanguageChosen
from referee.house.lots import WordsCounted
from referee.post.reading import read_mail
from referee.record.entries import Letter
from referee.table.audit import audit
from referee.testing.scripts import load, named
from referee.util import data
from referee.util.values import Value

pytestmark = pytest.mark.every

LARGEST = 1 << 20
ACCEPT = {"en": "accept", "de": "annehmen"}
SEAL = {"en": "Seal", "de": "Siegel"}


class Game(Value):
    """An example that was played by mail: where it lies, all its mails as one text, its table."""

    folder: Path
    played: ByMail
    text: str
    table: Table


INNER = ("odins_table/three-home",)
"""Those whose mails are looked at in the inner ring; the others, and each byte of all, in the outer one."""
PLAYED = [pytest.param(one, marks=() if one in INNER else pytest.mark.slow) for one in NAMES]


@pytest.fixture(scope="module", params=PLAYED)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Each example in turn. The power stays on here, so nothing waits for the disk."""
    out = tmp_path_factory.mktemp("mail")
    (out / SENT).mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        played = ByMail(out, load(data.folder("examples").joinpath(request.param)), pictures="no")
        text = transcript(played)
    return Game(EXAMPLES / request.param, played, text, Table.load(played.record))


@pytest.mark.slow
def test_a_whole_game_by_mail_comes_out_as_it_did(game: Game, request: pytest.FixtureRequest) -> None:
    """Every mail in and out of a golden game is as it was, its HTML and its record by their digests."""
    path = game.folder / "mail.txt"
    if request.config.getoption("--update"):
        path.write_text(game.text, "utf-8", newline="\n")
    assert path.read_text("utf-8") == game.text, f"{path}: look, then --update"
    assert len(game.text.encode()) <= LARGEST


@pytest.mark.slow
def test_by_mail_it_is_the_same_game(game: Game) -> None:
    """From the deal on, the events are those of the example's own record; so is what was ruled on each line."""
    by_hand = Table.load(game.folder / "record.yaml")
    events = [event for entry in by_hand.entries for event in entry.events]
    mailed = [event for entry in game.table.entries for event in entry.events]
    assert [event for event in mailed if not isinstance(event, Accepted | WordsCounted)] == events
    assert verdicts(game.table)[len(game.played.players) :] == verdicts(by_hand)
    assert audit(game.table).clean
    assert game.table.outcome == by_hand.outcome


def verdicts(table: Table) -> list[tuple[str, str, str]]:
    """What was ruled on the lines that are no prose: seat, line, verdict."""
    return [
        (entry.seat, line.raw, line.verdict)
        for entry in table.entries
        if isinstance(entry, Letter)
        for line in entry.lines
        if line.verdict != "prose"
    ]


@pytest.mark.slow
def test_every_program_gets_the_players_words_through(game: Game) -> None:
    """From each mail exactly the lines of the example are read, without what stands below a signature."""
    for number, (seat, text) in enumerate(game.played.letters, 1):
        mail = (game.played.out / SENT / f"{number:03}-{seat}.eml").read_bytes()
        read = "\n".join(line for _, line in read_mail(mail, own=(ADDRESS,)).lines).strip()
        assert read == text.partition("\n-- \n")[0].strip()


@pytest.mark.slow
def test_each_player_writes_in_more_than_one_program(game: Game) -> None:
    """Between them the mails of a game come from all the programs there are."""
    titles = [line for line in game.text.split("\n") if line.startswith("=== in ")]
    assert len(titles) == len(game.played.letters)
    programs = {title.rpartition(" ")[2] for title in titles}
    assert programs == {"thunderbird", "gmail", "outlook", "apple"}


@pytest.mark.slow
def test_letters_to_a_seat_are_in_its_language(game: Game) -> None:
    """Each letter is in one language: that of its seat when it went out; players accept in theirs."""
    chosen = {seat: game.played.example.languages.get(seat, "en") for seat in game.played.players}
    accepted = {seat: text.strip() for seat, text in game.played.letters[: len(chosen)]}
    assert accepted == {seat: ACCEPT[language] for seat, language in chosen.items()}
    boxes = (path for path in (game.played.out / "boxes").rglob("*.referee") if path.is_file())
    found: dict[str, set[str]] = {seat: set() for seat in chosen}
    for path in boxes:
        text = text_of(path.read_bytes())
        headings = {language for language, heading in SEAL.items() if f"\n{heading} " in text}
        assert len(headings) == 1, path.name
        found[path.name.split(".")[1]] |= headings
    changed = {event.by for event in happened(game.table) if isinstance(event, LanguageChosen)}
    for seat, languages in found.items():
        assert chosen[seat] in languages
        assert languages == {chosen[seat]} or seat in changed


def happened(table: Table) -> Iterator[Event]:
    """Everything that happened in a game."""
    return (event for entry in table.entries for event in entry.events)


def test_nobody_is_sent_the_secret_of_another(game: Game) -> None:
    """A letter to a seat holds that seat's secret and no other."""
    secrets = {
        seat: game.played.desk().seats.secret(game.played.example.id, seat) for seat in game.played.players
    }
    boxes = [path for path in (game.played.out / "boxes").rglob("*.referee") if path.is_file()]
    assert len(boxes) == game.played.posted
    for path in boxes:
        mail = path.read_bytes().replace(b"=\r\n", b"").decode()
        held = {seat for seat, secret in secrets.items() if secret in mail}
        assert held == {path.name.split(".")[1]}


def test_a_block_that_was_told_is_only_named() -> None:
    """A block that stands in an earlier letter to the seat is named by the last one; another seat is told it whole."""
    told = Told()
    first, later = "Turn 1\n\nTABLE\n a b\n c d\n\n\nSeal 1\n", "Turn 2\n\nTABLE\n a b\n c d\n\nSeal 2\n"
    assert "".join(told.shortened("g1.thor.1", first)) == first
    assert "".join(told.shortened("g1.thor.2", later)) == "Turn 2\n\n[as in g1.thor.1: TABLE]\n\nSeal 2\n"
    assert "".join(told.shortened("g1.thor.4", later)) == "Turn 2\n\n[as in g1.thor.2: TABLE]\n\nSeal 2\n"
    assert "".join(told.shortened("g1.loki.2", later)) == later


@pytest.mark.slow
def test_every_page_is_small(game: Game) -> None:
    """From the invitation to the last letter no page has 30 kB, though no picture stands for the table."""
    assert max(page_sizes(game.played)) < SMALL


@pytest.mark.slow
def test_the_demo_plays_either_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--game` chooses the game; its example is the one named, else one of that game.

    A missing one is refused: code 66.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        out = tmp_path / "out"
        assert run(["demo", "--game", "odins_table", "--example", "drawn", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "it was drawn [6.5]" in said
    assert "--seat thor\n" in said
    assert "--seat odin --at 4\n" in said
    assert Table.load(out / "record.yaml").game.name == "odins_table"
    for game, example in FIRST.items():
        assert named(game, example).is_dir()
    assert run(["demo", "--game", "chess", "--out", str(tmp_path / "chess")]) == 66
    assert run(["demo", "--game", "odins_table", "--example", "first-blood"]) == 66
