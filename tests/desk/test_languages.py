"""A language for each seat: how it is chosen, what is told in it, how letters are read; and nobody else learns of it.

The Esperanto of these tests is English with a mark after every sentence, and with a few words of its own for
orders.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

import pytest
from awkward.world import ADDRESS, ANNA, BERT, PLAYERS, Came, Out, World, copy, simple
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command import Ran

from referee.api import Table
from referee.cli import run as command
from referee.cli.terminal import fault_sentence
from referee.desk import keeper
from referee.home import config, roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.roster import Roster, mailbox
from referee.house.games import BUILT_IN, find
from referee.house.letters import LanguageChosen
from referee.house.players import Player
from referee.notation import languages, words
from referee.notation.languages import code_of
from referee.notation.reader import Prose, Reader
from referee.post.writing import in_ascii
from referee.record.entries import Letter, Opening
from referee.record.seals import in_words
from referee.table.audit import audit
from referee.table.index import Index
from referee.table.parts import Parts
from referee.table.replay import ruled_again
from referee.telling import glance
from referee.telling.catalog import Catalog
from referee.telling.sentences import reader_of
from referee.util import data as share
from referee.util import files, translations
from referee.util.errors import Faulty
from referee.verify import check

COMING = languages.known()
"""The languages that come with the referee."""
MARK = "\N{CURRENCY SIGN}"
WORDS = """
verbs:
  draw: [zupf]
  accept: [jawohl]
  say: [quak]
  note: [merk]
  language: [zunge]
  end: [aus]
"""
THREE = "draw\ndraw\ndraw"
SETTING = (
    ("thor", "deploy huscarl, viking warriors, shield wall"),
    ("loki", "deploy dragon, viking warriors, viking warriors"),
)
"""Both have deployed; Loki is on turn."""


@pytest.fixture(scope="module", autouse=True)
def tongue() -> Iterator[None]:
    """There is a language `eo` beside English; and the power stays on, so that nothing needs to be synced."""
    made, read = Catalog.__init__, share.text

    def init(self: Catalog, game: str, language: str) -> None:
        made(self, game, language)
        if language == "eo":
            self.entries = {
                section: {key: f"{text}{MARK}" for key, text in entries.items()}
                for section, entries in self.entries.items()
            }

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        patch.setattr(Catalog, "__init__", init)
        patch.setattr(
            share, "text", lambda *way: WORDS if way == ("grammar", "words.eo.yaml") else read(*way)
        )
        patch.setattr(translations, "languages", lambda: ("en", "eo"))
        yield


def invite(path: Path, spoken: Mapping[str, str], **more: Any) -> World:
    """Two are invited to a game, each with a language or none; the invitations lie in the outbox, not yet sent."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    config.write(Home(path), Config(ADDRESS, **more))
    world = World(path)
    players = {
        seat: Player(player.address, player.name, language=spoken.get(seat, ""))
        for seat, player in PLAYERS.items()
    }
    with world.desk.held():
        keeper.invite(world.desk, "thunder", players, id="g1", seed="07", options={})
    return world


def play(world: World, letters: Sequence[tuple[str, str]]) -> list[Came]:
    """These letters come in, each in a pass of its own."""
    return [world.post(simple(world, seat, body, at)) for at, (seat, body) in enumerate(letters, 100)]


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory, tongue: None) -> Mapping[str, World]:  # noqa: ARG001
    """A game in English to which two were invited, and one in which Loki is on turn."""
    folder = tmp_path_factory.mktemp("languages")
    found = {name: invite(folder / name, {}) for name in ("invited", "on")}
    for world in found.values():
        world.send()
    play(found["on"], [("thor", "accept"), ("loki", "accept"), *SETTING])
    return found


