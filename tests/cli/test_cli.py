"""The command line: what each verb tells, and where."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import command
from support.command import DEPLOY, Command, record_of, spoil

from referee.api import Table
from referee.cli import games
from referee.cli.terminal import print_table
from referee.engine.rules import Refused, why
from referee.home.home import Home
from referee.table import legality
from referee.table.verdicts import Tried

# The fixtures, under the names by which tests ask for them.
home, referee, game = command.home, command.referee, command.game

JSON_VERBS = (
    ("list", "--json"),
    ("show", "g1", "--json"),
    ("show", "g1", "--seat", "loki", "--format", "json"),
    ("moves", "g1", "--seat", "loki", "--json"),
    ("try", "g1", "--seat", "loki", "deploy dragon, frigg, ravens", "--json"),
    (*DEPLOY, "--json"),
    ("check", "g1", "--json"),
    ("audit", "g1", "--json"),
    ("open", "thunder", "--json"),
)


# Verbs


def test_open_prints_only_the_id(referee: Command) -> None:
    """`open` puts the new id on stdout, and everything else on stderr, so that a script can use it."""
    ran = referee("open", "thunder", "--id", "spring", "--option", "players=thor:Anna,loki:Bert")
    assert (ran.code, ran.out) == (0, "spring\n")
    assert "referee show spring" in ran.err
    assert referee("open", "thunder").out == "g1\n"


def test_play_prints_the_receipt_and_writes_the_letter(game: Command, home: Path) -> None:
    """`play` tells what became of each line, and the record has one entry more."""
    ran = game(*DEPLOY)
    assert ran.code == 0
    assert ran.out.startswith("1> deploy dragon, frigg, ravens\n   Played")
    assert len(Table.load(record_of(home)).entries) == 2


def test_several_orders_are_lines_of_one_letter(game: Command, home: Path) -> None:
    """Each ORDER is a line of the same letter."""
    game(*DEPLOY, "say hello", "draw")
    table = Table.load(record_of(home))
    assert [line.raw for line in table.entries[1].lines] == [  # type: ignore[attr-defined]
        "deploy dragon, frigg, ravens",
        "say hello",
        "draw",
    ]


@pytest.mark.parametrize("line", ["draw", "darw", "deploy ravens, ravens, odin"])
def test_a_line_that_is_not_played_is_a_no(game: Command, line: str) -> None:
    """Refused or misread: the receipt is on stdout and the exit code is 1."""
    ran = game("play", "g1", "--seat", "loki", line)
    assert ran.code == 1
    assert ran.out.startswith(f"1> {line}")


def test_prose_alone_is_no_no(game: Command) -> None:
    """A letter without any order is a letter all the same."""
    assert game("play", "g1", "--seat", "loki", "Hello there!").code == 0


def test_a_letter_may_be_a_file(game: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One argument that names a file with a dot or a slash in it is read as a letter."""
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Hello\n\ndeploy dragon, frigg, ravens\n")
    ran = game("play", "g1", "--seat", "loki", "letter.txt", "--json")
    assert [(line["number"], line["verdict"]) for line in ran.doc["lines"]] == [(1, "prose"), (3, "played")]
    assert game("play", "g1", "--seat", "loki", "./none").code == 66


def test_an_order_is_no_file(game: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is called like an order is not read in its place."""
    monkeypatch.chdir(tmp_path)
    Path("draw").write_text("deploy dragon, frigg, ravens\n")
    assert "REFUSED" in game("play", "g1", "--seat", "loki", "draw").out


def test_a_letter_may_come_from_stdin(game: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is stdin; a byte order mark in front of it does no harm."""
    given_in = io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfdeploy dragon, frigg, ravens\r\n"))
    monkeypatch.setattr("sys.stdin", given_in)
    [line] = game("play", "g1", "--seat", "loki", "-", "--json").doc["lines"]
    assert (line["verdict"], line["raw"]) == ("played", "deploy dragon, frigg, ravens")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"draw\ndr\xffaw", "letter.txt:2: this is not text in UTF-8"), (b"x" * 100_001, "larger than")],
)
def test_what_is_no_letter_is_not_played(
    game: Command, home: Path, tmp_path: Path, data: bytes, said: str
) -> None:
    """A file that is not UTF-8, or too large, is code 65, and nothing is written."""
    file = tmp_path / "letter.txt"
    file.write_bytes(data)
    ran = game("play", "g1", "--seat", "loki", str(file))
    assert ran.code == 65
    assert said in ran.err
    assert len(Table.load(record_of(home)).entries) == 1


