"""Onlookers by mail (H31): who may watch, what they are told and when, and that nothing later or hidden is in it."""

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from awkward.world import ADDRESS, ANNA, BERT, OPENING, PLAYERS, Out, World, copy, simple
from support.ruled import rule_on
from test_company import CLEO, DORA, EMIL, KEEPER, SILENT, ask, flat, kept, stranger, to

from referee.desk import keeper
from referee.desk.company import words
from referee.desk.company.ledger import WATCHES
from referee.desk.letters import onlookers
from referee.desk.status import status
from referee.home import config
from referee.home.config import Company, Config, Limits
from referee.home.home import Home
from referee.house.letters import EVERY_ORDER
from referee.house.players import Player
from referee.post.reading import read_mail
from referee.table.onlooking import told_onlookers
from referee.table.points import Told
from referee.table.rulings.effects import RollBack
from referee.table.table import Table
from referee.telling.letter import Bodies, Letter, bodies
from referee.util import files
from referee.util.values import replace

HOW = Company(letters_a_day=20, letters_in_all=60, onlookers=3, onlookers_in_all=4)
TURN_3 = (("loki", "draw\ndraw\ndraw"), ("thor", "draw\ndraw\ndraw"))
"""Two more turns: the position is then 5.0."""


def watchable(
    path: Path,
    terms: str = "1",
    *,
    deploys: tuple[str, str] = ("", ""),
    pictures: str = "no",
) -> World:
    """A game at position 3.0 that may be watched so many turns later. Others may deploy other cards face down."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    how = Config(
        ADDRESS,
        keeper=KEEPER,
        company=HOW,
        limits=Limits(),
        letters=EVERY_ORDER,
        pictures=pictures,
    )
    config.write(Home(path), how)
    world = World(path)
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", terms={"watch": terms})
    world.send()
    for number, (seat, body) in enumerate(OPENING):
        other = deploys[list(PLAYERS).index(seat)] if body.startswith("deploy") else ""
        came = world.post(simple(world, seat, other or body, number))
        assert all(line.startswith(("played", "said")) for line in came.lines), came.lines
    return world


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> World:
    """That game, made once."""
    return watchable(tmp_path_factory.mktemp("onlookers") / "home")


@pytest.fixture
def world(made: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(made, tmp_path / "home")


def watch(world: World, address: str = CLEO, line: str = "watch g1", yes: str = "confirm") -> list[Out]:
    """Somebody asks to watch and confirms it; gives the letters out."""
    return list(world.post(to(ask(world, line, address), yes, address)).out)


def turns(world: World, *, first: int = 20) -> list[Out]:
    """Two more turns are played; gives the letters to onlookers."""
    came = [world.post(simple(world, seat, body, first + n)).out for n, (seat, body) in enumerate(TURN_3)]
    return [one for out in came for one in out if "onlooker" in one.name]


def positions(letters: list[Out]) -> list[str]:
    """The positions that letters tell of."""
    return [re.findall(r"position (\d+\.\d+)", flat(one))[0] for one in letters]


def page_of(letter: Out) -> bytes:
    """The page of a letter."""
    page = next(part for part in letter.mail.walk() if part.get_content_type() == "text/html")
    return bytes(page.get_payload(decode=True) or b"")


# Who may watch


def test_h31_a_stranger_confirms_and_gets_a_letter_for_each_turn(world: World) -> None:
    """The first at once, with how the table stood one turn ago; then one with each turn that begins."""
    welcome, first = watch(world)
    assert (welcome.name, first.name) == ("0.company.3.eml", "g1.onlooker-1.5.eml")
    assert "You watch Thunder & Lightning (g1) from now on" in flat(welcome)
    assert {one.mail["To"] for one in (welcome, first)} == {CLEO}
    assert first.mail["Subject"] == "You watch: Thunder & Lightning, turn 2 (g1)"
    later = turns(world)
    assert positions([first, *later]) == ["2.0", "3.0", "4.0"]
    assert [one.mail["To"] for one in later] == [CLEO, CLEO]
    assert not world.post().out


@pytest.mark.parametrize(
    ("line", "yes", "end"), [("watch g1", "confirm", "unwatch"), ("zuschauen g1", "bestätigen", "abmelden")]
)
def test_each_letter_to_an_onlooker_has_a_link_that_ends_it(
    world: World, line: str, yes: str, end: str
) -> None:
    """As text and as a page; and no other link but that, for an onlooker orders nothing and asks for no table."""
    letters = [*watch(world, line=line, yes=yes), *turns(world)]
    assert len(letters) == 4
    for letter in letters:
        assert re.findall(r"\| (.*)\n  <mailto:", letter.text) == [end]
        assert page_of(letter).count(b"mailto:") == 1
    (url,) = re.findall(r"<(mailto:[^>]*)>", letters[-1].text)
    link = urlsplit(url)
    fields = {name: values[0] for name, values in parse_qs(link.query).items()}
    tapped = stranger(fields["body"], To=unquote(link.path), Subject=fields["subject"])
    (gone,) = world.post(tapped).out
    assert (
        gone.mail["Subject"]
        == {"unwatch": "You watch this game no more", "abmelden": "Du schaust dieser Partie nicht mehr zu"}[
            end
        ]
    )
    assert not kept(world).watching()


@pytest.mark.parametrize(
    ("line", "yes", "then"),
    [
        ("watch g1", "confirm", "So the game stood one turn ago: It is Thor's turn"),
        ("zuschauen g1", "bestätigen", "So stand die Partie vor einem Zug: Thor ist am Zug"),
    ],
)
def test_an_onlooker_is_not_told_as_now_whose_turn_it_was(
    world: World, line: str, yes: str, then: str
) -> None:
    """The first line of the letter says when it was so; on the page too."""
    _, first = watch(world, line=line, yes=yes)
    assert flat(first).startswith(then)
    shown = " ".join(re.sub("<[^>]*>", " ", page_of(first).decode()).split())
    assert then.partition(":")[0] in shown


def test_nobody_watches_without_confirming(world: World) -> None:
    """The code goes to the address that was named, whoever wrote; any other answer brings nothing about."""
    letter = ask(world, "watch g1", DORA)
    assert "Do you want to watch this game" in flat(letter)
    world.post(stranger("confirm", CLEO), to(letter, "Gladly, thanks!", DORA), to(letter, "refuse", DORA))
    assert not world.post(to(letter, "confirm", DORA)).out
    assert not kept(world).watching()
    assert not turns(world)


def test_a_code_for_watching_is_too_old_after_seven_days(world: World) -> None:
    """As for a seat."""
    letter = ask(world, "watch g1")
    world.time += timedelta(days=7, minutes=10)
    (late,) = world.post(to(letter, "confirm")).out
    assert "7 days" in flat(late)
    assert not kept(world).watching()


@pytest.mark.parametrize("fields", SILENT.values(), ids=SILENT)
def test_machines_and_lists_watch_nothing(world: World, fields: dict[str, str]) -> None:
    """No answer to them, and nothing is kept."""
    before = kept(world)
    assert not world.post(stranger("watch g1", **fields)).to("company")
    assert kept(world) == before


def test_a_game_without_the_term_is_not_there(tmp_path: Path, world: World) -> None:
    """The same words for a game whose terms say nothing, and for one that there is not."""
    other = watchable(tmp_path / "other", "no")
    texts = [flat(ask(other, f"watch {game}")) for game in ("g1", "g9")]
    assert "no game g1 that may be watched" in texts[0]
    assert texts[0].replace("g1", "g9") == texts[1]
    assert "no game g9 that may be watched" in flat(ask(world, "watch g9"))


@pytest.mark.parametrize(("line", "word"), [("watch g9", "games"), ("zuschauen g9", "spiele")])
def test_who_asks_for_none_that_may_be_watched_has_a_link_for_what_there_is(
    world: World, line: str, word: str
) -> None:
    """As text and as a page: the list of games, asked for without a code."""
    none = ask(world, line)
    assert f"| {word}\n  <mailto:{ADDRESS}?" in none.text
    assert f"&rarr; {word}</a>".encode() in page_of(none)
    assert {"games": "Which games wait for players", "spiele": "Welche Partien auf Mitspieler warten"}[
        word
    ] in flat(ask(world, word))


@pytest.mark.parametrize(
    ("body", "subject", "language"),
    [
        ("watch g1", "Hi", "en"),
        ("watch g1\nsprache de", "hallo", "de"),
        ("watch g1\nlanguage de", "Hi", "de"),
        ("zuschauen g1\nlanguage en", "Hi", "en"),
        ("Hallo, ich möchte gern zuschauen, bitte!\n\nwatch g1\n\nViele Grüße", "Hi", "de"),
        ("Hello, I would like to see this game, please!\n\nwatch g1", "Hallo", "en"),
    ],
)
def test_a_stranger_is_answered_in_the_language_of_the_letter(
    world: World, body: str, subject: str, language: str
) -> None:
    """That of the word of the wish, or a language that is named; of the rest if that word is the English one."""
    (told,) = world.post(stranger(body, Subject=subject)).out
    assert told.mail["Content-Language"] == language
    assert {"en": "Do you want to watch", "de": "Willst du dieser Partie zuschauen"}[language] in flat(told)


def test_before_it_has_begun_a_game_can_be_asked_for(tmp_path: Path) -> None:
    """It is said that it has not begun; nothing of the invitation is told, and the first letter comes by itself."""
    world = watchable(tmp_path / "home")
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2", terms={"watch": "1"})
    world.send()
    (welcome,) = watch(world, line="watch g2")
    assert "It has not begun: not all its players have accepted." in flat(welcome)
    assert "not begun" not in flat(watch(world, DORA)[0])
    told = list[Out]()
    for number, (seat, body) in enumerate((*((one, "accept") for one in PLAYERS), ("thor", "resign g2"))):
        raw = simple(world, seat, body, 300 + number)
        came = world.post(raw.replace(world.reply_to(seat).encode(), world.reply_to(seat, "g2").encode()))
        told += [one for one in came.out if one.name.startswith("g2.onlooker")]
    (letter,) = told
    assert letter.mail["To"] == CLEO
    assert "Loki wins" in flat(letter)


@pytest.mark.parametrize("line", ["games", "join thunder", "watch g9"])
def test_an_onlookers_answer_may_ask_for_something_else(world: World, line: str) -> None:
    """As a letter to the plain address would; it was left without an answer."""
    _, letter = watch(world)
    (answer,) = world.post(to(letter, line)).out
    assert answer.mail["To"] == CLEO
    assert ("g9" in flat(answer)) == (line == "watch g9")
    assert not world.post(to(letter, "What a game!")).out


@pytest.mark.parametrize("address", [BERT, BERT.replace("@", "+x@")])
def test_nobody_watches_their_own_game(world: World, address: str) -> None:
    """It is said plainly, to that mailbox alone; who sits in another game watches this one."""
    (letter,) = world.post(stranger("watch g1", address)).out
    assert "nobody watches their own game while it is on" in flat(letter)
    assert letter.mail["To"] == address
    assert not kept(world).watching()


def test_who_comes_to_play_gets_no_more_letters_as_an_onlooker(world: World) -> None:
    """A seat is given to somebody who watches: from then on they see what their seat may know, and nothing else."""
    watch(world)
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player(CLEO, "Cleo"))
    world.roster = {**PLAYERS, "loki": Player(CLEO, "Cleo")}
    world.send()
    assert not turns(world)


def test_once_a_mailbox_and_so_many_in_all(world: World) -> None:
    """Three watch this game and no fourth; one mailbox watches once; all games together have a bound too."""
    for address in (CLEO, DORA, EMIL):
        assert len(watch(world, address)) == 2
    assert "You watch the game g1 already" in flat(ask(world, "watch g1", CLEO.replace("@", "+x@")))
    assert "As many people watch as may" in flat(ask(world, "watch g1", "finn@elsewhere.example"))
    assert len(kept(world).watching("g1")) == 3
    config.write(
        world.home, replace(world.desk.config, company=replace(HOW, onlookers=99, onlookers_in_all=3))
    )
    assert "all games together" in flat(ask(world, "watch g1", "finn@elsewhere.example"))


def test_two_race_for_the_last_place(world: World) -> None:
    """What counts is how many watch when it is confirmed."""
    config.write(world.home, replace(world.desk.config, company=replace(HOW, onlookers=1)))
    one, other = ask(world, "watch g1", CLEO), ask(world, "watch g1", DORA)
    came = world.post(to(one, "confirm", CLEO), to(other, "confirm", DORA))
    assert [one.address for one in kept(world).watching()] == [CLEO]
    assert "As many people watch as may" in flat(came.to("company")[1])


def test_letters_a_day_count_these_too(world: World) -> None:
    """One allowance for all that is asked."""
    config.write(world.home, replace(world.desk.config, company=replace(HOW, letters_a_day=2)))
    for _ in range(3):
        world.post(stranger("watch g1"), minutes=1)
    assert world.held() == ["company-too-many"]


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("watch g1", ("watch", "g1")),
        ("Watch G1.", ("watch", "g1")),
        ("unwatch g1", ("unwatch", "g1")),
        ("zuschauen g1", ("watch", "g1")),
        ("abmelden g1", ("unwatch", "g1")),
        ("watch the game g1", None),
        ("watch", None),
        ("I watch g1", None),
        ("watch g1 tonight", None),
    ],
)
def test_what_a_line_asks_to_watch(line: str, means: tuple[str, str] | None) -> None:
    """Two words, the second an id."""
    found = words.read(line)
    assert (found and (found.what, found.game)) == means


def test_a_word_that_is_no_id_is_prose(world: World) -> None:
    """`watch tv` asks for nothing, unless a game of that id may be watched."""
    assert not world.post(stranger("watch tv")).to("company")
    for known in (world.path / "games").iterdir():
        shutil.copytree(known, known.with_name("tv"))
    assert world.post(stranger("watch tv")).to("company")


# It ends


@pytest.mark.parametrize("word", ["unwatch", "leave", "refuse"])
def test_an_answer_to_a_letter_ends_it(world: World, word: str) -> None:
    """To the first letter, or to any about the game; whoever the sender says they are."""
    for letter in watch(world)[-1:]:
        (told,) = world.post(to(letter, word, EMIL)).out
    assert told.mail["To"] == CLEO
    assert "No more letters come about the game g1" in flat(told)
    assert not turns(world)
    assert not world.post(to(letter, word)).out


def test_it_ends_by_another_code(world: World) -> None:
    """`unwatch g1` from the address, and confirmed from there; not by anybody else."""
    watch(world)
    assert "You do not watch the game g1" in flat(ask(world, "unwatch g1", DORA))
    letter = ask(world, "unwatch g1")
    assert kept(world).watching()
    (told,) = world.post(to(letter, "confirm")).out
    assert "No more letters" in flat(told)
    assert not turns(world)


def test_a_letter_that_came_back_for_good_ends_it(world: World) -> None:
    """Nobody is written to who cannot be reached."""
    _, first = watch(world)
    from referee.post import envelope

    number = first.name.removesuffix(".eml")
    back = envelope.return_address(world.desk.config, world.home, number)
    bounce = (
        f"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {back}\r\nSubject: failed\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: text/plain\r\n\r\nno such user\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n"
        f"Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; {CLEO}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "--x--\r\n"
    ).encode()
    assert not world.post(bounce).out
    assert not kept(world).watching()
    assert not turns(world)


def test_a_game_that_is_deleted_has_no_onlookers(world: World) -> None:
    """Its letters are gone with it."""
    watch(world)
    with world.desk.held():
        keeper.delete(world.desk, "g1", force=True)
    world.post()
    assert not kept(world).watching()


def test_the_keeper_sees_them(world: World) -> None:
    """Each with the address and since when."""
    watch(world)
    (one,) = status(world.home).onlookers
    assert (one.game, onlookers.seat_of(one), one.address) == ("g1", "onlooker-1", CLEO)


# What they are told


def test_two_turns_later(tmp_path: Path) -> None:
    """As many turns as the terms say; the invitation says so to the players."""
    world = watchable(tmp_path / "home", "2")
    assert "2 turns later" in flat(world.letter("g1.thor.1"))
    first = watch(world)
    assert positions(first[1:]) == ["1.0"]
    assert positions(turns(world)) == ["2.0", "3.0"]


def test_in_german(world: World) -> None:
    """Whoever asks in German words is written to in German."""
    welcome, first = watch(world, line="zuschauen g1", yes="bestätigen")
    assert "Du schaust von nun an Thunder & Lightning (g1) zu" in flat(welcome)
    assert first.mail["Content-Language"] == "de"
    assert "einen Zug später" in flat(first)
    (told,) = world.post(to(first, "abmelden")).out
    assert "keine Briefe mehr" in flat(told)


def test_at_the_end_the_rest_is_told_and_nothing_is_uncovered(world: World) -> None:
    """One last letter, with the outcome; no card that nobody was shown, no secret; and none after it."""
    watch(world)
    came = world.post(simple(world, "loki", "resign g1", 30))
    (last,) = [one for one in came.out if "onlooker" in one.name]
    assert "has won" in str(last.mail["Subject"])
    assert "last letter" in flat(last)
    hidden = came.to("thor")[0]
    for word in ("Dragon", "Huscarl"):
        assert word in hidden.text
        assert word not in last.all
    with world.desk.held():
        secret = world.desk.games.table("g1").secret.hex()
    assert secret in hidden.all
    assert secret not in last.all
    assert not kept(world).watching()
    assert not [one for one in world.post(simple(world, "thor", "say bye", 31)).out if "onlooker" in one.name]


def test_h31_who_asks_for_a_game_that_is_over_is_told_so_and_gets_the_whole_of_it(world: World) -> None:
    """Before the yes and after it; the letter brings the game as it was open to all, and no card beyond that."""
    world.post(simple(world, "loki", "resign g1", 30))
    asked = ask(world, "watch g1")
    assert "That game is over: if you confirm it, one letter brings you the whole game" in flat(asked)
    welcome, letter = world.post(to(asked, "confirm")).out
    assert welcome.mail["Subject"] == "A game that is over"
    assert "is over, so there is nothing more to watch" in flat(welcome)
    assert "g1.replay.html" in flat(letter)
    (page,) = [one for one in letter.mail.walk() if one.get_filename() == "g1.replay.html"]
    shown = page.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert "3.0" in shown
    hidden = world.letter(world.last("thor")).text
    for word in ("Dragon", "Huscarl"):
        assert word in hidden
        assert word not in shown
    assert not kept(world).watching()


def test_after_the_end_a_player_may_watch(world: World) -> None:
    """Who had a part asks then, and gets that one letter."""
    world.post(simple(world, "loki", "resign g1", 30))
    assert [one.name.split(".")[1] for one in watch(world, BERT)] == ["company", "onlooker-1"]


def test_after_the_table_went_back_the_next_letter_says_so(tmp_path: Path) -> None:
    """Both agree to take back a turn that an onlooker was told of: the turn is told again, and that it counts."""
    world = watchable(tmp_path / "home")
    watch(world)
    to_turn = len(world.entries()) - 1
    turns(world)
    with world.desk.held():
        rule_on(world.desk, "g1", [RollBack(to_turn)], reason="A letter was lost.")
    world.send()
    later = turns(world, first=40)
    assert positions(later) == ["3.0", "4.0"]
    assert "stands again at turn 3" in flat(later[0])
    assert "stands again at turn 3" not in flat(later[1])


def test_what_was_undone_before_it_was_told_is_not_told(world: World) -> None:
    """Thor lays a card, and the table goes back: an onlooker hears that it did, and not of what."""
    watch(world)
    world.post(simple(world, *TURN_3[0], 20))
    to_turn = len(world.entries()) - 1
    world.post(simple(world, "thor", "lay ravens B2\nsay Oh no", 21))
    with world.desk.held():
        rule_on(world.desk, "g1", [RollBack(to_turn)], reason="A slip.")
    world.send()
    (told,) = [one for one in world.post(simple(world, *TURN_3[1], 22)).out if "onlooker" in one.name]
    assert "lays" not in flat(told)
    assert "Oh no" in flat(told)
    assert "goes back" in flat(told)
    assert "counts no more" not in flat(told)


def test_no_line_of_a_letter_ends_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that would be read as a wish stands after a mark, wherever a text is broken."""

    def broken(letter: Letter) -> Bodies:
        said = bodies(letter)
        return said._replace(text=said.text + "\nunwatch\nwatch g1\n")

    monkeypatch.setattr(onlookers, "bodies", broken)
    _, first = watch(world)
    assert "unwatch" in first.text
    assert not world.post(to(first, first.text)).out
    assert kept(world).watching()


