"""The site of a collection: what stands in it and what never does, that links lead somewhere, what is made again."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from lxml import html as lxml_html  # type: ignore[import-untyped]
from support import command
from support.collected import NAMES, PLANTED, eight, ended, found_in, laid, note, notes_of
from support.command import Command

from referee.api import Table
from referee.archive.collection.facts import MovePlayed, facts
from referee.archive.collection.index import Collection
from referee.archive.collection.making import forget, made
from referee.archive.collection.names import cast
from referee.archive.collection.published import LEFT_OUT, published
from referee.archive.collection.site import MANIFEST, PART, MadeSite, Site, folded, made_site, turns
from referee.archive.collection.statistics import bars, compared, histogram
from referee.archive.replay import html
from referee.archive.walk import walk
from referee.table.redacted import load
from referee.table.table import Table as AnyTable
from referee.util.errors import Faulty
from referee.verify.export import redacted

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site of eight finished games of `examples/`, without replays, in `site`, and its index."""
    place = tmp_path_factory.mktemp("examples")
    made(eight(place / "in"), place / "archive.db")
    done = made_site(
        place / "in", place / "archive.db", place / "site", replays="none", url="https://example.net/x/"
    )
    assert (done.games, done.replays) == (8, 0)
    return place


def at_once(folder: Path, replays: str = "none") -> MadeSite:
    """The index and the site of the records in a folder; both lie beside it."""
    made(folder, folder.parent / "archive.db")
    return made_site(folder, folder.parent / "archive.db", folder.parent / "site", replays=replays)


def pages(site: Path) -> Iterator[tuple[Path, lxml_html.HtmlElement]]:
    """Every page with its tree."""
    for path in sorted(site.rglob("*.html")):
        yield path, lxml_html.document_fromstring(path.read_text("utf-8"))


# What stands in it


def test_every_link_leads_to_a_file_and_nothing_comes_from_the_network(examples: Path) -> None:
    """Each page has one heading and one title, a language, and the same policy: scripts and styles of its own."""
    site = examples / "site"
    count = 0
    for path, tree in pages(site):
        for one in tree.xpath("//@href | //@src"):
            count += 1
            assert re.match(r"[a-z]+:|//", one) is None, (path, one)
            assert (path.parent / unquote(one.partition("#")[0])).is_file(), (path, one)
        policy = tree.xpath("string(//meta[@http-equiv]/@content)")
        assert policy.startswith("default-src 'none'; style-src 'self' file:; script-src 'self' file:;")
        assert not tree.xpath("//script[not(@src)] | //style | //@style | //@onclick")
        assert (len(tree.xpath("//h1")), len(tree.xpath("//main")), tree.get("lang")) == (1, 1, "en")
        assert tree.xpath("string(//title)").strip()
        assert all(one.text_content().strip() for one in tree.xpath("//a"))
    assert count > 500


def test_without_scripts_every_game_is_reached_page_by_page(examples: Path) -> None:
    """From the first page over links alone; and the form that needs scripts is hidden."""
    site, seen, todo = examples / "site", set[Path](), [examples / "site" / "index.html"]
    while todo:
        path = todo.pop().resolve()
        if path in seen or path.suffix != ".html":
            continue
        seen.add(path)
        tree = lxml_html.document_fromstring(path.read_text("utf-8"))
        todo += [path.parent / one.partition("#")[0] for one in tree.xpath("//a/@href")]
    assert {path.relative_to(site.resolve()) for path in seen} == {
        path.relative_to(site) for path in site.rglob("*.html")
    }
    first = lxml_html.document_fromstring((site / "index.html").read_text("utf-8"))
    assert first.xpath("//form[@id='search']/@hidden")
    assert len(first.xpath("//tbody/tr")) == 8


