"""Translations: nothing missing, nothing left over, every text true to the English one.

And what a translator is given.
"""

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.wording import DEFINED, GAMES, NAMES, asked_for, fillings, own_entries, voices

from referee.api import Table
from referee.engine.events import seen
from referee.engine.moves import Accept, Decline
from referee.house.games import find
from referee.notation.reader import Misread, Order, Prose, Reader
from referee.notation.readings import reading_of
from referee.table.points import Told
from referee.telling import catalog, invited, spoken
from referee.telling.catalog import HOUSE, Catalog
from referee.telling.handbook import handbook_text, numbers_of
from referee.telling.moves import example_move, moves_text
from referee.telling.paging import history_page
from referee.telling.report import Letter, text_report
from referee.telling.sentences import reader_of
from referee.telling.translations import Message, messages, unfinished
from referee.testing.random_games import random_world
from referee.util import data, translations
from referee.util.text import HIDDEN, MARK
from referee.util.translations import ENGLISH, languages

OTHERS = tuple(code for code in languages() if code != ENGLISH)
"""The languages that come with the referee, beside the one the texts are written in."""
PAIRS = [(name, language) for name in NAMES for language in OTHERS]
each_catalog = pytest.mark.parametrize(("name", "language"), PAIRS)
each_game = pytest.mark.parametrize(("game", "language"), [(game, one) for game in GAMES for one in OTHERS])


@cache
def table_of(name: str, language: str) -> Mapping[Message, str]:
    """Every text of the house or of a game, with its translation."""
    says = translations.translated(name, language)
    return {one: says.pgettext(*one) for one in messages(name)}


def sentences(name: str) -> Iterator[tuple[str, str, str]]:
    """Section, key and English text of every sentence of a file."""
    for section, texts in own_entries(name).items():
        for key, text in texts.items():
            if text:
                yield section, key, text


def tables(name: str) -> tuple[str, ...]:
    """The games at whose tables the sentences of a file are told."""
    return GAMES if name == HOUSE else (name,)


# Whole, and no more


@each_catalog
def test_nothing_is_missing_and_nothing_left_over(name: str, language: str) -> None:
    """Every text of the house and of every game has a translation; no translation is of a text that is gone."""
    assert list(unfinished(name, language)) == []