def test_a_letter_of_ours_does_not_answer_itself(world: World) -> None:
    """A machine that sends back what an onlooker gets, with no mark of ours left, ends nothing and asks for nothing."""
    before, letters = kept(world), watch(world)
    assert all(read_mail(one.raw, own=(ADDRESS,)).robot for one in letters)
    before = kept(world)
    for one in letters:
        echo = stranger(one.text, To=str(one.mail["Reply-To"]), Subject=f"Re: {one.mail['Subject']}")
        assert not world.post(echo).to("company")
    assert kept(world) == before
    assert before.watching()[0].state == WATCHES


# Other worlds

SEAL = re.compile(r"[0-9a-f]{64}|(?<=In words: )[a-z ]+|(?<=In Worten: )[a-z ]+")


def seen_by_onlookers(world: World) -> list[tuple[bytes, ...]]:
    """All that two onlookers are mailed over two turns: heads, and decoded the parts, without the seals."""
    letters = [*watch(world)[1:], *watch(world, DORA, "zuschauen g1", "bestätigen")[1:], *turns(world)]
    assert len(letters) == 6
    return [(one.raw.partition(b"\r\n\r\n")[0], *parts(one)) for one in letters]


def parts(letter: Out) -> Iterator[bytes]:
    """Each part of a letter, decoded."""
    for part in letter.mail.walk():
        data = part.get_payload(decode=True)
        yield str(part.items()).encode()
        if isinstance(data, bytes):
            yield SEAL.sub("", data.decode()).encode() if part.get_content_maintype() == "text" else data


