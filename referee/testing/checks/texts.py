"""The texts of a game that nothing asks for: no event, refusal, duty, ending, family or page has them."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from referee.engine.game import Game
from referee.notation.readings import reading_of
from referee.telling.authored import MESSAGES
from referee.telling.catalog import HOUSE, catalog
from referee.testing.checks.code import modules
from referee.testing.places import folder_of
from referee.util import data, plainyaml
from referee.util.errors import Faulty

QUOTED = re.compile(r"""["']([\w -]+)["']""")
TOLD = re.compile(r"""["']([\w -]+)["']\s*\|\s*t\b""")
IN_HOUSE = re.compile(r"""\btext\(\s*"([\w-]+)\"""")
ANYTHING = ".+"


def found(game: Game) -> Iterator[Faulty]:
    """Each text under a key that no code, page or other text names."""
    folder = folder_of(game, "templates")
    if not (folder / MESSAGES).is_file():  # told elsewhere
        return
    marked = plainyaml.read_text((folder / MESSAGES).read_text("utf-8"), str(folder / MESSAGES))
    asked = Asked(game, folder, marked.value)
    for section, texts in marked.value.items():
        for key in texts:
            if not (catalog(HOUSE).has(section, key) or asked.for_text(section, key)):
                where = marked.place((section, key), key=True)
                yield Faulty("check-text-idle", where=where, name=key, section=section)


class Asked:
    """What a game asks for: by names that it declares, and by strings in its code, its pages and its texts."""

    def __init__(self, game: Game, folder: Path, texts: Mapping[str, Mapping[str, str]]) -> None:
        """Read all of it."""
        pages = [
            path.read_text("utf-8") for path in folder.iterdir() if path.suffix in {".txt", ".html", ".svg"}
        ]
        in_texts = [text for section in texts.values() for text in section.values()]
        named = (*QUOTED.findall("\n".join(pages)), *TOLD.findall("\n".join(in_texts)))
        whole, made = _in_code(game)
        self._strings = {*whole, *named, *_of_the_house()}
        self._made = [re.compile(one) for one in made]
        how = reading_of(game)
        self._declared: Mapping[str, frozenset[str]] = {
            "events": frozenset(game.events),
            "seats": frozenset(game.seats),
            "expected": frozenset(map(str.upper, (*how.PATTERNS, *how.KINDS.values()))),
        }
        self._families = {key.partition(" ")[0] for key in texts.get("families", ())}

    def for_text(self, section: str, key: str) -> bool:
        """Whether anything asks for the text of that section and key."""
        if section in self._declared:
            return key in self._declared[section]
        if section == "slots":
            return key == "other" or key.partition(" ")[0] in self._families
        if key in self._strings or any(one.fullmatch(key) for one in self._made):
            return True
        # `use` is the heading of the families `use hel` and `use tyr`; see `referee.telling.moves.entry`.
        verb, _, rest = key.partition(" ")
        return section == "families" and any(
            one.startswith(f"{verb} ") and one.endswith(f" {rest}" if rest else "") for one in self._strings
        )


def _in_code(game: Game) -> tuple[set[str], set[str]]:
    """Every string in the code of a game; and of those with values in them, expressions for what they may become."""
    whole, made = set[str](), set[str]()
    for path in modules(game):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                made.add("".join(_part(one) for one in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    return whole, made


def _part(one: ast.expr) -> str:
    return re.escape(str(one.value)).replace(r"\ ", " ") if isinstance(one, ast.Constant) else ANYTHING


@cache
def _of_the_house() -> frozenset[str]:
    """The keys of texts of games that the referee itself asks for: its kit, its sentences, its pages."""
    package = files("referee")
    kit, telling = (_read(package.joinpath(*name.split("/")), ".py") for name in ("engine/kit", "telling"))
    pages = _read(data.folder("templates"), ".txt", ".html", ".yaml")
    return frozenset((*QUOTED.findall(kit), *IN_HOUSE.findall(telling), *TOLD.findall(pages)))


def _read(folder: Traversable, *endings: str) -> str:
    """The files of a folder whose names end so, one after the other."""
    return "\n".join(one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(endings))