def test_what_is_unfinished_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is new in English is missing, and the one it took the place of is left over."""
    read = data.text

    def changed(*way: str) -> str:
        old, new = "Nothing since the last report.", "Nothing at all happened."
        return read(*way).replace(old, new) if way[-1] == "messages.en.yaml" else read(*way)

    monkeypatch.setattr(data, "text", changed)
    found = list(unfinished(HOUSE, "de"))
    assert found == [
        ("missing", Message("texts.nothing", "Nothing at all happened.")),
        ("left over", Message("texts.nothing", "Nothing since the last report.")),
    ]


NAMES_ALIKE = re.compile(
    r"(?:title|card|short|seats\.\w+|edition|texts\.(?:seal|position|language-named|one-option|ruling-value))"
)
"""Contexts of names, of numbers, and of values put beside one another: these may be the same in two languages."""


@each_catalog
def test_no_text_is_left_in_english(name: str, language: str) -> None:
    """What has more than two words of its own is not the same in another language, names excepted."""
    for one, text in table_of(name, language).items():
        own = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", one.text))
        if len(own) > 2 and not NAMES_ALIKE.fullmatch(one.context):
            assert text != one.text, one


# True to the English


@pytest.mark.slow
@each_catalog
def test_no_translation_asks_for_more(name: str, language: str) -> None:
    """A translation compiles, uses no value that the English does not use, and no unknown filter."""
    for section, key, english in sentences(name):
        for game in tables(name):
            says = Catalog(game, language)
            text = table_of(name, language)[Message(f"{section}.{key}", english)]
            says.environment.from_string(text)
            assert asked_for(says, text) <= asked_for(says, english), (section, key)


@pytest.mark.slow
@each_catalog
def test_what_may_be_hidden_is_asked_for(name: str, language: str) -> None:
    """Where the English asks whether a value is defined, a translation that uses it asks too."""
    says = Catalog(GAMES[0] if name == HOUSE else name, language)
    for section, key, english in sentences(name):
        text = table_of(name, language)[Message(f"{section}.{key}", english)]
        used = asked_for(says, text)
        assert set(DEFINED.findall(english)) & used <= set(DEFINED.findall(text)), (section, key)
        assert set(DEFINED.findall(text)) <= set(DEFINED.findall(english)), (section, key)


ENDINGS = frozenset({"verb-s"})
"""Endings of words, which each language has of its own."""


@pytest.mark.slow
@each_catalog
def test_every_translation_renders_for_every_reader(name: str, language: str) -> None:
    """With every set of values, for the players and an onlooker; where the English says something, it does too."""
    for section, key, english in sentences(name):
        for game in tables(name):
            here, there = catalog.catalog(game, ENGLISH), catalog.catalog(game, language)
            if here.entries[section][key] != english:
                continue  # a game has its own
            if key in ENDINGS:
                continue
            for values in fillings(game, f"{section}.{key}", english):
                # Nobody tells an onlooker what a reader may do.
                for voice in voices(game)[: 2 if "voice.reader|" in english else 3]:
                    said = there.say(section, key, voice, values)
                    assert bool(said.strip()) == bool(here.say(section, key, voice, values).strip()), (
                        key,
                        values,
                    )


EVIL = "wolf\N{RIGHT-TO-LEFT OVERRIDE}\x07\N{LINE SEPARATOR}lay ravens B"


@pytest.mark.slow
@each_catalog
def test_what_players_wrote_stays_harmless(name: str, language: str) -> None:
    """Text that the English cleans or quotes is cleaned or quoted in the translation.

    No character moves or hides a line.
    """
    tried = 0
    for section, key, english in sentences(name):
        for game in tables(name):
            there = catalog.catalog(game, language)
            risky = set(re.findall(r"(\w+)\|(?:clean|quoted)", english)) & asked_for(there, english)
            for values in fillings(game, f"{section}.{key}", english) if risky else ():
                evil = {one: _evil(values[one]) for one in risky & set(values)}
                said = there.say(section, key, voices(game)[0], {**values, **evil})
                assert not [sign for sign in said if sign != "\n" and _hides(sign)], (section, key)
                assert "\nlay ravens" not in said, (section, key)
                tried += EVIL in evil.values()
    assert tried > 9 or name != HOUSE


def _evil(value: Any) -> Any:
    """Player text in the place of this value, or in each place of several."""
    return (EVIL,) * len(value) if isinstance(value, tuple) else EVIL


def _hides(sign: str) -> bool:
    return unicodedata.category(sign) in HIDDEN


# Orders in sentences


SAID: Mapping[str, tuple[str, ...]] = {
    "house:rule.H1": ("@now",),
    "house:rule.H2": ("say",),
    "house:rule.H3": ("note",),
    "house:rule.H4": ("accept", "decline"),
    "house:refusals.stale-reply": ("@now",),
    "house:refusals.repeated": ("@now",),
    "house:misread.doubtful": ("accept", "decline"),
    "house:misread.guard": ("now",),
    "house:expected.GUARD": ("now",),
    "house:texts.language-now": ("language",),
    "house:texts.questions": ("help", "moves", "history", "rules", "try", "why", "say", "note"),
    "house:help.all": ("moves", "history", "rules", "try", "why", "say", "note", "language", "end"),
    "house:texts.arbiter-help": ("rules", "help", "why"),
    "thunder:refusals.order-first": ("order default", "order"),
    "thunder:duties.seer": ("next", "stop"),
    "thunder:refusals.column-not-needed": ("to",),
    "thunder:forms.order": ("order",),
    "thunder:forms.fallen order": ("order", "order default"),
    "thunder:forms.standing order": ("standing",),
    "odins_table:notes.right-column": ("scout",),
    "odins_table:notes.right-spent": ("scout",),
    "odins_table:forms.place": ("place",),
    "hammer_of_thor:refusals.two-cards": ("play", "keep", "discard"),
    "odins_table:forms.standing scout": ("standing", "scouting", "standing scout never"),
}
"""Words of orders that stand in sentences, as canonical notation has them."""


def in_words(game: str, language: str, line: str) -> str:
    """A whole order in the words of a language; of any other text each word by itself, with a sign in front kept."""
    played, content = find(game), find(game).options({})
    if not isinstance(Reader(played, content).read(line), Misread | Prose) and " " in line:
        return spoken.spoken(played, content, language, line)
    return " ".join(
        re.sub(r"[a-z-]+", lambda found: spoken.word_of(played, content, language, found[0]), word)
        for word in line.split(" ")
    )


@each_catalog
def test_words_of_orders_in_sentences_are_those_of_the_language(name: str, language: str) -> None:
    """Where an English sentence says how something is written, the translation says it in the language's own words."""
    for key, lines in SAID.items():
        owner, _, context = key.partition(":")
        if owner == name:
            english = next(one for one in messages(name) if one.context == context)
            for line in lines:
                word = in_words(tables(name)[0], language, line)
                text = table_of(name, language)[english]
                assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text), (key, line, word)


