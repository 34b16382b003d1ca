"""Books that are printed: handbooks in any language, decks, schemas; and catalogs for translators."""

import json
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support import command
from support.command import Command
from support.wording import GAMES, NAMES
from test_translations import each_catalog, forget, table_of

from referee.games.hammer_of_thor.options import FILES
from referee.house.games import find
from referee.telling import translations as translate
from referee.telling.catalog import HOUSE, Catalog
from referee.telling.handbook import handbook_text
from referee.telling.translations import Message, brought_up_to_date, messages
from referee.util import data, translations
from referee.util.errors import Faulty
from referee.util.translations import RULES

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee

# For translators


def written(name: str, language: str) -> Mapping[Message, Any]:
    """The entries of the catalog brought up to date, as they are read back."""
    made = translations.read(brought_up_to_date(name, language).decode(), language)
    return {Message(str(one.context or ""), str(one.id)): one for one in made if one.id}


@each_catalog
def test_a_finished_catalog_stays_as_it_is(name: str, language: str) -> None:
    """Brought up to date it has the same texts in the same order with the same translations; nothing is fuzzy."""
    made = written(name, language)
    assert {one: entry.string for one, entry in made.items()} == table_of(name, language)
    assert list(made) == list(table_of(name, language))
    assert not any(one.fuzzy for one in made.values())
    assert translate.progress(list(made.values())) == {"texts": len(made), "missing": 0, "fuzzy": 0}


