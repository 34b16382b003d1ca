"""H4 Consent to an invitation in other words: what people write, and what must not be taken for it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from referee.api import Table
from referee.engine.moves import Accept
from referee.house.games import find
from referee.house.terms import terms_of
from referee.notation import consent, readings
from referee.notation.reader import Order, Prose, Reader
from referee.table.audit import audit
from referee.telling.catalog import catalog
from referee.telling.times import terms_told

CASES = yaml.safe_load(Path(__file__).with_name("consent.yaml").read_text("utf-8"))
CONSENT = [*CASES["english"], *CASES["german"]]
GAME = find("thunder")


def reader(language: str, *, own_words: bool = True) -> Reader:
    """Reads the answers of a seat that is invited."""
    return Reader(GAME, GAME.options({}), (language,), invited=True, own_words=own_words)


def accepts(text: str, language: str = "en") -> bool:
    """Whether a letter accepts the invitation."""
    return any(isinstance(one.reading, Order) for one in reader(language).read_letter(text))


@pytest.mark.parametrize("language", ["en", "de"])
def test_consent_in_other_words_is_understood(language: str) -> None:
    """H4 At least 40 phrasings, whatever the language of the seat; alone, between greetings, before a question."""
    assert len(CONSENT) >= 40
    for line in CONSENT:
        for letter in (line, f"Dear Anna,\n\n{line}\n\nBest wishes\nBert"):
            orders = [
                one for one in reader(language).read_letter(letter) if not isinstance(one.reading, Prose)
            ]
            assert " ".join(one.text for one in orders) == line
            assert orders[0].reading == Order(Accept("")), line
            assert all(isinstance(one.reading, readings.Table) for one in orders[1:]), line


@pytest.mark.parametrize("language", ["en", "de"])
def test_where_the_terms_say_so_accept_alone_counts(language: str) -> None:
    """H4 No other words; the invitation says so, and the record is judged the same again."""
    table = Table.open("thunder", seed="07", invite=True, terms=terms_of({"consent": "accept"}))
    table.play("thor", f"language {language}")
    words = [line for line in CONSENT if not isinstance(reader(language, own_words=False).read(line), Order)]
    assert len(words) >= 40
    for line in words[::5]:
        table.play("thor", line)
        assert "thor" in table.index.house.waiting, line
    table.play("thor", "accept")
    assert table.index.house.waiting == ("loki",)
    assert audit(table).differences == ()
    said = [*terms_told(table.terms, catalog("thunder", "en"))]
    assert (
        said[0]
        == "This invitation is accepted by the order accept alone; other words that say yes do not count. [H4]"
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_else_is_taken_for_consent(language: str) -> None:
    """H4 Questions, conditions, doubts, quotations, thanks, what others say: 200 sentences and more."""
    assert len(CASES["others"]) == len({*CASES["others"]}) >= 200
    assert [line for line in CASES["others"] if accepts(line, language)] == []


@pytest.mark.parametrize(
    "around",
    [
        "Can we start on Monday?",
        "But only from Monday on.",
        "Not before Monday, though.",
        "If Anna plays.",
        "Aber erst ab Montag.",
        "decline",
        "draw",
        "accept unless it rains",
    ],
)
def test_a_doubt_beside_it_or_an_order_leaves_consent_unsaid(around: str) -> None:
    """H4 Consent counts only in a letter that says nothing against it, and nothing that is ruled on."""
    for letter in (f"Yes, count me in!\n{around}", f"{around}\nYes, count me in!"):
        read = reader("en").read_letter(letter)
        assert not any(isinstance(one.reading, Order) and one.text.startswith("Yes") for one in read)


def test_only_the_first_of_two_lines_accepts() -> None:
    """H4 The second one is prose, or it would be refused."""
    read = reader("en").read_letter("Yes, gladly!\n\nCount me in.")
    assert [one.reading for one in read] == [Order(Accept("")), Prose()]


def test_no_one_accepts_anything_in_play() -> None:
    """Without an invitation these lines are what they were: prose, or no offer of a draw would be safe."""
    playing = Reader(GAME, GAME.options({}))
    for line in ("Yes, count me in", "gladly!", "Bin dabei!"):
        assert [one.reading for one in playing.read_letter(line)] == [Prose()]


@pytest.mark.parametrize("lines", [["yes"], ["Gladly!", "Best wishes, Bert"]])
def test_what_accepts_is_entered_as_written(lines: Sequence[str]) -> None:
    """H4 The record holds the line as written and `accept`, and an audit finds the same."""
    table = Table.open("thunder", seed="07", invite=True)
    played = table.play(table.seats[0], lines)
    (first, *_) = played.ruled.verdicts
    assert (first.kind, first.written, first.line.text) == ("played", "accept", lines[0])
    assert not table.index.house.waiting or table.seats[0] not in table.index.house.waiting


def test_both_languages_have_words_of_consent() -> None:
    """A language of ours without such a file would understand `accept` alone."""
    assert consent.languages().keys() >= {"en", "de"}


@pytest.mark.parametrize(
    ("language", "letter", "settings"),
    [
        ("en", "Sure, count me in. letters every-order", ["letters every-order"]),
        ("en", "Sure, count me in! letters my-turn please", ["letters my-turn"]),
        ("en", "Yes, and letters every-order", ["letters every-order"]),
        ("en", "I accept, language de", ["language de"]),
        ("en", "accept, letters every-order", ["letters every-order"]),
        ("en", "I'm in; timezone Berlin", ["timezone Berlin"]),
        ("en", "Yes, count me in!\njson yes", ["json yes"]),
        (
            "en",
            "Yes, count me in!\n\nletters digest 18:00\nlanguage de",
            ["letters digest 18:00", "language de"],
        ),
        ("en", "letters every-order\nSure", ["letters every-order"]),
        ("en", "I accept\ncard hel", ["about hel"]),
        ("de", "Ich bin dabei! briefe jeder-befehl", ["letters every-order"]),
        ("de", "Ja gerne, und json ja", ["json yes"]),
        ("de", "Ich nehme an, sprache en bitte", ["language en"]),
        ("de", "Na gut, ich nehme die Einladung gerne an :-)\nbriefe mein-zug", ["letters my-turn"]),
        ("de", "Gerne!\nzeitzone Berlin\njson ja", ["timezone Berlin", "json yes"]),
    ],
)
def test_a_setting_or_a_question_may_stand_beside_consent(
    language: str, letter: str, settings: list[str]
) -> None:
    """H4 In the same line or in another; both are carried out, and the record is judged the same again."""
    table = Table.open("thunder", seed="07", invite=True, languages={"thor": language})
    played = table.play("thor", letter)
    assert "thor" not in table.index.house.waiting
    answered = [one.line.reading for one in played.ruled.verdicts if one.kind == "answered"]
    assert [f"{one.verb} {one.argument}" for one in answered if isinstance(one, readings.Table)] == settings
    assert played.verdicts.count("played") == 1
    assert audit(table).differences == ()


@pytest.mark.parametrize(
    "letter",
    [
        "Maybe. letters every-order",
        "I accept if you play fast. letters every-order",
        "Is it letters every-order, yes?",
        "Yes\ndraw",
        "Yes\noffer draw",
        "I accept\nsay But only from Monday on",
        "letters every-order",
        '"Sure, count me in." letters every-order',
        "Nein, lieber nicht. briefe mein-zug",
        "Vielleicht, briefe mein-zug",
        "Ja\ndraw",
        "Ich nehme an\nsage Aber erst ab Montag",
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_setting_beside_what_is_no_consent_makes_none(language: str, letter: str) -> None:
    """H4 Neither does an order of the game, nor a doubt in what is said to the others."""
    readings = [one.reading for one in reader(language).read_letter(letter)]
    assert Order(Accept("")) not in readings
