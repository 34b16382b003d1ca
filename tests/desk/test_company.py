"""Company by mail (H29): the list of open games, seats asked for and confirmed, games opened when they are full."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from awkward.world import ADDRESS, ANNA, Out, World, copy, simple
from support.post_office import Got

from referee.desk import keeper
from referee.desk.company import ledger, letters, wishes, words
from referee.desk.company.wishes import Lobby, Reply, told
from referee.home import config
from referee.home.config import Company, Config, Limits
from referee.home.home import Home
from referee.house.company import DAYS_TO_FILL, OpenGame
from referee.house.players import Player
from referee.post import envelope
from referee.post.reading import read_mail
from referee.util import files
from referee.util.errors import Faulty, NotFound
from referee.util.times import stamp
from referee.util.values import replace

CLEO, DORA, EMIL = "cleo@elsewhere.example", "dora@elsewhere.example", "emil@elsewhere.example"
KEEPER = "keeper@games.example"
HOW = Company(open=("odins_table",), games=2, seats=2, letters_a_day=4, letters_in_all=12)


def home_at(path: Path, how: Company = HOW, secrets: str = "address", strangers: int = 4) -> World:
    """A home with a game that waits: Anna sits as Thor, Loki's seat is free."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    limits = Limits(strangers_a_day=strangers)
    config.write(Home(path), Config(ADDRESS, secrets=secrets, keeper=KEEPER, company=how, limits=limits))
    world = World(path)
    with world.desk.held():
        keeper.wait_for_players(
            world.desk, "thunder", {"thor": Player(ANNA, "Anna"), "loki": None}, terms={"deadline": "3 days"}
        )
    return world


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> World:
    """That home, made once."""
    return home_at(tmp_path_factory.mktemp("company") / "home")


@pytest.fixture
def world(made: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(made, tmp_path / "home")


COUNT = iter(range(1, 10_000))


def stranger(body: str, address: str = CLEO, **fields: str) -> bytes:
    """A mail of somebody who does not play, to our plain address unless it says otherwise."""
    head = {
        "Return-Path": f"<{address}>",
        "From": f"Somebody <{address}>",
        "To": ADDRESS,
        "Subject": "Hi",
        "Message-ID": f"<{next(COUNT)}@mail.example>",
        **{name.replace("_", "-"): value for name, value in fields.items()},
    }
    lines = [f"{name}: {value!s}" for name, value in head.items()]
    return ("\r\n".join(lines) + f"\r\n\r\n{body}\r\n").encode()


def to(letter: Out, body: str, address: str = CLEO) -> bytes:
    """An answer to a letter of ours, to the address that it shows for that."""
    return stranger(body, address, To=str(letter.mail["Reply-To"]), Subject=f"Re: {letter.mail['Subject']}")


def ask(world: World, body: str = "join g1", address: str = CLEO) -> Out:
    """Somebody asks for something, and gets one letter."""
    (letter,) = world.post(stranger(body, address), minutes=1).out
    assert letter.mail["To"] == address
    return letter


def tapped(letter: Out, order: str) -> bytes:
    """A letter as a link of another writes it."""
    (link,) = [one for one in Got.of(letter.mail.as_bytes()).links if unquote(one).endswith(f"body={order}")]
    url = urlsplit(link)
    return stranger(order, To=unquote(url.path), Subject=parse_qs(url.query)["subject"][0])


def flat(letter: Out) -> str:
    """The text of a letter on one line."""
    return " ".join(letter.text.split())


def kept(world: World) -> ledger.Ledger:
    """What is kept of those who ask."""
    return ledger.read(world.home)


def seats(world: World, game: str = "g1") -> Mapping[str, str]:
    """Who sits in an open game, by address."""
    return {seat: one.address if one else "" for seat, one in kept(world).games[game].seats.items()}


# The list


def test_h29_a_stranger_asks_which_games_wait(world: World) -> None:
    """Each with what it is, its terms, who sits by name, the free seats and how to join; and no address but ours."""
    letter = ask(world, "games")
    said = flat(letter)
    assert letter.name == "0.company.1.eml"
    for words_there in ("g1: Thunder & Lightning", "Thor (Anna)", "free: Loki", "3 days", "join g1"):
        assert words_there in said
    assert "Odin's Table: join odins_table" in said
    assert set(re.findall(r"[\w.+]+@[\w.]+\w", said)) == {ADDRESS, KEEPER}
    assert letter.mail["Auto-Submitted"] == "auto-replied"
    assert not world.held()


def test_the_list_in_german(world: World) -> None:
    """Whoever asks in German words is answered in German; the subject will do."""
    letter = ask(world, "Spiele")
    assert letter.mail["Content-Language"] == "de"
    assert "frei: Loki" in flat(letter)
    (other,) = world.post(stranger("", Subject="Re: spiele")).out
    assert flat(other) == flat(letter)


MARKED = (
    "\u0905\u0928\u093f\u0932 \u0915\u0941\u092e\u093e\u0930",
    "\u0e2a\u0e21\u0e0a\u0e31\u0e22",
    "\u05d1\u05df\u05be\u05d2\u05d5\u05e8\u05d9\u05d5\u05df",
    "\u30b8\u30e7\u30f3\u30fb\u30b9\u30df\u30b9",
    "Gal\u00b7la",
)
"""Names that are not written without marks, or have a point or a stroke within."""


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("games", ("games", "", "", "", "")),
        ("Games!", ("games", "", "", "", "")),
        ("games night at our place?", None),
        ("join g1", ("join", "", "g1", "", "")),
        ("JOIN G1 Loki", ("join", "", "g1", "loki", "")),
        ("join g1 loki as Cleo", ("join", "", "g1", "loki", "Cleo")),
        ("join g1 as Jean-Luc O'Hara", ("join", "", "g1", "", "Jean-Luc O'Hara")),
        ("join thunder", ("join", "thunder", "", "", "")),
        ("join Thunder & Lightning as Zoë", ("join", "thunder", "", "", "Zoë")),
        ("join Odin's Table odin", ("join", "odins_table", "", "odin", "")),
        ("join the Hammer of Thor", ("join", "hammer_of_thor", "", "", "")),
        ("join g99", ("join", "", "g99", "", "")),
        ("join us for dinner", None),
        ("join", None),
        ("join g1 as J.R.R. Tolkien", ("join", "", "g1", "", "J.R.R. Tolkien")),
        ("join g1 as Zoe\u0308", ("join", "", "g1", "", "Zo\u00eb")),
        *((f"join g1 as {one}", ("join", "", "g1", "", one)) for one in MARKED),
        ("join g1 as evil.example", None),
        ("join g1 as x.example", None),
        ("join g1 as http://x", None),
        ("join g1 as a@b.example", None),
        ("join g1 as " + "x" * 40, None),
        ("join g1 as Bob\x0bBcc: x", None),
        ("mitspielen g1 als Cleo", ("join", "", "g1", "", "Cleo")),
        ("verlassen g1", ("leave", "", "g1", "", "")),
        ("I would like to join g1", None),
    ],
)
def test_what_a_line_asks_for(line: str, means: tuple[str, ...] | None) -> None:
    """Only a line that is wholly a wish is one; a name that could be an address or a link is none."""
    found = words.read(line, ("g1",))
    assert (found and (found.what, found.rules, found.game, found.seat, found.name)) == means


