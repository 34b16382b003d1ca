"""What happened, told as a short story: a roll within the sentence it decides, blow after blow, step after step."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from thor_table import table

from referee.engine.events import Seen
from referee.engine.game import Game
from referee.games.hammer_of_thor import telling
from referee.games.hammer_of_thor.view import view
from referee.telling.catalog import catalog
from referee.telling.sentences import Reader, told_together

VIEW = view(table(("red", 29, "thor"), ("blue", 5, "loki")), "red")


class Named(SimpleNamespace):
    """A stand-in for the game: its telling is found by its class."""


Named.__module__ = "referee.games.hammer_of_thor"


def story(*events: tuple[str, dict[str, Any]], language: str = "en", rule: str = "0") -> list[str]:
    """The sentences of these events, to the reader of the view; with `rule` "" each has its own."""
    game = cast("Game", Named(name="hammer_of_thor"))
    reader = Reader(game, {}, VIEW, catalog("hammer_of_thor", language), telling.voice(VIEW))
    return list(
        told_together(reader, [Seen(kind, rule or fields["rule"], fields) for kind, fields in events])
    )


def roll(what: str, by: str, value: int, need: int = -1) -> tuple[str, dict[str, Any]]:
    """A roll."""
    return "Rolled", {"what": what, "by": by, "value": value, "need": need, "rule": "0"}


def blow(by: str, at: str, loss: int) -> tuple[str, dict[str, Any]]:
    """A blow."""
    return "Blow", {"by": by, "at": at, "hits": loss > 0, "loss": loss, "subdual": False, "rule": "0"}


def lost(name: str, amount: int) -> tuple[str, dict[str, Any]]:
    """STAMINA lost."""
    return "StaminaChanged", {"name": name, "amount": -amount, "subdual": False, "rule": "0"}


CAME = ("StrangerCame", {"deck": "jotun", "name": "thrym", "place": 29})
MET = ("EncounterOpened", {"own": "thor", "other": "thrym", "rule": "4.5", "surprise": False})


def fixed(deck: str, count: int) -> tuple[str, dict[str, Any]]:
    """A deck that is fixed."""
    return "DeckFixed", {"deck": deck, "count": count, "root": f"{count:02x}" * 32}


def test_h19_many_decks_are_fixed_in_one_sentence() -> None:
    """With half of each root: the record has them whole, and the seal of the letter binds it."""
    assert story(fixed("aesir", 13), fixed("rune", 26), fixed("fate", 44)) == [
        (
            "Fixed: 3 decks, each by a root, of which this is the first half: [0]\n"
            f"Deck Aesir, 13: {'0d' * 16}\nDeck Rune, 26: {'1a' * 16}\nDeck Fate, 44: {'2c' * 16}"
        )
    ]
    assert story(fixed("rune", 26)) == [f"Fixed: rune, 26 cards, by this root: [0]\n{'1a' * 32}"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_m16_a_roll_and_who_comes_are_one_sentence(language: str) -> None:
    """M16, 4.5 The roll, that there is an encounter, who it is, that cards are chosen, that another has chosen."""
    told = story(
        roll("encounter", "thor", 1, 2),
        ("RolledFor", {"by": "red", "place": 29, "comes": True}),
        CAME,
        MET,
        ("RoundBegun", {"count": 1}),
        ("CardSealed", {"by": "blue", "group": "loki"}),
        language=language,
    )
    expected = {
        "en": "At 29 Mimir's Well (rolled 1, needed below 3): Thor meets Thrym of the Jotun deck. Cards are chosen. [0]",
        "de": "Auf 29 Mimirs Brunnen (Wurf 1, nötig unter 3): Thor trifft auf Thrym aus dem Stapel Riesen. "
        "Karten werden gewählt. [0]",
    }
    assert told == [expected[language]]


@pytest.mark.parametrize(
    ("language", "alone", "nobody", "others"),
    [
        (
            "en",
            "Thor rolls 3 for a random encounter (below 2 is needed). [0]",
            "There is no encounter at 29 Mimir's Well (rolled 3, needed below 2). [0]",
            "(rolled 3, at most 1)",
        ),
        (
            "de",
            "Thor würfelt 3 für eine zufällige Begegnung (nötig ist unter 2). [0]",
            "Es gibt keine Begegnung auf 29 Mimirs Brunnen (Wurf 3, nötig unter 2). [0]",
            "(Wurf 3, höchstens 1)",
        ),
    ],
)
def test_m16_a_roll_for_an_encounter_has_the_number_of_the_place(
    language: str, alone: str, nobody: str, others: str
) -> None:
    """Where a letter says `encounter 2 of 10` a roll below 2 brings one; all other rolls are told as rolls are."""
    thrown = roll("encounter", "thor", 3, 1)
    assert story(thrown, language=language) == [alone]
    none = ("RolledFor", {"by": "red", "place": 29, "comes": False})
    assert story(thrown, none, language=language) == [nobody]
    tried = ("Tried", {"name": "thor", "item": "gungnir", "works": False})
    assert others in story(roll("wisdom", "thor", 3, 1), tried, language=language)[0]


@pytest.mark.parametrize(
    ("language", "told", "gains"),
    [
        ("en", "Thor is in Vanaheim for the first time: REPUTATION +1. [0]", "Thor gains 1 REPUTATION. [0]"),
        ("de", "Thor ist zum ersten Mal in Vanaheim: RUHM +1. [0]", "Thor gewinnt 1 RUHM. [0]"),
    ],
)
def test_s17_a_realm_that_is_new_is_told_with_what_it_brings(language: str, told: str, gains: str) -> None:
    """S17 One sentence says that REPUTATION is gained, and by what; what another rule brings is told by itself."""
    reached = ("RealmReached", {"by": "red", "group": "thor", "realm": "Vanaheim"})
    gained, other = (
        ("ReputationChanged", {"name": "thor", "amount": 1, "rule": one}) for one in ("S17", "4.1b")
    )
    assert story(reached, gained, language=language) == [told]
    assert story(reached, other, language=language)[-1] == gains


@pytest.mark.parametrize("language", ["en", "de"])
def test_m26_whom_the_master_has_come_is_told_without_a_roll(language: str) -> None:
    """M26, 4.5 The roll was told before the game stopped, or the map has no number to roll for."""
    asked = ("RolledFor", {"by": "red", "place": 29, "comes": True})
    expected = {
        "en": "At 29 Mimir's Well: Thor meets Thrym of the Jotun deck. [0]",
        "de": "Auf 29 Mimirs Brunnen: Thor trifft auf Thrym aus dem Stapel Riesen. [0]",
    }
    for events in ([CAME, MET], [asked, CAME, MET]):
        assert story(*events, language=language) == [expected[language]]
    assert "(" not in story(asked, ("NobodyCame", {"group": "thor", "place": 29}), language=language)[0]


def test_4_3a_ones_own_sealed_card_is_told() -> None:
    """4.3A Another's is not: who has to answer is told elsewhere."""
    told = story(
        MET, ("RoundBegun", {"count": 1}), ("CardSealed", {"by": "red", "group": "thor", "card": "con"})
    )
    assert told == [
        "Thor meets Thrym. Cards are chosen. [0]",
        "You have chosen a card for Thor: CON. [0]",
    ]


