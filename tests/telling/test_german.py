"""German letters are German: no English word stands in them but names, codes, and what players wrote."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.golden import EXAMPLES

from referee.engine.events import Seen
from referee.house.games import BUILT_IN, find
from referee.notation.reader import Prose, Reader
from referee.notation.readings import reading_of
from referee.telling.catalog import telling
from referee.telling.handbook import handbook_text
from referee.telling.sentences import reader_of
from referee.telling.translations import messages
from referee.util.translations import HOUSE, translated

ENGLISH = """
    about above accept accepted accepts action after again all already also an and answer answered any
    anyone are as asked at attack back be because been before begins behind between both but by can
    cannot card cards challenge choose column could deal dealt decline did discard dispute does done down
    draw drawn each either else end ends enemy every face first for from game games given gives goes had
    has have held her here his how if instead into is it its keeper last later lay less letter letters
    line lost made may means more most move moves must never new next no nobody not nothing now of off
    offer on once one only open or order orders other others out over own pass piece pieces place play
    played player players plays point points position referee resign return right rule rules ruling said
    same scout seat secret see seen sent shown shuffle side since so some stands strength take taken than
    that the their them then there these they this those time to told turn turns two undo until up usual
    vacation waited waits was were what when where which who whoever whose will win wins with without
    words would you your
"""
"""Words of English letters."""
ALSO_GERMAN = frozenset(
    ("all", "am", "an", "also", "die", "hat", "her", "hand", "in", "man", "tag", "war", "was", "will", "so")
)
"""Words that mean something in German too."""
FOREIGN = frozenset(ENGLISH.split()) - ALSO_GERMAN
NAMES = re.compile(
    r"Thunder & Lightning|Odin's Table|`[^`]*`|<[^>]*>|\S+@\S+|https?://\S+|\bDKIM\b|Message-ID|sender: dkim|\bUTC\b|\[[^\]]*\]|\b[0-9a-f]{16,}\b"
)
"""What is the same in every language: titles, codes as the keeper types them, addresses, notes of the transcript."""
CODE = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
GAMES = (HOUSE, *sorted(BUILT_IN))


def english(text: str) -> list[str]:
    """The English words of a text."""
    found = (word.lower() for word in WORD.findall(NAMES.sub(" ", text)))
    return sorted({word for word in found if word in FOREIGN})


@pytest.mark.parametrize("game", GAMES)
def test_every_german_text_is_german(game: str) -> None:
    """In the words of each translation, those within its code left out."""
    says = translated(game, "de")
    wrong = {one.context: english(CODE.sub(" ", says.pgettext(*one))) for one in messages(game)}
    assert {context: words for context, words in wrong.items() if words} == {}


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_the_german_handbook_is_german(game: str) -> None:
    """From its title to its options; orders and cards are said in German, but for the names that cards have."""
    text = " ".join(handbook_text(game, "de").split())
    for name in sorted(names_on_cards(game), key=len, reverse=True):
        text = text.replace(name, "")
    assert english(FREE.sub(" ", text)) == []


FREE = re.compile(r'"[^"]*"|\b[a-z]+(?:-[a-z]+)+\b')
"""What is no word of ours in a handbook: free words within an order, and an ability as orders name it."""


def names_on_cards(game: str) -> set[str]:
    """The titles of a game's cards that are the same in every language, and of its files of cards."""
    one = find(game)
    lists = telling(one).deck_lists(one)
    said = {text for _, text in telling(one).card_texts(one)}
    files = {getattr(part, "title", "") for part in (lists if isinstance(lists, tuple) else ())} - {""}
    return files | {title for _, title in reading_of(one).card_names(one.options({})) if title not in said}


ONE_WORD = {
    r"Spielleitung": "der Spielleiter",
    r"gilt (das|dein) Schweigen|Schweigens? .{0,40}(ge)?wertet|wertet das Schweigen": "die Regel für das Schweigen",
    r"jemand anderes": "jemand anders",
    r"\bunentschieden": "remis",
    r"\bordnung": "reihenfolge",
    r"(?i:mit einem Tipp\b)": "antippen",
    r"(diesem|dieses|im|eines) Spiels? ({{|sender|wurde|zählen|läuft)|[Dd]as Spiel(?= (ruht|geht weiter|hat nicht))": "die Partie",
    r"(den|Dateien des|Worte .{0,40} des) Schiedsrichters? (erreicht|musste|zurück|:)": "das Schiedsrichterprogramm",
    r"(Hand .{0,40}|Karten )(hält|halten|hältst|hieltest)\b": "auf der Hand haben",
    r'"': "„...“",
}
"""What stood for one thing beside another word, and the word that stays."""


@pytest.mark.parametrize("game", GAMES)
def test_one_thing_has_one_german_word(game: str) -> None:
    """The keeper, the program, a game that is played, silence, a hand: each is called the same in every text."""
    says = translated(game, "de")
    texts = {one.context: CODE.sub("{{", says.pgettext(*one)) for one in messages(game)}
    assert {
        (key, word) for key, text in texts.items() for old, word in ONE_WORD.items() if re.search(old, text)
    } == set()


OF_A_NUMBER = ("unsere Festlegung", "unsere Ergänzung")
"""What stands after the number of a rule that is not a published one."""
NO_ORDER = frozenset(
    ("du", "gespielt", "erbeutete", "nach unten", "Bis zu 3", "Begründung: TEXT", "bestätige", *OF_A_NUMBER)
)
"""Quoted texts that are no player's orders: words, the printed rules, the judge's orders, the above."""


