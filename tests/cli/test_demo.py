"""The verb `demo`, the examples it plays, and the files they are made of."""

import io
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from mailbox import Maildir
from pathlib import Path

import pytest
from forge import announced
from hypothesis import example, given
from hypothesis import strategies as st
from support.wording import keeper

from referee.api import Table
from referee.cli import demo, run
from referee.cli.demo import Mailboxes, boxes_of, letter, told
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.house.players import Player
from referee.post.reading import read_mail
from referee.post.writing import Outgoing, written
from referee.record import file
from referee.table.audit import audit
from referee.telling.letter import Bodies
from referee.testing.scripts import Script, letters_of, load, named
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
from referee.util.values import replace

EXAMPLES = Path(__file__).parents[2] / "examples"
SEATS = ("thor", "loki")
ABOUT = """game: thunder
id: g7
seed: "07"
options: {seer: must-draw}
about: >
  Two letters,
  no more.
"""
LETTERS = """
=== loki
Hello!

deploy dragon, frigg, ravens
=== thor
darw

"""


def faults(read: Callable[[], object]) -> list[tuple[str, str]]:
    """What is wrong: place and key of each mistake."""
    with pytest.raises(Faulty) as caught:
        read()
    return [(fault.where, fault.why.key) for fault in faults_of(caught.value)]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """An example of two letters."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.yaml").write_text(ABOUT)
    (folder / "letters.txt").write_text(LETTERS)
    return folder


@pytest.fixture
def out(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demo is to leave what it made of the small example."""
    monkeypatch.setattr("referee.cli.demo.named", lambda *_: small)
    return tmp_path / "out"


# Examples


def test_an_example_is_read(small: Path) -> None:
    """`game.yaml` tells how the game is opened, `letters.txt` who wrote what, empty lines included."""
    letters = (("loki", "Hello!\n\ndeploy dragon, frigg, ravens\n"), ("thor", "darw\n"))
    assert load(small) == Script(
        "Two letters, no more.", "thunder", "g7", "07", {"seer": "must-draw"}, letters
    )


def test_mistakes_in_letters_are_told_with_their_places() -> None:
    """Every mistake has its line: what belongs to no letter, a seat there is not, a heading without one."""
    text = "\nhello\n=== odin\ndraw\n===loki\n=== loki, dear\n=== thor\n"
    assert faults(lambda: letters_of(text, "x.txt", SEATS)) == [
        ("x.txt:2:1", "letters-no-seat"),
        ("x.txt:3:1", "letters-seat"),
        ("x.txt:5:1", "letters-seat"),
        ("x.txt:6:1", "letters-seat"),
    ]
    assert faults(lambda: letters_of("\n", "x.txt", SEATS)) == [("x.txt:1:1", "letters-none")]


def test_mistakes_in_the_opening_are_told_with_their_places(small: Path) -> None:
    """Every mistake in `game.yaml` is told: keys, types, the rules, the id, the seed."""
    (small / "game.yaml").write_text("game: chess\nid: A\nseed: 7\nodd: 1\noptions: 5\n")
    name = f"{small}/game.yaml"
    assert faults(lambda: load(small)) == [
        (f"{name}:4:1", "unknown-key"),
        (f"{name}:3:7", "not-text"),
        (f"{name}:1:1", "missing-key"),
        (f"{name}:2:5", "bad-id"),
        (f"{name}:5:10", "not-a-map"),
        (f"{name}:1:7", "unknown-game"),
    ]


def test_a_missing_file_is_told(small: Path) -> None:
    """An example without letters names the file that is not there."""
    (small / "letters.txt").unlink()
    assert faults(lambda: load(small)) == [(f"{small}/letters.txt", "file-missing")]


WORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n="), min_size=1)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(SEATS), st.lists(WORDS.filter(str.strip), min_size=1)), min_size=1))
def test_letters_come_out_as_they_were_put_in(letters: list[tuple[str, list[str]]]) -> None:
    """Any lines after a heading that are no heading themselves are that seat's letter."""
    text = "".join(f"=== {seat}\n" + "".join(f"{line}\n" for line in lines) for seat, lines in letters)
    assert letters_of(text, "x", SEATS) == tuple((seat, "\n".join(lines) + "\n") for seat, lines in letters)