@each_catalog
def test_bringing_up_to_date_twice_changes_nothing(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written is what would be written next time: it holds no times, no versions, and no marks of formats."""
    once = brought_up_to_date(name, language)
    read = data.text
    way = ("templates", *translations.path_of(name, language))
    monkeypatch.setattr(data, "text", lambda *given: once.decode() if given == way else read(*given))
    assert brought_up_to_date(name, language) == once
    assert b"python-" not in once


def test_a_new_language_has_every_text_and_no_translation() -> None:
    """For a language without a catalog there is one to begin with."""
    for name in NAMES:
        made = written(name, "fr")
        assert list(made) == list(dict.fromkeys(messages(name)))
        assert not any(one.string for one in made.values())


CHANGED = {
    "Nothing since the last report.": "All quiet since your last report.",
    "WHAT HAPPENED": "THE NEWS",
}
"""Texts of the house, and others in their place: one a little changed, one altogether."""


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The English texts have changed, one more has come, and one has gone."""
    read = data.text

    def text(*way: str) -> str:
        found = read(*way)
        if way == ("templates", "messages.en.yaml"):
            for old, new in CHANGED.items():
                assert old in found
                found = found.replace(f'"{old}"', f'"{new}"')
            found = found.replace('  history: "WHAT HAS HAPPENED SO FAR"', '  chronicle: "The game is over!"')
        return found

    monkeypatch.setattr(data, "text", text)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("changed")
def test_what_has_changed_is_kept_to_be_looked_over() -> None:
    """A changed text keeps its translation, marked fuzzy; a new one has none; one that is gone is left out."""
    made = written(HOUSE, "de")
    by_key = {one.context: entry for one, entry in made.items()}
    for key, old in (("nothing", "Nothing since the last report."), ("happened", "WHAT HAPPENED")):
        entry = by_key[f"texts.{key}"]
        assert (entry.id, entry.fuzzy) == (CHANGED[old], True)
    assert by_key["texts.nothing"].string == "Nichts seit dem letzten Bericht."
    assert (by_key["texts.chronicle"].string, by_key["texts.chronicle"].fuzzy) == ("", False)
    assert "texts.history" not in by_key
    assert sum(one.fuzzy for one in made.values()) == len(CHANGED)
    assert translate.progress(list(made.values())) == {"texts": len(made), "missing": 1, "fuzzy": 2}


@pytest.mark.slow
def test_what_is_fuzzy_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation of a changed text is not told, neither before nor after the catalog is brought up to date."""
    read, way = data.text, ("templates", "messages.de.po")
    file = read(*way)
    assert file.count('msgid "WHAT HAPPENED"') == 1
    given = [file.replace('msgid "WHAT HAPPENED"', 'msgid "THE NEWS"')]
    monkeypatch.setattr(data, "text", lambda *asked: given[-1] if asked == way else read(*asked))
    for _ in range(2):
        forget()
        says = Catalog(HOUSE, "de")
        assert says.say("texts", "happened") == "WHAT HAPPENED"
        assert says.say("texts", "table") == "DER TISCH"
        assert ("missing", Message("texts.happened", "WHAT HAPPENED")) in translate.unfinished(HOUSE, "de")
        given.append(brought_up_to_date(HOUSE, "de").decode())
    monkeypatch.undo()
    forget()
    assert (
        '#, fuzzy\nmsgctxt "texts.happened"\nmsgid "WHAT HAPPENED"\nmsgstr "WAS GESCHEHEN IST"\n' in given[1]
    )
    assert given[2] == given[1]


FILE = """
msgid ""
msgstr "Language: de\\nContent-Type: text/plain; charset=utf-8\\n"

msgctxt "check"
msgid "A piece steps one square ahead."
msgstr "Ein Stein zieht ein Feld vor."

msgctxt "check"
msgid "Nobody passes."
msgstr "Niemand passt."
"""


def test_a_rule_keeps_the_translation_of_the_rule_most_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules stand under one key: one a little changed keeps its translation, once; one altogether new has none."""
    rules = ("A piece steps two squares ahead.", "A piece steps two squares ahead!", "The cards are dealt.")
    monkeypatch.setattr(translate, "messages", lambda _name: (Message(RULES, text) for text in rules))
    monkeypatch.setattr(data, "text", lambda *_way: FILE)
    made = [(entry.string, entry.fuzzy) for entry in written("odins_table", "de").values()]
    assert made == [("Ein Stein zieht ein Feld vor.", True), ("", False), ("", False)]


@pytest.mark.parametrize("language", ["en", "german", "xx", "", "../de", "de\0", "DE", "de_AT"])
def test_what_is_no_language_to_translate_into(language: str) -> None:
    """English is what the texts are written in; for others their code is wanted, as Babel knows it."""
    with pytest.raises(Faulty, match="written-in-english" if language == "en" else "not-a-language-code"):
        translate.can_be_written(language)


# The verb


@pytest.mark.slow
def test_translate_writes_catalogs_where_they_belong(referee: Command, tmp_path: Path) -> None:
    """`translate` writes one for the house and one for each game, and tells how far each is."""
    ran = referee("translate", "fr", "--out", str(tmp_path / "new"))
    files = [
        tmp_path / "new" / "messages.fr.po",
        *(tmp_path / "new" / game / "messages.fr.po" for game in GAMES),
    ]
    assert (ran.code, ran.err) == (0, "")
    for name, file in zip((HOUSE, *GAMES), files, strict=True):
        count = len(list(messages(name)))
        assert f"{file}: {count} texts, {count} without a translation, 0 to look over (fuzzy)." in ran.out
        assert file.read_bytes() == brought_up_to_date(name, "fr")
    assert "grammar/words.fr.yaml" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize(("umask", "file", "folder"), [("022", 0o644, 0o755), ("027", 0o640, 0o750)])
def test_catalogs_are_for_all_whom_the_user_lets_in(
    tmp_path: Path, umask: str, file: int, folder: int
) -> None:
    """Nothing is hidden in them: they are made by the user's own umask, and not by that of the house."""
    made = tmp_path / "new" / "odins_table" / "messages.fr.po"
    args = ("translate", "fr", "--game", "odins_table", "--out", str(tmp_path / "new"))
    assert command.process(*args, umask=int(umask, 8)).returncode == 0
    assert stat.S_IMODE(made.stat().st_mode) == file
    assert [stat.S_IMODE(one.stat().st_mode) for one in (made.parent, made.parent.parent)] == [folder] * 2
    made.chmod(0o600)
    assert command.process(*args, "--force", umask=int(umask, 8)).returncode == 0
    assert stat.S_IMODE(made.stat().st_mode) == file


@pytest.mark.slow
def test_translate_one_game(referee: Command, tmp_path: Path) -> None:
    """With --game there is one catalog; of a language that has its words of orders nothing is told about them."""
    ran = referee("translate", "de", "--game", "odins_table", "--out", str(tmp_path / "de"))
    assert ran.out.count("\n") == 1
    assert [path.name for path in (tmp_path / "de").iterdir()] == ["odins_table"]
    assert referee("translate", "de", "--game", HOUSE, "--out", str(tmp_path / "de")).code == 0


@pytest.mark.slow
def test_translate_writes_over_nothing(referee: Command, tmp_path: Path) -> None:
    """Where a catalog lies already nothing is written, not even the others, without --force."""
    mine = tmp_path / "thunder" / "messages.fr.po"
    mine.parent.mkdir()
    mine.write_text("mine")
    ran = referee("translate", "fr", "--out", str(tmp_path))
    assert (ran.code, str(mine) in ran.err) == (73, True)
    assert [path.name for path in tmp_path.iterdir()] == ["thunder"]
    assert mine.read_text() == "mine"
    assert referee("translate", "fr", "--out", str(tmp_path), "--force").code == 0
    assert mine.read_bytes() == brought_up_to_date("thunder", "fr")


@pytest.mark.parametrize(
    ("args", "code"),
    [(("en",), 2), (("german",), 2), (("fr", "--game", "chess"), 66), ((), 2)],
    ids=str,
)
def test_translate_is_not_used_like_that(
    referee: Command, tmp_path: Path, args: tuple[str, ...], code: int
) -> None:
    """English, no language, an unknown game, a missing language: a code and a sentence, and no file."""
    ran = referee("translate", *args, "--out", str(tmp_path / "new"))
    assert (ran.code, bool(ran.err)) == (code, True)
    assert not (tmp_path / "new").exists()


def test_translate_where_nothing_can_be_written(referee: Command, tmp_path: Path) -> None:
    """A file in the place of the folder is an error of writing."""
    (tmp_path / "new").write_text("")
    assert referee("translate", "fr", "--game", HOUSE, "--out", str(tmp_path / "new")).code == 73


@pytest.mark.slow
def test_the_handbook_in_another_language(referee: Command) -> None:
    """`handbook --language` takes a code or a name; one rule too; a language there is not is a mistake in use."""
    for game in GAMES:
        assert referee("handbook", game, "--language", "de").out.rstrip("\n") == handbook_text(
            game, "de"
        ).rstrip("\n")
    assert referee("handbook", "thunder", "--language", "German", "--rule", "1").out.startswith(
        "1 Vorbereitung\n"
    )
    assert referee("handbook", "thunder", "--language", "xx").code == 2


def files_of(game: str) -> list[str]:
    """The kinds of files of a game of which players may have their own."""
    found = find(game)
    return [*(["deck"] if found.DECK_LIST else []), *found.FILES]


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in GAMES for kind in files_of(game)])
def test_the_files_of_every_game_can_be_corrected(
    referee: Command, game: str, kind: str, tmp_path: Path
) -> None:
    """`handbook --deck`, `--cards` and `--map` print the file that the game names, and `open --option` takes it."""
    file = tmp_path / "mine.yaml"
    file.write_text(referee("handbook", game, f"--{kind}").out, "utf-8")
    assert file.read_text("utf-8").count("\n") > 10
    assert referee("open", game, "--option", f"{kind}={file}").code == 0


