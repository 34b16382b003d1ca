"""A game of another package, from `examples/nine_runes`: found by its entry point, played, and held to the contract."""

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from support.club import Club, by_mail
from support.command import home, referee  # noqa: F401  fixtures

from referee.api import Table
from referee.engine.choices import plain
from referee.engine.events import Seen
from referee.engine.kit import defaults
from referee.engine.kit.base import BaseGame
from referee.engine.rules import cited
from referee.house.games import find
from referee.notation.reader import Misread, Prose, Reader
from referee.notation.readings import reading_of
from referee.notation.words import everyday
from referee.table.audit import audit
from referee.telling import moves, pictures
from referee.telling.catalog import telling
from referee.telling.sentences import reader_of
from referee.telling.translations import unfinished
from referee.testing.contract import told
from referee.testing.promises import PROMISES, Promise, Sample, broken, sample
from referee.testing.sent import told_apart
from referee.testing.suite import suite_of
from referee.testing.worlds import World
from referee.util import data, plainyaml
from referee.verify import export

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "nine_runes"
SEATS = ("urd", "skuld")
RUNES = ("fehu", "uruz", "thurisaz", "ansuz", "raidho", "kenaz", "gebo", "wunjo", "hagalaz")


def installed(folder: Path) -> Path:
    """A folder as `pip install --target` leaves it: the package, and the entry point that its pyproject announces."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(
        PACKAGE / "nine_runes", folder / "nine_runes", ignore=shutil.ignore_patterns("__pycache__")
    )
    info = folder / f"nine_runes-{project['version']}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about, "utf-8")
    points = [f"{name} = {where}" for name, where in project["entry-points"]["referee.games"].items()]
    (info / "entry_points.txt").write_text("\n".join(["[referee.games]", *points, ""]), "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package, importable as long as these tests run."""
    folder = installed(tmp_path_factory.mktemp("site"))
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    yield folder
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "nine_runes"]:
        del sys.modules[name]
    find.cache_clear()


@pytest.fixture(scope="module")
def game(site: Path) -> Any:
    """The game, found by its name."""
    assert site.is_dir()
    return find("nine_runes")


# The contract


class Follow:
    """A table kept from what a seat is shown."""

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.hand: set[str] = set()
        self.sizes, self.pairs = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
        self.gift = self.got = ""
        self.laid, self.gone = list[str](), set[str]()

    def see(self, seen: Seen) -> None:
        """One event more."""
        by, rune = seen.get("by"), seen.get("rune", "")
        match seen.kind:
            case "Dealt":
                self.sizes[by] = 4
                self.hand |= set(seen.get("runes", ()))
            case "GiftChosen" if by == self.seat:
                self.gift = rune
            case "Given" if by == self.seat:
                self.hand.remove(rune)
            case "Given" if seen["to"] == self.seat:
                self.hand.add(rune)
                self.got = rune
            case "Laid":
                self.sizes[by] -= 1
                self.hand.discard(rune)
                self.laid.append(rune)
            case "PairTaken":
                self.pairs[by] += 1
                self.gone |= {*self.laid}
                self.laid = []

    def table(self) -> Any:
        """What is known of the table."""
        sides = tuple((seat, self.sizes[seat], self.pairs[seat]) for seat in SEATS)
        return (self.hand, self.gift, self.got, sides, tuple(self.laid), self.gone)


def as_table(view: Any) -> Any:
    """A view as `Follow` knows it."""
    return ({*view.hand}, view.gift, view.got, view.sides, view.laid, {*view.spent})


@pytest.mark.slow
def test_its_record_can_be_had_as_far_as_one_seat_knows(game: Any) -> None:
    """What is exported for each audience tells the same as the whole record."""
    rng, table = Random(3), Table.open(game.name, seed="03")
    while table.outcome is None:
        seat = table.owed()[0].seat
        table.play(seat, ["note a secret", "", rng.choice(table.choices(seat).forward()).written])
        for audience in (*SEATS, None):
            known = Table.load(export.redacted(table, audience))
            assert known.report(audience) == table.report(audience)
            assert ("a secret" in known.record) == any(
                getattr(entry, "seat", "") == audience for entry in table.entries
            )
            assert audit(known).clean