def test_the_page_of_a_game_tells_how_it_went(examples: Path) -> None:
    """Its moves turn by turn in the canonical notation, its ending, its luck."""
    with Collection(examples / "archive.db") as games:
        (game,) = games.find("ending:8.2")
    tree = lxml_html.document_fromstring(
        (examples / "site" / "game" / f"{game.slug}.html").read_text("utf-8")
    )
    text = " ".join(tree.text_content().split())
    assert "Thor wins: the other has points left and no legal action. [8.2]" in text
    assert "Loki draw; lay nightmare A2" in text
    assert len(tree.xpath("//dl[@class='moves']/dt")) == 27  # and setting up, but no order in one turn
    assert "won28 in 19 cards32.5" in text


def test_the_score_of_a_game_is_parted_into_turns() -> None:
    """And each turn into the moves of one seat after another."""
    played = (
        *(MovePlayed("0.0", "thor", "deploy a, b"), MovePlayed("0.0", "loki", "deploy c")),
        *(
            MovePlayed("1.0", "loki", "lay c A1"),
            MovePlayed("1.1", "loki", "draw"),
            MovePlayed("10.0", "thor", "draw"),
        ),
    )
    assert list(turns(played)) == [
        ("0", [("thor", ["deploy a, b"]), ("loki", ["deploy c"])]),
        ("1", [("loki", ["lay c A1", "draw"])]),
        ("10", [("thor", ["draw"])]),
    ]


def test_the_feed_is_atom_with_ids_that_stay(examples: Path, tmp_path: Path) -> None:
    """RFC 4287: what it must have; ids hang on the collection and the game, not on where the site lies."""
    atom = {"a": "http://www.w3.org/2005/Atom"}
    feed = ET.fromstring((examples / "site" / "feed.xml").read_text("utf-8"))  # noqa: S314  of our own making
    entries = feed.findall("a:entry", atom)
    for one in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert one.findtext(f"a:{name}", "", atom)
    assert feed.findtext("a:author/a:name", "", atom)
    links = [link.get("href", "") for link in feed.findall("a:entry/a:link", atom)]
    assert all(link.startswith("https://example.net/x/game/") for link in links)
    made_site(examples / "in", examples / "archive.db", tmp_path / "other", replays="none")
    other = ET.fromstring((tmp_path / "other" / "feed.xml").read_text("utf-8"))  # noqa: S314
    ids = [entry.findtext("a:id", "", atom) for entry in entries]
    assert ids == [entry.findtext("a:id", "", atom) for entry in other.findall("a:entry", atom)]
    assert len({*ids}) == len(ids) == 8


# Statistics


def test_what_is_more_than_a_picture_holds_is_one_bar() -> None:
    """What comes after the eleventh."""
    many = bars("x", [(str(n), 1) for n in range(20)])
    assert (len(many.bars), many.bars[-1].label, many.bars[-1].told) == (12, "all others", "9")
    assert bars("x", ()).bars == ()


def test_a_histogram_counts_every_number_once() -> None:
    """In spans of a round width, without a gap."""
    numbers = [3, 9, 10, 11, 59, 60, 99]
    chart = histogram("Length", numbers, "of-turns")
    assert [bar.label for bar in chart.bars][:2] == ["0 to under 10 turns", "10 to under 20 turns"]
    assert sum(int(bar.told) for bar in chart.bars) == len(numbers)
    assert [int(bar.told) for bar in chart.bars] == [2, 2, 0, 0, 0, 1, 1, 0, 0, 1]
    assert [bar.label for bar in histogram("Tempo", [7.5, 7.5], "of-hours").bars] == [
        "7.5 to under 7.6 hours"
    ]
    assert [bar.label for bar in histogram("Length", [7, 7], "of-turns").bars] == ["7 to under 8 turns"]


@pytest.mark.parametrize("last", [1, 2, 4, 7.0, 48, 0.9, 31.3, 250])
def test_each_number_stands_in_the_one_span_that_names_it(last: float) -> None:
    """The lower end of a span is in it, the upper one in the next."""
    numbers = [round(n * last / 10, 1) for n in range(11)]
    found = histogram("Tempo", numbers, "of-hours").bars
    spans = [tuple(map(float, re.findall(r"[\d.]+", bar.label))) for bar in found]
    assert [int(bar.told) for bar in found] == [
        sum(low <= one < high for one in numbers) for low, high in spans
    ]
    assert all(high == low for (_, high), (low, _) in pairwise(spans))