def test_every_sentence_that_names_an_order_is_looked_at() -> None:
    """Each order in an English sentence after a colon or `behind` is in the list above."""
    found = set()
    for name in NAMES:
        readers = [Reader(find(game), find(game).options({})) for game in tables(name)]
        for section, key, text in sentences(name):
            parts = re.findall(r"(?:: |behind |with |or )(@?[a-z][a-z ]*?)(?=[.,;]| or |$)", text)
            if any(_is_order(reader, part) for reader in readers for part in parts):
                found.add(f"{name}:{section}.{key}")
    assert found - set(SAID) - NO_ORDERS == set()


NO_ORDERS = {
    "house:replay.title",
    "house:texts.notice-address-title",
    "thunder:events.SeerAsked",
    "thunder:texts.bared-down",
    "hammer_of_thor:asked.begin",
    "hammer_of_thor:asked.fate",
    "hammer_of_thor:duties.begin",
    "hammer_of_thor:duties.fate",
    "hammer_of_thor:events.Cautious",
    "hammer_of_thor:families.caution",
    "hammer_of_thor:refusals.encounter-over",
    "hammer_of_thor:refusals.no-supplement",
    "hammer_of_thor:refusals.out-of-balance",
}
"""Sentences in which a word that might be one of an order is none."""


def _is_order(reader: Reader, line: str) -> bool:
    return isinstance(reader.read(line), Order) or (
        " " not in line and reader.vocabulary.verb([line]) is not None
    )


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_help_are_orders(game: str, language: str) -> None:
    """Each line of `help` begins with an order; in another language they are the same ones, in the same sequence."""
    played = find(game)
    reader, content = Reader(played, played.options({}), (language,)), played.options({})
    move = {"thunder": "draw", "odins_table": "b1-b2", "hammer_of_thor": "halt"}[game]
    readings = []
    for code in (ENGLISH, language):
        text = catalog.catalog(game, code).say("help", "all", params=numbers_of(played))
        heads = re.findall(r"^(\S+(?: \S+)?) {2,}\S", text, re.MULTILINE)
        order = spoken.spoken(played, content, code, move)
        named = [head.replace("NAME", "thor") for head in heads]
        filled = [re.sub(r"\b[A-Z]{4,}\b", order, head).replace("...", "wolf") for head in named]
        readings.append(
            [(Reader(played, content) if code == ENGLISH else reader).read(line) for line in filled]
        )
    assert len(readings[0]) > 9
    assert not [one for one in readings[0] if isinstance(one, Misread | Prose)]
    assert readings[1] == readings[0]


@pytest.mark.slow
@each_game
def test_every_listed_move_can_be_sent_back(game: str, language: str) -> None:
    """In the full list of legal moves each line is an order of the language, and together they are the legal moves.

    The example is one of them.
    """
    played = find(game)
    content = played.options({})
    reader = Reader(played, content, (language,))
    world = random_world(played, content, 3, at_most=60)
    for state in world.states[2::6]:
        for seat in played.seats:
            view = played.view(state, seat)
            choices = played.choices(view)
            text = moves_text(reader_of(played, content, view, language), choices, full=True)
            read_back = (reader.read(line.rpartition(": ")[2].strip()) for line in text.splitlines())
            found = {one.move for one in read_back if isinstance(one, Order)}
            legal = {read.move for move in choices if isinstance(read := reader.read(move.written), Order)}
            assert legal <= found
            example = example_move(reader_of(played, content, view, language), choices)
            assert not example or reader.read(example) in [Order(move) for move in legal]
            lines = {spoken.spoken(played, content, language, move.written) for move in choices}
            assert [line for line in lines if f" {line}\n" not in f"{text}\n"] == []


