"""`audit --rules`: which games below a folder today's rules would have ruled otherwise; and `explain` for a seat."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from support import command
from support.command import DEPLOY, Command, record_of, spoil

from referee.api import Table
from referee.engine.rules import Refused, why
from referee.table import legality
from referee.util.errors import Faulty
from referee.util.values import replace
from referee.verify.check import records_below

# The fixtures, under the names by which tests ask for them.
home, referee, game = command.home, command.referee, command.game
FROZEN = Path(__file__).parents[1] / "frozen"


@pytest.fixture
def archive(tmp_path: Path, game: Command, home: Path) -> Path:
    """Two finished games, one of them under another name, and one that is still on; and files that are no records."""
    folder = tmp_path / "archive"
    (folder / "old" / "deep").mkdir(parents=True)
    shutil.copy(FROZEN / "format-3.thunder.yaml", folder / "old" / "a.yaml")
    shutil.copy(FROZEN / "format-3.odins_table.yaml", folder / "old" / "deep" / "record.yaml")
    game(*DEPLOY)
    shutil.copy(record_of(home), folder / "on.record.yaml")
    (folder / "roster.yaml").write_text("seats: {}\n")
    return folder


@pytest.mark.slow
def test_finished_games_are_gone_through_and_those_still_on_counted(referee: Command, archive: Path) -> None:
    """One line for each finished game, a summary, code 0; files that are no records are not looked at."""
    ran = referee("audit", "--rules", str(archive))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{archive}/old/a.yaml: g1, 19 entries, all ruled the same today.",
        f"{archive}/old/deep/record.yaml: f2, 53 entries, all ruled the same today.",
        "Games: 2. Ruled the same: 2, otherwise: 0, broken: 0. Still on, and left out: 1.",
    ]


@pytest.mark.slow
def test_with_all_games_still_on_are_ruled_on_too(referee: Command, archive: Path) -> None:
    """--all leaves nothing out."""
    ran = referee("audit", "--rules", str(archive), "--all")
    assert ran.code == 0
    assert f"{archive}/on.record.yaml: g1, 2 entries, all ruled the same today." in ran.out
    assert ran.out.endswith(
        "Games: 3. Ruled the same: 3, otherwise: 0, broken: 0. Still on, and left out: 0.\n"
    )


@pytest.mark.slow
def test_what_would_be_ruled_otherwise_is_named(
    referee: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries and lines with the difference, code 1; as JSON too."""
    whole = legality._held

    def stricter(move: object, *given: Any) -> Any:
        held = whole(move, *given)  # type: ignore[arg-type]
        if type(move).__name__ == "Deploy":
            return replace(held, broken=Refused("1.3", why("stopped", line=1)))
        return held

    monkeypatch.setattr(legality, "_held", stricter)
    ran = referee("audit", "--rules", str(archive))
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"{archive}/old/a.yaml: g1, 19 entries, ruled otherwise today in ")
    assert lines[1].startswith("  entry ")
    assert 'was ruled "played"; by today\'s rules "refused 1.3".' in lines[1]
    assert f"{archive}/old/deep/record.yaml: f2, 53 entries, all ruled the same today." in lines
    assert lines[-1].startswith("Games: 2. Ruled the same: 1, otherwise: 1, broken: 0.")
    doc = referee("audit", "--rules", str(archive), "--json").doc
    assert doc["summary"] == {"same": 1, "otherwise": 1, "broken": 0, "on": 1}
    assert [one["verdict"] for one in doc["records"]] == ["otherwise", "same", "on"]
    assert doc["records"][0]["differences"][0]["line"] > 0