@pytest.fixture
def invited(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game to which two were invited, in English."""
    return copy(bases["invited"], tmp_path / "home")


@pytest.fixture
def on(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in English; Loki is on turn."""
    return copy(bases["on"], tmp_path / "home")


@pytest.fixture(params=["invited", "on", "over"])
def world(request: pytest.FixtureRequest, bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in English in each of its times."""
    found = copy(bases["invited" if request.param == "invited" else "on"], tmp_path / "home")
    if request.param == "over":
        keep(found, lambda: keeper.abandon(found.desk, "g1", ""))
    return found


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line, run in this process on a home."""

    def ran(path: Path, *args: str) -> Ran:
        monkeypatch.setenv("REFEREE_HOME", str(path))
        capsys.readouterr()
        return Ran(command(args), *capsys.readouterr())

    return ran


def keep(world: World, act: Callable[[], object]) -> list[Out]:
    """The keeper acts, and what is due goes out."""
    world.fresh()
    with world.desk.held():
        act()
    return world.send()


def table_of(world: World) -> Table:
    """The game as its record has it."""
    return Table.load(world.home.record_path("g1"))


def refuse_unsound(world: World) -> None:
    """The record is whole, and today's rules come to the very same."""
    assert not check.check(world.home.record_path("g1")).fault
    assert audit(table_of(world)).clean


def language_of(one: Out) -> str:
    """The language of a letter out: its text, its page and its header agree."""
    (tag,) = {one.mail["Content-Language"], one.html.partition('<html lang="')[2].partition('"')[0]}
    assert (MARK in one.text, MARK in one.html) == (tag == "eo", tag == "eo")
    return str(tag)


def chosen(world: World) -> list[tuple[int, str, str]]:
    """Where in the record a language was chosen: the entry, the seat, the language."""
    return [
        (n, event.by, event.language)
        for n, entry in enumerate(world.entries())
        for event in entry.events
        if isinstance(event, LanguageChosen)
    ]


# How a language is given


@pytest.mark.parametrize(
    ("written", "player"),
    [
        ("anna@example.org,lang=eo", Player(ANNA, language="eo")),
        ("Anna <anna@example.org>,lang=eo", Player(ANNA, "Anna", language="eo")),
        (" Anna <anna@example.org> , LANG = EO ", Player(ANNA, "Anna", language="eo")),
        ("anna@example.org,lang=English", Player(ANNA, language="en")),
        ("anna@example.org", Player(ANNA)),
        ("Lang <anna@example.org>", Player(ANNA, "Lang")),
    ],
)
def test_a_language_as_written(written: str, player: Player) -> None:
    """It stands after the address or the name with the address, by its code or its name."""
    assert mailbox(written) == player


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("anna@example.org,lang=yy", "not-a-language"),
        ("anna@example.org,lang=", "not-a-language"),
        ("anna@example.org,lang=../words.en", "not-a-language"),
        ("anna@example.org,lang=eo,lang=en", "not-a-language"),
        ("anna@example.org,langue=eo", "bad-address"),
        (",lang=eo", "bad-address"),
    ],
)
def test_what_is_no_language(written: str, key: str) -> None:
    """For an unknown language the known ones are told; a misspelt `lang=` spoils the address."""
    with pytest.raises(Faulty, match=key) as fault:
        mailbox(written)
    if key == "not-a-language":
        assert "there are: en, eo." in fault_sentence(fault.value.why)


@pytest.mark.slow
@given(st.text(max_size=30) | st.sampled_from(["EN", " eo ", "English", "ENGLISCH", "\uff25\uff2f"]))
def test_no_name_of_a_language_hurts(name: str) -> None:
    """Any text names a known language, or none."""
    assert code_of(name) in ("en", "eo", None)


def test_languages_go_by_code_and_by_their_names_in_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """With German and English there: `German`, `Deutsch`, `englisch`; case, accents and blanks do not matter."""
    monkeypatch.setattr(translations, "languages", lambda: ("en", "de", "fr"))
    names = (
        "de",
        "DE",
        "german",
        "Deutsch",
        " deutsch ",
        "allemand",
        "Englisch",
        "francais",
        "Fran\u00e7ais",
    )
    assert [code_of(name) for name in names] == ["de"] * 6 + ["en", "fr", "fr"]
    assert [code_of(name) for name in ("", " ", "d", "klingon", "de-AT", "deutsch bitte")] == [None] * 6