# A seat


def test_nobody_is_seated_without_confirming(world: World) -> None:
    """The first letter is answered with a code to its sender; the seat is free until the code is answered."""
    letter = ask(world)
    assert "confirm" in flat(letter)
    assert str(letter.mail["Reply-To"]) != ADDRESS
    assert seats(world)["loki"] == ""
    assert not world.post(to(letter, "Sounds good, thanks!")).out
    assert seats(world)["loki"] == ""


def test_a_seat_that_is_confirmed_and_the_game_is_opened(world: World) -> None:
    """All seats are taken: both are invited as to any game, by letters of the game, each with a secret of its own."""
    letter = ask(world, "join g1 as Cleo")
    came = world.post(to(letter, "confirm"))
    assert {one.name: one.mail["To"] for one in came.out} == {"g1.thor.1.eml": ANNA, "g1.loki.1.eml": CLEO}
    assert "Cleo" in came.to("thor")[0].text
    assert CLEO not in came.to("thor")[0].all
    assert kept(world).games == {}
    assert not came.done.troubles
    world.roster = {"thor": Player(ANNA), "loki": Player(CLEO)}
    played = world.post(simple(world, "thor", "accept"), simple(world, "loki", "accept"))
    assert played.lines == ("played: accept", "played: accept")
    assert CLEO.encode() not in world.record()
    assert not world.post(to(letter, "leave")).out


def test_the_terms_and_options_are_those_that_were_announced(world: World) -> None:
    """The deadline of the list stands in the invitation."""
    came = world.post(to(ask(world), "confirm"))
    assert "3 days" in came.to("loki")[0].text
    with world.desk.held():
        assert world.desk.games.table("g1").terms.deadline == "3 days"


