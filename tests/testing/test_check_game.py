"""`referee check-game`: everything that is missing or inconsistent in a game is told with its file and line.

Broken games are made of Nine Runes by mutation: every event, every field, every number and every word in
turn; or all at once, where each is told by itself.
"""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.command import Command, home, process, referee  # noqa: F401  fixtures
from support.suite import announced
from test_authors import forgotten, swap, undocumented

from referee.house.games import BUILT_IN, find
from referee.house.rulebook import Rulebook, RuleText
from referee.notation.parser import grammar_of
from referee.testing import places
from referee.testing.checks import OWN, orders, static, untested
from referee.testing.contract import all_found
from referee.testing.promises import keeps_its_cards
from referee.testing.suite import cards_in
from referee.util import data
from referee.util.errors import Faulty
from referee.util.values import Value

EXAMPLE = Path(__file__).parents[2] / "examples" / "nine_runes"
RULES = EXAMPLE / "nine_runes" / "rules.py"
BOOK = EXAMPLE / "nine_runes" / "rulebook.yaml"
IN = "nine_runes/"
MESSAGES = f"{IN}templates/nine_runes/messages.en.yaml"
GERMAN = f"{IN}templates/nine_runes/messages.de.po"
WORDS = f"{IN}grammar/nine_runes/words.en.yaml"
GERMAN_WORDS = f"{IN}grammar/nine_runes/words.de.yaml"
GRAMMAR = f"{IN}grammar/nine_runes.lark"
TEXTS = "templates/nine_runes/"
Edit = Callable[[Path], None]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The project of Nine Runes, for its author to make mistakes in; known only as long as the test runs."""
    folder = tmp_path / "project"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forgotten()
    yield folder
    forgotten()


class Checked:
    """What the command said of a game: its exit code, and where it found what."""

    def __init__(self, ran: object, project: Path) -> None:
        """Take the lines on stderr apart."""
        self.code, self.err = ran.code, ran.err  # type: ignore[attr-defined]
        lines = self.err.replace(f"{project}/", "").rstrip("\n").split("\n")
        self.found = {tuple(line.split(": ", 1)) for line in lines if ": " in line}
        self.places = {place for place, _ in self.found}

    def says(self, place: str, words: str) -> bool:
        """Whether something with these words was found there."""
        return any(at.startswith(place) and words in said for at, said in self.found)


Check = Callable[[], Checked]


@pytest.fixture
def check(project: Path, referee: Command) -> Check:  # noqa: F811
    """The command, on the project as it is then."""

    def checked() -> Checked:
        forgotten()
        found = Checked(referee("check-game", str(project)), project)
        assert "mistake of the referee" not in found.err
        assert "report" not in found.err
        return found

    return checked


def refused(check: Check, place: str, words: str) -> None:
    """Assert that the game is refused, and why."""
    found = check()
    assert found.code == 65, found.err
    assert found.says(place, words), found.err


def line(path: Path, text: str) -> int:
    """The number of the first line that holds a text."""
    return next(n for n, one in enumerate(path.read_text("utf-8").split("\n"), 1) if text in one)


def without(path: Path, pattern: str) -> int:
    """Take everything out of a file that a pattern finds; gives how often it did."""
    text, count = re.subn(pattern, "", path.read_text("utf-8"), flags=re.MULTILINE)
    path.write_text(text, "utf-8")
    return count


@pytest.mark.slow
def test_a_game_that_is_whole_is_called_so(check: Check) -> None:
    """Nothing is found, and the exit code is 0."""
    found = check()
    assert (found.code, found.err) == (0, "")


def test_an_installed_game_is_checked_by_its_name(referee: Command) -> None:  # noqa: F811
    """An unknown name is told as everywhere."""
    ran = referee("check-game", "no_such_game")
    assert ran.code != 0
    assert "no_such_game" in ran.err


def test_a_folder_without_a_game_is_told(referee: Command, tmp_path: Path) -> None:  # noqa: F811
    """No project, one that cannot be read, and one that announces nothing."""
    (folder := tmp_path / "x").mkdir()
    assert "no pyproject.toml" in referee("check-game", str(folder)).err
    (folder / "pyproject.toml").write_text("[project\n")
    assert "pyproject.toml: this file cannot be read" in referee("check-game", str(folder)).err
    (folder / "pyproject.toml").write_text("[project]\nname='x'\n")
    ran = referee("check-game", str(folder))
    assert (ran.code, "referee.games" in ran.err) == (65, True)


OPEN = [one.start() for one in re.finditer(r"Open\[str\]|Annotated\[str, ", RULES.read_text("utf-8"))]


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(OPEN)))
def test_each_field_without_an_audience_is_told(check: Check, project: Path, at: int) -> None:
    """At the event that has it."""
    path = project / IN / "rules.py"
    text, start = path.read_text("utf-8"), OPEN[at]
    bare = re.sub(r"^(Open\[str\]|Annotated\[str, [^\n]*\])", "str", text[start:], count=1)
    path.write_text(text[:start] + bare, "utf-8")
    refused(check, f"{IN}rules.py:", "must name one audience")


SECTIONS = {"events": "rules.py", "refusals": "rules.py", "duties": "table.py"}


@pytest.mark.slow
@pytest.mark.parametrize("section", SECTIONS)
def test_each_text_that_is_missing_is_told_where_it_is_needed(
    check: Check, project: Path, section: str
) -> None:
    """Every event without a sentence, every reason, everything owed: all of them at once, each with its line."""
    path = project / MESSAGES
    head, _, rest = path.read_text("utf-8").partition(f"\n{section}:\n")
    own, _, after = rest.partition("\n\n")
    names = re.findall(r"^  ([\w-]+):", own, re.MULTILINE)
    path.write_text(f"{head}\n\n{after}", "utf-8")
    found = check()
    assert found.code == 65
    for name in names:
        assert found.says(f"{IN}{SECTIONS[section]}:", f"{name}, under {section}"), (name, found.err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "section"), [("even", "outcomes"), ("more-pairs", "outcomes"), ("give", "families")]
)
def test_a_text_that_only_play_asks_for_is_told(check: Check, project: Path, key: str, section: str) -> None:
    """How a game ended, and the heading of a family of moves: where the code gives it."""
    assert without(project / MESSAGES, rf"^  {key}:.*\n") == 1
    refused(check, f"{IN}rules.py:", f"{key}, under {section}")


@pytest.mark.slow
def test_each_rule_without_a_number_in_the_code_is_told(check: Check, project: Path) -> None:
    """Every number of the rulebook that no code cites, in the rulebook; every one that is in none, where it stands."""
    path = project / IN / "rulebook.yaml"
    numbers = re.findall(r'number: "([\d.]+)"', path.read_text("utf-8"))
    path.write_text(re.sub(r'number: "(\d)\.', r'number: "\1\1.', path.read_text("utf-8")), "utf-8")
    found = check()
    for number in numbers:
        other = number[0] + number
        assert found.says(f"{IN}rulebook.yaml:", f"no code cites rule {other}"), (number, found.err)
        assert found.says(f"{IN}rulebook.yaml:", f"rule {other} has no test"), number
        assert found.says(IN, f"no rule {number} in the rulebook"), number
    for text in ('@event("2.2")', '@rule("2.1")', 'plain("lay", "3.1"', 'silence="4.3"'):
        assert any(place == f"{IN}rules.py:{line(RULES, text)}" for place, _ in found.found), text
    assert f"{IN}templates/nine_runes/table.txt:19" in found.places
    assert (
        f"tests/test_nine_runes.py:{line(EXAMPLE / 'tests/test_nine_runes.py', 'def test_1_1')}"
        in found.places
    )


@pytest.mark.slow
def test_each_rule_without_a_test_is_told(check: Check, project: Path) -> None:
    """Of each that has no test under its number and is shown in no transcript."""
    shutil.rmtree(project / "tests" / "a-gift-returned")
    tests = project / "tests" / "test_nine_runes.py"
    tests.write_text(tests.read_text("utf-8").replace("def test_2_3_", "def test_"), "utf-8")
    found = check()
    numbers = re.findall(r'number: "([\d.]+)"', BOOK.read_text("utf-8"))
    tested = {"1.1", "4.2", "4.3"}
    assert {
        number for number in numbers if found.says(f"{IN}rulebook.yaml:", f"rule {number} has no test")
    } == (set(numbers) - tested)
    assert found.says(f"{IN}rulebook.yaml:{line(BOOK, '2.3')}", "test_2_3_")


@pytest.mark.slow
def test_each_translation_that_is_missing_is_told(check: Check, project: Path) -> None:
    """All that is taken out of the catalog; and what the catalog still has of a text that is gone."""
    path = project / GERMAN
    text = path.read_text("utf-8")
    contexts = re.findall(r'^msgctxt "((?:events|texts|rule|chapter)\.[\w.-]+)"', text, re.MULTILINE)
    for name in contexts:
        text = re.sub(rf'msgctxt "{re.escape(name)}"\n(?:.+\n)+', "", text)
    path.write_text(text + '\nmsgctxt "texts.old"\nmsgid "old"\nmsgstr "alt"\n', "utf-8")
    found = check()
    assert len(contexts) > 20
    assert not [name for name in contexts if not found.says(GERMAN, f"{name} has no translation into de")]
    assert found.says(f"{GERMAN}:{line(path, 'texts.old')}", "texts.old is no text any more")


@pytest.mark.slow
def test_each_word_that_a_language_lacks_is_told(check: Check, project: Path) -> None:
    """Verbs and names of cards that English has, and words that English has not; a file of words that is not there."""
    assert without(project / GERMAN_WORDS, r"^  \w+: \[.*\n") == 11
    path = project / GERMAN_WORDS
    path.write_text(
        path.read_text("utf-8")
        .replace("verbs:\n", "verbs:\n  fly: [fliege]\n")
        .replace("cards:\n", "cards: {}\n")
    )
    found = check()
    for name in ("give", "lay", "fehu", "hagalaz"):
        assert found.says(GERMAN_WORDS, f"no {name} under"), found.err
    assert found.says(f"{GERMAN_WORDS}:3", "fly stands nowhere else")
    path.unlink()
    refused(check, f"{IN}grammar", "no words.de.yaml here")


MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    "no builder": ("grammar/nine_runes.lark", "-> give", "-> gift", "grammar/nine_runes.lark:9", "nothing is made of gift"),
    "idle builder": ("__init__.py", "    CUSTOMS =", "    reading = type('Reading', (), {'BUILDERS': {\"fly\": str}})\n    CUSTOMS =", "__init__.py", "the grammar has no fly"),
    "no form": ("rules.py", '@move("lay {rune}")', "@move()", "rules.py", "Lay has no form"),
    "wrong form": ("rules.py", '"lay {rune}"', '"give {rune}"', "rules.py", "not read back"),
    "no field": ("rules.py", '"lay {rune}"', '"lay {card}"', "rules.py", "names card, which is no field"),
    "a field in no form": ("rules.py", '"lay {rune}"', '"lay"', "rules.py", "Lay.rune: no form"),
    "no alternative": ("grammar/nine_runes.lark", "    | _LAY CARD           -> lay   // 3.1\n", "", "rules.py", "-> lay, so no line is read as Lay"),
    "too many parts": ("grammar/nine_runes.lark", "_LAY CARD ", "_LAY CARD CARD* ", "grammar/nine_runes.lark:10", "lay has more parts here"),
    "a rule named as a move": ("grammar/nine_runes.lark", "_LAY CARD           -> lay   // 3.1", "lay\nlay: _LAY CARD", "grammar/nine_runes.lark:11", "the rule lay is called"),
    "a terminal of all games": ("grammar/nine_runes.lark", "-> lay   // 3.1\n", "-> lay | _NAME CARD -> lay\n%declare _NAME\n", "grammar/nine_runes.lark:11", "_NAME and NAME are one word"),
    "a verb of that name": ("grammar/nine_runes/words.en.yaml", "  lay: [lay, play]\n", "  lay: [lay, play]\n  name: [call]\n", "grammar/nine_runes/words.en.yaml:5", "name stands in common.lark:8"),
    "no grammar": ("grammar/nine_runes.lark", "_LAY CARD", "_LAY (CARD", "grammar/nine_runes.lark", "cannot be read"),
    "no word": ("grammar/nine_runes/words.en.yaml", "  lay: [lay, play]\n", "", "grammar/nine_runes.lark:7", "no word is a lay"),
    "idle word": ("grammar/nine_runes/words.en.yaml", "verbs:\n", "verbs:\n  fly: [fly]\n", "grammar/nine_runes/words.en.yaml:3", "fly stands nowhere"),
    "verb of the house": ("grammar/nine_runes/words.en.yaml", "[give]", "[give, resign]", "grammar/nine_runes/words.en.yaml:3", "resign"),
    "verb of everyday": ("grammar/nine_runes/words.en.yaml", "[give]", "[give, thanks]", "grammar/nine_runes/words.en.yaml:3", "thanks begins everyday lines"),
    "two cards of a name": ("grammar/nine_runes/words.en.yaml", "[uruz]", "[uruz, fehu]", "grammar/nine_runes/words.en.yaml", "fehu"),
    "no order": ("rulebook.yaml", '["lay fehu"]', '["put fehu"]', "rulebook.yaml", "shows put fehu, which is no order"),
    "no order shown": ("rulebook.yaml", '    orders: ["lay fehu"]\n', "", "rules.py", "no rule of the rulebook shows an order for Lay"),
    "event of the house": ("rules.py", "class Laid(Event)", "class Late(Event)", "rules.py", "event Late"),
    "number of the house": ("rules.py", '@rule("2.1")', '@rule("H3")', "rules.py", "numbers with H"),
    "seat twice": ("table.py", '("urd", "skuld")', '("urd", "urd")', "__init__.py", "no seat can be called urd"),
    "a rule that allows": ("rules.py", "return not_in_turn(v)\n", "return None if v.turn else not_in_turn(v)\n", "rules.py", "is not among the choices"),
    "choices that are refused": ("rules.py", "for rune in v.hand if v.on_turn == v.seat]", "for rune in v.hand]", "rules.py", "refuses it"),
    "chance beside the lots": ("rules.py", "return next(rune for rune", "import random\n    return random.choice([rune for rune", "rules.py", "happens otherwise"),
    "a state of its own": ("rules.py", "pairs=s.side(self.by).pairs + 1)", "pairs=s.side(self.by).pairs + id(object()))", "rules.py", "not make the same table"),
    "a leak of the view": ("table.py", "sides=tuple((one, len(s.side(one).hand), s.side(one).pairs) for one in SEATS)", "sides=tuple((s.side(one).gift, len(s.side(one).hand), s.side(one).pairs) for one in SEATS)", "table.py", "what is hidden"),
    "a value that a text lacks": ("templates/nine_runes/messages.en.yaml", "{{ by|who }} {{ by|me('take', 'takes') }} the pair.", "{{ whom|who }} takes.", "templates/nine_runes/messages.en.yaml", "PairTaken"),
    "a value that a template lacks": ("templates/nine_runes/table.txt", "view.laid %}", "view.layed.x %}", "templates/nine_runes/table.txt:4", "layed"),
    **{
        f"an idle text under {section}": ("templates/nine_runes/messages.en.yaml", f"\n{section}:\n", f"\n{section}:\n  {key}: old\n", "templates/nine_runes/messages.en.yaml:", f"nothing asks for the text {key}, under {section}")
        for section, key in {"seats": "verdandi", "events": "Taken", "outcomes": "fewer-pairs", "duties": "stone", "refusals": "gift-gone", "families": "take", "texts": "old-line"}.items()
    },
    "an error in a rule": ("rules.py", 'return why("gift-chosen") if v.gift', 'return why("gift-chosen") if v.gifts', "rules.py", "gifts"),
    "a field that is no plain data": ("rules.py", "yield Dealt(seat, runes[HAND * at : HAND * (at + 1)])", "yield Dealt(seat, list(runes[HAND * at : HAND * (at + 1)]))", "rules.py", ""),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told(check: Check, project: Path, mistake: str) -> None:
    """With its file, and its line where it has one."""
    name, old, new, place, words = MISTAKES[mistake]
    if mistake == "chance beside the lots":
        swap(f"{IN}rules.py", "if name_of(rune) == name)", "])")(project)
    if "messages" in name:  # a text that has changed has to be translated again, which is told first
        (project / GERMAN).unlink()
        (project / GERMAN_WORDS).unlink()
    swap(f"{IN}{name}", old, new)(project)
    refused(check, IN + place, words)


PLANTS: dict[str, tuple[str, str, str, str, str]] = {
    "a ruling that is none": ("rulebook.yaml", '    orders: ["give fehu"]\n', '    rulings: [N7]\n    orders: ["give fehu"]\n', "rulebook.yaml:19", "no rule N7 in the rulebook"),
    "a number twice": ("rulebook.yaml", '- number: "2.3"', '- number: "2.2"', "rulebook.yaml:24", "2.2 stands in the rulebook more than once"),
    "a rule without text": ("rulebook.yaml", "    text: >-\n      When both have chosen, the gifts change hands. Onlookers do not see them.\n", "", "rulebook.yaml:24", "there is no text here"),
    "a layer that is none": ("rulebook.yaml", "title: Nine Runes\n", "title: Nine Runes\nlayer: printed\n", "rulebook.yaml", "printed is no layer"),
    "a variant that is none": ("rulebook.yaml", "title: Nine Runes\n", 'title: Nine Runes\nrulings:\n- {number: N1, rule: "2.1", text: "We decided so.", variants: [twice]}\n', "rulebook.yaml:4", "twice is called a variant"),
    "a ruling on no rule": ("rulebook.yaml", "title: Nine Runes\n", 'title: Nine Runes\nrulings:\n- {number: N1, rule: "2.7", text: "We decided so."}\n', "rulebook.yaml:4", "no rule 2.7 in the rulebook"),
    "a filter that is none": (TEXTS + "messages.en.yaml", "{{ rune|card }} is not", "{{ rune|kard }} is not", TEXTS + "messages.en.yaml:33", "kard"),
    "a filter that is none, in German": (TEXTS + "messages.de.po", "legt') }} {{ rune|strong }}", "legt') }} {{ rune|stronk }}", TEXTS + "messages.de.po:49", "stronk"),
    "a field that is none, in German": (TEXTS + "messages.de.po", "{{ by|who }} {{ by|me('nimmst'", "{{ von|who }} {{ by|me('nimmst'", TEXTS + "messages.de.po:53", "von"),
    "a text that is broken, in German": (TEXTS + "messages.de.po", "{{ by|who }} {{ by|me('nimmst'", "{{ by|who {{ by|me('nimmst'", TEXTS + "messages.de.po:53", "expected token"),
    "no catalog": (TEXTS + "messages.de.po", 'msgctxt "seats.skuld"', 'msgctx "seats.skuld"', TEXTS + "messages.de.po:14", "cannot be read"),
    "a translation to be looked at": (TEXTS + "messages.de.po", 'msgctxt "events.PairTaken"', '#, fuzzy\nmsgctxt "events.PairTaken"', TEXTS + "messages.de.po:54", "has no translation into de"),
    "a page that is broken": (TEXTS + "table.html", "{% for", "{% fro", TEXTS + "table.html:", "fro"),
    "a page without a value": (TEXTS + "table.txt", "runes=runes, pairs=pairs", "runes=runes", TEXTS + "table.txt:2", "pairs"),
    "a page with a key that is none": (TEXTS + "table.txt", '"hand"|t(', '"hands"|t(', TEXTS + "table.txt:11", "hands"),
    "a seat without a name": (TEXTS + "messages.en.yaml", "  skuld: Skuld\n", "", TEXTS, "skuld"),
    "a key twice": (TEXTS + "messages.en.yaml", '  gift: "a gift"\n', '  gift: "a gift"\n  gift: "gifts"\n', TEXTS + "messages.en.yaml:28", "gift stands here a second time"),
    "a quote left open": (TEXTS + "messages.en.yaml", '  gift: "a gift"\n', '  gift: "a gift\n', TEXTS + "messages.en.yaml:28", "not YAML"),
    "a move without rules": ("rules.py", "    Lay: (lay, (CUSTOMS.game_goes_on, in_turn, in_hand)),\n", "", "grammar/nine_runes.lark:10", "nothing is made of lay"),
    "silence that is refused": ("rules.py", 'return Give(name_of(lots.shuffle(f"gift {owed.seat}", sorted(state.side(owed.seat).hand))[0]))', 'return Give("fehu" if owed.seat == "urd" else "uruz")', "rules.py:", "silence means give"),
    "a game that stands still": ("table.py", 'return (Owed(s.on_turn, "rune", "3.1"),)', "return ()", "table.py:", "nobody owes an answer"),
    "a duty without words": ("table.py", 'Owed(s.on_turn, "rune", "3.1")', 'Owed(s.on_turn, "stone", "3.1")', "table.py:", "stone, under duties"),
    "another's hand in a view": ("table.py", "hand=faces(tuple(mine.hand))", "hand=faces(tuple(mine.hand | theirs.hand))", "rules.py:", "StopIteration"),
    "a view that tells an onlooker": ("table.py", 'got=face(theirs.gift) if s.given else ""', 'got=face(s.urd.gift) if s.given else ""', "table.py:", "what is hidden"),
    "a number that is none in a text": (TEXTS + "messages.en.yaml", '"Your gift is chosen already."', '"Your gift is chosen already. [2.9]"', TEXTS + "messages.en.yaml:32", "no rule 2.9"),
}  # fmt: skip
"""Mistakes in rulebooks, catalogs and pages, and some that only play shows: as `MISTAKES`."""


@pytest.mark.slow
@pytest.mark.parametrize("mistake", PLANTS)
def test_a_planted_mistake_is_named(check: Check, project: Path, mistake: str) -> None:
    """With the file that it is in, and the line as far as it shows."""
    name, old, new, place, words = PLANTS[mistake]
    swap(f"{IN}{name}", old, new)(project)
    refused(check, IN + place, words)


SINDRI: dict[str, tuple[str, str, str, str]] = {
    "a text that is missing": ("messages.en.yaml", '  no-gold: "You have {{ gold }} gold."\n', "", "sindri/rules.py:222: the game sindri needs a text for this: no-gold"),
    "a duty without words": ("messages.en.yaml", '  tale: "a choice: whose words were best"\n', "", "duties.tale is no text any more"),
    "a value that is none": ("messages.en.yaml", '"You have {{ gold }} gold."', '"You have {{ coins }} gold."', "refusals.no-gold has no translation into de"),
    "a filter that is none": ("messages.en.yaml", "{{ card|card }} is not in your hand", "{{ card|kard }} is not in your hand", "messages.en.yaml:47:16: refusals: not-in-hand"),
    "a seat without a name": ("messages.en.yaml", "  heimdall: Heimdall\n", "", "seats.heimdall is no text any more"),
    "an idle text": ("messages.en.yaml", "duties:\n", 'duties:\n  sing: "a song"\n', "messages.en.yaml:37:3: nothing asks for the text sing, under duties"),
    "a form with no field": ("rules.py", '@move("bid {gold}")', '@move("bid {coins}")', "Bid: its form names coins, which is no field of it"),
    "a number of the house": ("rules.py", '@event("', '@event("H', "rules.py:69: the game sindri: Shuffled cites rule H1.2"),
}  # fmt: skip
"""Mistakes in a game of several players with a master: as `PLANTS`, and what is said of each with its file."""


@pytest.mark.slow
@pytest.mark.parametrize("mistake", SINDRI)
def test_a_mistake_in_a_larger_game_is_named(tmp_path: Path, mistake: str) -> None:
    """Sindri's Forge, which is whole without it."""
    name, old, new, words = SINDRI[mistake]
    folder = tmp_path / "sindri"
    shutil.copytree(
        EXAMPLE.parent / "sindri", folder, ignore=shutil.ignore_patterns("__pycache__", ".*_cache")
    )
    path = folder / "sindri" / (name if name.endswith(".py") else f"templates/sindri/{name}")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    ran = process("check-game", str(folder))
    assert (ran.returncode, words in ran.stderr) == (65, True), ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_nothing_is_missing_in_our_own_games(name: str) -> None:
    """Their texts and grammars lie beside the package, and the rest of the program is not taken for theirs."""
    assert [(one.where, str(one)) for one in static(find(name))] == []