def test_a_roster_keeps_the_language(tmp_path: Path) -> None:
    """It is read as it was written; a roster from before there were languages is read as before."""
    path = tmp_path / "roster.yaml"
    made = Roster("07", {"thor": Player(ANNA, "Anna", 2, "eo"), "loki": Player(BERT)})
    roster.write(path, made)
    assert roster.read(path) == made
    path.write_text("seats:\n  thor: {address: a@b.example}\n", "utf-8")
    assert roster.read(path).seats["thor"].language == ""
    path.write_text("seats:\n  thor: {address: a@b.example, language: 7}\n", "utf-8")
    with pytest.raises(Faulty, match="roster-form"):
        roster.read(path)


def test_the_configuration_names_a_language(tmp_path: Path) -> None:
    """English by default; an unknown one is told with its place and the known ones."""
    home = Home(tmp_path / "home")
    assert config.read(home).language == "en"
    config.write(home, Config(ADDRESS, language="eo"))
    assert config.read(home).language == "eo"
    (home.path / config.NAME).write_text("language: yy\n", "utf-8")
    with pytest.raises(Faulty, match="config-language") as fault:
        config.read(home)
    assert fault.value.where.endswith(":1:11")
    assert fault_sentence(fault.value.why) == "yy is no language of letters; there are: en, eo."


def test_a_new_seat_has_the_language_given_or_that_of_the_configuration(tmp_path: Path) -> None:
    """Thor's is given, Loki's is the default; the roster and the record say so."""
    world = invite(tmp_path / "home", {"thor": "en"}, language="eo")
    assert {one.seat: language_of(one) for one in world.send()} == {"thor": "en", "loki": "eo"}
    opening = world.entries()[0]
    assert isinstance(opening, Opening)
    assert dict(zip(opening.seats, opening.languages, strict=True)) == {"thor": "en", "loki": "eo"}
    seats = roster.read(world.home.roster_path("g1")).seats
    assert {seat: player.language for seat, player in seats.items()} == {"thor": "en", "loki": "eo"}
    refuse_unsound(world)


def test_a_language_that_there_is_not_opens_no_game(tmp_path: Path) -> None:
    """The fault is told before anything is written: the id is free, no game is there."""
    with pytest.raises(Faulty, match="not-a-language"):
        invite(tmp_path / "home", {"thor": "yy"})
    assert not list(Home(tmp_path / "home").games())


def test_the_verbs_take_a_language(tmp_path: Path, cli: Callable[..., Ran]) -> None:
    """`open --seat` and `replace` take `,lang=`; a wrong one is a mistake in use, told with the known ones."""
    home = tmp_path / "home"
    assert cli(home, "init", "--address", ADDRESS).code == 0
    seats = ("--seat", f"Thor=Anna <{ANNA}>,lang=eo", "--seat", f"loki={BERT}")
    assert cli(home, "open", "thunder", *seats).out == "g1\n"
    world = World(home)
    assert [language_of(one) for one in world.send()] == ["en", "eo"]
    assert cli(home, "replace", "g1", "--seat", "loki", "cleo@example.org,lang=eo").code == 0
    assert [(one.seat, language_of(one)) for one in world.send()] == [("loki", "eo"), ("thor", "eo")]
    wrong = cli(home, "replace", "g1", "--seat", "loki", "cleo@example.org,lang=yy")
    assert (wrong.code, "there are: en, eo" in wrong.err) == (2, True)
    assert cli(home, "init", "--address", ADDRESS, "--language", "esperanto", "--force").code == 0
    assert config.read(Home(home)).language == "eo"
    assert cli(home, "init", "--address", ADDRESS, "--language", "yy").code == 2


# What the record says


