"""The first letters of a game: the invitation, its receipt, the first choice, the first turn; and settings."""

import re
from urllib.parse import unquote

import pytest
from support.letters_out import ADDRESS

from referee.api import Table
from referee.house.games import find
from referee.house.terms import terms_of
from referee.notation.reader import Prose, Reader
from referee.telling.catalog import catalog
from referee.telling.invited import Invitation, invitation
from referee.telling.letter import Bodies, Letter, bodies

LINK = re.compile(r'<a[^>]*href="([^"]*)"')
SEATS = {"thunder": ("loki", "thor"), "odins_table": ("odin", "thor"), "hammer_of_thor": ("red", "blue")}
"""The seats of a table for two, in the order in which they play."""
CARDS = {"en": "cards", "de": "karten"}
BEGINS = {
    "thunder": {"en": "Loki goes first.", "de": "Loki beginnt."},
    "odins_table": {"en": "Odin goes first.", "de": "Odin beginnt."},
}


def invited(name: str, language: str) -> Bodies:
    """The invitation of the second player."""
    game = find(name)
    content = game.options(
        {"supplement": "house", "players": "red:A,blue:B"} if name == "hammer_of_thor" else {}
    )
    one = Invitation(
        game=game,
        content=content,
        seat=SEATS[name][1],
        number="g1.x.1",
        commit="cd" * 32,
        language=language,
        address=ADDRESS,
    )
    return invitation(one)


def opened(name: str, language: str = "en") -> Table:
    """A game that was just dealt, read in a language."""
    return Table.open(name, seed="07", languages=dict.fromkeys(SEATS[name], language))


def letter(table: Table, seat: str, language: str = "en") -> Bodies:
    """The letter of the moment to a seat."""
    return bodies(
        Letter(
            game=table.game,
            content=table.content,
            view=table.view(seat),
            number=f"g1.{seat}.9",
            choices=table.choices(seat),
            language=language,
            address=ADDRESS,
        )
    )


def flat(text: str) -> str:
    """A text in one line, without the bars before its lines."""
    return " ".join(text.replace("\n|", "\n").split())


def chosen(name: str, language: str = "en") -> tuple[Table, list[str]]:
    """A game where both have made their first choice, who is first to play last; and the receipts."""
    table = opened(name, language)
    told = [table.play(seat, next(iter(table.moves(seat)))).receipt for seat in reversed(SEATS[name])]
    return table, [*map(flat, told)]


@pytest.mark.parametrize("language", CARDS)
@pytest.mark.parametrize("name", SEATS)
def test_an_invitation_has_a_tap_for_the_cards_where_their_word_is_answered(name: str, language: str) -> None:
    """Beside how a turn goes, above the small print, once; the word itself stands in the text."""
    made, tap = invited(name, language), f'body={CARDS[language]}"'
    told = name != "hammer_of_thor"
    assert made.html.count(tap) == told
    if told:
        assert made.html.find(tap) < made.html.find("<h2")
        assert f" {CARDS[language]}" in made.text
        reader = Reader(find(name), find(name).options({}), (language,))
        assert not any(isinstance(line.reading, Prose) for line in reader.read_letter(CARDS[language]))


@pytest.mark.parametrize("language", CARDS)
@pytest.mark.parametrize("name", BEGINS)
def test_an_invitation_says_who_goes_first(name: str, language: str) -> None:
    """Which cards one lays in front hangs on it (rules 1.5 and 2.4)."""
    made = invited(name, language)
    assert BEGINS[name][language] in flat(made.text)
    assert BEGINS[name][language] in flat(made.html.replace("&#39;", "'"))


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", "Thor, Odin's Ring 0,", "Gungnir."), ("de", "Thor, Odins Ring 0,", "Gungnir.")],
)
def test_the_cards_of_both_decks_are_told_to_who_asks(language: str, first: str, last: str) -> None:
    """They are no secret: before a hand is dealt that is all there is to tell, and after it stands below."""
    table = opened("thunder", language)
    told = flat(table.play("thor", CARDS[language]).receipt)
    assert first in told
    assert last in told
    assert "50" in told


@pytest.mark.parametrize(
    ("line", "language"), [("accept", "en"), ("Yes, count me in!", "en"), ("annehmen", "de")]
)
def test_what_is_done_by_the_house_is_not_called_played(line: str, language: str) -> None:
    """H4 Nothing of the game is played by an acceptance: what it does is told, and no more."""
    table = Table.open("thunder", seed="07", invite=True, languages={"thor": language})
    told = flat(table.play("thor", line).receipt)
    assert {"en": "You accept the invitation. [H4]", "de": "Du nimmst die Einladung an. [H4]"}[
        language
    ] in told
    assert not {"Played", "Ausgeführt", "Answer:"} & {*told.replace(":", ": ").split()}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "letters digest 18:00",
            "From now on your letters come once a day, at 18:00, those of all your games together,",
        ),
        (
            "letters every-order",
            "From now on your letters come after every letter of another player that changes",
        ),
        ("reminders 2 days", "From now on reminders come to you 2 days before each deadline. [H12]"),
    ],
)
def test_a_setting_says_first_that_it_counts_from_now_on(line: str, told: str) -> None:
    """H10, H12 At the end of a long sentence it would seem to belong to what stands before it."""
    table = Table.open("thunder", seed="07", terms=terms_of({"deadline": "3 days"}))
    answer = flat(table.play("thor", line).receipt)
    assert f"> {line} {told}" in answer
    assert "from now on" not in answer