@pytest.mark.parametrize("game", [HOUSE, "thunder"])
def test_what_is_quoted_as_an_order_begins_as_one(game: str) -> None:
    """A German order within a sentence stands in marks, and its verb is one that is read."""
    one, says = find("thunder"), translated(game, "de")
    reader = Reader(one, one.options({}), ("de",))
    texts = [says.pgettext(*text) for text in messages(game)]
    quoted = {found for text in texts for found in re.findall("„([^“{}]+)“", CODE.sub("{}", text))} - NO_ORDER
    assert len(quoted) > (20 if game == HOUSE else 4)
    assert {form for form in quoted if isinstance(reader.read(form), Prose)} == set()


def german_letters() -> Iterator[tuple[str, str]]:
    """The letters out of golden games whose reader reads German, without the lines that players wrote."""
    for path in sorted(EXAMPLES.glob("*/*/mail.txt")):
        for block in path.read_text("utf-8").split("\n=== ")[1:]:
            head, _, body = block.partition("\n\n")
            name = head.split("\n")[0]
            if name.startswith("out ") and re.search(r"^Siegel ", body, re.MULTILINE):
                yield f"{path.parent.name} {name}", body


def test_german_letters_of_whole_games_are_german() -> None:
    """Reports, receipts, invitations, final letters: all except a player's own words, a name or a seal."""
    letters = list(german_letters())
    assert len(letters) > 100
    wrong = {name: found for name, body in letters if (found := english(ours(body)))}
    assert wrong == {}


NAMES_OF_LISTS = "Cards from the Eddas|A map from the Eddas"
"""What a card set and a map are called by those who made them."""


def ours(body: str) -> str:
    """A letter without what others wrote, the names of lists, the words of its seal, and notes of the transcript."""
    kept, words = [], False
    for line in body.split("\n"):
        words = line.startswith("In Worten:") or (words and bool(line.strip()))
        if not (words or re.match(r"\s*\d+> |\s*\| ", line)):
            kept.append(line)
    return re.sub(NAMES_OF_LISTS, "", " ".join(" ".join(kept).split()))


STAMMERED = re.compile(r"\b([a-zäöüß]{4,}) \1 \1\b|([a-zäöüß]{4,})\2\2")


@pytest.mark.parametrize("game", [*sorted(BUILT_IN), HOUSE])
def test_no_word_is_said_three_times_in_a_row(game: str) -> None:
    """Somebody's search and replace, run six times, once left "Ablagestapelstapelstapel" in a catalogue."""
    says = translated(game, "de")
    assert [one for one in messages(game) if STAMMERED.search(CODE.sub(" ", says.pgettext(*one)))] == []


def test_an_english_word_is_found() -> None:
    """What the tests above look for."""
    assert english("Dein deck of Karten") == ["of"]
    assert english(ours("1> accept\n  Ausgeführt: accept Grüße")) == ["accept"]
    assert english("`option seer=must-draw`, Odin's Table") == []


AFTER_A_VERB = re.compile(
    r"(?:\|me\('[^']*', '[^']*'\) ?}}|\b(?:spiele|hältst|nicht)) (?:gerade )?(?:{% if [^%]*%})?"
    r"{{ (?:card|cards|target|next)\|(?:card|strong|cards|grouped)"
)
"""The name of a card right behind a verb."""


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_a_card_is_no_object(game: str) -> None:
    """Names are not declined: "Du verwirfst die Karte Klarer Kopf", "Du ziehst die Karte Drache", and no other way."""
    says = translated(game, "de")
    assert [one.context for one in messages(game) if AFTER_A_VERB.search(says.pgettext(*one))] == []


@pytest.mark.parametrize(
    ("game", "event", "values", "told"),
    [
        ("thunder", "Drew", {"by": "loki", "card": "loki.dragon"}, "Du ziehst die Karte Drache 6."),
        (
            "hammer_of_thor",
            "FateDiscarded",
            {"by": "loki", "card": "clear-head"},
            "Du verwirfst die Karte Klarer Kopf.",
        ),
        (
            "odins_table",
            "Replaced",
            {"of": "loki", "card": "thor.loki", "column": 2},
            "Du ziehst die Karte Loki",
        ),
    ],
)
def test_a_card_is_told_by_its_name_as_it_stands_on_it(
    game: str, event: str, values: dict[str, Any], told: str
) -> None:
    """Behind "die Karte", in the three games."""
    played = find(game)
    content = played.options({})
    seats = [one.name for one in played.seating(content)]
    seat = "loki" if "loki" in seats else seats[0]
    view = played.view(played.blank("g", content), seat)
    given = {name: seat if one == "loki" else one for name, one in values.items()}
    said = reader_of(played, content, view, "de").event(Seen(event, "1.1", given))
    assert said.startswith(told)


ROOM = ("Ist kein Platz", "ohne Platz schließt", "nimmt den Platz deines", "Platz für sechzig")
"""Where the word means room, and no seat."""


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_called_as_no_place_is(game: str) -> None:
    """In orders a place is ORT and a seat SPIELER, and where a map has places nobody has a Platz."""
    says = translated(game, "de")
    texts = {one.context: " ".join(says.pgettext(*one).split()) for one in messages(game)}
    assert [
        key for key, text in texts.items() if re.search(r"\bPLATZ\b", text) and text != "EIN STILLER PLATZ"
    ] == []
    if game == "hammer_of_thor":
        for room in ROOM:
            texts = {key: text.replace(room, "") for key, text in texts.items()}
        assert [key for key, text in texts.items() if re.search(r"\bPl(?:atz|ätze)", text)] == []