def test_a_name_with_marks_is_told_to_the_others(world: World) -> None:
    """As it was written."""
    came = world.post(to(ask(world, f"join g1 as {MARKED[0]}"), "confirm"))
    assert not came.done.troubles
    assert MARKED[0] in came.to("thor")[0].text


@pytest.mark.parametrize(
    "yes", ["Yes, it was me. Confirm!", "I confirm", "Hi!\nYes please\nCleo", "Ja, das war ich"]
)
def test_h29_whoever_says_yes_confirms(world: World, yes: str) -> None:
    """In words of their own, as invitations are accepted; a question, a doubt or nothing but a name is no yes."""
    letter = ask(world)
    for no in ("Was it me?", "Yes\nBut who is Anna?", "No", "Cleo", "It was not me", "yes if I get Thor"):
        world.post(to(letter, no))
        assert seats(world)["loki"] == ""
    world.post(to(letter, yes))
    assert "g1" not in kept(world).games


DRESSED = (
    "{}",
    "\u201e{}\u201c",
    "\u201c{}\u201d",
    "\u00bb{}\u00ab",
    "\u00ab\u00a0{}\u00a0\u00bb",
    "\u2018{}\u2019",
    "{}\uff01",
    "{}\u2026",
    "{}\u00a0",
    "\u3000*{}*.",
)
"""How programs that write letters put a word: within quotation marks of all kinds, before wide or long marks."""


@pytest.mark.parametrize("dressed", DRESSED)
@pytest.mark.parametrize(
    ("word", "language", "means"),
    [
        ("confirm", "en", "confirm"),
        ("confirm", "de", "confirm"),
        ("Best\u00e4tigen", "de", "confirm"),
        ("bestaetigen", "de", "confirm"),
        ("refuse", "en", "refuse"),
        ("ablehnen", "de", "refuse"),
    ],
)
def test_a_word_alone_on_a_line_however_it_is_dressed(
    dressed: str, word: str, language: str, means: str
) -> None:
    """For another address, where it must be the word itself, as for a seat."""
    lines = ["Hello", dressed.format(word)]
    assert set(words.said(lines, language, loosely=False)) == {means}
    assert set(words.said(lines, language)) == {means}
    assert not set(words.said([f"> {lines[1]}", f"I {lines[1]}"], language, loosely=False))


@pytest.mark.parametrize("dressed", DRESSED)
@pytest.mark.parametrize(("asks", "word"), [("join g1", "confirm"), ("mitspielen g1", "best\u00e4tigen")])
def test_a_dressed_word_confirms_a_seat(world: World, dressed: str, asks: str, word: str) -> None:
    """In both languages."""
    world.post(to(ask(world, asks), dressed.format(word)))
    assert "g1" not in kept(world).games


@pytest.mark.parametrize("secrets", ["address", "subject"])
def test_h29_one_tap_asks_and_one_confirms(tmp_path: Path, secrets: str) -> None:
    """The link of the list asks for a seat; that of the answer confirms it."""
    world = home_at(tmp_path / "home", secrets=secrets)
    (letter,) = world.post(tapped(ask(world, "games"), "join g1"), minutes=1).out
    assert "Do you want this seat?" in flat(letter)
    world.post(tapped(letter, "confirm"))
    assert "g1" not in kept(world).games


@pytest.mark.parametrize("secrets", ["address", "subject"])
def test_a_code_in_the_subject(tmp_path: Path, secrets: str) -> None:
    """Where no plus addresses are, the code stands in the subject, as secrets do."""
    world = home_at(tmp_path / "home", secrets=secrets)
    letter = ask(world)
    assert (str(letter.mail["Reply-To"]) == ADDRESS) == (secrets == "subject")
    assert len(world.post(to(letter, "confirm")).out) == 2


def test_a_forged_sender_seats_nobody(world: World) -> None:
    """The code goes to the address that was forged, and to nobody else; no guess of one counts."""
    letter = ask(world, address=DORA)
    assert letter.mail["To"] == DORA
    guess = str(letter.mail["Reply-To"]).replace("+", "+a")[: len(str(letter.mail["Reply-To"]))]
    world.post(stranger("confirm", CLEO), stranger("confirm", CLEO, To=guess))
    assert seats(world)["loki"] == ""


def test_refused_from_there_it_is_over(world: World) -> None:
    """`refuse` ends the wish; the code counts no more."""
    letter = ask(world)
    assert not world.post(to(letter, "refuse")).out
    assert not world.post(to(letter, "confirm")).out
    assert seats(world)["loki"] == ""