def test_an_argument_that_is_no_text_is_not_played(game: Command) -> None:
    """Bytes on the command line that are not UTF-8 are code 65."""
    ran = game("play", "g1", "--seat", "loki", "hi", "dr\udcffaw")
    assert ran.code == 65
    assert ran.err.startswith("argument 2: ")


def test_try_changes_nothing(game: Command, home: Path) -> None:
    """`try` leaves the record as it is, byte for byte, and says of a legal order only that it is allowed."""
    before = record_of(home).read_bytes()
    ran = game("try", "g1", "--seat", "loki", "deploy dragon, frigg, ravens")
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == ["   Answer:", "   Allowed: deploy dragon, frigg, ravens"]
    assert record_of(home).read_bytes() == before


@pytest.mark.slow
def test_try_does_not_tell_what_would_happen(game: Command) -> None:
    """Trying to draw tells that it is allowed, and not what would be drawn."""
    game(*DEPLOY)
    thor = game("moves", "g1", "--seat", "thor", "--json").doc["families"][0]["moves"][0]
    game("play", "g1", "--seat", "thor", thor)
    ran = game("try", "g1", "--seat", "loki", "draw")
    assert (ran.code, ran.out) == (0, "1> draw\n   Answer:\n   Allowed: draw\n")


@pytest.mark.parametrize("line", ["draw", "darw", "Hello there!"])
def test_try_says_no(game: Command, line: str) -> None:
    """A line that is refused, misread or no order at all would not be played: code 1."""
    assert game("try", "g1", "--seat", "loki", line).code == 1
    assert game("try", "g1", "--seat", "loki", "deploy dragon, frigg, ravens", line).code == 1


def test_try_says_that_later_lines_depend_on_the_first(game: Command) -> None:
    """Of several lines each is tried alone, and stderr says so."""
    ran = game("try", "g1", "--seat", "loki", "deploy dragon, frigg, ravens", "deploy ravens, ravens, frigg")
    assert ran.code == 0
    assert "by itself" in ran.err


def test_show_is_for_one_reader(game: Command) -> None:
    """A seat's report names the cards of its hand; the onlooker's does not."""
    mine, other = game("show", "g1", "--seat", "Loki"), game("show", "g1", "--onlooker")
    assert "Your hand: Dragon" in mine.out
    assert "Dragon" not in other.out
    assert game("show", "g1").out == other.out
    assert game("show", "g1", "--seat", "loki", "--onlooker").code == 2


def test_show_json_is_for_one_reader(game: Command) -> None:
    """The same holds for the document: no card of a hand in what an onlooker gets."""
    assert "loki.dragon" in game("show", "g1", "--seat", "loki", "--json").out
    for ran in (game("show", "g1", "--json"), game("show", "g1", "--seat", "thor", "--json")):
        assert '"loki.' not in ran.out


def test_show_at_an_entry(game: Command) -> None:
    """`--at N` shows the table as it stood after entry N."""
    before = game("show", "g1", "--seat", "loki").out
    game(*DEPLOY)
    assert (
        game("show", "g1", "--seat", "loki", "--at", "0").out
        == before
        != game("show", "g1", "--seat", "loki").out
    )
    assert game("show", "g1", "--at", "9").code == 66


@pytest.mark.slow
def test_a_record_may_be_named_by_its_path(game: Command, home: Path) -> None:
    """What looks at a game takes a file too, or the folder it lies in."""
    expected = game("show", "g1", "--seat", "loki").out
    assert game("show", str(record_of(home)), "--seat", "loki").out == expected
    assert game("show", str(record_of(home).parent), "--seat", "loki").out == expected
    assert game("show", "no/such.yaml").code == 66


def test_moves_are_grouped_or_in_full(game: Command) -> None:
    """`moves` groups them; `--full` gives each a line; both come from the same choices."""
    listed = game("moves", "g1", "--seat", "loki", "--json").doc
    full = game("moves", "g1", "--seat", "loki", "--full").out
    deploy = next(one for one in listed["families"] if one["family"] == "deploy")
    assert deploy["count"] == len(deploy["moves"]) > 50
    assert all(f"  {move}\n" in full for move in deploy["moves"])
    assert len(game("moves", "g1", "--seat", "loki").out) < len(full) / 2


@pytest.mark.slow
def test_list_tells_where_each_game_stands(game: Command) -> None:
    """`list` has a line for each game, and an empty home is told on stderr."""
    game("open", "thunder", "--id", "spring", "--option", "players=thor:Anna,loki:Bert")
    ran = game("list")
    lines = {
        line.split()[0]: line for line in ran.out.splitlines() if line.split()[:1] in (["g1"], ["spring"])
    }
    assert "Anna, Bert" in lines["spring"]
    assert "waiting for thor, loki" in lines["g1"]