def test_the_six_cards_stand_where_they_are_laid() -> None:
    """2.2 A page tells them below the board, in no small letters, once; the form says which column comes when."""
    made = letter(opened("odins_table"), "odin")
    six, form = made.html.find("Your first six:"), made.html.find("place CARD")
    assert 0 < six < form
    assert made.html.count("Your first six:") == 1
    assert 'class="quiet"' not in made.html[made.html.rfind("<p", 0, six) : six]
    assert "for a, b, c, d, e, f" in flat(made.text)


@pytest.mark.parametrize("language", CARDS)
def test_no_letter_before_the_first_turn_tells_of_a_standing_order(language: str) -> None:
    """5.7 Nobody has heard of scouting by then; it may be given, and later letters tell of it, with all six columns."""
    table = opened("odins_table", language)
    assert "5.7" not in letter(table, "odin", language).text
    given = {"en": "standing scout d, c", "de": "dauerauftrag auskundschaften d, c"}[language]
    assert table.play("odin", given).verdicts == ("played",)
    table, _ = chosen("odins_table", language)
    told = flat(letter(table, "odin", language).text)
    assert "5.7" in told
    assert "d, c, e, b, f, a" in told
    assert {"en": "some or all, the best first", "de": "einige oder alle, die beste zuerst"}[language] in told


@pytest.mark.parametrize(
    ("name", "language", "once", "twice"),
    [
        (
            "odins_table",
            "en",
            "All twelve cards lie face down at columns a to f. [2.2]",
            "six cards lie face down",
        ),
        (
            "odins_table",
            "de",
            "Alle zwölf Karten liegen verdeckt an den Spalten a bis f. [2.2]",
            "sechs Karten liegen",
        ),
        (
            "thunder",
            "en",
            "All six cards lie face down in row 1 of A, B and C; yours: Dragon, Female Archer, Female Archer. [1.3]",
            "three cards",
        ),
        (
            "thunder",
            "de",
            "Alle sechs Karten liegen verdeckt in Reihe 1 von A, B und C; deine: Drache, Bogenschützin, Bogenschützin. [1.3]",
            "drei Karten",
        ),
    ],
)
def test_that_all_cards_lie_is_told_in_one_sentence(name: str, language: str, once: str, twice: str) -> None:
    """Which cards they are is told with it, and nowhere else."""
    _, (_, told) = chosen(name, language)
    assert told.count(once) == 1
    assert twice not in told


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        (
            "odins_table",
            "en",
            "You win with three pieces in Thor's fortress, row 5. A step is written b2-c3,",
        ),
        (
            "odins_table",
            "de",
            "Du gewinnst mit drei Steinen in Thors Festung, Reihe 5. Ein Schritt heißt b2-c3,",
        ),
        ("thunder", "en", "In your first turn you may not challenge. [3.7]"),
        ("thunder", "de", "In deinem ersten Zug darfst du nicht fordern. [3.7]"),
    ],
)
def test_the_first_turn_of_each_player_is_explained_and_no_other(name: str, language: str, told: str) -> None:
    """The invitation, which said so, is days old by then."""
    table, _ = chosen(name, language)
    first, second = SEATS[name]
    assert told in flat(letter(table, first, language).text)
    assert told[:20] not in flat(letter(table, second, language).text)
    while table.owed()[0].seat != second:
        table.play(first, next(iter(table.moves(first))))
    now = flat(letter(table, second, language).text)
    assert told.replace("Thor", "Odin").replace("row 5", "row 1").replace("Reihe 5", "Reihe 1") in now
    while table.owed()[0].seat != first:
        table.play(second, next(iter(table.moves(second))))
    assert told[:20] not in flat(letter(table, first, language).text)


@pytest.mark.parametrize("language", CARDS)
def test_the_first_letter_of_the_hammer_has_taps_for_all_whom_one_may_begin_with(language: str) -> None:
    """1.0d The letter names those questions beside the few that it tells; a page has their links there."""
    table = Table.open(
        "hammer_of_thor",
        seed="07",
        options={"supplement": "house", "players": "red:A,blue:B"},
        languages=dict.fromkeys(SEATS["hammer_of_thor"], language),
    )
    seat = table.owed()[0].seat
    made = letter(table, seat, language)
    for question in {"en": ("card good", "card evil"), "de": ("karte gut", "karte böse")}[language]:
        assert sum(one.endswith(f"body={question}") for one in map(unquote, LINK.findall(made.html))) == 1


@pytest.mark.parametrize("language", CARDS)
def test_what_is_set_aside_is_told_so_that_one_can_tell_what_the_seven_are(language: str) -> None:
    """4.4 Seven counters that nobody has."""
    says = catalog("hammer_of_thor", language)
    told = says.entries["events"]["LaidOut"]
    assert {"en": "the seven counters that nobody has", "de": "den sieben Marken gehört, die niemand hat"}[
        language
    ] in told


def test_what_is_offered_below_a_question_is_of_when_it_was_asked() -> None:
    """Orders of the position after the letter would be taken for answers to it: none is told where one was played."""
    table, _ = chosen("thunder")
    there = "Allowed now: "
    assert there in flat(table.play("loki", "why lay dragon C1").receipt)
    assert there in flat(table.play("loki", ["draw", "why lay dragon C1"]).receipt)
    assert there not in flat(table.play("loki", ["why lay dragon C1", "draw"]).receipt)