def test_after_seven_days_a_code_is_too_old(world: World) -> None:
    """Its writer is told, once, and gets no seat."""
    letter = ask(world)
    world.time += timedelta(days=7, minutes=10)
    (late,) = world.post(to(letter, "confirm")).out
    assert "7 days" in flat(late)
    assert not world.post(to(letter, "confirm")).out
    assert seats(world)["loki"] == ""


def test_two_race_for_one_seat(world: World) -> None:
    """Both are asked to confirm; the first to do so has the seat, the other is told that there is none."""
    one, other = ask(world, address=CLEO), ask(world, address=DORA)
    came = world.post(to(one, "confirm", CLEO), to(other, "confirm", DORA))
    assert came.to("loki")[0].mail["To"] == CLEO
    (told,) = came.to("company")
    assert told.mail["To"] == DORA
    assert "all its seats are taken" in flat(told)


def test_joining_twice(world: World) -> None:
    """One mailbox has one seat in a game, whatever stands after the plus; two codes of one mailbox seat it once."""
    game = open_three(world)
    first, second = ask(world, f"join {game}"), ask(world, f"join {game}")
    world.post(to(first, "confirm"))
    (told,) = world.post(to(second, "confirm")).out
    assert "a seat in this game already" in flat(told)
    world.time += timedelta(days=1)
    again = ask(world, f"join {game}", CLEO.replace("@", "+x@"))
    assert "a seat in this game already" in flat(again)
    assert sorted(seats(world, game).values()).count(CLEO) == 1


def open_three(world: World) -> str:
    """A second game that waits: of Thunder too, with no player yet."""
    with world.desk.held():
        return keeper.wait_for_players(world.desk, "thunder", {"thor": None, "loki": None})


def test_who_is_named_by_the_keeper_does_not_join(world: World) -> None:
    """Anna's mailbox has her seat; she cannot take the other hand."""
    assert "a seat in this game already" in flat(ask(world, address=ANNA))


def test_h29_who_confirms_to_leave_a_game_that_has_begun_meanwhile_is_told_so(world: World) -> None:
    """It waits no more: its own letters are to be answered."""
    game = open_three(world)
    world.post(to(ask(world, f"join {game}"), "confirm"))
    leave = ask(world, f"leave {game}")
    world.post(to(ask(world, f"join {game}", DORA), "confirm", DORA))
    (told,) = world.post(to(leave, "confirm")).to("company")
    assert "In a game that has been opened, answer a letter of that game" in flat(told)


def test_a_judge_has_no_seat_to_give_up(world: World) -> None:
    """That is told at once; and at the end of a wish that was let in before."""
    with world.desk.held():
        seats_there = {"thor": None, "loki": None}
        keeper.wait_for_players(world.desk, "thunder", seats_there, arbiter=Player(CLEO))
    assert "You have no seat in such a game" in flat(ask(world, "leave g2"))
    known = kept(world)
    wish = ledger.Wish(known.last + 1, "leave", "", "g2", "", CLEO, "", "en", stamp(world.time), ledger.ASKED)
    to_cleo = Reply(CLEO, "en", world.time)
    ledger.write(world.home, told(known.with_wish(wish), to_cleo, "confirm-leave", wish), world.time)
    (letter,) = world.post().out
    came = world.post(to(letter, "confirm"))
    assert (len(came.out), came.done.troubles, world.held()) == (1, [], [])
    assert "You have no seat in such a game" in flat(came.out[0])


def test_a_seat_is_given_up(world: World) -> None:
    """By an answer to the same code; or from the address, by another code; then it is free again."""
    game = open_three(world)
    seated = world.post(to(ask(world, f"join {game} loki as Cleo"), "confirm")).out[0]
    assert "free: Thor" in flat(seated).replace("Free", "free")
    assert seats(world, game) == {"thor": "", "loki": CLEO}
    (left,) = world.post(to(seated, "leave")).out
    assert "no seat" in flat(left)
    assert seats(world, game) == {"thor": "", "loki": ""}
    world.post(to(ask(world, f"join {game}"), "confirm"))
    world.time += timedelta(days=1)
    letter = ask(world, f"leave {game}")
    assert seats(world, game)["thor"] == CLEO
    world.post(to(letter, "confirm"))
    assert seats(world, game) == {"thor": "", "loki": ""}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((one, "somebody else here is called so") for one in ("Anna", "ANNA", "Ann\u00e0")),
        *((one, "it reads like thor, another seat") for one in ("thor", "Th0r")),
        *(
            (one, "everybody would read something else")
            for one in (
                "The referee",
                "Schiedsrichter",
                "all",
                "you",
                "nobody",
                "Der Meister",
                "Onlooker",
                "draw",
            )
        ),
        ("\u0422hor", "each word those of one script"),
    ],
)
def test_h7_a_name_that_misleads_is_refused_where_it_is_asked_for(world: World, name: str, why: str) -> None:
    """Another's, another seat's, one of the house, or one that is made to look like these: no code is sent."""
    letter = ask(world, f"join g1 as {name}")
    assert why in flat(letter)
    assert seats(world)["loki"] == ""
    assert not [one for one in kept(world).wishes if one.state == "asked"]


