"""The index of a collection: what is told of a game and what never is, what a query finds, how it stays up to date."""

import doctest
import inspect
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support import command
from support.collected import LATER, NAMES, PLANTED, eight, ended, found_in, laid, note, notes_of
from support.command import Command
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive.collection import index as indexes
from referee.archive.collection import making
from referee.archive.collection.facts import Facts, luck
from referee.archive.collection.index import Collection, read_query
from referee.archive.collection.making import forget, made, records
from referee.archive.collection.names import KEY, SOMEBODY, Names, cast, names_of, write_names
from referee.archive.mailed import with_mailed
from referee.util.errors import Faulty
from referee.util.values import replace
from referee.verify.export import redacted

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee
THUNDER = EXAMPLES / "thunder"

TRACE = b"etzal"
"""Of the name Quetzal what stands in every index that holds it: FTS5 leaves out letters that a word shares with the one
before it, so that Q may be missing."""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    """Eight finished games of `examples/`."""
    index = tmp_path_factory.mktemp("index") / "archive.db"
    made(eight(index.parent / "in"), index)
    with Collection(index) as games:
        yield games


def slugs(index: Path, query: str = "", **how: Any) -> list[str]:
    """The pages of the games that a query finds."""
    with Collection(index) as games:
        return [game.slug for game in games.find(query, **how)]


def only(index: Path) -> Facts:
    """The one game of an index."""
    with Collection(index) as games:
        (game,) = games.find()
        return game


# Queries


@pytest.mark.parametrize(
    ("query", "turns"),
    [
        ("", [14, 16, 19, 20, 24, 27, 59, 63]),
        ("nightmare AND ending:8.2", [27]),
        ("ending:8.2", [27]),
        ("ending:treasure-lost", [16, 63]),
        ("ENDING:x OR ending:8.2", [27]),
        ("winner:loki turns<15", []),
        ("tyr NOT winner:thor", [19, 63]),
        ("tyr NOT (winner:thor OR winner:loki)", [19]),
        ('move:"deploy longships, shield-wall, tyr"', [16]),
        ('move:"shield-wall tyr"', [16]),
        ('move:"tyr deploy"', []),
        ("berserk*", [59, 63]),
        ("card:odin.tyr", [19, 20, 24]),
        ("nightmare AND turns<30 AND hel", [27]),
        ("game:odins-table", [19, 20, 24]),
        ('game:"odins_table"', [19, 20, 24]),
        ("turns>=59 turns<63", [59]),
        ("turns=59", [59]),
        ('opening:"archer A2"', [16]),
        ('opening:"A2 use"', []),
        ("Böse OR NIGHTMÄRE", [14, 27, 59, 63]),
        ("ended<=2026-01-06", [14, 16]),
        ("ended>=2026-01-18 ended<2027", [59, 63]),
        ("rule:14.2", [14]),
        ('"THUNDER Lightning" Böse', []),
        ("title:lightning hours=7", [14, 16, 27, 59, 63]),
    ],
)
def test_a_query_finds_the_games_it_means(examples: Collection, query: str, turns: list[int]) -> None:
    """By word, field, phrase, beginning, number and day; a bare word stands in any field."""
    assert [game.turns for game in examples.find(query, sort="turns")] == turns