def test_list_of_an_empty_home(referee: Command, home: Path) -> None:
    """A home without games says so, and what comes next."""
    Home(home).make()
    ran = referee("list")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"There are no games in {home}. Next: referee open thunder\n"


@pytest.mark.slow
def test_list_goes_on_behind_a_damaged_record(game: Command, home: Path) -> None:
    """A record that cannot be read is told in its row; the others are listed all the same."""
    game("open", "thunder", "--id", "spring")
    spoil(record_of(home))
    rows = game("list", "--json").doc["games"]
    assert [(row["game"], row["state"]) for row in rows] == [("g1", "unreadable"), ("spring", "open")]
    assert rows[0]["error"]["code"] == "record-mark"


@pytest.mark.slow
@given(st.lists(st.text(max_size=12), min_size=4, max_size=4))
@example(["[red]x[/red]", "[/b]", ":smile:", "\x1b[31m"])
def test_names_of_players_are_text_and_no_markup(cells: list[str]) -> None:
    """Any name of a player stands in the list as it is, and none reaches the terminal as a command."""
    row: dict[str, Any] = {"game": "g1", "state": "open", "position": "1.1", "owed": [], "outcome": None}
    out = io.StringIO()
    with redirect_stdout(out):
        print_table("A, B, C, D", [(games._cells({**row, "players": dict(enumerate(cells))}), "red")])
    assert "\x1b" not in out.getvalue()
    if cells[0] == "[red]x[/red]":
        assert "[red]x[/red], [/b], :smile:, <U+001B>[31m" in out.getvalue()


def test_check_and_audit_of_a_whole_record(game: Command, home: Path) -> None:
    """A whole record is code 0, by its id, its file or its folder."""
    game(*DEPLOY)
    for name in ("g1", str(record_of(home)), str(record_of(home).parent)):
        ran = game("check", name)
        assert (ran.code, ran.out) == (0, f"{record_of(home)}: whole, 2 entries.\n")
    assert game("audit", "g1").out == f"{record_of(home)}: g1, 2 entries, all ruled the same today.\n"


def test_check_names_the_damaged_entry(game: Command, home: Path) -> None:
    """Damage is code 1, with the number of the entry; other records are still checked."""
    game("open", "thunder", "--id", "spring")
    spoil(record_of(home))
    ran = game("check", "g1", "spring")
    assert ran.code == 1
    assert f"{record_of(home)}: DAMAGED at entry 0:" in ran.out
    assert "spring/record.yaml: whole" in ran.out
    assert game("check", "--json", "g1").doc["records"][0]["error"]["code"] == "record-mark"


@pytest.mark.slow
def test_check_names_the_torn_entry(game: Command, home: Path) -> None:
    """A tear is code 1 too, and check does not mend it."""
    game(*DEPLOY)
    record = record_of(home)
    record.write_bytes(record.read_bytes()[:-80])
    torn = record.read_bytes()
    ran = game("check", "g1")
    assert (ran.code, "TORN at entry 1" in ran.out) == (1, True)
    assert record.read_bytes() == torn