def test_a_rule_without_words_is_told(check: Check, project: Path) -> None:
    """At its declaration."""
    undocumented(project / IN / "rules.py")
    refused(check, f"{IN}rules.py:", "does not say")


def test_it_is_told_to_programs_too(project: Path, referee: Command) -> None:  # noqa: F811
    """As a document, each finding for itself, with the same exit code."""
    swap(f"{IN}rulebook.yaml", '    orders: ["lay fehu"]\n', "")(project)
    ran = referee("check-game", str(project), "--json")
    assert ran.code == 65
    assert [one["code"] for one in ran.doc["found"]] == ["check-unshown"]


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_our_own_grammars_fit_the_forms_of_their_moves(name: str) -> None:
    """Each move has an alternative and a form with as many fields as that has parts, and nothing is idle."""
    game, file = find(name), f"{name}.lark"
    text = data.text("grammar", file).split("\n")
    assert list(orders.unmade(game, file, text)) == []
    assert list(orders.misfits(game, file, text, grammar_of(game).lark.rules)) == []


def test_the_code_of_a_game_is_read_wherever_it_lies() -> None:
    """Its own tests are left out; a folder above it may have any name."""
    with announced():
        assert [path.name for path in places.modules(find("trio"))] == ["__init__.py", "rules.py"]