@pytest.mark.share(3)
@each_game
def test_an_invitation_is_answered_as_it_says(game: str, language: str) -> None:
    """The lines that an invitation offers are answers to it: accept, accept with words, decline."""
    reader = Reader(find(game), find(game).options({}), (language,), invited=True)
    offered = [
        line[len(MARK) :].partition(":")[0] for line in invitation(game, language) if line.startswith(MARK)
    ]
    read = [reader.read(line) for line in offered]
    moves = [one.move for one in read if isinstance(one, Order)]
    assert [type(move) for move in moves[:3]] == [Accept, Accept, Decline]
    shown = [line.split(" ")[0] for line, one in zip(offered, read, strict=True) if isinstance(one, Order)]
    assert shown[:3] == [in_words(game, language, verb) for verb in ("accept", "accept", "decline")]
    assert moves[0] == Accept("")


def invitation(game: str, language: str) -> list[str]:
    """The lines of an invitation to a game."""
    played = find(game)
    made = invited.invitation(
        invited.Invitation(
            game=played,
            content=played.options({}),
            seat=played.seats[0],
            number="g1.1",
            seal="5ea1",
            commit="c0",
            accepted=(),
            names={seat: f"Anna {n}" for n, seat in enumerate(played.seats, 1)},
            language=language,
        )
    )
    return made.text.splitlines()


# No English in a letter

TELLTALE = re.compile(r"\b(?:the|your|you|is|are|of|with|have|has|from|nothing|cards|turn)\b", re.IGNORECASE)


@pytest.mark.slow
@each_game
def test_a_whole_letter_has_no_english_in_it(game: str, language: str) -> None:
    """Reports, moves, history, invitation and handbook hold none of the commonest words of English."""
    played = find(game)
    content = played.options({})
    world = random_world(played, content, 5, at_most=80)
    letters = ["\n".join(invitation(game, language)), handbook_text(game, language)]
    letters += [
        _letter(game, content, world, seat, n, language)
        for n in range(0, len(world.steps), 9)
        for seat in (*played.seats, None)
    ]
    cards = {one.text: text for one, text in table_of(game, language).items() if one.context == "card"}
    letters = [without(names_from_files(game, content, cards), letter) for letter in letters]
    found = [line for letter in letters for line in letter.splitlines() if TELLTALE.search(line)]
    assert found == []
    titles = {title for title, text in cards.items() if title != text}
    assert [
        title for title in titles for letter in letters if re.search(rf"\b{title}\b(?!.*\))", letter)
    ] == []


def names_from_files(game: str, content: Mapping[str, Any], known: Mapping[str, str]) -> set[str]:
    """What the files of a game's options call their things and themselves: whoever wrote them chose the language."""
    titled = [one for one in content.values() if isinstance(one, Mapping) and "title" in one]
    named = reading_of(find(game)).card_names(content)
    names = {word for name, title in named if title not in known for word in (name, title)}
    return names | {word for one in titled for word in strings_in(one)} - known.keys()


