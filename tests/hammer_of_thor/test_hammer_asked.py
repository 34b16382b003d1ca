"""`card NAME` answers what anything on a card is, and what comes of it here; a slip in a name stops nothing."""

from collections.abc import Sequence

import pytest
from support.meant import offered

from referee import Table
from referee.games.hammer_of_thor.figures import INSANITIES
from referee.games.hammer_of_thor.moves import ENCOUNTER_CARDS
from referee.telling.letter import Letter, bodies
from referee.telling.moves import likely_turns
from referee.telling.sentences import reader_of

HOUSE, MASTER = {"supplement": "house"}, {"seats": "3"}


def answered(said: str | Sequence[str], options: dict[str, str] = HOUSE) -> tuple[tuple[str, ...], str]:
    """The verdicts on a letter of red's, and what it is answered."""
    played = Table.open("hammer_of_thor", seed="07", options=options).play("red", said)
    return played.verdicts, " ".join(played.receipt.replace("\n| ", "\n").split())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("card helm", "Nothing is called helm here. Is it helm-of-awe, iron-helm, bronze-helm?"),
        ("card mjolnir", "Is it mjollnir?"),
        ("card xyzzy", "Ask by the name that stands in orders."),
    ],
)
def test_a_name_that_is_not_known_stops_no_letter(asked: str, told: str) -> None:
    """`card` is an order here too; names that are near are told, and the letter goes on."""
    verdicts, text = answered([asked, "card thor"])
    assert verdicts == ("answered", "answered")
    assert told in text


@pytest.mark.parametrize("order", ["card attak", "card frendship", "card followr please"])
def test_what_was_meant_for_an_encounter_card_is_no_question(order: str) -> None:
    """A slip in an order stops the letter, as ever."""
    verdicts, text = answered([order, "choose thor"])
    assert verdicts == ("misread", "not-played")
    assert "Did you mean: card " in text


def test_a_courtesy_after_an_encounter_card_is_none_of_its_name() -> None:
    """The order is ruled on, and here refused: no encounter is open."""
    assert answered(["card follower please"])[0] == ("refused",)


@pytest.mark.parametrize(
    ("name", "whose", "number"),
    [
        ("thunder", "an ability of Thor", "2.1C"),
        ("mischief", "a weakness of Loki", "2.1D"),
        ("giant-bane", "an instinct of Thor", "2.1E"),
    ],
)
def test_s15_whatever_stands_on_a_card_can_be_asked_for(name: str, whose: str, number: str) -> None:
    """What comes of it: nothing with the supplement, and with a master what the master says."""
    _, with_supplement = answered(f"card {name}")
    _, with_master = answered(f"card {name}", MASTER)
    assert f"{whose}. With the supplement nothing comes of it." in with_supplement
    assert f"{number}, S15." in with_supplement
    assert f"{whose}. What it does is not documented: the master decides." in with_master
    assert "S15" not in with_master


def test_s15_a_smith_forges() -> None:
    """The one ability that the supplement knows."""
    assert "With the supplement it gets forged items for runes." in answered("card smith")[1]


def test_s1_with_the_supplement_no_mission_is_told() -> None:
    """Nobody could say that it is fulfilled."""
    assert "The mission: " in answered("card thor", MASTER)[1]
    told = answered("card thor")[1]
    assert "mission: " not in told
    assert "are names alone; only a smith forges. [S15]" in told


def test_s15_a_card_for_the_master_does_nothing() -> None:
    """As the letters have it for the hand."""
    assert "nothing happens" in answered("card strange-guest")[1]
    assert "The master says what he wants" in answered("card strange-guest", MASTER)[1]


def test_a_realm_tells_its_places_and_the_ways_out_of_it() -> None:
    """Who has the text alone finds a way over the map: each place, its lines, and which of them leave the realm."""
    verdicts, text = answered(["card muspelheim"])
    assert verdicts == ("answered",)
    assert "39 Muspel Gate, to 40, 68, 75; encounter 6 of 10, Muspellson." in text
    assert "75 Fimbull River, water, to 39, 40, 72 (Midgard); encounter 3 of 10, Animal." in text
    assert "38 Ydalir" not in text