def test_groups_stand_beside_each_other() -> None:
    """One bar of each for each label."""
    chart = compared("Luck", {"winners": {"low": 25.0}, "others": {"low": 50.0, "high": 50.0}}, " %")
    assert [(bar.label, bar.told, bar.group) for bar in chart.bars] == [
        ("low, winners", "25.0 %", 0),
        ("low, others", "50.0 %", 1),
        ("high, others", "50.0 %", 1),
    ]


def test_the_statistics_count_every_game(examples: Path) -> None:
    """By its kind; disputes are told in figures."""
    tree = lxml_html.document_fromstring((examples / "site" / "statistics.html").read_text("utf-8"))
    assert {one.text for one in tree.xpath("//h2")} == {"Odin's Table", "Thunder & Lightning"}
    says = tree.xpath("//svg/@aria-label | //*[local-name()='svg']/@aria-label")
    endings = [one for one in says if one.startswith("Endings")]
    assert sum(int(count) for one in endings for count in re.findall(r": (\d+)(?:;|$)", one)) == 8
    for svg in tree.xpath("//*[local-name()='svg']"):  # as long as their numbers
        told = [float(one.text.split()[0]) for one in svg.xpath("*[local-name()='text'][not(@text-anchor)]")]
        widths = [float(one) for one in svg.xpath("*[local-name()='rect']/@width")]
        assert widths == pytest.approx([370 * one / max(told) for one in told], abs=1)


# The search


def called(site: Path, path: str) -> Any:
    """What a script of the site hands to the site's own script."""
    return json.loads(f"[{(site / path).read_text('utf-8').partition('(')[2].rstrip()[:-2]}]")


def test_the_words_of_the_site_are_those_of_the_index(examples: Path) -> None:
    """Every word that FTS5 has of a field stands in it, in its order, and no other."""
    (about,), (_, rows), (_, words) = (
        called(examples / "site", path) for path in ("rows/index.js", "rows/0.js", "words/0.js")
    )
    with Collection(examples / "archive.db") as games:
        ids = {game.slug: game.id for game in games.find()}
        games.db.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, instance)")
        due = {
            (game, field): words
            for game, field, words in games.db.execute(
                "SELECT doc, col, group_concat(term, ' ')"
                " FROM (SELECT * FROM words ORDER BY doc, col, offset) GROUP BY doc, col"
            )
        }
    found = {
        (ids[row["slug"]], field): text
        for row, texts in zip(rows, words, strict=True)
        for field, text in zip(about["fields"], texts, strict=True)
        if text
    }
    assert found == due
    assert folded("Freÿja's FEMALE-archer, thor.tyr") == "freyja s female archer thor tyr"


# What never stands in it


def test_no_name_address_or_secret_is_in_any_byte_of_the_site(tmp_path: Path) -> None:
    """Not in a page, a script, a replay, the feed or the name of a file; words of letters neither."""
    table = ended()
    laid(
        tmp_path / "in",
        table,
        *notes_of(table),
        note(table, kind="published", seat="loki", by="B", name="Quetzal X.", text=""),
    )
    (tmp_path / "in" / "fileword.yaml").write_bytes(table.record.encode()[:-50])
    done = at_once(tmp_path / "in", "all")
    assert (done.games, done.replays) == (1, 1)
    assert found_in(tmp_path / "site", tmp_path / "archive.db") == set()
    texts = {path: path.read_text("utf-8") for path in (tmp_path / "site").rglob("*") if path.is_file()}
    assert any("Quetzal X." in text for path, text in texts.items() if path.parent.name == "replay")
    assert any("Quetzal X." in text for path, text in texts.items() if path.parent.name == "game")
    assert "record breaks off" in texts[tmp_path / "site" / "left-out.html"]
    key = json.loads((tmp_path / "archive.key").read_text("utf-8"))["key"]
    assert not any(key in text for text in texts.values())