def test_s6_blows_are_one_sentence_with_rolls_and_losses() -> None:
    """S6 A loss that is not the blow's is told by itself."""
    told = story(
        roll("blow", "thor", 3, 5),
        blow("thor", "thrym", 5),
        lost("thrym", 5),
        roll("blow", "thrym", 8, 5),
        blow("thrym", "thor", 0),
        lost("thor", 1),
    )
    assert told == [
        "Thor hits Thrym (rolled 3, at most 5), who loses 5 STAMINA; Thrym misses Thor (rolled 8, at most 5). [0]",
        "Thor loses 1 STAMINA. [0]",
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            (
                "Thor strikes Thrym 3 times (rolled 0, 7, 3, at most 5): 2 hits, 5 + 4 STAMINA lost; Thrym strikes Thor "
                "2 times (rolled 8, 9, at most 2): no hit; Thrym hits Thor (rolled 1, at most 4), who loses 2 STAMINA. [0]"
            ),
        ),
        (
            "de",
            (
                "Thor schlägt 3-mal nach Thrym (Wurf 0, 7, 3, höchstens 5): 2 Treffer, 5 + 4 AUSDAUER verloren; Thrym "
                "schlägt 2-mal nach Thor (Wurf 8, 9, höchstens 2): kein Treffer; Thrym trifft Thor (Wurf 1, höchstens 4): "
                "2 AUSDAUER verloren. [0]"
            ),
        ),
    ],
)
def test_s6_the_blows_of_one_fighter_at_another_are_told_together(language: str, told: str) -> None:
    """S6 With every roll and every loss; a blow with other odds is told by itself."""
    fought = [
        *(roll("blow", "thor", 0, 5), blow("thor", "thrym", 5), lost("thrym", 5)),
        *(roll("blow", "thrym", 8, 2), blow("thrym", "thor", 0)),
        *(roll("blow", "thor", 7, 5), blow("thor", "thrym", 0)),
        *(roll("blow", "thrym", 9, 2), blow("thrym", "thor", 0)),
        *(roll("blow", "thor", 3, 5), blow("thor", "thrym", 4), lost("thrym", 4)),
        *(roll("blow", "thrym", 1, 4), blow("thrym", "thor", 2), lost("thor", 2)),
    ]
    assert story(*fought, language=language) == [told]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                (
                    "Thrym loses 9 STAMINA: Thor 5 (rolled 0, at most 5), Sif 4 (rolled 3, at most 4); "
                    "Thor loses 2 STAMINA: Thrym (rolled 1, at most 4); no hit: Hugin (8), Sleipnir (9). [0]"
                ),
                "No hit: Thor (7), Sif (6). [0]",
                "Thrym dies and goes to Helheim. [0]",
                "Hymir loses 5 STAMINA: Thor (rolled 2, at most 5); no hit: Sif (9). [0]",
            ],
        ),
        (
            "de",
            [
                (
                    "Thrym verliert 9 AUSDAUER: Thor 5 (Wurf 0, höchstens 5), Sif 4 (Wurf 3, höchstens 4); "
                    "Thor verliert 2 AUSDAUER: Thrym (Wurf 1, höchstens 4); kein Treffer: Hugin (8), Sleipnir (9). [0]"
                ),
                "Kein Treffer: Thor (7), Sif (6). [0]",
                "Thrym stirbt und kommt nach Helheim. [0]",
                "Hymir verliert 5 AUSDAUER: Thor (Wurf 2, höchstens 5); kein Treffer: Sif (9). [0]",
            ],
        ),
    ],
)
def test_s6_of_more_than_two_each_round_is_a_line_that_says_who_loses_what(
    language: str, told: list[str]
) -> None:
    """S6 By whom, with the rolls that hit; who misses is summed up."""
    fought = [
        *(roll("blow", "thor", 0, 5), blow("thor", "thrym", 5), lost("thrym", 5)),
        *(roll("blow", "hugin", 8, 3), blow("hugin", "thrym", 0)),
        *(roll("blow", "thrym", 1, 4), blow("thrym", "thor", 2), lost("thor", 2)),
        *(roll("blow", "sif", 3, 4), blow("sif", "thrym", 4), lost("thrym", 4)),
        *(roll("blow", "sleipnir", 9, 2), blow("sleipnir", "thrym", 0)),
        *(roll("blow", "thor", 7, 5), blow("thor", "thrym", 0)),
        *(roll("blow", "sif", 6, 4), blow("sif", "thrym", 0)),
        ("Died", {"name": "thrym", "rule": "S6"}),
        *(roll("blow", "thor", 2, 5), blow("thor", "hymir", 5), lost("hymir", 5)),
        *(roll("blow", "sif", 9, 4), blow("sif", "hymir", 0)),
    ]
    assert story(*fought, language=language) == told