@pytest.mark.parametrize("insanity", INSANITIES)
def test_2_2a8_an_insanity_tells_what_it_does_and_how_it_ends(insanity: str) -> None:
    """Each of the nine; only with the supplement a roll ends it (S18)."""
    _, with_supplement = answered(f"card {insanity}")
    _, with_master = answered(f"card {insanity}", MASTER)
    for told in (with_supplement, with_master):
        assert "It ends " in told
        assert "Nothing is called" not in told
    assert ("S18" in with_supplement, "S18" in with_master) == (True, False)


@pytest.mark.parametrize(
    ("name", "told", "numbers"),
    [
        ("stamina", "3/16 is 3 left of 16. Who has none left is dead, or subdued.", "2.1A, S6, S12."),
        ("REPUTATION", "What counts in the end is REPUTATION", "M15, 1.0j."),
        ("speed", "as far as the slowest in it", "4.2a, M18, M20."),
        ("accuracy", "4 + ACCURACY - the other's AGILITY", "2.1G, S4, S6, S13."),
        ("STRENGTH", "1 STAMINA and half the STRENGTH, rounded down", "2.1G, S6, S13."),
        ("agility", "AGILITY of the one who is struck", "2.1G, S4, S6."),
        ("wisdom", "stands against CON and FOLLOWER", "2.1G, 2.2A3, S5, S10, S18, 2.1C."),
        ("INTELLIGENCE", "a rune works if a roll is at most", "2.1G, 2.2B1, S5."),
        ("senses", "at most the lowest SENSES in the group", "2.1G, 4.2c, S5."),
        ("reaction", "each leader adds it to a roll", "2.1G, 4.2c, S3, S6."),
        ("temper", "plays ATTACK if a roll is at most its TEMPER", "2.1G, S2, S5."),
        ("charisma", "FOLLOWER, SEDUCE and FRIENDSHIP are tried with it", "2.1G, S5."),
        ("might", "which side wins at RAGNAROK", "S13."),
        ("encounter", "3 of 10 is 0, 1 or 2. You meet the top card of the deck", "4.5, M16, S1."),
        ("search", "3 of 10 are 6 of 10", "4.2b, M11, S16."),
        ("reconnoitre", "at most the lowest SENSES in the group", "4.2c, M11."),
        ("caution", "need not roll for an encounter", "4.2b, M16, M17."),
        ("halt", "ends the movement", "4.0, M16."),
        ("horizon", "Below the horizon lie", "2.2A8."),
        ("counters", "Heimdall at 08 Hlidskialf, Mimir at 29 Mimir's Well, Modgud at 41", "1.0g, 4.2a, 4.4."),
        ("leader", "of your others, but no animal, takes its part", "M15, 1.0j, M19, S7, S11."),
    ],
)
def test_words_that_letters_are_full_of_can_be_asked_for(name: str, told: str, numbers: str) -> None:
    """They are no cards: a newcomer asks for them by the same word; with a master nothing is said of the supplement."""
    verdicts, text = answered(f"card {name}")
    assert verdicts == ("answered",)
    assert told in text
    assert f"More in the rules: {numbers}" in text or f"Rule: {numbers}" in text
    _, with_master = answered(f"card {name}", MASTER)
    assert ", S" not in with_master.partition("THE TABLE")[0]


@pytest.mark.parametrize(
    ("language", "asked", "tap", "told"),
    [
        ("en", "what happens if Surt dies?", "card leader", "When it dies the next of them leads"),
        ("de", "was passiert, wenn Surt stirbt?", "karte Anführer", "Stirbt er, führt der Nächste von ihnen"),
    ],
)
def test_s11_what_the_death_of_a_leader_brings_is_told(
    language: str, asked: str, tap: str, told: str
) -> None:
    """The card of Surt alone was offered, which says nothing of it; with a master it is the master's."""
    seats = {"red": language, "blue": language}
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages=seats)
    assert tap in offered(table, asked)[1]
    assert told in " ".join(table.play("red", tap).receipt.split())
    assert "the master says how you go on" in answered("card leader", MASTER)[1]