def test_h7_a_name_that_another_has_got_meanwhile_is_refused_at_the_end(world: World) -> None:
    """Two ask for seats by one name: who confirms first has it, the other one is told."""
    game = open_three(world)
    first, second = ask(world, f"join {game} as Cleo"), ask(world, f"join {game} as cleo", DORA)
    world.post(to(first, "confirm"))
    (refused,) = world.post(to(second, "confirm", DORA)).out
    assert "somebody else here is called so" in flat(refused)
    assert DORA not in seats(world, game).values()


def test_h7_the_name_of_the_own_seat_is_nobody_elses(world: World) -> None:
    """Loki may be called Loki."""
    world.post(to(ask(world, "join g1 loki as Loki"), "confirm"))
    assert world.entries()[0].options["players"] == ["Anna", "Loki"]


# Games of their own


def test_strangers_open_games_only_where_the_keeper_says_so(made: World, tmp_path: Path) -> None:
    """`company: {open: [...]}`: those games and no others, off by default; then two play who have never met."""
    world = copy(made, tmp_path / "home")
    assert "No game of this kind waits" in flat(ask(world, "join hammer of thor"))
    one = world.post(to(ask(world, "join odins_table as Cleo"), "confirm")).out[0]
    assert "You have a seat in Odin's Table (g2)" in flat(one)
    other = ask(world, "join Odin's Table", DORA)
    came = world.post(to(other, "confirm", DORA))
    assert {one.mail["To"] for one in came.out} == {CLEO, DORA}
    assert {one.name.partition(".")[0] for one in came.out} == {"g2"}
    assert kept(world).games.keys() == {"g1"}
    off = home_at(tmp_path / "off", Company())
    assert "No game of this kind waits" in flat(ask(off, "join odins_table"))


def test_a_seat_that_no_such_game_has_stops_nobody(on: World) -> None:
    """Whoever asks for it in a game that does not wait yet is told so; a letter of the same pass is played."""
    came = on.post(
        stranger("join odins_table xyz", DORA), simple(on, "thor", "accept"), stranger("games", EMIL)
    )
    told = next(one for one in came.out if one.mail["To"] == DORA)
    assert "xyz is not free in this game" in flat(told)
    assert "played: accept" in came.lines
    assert (on.held(), came.done.troubles) == ([], [])
    assert not [one for one in kept(on).wishes if one.address == DORA]


@pytest.fixture
def on(world: World) -> World:
    """A home in which Cleo has taken the last seat of a game, which is open now and waits for acceptance."""
    world.post(to(ask(world), "confirm"))
    world.roster = {"thor": Player(ANNA), "loki": Player(CLEO)}
    return world


def poisoned(world: World) -> ledger.Wish:
    """A wish for a seat that there is not stands in the ledger, its answer due, as an older release wrote it."""
    known = kept(world)
    wish = ledger.Wish(
        known.last + 1, "join", "odins_table", "", "xyz", DORA, "", "en", stamp(world.time), ledger.ASKED
    )
    to_dora = Reply(DORA, "en", world.time)
    ledger.write(
        world.home, told(known.with_wish(wish), to_dora, "confirm-join", wish, over=False), world.time
    )
    return wish


def test_a_ledger_with_such_a_wish_goes_on(on: World) -> None:
    """The seat is told as it was written; when the wish is confirmed, that there is none."""
    poisoned(on)
    came = on.post(simple(on, "thor", "accept"))
    letter = next(one for one in came.out if one.mail["To"] == DORA)
    assert "Odin's Table, xyz" in flat(letter)
    assert ("played: accept" in came.lines, came.done.troubles) == (True, [])
    (refused,) = on.post(to(letter, "confirm", DORA)).to("company")
    assert "xyz is not free in this game" in flat(refused)
    assert kept(on).written == kept(on).last