def test_s6_blows_without_a_roll_stay_apart() -> None:
    """S6 What was not rolled for has no odds to be told together by."""
    told = story(blow("thor", "thrym", 5), lost("thrym", 5), blow("thor", "thrym", 0))
    assert told == ["Thor hits Thrym, who loses 5 STAMINA; Thor misses Thrym. [0]"]


def test_s5_a_card_that_cannot_work_says_so() -> None:
    """S5 No die was thrown for it: between good and evil there are no followers, whoever came first."""
    acted = {"by": "thor", "at": "thrym", "card": "follower", "works": False, "rule": "S5"}
    cannot = "for between these two it cannot work"
    assert cannot in story(("CardActed", acted))[0]
    assert cannot in story(roll("order", "thor", 8), roll("order", "thrym", 2), ("CardActed", acted))[0]
    assert cannot not in story(roll("follower", "thor", 9, 3), ("CardActed", acted))[0]


def test_s3_s5_a_card_is_told_with_its_rolls() -> None:
    """S3, S5 Which comes first, and whether it works."""
    acted = {"by": "thor", "at": "thrym", "card": "con", "works": True, "rule": "S5"}
    told = story(
        roll("order", "thor", 8), roll("order", "thrym", 2), roll("con", "thor", 1, 3), ("CardActed", acted)
    )
    assert told == [
        "CON of Thor against Thrym works (rolled 1, at most 3; rolls for who is first, added to REACTION: Thor 8, Thrym 2). [0]"
    ]