@pytest.mark.parametrize("name", ["marke", "Marken"])
def test_1_0g_what_a_counter_is_can_be_asked_in_german(name: str) -> None:
    """A card tells of one of the seven, and nothing told what that is."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": "de"})
    told = " ".join(table.play("red", f"karte {name}").receipt.split())
    assert "Eine Marke liegt auf der Karte und zeigt, wo eine Gruppe ist" in told
    assert "Urd auf 50 Urds Brunnen und Nidhogg auf 64 Hvergelmir." in told


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "rules STAMINA", "STAMINA is what a character can lose"),
        ("en", "how do I get STAMINA back?", "Cards and runes give it back, so does FRIENDSHIP that works"),
        ("en", "How do I gain REPUTATION?", "It is gained by CON, NEGOTIATE and FRIENDSHIP that work"),
        ("en", "what is TEMPER for?", "TEMPER is how soon a character loses patience"),
        ("de", "karte jähzorn", "JÄHZORN ist, wie schnell ein Charakter die Geduld verliert"),
        ("de", "Wie bekomme ich AUSDAUER zurück?", "Karten und Runen geben sie zurück, ebenso FREUNDSCHAFT"),
        ("de", "wofür ist JÄHZORN da?", "JÄHZORN ist, wie schnell"),
        ("de", "wie gewinne ich Ruhm?", "Du gewinnst ihn durch BETRUG"),
    ],
)
def test_2_1g_what_stands_in_capitals_is_explained_to_whoever_asks(
    language: str, asked: str, told: str
) -> None:
    """As people ask: by `rules`, what it is for, and how one gets it."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": language})
    played = table.play("red", asked)
    assert played.verdicts == ("answered",)
    assert told in " ".join(played.receipt.replace("\n| ", "\n").split())


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "card ragnarok", "whoever has most REPUTATION wins; whoever is neutral names a side first"),
        (
            "de",
            "karte ragnarök",
            "gewinnt, wer den meisten RUHM hat; wer neutral ist, nennt vorher eine Seite",
        ),
    ],
)
def test_s13_the_last_card_says_how_the_game_ends(language: str, asked: str, told: str) -> None:
    """It said no more than that the game comes to its end."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": language})
    assert told in " ".join(table.play("red", asked).receipt.replace("\n| ", "\n").split())


def test_2_2a8_a_card_that_brings_madness_says_what_it_is() -> None:
    """Whoever holds it need not ask what Lunacy is."""
    assert "Lunacy (always ATTACK or SUBDUE above the horizon" in answered("card moon-madness")[1]


def test_an_encounter_card_can_be_asked_for_before_it_is_chosen() -> None:
    """What each of the nine does, in two lines; `card con` alone is an order, and refused where nobody is met."""
    for card in ENCOUNTER_CARDS:
        for asked in (f"what does {card} do?", f"rules {card}"):
            verdicts, text = answered(asked)
            assert verdicts == ("answered",), asked
            assert f"{card.upper()}: " in text, asked
    verdicts, text = answered("card con")
    assert verdicts == ("refused",)
    assert "nothing was chosen. CON: your INTELLIGENCE against the other's WISDOM." in text
    assert "when encounter card con" in text
    assert "CON: what comes of it the master says." in answered("what does con do?", MASTER)[1]


def met(language: str = "en") -> tuple[Table, str]:
    """A game of likely turns up to its first encounter, and the seat that has to choose a card there."""
    options = {"supplement": "house", "players": "red:a,blue:b,green:c"}
    table = Table.open(
        "hammer_of_thor",
        seed="02",
        options=options,
        languages=dict.fromkeys(("red", "blue", "green"), language),
    )
    while "card" not in {one.key for one in table.choices(table.owed()[0].seat).families}:
        seat = table.owed()[0].seat
        turns = likely_turns(reader_of(table.game, table.content, table.view(seat)), table.choices(seat))
        order = turns[0] if turns else next(iter(table.choices(seat))).written
        table.play(seat, f"@{table.position} {order}".splitlines())
    return table, table.owed()[0].seat


def test_s5_a_question_in_an_encounter_chooses_no_card() -> None:
    """With a question mark it is told that it may be chosen and what it does; without, it is chosen."""
    table, seat = met()
    for asked in ("card attack?", "what does attack do?"):
        played = table.play(seat, asked)
        assert played.verdicts == ("answered",)
        text = " ".join(played.receipt.split())
        assert "ATTACK: all of both groups fight, to kill." in text
    assert table.owed()[0].duty == "card"
    assert table.play(seat, "card attack").verdicts == ("played",)


@pytest.mark.parametrize(
    ("language", "letter", "told"),
    [
        ("en", ["card friendship", "card con"], "so several are taken for questions: none is played"),
        ("en", ["card friendship, card con, card evade"], "To choose one, use its link or send it alone"),
        ("en", ["card thor", "card con"], "none is played"),
        ("de", ["karte freundschaft", "karte betrug"], "also gelten mehrere als Fragen: keines ist gespielt"),
    ],
)
def test_s5_several_encounter_cards_alone_in_a_letter_are_questions(
    language: str, letter: list[str], told: str
) -> None:
    """Each is told what it does, and chosen by its link; somebody who only wanted to know has played nothing."""
    table, seat = met(language)
    played = table.play(seat, letter)
    assert set(played.verdicts) == {"answered"}
    assert table.owed()[0].duty == "card"
    text = " ".join(played.receipt.split())
    assert told in text
    assert text.count(told) == 1
    assert f"@{table.position}." in text
    assert {"en": "CON: ", "de": "BETRUG: "}[language] in text


@pytest.mark.parametrize(
    "letter",
    [
        ["{guard} card subdue", "card attack"],
        ["card subdue", "card subdue"],
        ["card subdue", "end turn"],
        ["card subdue", "help"],
    ],
)
def test_s5_what_is_meant_to_be_played_is_played(letter: list[str]) -> None:
    """A guard in front, the same card again, another order, a question of another kind: the first card is chosen."""
    table, seat = met()
    played = table.play(seat, [line.format(guard=f"@{table.position}") for line in letter])
    assert played.verdicts[0] == "played"


@pytest.mark.parametrize("line", ["claim win", "claim the win", "Claim victory!", "claim draw"])
def test_m31_nothing_can_be_claimed_here_and_the_letter_says_so(line: str) -> None:
    """Silence has a meaning of its own; who has played other games by mail knows the words."""
    verdicts, text = answered(line)
    assert verdicts == ("misread",)
    assert "nothing can be claimed in this game." in text
    thunder = Table.open("thunder", seed="07").play("loki", line)
    assert "nothing can be claimed" not in thunder.receipt
    assert thunder.verdicts == ("refused",)


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "if I meet someone: card subdue", "Did you mean: when encounter card subdue"),
        (
            "de",
            "wenn ich jemanden treffe: begegnungskarte Bezwingen",
            "Meintest du: sobald begegnung begegnungskarte Bezwingen",
        ),
        ("en", "if I meet someone: end turn", ""),
    ],
)
def test_m25_a_card_for_whomever_is_met_is_a_standing_answer(language: str, line: str, meant: str) -> None:
    """H27 The condition cannot be waited for, and the game has an order of its own for it."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": language})
    played = table.play("red", line)
    assert played.verdicts == ("misread",)
    assert meant in played.receipt
    assert meant or "when encounter" not in played.receipt