@pytest.mark.parametrize(
    ("query", "key", "told"),
    [
        ("foo:bar", "query-field", "foo"),
        ("a foo<3", "query-field", "foo"),
        ("(a", "query-ends", None),
        ("a)", "query-wrong", ")"),
        ("turns<x", "query-number", "x"),
        ("turns<4-5", "query-number", "4-5"),
        ("a AND", "query-ends", None),
        ("a turns<4 OR", "query-within", "turns<4"),
        ("winner:loki OR turns<15", "query-within", "turns<15"),
        ("thor NOT turns<1000 loki", "query-within", "turns<1000"),
        ("frigg OR turns<40 hel", "query-within", "turns<40"),
        ("turns<40 OR frigg", "query-within", "turns<40"),
        ("(hel turns<40) OR frigg", "query-within", "turns<40"),
        ('"a" NOT turns<40', "query-within", "turns<40"),
        ("thor -loki", "query-wrong", "-loki"),
        ("turns<nan", "query-number", "nan"),
        ("turns<inf", "query-number", "inf"),
        ("OR a", "query-wrong", "OR"),
        ("NOT a", "query-wrong", "NOT"),
        ('a "b', "query-quote", None),
        ("a ...", "query-wrong", "."),
        ("ending:", "query-ends", None),
        ("turns<", "query-wrong", "<"),
        ("(" * 9_000 + "a" + ")" * 9_000, "query-ends", None),
    ],
)
def test_a_wrong_query_is_told(query: str, key: str, told: str | None) -> None:
    """In our words, with what cannot stand there; nothing is asked of the index."""
    with pytest.raises(Faulty) as caught:
        read_query(query)
    params = caught.value.why.params
    found = next((params[name] for name in ("rest", "field", "given") if name in params), None)
    assert (caught.value.why.key, found) == (key, told)


def test_games_are_found_with_their_words_and_the_best_first(examples: Collection) -> None:
    """Where the words stand is told; a rare word weighs more."""
    found = examples.find("nightmare", sort="rank")
    assert len(found) > 1
    assert all("nightmare" in game.snippet for game in found)
    assert examples.find()[0].snippet == ""


@pytest.mark.parametrize(
    "text", ["'; DROP TABLE games; --", 'a" OR 1', "card:x')", "NEAR(a b)", "a*b", "^a", "a+b", "{title}:x"]
)
def test_a_query_never_becomes_sql(examples: Collection, text: str) -> None:
    """Whatever is asked is a word, or refused."""
    with suppress(Faulty):
        assert len(examples.find(text)) <= 8
    assert len(examples.find()) == 8


def test_games_are_sorted_and_limited(examples: Collection) -> None:
    """The newest first, unless it is said otherwise."""
    ends = [game.ended for game in examples.find()]
    assert ends == sorted(ends, reverse=True)
    assert [game.turns for game in examples.find(sort="-turns", limit=2)] == [63, 59]
    with pytest.raises(ValueError, match="nonsense"):
        examples.find(sort="nonsense")


