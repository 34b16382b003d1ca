"""Mistakes of authors of games: each is told with file and line and what is missing, before anything is opened."""

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, ClassVar

import pytest
from support.command import Command, home, referee  # noqa: F401  fixtures
from support.rings import one_in
from test_third_game import installed

from referee.api import Table
from referee.engine.events import EVENTS, Seen
from referee.engine.rules import CITED
from referee.telling import catalog
from referee.telling.authored import playable
from referee.telling.letter import Letter, bodies
from referee.telling.sentences import reader_of
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of

Edit = Callable[[Path], None]


def forgotten() -> None:
    """Nothing is known of the game any more: it is read again."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "nine_runes"]:
        del sys.modules[name]
    EVENTS.pop("nine_runes", None)
    for name in [name for name in CITED if name.partition(".")[0] == "nine_runes"]:
        del CITED[name]
    for module in [module for name, module in sys.modules.items() if name.startswith("referee.")]:
        for known in [known for known in vars(module).values() if hasattr(known, "cache_clear")]:
            known.cache_clear()
    importlib.invalidate_caches()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The game Nine Runes, installed in a folder of its own, for its author to make mistakes in."""
    (tmp_path / "site").mkdir()
    folder = installed(tmp_path / "site")
    monkeypatch.syspath_prepend(str(folder))
    forgotten()
    yield folder / "nine_runes"
    forgotten()


def swap(name: str, old: str, new: str) -> Edit:
    """An edit of one file."""

    def edit(package: Path) -> None:
        path = package / name
        text = path.read_text("utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1), "utf-8")

    return edit


def more(name: str, text: str) -> Edit:
    """What stands at the end of one file too."""

    def edit(package: Path) -> None:
        with (package / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return edit


def gone(name: str) -> Edit:
    """A file that was forgotten."""
    return lambda package: (package / name).unlink()


MESSAGES = "templates/nine_runes/messages.en.yaml"
MISTAKES: dict[str, tuple[Edit, str, str]] = {
    "no audience": (swap("rules.py", "rune: Open[str]", "rune: str"), "rules.py", "must name one audience"),
    "no such field": (swap("rules.py", 'seen_by("by")', 'seen_by("whom")'), "rules.py", "no field of it"),
    "not Python": (swap("rules.py", "def ", "dfe "), "rules.py", "SyntaxError"),
    "no docstring": (lambda package: undocumented(package / "rules.py"), "rules.py", "does not say"),
    "the house": (
        swap("__init__.py", 'name = "nine_runes"', 'name = "house"'),
        "__init__.py",
        "calls itself house",
    ),
    "a seat that is none": (swap("table.py", '"urd"', '"keeper"'), "__init__.py", "can be called keeper"),
    "an event of the house": (
        more("rules.py", '\n\n@event("3.1")\nclass Late(Event):\n    """Late."""\n\n    by: Open[str]\n'),
        "rules.py",
        "the house has an event Late",
    ),
    "a rule of the house": (swap("rules.py", '@rule("1.2")', '@rule("H2")'), "rules.py", "cites rule H2"),
    "a number of the house": (
        swap("rulebook.yaml", 'number: "2.2"', 'number: "H2"'),
        "rulebook.yaml",
        "a number H2, and numbers with H are the house's",
    ),
    "a ruling of the house": (
        more("rulebook.yaml", "rulings:\n- {number: H3, rule: '1.1', text: So.}\n"),
        "rulebook.yaml",
        "a number H3",
    ),
    "a verb of the house": (
        swap("grammar/nine_runes/words.en.yaml", "  give: [give]\n", "  give: [give]\n  vacation: [rest]\n"),
        "words.en.yaml",
        "the verb vacation stands in words.en.yaml:",
    ),
    "a text of the house": (
        swap(MESSAGES, "refusals:\n", 'refusals:\n  stale: "No."\n'),
        MESSAGES,
        "the house has a text stale under refusals",
    ),
    "no text of an event": (swap(MESSAGES, "  Laid:", "  Lade:"), "rules.py", "Laid, under events"),
    "no text of a refusal": (
        swap(MESSAGES, "  gift-chosen:", "  gift:"),
        "rules.py",
        "gift-chosen, under refusals",
    ),
    "no text of a duty": (swap(MESSAGES, '  rune: "a rune"\n', ""), "table.py", "rune, under duties"),
    "no Jinja": (swap(MESSAGES, "{{ rune|card }}", "{{ rune|card }"), MESSAGES, "not-in-hand"),
    "no filter": (swap(MESSAGES, "{{ rune|card }}", "{{ rune|crad }}"), MESSAGES, "crad"),
    "no texts": (gone(MESSAGES), "nine_runes", "messages.en.yaml"),
    "no template": (gone("templates/nine_runes/table.txt"), "templates/nine_runes", "table.txt"),
    "no text of a part": (
        gone("templates/nine_runes/uncovered.txt"),
        "templates/nine_runes",
        "uncovered.txt",
    ),
    "no end of a template": (
        swap("templates/nine_runes/table.txt", "", "{% if 1 %}\n"),
        "table.txt",
        "cannot be read",
    ),
}


def undocumented(path: Path) -> None:
    """Take the words of the first rule away."""
    text = path.read_text("utf-8")
    path.write_text(
        re.sub(
            r'(@rule\([^\n]*\n(?:@[^\n]*\n)*def [^\n]*\n)    """.*?"""\n',
            r"\1",
            text,
            count=1,
            flags=re.DOTALL,
        )
    )


@pytest.mark.share(3)
@pytest.mark.parametrize("mistake", one_in(3, MISTAKES))
def test_a_mistake_is_told_before_anything_is_opened(
    package: Path,
    referee: Command,  # noqa: F811
    home: Path,  # noqa: F811
    mistake: str,
) -> None:
    """With file and line, and what is missing; it counts as no mistake of the referee, and no game is opened."""
    edit, file, said = MISTAKES[mistake]
    edit(package)
    ran = referee("open", "nine_runes")
    assert (ran.code, ran.out) == (65, ""), ran.err
    assert said in ran.err
    assert re.match(rf"{package.parent}/.*{re.escape(Path(file).name)}(:\d+)?(:\d+)?: ", ran.err), ran.err
    assert "a mistake of the referee" not in ran.err
    assert not list(home.glob("games/*"))


def test_the_line_is_that_of_the_mistake(package: Path) -> None:
    """Of an event its declaration, of a key the call that gives it; all that is missing is told at once."""
    for edit in (
        MISTAKES["no text of an event"][0],
        MISTAKES["no text of a refusal"][0],
        MISTAKES["no text of a part"][0],
    ):
        edit(package)
    with pytest.raises(Faulty) as caught:
        playable("nine_runes")
    places = [one.where.rpartition("/")[2] for one in faults_of(caught.value)]
    lines = (package / "rules.py").read_text("utf-8").splitlines()
    numbers = [int(place.split(":")[1]) for place in places[:2]]
    assert "class Laid" in "".join(lines[numbers[0] - 1 : numbers[0] + 2])
    assert "gift-chosen" in lines[numbers[1] - 1]
    assert len(places) == 3


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("mistake", "line"),
    [
        ("an event of the house", "class Late"),
        ("a rule of the house", '@rule("H2")'),
        ("a number of the house", 'number: "H2"'),
        ("a ruling of the house", "number: H3"),
        ("a verb of the house", "vacation: [rest]"),
        ("a text of the house", "stale:"),
    ],
)
def test_the_line_of_a_clash_is_where_the_game_says_it(package: Path, mistake: str, line: str) -> None:
    """Not where the house does. A class begins with what decorates it."""
    MISTAKES[mistake][0](package)
    with pytest.raises(Faulty) as caught:
        playable("nine_runes")
    file, number = caught.value.where.split(":")[:2]
    assert line in "".join(Path(file).read_text("utf-8").splitlines()[int(number) - 1 : int(number) + 1])


def test_the_game_as_it_is_has_no_mistake(package: Path, referee: Command) -> None:  # noqa: F811
    """And is opened."""
    assert package.is_dir()
    assert referee("open", "nine_runes").code == 0


def test_a_text_without_a_translation_is_english_to_its_end(package: Path) -> None:
    """In a German letter the sentence of a game without German is whole: no German word for a seat within it."""
    (package / "templates" / "nine_runes" / "messages.de.po").unlink()
    runes = playable("nine_runes")
    content = runes.options({})
    seen = Seen("Laid", "3.1", {"by": "urd", "rune": "fehu"})

    class View:
        """As much of a view as a sentence needs."""

        seat = "urd"
        content: ClassVar[dict[str, object]] = {}

    told = {
        language: reader_of(runes, content, View(), language).sentences([seen])[0]
        for language in ("en", "de")
    }
    assert told["de"] == told["en"]
    assert told["en"].startswith("You lay ")


def test_a_text_with_a_translation_is_told_in_it(package: Path) -> None:
    """One that is there is used, beside one that is not."""
    path = package / "templates" / "nine_runes" / "messages.de.po"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r'msgctxt "events.Laid"\n(?:.+\n)+', "", text))
    own = catalog.catalog("nine_runes", "de")
    assert ("events", "Laid") in own.untold
    assert ("events", "PairTaken") not in own.untold
    assert own.say("events", "PairTaken", params={"by": "urd"}).startswith("Urd")
    assert "takes" not in own.say("events", "PairTaken", params={"by": "urd"})


