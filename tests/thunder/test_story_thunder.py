"""What happened in one action is told as a story: who won and why, what fell; in both languages."""

from collections.abc import Mapping
from typing import Any

import pytest
from board import GAME, Board

from referee.telling.sentences import reader_of, told_together

Sides = tuple[Mapping[str, str], Mapping[str, str]]


def story(order: str, sides: Sides, reader: str | None, language: str, lots: tuple[int, ...] = ()) -> str:
    """What one order of Loki's brought about, told; `sides` are Loki's cards and Thor's."""
    loki, thor = sides
    board = Board(loki={"A": "ravens", **loki}, thor={"A": "ravens", **thor}, ap=2, lots=list(lots))
    assert set(board.letter("loki", *order.split("; "))) == {"played"}
    told = told_together(reader_of(GAME, board.options, board.view(reader), language), board.told(reader))
    return "\n".join(told)


FIGHTS = [
    (
        ({"B": "dragon"}, {"B": "huscarl"}),
        "You challenge in column B: your Dragon 6 beats Thor's Huscarl 5, which falls. [6.1, 6.4, 6.5]",
        (
            "Loki fordert in Spalte B: Lokis Karte Drache 6 schlägt deine Karte Huscarl 5, und die fällt. "
            "[6.1, 6.4, 6.5]"
        ),
    ),
    (
        ({"B": "frost-giant+"}, {"B": "huscarl+"}),
        "You challenge in column B: your Frost Giant 4 loses to Thor's Huscarl 5 and falls. [6.1, 6.5]",
        "Loki fordert in Spalte B: Lokis Karte Frostriese 4 unterliegt deiner Karte Huscarl 5 und fällt. [6.1, 6.5]",
    ),
    (
        ({"B": "viking-warriors", "pile": "berserker"}, {"B": "huscarl"}),
        (
            "You challenge in column B: your Viking Warriors 3 (6 by Berserker) beat Thor's Huscarl 5, which falls. "
            "[6.1, 6.4, 6.5]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Wikingerkrieger 3 (6 durch Berserker) schlägt deine Karte Huscarl 5, "
            "und die fällt. [6.1, 6.4, 6.5]"
        ),
    ),
    (
        ({"B": "viking-warriors", "pile": "berserker"}, {"B": "einherjar"}),
        (
            "You challenge in column B: your Viking Warriors 3 (6 by Berserker) and Thor's Einherjar 6 are equal, "
            "and both fall. [6.1, 6.4, 6.6]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Wikingerkrieger 3 (6 durch Berserker) und deine Karte Einherjer 6 "
            "sind gleich stark, und beide fallen. [6.1, 6.4, 6.6]"
        ),
    ),
    (
        ({"B": "viking-warriors", "pile": "berserker"}, {"B": "ravens"}),
        "You challenge in column B: your Viking Warriors 3 beat Thor's Ravens 1, which fall. [6.1, 6.4, 6.5]",
        (
            "Loki fordert in Spalte B: Lokis Karte Wikingerkrieger 3 schlägt deine Karte Raben 1, und die fällt. "
            "[6.1, 6.4, 6.5]"
        ),
    ),
    (
        ({"B": "frost-giant", "pile": "idunn"}, {"B": "hirdman"}),
        (
            "You challenge in column B: your Frost Giant 4 and Thor's Hirdman 4 are equal, and by Idunn you win: "
            "Hirdman falls. [6.1, 6.4, 12.1]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Frostriese 4 und deine Karte Hirdmann 4 sind gleich stark, "
            "und durch Idunn gewinnt Loki: Hirdmann fällt. [6.1, 6.4, 12.1]"
        ),
    ),
    (
        ({"B": "frost-giant"}, {"B": "hirdman", "pile": "idunn"}),
        (
            "You challenge in column B: your Frost Giant 4 and Thor's Hirdman 4 are equal, and by Idunn Thor wins: "
            "Frost Giant falls. [6.1, 6.4, 12.1]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Frostriese 4 und deine Karte Hirdmann 4 sind gleich stark, "
            "und durch Idunn gewinnst du: Frostriese fällt. [6.1, 6.4, 12.1]"
        ),
    ),
    (
        ({"B": "frigg"}, {"B": "tyr"}),
        (
            "You challenge in column B: your Frigg 0 beats Thor's Tyr 7, which falls: only Frigg beats Angrboda "
            "and Tyr. [6.1, 6.4, 13.4]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Frigg 0 schlägt deine Karte Tyr 7, und die fällt: Nur Frigg schlägt "
            "Angrboda und Tyr. [6.1, 6.4, 13.4]"
        ),
    ),
    (
        ({"B": "dragon"}, {"B": "berserker", "pile": "ravens"}),
        "You challenge in column B: your Dragon 6 beats Thor's defenceless Berserker, which falls. [6.1, 6.4, 6.7]",
        (
            "Loki fordert in Spalte B: Lokis Karte Drache 6 schlägt deine wehrlose Karte Berserker, und die fällt. "
            "[6.1, 6.4, 6.7]"
        ),
    ),
    (
        ({"B": "dragon", "pile": "berserker"}, {"B": "berserker"}),
        (
            "You challenge in column B: your Dragon 6 beats Thor's defenceless Berserker, which falls. Berserker goes "
            "to the bottom of Thor's pile. [6.1, 6.4, 6.7]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Drache 6 schlägt deine wehrlose Karte Berserker, und die fällt. "
            "Berserker kommt zuunterst in deine Ablage. [6.1, 6.4, 6.7]"
        ),
    ),
    (
        ({"B": "dragon"}, {"B": "shield-wall"}),
        "You challenge in column B: your Dragon 6 breaks on Thor's Shield Wall 0 and falls. [6.1, 6.4, 16.1]",
        (
            "Loki fordert in Spalte B: Lokis Karte Drache 6 zerbricht an deiner Karte Schildwall 0 und fällt. "
            "[6.1, 6.4, 16.1]"
        ),
    ),
    (
        ({"B": "female-archer"}, {"B": "shield-wall"}),
        (
            "You challenge in column B: your Female Archer 2 brings down Thor's Shield Wall 0, which falls. "
            "[6.1, 6.4, 16.2]"
        ),
        (
            "Loki fordert in Spalte B: Lokis Karte Bogenschützin 2 bringt deine Karte Schildwall 0 zu Fall. "
            "[6.1, 6.4, 16.2]"
        ),
    ),
    (
        ({"B": "dragon, ravens"}, {"B": "nightmare, tyr"}),
        (
            "You challenge in column B and wake Thor's Nightmare: all of column B falls. Onto your pile, the last on "
            "top: Dragon, Ravens. Onto Thor's pile, the last on top: Nightmare, Tyr. [6.1, 6.4, 14.1, 14.5]"
        ),
        (
            "Loki fordert in Spalte B und weckt deinen Nachtmahr: Spalte B fällt ganz. Auf Lokis Ablage, die letzte "
            "obenauf: Drache, Raben. Auf deine Ablage, die letzte obenauf: Nachtmahr, Tyr. [6.1, 6.4, 14.1, 14.5]"
        ),
    ),
]


