"""What the cards in hand do is told: in the first letters, and to whoever asks."""

from typing import Any

import pytest
from board import GAME, Board
from desk import Desk

from referee import Table
from referee.games.thunder.learned import would
from referee.games.thunder.telling import ALWAYS, held, table
from referee.notation.reader import Reader as Reads
from referee.table import ruling
from referee.telling.about import about_of
from referee.telling.letter import Letter, bodies
from referee.telling.receipt import receipt
from referee.telling.sentences import reader_of
from referee.util.values import replace


def opened(language: str = "en") -> Table:
    """A table at which both seats are to choose their first rows."""
    return Table.open("thunder", seed="07", languages={"thor": language, "loki": language})


def kinds(t: Board, seat: str | None) -> list[str]:
    """The keys of the notes on a table as a seat sees it."""
    return [key for key, _ in table(t.view(seat)).notes]


def said(t: Board, seat: str, language: str) -> str:
    """The notes on a table as a seat reads them."""
    reader = reader_of(GAME, t.options, view := t.view(seat), language)
    notes = (reader.says.say("notes", key, reader.voice, values) for key, values in table(view).notes)
    return " ".join(notes)


def test_the_first_letter_says_what_the_cards_in_hand_do() -> None:
    """13, 15, 16.2 Each kind once, those alone that do more than fight; not those of the other hand."""
    text = " ".join(opened().report("loki").split())
    assert "Frigg 0: from the hand, you see the enemy hand" in text
    assert text.count("Female Archer 2: on the battlefield, beats a Shield Wall that she challenges.") == 1
    assert "Dragon 6: " not in text
    t = opened()
    t.play("loki", "deploy dragon, female-archer, ravens")
    assert "from the hand" not in t.report("loki")


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "What do my cards do?", "Frigg 0: from the hand, you see the enemy hand"),
        ("en", "cards", "Ravens 1: from the hand, a front card"),
        ("de", "Was können meine Karten?", "Raben 1: aus der Hand: eine vorderste Karte"),
        ("de", "karten", "Frigg 0: aus der Hand: du siehst die feindliche Hand"),
        ("en", "What does the Seer do?", "Seer: in the deck of Thor"),
        ("de", "Was machen Raben?", "Raben: im Deck von Thor"),
    ],
)
def test_what_cards_do_can_be_asked(language: str, line: str, told: str) -> None:
    """As people ask it: of all in hand, and of one."""
    answered = opened(language).play("loki", line)
    assert answered.verdicts == ("answered",)
    assert told in " ".join(answered.receipt.split())


def test_a_game_without_cards_in_hand_says_how_one_is_asked_for() -> None:
    """The Hammer of Thor has people; Odin's Table, where the decks are alike, tells all of them."""
    hammer = Table.open("hammer_of_thor", seed="07", options={"supplement": "house"})
    assert "card NAME" in hammer.play("red", "cards").receipt
    assert "card NAME" not in Table.open("odins_table", seed="07").play("odin", "cards").receipt


def test_an_onlooker_is_told_of_no_hand() -> None:
    """21 Hands are their holders' alone."""
    t = Board(loki={"hand": "frigg", "B": "ravens"}, thor={"hand": "hel", "B": "ravens"})
    assert [key for key, _ in held(t.view(None))] == ["both-decks", "both-decks"]


def test_a_card_without_strength_says_what_becomes_of_it_on_the_battlefield() -> None:
    """6.2, 6.7 It never challenges, and falls; Thor/Loki, who is not challenged, is told otherwise."""
    asked = opened().play("loki", ["card baldr", "card loki"])
    first, _, second = asked.receipt.partition("2> card loki")
    assert "never challenges, and falls when it is challenged. [6.2, 6.7]" in " ".join(first.split())
    assert "6.7" not in second


def test_cards_without_strength_are_told_for_what_they_are_on_the_battlefield() -> None:
    """6.2, 6.7 Once for all in a hand that has any; Thor/Loki and the treasures are told each for itself."""
    for hand, told in (("hel, baldr", 1), ("frigg, dragon", 0), ("loki", 0)):
        t = Board(loki={"hand": hand, "B": "ravens"}, thor={"B": "ravens"})
        assert [key for key, _ in held(t.view("loki"))].count("helpless") == told