def test_an_example_that_is_not_there() -> None:
    """The examples there are, are named."""
    with pytest.raises(Faulty) as caught:
        named("thunder", "../thunder")
    assert caught.value.why.key == "no-such-example"
    assert "first-blood" in caught.value.why.params["examples"]


def test_a_game_of_a_package_has_its_examples_beside_it_or_in_a_folder() -> None:
    """Those of Sindri's Forge lie in its `games`; what is no example is none; a folder is named by its path."""
    with announced():
        assert load(named("sindri")).game == "sindri"
        with pytest.raises(Faulty) as caught:
            named("sindri", "games")
        assert caught.value.why.params["examples"] == ("drei-goetter", "three-gods")
        there = str(EXAMPLES / "sindri" / "games" / "three-gods")
        assert load(named("sindri", there)).id == "f1"


def test_a_game_without_examples_says_what_is_needed() -> None:
    """The folder of one, by the option."""
    with pytest.raises(Faulty) as caught:
        named("mill")
    assert (caught.value.why.key, caught.value.why.params) == ("no-examples", {"game": "mill"})
    assert "--example FOLDER" in keeper()["no-examples"]


# Mail programs


NOW = datetime(2026, 1, 2, 18, tzinfo=UTC)
ANNA = Player("anna@example.org", "Anna")
LETTER = written(
    Outgoing(
        number="g7.thor.3",
        subject="[g7.thor.3] Thunder & Lightning",
        sender='"The Referee" <referee@games.example>',
        to=ANNA.address,
        reply_to="referee+abc@games.example",
        id="<g7.thor.3@games.example>",
        date=NOW - timedelta(hours=9),
        bodies=Bodies(
            "Thunder\n\n  1 2  \n> quoted\n| draw\n-- Thor above --\nBär = 2 €\n", "<p>Thunder</p>"
        ),
        thread=["<g7.thor.1@games.example>"],
    )
)
LINES = st.lists(st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=60), min_size=1)


def parsed(mail: bytes) -> EmailMessage:
    """The mail as the standard library reads it in its strict way; nothing in it is amiss."""
    found = BytesParser(policy=policy.default).parsebytes(mail)
    assert [part.defects for part in found.walk() if part.defects] == []
    return found