def test_a_game_that_is_opened_with_other_seats_has_no_such_seat(world: World) -> None:
    """What was found before it was opened is held against the game itself."""
    wish = ledger.Wish(1, "join", "odins_table", "", "thrall", DORA, "", "en", stamp(world.time))
    game = OpenGame("odins_table", {"odin": None, "freyja": None}, "")
    lobby = Lobby(world.home, world.desk.config, lambda _: ("g7", game))
    known = wishes.KINDS["join"].granted(ledger.Ledger(), wish, Reply(DORA, "en", world.time), lobby)
    (said,) = known.answers
    assert (said.says, said.values["why"], known.games) == ("refused", "join-taken", {})


@pytest.mark.parametrize(
    ("error", "key"), [(KeyError("xyz"), "answer-crashed"), (NotFound("no-such-game"), "no-such-game")]
)
def test_an_answer_that_cannot_be_made_stops_nobody(
    on: World, monkeypatch: pytest.MonkeyPatch, error: Exception, key: str
) -> None:
    """It is told to the keeper, pass by pass, and goes out when it can be made; all others go out once."""
    make = letters.mail

    def mail(home: Home, how: Config, known: ledger.Ledger, one: ledger.Answer) -> bytes:
        if one.to == DORA:
            raise error
        return make(home, how, known, one)

    with monkeypatch.context() as patch:
        patch.setattr(letters, "mail", mail)
        came = on.post(stranger("games", DORA), simple(on, "thor", "accept"), stranger("games", EMIL))
        assert "played: accept" in came.lines
        assert [one.mail["To"] for one in came.to("company")] == [EMIL]
        again = on.post(stranger("games", CLEO))
        assert [one.mail["To"] for one in again.to("company")] == [CLEO]
        assert [fault.why.key for _, fault in again.done.troubles if isinstance(fault, Faulty)] == [key]
    (late,) = on.post().out
    assert (late.mail["To"], on.post().done.troubles) == (DORA, [])
    assert kept(on).written == kept(on).last


def test_only_so_many_games_of_strangers_wait(world: World) -> None:
    """Two here; and in two one mailbox may wait."""
    config.write(
        world.home, replace(world.desk.config, company=replace(HOW, letters_in_all=99, letters_a_day=99))
    )
    for address in (CLEO, DORA):
        for seat in ("odin", "thrall"):
            letter = ask(world, f"join odins_table {seat}", address)
            world.post(to(letter, "confirm", address))
    text = [flat(ask(world, "join g1", CLEO))]
    assert len(kept(world).games) <= 3
    assert text


def test_a_game_of_strangers_lapses(world: World) -> None:
    """Whoever waits in one for 60 days is told, and its id is never given again; the keeper's own waits on."""
    world.post(to(ask(world, "join odins_table"), "confirm"))
    world.time += timedelta(days=DAYS_TO_FILL, hours=1)
    (told,) = world.post().out
    assert told.mail["To"] == CLEO
    assert "g2" in flat(told)
    assert kept(world).games.keys() == {"g1"}
    assert open_three(world) == "g3"


def test_with_its_last_player_a_game_of_strangers_is_gone(world: World) -> None:
    """Nobody waits for nobody."""
    seated = world.post(to(ask(world, "join odins_table"), "confirm")).out[0]
    world.post(to(seated, "leave"))
    assert kept(world).games.keys() == {"g1"}


def test_the_keeper_gives_up_a_game_that_waits(world: World) -> None:
    """`referee delete`: who had a seat is told, and nobody else; the code brings nothing about any more."""
    game = open_three(world)
    seated = world.post(to(ask(world, f"join {game}"), "confirm")).out[0]
    with world.desk.held():
        keeper.delete(world.desk, game)
    (told,) = world.send()
    assert told.mail["To"] == CLEO
    assert not world.post(to(seated, "leave")).out
    assert kept(world).games.keys() == {"g1"}
    assert open_three(world) == "g3"


# Limits, robots, loops


def test_letters_a_day(world: World) -> None:
    """One address gets four letters in a day, all together twelve; what comes beyond waits for the keeper."""
    for _ in range(6):
        world.post(stranger("join g1"), minutes=1)
    assert world.held() == ["company-too-many"] * 2
    for n in range(12):
        world.post(stranger("games", f"n{n}@elsewhere.example"), minutes=1)
    assert len([one for one in kept(world).answers if one.letter]) == 12
    assert len(world.held()) == 2 + 4
    world.time += timedelta(days=1)
    assert len(world.post(stranger("games")).out) == 1


@pytest.mark.parametrize("how", [{"how": replace(HOW, letters_in_all=0)}, {"strangers": 0}])
def test_a_keeper_who_wants_silence(tmp_path: Path, how: dict[str, object]) -> None:
    """Nobody is answered, and nothing is kept of it."""
    world = home_at(tmp_path / "home", **how)  # type: ignore[arg-type]
    before = kept(world)
    came = world.post(stranger("games"))
    assert not came.to("company")
    assert kept(world) == before