def test_the_last_card_of_the_other_side_is_told() -> None:
    """8.3 To the one who may win by it; how many cards lie there all can see."""
    t = Board(loki={"B": "ravens", "C": "ravens"}, thor={"B": "ravens"})
    assert "their-last-card" in kinds(t, "loki")
    assert "last-card" in kinds(t, "thor")
    t = Board(loki={"B": "ravens", "C": "ravens"}, thor={"B": "ravens, ravens"})
    assert "their-last-card" not in kinds(t, "loki")


def test_moves_with_a_discard_order_are_told_once_in_a_while() -> None:
    """14.6 They are the same moves once more; `moves` lists them always."""
    t = opened()
    t.play("loki", "deploy dragon, female-archer, ravens")
    t.play("thor", "deploy huscarl, ravens, ravens")
    t.play("loki", "draw, draw, draw")
    t.play("thor", "draw, draw, draw")
    assert "say in which order" in t.play("loki", "moves").receipt
    keys = {
        family.key
        for family in t.choices("loki").families
        if "discard" in family.form or family.form == "order"
    }
    assert keys
    assert keys <= ALWAYS


def test_few_cards_are_told_before_they_are_the_last() -> None:
    """3.1, 3.7, 8.3 To whose turn it is, that all of them can fall in it; to the other, that they can."""
    t = Board(
        loki={"A": "dragon", "B": "ravens", "C": "ravens"}, thor={"A": "hirdman", "B": "ravens, ravens"}
    )
    assert "their-few-cards" in kinds(t, "loki")
    assert "few-cards" in kinds(t, "thor")
    assert not {"few-cards", "their-few-cards"}.intersection(kinds(t, None))
    t = Board(loki={"A": "dragon, hel", "C": "ravens"}, thor={"A": "hirdman", "B": "ravens, ravens"})
    assert not {"few-cards", "their-few-cards"}.intersection([*kinds(t, "loki"), *kinds(t, "thor")])
    t = Board(loki={"A": "loki", "B": "ravens"}, thor={"A": "hirdman, ravens", "B": "ravens, ravens"})
    assert {"few-cards"} <= {*kinds(t, "thor")}, "4 points with Loki in play"


@pytest.mark.parametrize(
    ("thor", "told"),
    [
        ({"hand": "ravens, ravens", "A": "huscarl", "B": "huscarl", "C": "huscarl"}, False),
        ({"hand": "ravens", "A": "female-archer", "B": "huscarl", "C": "huscarl"}, False),
        ({"hand": "baldr", "A": "female-archer", "B": "huscarl", "C": "huscarl"}, True),
        ({"hand": "female-archer", "A": "huscarl", "B": "huscarl", "C": "huscarl"}, True),
        ({"hand": "mjolnir", "A": "huscarl", "B": "huscarl", "C": "huscarl"}, True),
        ({"hand": "ravens", "A": "huscarl", "B": "female-archer", "C": "huscarl"}, True),
    ],
)
def test_behind_an_open_shield_wall_few_cards_are_safe(thor: dict[str, str], told: bool) -> None:
    """16.1 It is told that all can fall only where an archer or a spear can reach it."""
    t = Board(loki={"A": "ravens", "B": "shield-wall+"}, thor=thor, turn="thor", ap=3)
    assert ("their-few-cards" in kinds(t, "thor")) is told


def test_few_cards_are_no_danger_in_a_first_turn() -> None:
    """3.7 Nobody challenges in the first turn of his own."""
    three = {"A": "ravens", "B": "ravens", "C": "ravens"}
    t = Board(loki=three, thor=three, first_turn=True)
    assert "their-few-cards" not in kinds(t, "loki")
    assert "few-cards" not in kinds(t, "thor")
    assert "few-cards" in kinds(t, "loki"), "Thor has had his first turn"


@pytest.mark.parametrize(
    ("language", "mine", "theirs"),
    [
        (
            "en",
            "Loki may take your last 2 cards in one turn: without one you lose.",
            "You may take Thor's last 2 cards in this turn: whoever starts a turn without one loses.",
        ),
        (
            "de",
            "Loki kann deine letzten 2 Karten in einem Zug schlagen: Ohne eine verlierst du.",
            "Du kannst Thors letzte 2 Karten in diesem Zug schlagen: Wer einen Zug ohne eine beginnt, verliert.",
        ),
    ],
)
def test_the_sentences_of_few_cards(language: str, mine: str, theirs: str) -> None:
    """8.3 In both languages."""
    t = Board(loki={"A": "dragon", "B": "ravens"}, thor={"A": "hirdman", "B": "ravens"})
    told = {seat: said(t, seat, language) for seat in ("thor", "loki")}
    assert mine in told["thor"]
    assert theirs in told["loki"]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("nightmare", ("in the hand, the whole hand falls when Ravens hit it", "14.3")),
        ("tyr", ("in the hand it falls when Frigg finds it there", "13.2")),
        ("odins-ring", ("falls when it is challenged", "in the hand or from the deck", "8.1", "6.7", "19.3")),
    ],
)
def test_the_text_of_a_card_tells_what_befalls_it_in_the_hand(card: str, words: tuple[str, ...]) -> None:
    """And cites the rules that say so, for a treasure too, which they call the Ring/Crown."""
    told = " ".join(about_of(GAME, card).split())
    assert [one for one in words if one not in told] == []