def test_the_examples_of_the_collection_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in its docstring is what comes of it."""
    monkeypatch.chdir(EXAMPLES.parent)
    failed, tried = doctest.testmod(indexes)
    assert (failed, tried > 0) == (0, True)


# Facts


def test_luck_is_what_was_drawn_against_the_mean_of_the_pile() -> None:
    """Worked out again by hand from the lots: a pile without its cards one by one."""
    table = Table.load(THUNDER / "treasure-lost" / "record.yaml")
    found = luck(table)
    assert {seat: one.cards for seat, one in found.items()} == {"thor": 11, "loki": 14}
    strengths = {
        f"{deck}.{row['card']}": row["strength"] or 0
        for deck, rows in table.content["deck"].items()
        for row in rows
    }
    shuffled = next(
        one for point in table.points for one in point.entry.events if type(one).__name__ == "Shuffled"
    )
    deck: Any = [strengths[card.rpartition(".")[0]] for card in shuffled.deck]  # type: ignore[attr-defined]
    first = found[shuffled.of].cards  # type: ignore[attr-defined]
    due = sum(sum(deck[n:]) / len(deck[n:]) for n in range(first))
    assert found["thor"].drawn == sum(deck[:first])
    assert found["thor"].expected == pytest.approx(due)
    assert luck(Table.load(redacted(table, "thor"))) == {}


def test_a_redacted_record_is_told_as_its_side_alone(tmp_path: Path) -> None:
    """Beside the whole one, under a page of its own; the thoughts of its owner stay closed."""
    table = Table.load(THUNDER / "no-action-left" / "record.yaml")
    for name, data in (
        ("a", table.record.encode()),
        ("b", redacted(table, "thor")),
        ("c", redacted(table, None)),
    ):
        (tmp_path / f"{name}.yaml").write_bytes(data)
    done = made(tmp_path, tmp_path / "archive.db")
    assert (len(done.games), done.left_out) == (3, [])
    with Collection(tmp_path / "archive.db") as games:
        found = {game.audience: game for game in games.find()}
        assert {side: len(game.said) for side, game in found.items()} == {"": 0, "thor": 0, "onlooker": 0}
        seats = games.db.execute("SELECT sum(cards_drawn) FROM seats GROUP BY slug").fetchall()
    assert len({game.slug for game in found.values()}) == 3
    assert sorted(row[0] for row in seats) == [0, 0, 54]
    assert slugs(tmp_path / "archive.db", "card:loki.hel") == [found[""].slug]
    assert len(slugs(tmp_path / "archive.db", "card:thor.nightmare")) == 2


# What is never told


def test_no_name_address_or_secret_is_in_the_index(tmp_path: Path) -> None:
    """Neither in a table nor in a byte that SQLite has left over; not in the name of a file."""
    table = ended()
    laid(tmp_path, table, *notes_of(table))
    index = tmp_path / "index" / "archive.db"
    index.parent.mkdir()
    made(tmp_path, index)
    assert {word for word, _ in found_in(tmp_path)} == {*PLANTED}
    assert found_in(index) == set()
    game = only(index)
    names = names_of(index)
    assert game.players == {"thor": names.pseudonym("Ragnhild"), "loki": names.pseudonym("bartholomew ")}
    with Collection(index) as games:
        said = [tuple(row) for row in games.db.execute("SELECT writer, text FROM notes")]
        tags = [tuple(row) for row in games.db.execute("SELECT name, value FROM tags")]
        games.db.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, instance)")
        indexed = {
            row[0] for row in games.db.execute("SELECT term FROM words")
        }  # on disk they are compressed
    assert not [term for term in indexed if any(word in term for word in PLANTED)]
    thor, loki, guest = (names.pseudonym(one) for one in ("ragnhild", "Bartholomew", "Ingeborg"))
    assert said == [
        (thor, f"{loki} told {guest}: {thor} was lost; [address], [secret]"),
        (guest, f"{guest} saw a nightmare coming."),
        ("Olaf", "Olaf, too."),
    ]
    assert tags == [("event", f"Club of {loki}")]


def test_consent_is_followed_and_can_be_taken_back_without_a_trace(tmp_path: Path) -> None:
    """The name is told while it may be; afterwards no byte of the index holds it."""
    table, index = ended(), tmp_path / "archive.db"
    laid(
        tmp_path,
        table,
        note(table, kind="published", seat="loki", by="Bartholomew", name="Quetzal X.", text=""),
    )
    made(tmp_path, index)
    assert only(index).players["loki"] == "Quetzal X."
    assert slugs(index, player="quetzal x.") == [only(index).slug]
    assert slugs(index, 'player:"Quetzal X."') == [only(index).slug]
    (tmp_path / "fileword" / "notes.yaml").unlink()
    given = note(table, kind="published", seat="loki", by="Bartholomew", name="Quetzal X.", text="")
    laid(
        tmp_path / "again", table, given, note(table, kind="published", seat="loki", by="B", name="", text="")
    )
    (tmp_path / "again" / "fileword" / "notes.yaml").rename(tmp_path / "fileword" / "notes.yaml")
    (tmp_path / "again" / "fileword" / "record.yaml").unlink()
    made(tmp_path, index)
    assert only(index).players["loki"] == names_of(index).pseudonym("Bartholomew")
    assert TRACE not in index.read_bytes().lower()


@pytest.mark.parametrize("there", ["all", "old", "none"])
def test_consent_that_a_letter_took_back_does_not_wait_for_the_notebook(tmp_path: Path, there: str) -> None:
    """The record tells it, whether it was written down already or not."""
    table, index = ended(), tmp_path / "archive.db"
    table.play("loki", "publish yes as Quetzal X.", at=LATER)
    yes = tuple(with_mailed(table, ()))
    table.play("loki", "publish no", at=LATER)
    laid(tmp_path, table, *{"all": with_mailed(table, ()), "old": yes, "none": ()}[there])
    made(tmp_path, index)
    assert only(index).players["loki"] == names_of(index).pseudonym("Bartholomew")


@pytest.mark.parametrize("known_as", ["Ragnhild", "ragnhild", "the pseudonym"])
def test_who_is_forgotten_leaves_the_index_at_once_and_is_somebody_later(
    tmp_path: Path, known_as: str
) -> None:
    """Nothing links the games of the one who was forgotten; nobody else's name changes."""
    index = tmp_path / "archive.db"
    for seed in ("07", "08"):
        table = ended(seed)
        laid(tmp_path, table, note(table, by="Olaf", seat="", text="Ragnhild again."), name=seed)
    third = ended("09", "thor:Gudrun,loki:Bartholomew")
    laid(tmp_path, third, note(third, by="Olaf", seat="", text="Like Ragnhild."), name="09")
    made(tmp_path, index)
    pseudonym = names_of(index).pseudonym("Ragnhild")
    assert len(slugs(index, player=pseudonym)) == 2
    assert forget(index, pseudonym if known_as == "the pseudonym" else known_as) == 2
    assert pseudonym.lower().encode() not in index.read_bytes().lower()
    made(tmp_path, index)
    with Collection(index) as games:
        found = {game.label: game.players for game in games.find()}
        said = [row[0] for row in games.db.execute("SELECT text FROM notes ORDER BY text DESC")]
    loki, gudrun = (names_of(index).pseudonym(name) for name in ("Bartholomew", "Gudrun"))
    assert found == {
        "g07": {"thor": SOMEBODY, "loki": loki},
        "g08": {"thor": SOMEBODY, "loki": loki},
        "g09": {"thor": gudrun, "loki": loki},
    }
    if known_as != "the pseudonym":  # its owner's name cannot be told from it
        assert said == ["somebody again.", "somebody again.", f"Like {SOMEBODY}."]
    assert pseudonym.lower().encode() not in index.read_bytes().lower()


