"""A count of one has its own words, in every sentence, in every language: `1 root of a deck`, `eine Minute`."""

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest
from support.rings import inner_only
from support.wording import GAMES, NAMES, fillings, own_entries, voices

from referee.cli.records import says
from referee.telling.catalog import HOUSE, catalog
from referee.util import data, plainyaml
from referee.util.text import Counted
from referee.verify.check import right

FILES = ("cli", "verify", "doctor", "archive", "keeper")
NEVER_ONE = {"limit", "most", "players", "least", "high", "deepest", "needed", "days", "idle", "ms", "nodes"}
"""What these values stand for is never one."""
AT_LEAST_TWO = {
    *("backed-up", "too-short", "record-by-hand", "players-named", "yaml-several-documents"),
    *("check-endless", "deck-once", "how-many-seats", "map-told"),
    *("no-draw-due", "repeated", "idle", "line-apart", "deck-list"),
}
"""Sentences whose counts are never one."""
COUNTED = re.compile(r"# ([a-z]+)")
PLURAL = {
    "en": r"(cards|days|hours|letters|lines|minutes|notes|pages|places|points|times|turns|variations|worlds)",
    "de": r"(Karten|Tagen?|Stunden|Briefen?|Zeilen|Minuten|Anmerkungen|Seiten|Stellen|Punkten?|Zügen?|Welten)",
}
"""What is counted in letters, of several."""


def sentences(section: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every sentence of a file, with its key."""
    for key, value in section.items():
        yield from sentences(value) if isinstance(value, Mapping) else [(key, value)]


def written(file: str) -> list[tuple[str, str]]:
    """The sentences of a file for the keeper."""
    return list(sentences(plainyaml.read_text(data.text("templates", f"{file}.en.yaml"), file).value))


def fields(text: str) -> Iterator[tuple[str, str]]:
    """The values of a sentence: the name of each, and the words that are fitted to it."""
    yield from ((name, forms or "") for _, name, forms, _ in Formatter().parse(text) if name)


def test_no_count_of_one_has_words_for_several() -> None:
    """What is counted in one sentence with words fitted to its number is in none counted without."""
    every = [(file, *one) for file in FILES for one in written(file)]
    fitted = [one for _, _, text in every for one in fields(text) if "|" in one[1]]
    counts = {name for name, _ in fitted}
    for_one, words = (
        {found for _, forms in fitted for found in COUNTED.findall(forms.split("|")[at])} for at in (0, 1)
    )
    several = re.compile(rf"(?<![\w.])1 ({'|'.join(sorted(words - for_one))})\b")
    assert ({"count", "entries"} <= counts, {"entries", "roots", "letters", "are"} <= words) == (True, True)
    for file, key, text in every:
        values = {name: Counted(1 if name in counts else "x") for name, _ in fields(text)}
        if key not in AT_LEAST_TWO:
            assert not (found := several.search(text.format_map(values))), (file, key, found)


def test_verify_tells_of_one_root_and_of_several() -> None:
    """In words for one, and for several, of each count by itself."""
    told = says(right("lots-proved", "record.yaml", lots=2, decks=1, drawn=1))
    assert told.endswith("worked out again: 2 lots, 1 root of a deck, 1 card drawn.")
    assert says(right("record-whole", "", entries=1, game="g1")).startswith("the one entry of g1 is whole")
    assert says(right("record-whole", "", entries=2, game="g1")).startswith("all 2 entries of g1 are whole")


@pytest.mark.share(3)
@pytest.mark.parametrize("language", PLURAL)
@pytest.mark.parametrize("name", inner_only(NAMES, "hammer_of_thor".__ne__))
def test_letters_have_words_for_one(name: str, language: str) -> None:
    """Each number of each sentence, when it is 1, has a noun for one after it."""
    several = re.compile(rf"(?<![\w.,])1 {PLURAL[language]}\b")
    game = GAMES[0] if name == HOUSE else name
    catalogue, looked_at = catalog(game, language), 0
    for section, texts in own_entries(name).items():
        for key, text in texts.items():
            if "{" not in text or key in AT_LEAST_TWO | {"turn", "owed-line"}:
                continue
            for values in fillings(game, f"{section}.{key}", text):
                for one in {one for one, value in values.items() if type(value) is int} - NEVER_ONE:
                    given = {**values, **dict.fromkeys(NEVER_ONE & values.keys(), 9), one: 1}
                    told = catalogue.say(section, key, voices(game)[0], given)
                    assert not (found := several.search(told)), (section, key, one, found)
                    looked_at += 1
    assert looked_at > 20