def test_a_finished_game_is_verified_without_the_referee(game: Any, tmp_path: Path) -> None:
    """Marks, seals and lots of a game that names no deck list; that its cards were not followed is said."""
    rng, table = Random(3), Table.open(game.name, seed="03")
    while table.outcome is None:
        table.play(table.owed()[0].seat, [rng.choice(table.choices(table.owed()[0].seat).forward()).written])
    (path := tmp_path / "record.yaml").write_text(table.record, "utf-8")
    verifier = ROOT / "examples" / "verify" / "verify.py"
    done = subprocess.run(  # noqa: S603  ours
        (sys.executable, "-I", verifier, path), capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, "WRONG" in done.stdout) == (2, False), done.stdout
    assert "x lot" in done.stdout
    assert "the cards: no deck list" in done.stdout


@pytest.fixture(scope="module", params=(0, 1, 3, 4))
def played(request: pytest.FixtureRequest, game: Any) -> Sample:
    """A random whole game, with a table that is kept from what a seat is shown; all else is derived."""
    suite = suite_of(game.name, follow=lambda seat, _content: Follow(seat), as_table=as_table)
    return sample(suite, request.param)


@pytest.mark.share(4)
@pytest.mark.parametrize("promise", PROMISES[:-1], ids=lambda one: one.__name__)
def test_the_contract_holds(played: Sample, promise: Promise) -> None:
    """This game keeps all that is asked of every game."""
    found = broken(promise, played)
    assert not found, told(found)


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 2, 3, 4])
def test_what_is_hidden_stays_hidden(played: Sample, lines: int) -> None:
    """After this many lines, in every other world a seat could be in, all it is sent is the same to the byte."""
    steps, states = played.world.steps[: lines + 1], played.world.states[: lines + 2]
    found, differences = told_apart(played.suite, played.content, World(steps, states), played.seed, 45)
    assert found > 10
    assert not differences


def test_what_is_derived_of_a_game_is_what_there_is(game: Any) -> None:
    """The cards on a table, where they lie, and the questions that a seat may ask are found without help."""
    suite = suite_of(game.name)
    state = sample(suite, 0).world.states[1]
    assert [card.split(".")[1] for card in suite.cards(state)] == sorted(RUNES)
    assert {*suite.zones(state)} >= {tuple(sorted(state.urd.hand)), tuple(sorted(state.skuld.hand))}
    assert {"try give fehu", "why lay fehu", "moves", "why g1.urd.3"} <= {*suite.probes}
    assert suite.order == "give fehu"
    assert suite.choices_vary


def test_rulebook_and_code_cite_the_same_numbers(game: Any) -> None:
    """Each rule that the code carries out stands in the rulebook, and each of the rulebook is carried out."""
    from referee.house.rulebook import rulebook

    written = set(rulebook(game.name).rules)
    carried_out = {number for number, _, _ in cited("nine_runes") if not number.startswith("H")}
    assert written == carried_out


def test_a_gift_that_does_not_come_is_drawn_by_lot(game: Any) -> None:
    """2.3 Silence chooses a gift out of the hand; 4.3 in a turn it lets the other claim the win."""
    table = Table.open(game.name, seed="07")
    for seat in SEATS:
        table.silence(seat)
    assert table.position == "1.0"
    table.silence("urd")
    assert table.play("skuld", "claim win").verdicts == ("played",)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == (("skuld",), "4.3")


def test_letters_with_gifts_may_cross(game: Any) -> None:
    """2.1 A gift sent before its writer heard that the other has chosen is played, and is not called too late."""
    table = Table.open(game.name, id="g1", seed="07")
    first = {seat: f"g1.{seat}.{table.index.number(seat)}" for seat in SEATS}
    for seat in SEATS:
        order = table.choices(seat).families[0].moves()[0].written
        assert table.play(seat, order, reply=first[seat]).verdicts == ("played",)
    assert table.position == "1.0"


# What a game need not say


def test_what_a_game_leaves_out_is_as_usual(game: Any) -> None:
    """A game without decks, options, qualifiers or patterns of its own says nothing of them, and none are asked for."""
    said = telling(game)
    assert said.voice is importlib.import_module("nine_runes.telling").voice
    assert said.QUALIFIERS == ()
    assert said.deck_lists(game) == said.decks_told({}) == said.card_texts(game) == game.chosen({}) == ()
    assert reading_of(game).OPENINGS == ()
    assert list(reading_of(game).card_names({})) == []


def test_a_name_that_neither_has_is_an_error() -> None:
    """A slip in a name of `telling` or `reading` is told, and gives nothing."""
    with pytest.raises(AttributeError, match="tabel"):
        _ = defaults.Layered(SimpleNamespace(table=1), defaults.Telling).tabel
    assert (
        defaults.telling_of("referee.post.reading").QUALIFIERS == ()
    )  # a package without a module `telling`