def text_in(mail: EmailMessage) -> list[str]:
    """The lines of the text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_answers_as_mail_programs_do(program: str) -> None:
    """The answer goes to the secret address, in the thread of the letter, and says the typed lines.

    No robot wrote it.
    """
    mail = PROGRAMS[program](Reply.to_letter(LETTER, "Hello,\n\ndraw\n", ANNA, NOW))
    found = parsed(mail)
    assert found["To"].addresses[0].addr_spec == "referee+abc@games.example"
    assert found["From"].addresses[0].addr_spec == ANNA.address
    assert found["Subject"] == "Re: [g7.thor.3] Thunder & Lightning"
    assert found["In-Reply-To"] == "<g7.thor.3@games.example>"
    assert found["References"].split() == ["<g7.thor.1@games.example>", "<g7.thor.3@games.example>"]
    assert found["Date"].datetime == NOW
    read = read_mail(mail, own=("referee@games.example",))
    assert (read.sender, read.sender_fault, read.robot) == (ANNA.address, "", "")
    assert [line for _, line in read.lines if line.strip()] == ["Hello,", "draw"]
    assert mail.count(b"\n") == mail.count(b"\r\n")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_quotes_the_whole_letter(program: str) -> None:
    """Every line of the letter stands in the answer, marked but by Outlook; of Gmail and Outlook as HTML too."""
    found = parsed(PROGRAMS[program](Reply.to_letter(LETTER, "draw\n", ANNA, NOW)))
    text = text_in(found)
    mark = "" if program == "outlook" else "> "
    for line in ("Thunder", "| draw", "-- Thor above --", "Bär = 2 €", "> quoted"):
        assert f"{mark}{line}" in text
    markup = found.get_body(("html",))
    assert (markup is not None) == (program in {"gmail", "outlook"})
    assert markup is None or "Bär = 2 €" in markup.get_content()


@pytest.mark.slow
@given(LINES)
@example([" x", "> y", "From z", "-- ", "= 3D", "."])
def test_programs_change_no_line(lines: list[str]) -> None:
    """Everything that is typed stands in the text of the mail, line by line, except for blanks at the ends of lines."""
    for program in PROGRAMS.values():
        found = parsed(program(Reply.to_letter(LETTER, "\n".join(lines), ANNA, NOW)))
        flowed = found.get_content_type() == "text/plain" and found.get_param("format") == "flowed"
        text = text_in(found)
        typed = [one.rstrip(" ") for one in "\n".join(lines).rstrip("\n").split("\n")]
        plain = [(one.removeprefix(" ") if flowed else one).rstrip(" ") for one in text]
        begins = 1 + LETTER_LINES + 1 if flowed else 0
        assert plain[begins : begins + len(typed)] == typed


LETTER_LINES = 7


def test_a_letter_without_text_is_not_answered() -> None:
    """A mail program has nothing to quote where there is no text."""
    with pytest.raises(ValueError, match="without text"):
        Reply.to_letter(b"Subject: x\r\nContent-Type: text/html\r\n\r\n<p>x", "draw", ANNA, NOW)


# The sample game


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `referee demo` leaves."""
    out = tmp_path_factory.mktemp("demo") / "out"
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr("os.fsync", lambda _: None)
        assert run(["demo", "--out", str(out)]) == 0
    assert "68 letters came in, 135 went out; loki won [8.1]." in said.getvalue()
    return out


def mails(out: Path) -> dict[str, bytes]:
    """What a demo left but for its home: every mail, record, page and pictures, by its path in the folder."""
    files = (
        path for folder in ("boxes", "sent-by-players", "pictures") for path in (out / folder).rglob("*")
    )
    found = (path for path in (*files, out / "record.yaml", out / "index.html") if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in found}


@pytest.mark.slow
def test_the_demo_plays_to_the_end(played: Path) -> None:
    """The record is whole, today's rules rule it the same, the game is over; two letters more accept the invitation."""
    table = Table.load(played / "record.yaml")
    assert file.check(played / "record.yaml").fault == ""
    assert audit(table).differences == ()
    assert table.outcome is not None
    assert len(table.entries) == len(load(named("thunder", "first-blood")).letters) + 3
    assert (played / "home" / "games" / "g1" / "record.yaml").read_text("utf-8") == table.record


@pytest.mark.slow
def test_the_demo_leaves_every_mail(played: Path) -> None:
    """The players' mails lie in their order, all of them answered; no letter waits or is on hold."""
    letters = [("thor", "accept"), ("loki", "accept"), *load(named("thunder", "first-blood")).letters]
    names = {f"{n:03}-{seat}.eml" for n, (seat, _) in enumerate(letters, 1)}
    assert {path.name for path in (played / "sent-by-players").iterdir()} == names
    post = played / "home" / "post"
    assert sum(path.is_file() for path in (post / "done").rglob("*")) == len(letters)
    assert not [path for state in ("new", "work", "hold", "out") for path in (post / state).iterdir()]
    sent = (played / "sent-by-players" / "003-thor.eml").read_bytes()
    answer = parsed((played / "boxes" / "anna@example.org" / "new" / "g1.thor.4.referee").read_bytes())
    assert answer["In-Reply-To"] == parsed(sent)["Message-ID"]


@pytest.mark.slow
def test_the_mailboxes_are_maildirs(played: Path) -> None:
    """Each opens as a Maildir; in it lie the letters to that player, all of them and no others."""
    for seat, player in (("thor", "anna"), ("loki", "bert")):
        box = Maildir(played / "boxes" / f"{player}@example.org", create=False)
        sent = {path.name for path in (played / "home" / "post" / "sent" / "g1").glob(f"g1.{seat}.*")}
        assert {name.replace(".referee", ".eml") for name in box.keys()} == sent  # noqa: SIM118
        assert {mail["To"] for mail in box} == {f"{player}@example.org"}
        assert len(box) > 50