@pytest.mark.slow
def test_a_record_in_english_says_nothing_of_languages(bases: Mapping[str, World]) -> None:
    """Where all letters are English the opening has no such field: records from before are as they were."""
    assert b"language" not in bases["on"].record()
    assert b"language" not in Table.open(seed="07", languages={"thor": "en"}).record.encode()


def test_the_languages_of_an_opening_are_hidden(tmp_path: Path) -> None:
    """In a redacted record each player finds their own language, and nobody's else."""
    world = invite(tmp_path / "home", {"thor": "eo"})
    opening = world.entries()[0]
    assert isinstance(opening, Opening)
    game = find(opening.game)
    parts = Parts(opening.seats).of(opening, Index(game, opening.seats), ())
    assert {name: part.get("language") for name, part in parts.items()} == {
        "thor": "eo",
        "loki": None,
        "onlooker": None,
    }
    assert all("languages" not in part for part in parts.values())


def test_a_language_that_there_is_not_opens_no_table() -> None:
    """Raised before anything is dealt."""
    with pytest.raises(Faulty, match="not-a-language"):
        Table.open(languages={"thor": "yy"})


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["thor", "loki"]), st.sampled_from(["en", "eo", "yy", ""])), max_size=6
    )
)
def test_the_language_of_a_seat_is_the_last_one_chosen(lines: Sequence[tuple[str, str]]) -> None:
    """At each entry, for every seat: what the last good choice before it said, else what the opening said."""
    table = Table.open(seed="07", languages={"loki": "eo"})
    now, then = {"thor": "en", "loki": "eo"}, [{"thor": "en", "loki": "eo"}]
    for seat, language in lines:
        table.play(seat, f"language {language}")
        now = {**now, seat: language if language in ("en", "eo") else now[seat]}
        then.append(now)
    for found in (table, Table.load(table.record.encode())):
        assert [
            {seat: found.index.language(seat, n + 1) for seat in now} for n in range(len(found.points))
        ] == then
        assert {seat: found.index.language(seat) for seat in now} == now
        assert found.index.language(None) == "en"
        assert audit(found).clean


# H10 A player chooses


@pytest.mark.slow
def test_h10_a_player_chooses_and_the_answer_comes_in_it(world: World) -> None:
    """At any time: one entry, one letter, to the writer alone, in the new language already, with the rule."""
    came = world.post(simple(world, "thor", "language eo", 1))
    assert came.lines == ("answered: language eo",)
    assert [(one.seat, language_of(one)) for one in came.out] == [("thor", "eo")]
    assert "[H10]" in came.out[0].text
    assert chosen(world) == [(len(world.entries()) - 1, "thor", "eo")]
    back = world.post(simple(world, "thor", "zunge english", 2))
    assert [(one.seat, language_of(one)) for one in back.out] == [("thor", "en")]
    refuse_unsound(world)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "line", ["language", "Language?", "language klingon", "language yy zz", "language \u0440\u0443\u0441"]
)
def test_h10_a_question_is_told_which_there_are(world: World, line: str) -> None:
    """The language alone, or an unknown one: told with all the known ones; nothing changes, nothing is stopped."""
    came = world.post(simple(world, "thor", f"{line}\nsay hello", 1))
    assert [entry.partition(":")[0] for entry in came.lines] == ["answered", "said"]
    (receipt,) = came.to("thor")
    assert language_of(receipt) == "en"
    assert "There are: en (English) and eo (Esperanto)." in " ".join(receipt.text.split())
    assert ("klingon" in receipt.text) == ("klingon" in line)
    assert chosen(world) == []
    refuse_unsound(world)


@pytest.mark.parametrize(
    "line", ["Language barriers are a nuisance, sorry", "language de, or what you like", "Languages!"]
)
def test_h10_words_about_languages_are_prose(on: World, line: str) -> None:
    """More than two words after it name no language: the line is left alone, and stops nothing."""
    came = on.post(simple(on, "loki", f"{line}\n{THREE}"))
    assert came.lines == ("played: draw",) * 3