@pytest.mark.slow
def test_audit_tells_where_it_differs(game: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If today's rules refuse what was played, audit names the entry and the line, and the code is 1."""
    game(*DEPLOY)

    stopped = Tried("", (), Refused("1.3", why("stopped", line=1)))
    monkeypatch.setattr(legality, "_held", lambda *_: stopped)
    ran = game("audit", "g1")
    assert ran.code == 1
    assert f"{record_of(home)}: g1, 2 entries, ruled otherwise today in 1 of them:\n" in ran.out
    assert 'entry 1, line 1: was ruled "played"; by today\'s rules "refused 1.3".' in ran.out
    assert game("audit", "g1", "--json").doc["records"][0]["differences"][0]["entry"] == 1


@pytest.mark.slow
def test_explain_tells_an_entry(game: Command) -> None:
    """`explain` names the line, what became of it, and the rule that an event cites."""
    game(*DEPLOY)
    ran = game("explain", "g1", "1")
    assert ran.code == 0
    assert "deploy dragon, frigg, ravens" in ran.out
    assert "1.3" in ran.out
    assert game("explain", "g1", "7").code == 66


def test_the_handbook_whole_or_one_rule(referee: Command) -> None:
    """`handbook` prints everything; `--rule` one rule; an unknown number is code 66."""
    whole, one = referee("handbook", "thunder"), referee("handbook", "thunder", "--rule", "15.2")
    assert whole.out.startswith("Thunder & Lightning\n")
    assert one.out.startswith("15.2 ")
    assert len(one.out) < 1000 < len(whole.out)
    assert referee("handbook", "thunder", "--rule", "99").code == 66


@pytest.mark.parametrize("kind", ["deck", "options", "record"])
def test_schemas_are_draft_7(referee: Command, kind: str) -> None:
    """Each schema is a JSON document that says which draft it follows."""
    assert referee("schema", kind).doc["$schema"] == "http://json-schema.org/draft-07/schema#"


# JSON


@pytest.mark.parametrize("args", JSON_VERBS, ids=" ".join)
def test_json_is_one_sorted_document(game: Command, args: tuple[str, ...]) -> None:
    """With --json stdout holds one document with sorted keys and its schema; stderr holds nothing."""
    ran = game(*args)
    assert (ran.code, ran.err) == (0, "")
    assert ran.doc["schema"] == 1
    assert ran.out == json.dumps(ran.doc, indent=2, sort_keys=True) + "\n"


def test_json_of_a_letter(game: Command) -> None:
    """Each line has its verdict and, if it was not played, the rule and why; a misread one its column."""
    doc = game("play", "g1", "--seat", "loki", "hello", "draw", "darw", "--json").doc
    assert (doc["game"], doc["seat"], doc["entry"]) == ("g1", "loki", 1)
    prose, refused, misread = doc["lines"]
    assert (prose["verdict"], prose["raw"]) == ("prose", "hello")
    assert (refused["verdict"], refused["rule"], refused["why"]) == ("refused", "1.5", "not-begun")
    assert (misread["verdict"], misread["why"], misread["column"]) == ("misread", "near-verb", 1)


def test_json_errors_are_documents(game: Command, tmp_path: Path) -> None:
    """With --json an error is a document on stdout, with the same exit code, and stderr holds nothing."""
    ran = game("show", "g9", "--json")
    assert (ran.code, ran.err) == (66, "")
    assert ran.doc["error"] == {
        "code": "no-such-game",
        "message": "there is no game g9 here; there are: g1.",
        "where": "",
    }
    assert game("show", "--json").doc["error"]["code"] == "usage"
    deck = tmp_path / "deck.yaml"
    deck.write_text("thor: [x]\nloki: 5\n")
    error = game("open", "thunder", "--option", f"deck={deck}", "--json").doc["error"]
    assert [fault["where"] for fault in error["faults"]] == [f"{deck}:1:8", f"{deck}:2:7"]


@pytest.mark.slow
def test_a_torn_record_is_told_of_and_mended_by_the_next_letter(game: Command, home: Path) -> None:
    """Looking leaves the torn bytes where they are and says so; playing moves them aside and says so."""
    game(*DEPLOY)
    path = record_of(home)
    with path.open("ab") as file:
        file.write(b"---\nentry: 2\n")
    looked = game("show", "g1", "--seat", "loki")
    assert (looked.code, "13 torn bytes" in looked.err) == (0, True)
    thor = game("moves", "g1", "--seat", "thor", "--json").doc["families"][0]["moves"][0]
    played = game("play", "g1", "--seat", "thor", thor)
    assert (played.code, "record.torn-2" in played.err) == (0, True)
    assert path.with_name("record.torn-2").read_bytes() == b"---\nentry: 2\n"


def test_a_home_whose_key_is_gone_opens_no_game(game: Command, home: Path) -> None:
    """A new key would draw other lots than were promised: code 78, and no game is made."""
    (home / "key").unlink()
    ran = game("open", "thunder")
    assert ran.code == 78
    assert "put back a copy" in ran.err
    assert not (home / "key").exists()


def test_a_letter_that_looks_like_a_file_and_is_none_is_not_played(game: Command, home: Path) -> None:
    """A file that is missing is code 66, not a line of prose."""
    before = record_of(home).read_bytes()
    assert game("play", "g1", "--seat", "loki", "nofile.txt").code == 66
    assert record_of(home).read_bytes() == before


def test_the_deck_lists_are_printed_as_a_file_that_open_takes(game: Command, tmp_path: Path) -> None:
    """`handbook --deck` prints what `--option deck=FILE` reads."""
    deck = tmp_path / "deck.yaml"
    deck.write_text(game("handbook", "thunder", "--deck").out, "utf-8")
    assert game("open", "thunder", "--id", "own", "--option", f"deck={deck}").code == 0


def test_what_a_seat_is_shown_as_json_tells_of_no_private_letter(game: Command) -> None:
    """`show --json` of a seat is the same before and after the other has sealed a choice."""
    before = game("show", "g1", "--seat", "thor", "--json").out
    game(*DEPLOY)
    assert game("show", "g1", "--seat", "thor", "--json").out == before