@pytest.mark.parametrize("audience", ["whole", "thor", None])
@pytest.mark.parametrize("opens", [True, False])
def test_a_game_that_is_replayed_in_public_keeps_what_is_private(audience: str | None, opens: bool) -> None:
    """The same events and positions; thoughts only if they were opened, and words of letters never."""
    table = ended()
    own = table if audience == "whole" else load(redacted(table, audience))
    notes = (*notes_of(table), *([note(table, kind="opened", text="")] if opens else []))
    people = cast(own, notes, NAMES)
    shown, told = published(own, notes, people)
    assert (shown.position, shown.outcome) == (own.position, own.outcome)
    held = json.dumps([*shown.documents], default=str).lower()
    thoughts = [one for step in walk(shown, told) for one in step.thoughts]
    open_to_all = opens and audience is not None
    assert (len(thoughts), "remarkword" in held) == (int(open_to_all), open_to_all)
    assert not [word for word in PLANTED if word in held and word != "remarkword"]
    assert [one.by for one in told if one.text.startswith("Olaf")] == ["Olaf"]


def test_words_of_players_are_left_out_of_a_public_replay() -> None:
    """What was said to the other stands as left out; why the game ended stays."""
    table = Table.open("thunder", seed="07", clock=lambda: "2026-01-01T08:00:00Z")
    for seat in ("thor", "loki"):
        table.play(seat, [table.moves(seat)[0]])
    table.play("loki", ["say you are lost, Sigurd", f"resign {table.id}"])
    shown, _ = published(table, (), cast(table, (), NAMES))
    words = [seen.seen["text"] for seen in shown.told(None) if seen.seen.kind == "Said"]
    assert words == [LEFT_OUT]
    assert shown.outcome == table.outcome
    assert "Sigurd" not in shown.record


@pytest.mark.parametrize("players", ["thor:B,loki:Hel", "thor:Played,loki:Tyr"])
@pytest.mark.parametrize("audience", ["whole", "thor"])
def test_a_player_may_be_called_as_a_card_or_a_column_is(players: str, audience: str) -> None:
    """The game stays as it is; its moves are told in its own words."""
    table = ended(players=players)
    own = table if audience == "whole" else load(redacted(table, audience))
    people = cast(own, (), NAMES)
    shown, _ = published(own, (), people)
    assert (shown.position, shown.outcome) == (own.position, own.outcome)
    told = [step.moment.happened for step in walk(shown)]
    names = {"SidesTaken"}
    assert [[one for one in each if one.kind not in names] for each in told] == [
        [one for one in step.moment.happened if one.kind not in names] for step in walk(own)
    ]
    assert {name for _, name in shown.view(shown.usual_reader).names} == {*people.seats.values()}
    moves = {line.move for step in walk(own) if step.moment.letter for line in step.moment.letter.lines}
    assert {one.move for one in facts(own, (), people).played} <= moves


def test_a_name_in_what_a_game_is_called_stands_in_no_move(tmp_path: Path) -> None:
    """Whoever resigns names the game."""
    table = Table.open("thunder", seed="07", id="ragnhild-1", options={"players": "thor:Ragnhild,loki:Bert"})
    for seat in table.seats:
        table.play(seat, table.moves(seat)[0])
    table.play("loki", "resign ragnhild-1")
    laid(tmp_path / "in", table, name="x")
    at_once(tmp_path / "in", "all")
    assert found_in(tmp_path / "site", tmp_path / "archive.db") == set()