def test_h10_no_line_of_ours_begins_like_a_choice() -> None:
    """In the text of `help` the line has more words than a choice, so it is prose where it is quoted."""
    table = Table.open(seed="07")
    (line,) = (one for one in table.play("loki", "help all").receipt.splitlines() if "language  " in one)
    assert line.startswith("language  ")
    assert isinstance(Reader(table.game, table.content).read(line), Prose)


def test_h10_a_choice_takes_no_line_with_it(on: World) -> None:
    """A comma after the language does not draw the next line into it."""
    came = on.post(simple(on, "loki", f"language eo,\n{THREE}"))
    assert came.lines == ("answered: language eo,", *("played: draw",) * 3)


def test_h10_a_slip_is_told(on: World) -> None:
    """A word near the right one is misread, like any other slip, and the right one is named."""
    came = on.post(simple(on, "loki", "langauge eo"))
    assert came.lines == ("misread: langauge eo",)
    assert "language eo" in came.out[0].text


@pytest.mark.slow
def test_h10_a_choice_neither_stops_a_letter_nor_makes_an_answer_stale(on: World) -> None:
    """Orders around it are played; an order in answer to a letter from before it is played too."""
    before = on.last("loki")
    came = on.post(simple(on, "loki", "draw\nlanguage eo\ndraw", 1))
    assert came.lines == ("played: draw", "answered: language eo", "played: draw")
    on.post(simple(on, "loki", "language en", 2))
    reply = b"In-Reply-To: <" + on.last("loki").encode() + b"@games.example>\r\n"
    on.post(simple(on, "loki", "language eo", 3))
    assert on.post(reply + simple(on, "loki", "draw", 4)).lines == ("played: draw",)
    assert before != on.last("loki")
    refuse_unsound(on)


def test_h10_the_other_seat_gets_no_letter_and_no_stale_answer(on: World) -> None:
    """Loki's choices are nothing to Thor: no letter, no later number, and Thor's answer to an old letter is good."""
    last = on.last("thor")
    for number, language in enumerate(("eo", "en", "eo")):
        assert on.post(simple(on, "loki", f"language {language}", number)).to("thor") == []
    assert on.last("thor") == last
    reply = b"In-Reply-To: <" + last.encode() + b"@games.example>\r\n"
    assert on.post(reply + simple(on, "thor", "offer draw", 9)).lines == ("played: offer draw",)


@pytest.mark.slow
def test_h10_the_next_letter_is_read_in_the_new_words_and_in_english(on: World) -> None:
    """Before the choice, and after it in the same letter, the new words are prose; then they are orders."""
    assert on.post(simple(on, "loki", "zupf", 1)).lines == ()
    first = on.post(simple(on, "loki", "language eo\nzupf\nquak quak", 2))
    assert first.lines == ("answered: language eo",)
    later = on.post(simple(on, "loki", "zupf\ndraw\nquak hello", 3))
    assert later.lines == ("played: draw", "played: draw", "said: quak hello")
    assert [(one.seat, language_of(one)) for one in later.out] == [("loki", "eo"), ("thor", "en")]
    assert on.post(simple(on, "thor", "quak hello", 4)).lines == ()
    refuse_unsound(on)


def test_h10_an_invitation_is_accepted_in_the_words_of_the_seat(tmp_path: Path) -> None:
    """The word for `accept` of the seat's language, with words for the shuffle after it."""
    world = invite(tmp_path / "home", {"thor": "eo"})
    world.send()
    came = world.post(simple(world, "thor", "jawohl zwiebel"))
    assert came.lines == ("played: accept zwiebel",)
    assert world.post(simple(world, "loki", "jawohl")).lines == ()
    refuse_unsound(world)