@pytest.mark.slow
def test_a_broken_record_is_named_and_the_rest_goes_on(referee: Command, archive: Path) -> None:
    """Damaged, torn, empty, of another format, no text at all: each is named, the others are ruled on, code 1."""
    whole = (FROZEN / "format-3.thunder.yaml").read_bytes()
    for name, content in {
        "a": whole.replace(b"thor", b"tyrr", 1),
        "b": whole[:-60],
        "c": b"",
        "d": b"---\nentry: 0\nkind: opening\nformat: 99\n... # " + b"0" * 64 + b"\n",
        "e": bytes(range(256)),
    }.items():
        (archive / name).mkdir()
        (archive / name / "record.yaml").write_bytes(content)
    ran = referee("audit", "--rules", str(archive))
    assert ran.code == 1
    for name in "abcde":
        assert f"{archive}/{name}/record.yaml: BROKEN: " in ran.out
    assert "g1, 19 entries, all ruled the same today." in ran.out
    assert ran.out.endswith(
        "Games: 7. Ruled the same: 2, otherwise: 0, broken: 5. Still on, and left out: 1.\n"
    )
    doc = referee("audit", "--rules", str(archive), "--json").doc
    assert doc["records"][0]["error"]["code"] == "record-mark"


def test_rules_that_cannot_follow_a_record_are_named(
    referee: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a later edition makes of an old record, one game does not stop the others."""

    def stuck(table: Table) -> object:
        raise KeyError(table.id)

    monkeypatch.setattr("referee.cli.records.audit", stuck)
    doc = referee("audit", "--rules", str(archive), "--workers", "1", "--json").doc
    assert [one["verdict"] for one in doc["records"]] == ["broken", "broken", "on"]
    assert doc["records"][0]["error"]["code"] == "audit-stuck"


def test_nothing_to_go_through_is_no_success(referee: Command, tmp_path: Path) -> None:
    """No such folder, or no record below it: code 66, for nothing was ruled on."""
    assert referee("audit", "--rules", str(tmp_path / "nowhere")).code == 66
    ran = referee("audit", "--rules", str(tmp_path))
    assert (ran.code, "no record below" in ran.err) == (66, True)
    with pytest.raises(Faulty):
        records_below(tmp_path)


def test_records_or_a_folder(referee: Command, archive: Path) -> None:
    """Neither, both, or --all without a folder: the verb is not used like that."""
    assert referee("audit").code == 2
    assert referee("audit", "g1", "--rules", str(archive)).code == 2
    assert referee("audit", "g1", "--all").code == 2


# explain, for a seat


def test_explain_for_a_seat_tells_what_that_seat_knows(game: Command) -> None:
    """Loki's letter is not there for Thor, whose entry 1 is the next thing that he was shown."""
    game(*DEPLOY)
    ran = game("explain", "g1", "1", "--seat", "Loki")
    assert ran.code == 0
    first, heading, rest = ran.out.partition(
        "\nYour letter that g1.loki.2 answers, sent at position 0.0:\n1> deploy"
    )
    assert "by rule 1.3: You choose 3 of your 9 cards" in " ".join(first.split())
    assert heading
    assert "kept [1.3]" in rest
    assert game("explain", "g1", "1", "--seat", "thor").code == 66
    assert "dragon" not in game("explain", "g1", "0", "--seat", "thor").out.lower()
    assert game("explain", "g1", "0", "--seat", "freya").code == 66


def test_explain_in_a_language(game: Command) -> None:
    """The language named is used before that of the seat; an unknown one is an error."""
    game(*DEPLOY)
    for named in ("de", "Deutsch"):
        told = game("explain", "g1", "1", "--seat", "loki", "--language", named)
        assert told.out.startswith("Du hast drei Karten gewählt, ")
        assert "\nDein Brief, auf den g1.loki.2 antwortet" in told.out
        assert "eingehalten [1.3]" in told.out
    game("play", "g1", "--seat", "loki", "language de")
    assert game("explain", "g1", "1", "--seat", "loki").out.startswith("Du hast drei")
    assert game("explain", "g1", "1", "--seat", "loki", "--language", "en").out.startswith("You have chosen")
    assert "Eintrag 1" in game("explain", "g1", "1", "--language", "de").out
    assert game("explain", "g1", "1", "--language", "xx").code == 2


def test_explain_says_when_a_record_is_damaged(game: Command, home: Path) -> None:
    """As every verb that needs the record."""
    spoil(record_of(home))
    assert game("explain", "g1", "0", "--seat", "thor").code == 65
