"""What a card, a person or a place is: asked by mail and on the command line, in each game and language."""

from typing import Any

import pytest
from support.sizes import FULL

from referee.api import Table
from referee.cli import run
from referee.games.thunder.cards import POWERS, STANDING
from referee.house.games import find
from referee.notation.reader import Order, Prose, Reader
from referee.notation.readings import Table as Asked
from referee.telling.about import about_of, rules_naming
from referee.telling.catalog import catalog, languages
from referee.telling.sentences import reader_of

GAMES = ("thunder", "odins_table", "hammer_of_thor")
NAMES = {"thunder": "ravens", "odins_table": "hel", "hammer_of_thor": "mjollnir"}


def reader(game: str, language: str = "en") -> Reader:
    """A reader of the letters of a game with its usual options."""
    found: Any = find(game)
    given = {"supplement": "house", "players": "red:A,blue:B"} if game == "hammer_of_thor" else {}
    return Reader(found, found.options(given), (language,))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("language", "word"), [("en", "card"), ("en", "what is"), ("de", "karte"), ("de", "was ist")]
)
def test_a_name_is_asked_about(game: str, language: str, word: str) -> None:
    """With or without a question mark, in the language of the seat; in German English is read too."""
    known = reader(game, language)
    for line in (
        f"{word} {NAMES[game]}",
        f"{word.title()} {NAMES[game].title()}?",
        f"- {word} {NAMES[game]}.",
    ):
        assert known.read(line) == Asked("about", NAMES[game])