def test_a_roll_that_decides_something_else_is_told_by_itself() -> None:
    """1.0c, and a roll for another thing than what follows."""
    told = story(roll("first", "red", 7), roll("first", "blue", 3), roll("senses", "thor", 2, 5), CAME)
    assert [one.split(" [")[0] for one in told[:2]] == [
        "You roll 7 for the first player-turn.",
        "Blue rolls 3 for the first player-turn.",
    ]
    assert len(told) == 4


def test_4_2a_steps_of_one_group_are_one_sentence() -> None:
    """4.2A Those of another group are not."""
    step = {"by": "red", "group": "thor", "cost": 1}
    told = story(
        ("Entered", {**step, "place": 30}),
        ("Entered", {**step, "place": 63, "cost": 2}),
        ("Entered", {**step, "place": 4, "group": "loki"}),
    )
    assert told == [
        "The group of Thor goes to 30 Gymir's Mansion, then 63 Florm River, for 2 SPEED. [0]",
        "The group of Loki goes to 04 Gladsheim. [0]",
    ]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "worth REPUTATION 5. [0]"), ("de", "RUHM 5 wert. [0]")]
)
def test_2_2a2_what_is_revealed_tells_what_it_is_worth(language: str, told: str) -> None:
    """It counts from then on."""
    (said,) = story(("Revealed", {"name": "odin", "item": "gungnir"}), language=language)
    assert said.endswith(told)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Thor gains 7 REPUTATION, Sif 3, Thor 2, half of what the dead had. [S7]",
                "Thor gains 1 REPUTATION. [S17]",
                "Sif subdues Thrym, who has lost 4 STAMINA after it; Sif gains 1 REPUTATION. [S7]",
                "Thrym loses 3 REPUTATION, being subdued. [S7]",
            ],
        ),
        (
            "de",
            [
                "Thor gewinnt 7 RUHM, Sif 3, Thor 2, von jedem Toten die Hälfte. [S7]",
                "Thor gewinnt 1 RUHM. [S17]",
                "Sif bezwingt Thrym; verloren bleiben 4 AUSDAUER; Sif gewinnt 1 RUHM. [S7]",
                "Thrym verliert 3 RUHM, weil bezwungen. [S7]",
            ],
        ),
    ],
)
def test_s7_what_a_fight_brings_is_one_sentence(language: str, told: list[str]) -> None:
    """S7 To whom, how much, and for what; what another rule brings is told by itself."""
    gains = [("thor", 7, "S7"), ("sif", 3, "S7"), ("thor", 2, "S7"), ("thor", 1, "S17"), ("sif", 1, "S7")]
    gains.append(("thrym", -3, "S7"))
    events = [("ReputationChanged", {"name": name, "amount": n, "rule": rule}) for name, n, rule in gains]
    events.insert(4, ("Subdued", {"name": "thrym", "by": "sif", "lost": 4, "rule": "S7"}))
    assert story(*events, language=language, rule="") == told


