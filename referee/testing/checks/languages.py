"""The texts and the words: each is asked for, is in every language that the game has, and clashes with no other."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from babel.messages.pofile import PoFileError

from referee.engine.game import Game
from referee.notation import words
from referee.notation.readings import reading_of
from referee.telling.authored import MESSAGES
from referee.telling.catalog import HOUSE, catalog
from referee.telling.translations import unfinished
from referee.testing.places import folder_of, modules
from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.marked import Marked
from referee.util.plainyaml import faults_of
from referee.util.regexes import regex
from referee.util.translations import ENGLISH, languages

SAME = ("verbs", "words", "cards")
"""Sections that have the same entries in every language."""


def of_game(game: Game) -> tuple[str, ...]:
    """The languages that a game has anything in, English first."""
    there = [one for one in languages() if _texts(game, one).exists() or _words(game, one).exists()]
    return (ENGLISH, *(one for one in there if one != ENGLISH))


def _texts(game: Game, language: str) -> Path:
    return folder_of(game, "templates") / f"messages.{language}.po"


def _words(game: Game, language: str) -> Path:
    return folder_of(game, "grammar") / game.name / f"words.{language}.yaml"


def language_faults(game: Game) -> Iterator[Faulty]:
    """What is wrong with the words and the texts of each language."""
    for language in of_game(game):
        if not _words(game, language).exists():
            folder, name = _words(game, language).parent, _words(game, language).name
            yield Faulty("game-file", where=str(folder), game=game.name, name=name)
            continue
        yield from _clashes(game, language)
        if language != ENGLISH:
            yield from _same_words(game, language)
            yield from _untranslated(game, language)


def _clashes(game: Game, language: str) -> Iterator[Faulty]:
    """Words that mean two things, that the house uses for something else, or that begin everyday lines."""
    path = _words(game, language)
    try:
        words.load(*words.sources(language, game.name))
    except Faulty as fault:
        for one in faults_of(fault):
            where = one.where.replace(f"{game.name}/{path.name}", str(path))
            yield one.at(where)
        return
    house = words.load(words.sources(language, game.name)[0])
    marked = _marked(path)
    for name, forms in (marked.value.get("verbs") or {}).items():
        for at, form in enumerate(forms):
            if form.lower() in house.prose:
                yield Faulty("check-prose", where=marked.place(("verbs", name, at)), word=form)


def _marked(path: Path) -> Marked:
    return plainyaml.read_text(path.read_text("utf-8"), str(path))


def _same_words(game: Game, language: str) -> Iterator[Faulty]:
    """Verbs, words and cards that English has and the language has not, or the other way round.

    The English names of cards may stand in a list of the game's instead (`card_names`).
    """
    english, path = _marked(_words(game, ENGLISH)).value, _words(game, language)
    marked = _marked(path)
    there: Mapping[str, Any] = marked.value
    named = {name for name, _ in reading_of(game).card_names(game.options({}))}
    for section in SAME:
        ours, theirs = (one.get(section) or {} for one in (english, there))
        for name in ours.keys() - theirs.keys():
            yield Faulty("check-no-word", where=str(path), name=name, section=section, language=language)
        known = {*ours, *named} if section == "cards" else {*ours}
        for name in theirs.keys() - known:
            yield Faulty("check-word-idle", where=marked.place((section, name), key=True), name=name)


def _untranslated(game: Game, language: str) -> Iterator[Faulty]:
    """Texts without a translation, and translations of texts that are gone."""
    path = _texts(game, language)
    if not path.exists():
        yield Faulty("game-file", where=str(path.parent), game=game.name, name=path.name)
        return
    try:
        todo = list(unfinished(game.name, language))
    except PoFileError as error:
        yield Faulty("check-project", where=f"{path}:{error.lineno + 1}", error=str(error))
        return
    for what, message in todo:
        where = _entry(path, message.context, message.text)
        key = "check-untranslated" if what == "missing" else "check-left-over"
        yield Faulty(key, where=where, name=message.context, text=message.text[:60], language=language)


def _entry(path: Path, context: str, text: str) -> str:
    """The place of an entry in a catalog; the file alone if it is not there."""
    before = ""
    for at, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if before == f'msgctxt "{context}"' and (text[:20] in line or line == 'msgid ""'):
            return f"{path}:{at - 1}"
        before = line
    return str(path)


QUOTED = regex(r"""["']([\w -]+)["']""")
TOLD = regex(r"""["']([\w -]+)["']\s*\|\s*t\b""")
IN_HOUSE = regex(r"""\btext\(\s*"([\w-]+)\"""")
ANYTHING = ".+"


def idle_texts(game: Game) -> Iterator[Faulty]:
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
    kit, telling = (_joined(package.joinpath(*name.split("/")), ".py") for name in ("engine/kit", "telling"))
    pages = _joined(data.folder("templates"), ".txt", ".html", ".yaml")
    return frozenset((*QUOTED.findall(kit), *IN_HOUSE.findall(telling), *TOLD.findall(pages)))


def _joined(folder: Traversable, *endings: str) -> str:
    """The files of a folder whose names end so, one after the other."""
    return "\n".join(one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(endings))
