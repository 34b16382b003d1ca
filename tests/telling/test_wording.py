"""Every key made in Python has its sentence, every sentence its key; and no sentence stands in Python."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from support import story_values
from support.rings import inner_only
from support.source import nodes, tree
from support.suite import SEVERAL, announced
from support.wording import (
    GAMES,
    NAMES,
    SOURCE,
    arguments,
    asked_for,
    called,
    fillings,
    given,
    keeper,
    literals,
    made,
    makers,
    modules,
    own_entries,
    owner,
    pages,
    strings,
    voices,
)

from referee.desk.company import wishes, words
from referee.desk.company.letters import parts_of
from referee.engine.events import Event
from referee.engine.kit import customs
from referee.house.chapters import events_of
from referee.house.games import find
from referee.notation.misread import KEYS, KINDS
from referee.notation.readings import reading_of
from referee.table.rulings.effects import EFFECTS
from referee.table.rulings.entry import BY
from referee.table.rulings.orders import KINDS as OF_THE_ARBITER
from referee.telling.catalog import HOUSE, Catalog, catalog, languages, with_capitals
from referee.telling.translations import messages
from referee.util.translations import translated

SQL = re.compile(r"\s*(?:SELECT|INSERT|DELETE|FROM|WHERE|PRAGMA)\b")
"""Begins what is said to a database."""
NOT_FOR_PLAYERS = {
    *(
        *("engine/kit/decklist.py", "engine/kit/options.py"),
        *(
            f"games/{name}/{module}.py"
            for name in GAMES
            for module in ("decklist", "cardlist", "maplist", "options")
        ),
        "record/reading.py",
    ),  # for editors
    "archive/collection/index.py",  # SQL
    *("util/translations.py", "telling/translations.py"),  # for translators
    "testing/packages.py",  # what a new game's files say
    *("util/layout.py", "engine/lots.py", "testing/chance.py", "verify/lots.py"),  # errors of ours
}
"""Modules whose words are for others than players."""
VERDICTS = {
    *("played", "refused", "passed-over", "misread", "ambiguous"),
    *("not-played", "prose", "said", "noted", "answered"),
}
GOES_BEFORE = {
    "thunder": {("texts", "head-moved"), ("texts", "turn"), ("texts", "owed-line")},
    "odins_table": {("expected", "COLUMN"), ("texts", "owed-line")},
    "hammer_of_thor": {("texts", "in-short-turns"), ("texts", "turn")},
}
"""Sentences of a game that go before one of the house under the same key."""
SILENT = {"TurnEnded", "Stood", "Finished"}
"""Events whose sentence may be empty: what they tell stands in the lines beside them."""
OF_THE_TABLE = {
    "hammer_of_thor": {"Shuffled", "PileCut", "Ready", "TurnBegun", "StandingDue", "PhaseBegun"},
}
"""Events of a game that have no line: the heading, the table or the line after it tells what is new."""
CUSTOMARY = {
    name
    for name, one in vars(customs).items()
    if isinstance(one, type) and issubclass(one, Event) and one is not Event
    if not issubclass(one, customs.Sealed)  # a game has its own sentences for its sealed choices
}
"""Events that a game of any number of seats may take over: the house has their sentences."""


def words_of(name: str) -> frozenset[str]:
    """The strings in the source that may be keys of this file.

    A game's are its own and the house's, the house's are all.
    """
    return strings("") if name == HOUSE else strings(HOUSE) | strings(name)


def patterns(name: str) -> frozenset[str]:
    """The kinds of what is no word, as a game reads it; for the house, those that it knows itself."""
    if name == HOUSE:
        return frozenset((*KINDS, *OF_THE_ARBITER))
    how = reading_of(find(name))
    return frozenset(map(str.upper, (*how.PATTERNS, *how.KINDS.values())))


@cache
def keys_used(name: str) -> dict[str, frozenset[str]]:
    """For each section of the file of the house or of a game, the keys that the code asks for."""
    words = words_of(name)
    games = [find(game) for game in (GAMES if name == HOUSE else [name])]
    return {
        "events": frozenset((*(event for game in games for event in events_of(game)), *CUSTOMARY)),
        "verdicts": frozenset(VERDICTS),
        "misread": frozenset(KEYS),
        "expected": patterns(name),
        "effects": frozenset(EFFECTS),
        "rulers": frozenset(BY),
        "seats": frozenset() if name == HOUSE else frozenset(find(name).seats),
        **dict.fromkeys(
            ("refusals", "duties", "asked", "outcomes", "notes", "letter-notes", "rolls", "stories"), words
        ),
    }


# Reasons and notes


def test_every_reason_made_in_the_source_has_one_sentence() -> None:
    """Each key of `why` and `Faulty`, and of a note on the table, stands in one file: of its game, house, or keeper."""
    places = {
        one: catalog(one.game).has(one.section, one.key) + (one.section == "refusals" and one.key in keeper())
        for one in made()
    }
    assert {one: n for one, n in places.items() if n != 1} == {}
    assert {one.game for one in made()} == set(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_reason_renders_with_the_values_given_in_the_source(language: str) -> None:
    """No sentence of a refusal asks for a value that the code does not give, whichever player reads it."""
    for one in made():
        if "**" in one.params or (one.section == "refusals" and one.key in keeper()):
            continue
        for game in GAMES if one.game == HOUSE else [one.game]:
            for values in given(game, f"{one.section}.{one.key}", one.params):
                for voice in voices(game)[:2]:
                    assert catalog(game, language).say(one.section, one.key, voice, values), one


def test_the_keepers_sentences_ask_for_values_that_are_given() -> None:
    """Each `{name}` of a sentence of the command line is a value that the code gives with its key."""
    for one in made():
        if one.section == "refusals" and one.key in keeper() and "**" not in one.params:
            wanted = set(re.findall(r"\{(\w+)\}", keeper()[one.key]))
            assert wanted <= one.params, one


# Events


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_a_sentence_for_every_reader(game: str, language: str) -> None:
    """Each event class renders for the players and an onlooker, with every field and with only the open ones."""
    says = catalog(game, language)
    for name, kind in find(game).events.items():
        for fields in _shown(kind):
            for values in given(game, f"events.{name}", fields):
                for voice in voices(game):
                    text = says.say("events", name, voice, {"rule": kind.number, **values})
                    assert text or name in SILENT | OF_THE_TABLE.get(game, set()), (name, values)


def _shown(kind: type[Event]) -> Iterator[list[str]]:
    """The fields that may come together: those open to all, with or without each of the others."""
    open_to_all = [field.name for field in kind.shown if field.audience.everyone]
    private = [field.name for field in kind.shown if field.audience.named_in]
    for size in range(len(private) + 1):
        for some in combinations(private, size):
            if not kind.only or size == len(private):
                yield [*open_to_all, *some]


# Sections


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_stands_unused(name: str) -> None:
    """Every key of a section is one that the code makes: the house's in the house, a game's there or in the game."""
    used = keys_used(name)
    found = {(section, key) for section in used for key in own_entries(name).get(section, {})}
    assert {(section, key) for section, key in found if key not in used[section]} == set()


@pytest.mark.slow
def test_every_key_the_code_can_make_stands_in_its_section() -> None:
    """Verdicts, misreadings, what is expected there, events and seats all have their sentence."""
    house = own_entries(HOUSE)
    for section in ("verdicts", "misread", "expected", "effects", "rulers"):
        assert keys_used(HOUSE)[section] - set(house[section]) == set(), section
    for game in GAMES:
        for section in ("events", "seats"):
            assert keys_used(game)[section] - set(catalog(game).entries[section]) == set(), (game, section)


def test_every_section_is_known() -> None:
    """No file has a section that nothing looks at."""
    known = {
        *keys_used(GAMES[0]),
        "people",
        "families",
        "texts",
        "help",
        "words",
        "slots",
        "forms",
        "replay",
        "booklet",
    }
    assert {section for name in NAMES for section in own_entries(name)} - known == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_duty_and_every_end_has_its_sentence(game: str) -> None:
    """All duties (`Owed`, `Pending`) and ends of a game (`Ended`, by the game or by the house) can be told."""
    says = catalog(game)
    duties = arguments(game, "Owed", 1) | arguments(game, "Pending", 0)
    assert duties - set(says.entries["duties"]) == set()
    assert (
        set(own_entries(game)["duties"]) - {key for key in strings(game) if key in says.entries["duties"]}
        == set()
    )
    ends = arguments(game, "Ended", 2) | {"resigned", "agreed", "overdue"}
    ends |= {"last-in", "master-left"}
    ends |= {"declined", "abandoned", "lapsed", "forfeited", "adjudged", "removed"}
    assert ends == set(says.entries["outcomes"])


@pytest.mark.parametrize("game", GAMES)
def test_every_family_of_moves_has_its_heading(game: str) -> None:
    """Families are told by the words of their key: `use CARD` by `use`; described ones have their form."""
    says = catalog(game)
    places = [
        path for path in modules(game) if path.name in {"choices.py", "ending.py"} or _makes_families(path)
    ]
    keys = {
        one.value
        for one in literals((*places, SOURCE / "engine" / "kit" / "customs.py"))
        if says.has("families", one.value)
    }
    named = _candidates(game).union(*(_arguments_in(game, call) for call in ("plain", "Family")))
    named = {key for key in named if re.fullmatch(r"[a-z]+( [a-z]+)*", key) and not key.startswith("use ")}
    assert named - set(says.entries["families"]) == set()
    assert set(says.entries["families"]) - keys == ({"use", "use order"} if game == "thunder" else set())
    assert set(own_entries(game)["forms"]) - strings(game) == set()


def _makes_families(path: Path) -> bool:
    """Whether a module of a game says, by chapters, what may be done: in `candidates` or in `families`."""
    names = {node.name for node in tree(path).body if isinstance(node, ast.FunctionDef)}
    return bool(names & {"candidates", "families"})


def _candidates(game: str) -> set[str]:
    """The keys of the families that functions called `candidates` begin with: `yield "move", "4.2A", ...`."""
    return {
        key.value
        for path in modules(game)
        for made in tree(path).body
        if isinstance(made, ast.FunctionDef) and made.name == "candidates"
        for node in ast.walk(made)
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple)
        if isinstance(key := node.value.elts[0], ast.Constant) and isinstance(key.value, str)
    }


def _arguments_in(game: str, call: str) -> set[str]:
    """The literal keys of the families that a game makes, and those that all games share."""
    return arguments(game, call, 0) | {
        str(node.args[0].value)
        for node in ast.walk(tree(SOURCE / "engine" / "kit" / "customs.py"))
        if isinstance(node, ast.Call) and called(node.func) == call and isinstance(node.args[0], ast.Constant)
    }


@pytest.mark.parametrize("game", GAMES)
def test_slots_are_those_of_families(game: str) -> None:
    """Names for the parts of an order stand under a family of the game, or a card of one."""
    heads = {*own_entries(game)["families"], "other"}
    verbs = {key.split(" ")[0] for key in own_entries(game)["slots"] if key not in heads}
    assert verbs <= heads


# Texts


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_asked_for(name: str) -> None:
    """The texts around the sentences are all used, by the code or by a template, in the house or in their game."""
    names = NAMES if name == HOUSE else (HOUSE, name)
    entries = "\n".join(
        text for one in names for section in own_entries(one).values() for text in section.values()
    )
    asked = (strings(HOUSE) if name == HOUSE else words_of(name)) | set(
        re.findall(r'"([a-z-]+)"', "\n".join(map(pages, names)))
    )
    asked |= set(re.findall(r"'([a-z-]+)'\|t", entries)) | {f"{word}-word" for word in words.WORDS}
    # The kinds of letters about wishes, each of which has its texts by its name, stand in the modules of the lobby.
    said = {one.value for one in literals([path for path in modules() if path.parent.name == "company"])}
    asked |= {key for one in (*said, *(f"confirm-{kind}" for kind in wishes.KINDS)) for key in parts_of(one)}
    begun = tuple(re.findall(r"""\(["']([a-z]+-)["'] ~ """, entries + "\n".join(map(pages, names))))
    left = set(own_entries(name)["texts"]) - asked
    assert {key for key in left if not key.startswith(begun)} == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_text_asked_for_is_there(game: str) -> None:
    """The keys that templates put before `|t`, and those that the code gives to `.text(...)`, stand in the files."""
    templates = pages(HOUSE) + pages(game)
    wanted = set(re.findall(r'"([a-z-]+)"\|t(?!\(section)', templates)) | _text_keys(game)
    assert wanted - set(catalog(game).entries["texts"]) == set()
    assert len(wanted) > 50


def _text_keys(game: str) -> set[str]:
    """The keys given to `.text(...)` of a reader."""
    return {
        str(node.args[0].value)
        for path in (*modules(HOUSE), *modules(game))
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "text"
        if len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_game_adds_to_the_house(game: str) -> None:
    """The file of a game adds to the house's; only the sentences named here go before one of the house."""
    both = {
        (section, key)
        for section, entries in own_entries(game).items()
        for key in entries
        if key in own_entries(HOUSE).get(section, {})
    }
    assert both == GOES_BEFORE[game]
    entries = Catalog(game, "en").entries
    for section, texts in own_entries(HOUSE).items():
        assert all(entries[section][key] == texts[key] for key in texts if (section, key) not in both)


def test_a_key_without_a_sentence_is_an_error() -> None:
    """Asking for a sentence that is not there never gives an empty one."""
    with pytest.raises(KeyError):
        catalog("thunder").say("refusals", "no-such-key")


OUT_OF_PLACE = {
    "en": r"[a-z,;)] (You|Your)\b|(^|[.!?] )(you|your)\b",
    "de": r"[a-zäöüß,;)] (Du|Dein\w*|Dir|Dich)\b|(^|[.!?] )(du|dein\w*|dir|dich)\b",
}
"""A pronoun with a capital in the middle of a sentence, or without one at its beginning."""


WITHIN = {"turn", "owed-line", "whomever", "occasion", *(f"fight-{end}" for end in story_values.ENDS)}
WITHIN |= {f"attack-{end}" for end in story_values.ODIN["end"]}
"""Texts that stand within a sentence of another."""


@pytest.mark.share(3)
@pytest.mark.parametrize("language", OUT_OF_PLACE)
@pytest.mark.parametrize("name", inner_only(NAMES, "hammer_of_thor".__ne__))
def test_a_pronoun_has_a_capital_where_it_begins_a_sentence(name: str, language: str) -> None:
    """In every sentence, told to somebody whom it is about."""
    game = GAMES[0] if name == HOUSE else name
    says, reader = catalog(game, language), voices(game)[0]
    for section, texts in own_entries(name).items():
        for key, text in texts.items():
            if "{" in text and section != "people" and key not in WITHIN:
                for values in fillings(game, f"{section}.{key}", text):
                    told = says.say(section, key, reader, values)
                    assert not (found := re.search(OUT_OF_PLACE[language], told)), (section, key, found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "{{ seats|map('who')|series }} bid. {{ 'loki'|who }} bid: {{ 'loki'|who }} did.",
            "Thor and you bid. You bid: You did.",
        ),
        ("({{ seats|who }}) because {{ 'loki'|who }} bid", "(You and Thor) because you bid"),
    ],
)
def test_a_pronoun_in_a_list_or_after_a_word_has_none(text: str, told: str) -> None:
    """Where it stands decides, in a letter and in a page."""
    says, voice = catalog("thunder"), voices("thunder")[1]
    for environment in (says.environment, says.pages):
        made = environment.from_string(text).render(voice=voice, seats=("thor", "loki"))
        assert with_capitals(made) == told


OF_TWO = {
    "en": r"(?i)\b(either|both|each|other|opposite) sides?\b|\b(either|both|two) (player|seat)s?\b"
    r"|\bthe other (player|seat|agrees|has|may|wins)\b|opponent",
    "de": r"(?i)\b(beide|beiden|jede|jeder|andere|anderen) seiten?\b|\b(beide|beiden|zwei) spielern?\b"
    r"|\b(der andere|dem anderen|den anderen|des anderen) spielers?\b|gegner|gegenseite",
}
"""How a text speaks of two players."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [HOUSE, *SEVERAL])
def test_what_is_said_at_tables_of_more_than_two_speaks_of_no_other_side(name: str, language: str) -> None:
    """The sentences and rules of the house, and of games for more: any player, all others, nobody else."""
    with announced():
        says = translated(name, language)
        texts = {one.context: " ".join(says.pgettext(*one).split()) for one in messages(name)}
    found = {key: re.search(OF_TWO[language], text) for key, text in texts.items()}
    assert len(texts) > 20
    assert {key: one[0] for key, one in found.items() if one} == {}


# The source


SENTENCE = re.compile(r"(?:^|\s)[A-Z][a-z]+ [a-z]+|[a-z]+ [a-z]+ [a-z]+[^A-Za-z]|[a-z]{2}[.!?]$")
REPLY = re.compile(r"[245][0-9]{2} [245]\.[0-9]\.[0-9] ")
"""How a mail server answers another (RFC 3463)."""
DECLARED = {"title", "edition"}
"""Facts of a game that it declares; their translations stand under these contexts."""
WRITTEN, MOVE = "written", "move"
"""What gives the canonical line of an order, which is read again: a function, or a decorator."""


@pytest.mark.slow
def test_no_sentence_for_a_player_is_built_in_python() -> None:
    """Outside the command line and the adapters no string but a docstring, or a bug, reads like a sentence."""
    paths = [
        path
        for path in modules()
        if path.relative_to(SOURCE).parts[0] not in {"cli", "adapters"}  # those are read by programs
        and path.parent.name != "reading"
        and path.relative_to(SOURCE).as_posix() not in NOT_FOR_PLAYERS
    ]
    declared = {
        id(part)
        for path in paths
        if owner(path) != HOUSE
        for node in nodes(path)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id in DECLARED
        for part in ast.walk(node)
    }
    declared |= {
        id(part)
        for path in paths
        for node in nodes(path)
        if (isinstance(node, ast.FunctionDef) and node.name == WRITTEN)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MOVE)
        for part in ast.walk(node)
    }
    found = [
        f"{one.path.name}:{one.line} {one.value}"
        for one in literals(paths)
        if one.node not in declared
        if " " in one.value
        and SENTENCE.search(one.value)
        and not (REPLY.match(one.value) or SQL.match(one.value))
    ]
    assert found == []


def test_each_value_that_is_given_to_a_text_stands_in_it() -> None:
    """A text that leaves out what it is given says too little, such as `Did you mean:` and no order."""
    asked = dict[str, frozenset[str]]()
    for name in NAMES:
        for key, text in own_entries(name).get("texts", {}).items():
            asked[key] = asked.get(key, frozenset()) | asked_for(catalog(name), text)
    assert [
        f"{path.name}:{node.lineno} {key}: {value}"
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.Call) and called(node.func) == "text" and node.args
        for key in (getattr(node.args[0], "value", None),)
        if key in asked
        for value in {word.arg for word in node.keywords if word.arg} - asked[key]
    ] == []


@pytest.mark.parametrize(
    "text", ["You cannot do that.", "it is not your turn.", "There is no card", "the deck is empty."]
)
def test_the_search_for_sentences_finds_some(text: str) -> None:
    """The expression that looks for sentences knows one when it sees it."""
    assert SENTENCE.search(text)


def test_the_search_for_reasons_finds_what_makes_them() -> None:
    """Classes built on `Faulty` make reasons too."""
    assert {"Faulty", "why", "Damaged"} <= makers()