def test_a_name_is_told_as_it_stands_in_orders() -> None:
    """Without a voice of its own, a game's cards are told by their names, with their strength where they have one."""
    assert defaults.Named("urd").named("rune.shield-wall", "") == ("", "Shield Wall")
    assert (
        defaults.Named(None).strength("fehu"),
        defaults.Named(None, {"fehu": 1}).strength("rune.fehu"),
    ) == (
        None,
        1,
    )


def test_moves_are_listed_one_by_one_where_their_parts_have_no_names(game: Any) -> None:
    """A game without `slots` has its moves of several parts written out, and none is lost."""
    orders = ["lay fehu first", "lay fehu last", "lay uruz first", "lay uruz last"]
    table = Table.open(game.name, seed="07")
    family = plain("lay", "3.1", [])
    groups = moves._groups(reader_of(game, table.content, table.view("urd")), family, orders)
    assert [group.line for group in groups] == orders


def test_a_picture_may_lie_in_another_package(game: Any, site: Path) -> None:
    """A `board.svg` is found among the templates that a package brings, and missed where there is none."""
    file = site / "nine_runes" / "templates" / game.name / "board.svg"
    for there in (False, True):
        if there:
            file.write_text("<svg/>", "utf-8")
        pictures._has_drawing.cache_clear()
        assert pictures._has_drawing(game.name) is there
    file.unlink()
    pictures._has_drawing.cache_clear()


def test_a_base_game_has_no_standing_orders() -> None:
    """The default answers do nothing, and uncover nothing."""
    lots: Any = None
    assert (
        list(BaseGame().letter_begins(None, "urd", lots))
        == list(BaseGame().letter_over(None, "urd", lots))
        == []
    )
    assert BaseGame().standing_acts(None, lots) is BaseGame().uncovered(None) is None


# By the command line


def process(site: Path, home_folder: Path, *args: str) -> str:
    """The command as a process that knows of the package by its folder alone; what it prints."""
    env = {**os.environ, "REFEREE_HOME": str(home_folder), "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    done = subprocess.run(  # noqa: S603  ourselves
        [sys.executable, "-m", "referee", *args], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.slow
def test_another_process_finds_the_game(site: Path, tmp_path: Path) -> None:
    """Nothing but the entry point tells the command of the game: it prints its handbook, and opens it."""
    book = process(site, tmp_path / "home", "handbook", "nine_runes")
    assert "\n3.2 The rune of higher worth takes the pair" in book
    assert "THE DECKS" not in book
    assert "OPTIONS" not in book
    assert process(site, tmp_path / "home", "open", "nine_runes", "--id", "g1") == "g1\n"
    assert "You are Skuld." in process(site, tmp_path / "home", "show", "g1", "--seat", "skuld")


def test_without_the_package_there_is_no_such_game(referee: Any) -> None:  # noqa: F811
    """A game that no package announces is refused, and those there are are named."""
    ran = referee("open", "ten_runes")
    assert ran.code == 66
    assert "thunder" in ran.err


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["01", "02", "03"])
def test_a_whole_game_by_the_command_line(game: Any, seed: str, referee: Any) -> None:  # noqa: F811
    """Orders out of `moves`, played by `play`, end the game; what lay hidden is shown, and the audit is clean."""
    rng = Random(seed)
    assert referee("open", game.name, "--id", "g1", "--seed", seed, "--option", "players=anna,bert").code == 0
    for _ in range(40):
        told = referee("show", "g1", "--json").doc
        if told["outcome"]:
            break
        seat = rng.choice(told["owed"])["seat"]
        orders = referee("moves", "g1", "--seat", seat, "--json").doc["families"][0]["moves"]
        assert referee("play", "g1", "--seat", seat, rng.choice(orders)).code == 0
    assert told["outcome"]["rule"] == "4.1"
    assert ", by lot. [H11]" in referee("show", "g1", "--at", "0").out
    assert "WHAT LAY HIDDEN" not in referee("show", "g1", "--seat", "urd", "--at", "2").out
    assert referee("show", "g1", "--seat", "urd", "--format", "html").code == 0
    assert referee("audit", str(Path(os.environ["REFEREE_HOME"]) / "games" / "g1" / "record.yaml")).code == 0


def test_no_deck_list_and_no_schema(game: Any, referee: Any) -> None:  # noqa: F811
    """What the game does not have is refused in words, not by a traceback."""
    for args in (("handbook", game.name, "--deck"), ("schema", "deck", "--rules", game.name)):
        ran = referee(*args)
        assert (ran.code, ran.out) == (66, "")
        assert "nine_runes" in ran.err


# By mail


