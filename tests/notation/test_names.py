"""Names at a glance: which look alike, which are words that mean something else, and which can be shown at all."""

import pytest

from referee.notation.names import is_shown, is_word, looks

NAMES = [
    "Anna",
    "Ali",
    "ALI",
    "Ilan",
    "Zoë",
    "Mark",
    "Will",
    "Grace",
    "Chase",
    "Siegfried",
    "Schirin",
    "Frei",
    "Jean-Luc",
    "O'Hara",
    "Hans",
    "Örn",
    "Max",
    "Master-Smith",
]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "L0ki",
            "1oki",
            "Lok1",
            "LokI",
            "Loki!",
            "L.o.k.i",
            "Lo ki",
            "L\u00f6ki",
            "\uff2c\uff4f\uff4b\uff49",
        ),
        *(
            "L\u043eki",
            "\u029foki",
            "\u0141oki",
            "L\u00adoki",
            "Lo\u200bki",
            "\U0001d4db\U0001d4f8\U0001d4f4\U0001d4f2",
        ),
    ],
)
def test_a_name_that_looks_like_another_has_a_form_in_common(name: str) -> None:
    """Digits, letters of other scripts, accents, signs and what nobody sees make no difference."""
    assert looks(name) & looks("Loki")


@pytest.mark.parametrize(
    ("one", "other"), [("Ilan", "Lian"), ("Ali", "all"), ("Loki", "Lotti"), ("Anna 2", "Anna")]
)
def test_other_names_look_otherwise(one: str, other: str) -> None:
    """Letters that are told apart in small print tell names apart."""
    assert not looks(one) & looks(other)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "The referee",
            "R3feree",
            "Refe ree",
            "referees",
            "Anna, referee",
            "Schiedsrichterin",
            "Max Spielleiter",
        ),
        *(
            "all",
            "Alle",
            "you",
            "Dich",
            "nobody",
            "Niemand",
            "master",
            "rnaster",
            "the Master",
            "Mr Keeper",
            "Dein Partner",
        ),
        *("Onlooker", "Zuschauer", "say", "Aufgeben", "draw", "System"),
    ],
)
def test_a_word_of_the_house_is_found_in_each_language(name: str) -> None:
    """With an article or another word before it, and however it is drawn."""
    assert is_word(name)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_are_no_words(name: str) -> None:
    """Names that are words too, or have one in them."""
    assert is_shown(name)
    assert not is_word(name)


@pytest.mark.parametrize(
    "name",
    [
        "anna@example.org",
        "anna\uff20example.org",
        "http://x",
        "<Anna>",
        "\u041boki",
        "T\u041dOR",
        "123",
        "...",
        "www.x.de",
    ],
)
def test_what_is_no_name_is_not_shown_as_one(name: str) -> None:
    """Addresses, links, words of two scripts, and what has no letter."""
    assert not is_shown(name)


@pytest.mark.parametrize(
    "name", ["\u0418\u0432\u0430\u043d", "\u674e\u660e", "Anna \u0418\u0432\u0430\u043d", "Anna2"]
)
def test_names_of_any_script_are_shown(name: str) -> None:
    """Each word in its own."""
    assert is_shown(name)