@pytest.mark.slow
def test_h10_a_letter_is_ruled_on_again_in_the_language_it_was_read_in(on: World) -> None:
    """After a crash the receipt is made of the record: the words of then, though another language was chosen since."""
    for number, body in enumerate(("language eo", "zupf", "language en\nzupf", "zupf")):
        on.post(simple(on, "loki", body, number))
    table = table_of(on)
    kinds = [
        [verdict.kind for verdict in ruled_again(table, n).verdicts]
        for n, entry in enumerate(table.entries)
        if isinstance(entry, Letter)
    ]
    assert kinds[-4:] == [["answered"], ["played"], ["answered", "played"], ["prose"]]
    assert "read as: draw" in table.explain(len(table.points) - 2)
    assert MARK not in table.explain(len(table.points) - 3)


def test_h10_what_a_machine_wrote_is_looked_at_in_the_words_of_the_seat(on: World) -> None:
    """An order in the seat's language makes a letter of a robot one for the keeper."""
    robot = b"Auto-Submitted: auto-replied\r\n"
    assert on.post(robot + simple(on, "loki", "zupf", 1)).done.held == []
    on.post(simple(on, "loki", "language eo", 2))
    assert [why for _, why in on.post(robot + simple(on, "loki", "zupf", 3)).done.held] == ["robot"]


def test_h10_trying_a_choice_changes_nothing() -> None:
    """`try` over the command line tells the languages, and the table stays as it is."""
    table = Table.open(seed="07")
    tried = table.attempt("thor", "language eo")
    assert (tried.verdicts, len(table.entries)) == (("answered",), 1)
    assert "There are: en" in tried.receipt
    assert table.index.language("thor") == "en"


def test_h10_everything_at_a_table_is_told_in_the_language_of_the_seat() -> None:
    """Receipts, and reports of seats and onlookers, over the plain interface too."""
    table = Table.open(seed="07", languages={"thor": "eo"})
    assert MARK in table.report("thor")
    assert MARK not in table.report("thor", language="en")
    assert MARK not in table.report("loki")
    assert MARK not in table.report(None)
    assert MARK in table.play("thor", "help\nmoves\nhistory\nrules H10\nwhy draw\nlay x").receipt
    assert MARK not in table.play("loki", "help").receipt
    assert MARK in table.play("loki", "language eo").receipt


def test_show_speaks_the_language_of_the_seat(on: World, cli: Callable[..., Ran]) -> None:
    """As text and as a page; explain, status and the list of games stay English."""
    on.post(simple(on, "loki", "language eo"))
    record = str(on.home.record_path("g1"))
    for form in ("text", "html"):
        assert MARK in cli(on.path, "show", record, "--seat", "loki", "--format", form).out
        assert MARK not in cli(on.path, "show", record, "--seat", "thor", "--format", form).out
        assert MARK not in cli(on.path, "show", record, "--onlooker", "--format", form).out
    assert MARK in cli(on.path, "moves", "g1", "--seat", "loki").out
    for verb in (("status",), ("list",), ("explain", "g1", "5"), ("moves", "g1", "--seat", "thor")):
        told = cli(on.path, *verb)
        assert (told.code, MARK in told.out + told.err) == (0, False)


# Other players, letters that go again


def test_h7_a_player_who_takes_over_brings_a_language(on: World) -> None:
    """Its letters are in that language at once; the other is told about the player and not about the language."""
    player = Player("cleo@example.org", "Cleo", language="eo")
    out = keep(on, lambda: keeper.replace_player(on.desk, "g1", "loki", player))
    assert [(one.seat, language_of(one)) for one in out] == [("loki", "eo"), ("thor", "en")]
    assert "[H10]" in out[0].text
    assert "H10" not in out[1].text + out[1].html
    assert chosen(on) == [(len(on.entries()) - 1, "loki", "eo")]
    assert roster.read(on.home.roster_path("g1")).seats["loki"].language == "eo"
    refuse_unsound(on)