@pytest.mark.parametrize("known_as", ["Ragnhild", "RAGNHILD", "quetzal  å.", "the pseudonym of Ragnhild"])
def test_who_is_published_is_forgotten_by_any_name(tmp_path: Path, known_as: str) -> None:
    """By the name in the record, the one that was agreed to, and the pseudonym, in any case."""
    table, index = ended(), tmp_path / "archive.db"
    laid(tmp_path, table, note(table, kind="published", by="Ragna", name="Quetzal Å.", text=""))
    other = ended("08", "thor:Gudrun,loki:Bartholomew")
    laid(tmp_path, other, name="08")
    made(tmp_path, index)
    assert slugs(index, player="Quetzal Å.") != []
    pseudonym = names_of(index).pseudonym("Ragnhild")
    assert forget(index, pseudonym if known_as.startswith("the") else known_as) == 1
    assert TRACE not in index.read_bytes().lower()
    made(tmp_path, index)
    with Collection(index) as games:
        players = {game.label: game.players["thor"] for game in games.find()}
    assert players == {"g07": SOMEBODY, "g08": names_of(index).pseudonym("Gudrun")}


@pytest.mark.parametrize("at", ["opened", "take_out", "tidy"])
def test_who_was_half_forgotten_is_forgotten_when_the_index_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Wherever it was broken off, and though no record has changed; others are not looked at for ever."""
    index = tmp_path / "archive.db"
    laid(tmp_path, ended())
    made(tmp_path, index)

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, at, killed)
    with pytest.raises(KeyboardInterrupt):
        forget(index, "Ragnhild")
    monkeypatch.undo()
    made(tmp_path, index)
    assert only(index).players["thor"] == SOMEBODY
    assert len(made(tmp_path, index).games) == 0


def test_who_is_forgotten_while_the_index_is_made_stays_forgotten(tmp_path: Path) -> None:
    """By another process, after the names of the forgotten were read."""
    index = tmp_path / "archive.db"
    laid(tmp_path, ended())
    asked = list[int]()

    def meanwhile(_done: int, _all: int) -> None:
        if not asked:
            names = names_of(index)
            write_names(index, replace(names, forgotten=frozenset({names.mark("Ragnhild")})))
        asked.append(1)

    made(tmp_path, index, tell=meanwhile)
    assert only(index).players["thor"] == SOMEBODY


def rows(index: Path) -> list[str]:
    """All that stands in an index, row by row, with the words of each field as they are kept."""
    with Collection(index) as games:
        games.db.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, instance)")
        words = [
            str(tuple(row)) for row in games.db.execute("SELECT term, doc, col FROM words ORDER BY 1, 2, 3")
        ]
        plain = [line for line in games.db.iterdump() if "search" not in line]
    return [*words, *plain]


def test_nobody_sees_which_games_were_made_again_when_players_were_forgotten(tmp_path: Path) -> None:
    """Row for row the index is the one that is made of the same records by somebody who never knew the players."""
    index = tmp_path / "archive.db"
    for seed in map(str, range(10, 16)):
        table = ended(seed, f"thor:{('Ragnhild', 'Gudrun')[int(seed) % 2]},loki:Guest {seed}")
        laid(tmp_path / "in", table, name=seed)
    made(tmp_path / "in", index)
    for one in ("Ragnhild", "Gudrun"):
        forget(index, one)
        made(tmp_path / "in", index)
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    for name in ("archive.key", "archive.db"):
        (fresh / name).write_bytes((tmp_path / name).read_bytes())
    (fresh / "archive.db").unlink()
    made(tmp_path / "in", fresh / "archive.db")
    assert rows(index) == rows(fresh / "archive.db")
    with Collection(index) as games:  # the words of the games that came later stand in no part of their own
        assert games.db.execute("SELECT count(DISTINCT segid) FROM search_idx").fetchone()[0] == 1


def test_the_number_of_a_game_does_not_tell_when_it_came(tmp_path: Path) -> None:
    """It hangs on the game alone, whatever else is there or was forgotten."""
    index = tmp_path / "archive.db"
    for seed in ("07", "08"):
        laid(tmp_path, ended(seed), name=seed)
    made(tmp_path, index)
    with Collection(index) as games:
        before = {game.label: game.id for game in games.find()}
    forget(index, "Ragnhild")
    (tmp_path / "07" / "record.yaml").unlink()
    laid(tmp_path, ended("09"), name="01")
    made(tmp_path, index)
    with Collection(index) as games:
        after = {game.label: game.id for game in games.find()}
        assert {row[0] for row in games.db.execute("SELECT id FROM games")} == {*after.values()}
    assert (sorted(after), after["g08"]) == (["g08", "g09"], before["g08"])


def test_what_stands_for_a_name_in_the_index_links_no_games(tmp_path: Path) -> None:
    """The same person is another in each game; no name can be told from it without the key."""
    for seed in ("07", "08"):
        laid(tmp_path, ended(seed), name=seed)
    made(tmp_path, tmp_path / "archive.db")
    with Collection(tmp_path / "archive.db") as games:
        traces = [set(row[0].split()) for row in games.db.execute("SELECT traces FROM sources")]
    assert [len(one) for one in traces] == [4, 4]
    assert traces[0].isdisjoint(traces[1])


@pytest.mark.parametrize(
    "written",
    [
        *(
            "Ragnhild",
            "RAGNHILD",
            "ragnhild's",
            "Ragnhilds Zug",
            "ragnhild2",
            "g_ragnhild_1",
            "(Ragnhild)",
            "Ragnhild-Thor",
        ),
        *("Weiß", "WEISS", "weiss", "Straßer", "STRASSER", "Renée", "Rene\u0301e", "RENÉE"),
        *("Weiß  Straßer", "Renée\nWeiß"),
    ],
)
def test_a_name_is_hidden_however_it_is_written(written: str) -> None:
    """In any case, with an ß or ss, with its accents apart, in the genitive, with figures after it."""
    table = ended(players="thor:Ragnhild,loki:Renée Weiß")
    people = cast(table, [note(table, by="Renée Weiß Straßer", seat="loki")], NAMES)
    shown = people.clean(f"so {written} won").casefold()
    for name in ("ragnhild", "wei", "stra", "ren"):
        assert name not in shown


def test_long_texts_are_cleaned_soon() -> None:
    """A note of the longest kind, whatever stands in it, takes no second, and no recursion."""
    names = Names(b"k" * 32, frozenset({NAMES.mark("jo")}))
    people = cast(ended(players="thor:Ragnhild,loki:Weiß"), (), names)
    begun = time.process_time()
    assert "jo" not in people.clean("jo " * 2_600)
    assert people.clean("z" * 8_000) == "z" * 8_000
    assert "ragnhild" not in people.clean("Ragnhild" + " Ragnhild" * 900).casefold()
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("text", ["Thor won", "the raging hilt", "Renees", "Aweiss", "a weissbier"])
def test_other_words_stay(text: str) -> None:
    """A name within another word is none, and neither is a seat."""
    table = ended(players="thor:Ragnhild,loki:Weiß")
    assert cast(table, (), NAMES).clean(text) == text


def test_a_pseudonym_cannot_be_linked_without_the_key() -> None:
    """It stays the same in one collection, and is another in the next; the key file is for its owner alone."""
    assert NAMES.pseudonym("Anna  K.") == NAMES.pseudonym("anna k.")
    assert NAMES.pseudonym("Anna") != Names(b"l" * 32).pseudonym("Anna")
    assert NAMES.pseudonym("Anna") != NAMES.pseudonym("Bert")


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    """It is made once; a damaged one is told, and not written over."""
    first = names_of(tmp_path / "archive.db")
    assert names_of(tmp_path / "archive.db") == first
    key = tmp_path / KEY
    assert key.stat().st_mode & 0o077 == 0
    key.write_text("{}")
    with pytest.raises(Faulty, match="archive-key"):
        names_of(tmp_path / "archive.db")


def test_what_a_seat_thought_is_told_when_it_was_opened(tmp_path: Path) -> None:
    """Not before; and of the other seat never."""
    table = ended()
    laid(tmp_path, table, note(table, kind="opened", text=""))
    made(tmp_path, tmp_path / "archive.db")
    with Collection(tmp_path / "archive.db") as games:
        said = [tuple(row) for row in games.db.execute("SELECT kind, glyph, text FROM notes")]
    assert [(kind, glyph) for kind, glyph, _ in said] == [("thought", "!?")]
    assert said[0][2].endswith(": remarkword")


# Up to date


def test_only_what_changed_is_looked_at_again(tmp_path: Path) -> None:
    """A record with another time and the same bytes is the same; a new one is added; one that is gone goes."""
    index = tmp_path / "archive.db"
    for seed in ("07", "08"):
        laid(tmp_path, ended(seed), name=seed)
    assert [len(made(tmp_path, index).games), made(tmp_path, index).kept] == [2, 2]
    os.utime(tmp_path / "07" / "record.yaml", (1, 1))
    again = made(tmp_path, index)
    assert (again.games, again.kept, again.gone) == ([], 2, 0)
    table = ended("09")
    laid(tmp_path, table, name="09")
    third = made(tmp_path, index)
    assert (len(third.games), third.kept) == (1, 2)
    laid(tmp_path / "notes", table, note(table))
    (tmp_path / "notes" / "fileword" / "notes.yaml").rename(tmp_path / "09" / "notes.yaml")
    (tmp_path / "notes" / "fileword" / "record.yaml").unlink()
    noted = made(tmp_path, index)
    assert (noted.games, noted.kept) == (third.games, 2)
    (tmp_path / "08" / "record.yaml").unlink()
    gone = made(tmp_path, index)
    assert (gone.games, gone.kept, gone.gone) == ([], 2, 1)
    assert len(made(tmp_path, index, again=True).games) == 2


def test_a_broken_record_is_told_and_stops_no_other(tmp_path: Path) -> None:
    """Damaged, torn, still on, there twice, with notes that do not fit: each with its reason, whenever one looks."""
    table, index = ended(), tmp_path / "archive.db"
    whole = table.record.encode()
    on = Table.open("thunder", seed="11", clock=lambda: "2026-01-01T08:00:00Z")
    for name, data in {
        "a": whole,
        "b": whole.replace(b"resigned", b"resigmed", 1),
        "c": whole[:-40],
        "d": on.record.encode(),
        "e": whole,
    }.items():
        (tmp_path / f"{name}.yaml").write_bytes(data)
    other = laid(tmp_path, ended("08"), name="f")
    (tmp_path / "f" / "notes.yaml").write_bytes(b"---\nrubbish\n")
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "record.yaml").write_bytes(b"\0\xff no record")
    (tmp_path / "config.yaml").write_bytes(b"title: nothing of ours\n")
    for _ in range(2):
        done = made(tmp_path, index)
        assert {name: why.key for name, why in done.left_out} == {
            "b.yaml": "record-mark",
            "c.yaml": "record-torn",
            "d.yaml": "archive-on",
            "e.yaml": "archive-twice",
            "f/record.yaml": "archive-notes",
            "g/record.yaml": "no-record",
        }
    assert only(index).slug
    (tmp_path / "a.yaml").unlink()
    other.with_name("notes.yaml").unlink()
    assert len(made(tmp_path, index).games) == 2


@pytest.mark.parametrize("name", [b"\xff\xfe", b"\x1b[31m\n"])
def test_whatever_a_folder_is_called_its_games_are_found(tmp_path: Path, name: bytes) -> None:
    """A name need not be text, nor fit on a line."""
    laid(tmp_path, ended(), name=os.fsdecode(name))
    done = made(tmp_path, tmp_path / "archive.db")
    assert (len(done.games), done.left_out) == (1, [])


def test_what_cannot_be_read_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, and files whose name does not tell whether they are records."""
    for name in ("a", "b"):
        laid(tmp_path, ended("07" if name == "a" else "08"), name=name)
    (tmp_path / "shut.yaml").write_text("x")
    listed, opened, opened_low = os.scandir, Path.open, os.open

    def shut(do: Any) -> Any:
        def doing(path: Any, *given: Any, **how: Any) -> Any:
            if Path(path).name in {"b", "shut.yaml"}:
                raise PermissionError(path)
            return do(path, *given, **how)

        return doing

    monkeypatch.setattr(os, "scandir", shut(listed))
    monkeypatch.setattr(Path, "open", shut(opened))
    monkeypatch.setattr(os, "open", shut(opened_low))
    done = made(tmp_path, tmp_path / "archive.db")
    assert len(done.games) == 1
    told = [(name, why.key, why.params) for name, why in done.left_out]
    assert told[1] == ("shut.yaml", "archive-unread", {"kind": "PermissionError"})
    assert told[0][:2] == ("b", "archive-unread")