@pytest.mark.parametrize(
    "line",
    ["What is up?", "Card games are fun", "who is on turn", "cards on the table, please", "1> card odin"],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_asks_nothing(game: str, line: str) -> None:
    """What names nothing stays prose."""
    assert reader(game).read(line) == Prose()


def test_a_name_that_nothing_has_is_told() -> None:
    """Behind `card` alone, so that nobody waits in vain."""
    assert reader("thunder").read("card xyzzy") == Asked("about", "xyzzy")
    assert "xyzzy" in about_of(find("thunder"), "xyzzy")


def test_an_order_comes_before_the_question() -> None:
    """The Hammer of Thor has Encounter cards: `card con` plays one; what else has a name is asked about."""
    known = reader("hammer_of_thor")
    assert isinstance(known.read("card con"), Order)
    assert known.read("card thor") == Asked("about", "thor")
    assert known.read("card good") == Asked("about", "good")
    assert known.read("card 05") == Asked("about", "5")


@pytest.mark.parametrize(
    ("game", "language", "name", "told"),
    [
        ("thunder", "en", "ravens", ("Ravens: in the deck of Thor 9, strength 1", "15.1 You may lay Ravens", "More in the rules: 15.1")),
        ("thunder", "de", "ravens", ("im Deck von Thor 9, Stärke 1", "Mehr in den Regeln: 15.1")),
        ("odins_table", "en", "loki", ("Loki: value 1, 3 cards in each deck.", "More in the rules: 4.5")),
        ("odins_table", "de", "loki", ("Loki: Wert 1, 3 Karten", "Mehr in den Regeln: 4.5")),
        ("hammer_of_thor", "en", "thor", ("good Aesir, male", "STRENGTH 9", "STAMINA 16", "The mission:", "2.1C")),
        ("hammer_of_thor", "de", "thor", ("STÄRKE 9", "AUSDAUER 16", "Auftrag:", "Regeln:")),
        ("hammer_of_thor", "en", "urd", ("STAMINA unlimited", "seven counters that nobody has: at 50")),
        ("hammer_of_thor", "en", "mjollnir", ("REPUTATION 6", "STRENGTH +3 (supplement)", "listed with Thor")),
        ("hammer_of_thor", "en", "carved-stone", ("a Fate card, 4 copies: a rune, for a character",)),
        (
            "hammer_of_thor",
            "en",
            "ragnarok",
            ("the game comes to its end", "the last three Prediction cards", "when no Fate card is left"),
        ),
        ("hammer_of_thor", "en", "mind-rune", ("INTELLIGENCE becomes 9", "2.2B1")),
        ("hammer_of_thor", "en", "falcon", ("a shape, crosses water", "SPEED 7", "WISDOM (its own)")),
        ("hammer_of_thor", "en", "29", ("29 Mimir's Well", "encounter 2 of 10", "to 28, 30, 63")),
        ("hammer_of_thor", "en", "Mimir's Well", ("29 Mimir's Well",)),
        ("hammer_of_thor", "en", "evil", ("Loki 16", "1.0d")),
        ("hammer_of_thor", "de", "jotun", ("Riesen: Mimir 14, Utgard-Loki 14, Hrungnir 12",)),
    ],
)  # fmt: skip
def test_what_is_told(game: str, language: str, name: str, told: tuple[str, ...]) -> None:
    """Kind, figures, power, and the rules it rests on."""
    found = " ".join(about_of(find(game), name, language).split())
    for one in told:
        assert one in found


@pytest.mark.slow
def test_every_name_of_every_game_is_told() -> None:
    """Whatever has a name of its own in orders is something, and rests on rules that there are.

    One name in six, all with REFEREE_FULL set.
    """
    for game in GAMES:
        known: Any = find(game)
        content = known.options({})
        skipped = {"red", "blue", "green"}
        for name, _ in [*known.reading.card_names(content)][:: 1 if FULL else 6]:
            if name not in skipped:
                assert all(about_of(known, name, language) for language in ("en", "de"))
        assert all(
            number in about_of(known, NAMES[game]) for number in list(rules_naming(known, "Ravens"))[:1]
        )


def test_it_is_answered_by_mail_and_costs_nothing() -> None:
    """The receipt holds the answer; the orders below it are played."""
    table = Table.open("thunder", seed="07")
    played = table.play("loki", ["card ravens", "deploy dragon, female-archer, ravens"])
    assert played.verdicts == ("answered", "played")
    assert "in the deck of Loki 9" in str(played)


def test_it_is_told_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`referee handbook GAME --card NAME`, in any language."""
    assert run(["handbook", "hammer_of_thor", "--card", "Mjollnir", "--language", "de"]) == 0
    assert "Mjollnir: magisch W, RUHM 6" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "rules hel"), ("en", "Rules: Hel?"), ("de", "regeln hel"), ("de", "rules Hel")],
)
def test_the_rules_of_a_card_are_asked_for_by_its_name(language: str, line: str) -> None:
    """`rules hel` asks what `card hel` asks; a number is still a rule, and an unknown name is misread."""
    known = reader("thunder", language)
    assert known.read(line) == Asked("about", "hel")
    assert known.read("rules 17.1") == Asked("rules", "17.1")
    assert known.read("rules xyzzy") == Asked("rules", "xyzzy")  # what the rules are searched for


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        ("en", "hel", "From the hand: any one card of your pile comes back into your hand."),
        ("de", "hel", "Aus der Hand: eine beliebige Karte deiner Ablage kommt zurück auf die Hand."),
        ("en", "frigg", "13.2 From the hand Frigg does one of two things."),
        ("en", "shield-wall", "never challenges, and beats whatever challenges it, but a Female Archer."),
        ("de", "nightmare", "Auf dem Schlachtfeld: fordert nie; wird er gefordert, fällt seine Spalte"),
    ],
)
def test_a_card_of_thunder_tells_its_power(language: str, name: str, told: str) -> None:
    """In a line, from the hand and on the battlefield, before the rule that says it in full."""
    assert told in " ".join(about_of(find("thunder"), name, language).split())


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        (
            "en",
            "loki",
            "Its power: if a higher card attacks it, nobody is captured, and the two pieces change",
        ),
        ("de", "loki", "Was sie kann: Greift eine höhere Karte sie an, wird kein Stein gefangen genommen,"),
        (
            "en",
            "hugin-munin",
            "Its power: when a piece comes into its column, or after it fought, you may turn up",
        ),
        (
            "de",
            "hugin-munin",
            "Was sie kann: Kommt ein Stein in ihre Spalte, oder hat sie gekämpft, darfst du",
        ),
    ],
)
def test_a_card_of_odins_table_tells_its_power(language: str, name: str, told: str) -> None:
    """4.5, 5.1, 5.6 The two that have one; the others only count."""
    assert told in " ".join(about_of(find("odins_table"), name, language).split())
    assert "power" not in about_of(find("odins_table"), "freyr")


def test_every_card_of_thunder_with_a_power_has_a_line_in_every_language() -> None:
    """Each card that can be played from the hand (7.5), and each with an effect on the battlefield."""
    for language in languages():
        texts = catalog("thunder", language).entries["texts"]
        assert {f"power-{name}" for name in POWERS} == {key for key in texts if key.startswith("power-")}
        assert {f"standing-{name}" for name in STANDING} == {
            key for key in texts if key.startswith("standing-")
        }


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Play captured Hel: any one card of your pile comes back into your hand"),
        ("de", "Hel (erbeutet) spielen: eine beliebige Karte deiner Ablage kommt zurück auf die Hand"),
    ],
)
def test_a_letter_lists_a_card_to_be_played_with_its_power(language: str, told: str) -> None:
    """17.1 In its heading, in the reader's language, a captured card too."""
    game: Any = find("thunder")
    content = game.options({})
    known = reader_of(game, content, game.view(game.blank("", content), "loki"), language)
    assert known.says.say("families", "use", known.voice, {"card": "captured hel"}) == told


@pytest.mark.parametrize(
    ("language", "name", "told", "rests"),
    [
        (
            "en",
            "odin",
            "In an attack only its value counts; it does nothing else.",
            "More in the rules: 4.2, 1.3.",
        ),
        (
            "de",
            "hel",
            "Beim Angriff zählt nur ihr Wert; sonst kann sie nichts.",
            "Mehr in den Regeln: 4.2, 1.3.",
        ),
        ("en", "loki", "when it attacks it is a 1 and no more.", "More in the rules: 4.5, 4.6, 4.7."),
    ],
)
def test_a_card_without_a_power_says_so(language: str, name: str, told: str, rests: str) -> None:
    """1.3, 4.2 Instead of the list of the deck, or what is said of the player who is called like the card."""
    answer = " ".join(about_of(find("odins_table"), name, language).split())
    assert answer.endswith(rests)
    assert told in answer
    assert "1.1" not in answer