def test_a_game_of_which_no_replay_can_be_made_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong with it."""
    for seed in ("07", "08"):
        laid(tmp_path / "in", ended(seed), name=seed)
    whole = html.page

    def page(table: AnyTable, *given: Any, **how: Any) -> str:
        if table.id == "g07":
            raise ZeroDivisionError
        return whole(table, *given, **how)

    monkeypatch.setattr(html, "page", page)
    done = at_once(tmp_path / "in", "all")
    assert (done.games, done.replays) == (2, 1)
    assert [(name, why.key) for name, why in done.without] == [("07/record.yaml", "archive-crashed")]


def test_who_takes_consent_back_or_is_forgotten_leaves_the_site(tmp_path: Path) -> None:
    """No file of the site names them any more, and their pages are gone."""
    table = ended()
    given = note(table, kind="published", seat="loki", by="B", name="Quetzal X.", text="")
    path = laid(tmp_path / "in", table, given, note(table, by="Olaf", seat="", text="Quetzal X. was lost."))
    at_once(tmp_path / "in")
    site = tmp_path / "site"

    def naming(word: str) -> set[str]:
        files = [one for one in site.rglob("*") if one.is_file()]
        return {one.name for one in files if word in one.name or word in one.read_text("utf-8").lower()}

    assert len(naming("quetzal")) > 5
    path.with_name("notes.yaml").unlink()
    laid(tmp_path / "new", table, given, note(table, kind="published", seat="loki", by="B", name="", text=""))
    (tmp_path / "new" / "fileword" / "notes.yaml").rename(path.with_name("notes.yaml"))
    assert at_once(tmp_path / "in").gone > 0
    assert naming("quetzal") == set()
    pseudonyms = {name for game in _games(tmp_path) for name in game}
    thor = next(name for name in _games(tmp_path)[0] if name)
    assert naming(thor.lower()) != set()
    forget(tmp_path / "archive.db", thor)
    at_once(tmp_path / "in")
    assert naming(thor.lower()) == set()
    assert len(pseudonyms) == 2


def _games(folder: Path) -> list[tuple[str, ...]]:
    with Collection(folder / "archive.db") as games:
        return [tuple(game.players.values()) for game in games.find()]


# Up to date


def test_only_what_changed_is_made_again(tmp_path: Path) -> None:
    """Nothing at all, if nothing did; for a new game its own pages; and what is gone goes."""
    for seed in ("07", "08"):
        laid(tmp_path / "in", ended(seed), name=seed)
    first = at_once(tmp_path / "in")
    site = tmp_path / "site"
    before = {
        path: (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in site.rglob("*")
        if path.name != MANIFEST
    }
    again = at_once(tmp_path / "in")
    assert (again.written, again.gone, first.written) == (0, 0, 21)
    assert before == {
        path: (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in site.rglob("*")
        if path.name != MANIFEST
    }
    pages_before = Counter(path.parent.name for path in site.rglob("*.html"))
    new = laid(tmp_path / "in", ended("09"), name="09")
    assert at_once(tmp_path / "in").gone == 0
    assert Counter(path.parent.name for path in site.rglob("*.html"))["game"] == pages_before["game"] + 1
    untouched = [
        path
        for path, was in before.items()
        if path.parent.name == "game" and path.stat().st_mtime_ns == was[0]
    ]
    assert len(untouched) == 2
    new.unlink()
    new.with_name("notes.yaml").unlink(missing_ok=True)
    assert at_once(tmp_path / "in").gone > 0
    assert {path.name for path in (site / "game").iterdir()} == {path.name for path in untouched}
    assert {path for path in site.rglob("*") if path.name != MANIFEST} == before.keys()


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    """So is a file in ours that we did not make."""
    laid(tmp_path / "in", ended())
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("mine")
    with pytest.raises(Faulty, match="folder-not-empty"):
        at_once(tmp_path / "in")
    assert (tmp_path / "site" / "index.html").read_text() == "mine"
    (tmp_path / "site" / "index.html").unlink()
    at_once(tmp_path / "in")
    (tmp_path / "site" / "CNAME").write_text("mine")
    (tmp_path / "site" / "game").joinpath("photo.jpg").write_text("mine")
    (tmp_path / "in" / "fileword" / "record.yaml").unlink()
    at_once(tmp_path / "in")
    assert (
        (tmp_path / "site" / "CNAME").read_text()
        == (tmp_path / "site" / "game" / "photo.jpg").read_text()
        == "mine"
    )
    assert (tmp_path / "site" / "index.html").exists()


# The command


def test_a_site_is_made_by_the_command_for_everybody(referee: Command, tmp_path: Path) -> None:
    """Its files can be read by a server; the index and the key by their owner alone."""
    laid(tmp_path / "in", ended(), name="a")
    out = referee(
        "archive", str(tmp_path / "in"), "--out", str(tmp_path / "site"), "--replays", "none", "--json"
    )
    assert (out.doc["site"]["games"], out.doc["site"]["replays"]) == (1, 0)
    assert (tmp_path / "in" / "archive.key").stat().st_mode & 0o077 == 0
    again = referee("archive", str(tmp_path / "in"), "--out", str(tmp_path / "site"), "--replays", "none")
    assert "1 game, 0 replays; files written: 0, taken away: 0." in again.out
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").write_text("mine")
    assert referee("archive", str(tmp_path / "in"), "--out", str(tmp_path / "other")).code == 73


def test_a_run_that_was_broken_off_leaves_nothing_over(tmp_path: Path) -> None:
    """What it wrote is made again, or goes when nothing needs it; its own list goes too."""
    laid(tmp_path / "in", ended())
    at_once(tmp_path / "in")
    site = Site(tmp_path / "site")
    (tmp_path / "site" / "index.html").rename(tmp_path / "good.html")
    for path in ("index.html", "players/quetzal.html"):
        site.put(path, "of a run that was killed", "another")
    assert (tmp_path / "site" / PART).exists()
    done = at_once(tmp_path / "in")
    assert (done.written, done.gone) == (1, 1)
    assert (tmp_path / "site" / "index.html").read_bytes() == (tmp_path / "good.html").read_bytes()
    assert not (tmp_path / "site" / "players" / "quetzal.html").exists()
    assert not (tmp_path / "site" / PART).exists()


@pytest.mark.parametrize("listed", ["", "[]", '{"index.html": 5}', '{"all.html"'])
def test_a_damaged_list_of_files_is_told(tmp_path: Path, listed: str) -> None:
    """A file that it no longer names would stay, with whoever has taken consent back."""
    laid(tmp_path / "in", ended())
    at_once(tmp_path / "in")
    (tmp_path / "site" / MANIFEST).write_text(listed)
    with pytest.raises(Faulty, match="site-damaged"):
        at_once(tmp_path / "in")


def test_the_list_of_files_is_whole_whenever_a_run_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of writing it: what an earlier run wrote is taken away by the next one."""
    laid(tmp_path / "in", ended())
    at_once(tmp_path / "in")
    pages = {path.name for path in (tmp_path / "site" / "game").iterdir()}
    (tmp_path / "in" / "fileword" / "record.yaml").unlink()
    laid(tmp_path / "in", ended("08"), name="other")
    whole = Path.write_text

    def torn(path: Path, data: str, *given: Any, **how: Any) -> int:
        if path.name.startswith(MANIFEST):
            whole(path, data[:20], *given, **how)
            raise KeyboardInterrupt
        return whole(path, data, *given, **how)

    monkeypatch.setattr(Path, "write_text", torn)
    with pytest.raises(KeyboardInterrupt):
        at_once(tmp_path / "in")
    monkeypatch.undo()
    at_once(tmp_path / "in")
    assert pages.isdisjoint({path.name for path in (tmp_path / "site" / "game").iterdir()})


def test_a_list_of_files_names_none_outside_the_site(tmp_path: Path) -> None:
    """Whoever changed it on a server has nothing taken away here."""
    laid(tmp_path / "in", ended())
    at_once(tmp_path / "in")
    (tmp_path / "mine").write_text("mine")
    for path in ("../mine", str(tmp_path / "mine")):
        (tmp_path / "site" / MANIFEST).write_text(json.dumps({path: "a"}))
        at_once(tmp_path / "in")
    assert (tmp_path / "mine").read_text() == "mine"
