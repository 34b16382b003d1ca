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
    "Gerhard Richter",
    "Andr\u00e9 Beide",
    "Max 2",
    *(
        "Noe",
        "No\u00e9",
        "Jae",
        "Due",
        "Nguy\u1ec5n",
        "O",
        "\u00c5",
        "N'Golo",
        "Henry VIII",
        "J.R.R. Tolkien",
    ),
    *(
        "\u674e",
        "\u5c71\u7530\u592a\u90ce",
        "\u3055\u304f\u3089\u5b50",
        "\uae40\ubbfc\uc218",
        "\u30cf\u30ca\u30fc",
    ),
    *(
        "\u0905\u0928\u093f\u0932 \u0915\u0941\u092e\u093e\u0930",
        "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
        "\u0645\u062d\u0645\u062f \u0639\u0644\u064a",
    ),
    *(
        "\u05d3\u05d5\u05d3 \u05d1\u05df\u05be\u05d2\u05d5\u05e8\u05d9\u05d5\u05df",
        "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2",
        "Kamaka\u02bbeha",
    ),
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
            "|oki",
            "Loki\u3164",
            "\u115fLo\u2800ki",
            "Loki\ufe0f",
            "Lo\u034fki\u180b",
        ),
    ],
)
def test_a_name_that_looks_like_another_has_a_form_in_common(name: str) -> None:
    """Digits, letters of other scripts, accents, signs and what nobody sees make no difference."""
    assert looks(name) & looks("Loki")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ilan", "Lian"), ("Ali", "all"), ("Loki", "Lotti"), ("Anna 2", "Anna")),
        *(("Joe", "Jo"), ("Sue", "Su"), ("Michael", "Michal"), ("Noel", "Nol")),
        *(
            ("\u0930\u093e\u092e", "\u0930\u092e\u093e"),
            ("\u0e2a\u0e21\u0e0a\u0e31\u0e22", "\u0e2a\u0e21\u0e0a\u0e32\u0e22"),
            ("\u304b\u306a", "\u304c\u306a"),
        ),
    ],
)
def test_other_names_look_otherwise(one: str, other: str) -> None:
    """Letters that are told apart in small print tell names apart."""
    assert not looks(one) & looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("J\u00f6rg", "Joerg"),
            ("J\u00f6rg", "Jorg"),
            ("M\u00fcller", "Mueller"),
            ("Bj\u00f8rn", "Bjoern"),
        ),
        *(
            ("\u0391\u039d\u039d\u0391", "Anna"),
            ("\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03b9\u03ba\u03bf\u03c2"),
            ("\u0645\u064f\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"),
        ),
    ],
)
def test_spellings_of_one_name_look_alike(one: str, other: str) -> None:
    """An umlaut as two letters, Greek capitals, and marks that are often left out."""
    assert looks(one) & looks(other)


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
        *(
            "All players",
            "Alle Spieler",
            "The other player",
            "Everyone else",
            "Player 2",
            "System Administrator",
        ),
        *("Turnierleitung", "Das Schiedsgericht", "Tournament Director", "Veranstalterin", "Moderator"),
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
        "\u3164",
        *("\u13deoki", "\u14aaoki", "\u053coki", "\u10daoki", "Lok\u3163"),
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