def test_folders_may_lie_as_deep_as_they_like(tmp_path: Path) -> None:
    """There is no recursion over them."""
    deep, limit = tmp_path / "/".join("a" * 200), sys.getrecursionlimit()
    laid(deep, ended(), name="b")
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)
    try:
        found = records(tmp_path)
    finally:
        sys.setrecursionlimit(limit)
    assert [one.record for one in found] == [deep / "b" / "record.yaml"]


def test_a_run_that_was_broken_off_is_taken_up_and_leaves_no_trace(tmp_path: Path) -> None:
    """Games that were kept are not looked at again, and what was taken out before goes to the last byte."""
    table, index = ended(), tmp_path / "archive.db"
    given = note(table, kind="published", seat="loki", by="B", name="Quetzal X.", text="")
    path = laid(tmp_path / "in", table, given)
    laid(tmp_path / "in", ended("08"), name="08")
    made(tmp_path / "in", index)
    path.unlink()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "tidy", killed)
        patch.setattr(making, "OFTEN", 1)
        laid(tmp_path / "in", ended("09"), name="09")
        with pytest.raises(KeyboardInterrupt):
            made(tmp_path / "in", index)
    assert TRACE in index.read_bytes().lower()
    done = made(tmp_path / "in", index)
    assert (done.games, done.kept, done.gone) == ([], 2, 0)
    assert TRACE not in index.read_bytes().lower()