@pytest.mark.parametrize(("language", "leaves"), [("en", "leaves the group"), ("de", "verlässt die Gruppe")])
def test_s10_a_norn_was_in_no_group(language: str, leaves: str) -> None:
    """S10 She goes back into her deck; whoever is driven away leaves a group."""
    told = [
        story(("WentBack", {"name": "skuld", "rule": one}), language=language, rule=one)[0]
        for one in ("S10", "2.2A8")
    ]
    assert [leaves in one for one in told] == [False, True]


@pytest.mark.parametrize(("language", "nobody"), [("en", "nobody is born"), ("de", "niemand wird geboren")])
def test_3_1_a_roll_without_births_says_so(language: str, nobody: str) -> None:
    """3.1 A roll with births is told with them."""
    assert nobody in story(roll("births", "red", 8), language=language)[0]
    born = ("Born", {"names": (), "decks": ("jotun",)})
    assert nobody not in " ".join(story(roll("births", "red", 1), born, language=language))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You halt. Nobody comes by chance, unless you order it after that: roll."),
        ("de", "Du hältst. Von selbst kommt niemand, außer du befiehlst es danach: würfle."),
    ],
)
def test_m16_whoever_halts_without_a_roll_reads_why_nobody_came(language: str, told: str) -> None:
    """Of a halt that is rolled for the roll says enough; of others' halts nothing is told."""
    halt = ("PhaseBegun", {"by": "red", "phase": "encounter"})
    assert story(halt, language=language) == [f"{told} [0]"]
    reached = ("RealmReached", {"group": "thor", "realm": "Asgard"})
    others = ("PhaseBegun", {"by": "blue", "phase": "encounter"})
    for events in ((halt, roll("encounter", "thor", 8, 3), CAME), (halt, reached), (others,)):
        assert told not in " ".join(story(*events, language=language))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The counters lie: Heimdall at 08 Hlidskialf, Mimir at 29 Mimir's Well."),
        ("de", "Die Marken liegen: Heimdall auf 08 Hlidskialf, Mimir auf 29 Mimirs Brunnen."),
    ],
)
def test_1_0g_where_the_counters_lie_is_one_sentence(language: str, told: str) -> None:
    """Seven lines of them put the first turn off the first letter's screen."""
    laid = [("SevenLaid", {"name": name, "place": at}) for name, at in (("heimdall", 8), ("mimir", 29))]
    assert story(*laid, language=language) == [f"{told} [0]"]


@pytest.mark.parametrize(
    ("value", "card", "language", "told"),
    [
        (1, "attack", "en", "Hrungnir rolled 1, at most TEMPER 5: an attack"),
        (7, "evade", "en", "Hrungnir rolled 7, more than TEMPER 5: no attack"),
        (7, "attack", "en", "Hrungnir rolled 7, more than TEMPER 5: other cards are barred here"),
        (1, "attack", "de", "Hrungnir: Wurf 1, höchstens JÄHZORN 5: ein Angriff"),
        (7, "evade", "de", "Hrungnir: Wurf 7, mehr als JÄHZORN 5: kein Angriff"),
        (7, "attack", "de", "Hrungnir: Wurf 7, mehr als JÄHZORN 5: andere Karten sind hier verwehrt"),
    ],
)
def test_s2_what_a_roll_against_temper_decides_is_told(
    value: int, card: str, language: str, told: str
) -> None:
    """A roll of 8, TEMPER 5, and an attack all the same, looked like a mistake."""
    shown = ("CardsShown", {"cards": (("thor", "subdue"), ("hrungnir", card))})
    (line,) = story(roll("temper", "hrungnir", value, 5), shown, language=language)
    assert f"({told})." in line


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "(rolled 5, at most 5). The rune is out of play, and its 1 REPUTATION counts no more."),
        ("de", "Sie ist aus dem Spiel, und ihr 1 RUHM zählt nicht mehr."),
    ],
)
@pytest.mark.parametrize("works", [True, False])
def test_2_2b2_who_uses_a_rune_is_told_what_it_costs(language: str, told: str, works: bool) -> None:
    """REPUTATION went down by one, and nothing said by what."""
    used = {"name": "thor", "card": "rune.ale-rune.1", "on": "thor", "works": works, "rule": "2.2B1"}
    (sentence,) = story(roll("intelligence", "thor", 5, 5), ("RuneUsed", used), language=language)
    assert told in sentence
