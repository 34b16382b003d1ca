"""Each number of a rulebook bears its layer, and each sentence of the source stands under numbers of its layer.

The sentences of a source are listed in `tests/<game>/source.yaml`, by their places and in a few words of our own.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.house.games import find
from referee.house.rulebook import LAYERS, Rulebook, rulebook
from referee.telling.handbook import handbook_text, rule_text
from referee.util import plainyaml

GAMES = ("thunder", "odins_table", "hammer_of_thor")
NONE = "none"
"""The layer of a sentence that rules nothing."""
Row = tuple[str, str, str, tuple[str, ...]]


def rows(game: str) -> Iterator[Row]:
    """Each sentence of the sources of a game: its place, what it says, its layer, its numbers."""
    file = Path(__file__).parents[1] / game / "source.yaml"
    for source, sentences in plainyaml.read_text(file.read_text("utf-8"), file.name).value.items():
        for place, says, layer, *numbers in sentences:
            yield f"{source}: {place}", says, layer, tuple(numbers)


def layers(book: Rulebook) -> dict[str, str]:
    """The layer of each number; that of a ruling is `ruling`."""
    return {
        **{one.number: "ruling" for one in book.rulings},
        **{n: one.layer for n, one in book.rules.items()},
    }


@pytest.mark.parametrize("game", GAMES)
def test_each_number_bears_its_layer(game: str) -> None:
    """One of three; so a number that the author of a rulebook forgot is of none."""
    book = rulebook(game)
    assert book.layered
    assert {one.layer for one in book.rules.values()} <= {*LAYERS}
    assert all(
        one.variants == () or {*one.variants} < {name for name, _ in one.values} for one in book.rulings
    )


@pytest.mark.parametrize("game", GAMES)
def test_each_sentence_of_the_source_stands_under_numbers_of_its_layer(game: str) -> None:
    """The numbers exist; what is published stands under no number of ours, and the reverse."""
    known, told = layers(rulebook(game)), list(rows(game))
    assert len({place for place, *_ in told}) == len(told)
    for place, _, layer, numbers in told:
        assert layer in {NONE, *LAYERS}, place
        assert bool(numbers) == (layer != NONE), place
        assert {known.get(number) for number in numbers} <= {layer}, (place, numbers)


@pytest.mark.parametrize("game", GAMES)
def test_each_published_number_stands_in_the_source(game: str) -> None:
    """A number that no sentence of the source names is not published."""
    named = {number for *_, numbers in rows(game) for number in numbers}
    published = {one.number for one in rulebook(game).rules.values() if one.layer == "published"}
    assert published - named == set()


def test_a_number_of_ours_names_the_section_that_says_it() -> None:
    """The Hammer of Thor: a sentence of that section stands under it, and its number is not the section's."""
    split = [one for one in rulebook("hammer_of_thor").rules.values() if one.section]
    assert len(split) == 22
    for one in split:
        places = {
            place.partition(": ")[0]
            for place, _, _, numbers in rows("hammer_of_thor")
            if one.number in numbers
        }
        assert one.section in places, one.number
        assert one.number not in places


@pytest.mark.parametrize(
    ("game", "number", "language", "told"),
    [
        ("thunder", "3.5", "en", "3.5 (our ruling) "),
        ("thunder", "3.5", "de", "3.5 (unsere Festlegung) "),
        ("thunder", "8.7", "en", "8.7 (our supplement) "),
        ("thunder", "8.7", "de", "8.7 (unsere Ergänzung) "),
        ("thunder", "6.5", "en", "6.5 The card"),
        ("odins_table", "3.4", "en", "3.4 You may move"),
        ("hammer_of_thor", "2.1D2", "en", "2.1D2 (published in 2.1D) A Human"),
        ("hammer_of_thor", "2.1d2", "de", "2.1D2 (gedruckt in 2.1D) "),
        ("hammer_of_thor", "s4", "en", "S4 (our supplement) A test"),
        ("hammer_of_thor", "5.0", "de", "5.0 (unsere Festlegung) "),
        ("odins_table", "o9", "en", "spent=fights (a variant, against the published rules): "),
        ("odins_table", "o9", "de", "`spent=fights` (eine Variante, gegen die gedruckten Regeln): "),
    ],
)
def test_a_rule_is_told_with_its_layer(game: str, number: str, language: str, told: str) -> None:
    """Behind its number where it is ours; a value of an option that goes against the source is called a variant."""
    text = " ".join((rule_text(find(game), number, language) or "").split())
    assert told in text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Our supplement: ", "A variant is ")), ("de", ("Unsere Ergänzung: ", "Eine Variante ist "))],
)
def test_the_handbook_says_what_the_layers_are(language: str, words: tuple[str, ...]) -> None:
    """Before the rules; in a game that is all its author's own there are none."""
    for game in GAMES:
        text = " ".join(handbook_text(game, language).split())
        assert all(one in text for one in words)
    assert not rulebook("house").layered