@pytest.mark.slow
def test_several_processes_make_the_same_index(tmp_path: Path) -> None:
    """In the same order."""
    (tmp_path / "games").mkdir()
    data = (THUNDER / "treasure-lost" / "record.yaml").read_bytes()
    for n in range(30):
        (tmp_path / "games" / f"{n:02}.yaml").write_bytes(data)
    told = list[tuple[int, int]]()
    done = made(tmp_path / "games", tmp_path / "archive.db", workers=2, tell=lambda *far: told.append(far))
    assert (len(done.games), [name for name, _ in done.left_out]) == (
        1,
        [f"{n:02}.yaml" for n in range(1, 30)],
    )
    assert told == [(n, 30) for n in range(1, 31)]


def test_an_index_that_is_not_ours_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never written over; without FTS5 that is told."""
    path = tmp_path / "archive.db"
    with pytest.raises(Faulty, match="index-missing"):
        Collection(path)
    path.write_bytes(b"no database at all, but long enough to be looked at" * 9)
    with pytest.raises(Faulty, match="index-foreign"):
        made(tmp_path, path)
    path.unlink()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE mine (a)")
    foreign.commit()
    foreign.close()
    with pytest.raises(Faulty, match="index-foreign"):
        made(tmp_path, path)
    assert b"mine" in path.read_bytes()
    monkeypatch.setattr(indexes, "NEEDED", "ENABLE_NOTHING")
    with pytest.raises(Faulty, match="index-no-fts5"):
        Collection(path)


# The command


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("forget", ""), 2),
        (("forget", " - "), 2),
        (("forget", "a\udcff"), 0),
        (("find", "--player", "a\udcff"), 0),
        (("find", "a\udcff"), 0),
        (("find", "--limit", "9" * 30), 2),
    ],
)
def test_whatever_is_asked_has_an_answer(
    referee: Command, tmp_path: Path, args: tuple[str, ...], code: int
) -> None:
    """Also bytes that are no text, as a terminal hands them over; and nobody is forgotten by mistake."""
    made(tmp_path, tmp_path / "archive.db")
    before = names_of(tmp_path / "archive.db").forgotten
    assert referee(*args, "--in", str(tmp_path)).code == code
    assert (names_of(tmp_path / "archive.db").forgotten == before) == (args[0] == "find" or code == 2)


def test_a_collection_is_made_asked_and_a_player_forgotten(referee: Command, tmp_path: Path) -> None:
    """In the terminal and as JSON; what is left out is told on stderr."""
    folder = tmp_path / "games"
    laid(folder, ended("07"), name="07")
    laid(folder, ended("08"), name="08")
    (folder / "09.yaml").write_bytes(ended("09").record.encode()[:-30])
    first = referee("archive", str(folder), "--jobs", "1")
    assert (first.code, "2 games; 2 of them new or changed, 0 taken out, 1 left out" in first.out) == (
        0,
        True,
    )
    assert "Left out: 09.yaml: " in first.err
    found = referee("find", "resigned turns=1", "--in", str(folder), "--json")
    assert [game["label"] for game in found.doc["games"]] == ["g07", "g08"]
    assert found.doc["games"][0]["slug"].rpartition("-")[2] in referee("find", "--in", str(folder)).out
    nothing = referee("find", "winner:loki", "--in", str(folder))
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "No game was found.\n")
    wrong = referee("find", "turns<", "--in", str(folder))
    assert (wrong.code, "cannot be read, at: <" in wrong.err) == (2, True)
    assert referee("find", "--in", str(folder), "--sort", "size").code == 2
    assert referee("find", "--in", str(tmp_path)).code == 66
    damaged = (folder / "archive.db").read_bytes()
    (folder / "other.db").write_bytes(damaged[:4096] + b"x" * (len(damaged) - 4096))
    broken = referee("find", "--index", str(folder / "other.db"))
    assert (broken.code, "SQLite says" in broken.err) == (65, True)
    assert referee("forget", "ragnhild", "--in", str(folder), "--json").doc["games"] == 2
    assert "What cannot be called back" in referee("forget", "Bartholomew", "--in", str(folder)).out
    assert referee("forget", "anybody", "--in", str(tmp_path)).code == 66
    assert referee("archive", str(folder), "--json").doc["changed"] == 2
    players = [game["players"] for game in referee("find", "--in", str(folder), "--json").doc["games"]]
    assert players == [{"thor": SOMEBODY, "loki": SOMEBODY}] * 2