@pytest.mark.slow
def test_the_demo_shows_every_kind_of_answer(played: Path) -> None:
    """Among the letters are lines that are refused, misread, said, noted, asked, and prose."""
    table = Table.load(played / "record.yaml")
    kinds = {line.verdict for entry in table.entries[1:] for line in entry.lines}  # type: ignore[attr-defined]
    assert kinds >= {"played", "refused", "misread", "said", "noted", "answered", "prose"}
    boxes = b"".join(data for name, data in mails(played).items() if name.startswith("boxes/"))
    assert b"REFUSED" in boxes
    assert b"NOT UNDERSTOOD" in boxes


# The folder


@pytest.mark.slow
def test_the_demo_says_what_to_look_at(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its result on stdout names what the example is about, how it stands, how many letters went, the folder."""
    assert run(["demo", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Two letters, no more.\n")
    assert "4 letters came in, 7 went out; it is still on." in said.out
    assert f"mutt -f {out}/boxes/thor@example.org\n" in said.out
    for place in re.findall(rf"{re.escape(str(out))}(/[\w@./-]*\w)", said.out):
        assert (out / place[1:]).exists(), place
    assert said.err.splitlines() == [
        "Playing a whole game of Thunder & Lightning by mail: 4 letters to be ruled on and answered ...",
        "  1 of 4 letters, the last by Thor; 3 have gone out",
        "  2 of 4 letters, the last by Loki; 5 have gone out",
        "  3 of 4 letters, the last by Loki; 6 have gone out",
        "  4 of 4 letters, the last by Thor; 7 have gone out",
        f"Writing {out}/index.html ...",
    ], "plain lines where there is no terminal"


@pytest.mark.slow
def test_a_folder_that_holds_something_is_refused(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written into a folder that is not empty: code 73. An empty one will do."""
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert run(["demo", "--out", str(out)]) == 73
    assert str(out) in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["mine.txt"]
    (out / "mine.txt").unlink()
    assert run(["demo", "--out", str(out)]) == 0


@pytest.mark.slow
def test_force_replaces_an_earlier_demo_and_nothing_else(out: Path) -> None:
    """With --force the files of an earlier demo are deleted, and what somebody else put there stays."""
    assert run(["demo", "--out", str(out)]) == 0
    before = mails(out)
    (out / "sent-by-players" / "099-thor.eml").write_text("old")
    (out / "pictures" / "g9.thor.4.png").write_text("old")
    (out / "pictures" / "mine.png").write_text("mine")
    box = out / "boxes" / "thor@example.org"
    (box / "new" / "g7.thor.1.referee").rename(box / "cur" / "g7.thor.1.referee:2,S")
    (box / "cur" / "notes").write_text("mine")
    assert run(["demo", "--out", str(out), "--force"]) == 0
    assert mails(out) == {**before, "boxes/thor@example.org/cur/notes": b"mine", "pictures/mine.png": b"mine"}


@pytest.mark.slow
def test_force_deletes_no_home_but_that_of_a_demo(out: Path) -> None:
    """A folder with a home in it that has another key is refused, with --force too: code 73."""
    assert run(["demo", "--out", str(out)]) == 0
    key = out / "home" / "key"
    key.write_text("f" * 64)
    before = mails(out)
    assert run(["demo", "--out", str(out), "--force"]) == 73
    key.unlink()
    assert run(["demo", "--out", str(out), "--force"]) == 73
    assert mails(out) == before


@pytest.mark.slow
def test_the_demo_is_the_same_each_time(out: Path, tmp_path: Path) -> None:
    """Times, secrets and salts come from the example alone: two demos leave the same mails and the same record."""
    assert run(["demo", "--out", str(out)]) == 0
    assert run(["demo", "--out", str(tmp_path / "again")]) == 0
    assert mails(out) == mails(tmp_path / "again")
    times = [entry.at for entry in Table.load(out / "record.yaml").entries]
    assert times == [
        "2026-01-01T08:00:00Z",
        "2026-01-01T15:00:20Z",
        "2026-01-01T22:00:20Z",
        "2026-01-02T05:00:20Z",
        "2026-01-02T12:00:20Z",
    ]


@pytest.mark.slow
def test_a_letter_on_hold_stops_the_demo(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo in which a letter is not ruled on does not go on as if it were: it is our own mistake, code 70."""
    monkeypatch.setitem(PROGRAMS, "gmail", lambda _: b"From: a@b.example\r\n\r\ndraw\r\n")
    assert run(["demo", "--out", str(out)]) == 70


def test_an_example_without_names_is_played_by_its_seats(small: Path) -> None:
    """Where the options name players, they have addresses of their own; otherwise their seats have."""
    given = load(small)
    players, options = demo.seated(given)
    assert {seat: (one.address, one.name) for seat, one in players.items()} == {
        "thor": ("thor@example.org", ""),
        "loki": ("loki@example.org", ""),
    }
    assert options == {"seer": "must-draw"}
    players, options = demo.seated(replace(given, options={"players": "loki:Bert,thor:Anna"}))
    assert {seat: (one.address, one.name) for seat, one in players.items()} == {
        "thor": ("anna@example.org", "Anna"),
        "loki": ("bert@example.org", "Bert"),
    }
    assert options == {}


def test_it_is_told_who_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines on stderr tell how far we are. The steps are the same."""
    steps = [demo.Step(()), demo.Step((), "thor", "gmail", b"")]
    assert list(told(iter(steps), 2, {"thor": "Anna"})) == steps
    assert capsys.readouterr().err == "  1 of 1 letters, the last by Anna; 0 have gone out\n"


# The page of all mailboxes


def test_a_letter_without_a_page_has_no_place_in_the_page() -> None:
    """It is our own mistake, and not passed over."""
    with pytest.raises(ValueError, match=r"without a page: g7\.thor\.3"):
        letter("g7.thor.3", LETTER)


def test_what_a_player_types_is_text_in_the_page() -> None:
    """No markup of theirs comes to life, wherever it stands: in an answer, or in a name."""
    shown = Mailboxes(boxes_of("thunder", {"thor": Player("anna@example.org", "<b>Anna</b>")}))
    evil = "draw\n<script>alert(1)</script></p><img src=x>\n"
    mail = PROGRAMS["gmail"](Reply.to_letter(LETTER, evil, ANNA, NOW))
    assert list(shown.take(demo.Step((), "thor", "gmail", mail, evil))) == []
    page = shown.page("<i>about</i>", "Thunder & Lightning")
    assert "draw\n&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;&lt;img src=x&gt;</p>" in page
    assert not re.search(r"<script|<img|<i>|<b>Anna", page)


@pytest.mark.slow
def test_the_page_shows_every_letter_and_every_answer(played: Path) -> None:
    """In the order in which they came; each picture lies in its file, and is named by its letter alone."""
    page = (played / "index.html").read_text("utf-8")
    order = re.findall(r'<summary id="(g1\.[a-z]+\.[0-9]+)">|<p class="by">(Anna|Bert) answers', page)
    sent = sorted(path.name.removesuffix(".referee") for path in (played / "boxes").rglob("*.referee"))
    assert sorted(name for name, _ in order if name) == sent
    assert sum(bool(who) for _, who in order) == 68
    assert [who or name for name, who in order[:6]] == [
        *("g1.loki.1", "g1.thor.1", "Anna", "g1.thor.2", "Bert", "g1.loki.3"),
    ]
    named = re.findall(r'src="pictures/([^"]+)"', page)
    assert sorted(named) == sorted(path.name for path in (played / "pictures").iterdir())
    assert page.count('<table class="page"') == len(sent)
    assert "cid:" not in page
    assert "say Good luck, and may the better twilight win!" in page
    assert not re.search("<script|<iframe|https?:", page)