@pytest.mark.parametrize(("sides", "own", "german"), FIGHTS)
def test_6_a_challenge_says_who_won_and_why_and_what_fell(sides: Sides, own: str, german: str) -> None:
    """6, 11, 12, 13.4, 14, 16 In one sentence: to the challenger in English, to the other in German."""
    told = {
        (reader, language): story("challenge B", sides, reader, language)
        for reader in ("loki", "thor", None)
        for language in ("en", "de")
    }
    assert told["loki", "en"] == own
    assert told["thor", "de"] == german
    assert "Loki challenges in column B" in told[None, "en"]
    assert {text.count("\n") for text in told.values()} == {0}


POWERS = [
    (
        "use vidarr A A2",
        ({"A": "dragon", "hand": "vidarr"}, {"A": "ravens, huscarl"}),
        (
            "Loki plays Vidarr and flanks A2 from column A: Loki's Dragon 6 beats your Huscarl 5, which falls. "
            "[7.1, 20.1, 6.4, 6.5]"
        ),
        (
            "Du spielst die Karte Vidar und greifst von Spalte A aus A2 an: Deine Karte Drache 6 schlägt Thors Karte Huscarl 5, "
            "und die fällt. [7.1, 20.1, 6.4, 6.5]"
        ),
    ),
    (
        "use vidarr A A2",
        ({"A": "dragon", "hand": "vidarr"}, {"A": "ravens, nightmare"}),
        (
            "Loki plays Vidarr, flanks A2 from column A and wakes your Nightmare: all of column A falls. Onto Loki's "
            "pile: Dragon. Onto your pile, the last on top: Ravens, Nightmare. [7.1, 20.1, 6.4, 14.1, 14.5]"
        ),
        (
            "Du spielst die Karte Vidar, greifst von Spalte A aus A2 an und weckst Thors Nachtmahr: Spalte A fällt ganz. Auf deine "
            "Ablage: Drache. Auf Thors Ablage, die letzte obenauf: Raben, Nachtmahr. [7.1, 20.1, 6.4, 14.1, 14.5]"
        ),
    ),
    (
        "use ravens B",
        ({"hand": "ravens"}, {"B": "dragon*"}),
        "Loki's Ravens look at your captured Dragon 6 at B1: too strong, it stays. [7.1, 15.2]",
        "Du siehst dir mit Raben Thors Karte Drache 6 (erbeutet) auf B1 an: zu stark, sie bleibt liegen. [7.1, 15.2]",
    ),
    (
        "use ravens B",
        ({"hand": "ravens"}, {"B": "ravens"}),
        "Loki's Ravens look at your Ravens 1 at B1: too weak, they fall. [7.1, 15.2]",
        "Du siehst dir mit Raben Thors Karte Raben 1 auf B1 an: zu schwach, sie fällt. [7.1, 15.2]",
    ),
    (
        "use ravens B",
        ({"hand": "ravens"}, {"B": "shield-wall"}),
        "Loki's Ravens look at your Shield Wall 0 at B1: it holds, and stays. [7.1, 15.2, 15.3]",
        (
            "Du siehst dir mit Raben Thors Karte Schildwall 0 auf B1 an: sie hält stand und bleibt liegen. "
            "[7.1, 15.2, 15.3]"
        ),
    ),
    (
        "use ravens B",
        ({"hand": "ravens"}, {"B": "thor+"}),
        "Loki's Ravens bring down your Thor at B1. [7.1, 15.4]",
        "Du spielst die Karte Raben: Thors Karte Thor auf B1 fällt. [7.1, 15.4]",
    ),
    (
        "use ravens B",
        ({"hand": "ravens"}, {"B": "nightmare, tyr"}),
        (
            "Loki's Ravens wake your Nightmare: all of column B falls. Onto your pile, the last on top: Nightmare, Tyr. "
            "[7.1, 15.2, 14.1, 14.5]"
        ),
        (
            "Du weckst mit Raben Thors Nachtmahr: Spalte B fällt ganz. Auf Thors Ablage, die letzte obenauf: Nachtmahr, "
            "Tyr. [7.1, 15.2, 14.1, 14.5]"
        ),
    ),
    (
        "use ravens hand",
        ({"hand": "ravens"}, {"hand": "tyr"}),
        "Loki's Ravens pick Tyr 7 out of your hand, at random; Loki chooses the column: A, B, C. [7.1, 15.5]",
        "Du greifst mit Raben zufällig aus Thors Hand: Tyr 7. Du wählst die Spalte: A, B, C. [7.1, 15.5]",
    ),
    (
        "use ravens hand to B",
        ({"hand": "ravens"}, {"hand": "tyr"}),
        "Loki's Ravens pick Tyr 7 out of your hand, at random: it goes face up to B1. [7.1, 15.5]",
        "Du greifst mit Raben zufällig aus Thors Hand: Tyr 7. Die Karte kommt offen auf B1. [7.1, 15.5]",
    ),
    (
        "use ravens hand",
        ({"hand": "ravens"}, {"hand": "freya"}),
        "Loki's Ravens pick Freya out of your hand, at random: too weak, it falls. [7.1, 15.5]",
        "Du greifst mit Raben zufällig aus Thors Hand: Freya. Zu schwach: Die Karte fällt. [7.1, 15.5]",
    ),
    (
        "use ravens hand",
        (
            {"hand": "ravens"},
            {
                "hand": "tyr",
                "A": "thor+",
                "B": "ravens, ravens, ravens, ravens",
                "C": "hirdman, hirdman, hirdman, hirdman",
            },
        ),
        "Loki's Ravens pick Tyr 7 out of your hand, at random: no column is open, it falls. [7.1, 15.5]",
        "Du greifst mit Raben zufällig aus Thors Hand: Tyr 7. Keine Spalte ist offen: Die Karte fällt. [7.1, 15.5]",
    ),
    (
        "use ravens hand",
        ({"hand": "ravens"}, {"hand": "nightmare, tyr"}),
        (
            "Loki's Ravens pick Nightmare 0 out of your hand, at random: the whole hand falls with it. Onto your pile, "
            "the last on top: Nightmare, Tyr. [7.1, 15.5, 14.3, 14.5]"
        ),
        (
            "Du greifst mit Raben zufällig aus Thors Hand: Nachtmahr 0. Die ganze Hand fällt mit. Auf Thors Ablage, die "
            "letzte obenauf: Nachtmahr, Tyr. [7.1, 15.5, 14.3, 14.5]"
        ),
    ),
    (
        "use seer to B; next",
        ({"hand": "seer"}, {"deck": "tyr, freya, hel"}),
        (
            "Loki plays Seer: off your deck comes Tyr 7, face up to B1. Loki may draw on, or stop. [7.1, 19.1, 19.2]\n"
            "Off your deck comes Freya, into your hand. Loki may draw on, or stop. [19.1, 19.3]"
        ),
        (
            "Du spielst die Karte Seherin: Von Thors Deck kommt Tyr 7, offen auf B1. Du darfst noch eine Karte ziehen oder "
            "aufhören. [7.1, 19.1, 19.2]\n"
            "Von Thors Deck kommt Freya, auf Thors Hand. Du darfst noch eine Karte ziehen oder aufhören. [19.1, 19.3]"
        ),
    ),
    (
        "use seer to B, C",
        ({"hand": "seer"}, {"deck": "tyr"}),
        "Loki plays Seer: off your deck comes Tyr 7, face up to B1. The Seer is done. [7.1, 19.1, 19.2]",
        (
            "Du spielst die Karte Seherin: Von Thors Deck kommt Tyr 7, offen auf B1. Im Voraus benannt sind noch: C. Die Seherin "
            "ist fertig. [7.1, 19.1, 19.2]"
        ),
    ),
    (
        "use seer",
        ({"hand": "seer"}, {"deck": "tyr, ravens"}),
        "Loki plays Seer: off your deck comes Tyr 7; Loki chooses the column: A, B, C. [7.1, 19.1, 19.2]",
        "Du spielst die Karte Seherin: Von Thors Deck kommt Tyr 7; du wählst die Spalte: A, B, C. [7.1, 19.1, 19.2]",
    ),
    (
        "use gungnir B2",
        ({"hand": "gungnir"}, {"B": "tyr, viking-warriors"}),
        "Loki's Gungnir strikes your Viking Warriors 3 at B2, which fall. [7.1, 18.1]",
        "Du spielst die Karte Gungnir: Thors Karte Wikingerkrieger 3 auf B2 fällt. [7.1, 18.1]",
    ),
    (
        "use frigg hand",
        ({"hand": "frigg"}, {"hand": "tyr, freya, angrboda*"}),
        "Loki plays Frigg and looks at your hand. Out of it fall Tyr, captured Angrboda. [7.1, 13.2]",
        (
            "Du spielst die Karte Frigg und siehst dir Thors Hand an: Angrboda 7 (erbeutet), Freya, Tyr 7. Daraus fallen Tyr, "
            "Angrboda (erbeutet). [7.1, 13.2]"
        ),
    ),
    (
        "use frigg B",
        ({"hand": "frigg"}, {"B": "tyr, freya+, hel"}),
        "Loki plays Frigg and turns up your column B: Tyr 7 at B1, Hel at B3. [7.1, 13.2]",
        "Du spielst die Karte Frigg und deckst Thors Spalte B auf: Tyr 7 auf B1, Hel auf B3. [7.1, 13.2]",
    ),
    (
        "use freya",
        ({"hand": "freya"}, {"pile": "ravens, tyr"}),
        "Loki plays Freya and captures Tyr 7 from the top of your pile; Ravens now lies on top. [7.1, 13.1]",
        (
            "Du spielst die Karte Freya und erbeutest die Karte Tyr 7, die oberste von Thors Ablage; jetzt liegt dort obenauf: Raben. "
            "[7.1, 13.1]"
        ),
    ),
    (
        "use hel tyr",
        ({"hand": "hel", "pile": "tyr*"}, {}),
        "Loki plays Hel and takes 1 card (1 captured) out of Loki's pile. [7.1, 17.1]",
        "Du spielst die Karte Hel und nimmst die Karte Tyr 7 (erbeutet) aus deiner Ablage. [7.1, 17.1]",
    ),
    (
        "use valkyries A1 B1",
        ({"hand": "valkyries"}, {}),
        "Loki plays Valkyries and moves one of your cards from A1 to B1. [7.1, 9.1]",
        "Du spielst die Karte Walküren und versetzt eine Karte Thors von A1 nach B1. [7.1, 9.1]",
    ),
    (
        "use idunn",
        ({"hand": "idunn"}, {}),
        "Loki plays Idunn: while it tops Loki's pile, Loki wins ties. [7.1]",
        "Du spielst die Karte Idunn: Solange die Karte zuoberst auf deiner Ablage liegt, gewinnst du bei Gleichstand. [7.1]",
    ),
    (
        "use berserker",
        ({"hand": "berserker"}, {}),
        "Loki plays Berserker: while it tops Loki's pile, Loki's Viking Warriors challenge with 6. [7.1]",
        (
            "Du spielst die Karte Berserker: Solange die Karte zuoberst auf deiner Ablage liegt, fordern deine Wikingerkrieger "
            "mit 6. [7.1]"
        ),
    ),
]