def test_every_game_has_a_file_of_its_own() -> None:
    """A deck list, or a card set and a map."""
    assert all(map(files_of, GAMES))


def test_other_files_of_a_game_are_printed(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may have a card set and a map: `handbook` prints each as it is written, `schema` describes it."""
    monkeypatch.setattr("referee.games.odins_table.OdinsTable.FILES", FILES)
    for kind, file in FILES.items():
        assert referee("handbook", "odins_table", f"--{kind}").out == file.text()
        assert json.loads(referee("schema", kind, "--rules", "odins_table").out) == file.schema


def test_a_game_without_such_a_file_says_so(referee: Command) -> None:
    """Where a game has no card set or no map; and one file is printed at a time."""
    for kind in FILES:
        made = referee("handbook", "thunder", f"--{kind}")
        assert (made.code, made.err) == (
            66,
            f"referee: thunder has no file of the kind {kind} that could be chosen otherwise.\n",
        )
        assert referee("schema", kind, "--rules", "thunder").code == 66
    assert referee("handbook", "thunder", "--cards", "--map").code == 2


def test_a_game_without_decks_says_so(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game names no deck file, that is told in a sentence, with a code."""
    monkeypatch.setattr("referee.games.odins_table.OdinsTable.DECK_LIST", None)
    for ran in (
        referee("handbook", "odins_table", "--deck"),
        referee("schema", "deck", "--rules", "odins_table"),
    ):
        assert (ran.code, ran.out) == (66, "")
        assert ran.err.startswith("referee: odins_table ")
    for kind in ("record", "options"):
        assert referee("schema", kind, "--rules", "odins_table").code == 0