@pytest.mark.parametrize(
    ("constant", "number"),
    [
        ("15.2", "15.2"),
        ("0", "0"),
        ("1.0a", "1.0a"),
        ("2.1D2", "2.1D2"),
        ("2.2A10", "2.2A10"),
        ("M16", "M16"),
        ("H4", ""),
        ("thor", ""),
    ],
)
def test_a_number_of_a_game_may_have_letters(constant: str, number: str) -> None:
    """Whatever stands where code cites a rule is held to the rulebook, except for the numbers of the house."""
    found = OWN.fullmatch(constant)
    assert (found[0] if found else "") == number


def test_tests_and_transcripts_bear_numbers_with_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`test_2_1d2_` is about 2.1D2; `[M16]` in a transcript shows M16; one without dot or letter has to be known."""
    known = ("0", "1.0a", "2.1D2", "4.2a", "4.2A", "M16", "M17", "S1")
    rules = {number: RuleText(number, "") for number in known}
    monkeypatch.setattr("referee.testing.checks.rulebook", lambda _: Rulebook("", (), (), rules))
    named = ("0", "1_0a", "2_1d2", "4_2a", "s1", "7_3b", "3")
    text = "\n".join(f"def test_{name}_holds() -> None: ..." for name in named)
    (tmp_path / "test_it.py").write_text(text, "utf-8")
    (tmp_path / "transcript.txt").write_text("It is halted [M16], and [0] is an index.", "utf-8")
    found = [(fault.why.key, fault.why.params["number"]) for fault in untested(find("thunder"), tmp_path)]
    assert found == [("check-number", "7.3b"), ("check-untested", "M17")]


# Cards where a suite does not say which there are


class Lying(Value, dict=True):
    """A table: a pile whose cards are known by their names, and another in which faces are enough."""

    pile: tuple[str, ...]
    faces: tuple[str, ...] = ()
    worn: str = ""


@pytest.mark.parametrize(
    ("then", "odd"),
    [
        (Lying(("fate.storm.1", "fate.storm.2", "fate.calm.1")), ()),
        (Lying(("fate.storm.1", "fate.calm.1"), ("fate.storm",)), ()),
        (Lying(("fate.calm.1",), ("fate.storm", "fate.storm")), ()),
        (Lying(("fate.calm.1",), ("fate.storm",)), ("fate.storm.2",)),
        (Lying(("fate.storm.1", "fate.storm.2")), ("fate.calm.1",)),
        (Lying(("fate.storm.1", "fate.storm.2", "fate.calm.1"), worn="shape.otter.1"), ()),
        (Lying(("fate.storm.1", "fate.storm.2", "fate.calm.1", "fate.calm.2")), ("fate.calm.2",)),
    ],
)
def test_a_card_may_lie_by_its_face_and_beside_the_table(then: Lying, odd: tuple[str, ...]) -> None:
    """As many faces as cards are gone: none is lost. A back that was not dealt comes from beside the table."""
    dealt, step = Lying(("fate.storm.1", "fate.storm.2", "fate.calm.1")), SimpleNamespace(events=())
    world = SimpleNamespace(states=(None, dealt, then), steps=(step, step))
    one: Any = SimpleNamespace(suite=SimpleNamespace(game=find("thunder"), cards=cards_in), world=world)
    assert tuple(card for fault in keeps_its_cards(one) for card in fault.why.params["cards"]) == odd


@pytest.mark.parametrize(("over", "found"), [((0, 1), []), ((0,), []), ((1,), []), ((), ["0"])])
def test_a_game_is_endless_if_no_random_game_ends(
    over: tuple[int, ...], found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes longer than another proves nothing; the first is told if all do."""

    def played(_suite: Any, seed: int) -> list[Faulty]:
        return [] if seed in over else [Faulty("check-endless", seed=str(seed))]

    monkeypatch.setattr("referee.testing.contract._played", played)
    assert [one.why.params["seed"] for one in all_found(find("thunder"), None)] == found