def strings_in(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    match value:
        case str() if value.strip():
            yield value
        case Mapping():
            for one in value.values():
                yield from strings_in(one)
        case list() | tuple():
            for one in value:
                yield from strings_in(one)


def without(names: set[str], letter: str) -> str:
    """A letter with these names left out, also folded, or where one goes on in the next line."""
    longest = sorted(names, key=len, reverse=True)
    words = "|".join(r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", name))) for name in longest)
    return re.sub(rf"\b(?:{words})(?!\w)", "", letter, flags=re.IGNORECASE) if names else letter


def _letter(game: str, content: Any, world: Any, seat: str | None, n: int, language: str) -> str:
    """The report of a seat after some step, and its whole history."""
    played, state, told = find(game), world.states[0], []
    for step in world.steps[: n + 1]:
        for event in step.events:
            state = played.apply(state, event)
            if (shown := seen(event, seat)) is not None:
                told.append(Told("{}.{}".format(*played.position(state)), shown))
    view = played.view(state, seat)
    report = text_report(
        Letter(
            game=played,
            content=content,
            view=view,
            told=told[-9:],
            choices=played.choices(view),
            number="g1.x.1",
            seal="5ea1",
            language=language,
        )
    )
    return f"{report}\n{history_page(reader_of(played, content, view, language), told, 1)}"


# A language out of files alone


HOUSE_XX = """
msgid ""
msgstr "Language: xx\\nContent-Type: text/plain; charset=utf-8\\n"

msgctxt "texts.happened"
msgid "WHAT HAPPENED"
msgstr "KIO OKAZIS"

msgctxt "verdicts.played"
msgid "Played{% if written %}: {{ written }}{% endif %}"
msgstr "Ludita{% if written %}: {{ written }}{% endif %}"

#, fuzzy
msgctxt "texts.table"
msgid "THE TABLE"
msgstr "LA TABLO"
"""
WORDS_XX = """
verbs:
  draw: [tiru]
  lay: [metu]
  deploy: [aranghu]
  step: [iru]
  place: [starigu]
words:
  never: [neniam]
"""


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folders of templates and grammars with a language `xx`: a catalog of the house, a file of words."""
    for kind in ("templates", "grammar"):
        shutil.copytree(str(data.folder(kind)), tmp_path / kind)
    (tmp_path / "templates" / "messages.xx.po").write_text(HOUSE_XX, "utf-8")
    (tmp_path / "grammar" / "words.xx.yaml").write_text(WORDS_XX, "utf-8")
    whole = data.folder
    monkeypatch.setattr(
        data, "folder", lambda kind: found if (found := tmp_path / kind).is_dir() else whole(kind)
    )
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    """What was read out of files is read again: whatever these rooms keep of it."""
    rooms = ("referee.notation.", "referee.telling.", "referee.util.translations")
    for name, module in [(name, one) for name, one in sys.modules.items() if name.startswith(rooms)]:
        for kept in [one for one in vars(module).values() if getattr(one, "__module__", "") == name]:
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "verb"), [("thunder", "aranghu"), ("odins_table", "starigu")])
def test_a_language_needs_files_only(third: Path, game: str, verb: str) -> None:
    """Its words are read and shown, its sentences told.

    Anything untranslated, even a whole game, is told in English.
    """
    assert third.is_dir()
    assert languages() == (ENGLISH, "de", "xx")
    played, seat = find(game), find(game).seats[0]
    table = Table.open(game, seed="07", languages={seat: "xx"})
    before = table.report(seat)
    assert f"{verb} " in before
    move = table.choices(seat).families[0].draw(Random(1))
    line = spoken.spoken(played, table.content, "xx", move.written)
    assert line.startswith(f"{verb} ")
    receipt = table.play(seat, f"1. {line}").receipt
    assert f"Ludita: {line}" in receipt
    after = table.report(seat)
    assert "KIO OKAZIS" in after
    assert "WHAT HAPPENED" not in after
    assert "THE TABLE" in after  # its translation is fuzzy
    assert "You have chosen" in receipt
    assert "WHAT HAPPENED" in table.report(played.seats[1])
    assert table.play(seat, "stultajxo\nxyzzy").verdicts == ("prose",) * 2


def test_lists_and_numbers_in_a_language_that_nobody_knows(third: Path) -> None:
    """Where nothing is known of how a language makes lists and plurals, they are made as in English."""
    assert third.is_dir()
    says = catalog.catalog("thunder", "xx")
    assert (
        says.say("texts", "waiting-for", params={"seats": ("thor", "loki")}) == "Waiting for Thor and Loki."
    )


def test_a_language_without_words_of_orders_is_none(third: Path) -> None:
    """A catalog alone makes no language of letters: no language is offered in which no order can be written."""
    shutil.copy(third / "templates" / "messages.xx.po", third / "templates" / "messages.yy.po")
    languages.cache_clear()
    assert "xx" in languages()
    assert "yy" not in languages()