@pytest.mark.parametrize(
    ("language", "line", "head", "answer", "refused"),
    [
        ("en", "card follower", "Your turn: ", "Answer: ", "REFUSED"),
        ("de", "karte gefolge", "Du bist dran: ", "Antwort: ", "ABGELEHNT"),
    ],
)
def test_a_card_named_where_none_is_chosen_is_told_as_a_question(
    language: str, line: str, head: str, answer: str, refused: str
) -> None:
    """It says what the card does, and that there is no encounter; with a guard, or beside an order, it is refused."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": language})
    for letter, asks in ((line, True), (f"@0.0 {line}", False), (f"{line}\n{line}", False)):
        played = table.play("red", letter)
        told = bodies(
            Letter(
                game=table.game,
                content=table.content,
                view=table.view("red"),
                verdicts=played.ruled.verdicts,
                choices=table.choices("red"),
                number="g1.red.3",
                language=language,
            )
        )
        for form in (" ".join(told.text.split()), told.html):
            assert (refused in form) is not asks
            assert {"en": "CHARISMA", "de": "AUSSTRAHLUNG"}[language] in form
        assert (answer in " ".join(told.text.split())) is asks
        assert told.subject.startswith(head) is asks


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "way alfheim", "The cheapest way for Odin from 01 Bifrost: 55 Aurvangur, 19 Eir's Hill."),
        ("en", "why alfheim", "The cheapest way for Odin from 01 Bifrost: 55 Aurvangur, 19 Eir's Hill."),
        ("en", "How do I get to Alfheim?", "In this one: move odin 55 19."),
        ("de", "weg alfheim", "Der günstigste Weg für Odin von 01 Bifrost: 55 Aurvangur, 19 Eirs Hügel."),
        ("de", "warum Alfheim", "In diesem: ziehe odin 55 19."),
        ("de", "Wo liegt Alfheim?", "In diesem: ziehe odin 55 19."),
    ],
)
def test_4_2a_the_way_to_a_realm_is_that_to_its_nearest_place(language: str, line: str, told: str) -> None:
    """Beside what its places are; the words `way` and `why` ask only before a name."""
    options = {"supplement": "house"}
    table = Table.open("hammer_of_thor", seed="07", languages={"red": language}, options=options)
    for order in ("choose odin", "start 1", "choose loki", "start 4"):
        table.play(table.owed()[0].seat, order)
    played = table.play("red", line)
    assert played.verdicts == ("answered",)
    assert told in " ".join(played.receipt.split())
    assert table.play("red", {"en": "why not", "de": "weg damit"}[language]).verdicts == ("prose",)


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "take subdue", "card subdue"),
        ("en", "pick evade", "card evade"),
        ("de", "nimm bezwingen", "begegnungskarte Bezwingen"),
        ("de", "Bezwingen nehmen", "begegnungskarte Bezwingen"),
    ],
)
def test_s5_an_encounter_card_with_another_verb_is_offered(language: str, line: str, meant: str) -> None:
    """It is not chosen by such a line: its link is."""
    table, seat = met(language)
    verdicts, links = offered(table, line)
    assert (verdicts[0] in {"prose", "misread"}, links) == (True, [meant])
    assert table.owed()[0].seat == seat


@pytest.mark.parametrize(
    ("language", "line", "asks"),
    [
        ("en", "is there a way to heal Odin?", ["card STAMINA", "card Odin"]),
        ("de", "kann man Odin heilen?", ["karte AUSDAUER", "karte Odin"]),
        ("de", "wie weit komme ich?", ["karte TEMPO"]),
    ],
)
def test_a_question_in_other_words_is_offered_what_tells_of_it(
    language: str, line: str, asks: list[str]
) -> None:
    """What heals is told of STAMINA; a link asks for it."""
    table, _ = met(language)
    assert offered(table, line) == (["prose"], asks)
    for one in asks:
        assert table.play(table.owed()[0].seat, one).verdicts == ("answered",)


@pytest.mark.parametrize("late", [False, True])
def test_a_card_named_after_the_cards_were_shown_is_refused_by_its_number(late: bool) -> None:
    """4.3A Also in answer to the letter that asked for it (H1): who wrote it meant it to be played."""
    table = Table.open(
        "hammer_of_thor", seed="07", options={"players": "red:Anna,blue:Bert,green:Cleo,master:Mo"}
    )
    for name, place in (("thor", 1), ("thrym", 20), ("hod", 7)):
        table.play(table.owed()[0].seat, [f"choose {name}", f"start {place}"])
    first = table.state.on_turn
    table.play("master", ["stop 8.0", "move thrym 1", "move hod 1", "go on"])
    other = next(name for seat, name in table.state.starters if seat != first)
    table.play(first, ["halt", f"meet {other}"])
    asked = f"g1.{first}.{table.index.number(first)}"
    for seat in [one.seat for one in table.owed()]:
        table.play(seat, ["card attack"])
    assert [one.seat for one in table.owed()] == ["master"]
    played = table.play(first, "card follower", reply=asked if late else "")
    assert f"REFUSED [{'H1' if late else '4.3A'}]" in played.receipt
    assert "Answer:" not in played.receipt