@pytest.mark.parametrize(("order", "sides", "english", "german"), POWERS)
def test_7_a_power_is_told_with_what_it_did(order: str, sides: Sides, english: str, german: str) -> None:
    """7, 9, 11 to 20 To the other player in English, to the one who played the card in German."""
    drawn = (0,) if "ravens hand" in order else ()
    assert story(order, sides, "thor", "en", drawn) == english
    assert story(order, sides, "loki", "de", drawn) == german


def test_14_6_what_has_no_place_in_a_story_is_told_by_itself() -> None:
    """14.6 An order of discards that only its writer knows of stands between the events, for that reader alone."""
    sides: Sides = ({"B": "dragon, ravens"}, {"B": "nightmare"})
    told: dict[str, Any] = {
        seat: story("challenge B order ravens, dragon", sides, seat, "en").split("\n")
        for seat in ("loki", "thor")
    }
    assert told["thor"] == [
        (
            "Loki challenges in column B and wakes your Nightmare: all of column B falls. Onto Loki's pile, the last on "
            "top: Ravens, Dragon. Onto your pile: Nightmare. [6.1, 6.4, 14.1, 14.5]"
        )
    ]
    assert told["loki"] == [
        (
            "You challenge in column B and wake Thor's Nightmare: all of column B falls. Your cards: Dragon, Ravens. "
            "Thor's cards: Nightmare. [6.1, 6.4, 14.1]"
        ),
        "Your order for what falls: Ravens, Dragon. [14.6]",
        "Onto your pile, the last on top: Ravens, Dragon. [14.5]",
        "Onto Thor's pile: Nightmare. [14.5]",
    ]