@pytest.mark.slow
def test_a_whole_game_by_mail(game: Any, tmp_path: Path) -> None:
    """Two players who only tap the links of their letters come to the end; both get what lay hidden, and the record."""
    games = 0
    for seed in range(5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        club = Club(folder, "nine_runes", SEATS)
        table, sent = by_mail(club, seed)
        assert table.game is game
        assert table.outcome is not None
        assert audit(table).clean
        if any(order.startswith("decline") for order in sent):
            continue
        games += 1
        assert len(sent) == 12  # an acceptance, a gift and four runes each: no letter was refused
        for seat in SEATS:
            last = club.boxes[seat][-1]
            assert "\nBetween the players lay " in last.text
            assert [part.get_filename() for part in last.mail.walk() if part.get_filename()] == [
                "g1.record.yaml"
            ]
    assert games


@pytest.mark.slow
def test_letters_tell_no_hand_but_the_readers(game: Any, tmp_path: Path) -> None:
    """No letter to a player names a rune that this player has not drawn, got, or seen laid."""
    assert game.name == "nine_runes"
    club = Club(tmp_path, "nine_runes", SEATS)
    rng = Random(3)
    while not Table.load(club.home.record_path("g1")).outcome:
        table = Table.load(club.home.record_path("g1"))
        for seat in SEATS:
            view = table.view(seat)
            known = {
                rune.partition(".")[2] for rune in (*view.hand, *view.laid, *view.spent, view.gift, view.got)
            }
            text = club.boxes[seat][-1].text.lower()
            assert {rune for rune in RUNES if re.search(rf"\b{rune}\b", text)} <= known
        club.tap(rng.choice([one.seat for one in table.owed()]), rng)


@pytest.mark.slow
def test_a_seat_plays_in_german(game: Any, tmp_path: Path) -> None:
    """One seat's letters, links and orders are German, the other's English; the record is the same for both."""
    assert not list(unfinished(game.name, "de"))
    club = Club(tmp_path, "nine_runes", SEATS, ("de", "en"))
    assert "Neun Runen" in club.boxes["urd"][0].text
    _, sent = by_mail(club, 1)
    words = {re.sub(r"^@\S+ ", "", order).split()[0] for order in sent}
    assert {"annehmen", "accept"} <= words or "decline" in words or "ablehnen" in words
    if len(sent) > 2:
        assert {"gib", "give", "lege", "lay"} <= words
        assert "Zwischen den Spielern lag" in club.boxes["urd"][-1].text


# As a wheel


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="hatchling is not installed")
def test_the_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    """A wheel of the package holds its grammar, words, texts and rules, and announces the game."""
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    code = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        held = set(wheel.namelist())
        points = next(name for name in held if name.endswith("entry_points.txt"))
        assert "nine_runes = nine_runes:GAME" in wheel.read(points).decode()
    there = {
        path.relative_to(source).as_posix() for path in (source / "nine_runes").rglob("*") if path.is_file()
    }
    assert there <= held


def test_the_game_is_short() -> None:
    """A game need not say what it need not say: this one has at most 250 lines that are neither blank nor prose."""
    lines = [
        line.strip()
        for path in (PACKAGE / "nine_runes").glob("*.py")
        for line in path.read_text("utf-8").split("\n")
    ]
    assert sum(1 for line in lines if line and not line.startswith(('"""', "#"))) <= 250


def test_no_text_of_the_game_stands_before_one_of_the_house(game: Any) -> None:
    """A key of the house that a game took by chance would change what the house says with it."""
    house, own = (
        {(section, key) for section, texts in plainyaml.read_text(text, "").value.items() for key in texts}
        for text in (data.text("templates", *place, "messages.en.yaml") for place in ((), (game.name,)))
    )
    assert not house & own


@pytest.mark.slow
def test_its_own_tests_pass(site: Path) -> None:
    """The tests that come with the package, which are its name, a script, and the rules that no script shows."""
    done = subprocess.run(  # noqa: S603  ours
        (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", PACKAGE / "tests"),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=PACKAGE,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("language", ["en", "de"])
def test_everyday_words_are_no_slips_of_its_verbs(game: Any, language: str) -> None:
    """The game lists none: a line that begins with one of the language is prose, unless that is a verb itself."""
    reader = Reader(game, game.options({}), (language,))
    asking = {form[0] for form in reader.vocabulary.asking}
    words = [word for word in sorted(everyday(language) - asking) if reader.vocabulary.verb([word]) is None]
    assert len(words) > 700
    assert [word for word in words if not isinstance(reader.read(f"{word} xyz"), Prose)] == []
    slip = {"en": "gice fehu", "de": "legr Fehu"}[language]
    assert isinstance(reader.read(slip), Misread)
