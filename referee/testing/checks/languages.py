"""The languages: what exists in English exists in every other language that the game has; and no word clashes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.pofile import PoFileError

from referee.engine.game import Game
from referee.notation import words
from referee.notation.readings import reading_of
from referee.telling.translations import unfinished
from referee.testing.places import folder_of
from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
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


def found(game: Game) -> Iterator[Faulty]:
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
    marked = _read(path)
    for name, forms in (marked.value.get("verbs") or {}).items():
        for at, form in enumerate(forms):
            if form.lower() in house.prose:
                yield Faulty("check-prose", where=marked.place(("verbs", name, at)), word=form)


def _read(path: Path) -> plainyaml.Marked:
    return plainyaml.read_text(path.read_text("utf-8"), str(path))


def _same_words(game: Game, language: str) -> Iterator[Faulty]:
    """Verbs, words and cards that English has and the language has not, or the other way round.

    The English names of cards may stand in a list of the game's instead (`card_names`).
    """
    english, path = _read(_words(game, ENGLISH)).value, _words(game, language)
    marked = _read(path)
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