def test_ours_are_all_translated() -> None:
    """So the house and both games are told in German throughout."""
    for name in ("house", "thunder", "odins_table"):
        assert catalog.catalog(name, "de").untold == frozenset()


def test_a_game_without_pages_has_its_texts_on_the_page(package: Path) -> None:
    """Every line of the table, and of what lay hidden, stands in a paragraph; a line that is drawn as it is set."""
    for name in ("table", "uncovered"):
        gone(f"templates/nine_runes/{name}.html")(package)
    game = playable("nine_runes")
    table = Table.open("nine_runes", seed="07")
    for seat in table.seats:
        table.play(seat, table.choices(seat).forward()[0].written)
    view = table.view("urd")
    given: Any = {"game": game, "content": table.content, "view": view, "number": "g1.urd.3"}
    hidden = game.uncovered(table.state)

    def page() -> str:
        return bodies(Letter(**given, choices=table.choices("urd"), hidden=hidden)).html

    paragraphs = re.findall(r"<p [^>]*>(.*?)</p>", page())
    text = table.report("urd")
    own = [line for line in text.partition("THE TABLE\n")[2].split("\n\n")[0].split("\n") if line.strip()]
    assert len(own) > 3
    assert {line for line in own if not line.startswith(" ")} <= {*map(unescape, paragraphs)}
    assert any(line.startswith("Between the players lay") for line in paragraphs)
    swap("templates/nine_runes/table.txt", "", "a   b < c\n")(package)
    forgotten()
    assert re.search(r"<pre [^>]*>a   b &lt; c\n", page())