OTHER = ("", "deploy female-archer, viking warriors, viking warriors")


def worlds(folder: Path) -> list[World]:
    """Two tables that differ only in which card lies face down."""
    return [
        watchable(folder / name, deploys=deploys, pictures="yes")
        for name, deploys in (("a", ("", "")), ("b", OTHER))
    ]


def test_a_table_that_differs_in_what_is_hidden_is_told_in_the_same_bytes(tmp_path: Path) -> None:
    """Text, page, subject, preheader, headers, which letters and when: only seals differ."""
    one, other = worlds(tmp_path)
    assert one.record() != other.record()
    assert seen_by_onlookers(one) == seen_by_onlookers(other)


def test_a_table_that_differs_in_the_last_turns_is_told_in_the_same_bytes(tmp_path: Path) -> None:
    """What was done since the position that is told: not a byte of it, not even of the seal."""
    made = []
    for name, lines in (
        ("a", "draw\ndraw\ndraw"),
        ("b", "say ha\n\nlay ravens B2\ndraw\ndraw\nsay hum"),
    ):
        world = watchable(tmp_path / name, "1")
        watch(world)
        came = world.post(simple(world, "loki", lines, 50))
        made.append([one.raw for one in came.out if "onlooker" in one.name])
    assert len(made[0]) == 1
    assert made[0] == made[1]