SILENT: Mapping[str, Mapping[str, str]] = {
    "a robot": {"Auto_Submitted": "auto-replied"},
    "a list": {"List_Id": "<x.example>"},
    "bulk": {"Precedence": "bulk"},
    "the null sender": {"Return_Path": "<>"},
    "another envelope": {"Return_Path": "<list-bounces@lists.example>"},
    "no reply": {"From": "no-reply@shop.example"},
    "a list's owner": {"From": "owner-chess@lists.example"},
    "ourselves": {"From": ADDRESS},
    "two senders": {"From": "a@x.example, b@x.example"},
    "an address nobody can have": {"From": "a..b@x.example"},
    "not written to us": {"To": "undisclosed-recipients:;"},
    "our own mark": {"X_Loop": ADDRESS},
    "away": {"Subject": "Out of Office: Hi"},
}


@pytest.mark.parametrize("fields", SILENT.values(), ids=SILENT)
def test_machines_and_lists_are_not_answered(world: World, fields: Mapping[str, str]) -> None:
    """Whatever they ask for: no answer, and nothing is kept."""
    before = kept(world)
    for body in ("games", "join g1"):
        assert not world.post(stranger(body, **fields)).to("company")
    assert kept(world) == before


def test_a_robot_that_has_a_code(world: World) -> None:
    """An answer of a machine to the code is put away, even if it says the word."""
    letter = ask(world)
    raw = to(letter, "confirm").replace(b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:", 1)
    assert not world.post(raw).out
    assert seats(world)["loki"] == ""


def everything_we_say(world: World) -> Iterator[Out]:
    """A letter of each kind, in both languages."""
    config.write(
        world.home, replace(world.desk.config, company=replace(HOW, letters_in_all=99, letters_a_day=99))
    )
    game = open_three(world)
    for join, leave, listed, yes in (
        ("join", "leave", "games", "confirm"),
        ("mitspielen", "verlassen", "spiele", "bestätigen"),
    ):
        address = f"{join}@elsewhere.example"
        yield ask(world, listed, address)
        yield (first := ask(world, f"{join} {game}", address))
        yield (seated := world.post(to(first, yes, address)).out[0])
        yield ask(world, f"{join} {game}", address)
        yield (away := ask(world, f"{leave} {game}", address))
        yield world.post(to(away, yes, address)).out[0]
        yield (late := ask(world, f"{join} {game}", address))
        world.time += timedelta(days=8)
        yield world.post(to(late, yes, address)).out[0]
        assert seated


def test_a_letter_of_ours_that_comes_back_brings_nothing_about(world: World) -> None:
    """Every kind in both languages, with its marks or without, unquoted, to any address of ours: no answer, no seat."""
    there = list(everything_we_say(world))
    assert len({one.name for one in there}) == 16
    before = kept(world)
    for one in there:
        assert read_mail(one.raw, own=(ADDRESS,)).robot
        for address in (ADDRESS, str(one.mail["Reply-To"])):
            echo = stranger(one.text, To=address, Subject=f"Re: {one.mail['Subject']}")
            assert not world.post(echo, minutes=1).to("company"), one.text
            fields = {"Subject": f"Re: {one.mail['Subject']}", "Content-Type": "text/html; charset=utf-8"}
            page = stranger(one.html, To=address, **fields)
            assert not world.post(page, minutes=1).to("company"), one.html
    assert replace(kept(world), answers=()) == replace(before, answers=())


def test_a_letter_of_ours_has_its_form(world: World) -> None:
    """Text, no line too wide, and a page of the same, with the null sender; a stranger's words do not come back."""
    for one in everything_we_say(world):
        assert one.mail.get_content_type() == "multipart/alternative"
        read = read_mail(one.raw.replace(b"text/plain", b"text/x-other", 1))
        page = " ".join(line.replace("\u2060", "") for _, line in read.lines)
        shown = re.sub(r"<mailto:[^>]*>", "", one.text)
        for word in re.findall(r"[\w'-]{3,}", shown):
            assert word in page, word
        assert one.html.count('href="mailto:') == one.text.count("<mailto:")
        assert len(one.html) < 12_000
        assert max(len(line) for line in one.text.splitlines() if not line.startswith("  <mailto:")) <= 78
        parcel = envelope.parcel(world.desk.config, world.home, one.name.removesuffix(".eml"), one.raw)
        assert parcel.sender == ""
    letter = world.post(stranger("games\nbuy pills", EMIL, Subject="evil offer")).out[0]
    assert "pills" not in letter.all
    assert "evil" not in letter.all


def test_nothing_of_a_header_gets_in(world: World) -> None:
    """Line breaks and encoded words in names, subjects and senders stay out of ours."""
    raws = [
        stranger("join g1 as =?utf-8?q?A=0D=0ABcc:_x@y.example?="),
        stranger("join g1", Subject="=?utf-8?q?games=0D=0ABcc:_x@y.example?="),
        stranger("join g1 loki\u2028Bcc: x@y.example"),
    ]
    for one in world.post(*raws).out:
        assert one.mail["Bcc"] is None
        assert "x@y.example" not in one.all


# Kills


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.slow
@pytest.mark.parametrize("step", ["asked", "confirmed", "left"])
def test_killed_anywhere_each_letter_counts_once(
    made: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Killed before each act on files in turn: in the end the seats are right, each letter went out, and none twice."""
    world = copy(made, tmp_path / "start")
    game = open_three(world)
    raw = stranger("join g1")
    if step != "asked":
        raw = to(ask(world), "confirm")
    if step == "left":
        seated = world.post(to(ask(world, f"join {game}"), "confirm")).out[0]
        raw = to(seated, "leave")
    whole = finished(copy(world, tmp_path / "whole"), raw)
    points = 0
    for n in range(1, 80):
        one = copy(world, tmp_path / str(n))
        one.desk.spool.put(raw, at=one.time)
        with monkeypatch.context() as patch:
            count = counted(patch, n)
            try:
                one.run()
            except Killed:
                points += 1
        if count[0] < n:
            break
        assert finished(one, b"") == whole
    assert points >= 5


def counted(patch: pytest.MonkeyPatch, n: int) -> list[int]:
    """Let the n-th act on files be a kill."""
    count = [0]

    def killing(act: object) -> object:
        def called(*args: object, **more: object) -> object:
            count[0] += 1
            if count[0] == n:
                raise Killed
            return act(*args, **more)  # type: ignore[operator]

        return called

    for name in ("replace", "move", "write_new", "remove", "private_folder"):
        patch.setattr(files, name, killing(getattr(files, name)))
    return count


def finished(world: World, raw: bytes) -> object:
    """What there is when all is done: seats, letters out by name and receiver, games, letters on hold."""
    if raw:
        world.desk.spool.put(raw, at=world.time)
    world.run()
    world.run()
    out = sorted((one.name, str(one.mail["To"]), one.text) for one in world.send())
    games = {name: one.seats for name, one in kept(world).games.items()}
    return out, games, list(world.home.games()), world.held(), world.desk.spool.waiting()


def test_a_ledger_that_cannot_be_read_stops_no_game(made: World, tmp_path: Path) -> None:
    """Its file is named as a trouble of the pass; letters of games go on, those of strangers wait."""
    world = copy(made, tmp_path / "home")
    world.post(to(ask(world), "confirm"))
    (world.path / ledger.NAME).write_text("last: x\n")
    world.roster = {"thor": Player(ANNA), "loki": Player(CLEO)}
    came = world.post(simple(world, "thor", "accept"))
    assert came.lines == ("played: accept",)
    assert [name for name, _ in came.done.troubles] == ["company"]


def test_a_ledger_of_an_older_release_is_read(world: World) -> None:
    """It has an empty text for nobody: in a seat, and as the arbiter."""
    known, path = kept(world), world.path / ledger.NAME
    older = path.read_text().replace(": null", ': ""')
    assert older != path.read_text()
    path.write_text(older)
    assert kept(world) == known


def test_the_ledger_stays_small(world: World) -> None:
    """Of wishes that came to nothing the last 2000 are kept, for four weeks; a seat that is held is never forgotten."""
    now = world.time
    sits = ledger.Wish(1, "join", "", "g1", "loki", CLEO, "", "en", "2025-01-01T00:00:00Z", ledger.SITS)
    late = [replace(sits, number=n, state=ledger.ASKED, at=stamp(now)) for n in range(3, 3003)]
    many = ledger.Ledger(3003, 3003, {}, (sits, replace(sits, number=2, state=ledger.OVER), *late))
    left = many.pruned(now)
    assert [one.number for one in left.wishes] == [1, *range(1003, 3003)]
    assert [one.number for one in left.pruned(now + timedelta(days=29)).wishes] == [1]
    assert ledger.read(world.home) == ledger.write(world.home, ledger.read(world.home), now)


def test_a_home_is_private(world: World) -> None:
    """The ledger is the keeper's alone to read."""
    assert (world.path / ledger.NAME).stat().st_mode & 0o077 == 0