def test_h7_else_the_language_of_the_seat_stays(on: World) -> None:
    """A language chosen by an earlier player stays, and the new one is not told who chose it.

    To name it again changes nothing.
    """
    on.post(simple(on, "loki", "language eo"))
    entry = len(on.entries()) - 1
    for given_one in ("", "eo"):
        player = Player("cleo@example.org", "Cleo", language=given_one)
        out = keep(on, lambda player=player: keeper.replace_player(on.desk, "g1", "loki", player))  # type: ignore[misc]
        assert [(one.seat, language_of(one)) for one in out] == [("loki", "eo"), ("thor", "en")]
        assert "H10" not in out[0].text
    assert chosen(on) == [(entry, "loki", "eo")]
    refuse_unsound(on)


def test_h7_a_language_that_there_is_not_replaces_nobody(on: World) -> None:
    """The fault comes before anything is written."""
    before = on.record(), on.home.roster_path("g1").read_bytes()
    player = Player("cleo@example.org", "Cleo", language="yy")
    with pytest.raises(Faulty, match="not-a-language"):
        keep(on, lambda: keeper.replace_player(on.desk, "g1", "loki", player))
    assert before == (on.record(), on.home.roster_path("g1").read_bytes())


def test_h7_a_replacement_that_broke_off_is_made_whole(on: World) -> None:
    """The roster was written and the record was not: done again, the seat has the new player's language."""
    player = Player("cleo@example.org", "Cleo", language="eo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "write_down", _broken)
        with pytest.raises(OSError, match="broken"):
            keep(on, lambda: keeper.replace_player(on.desk, "g1", "loki", player))
    assert table_of(on).index.language("loki") == "en"
    out = keep(on, lambda: keeper.replace_player(on.desk, "g1", "loki", player))
    assert [(one.seat, language_of(one)) for one in out] == [("loki", "eo"), ("thor", "en")]
    refuse_unsound(on)


def _broken(*_args: object, **_params: object) -> None:
    raise OSError("broken")


@pytest.mark.slow
def test_a_letter_that_goes_again_is_in_the_language_of_then(on: World) -> None:
    """A letter made again for another address: one from before the choice is English, the later ones are not."""
    first = int(on.last("loki").rpartition(".")[2])
    on.post(simple(on, "loki", "language eo"))
    on.post(simple(on, "loki", "say hello", 1))
    keep(on, lambda: keeper.correct_address(on.desk, "g1", "loki", "bert@new.example"))
    for number, language in ((first, "en"), (first + 1, "eo"), (first + 2, "eo")):
        (again,) = keep(on, lambda number=number: keeper.resend(on.desk, "g1", "loki", number))  # type: ignore[misc]
        assert (again.mail["To"], language_of(again)) == ("bert@new.example", language)


@pytest.mark.slow
def test_the_end_tells_nobody_of_the_language_of_another(on: World) -> None:
    """When what was not shown is told, the language of the other is not among it."""
    on.post(simple(on, "loki", "language eo\nnote a secret"))
    out = on.post(simple(on, "loki", "resign g1")).out
    assert {one.seat: language_of(one) for one in out} == {"loki": "eo", "thor": "en"}
    (thor,) = (one for one in out if one.seat == "thor")
    assert "a secret" in thor.text
    assert "H10" not in thor.text
    refuse_unsound(on)


@pytest.mark.parametrize("title", ["Odins Tafel", "J\u00e4rn & Donner"])
def test_the_title_in_a_subject_is_that_of_the_language(monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """In ASCII unchanged, else in encoded words, which a mail program decodes."""
    monkeypatch.setattr(Catalog, "word", lambda _self, context, _text: title if context == "title" else "")
    game = find("thunder")
    content = game.options({})
    told = in_ascii(
        glance.title(reader_of(game, content, game.view(game.blank("g1", content), "thor"), "eo"))
    )
    assert told.isascii()
    assert str(make_header(decode_header(f"[g1.thor.9] {told}"))) == f"[g1.thor.9] {title}"


# Secrecy


STORY = (
    ("thor", "accept"),
    ("loki", "accept some words"),
    *SETTING,
    ("loki", "moves\ndraw"),
    ("thor", "say the cat sleeps\n\nhistory"),
    ("loki", "draw\nlay nothing at all\ndraw"),
    ("loki", "dra\nsay I tried"),
    ("loki", "draw\ndraw"),
    ("thor", "draw\ndraw\ndraw"),
    ("thor", "offer draw"),
)


@pytest.mark.slow
def test_nothing_that_a_seat_gets_rests_on_the_language_of_another(tmp_path: Path) -> None:
    """The same game with Loki's letters in English, in another language, or in one chosen late.

    Thor's are the same bytes. Except for the seals, each of which is the digest of an entry: with the salts
    of a test they show what is salted.
    """
    found = []
    for name, spoken, more in (
        ("english", {}, ()),
        ("other", {"loki": "eo"}, ()),
        ("late", {}, (("loki", "language eo"),)),
        ("fickle", {"loki": "eo"}, (("loki", "language en"), ("loki", "zunge"), ("loki", "language yy"))),
    ):
        world = invite(tmp_path / name, spoken)
        mails = [("invited", *mailed(one)) for one in world.send() if one.seat == "thor"]
        for at, (seat, body) in enumerate(STORY):
            late = more if at == 5 else ()
            for number, (who, line) in enumerate(late):
                assert world.post(simple(world, who, line, 50 + number), minutes=0).to("thor") == []
            came = world.post(simple(world, seat, body, at))
            mails += [(f"{at}", *mailed(one)) for one in came.to("thor")]
        found.append((mails, {one.index.language("loki") for one in [table_of(world)]}))
    assert [spoken for _, spoken in found] == [{"en"}, {"eo"}, {"eo"}, {"en"}]
    assert len(found[0][0]) > 7
    for mails, _ in found[1:]:
        assert mails == found[0][0]


def mailed(one: Out) -> tuple[str, bytes]:
    """The name of a letter and its bytes, without its seal (in full and in words) and the proof that holds it."""
    seal = one.text.partition("Seal ")[2][:64]
    raw = one.raw.replace(b"=\r\n", b"")
    assert seal.encode() in raw
    raw = raw.replace(seal.encode(), b"(the seal)").replace(in_words(seal).encode(), b"(words)")
    proof = b""
    for part in one.mail.walk():
        if part.get_content_type() == "application/json":
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            told = json.loads(data)
            proof = json.dumps({**told, "seal": "", "words": ""}, sort_keys=True).encode()
    return one.name, re.sub(rb"Content-Type: application/json.*?--=_", b"", raw, flags=re.DOTALL) + proof


# What comes with the referee


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_every_language_of_letters_has_words_for_orders(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each language that can be chosen can be read and written, in every game that comes with the referee."""
    monkeypatch.setattr(translations, "languages", lambda: COMING)
    for language in COMING:
        assert words.of_language(language, game).verbs
        assert Catalog(game, language).language == language


@pytest.mark.slow
def test_a_game_in_german_and_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thor reads and writes German, Loki English; each is told the same in its own language."""
    monkeypatch.setattr(translations, "languages", lambda: COMING)
    world = invite(tmp_path / "home", {"thor": "de"})
    first = {one.seat: one for one in world.send()}
    assert {seat: one.mail["Content-Language"] for seat, one in first.items()} == {"thor": "de", "loki": "en"}
    assert "You are invited" in first["loki"].text
    assert "You are invited" not in first["thor"].text
    came = play(
        world, [("thor", "annehmen"), ("loki", "accept"), *SETTING, ("thor", "sprache english\nsprache")]
    )
    assert came[0].lines == ("played: accept",)
    assert [one.mail["Content-Language"] for one in came[-1].out] == ["en"]
    assert "There are: en (English) and de (Deutsch)." in " ".join(came[-1].out[0].text.split())
    (back,) = world.post(simple(world, "thor", "language deutsch\nlanguage\nlanguage klingon", 1)).out
    assert (back.mail["Content-Language"], '<html lang="de">' in back.html) == ("de", True)
    assert "[H10]" in back.text
    assert " ".join(back.text.split()).count("en (English) und de (Deutsch)") == 2
    refuse_unsound(world)