@pytest.mark.share(2)
@pytest.mark.parametrize("channel", ["text", "html", "subject", "view"])
def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, channel: str) -> None:
    """One word of a hidden card in any part of a letter, or a letter made of a seat's view, is told apart."""
    whole = bodies

    def leaking(letter: Letter) -> Bodies:
        loki = letter.game.view(STATE[-1], "loki")
        if channel == "view":
            return whole(replace(letter, view=loki))
        said = whole(letter)
        return said._replace(**{channel: getattr(said, channel) + str(loki.loki.columns)})

    def point(table: Table, since: int, until: int) -> tuple[Told, ...]:
        STATE.append(table.points[until].state)
        return told_onlookers(table, since, until)

    monkeypatch.setattr(onlookers, "told_onlookers", point)
    monkeypatch.setattr(onlookers, "bodies", leaking)
    with pytest.raises(AssertionError, match="At index 0 diff"):
        test_a_table_that_differs_in_what_is_hidden_is_told_in_the_same_bytes(tmp_path)


STATE: list[object] = []
"""The states that letters were made of, for the leaks that are planted."""


def test_a_letter_that_tells_of_now_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the delay the two tables are told apart."""
    monkeypatch.setattr(onlookers, "horizon", lambda table, _delay, _until=None: len(table.points) - 1)
    with pytest.raises(AssertionError, match="At index 0 diff"):
        test_a_table_that_differs_in_the_last_turns_is_told_in_the_same_bytes(tmp_path)


def odins_table(path: Path, placed: str) -> list[tuple[bytes, ...]]:
    """What an onlooker of Odin's Table is mailed, where Odin has laid his cards so; without the seals."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    how = Config(ADDRESS, company=HOW, limits=Limits(), letters=EVERY_ORDER)
    config.write(Home(path), how)
    seats = {"odin": Player(BERT, "Bert"), "thor": Player(ANNA, "Anna")}
    world = World(path, roster=seats)
    with world.desk.held():
        keeper.invite(world.desk, "odins_table", seats, id="g1", seed="23", terms={"watch": "1"})
    world.send()
    lines = (("odin", "accept"), ("thor", "accept"), ("odin", placed), ("thor", "place 1 2 5 2 6 2"))
    for n, (seat, line) in enumerate(lines):
        assert world.post(simple(world, seat, line, n)).lines[0].startswith("played")
    letters = watch(world)[1:]
    for n, (seat, line) in enumerate((("odin", "b1-c2"), ("thor", "d5-e4"), ("odin", "a1-a2")), 10):
        came = world.post(simple(world, seat, line, n))
        assert came.lines == (f"played: {line}",)
        letters += [one for one in came.out if "onlooker" in one.name]
    assert len(letters) == 4
    return [(one.raw.partition(b"\r\n\r\n")[0], *parts(one)) for one in letters]


def test_odins_table_with_other_columns_is_told_in_the_same_bytes(tmp_path: Path) -> None:
    """Which card lies at which column is hidden from onlookers too, in words and in the picture."""
    one = odins_table(tmp_path / "a", "place 5 6 3 0 9 7")
    assert one == odins_table(tmp_path / "b", "place 9 3 5 7 6 0")
