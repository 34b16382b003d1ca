"""The project of a game in a folder: announced as if it were installed, or written new to begin with.

A new one is the small one of `examples/new_game`, with another name and other seats.
"""

import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from random import Random

from referee.house.games import find, names
from referee.telling.spoken import spoken
from referee.testing.scripts import Script, load, table_of, transcript
from referee.util import data
from referee.util.errors import CannotWrite, Faulty, WrongUsage
from referee.util.regexes import regex

GROUP = "referee.games"


def made_known(folder: Path) -> tuple[str, ...]:
    """Put the project in a folder on the path of this process, and announce it; returns the names of its games.

    Raises `Faulty` if it announces none.
    """
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise Faulty("check-no-project", where=str(folder)) from None
    except tomllib.TOMLDecodeError as error:
        raise Faulty("check-project", where=str(file), error=str(error)) from None
    points = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not points:
        raise Faulty("check-announces", where=str(file), group=GROUP)
    sys.path.insert(0, str(folder / "src" if (folder / "src").is_dir() else folder))
    info = Path(tempfile.mkdtemp(prefix="referee-")) / "checked_game-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: checked-game\nVersion: 0\n", "utf-8")
    lines = [f"[{GROUP}]", *(f"{name} = {where}" for name, where in points.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    sys.path.insert(0, str(info.parent))
    invalidate_caches()
    return tuple(points)


NAME = regex(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
"""The possible names of a game: a name is used for a package, for files, and on the command line."""
LONGEST = 30
COLOURS = {
    "red": ("Red", "Rot"),
    "blue": ("Blue", "Blau"),
    "green": ("Green", "Grün"),
    "yellow": ("Yellow", "Gelb"),
    "white": ("White", "Weiß"),
    "black": ("Black", "Schwarz"),
    "brown": ("Brown", "Braun"),
    "grey": ("Grey", "Grau"),
    "gold": ("Gold", "Gold"),
}
"""What the seats are called, in English and in German."""
FEWEST, MOST = 2, len(COLOURS)
IN_ENGLISH, IN_GERMAN = 0, 1
SEED = "07"


def made(name: str, seats: int, out: Path) -> Path:
    """Write the project of a new game into a folder, with a script of a whole game; returns that folder.

    Raises `Faulty` for a name that cannot be used, and for a folder that is not empty.
    """
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise WrongUsage("new-game-name", name=name)
    if name in names() or find_spec(name):
        raise WrongUsage("new-game-taken", name=name)
    if out.exists() and any(out.iterdir()):
        raise CannotWrite("folder-not-empty", where=str(out))
    for path, text in _files(name, tuple(COLOURS)[:seats]):
        (file := out / path).parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    made_known(out.resolve())
    write_script(name, out / "tests" / "a-whole-game")
    return out


def _files(name: str, seats: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The files of the project: the path of each in it, and its text."""
    for path, text in _texts(data.folder("examples").joinpath("new_game"), ""):
        if not path.startswith("tests/a-whole-game"):
            yield _renamed(path, name), _for_seats(_renamed(text, name), seats)


def _texts(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.startswith((".", "__pycache__")) or one.name.endswith(".egg-info"):
            continue
        if one.is_dir():
            yield from _texts(one, f"{path}{one.name}/")
        else:
            yield f"{path}{one.name}", one.read_text("utf-8")


def _renamed(text: str, name: str) -> str:
    """A text of the example, with the name of the new game."""
    words = name.split("_")
    forms = {
        "new_game": name,
        "new-game": "-".join(words),
        "NewGame": "".join(map(str.capitalize, words)),
        "New Game": " ".join(map(str.capitalize, words)),
    }
    return re.sub("|".join(forms), lambda found: forms[found[0]], text)


def _for_seats(text: str, seats: tuple[str, ...]) -> str:
    """A text of the example with other seats."""
    listed = ", ".join(f'"{seat}"' for seat in seats)
    text = re.sub(r"^SEATS = .*$", f"SEATS = ({listed})", text, flags=re.MULTILINE)
    told = "".join(f"  {seat}: {COLOURS[seat][IN_ENGLISH]}\n" for seat in seats)
    text = re.sub(r"^seats:\n(?:  \w+: \w+\n)+", f"seats:\n{told}", text, flags=re.MULTILINE)
    entries = "".join(
        f'msgctxt "seats.{seat}"\nmsgid "{COLOURS[seat][IN_ENGLISH]}"\nmsgstr "{COLOURS[seat][IN_GERMAN]}"\n\n'
        for seat in seats
    )
    text = re.sub(r'(?:msgctxt "seats\.\w+"\nmsgid .*\nmsgstr .*\n\n)+', entries, text)
    over = (TWO_LEFT, MORE_LEFT) if len(seats) > FEWEST else (MORE_LEFT, TWO_LEFT)
    return text.replace(_entry(*over[0]), _entry(*over[1]))


TWO_LEFT = (
    "When the game is over nothing more is played.",
    "Ist die Partie vorbei, so wird nichts mehr gespielt.",
)
MORE_LEFT = (
    "When the game is over nothing more is played, and who has left it plays no more.",
    "Ist die Partie vorbei, so wird nichts mehr gespielt, und wer sie verlassen hat, spielt nicht mehr.",
)
"""The customs for two seats and for more differ in this rule."""


def _entry(english: str, german: str) -> str:
    return f'msgid "{english}"\nmsgstr "{german}"\n'


def write_script(name: str, folder: Path) -> None:
    """Write a script of a whole random game, and its transcript: the second seat writes in German."""
    game, rng = find(name), Random(SEED)
    languages = {game.seats[1]: "de"}
    about = "A whole game; the second seat writes in German."
    table = table_of(
        Script(about=about, game=name, id="g1", seed=SEED, options={}, letters=(), languages=languages)
    )
    letters = list[str]()
    while table.outcome is None:
        seat = table.owed()[0].seat
        order = rng.choice(table.choices(seat).forward()).written
        said = spoken(game, table.content, languages.get(seat, "en"), order)
        letters.append(f"=== {seat}\n{said}\n")
        table.play(seat, said)
    folder.mkdir(parents=True, exist_ok=True)
    second = f"languages: {{{game.seats[1]}: de}}"
    (folder / "game.yaml").write_text(
        f'game: {name}\nid: g1\nseed: "{SEED}"\n{second}\nabout: {about}\n', "utf-8"
    )
    (folder / "letters.txt").write_text("\n".join(letters), "utf-8")
    (folder / "transcript.txt").write_text(transcript(load(folder))[1], "utf-8")