def test_standing_orders_wait_for_the_first_turn() -> None:
    """3.5, 14.6 Before it nobody has seen what they are about; `moves` lists them all the same."""
    t = opened()
    assert "standing" not in t.report("loki")
    assert "standing order" in t.play("loki", "moves").receipt


NEW: dict[str, Any] = {
    "loki": {
        "hand": "ravens",
        "A": "dragon+",
        "B": "frost-giant",
        "deck": "hel, ravens, nightmare, fire-giant, dragon",
    },
    "thor": {"A": "hirdman+"},
    "ap": 5,
}
HEL = {
    "en": "Hel: from the hand, any one card of your pile comes back into your hand.",
    "de": "Hel: aus der Hand: eine beliebige Karte deiner Ablage kommt zurück auf die Hand.",
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_card_that_comes_for_the_first_time_is_told_with_what_it_does(language: str) -> None:
    """Hel too, who cannot be played with an empty pile; not Ravens, of which there were some, nor mere fighters."""
    desk = Desk(**NEW)
    desk.letter("loki", "draw", "draw", "draw", "draw")
    told = " ".join(desk.report("loki", language=language).split())
    assert told.count(HEL[language]) == 1
    assert told.count({"en": "Nightmare 0: on the battlefield", "de": "Nachtmahr 0: auf dem"}[language]) == 1
    for never in ("Ravens 1: ", "Raben 1: ", "Fire Giant 5: ", "Feuerriese 5: "):
        assert never not in told
    assert HEL[language] not in " ".join(desk.report("thor", language=language).split())
    desk.happened.clear()
    desk.letter("loki", "draw")
    assert HEL[language] not in " ".join(desk.report("loki", language=language).split())


def test_a_card_whose_power_stands_with_its_moves_is_not_told_again() -> None:
    """7.1 Baldr can be played as soon as it is drawn; and the page tells what the text does."""
    desk = Desk(**{**NEW, "loki": {**NEW["loki"], "deck": "baldr, hel"}})
    desk.letter("loki", "draw", "draw")
    told = " ".join(desk.report("loki").split())
    assert told.count("one of your cards moves to another place") == 1
    assert HEL["en"] in told
    table = Table.open("thunder", seed="07")
    table.play("loki", "deploy dragon, female-archer, ravens")
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    drawn = table.play("loki", "draw, draw, draw")
    letter = Letter(
        game=GAME,
        content=table.content,
        view=table.view("loki"),
        number="g1.loki.4",
        verdicts=drawn.ruled.verdicts,
        choices=table.choices("loki"),
    )
    made = bodies(letter)
    for form in (made.text, made.html):
        assert HEL["en"] in " ".join(form.split())
        assert "Ravens 1: " not in form


PLAIN = {
    "en": (
        "chooses three cards for the front row, at the same time and unseen",
        "Lay a card face down: in front, between or behind",
        "Challenge: both front cards turn up, and the weaker falls",
        "Challenge, and say in which order your cards go onto your pile if several fall",
        "4 action points in each turn with Loki there",
        "up to 3 Ravens of your pile come back into your hand",
        "up to 3 Viking Warriors and Female Archers of your pile come back into your hand",
        "2 action points, for two columns with a card",
        "only Frigg beats it in a challenge",
    ),
    "de": (
        "wählt drei Karten für die vordere Reihe, gleichzeitig und ungesehen",
        "Eine Karte verdeckt legen: nach vorn, dazwischen oder nach hinten",
        "Fordern: beide vordersten Karten werden aufgedeckt, die schwächere fällt",
        "Fordern, und die Reihenfolge nennen, in der deine Karten auf deine Ablage kommen, wenn mehrere fallen",
        "4 Aktionspunkte in jedem Zug, solange Loki da ist",
        "bis zu 3 Raben deiner Ablage kommen zurück auf die Hand",
        "bis zu 3 Wikingerkrieger und Bogenschützinnen deiner Ablage kommen zurück auf die Hand",
        "2 Aktionspunkte, für zwei Spalten mit einer Karte",
        "wird in einer Forderung nur von Frigg geschlagen",
    ),
}
"""What somebody who has never played asked for, in words that need no rulebook."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_letters_say_what_a_newcomer_asks(language: str) -> None:
    """1.3, 3.1, 5.1, 6.1, 10.2, 13.4, 14.6, 17.2 What an order does, where cards go, why there are so few points."""
    desk = Desk(
        loki={
            "hand": "loki, odin, longships",
            "A": "dragon+",
            "C": "viking-warriors",
            "pile": "ravens, female-archer",
        },
        thor={"A": "hirdman+"},
        ap=2,
    )
    desk.board.state = replace(desk.board.state, turn=3)
    opened_first = opened(language).report("thor")
    begun = reader_of(GAME, desk.board.options, desk.board.view("loki"), language)
    heading = begun.text("turn", turn=3, by="loki", ap=2, rule="3.1")
    giant = begun.text("standing-angrboda")
    told = " ".join((opened_first, desk.report("loki", language=language), heading, giant))
    for words in PLAIN[language]:
        assert words in " ".join(told.replace("|", " ").split())


@pytest.mark.parametrize("place", ["A1", "A2"])
@pytest.mark.parametrize(("language", "told"), [("en", "captured Hirdman"), ("de", "Hirdmann 4 (erbeutet)")])
def test_a_card_with_the_other_back_is_named_so_where_another_would_lie_beside_it(
    language: str, told: str, place: str
) -> None:
    """17.3 In front of it, or behind it."""
    desk = Desk(loki={"hand": "ravens", "A": "hirdman*"}, thor={"A": "hirdman"}, ap=3)
    reader = reader_of(GAME, desk.board.options, view := desk.board.view("loki"), language)
    key, values = would(view, f"lay ravens {place}") or ("", {})
    assert key == "would-lay"
    text = reader.says.say("notes", key, reader.voice, values)
    assert told in text


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "try lay ravens A1", "It would lie face down at A1, in front of your Dragon 6."),
        ("en", "try lay ravens A2", "It would lie face down at A2, behind your Dragon 6."),
        ("en", "try lay ravens C1", "It would lie face down at C1."),
        ("en", "try challenge A", "Your Dragon 6 would fight Thor's Hirdman 4: both"),
        ("en", "try challenge B", "Your Frost Giant 4 would fight a card of Thor that lies face down: both"),
        ("en", "try use gungnir A1", "its power: any one enemy card on the battlefield falls."),
        ("en", "try use ravens A", "They would look at Thor's Hirdman 4 at A1: with strength 0 or 1,"),
        ("en", "try use ravens B", "the card of Thor that lies face down at B1: with strength 0 or 1,"),
        ("en", "try use ravens hand", "to the front of a column, for which you are asked then if"),
        ("en", "try use ravens hand to B", "face up to the front of column B; a Nightmare takes"),
        ("de", "probiere nutze Raben B", "Sie sähen sich die verdeckte Karte von Thor auf B1 an: Mit"),
        ("de", "probiere nutze Raben hand nach B", "kommt offen nach vorn in Spalte B; ein Nachtmahr"),
        ("de", "probiere lege Raben A1", "Die Karte läge verdeckt auf A1, vor Drache 6."),
        ("de", "probiere fordere A", "Es kämpften Drache 6 und Thors Hirdmann 4: Beide"),
        ("de", "probiere nutze Gungnir A1", "Kraft abgelegt: eine beliebige feindliche Karte"),
    ],
)
def test_who_asks_about_an_order_is_told_what_it_would_do(language: str, line: str, told: str) -> None:
    """5.1, 6.1, 7.1 By what the reader sees, and nothing of the card that lies face down there."""
    desk = Desk(
        loki={"hand": "ravens, gungnir", "A": "dragon+", "B": "frost-giant"},
        thor={"hand": "seer", "A": "hirdman+", "B": "tyr"},
        ap=3,
    )
    verdicts = ruling.rule_on(
        GAME,
        desk.board.state,
        "loki",
        Reads(GAME, desk.board.options, (language,)).read_letter(line),
        desk.board.lots,
    ).verdicts
    reader = reader_of(GAME, desk.board.options, desk.board.view("loki"), language)
    found = " ".join(receipt(reader, verdicts, desk.board.choices("loki")).split())
    assert told in found
    assert "Tyr" not in found
