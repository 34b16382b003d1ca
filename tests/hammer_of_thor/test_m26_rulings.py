"""M26, M32 What the master declares: while a stop is open, refused by number, several effects all or none."""

import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from thor_table import carrying, kinds, made, master, refused, settled, table

from referee.engine.events import Event
from referee.engine.rules import first_broken
from referee.games import hammer_of_thor as package
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import telling, turns
from referee.games.hammer_of_thor.figures import Done, Encounter, Standing, Stop, group_of, stamina
from referee.games.hammer_of_thor.ruling import MOVES, candidates, families
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.games.hammer_of_thor.voice import Voice
from referee.telling.catalog import catalog
from referee.telling.letter import Letter, bodies
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

ASKED = (Stop("8.0", "red", ("thor",)),)
SAME = lambda cards: cards  # noqa: E731  a shuffle that leaves a pile as it is


def asked(**changes: Any) -> State:
    """Red has asked the master something; Loki and Mimir are there too."""
    s = table(("red", 29, "thor sif"), ("blue", 29, "loki"), ("", 29, "mimir"))
    return replace(s, **{"stops": ASKED, **changes})


def fighting() -> State:
    """It has come to combat between Thor, who bears bronze, and Loki."""
    s = carrying(asked(encounter=Encounter(1, 2, "4.6", 1, combat=True)), "thor", "bronze-sword", "iron-helm")
    return carrying(s, "loki", "bronze-helm")


def declare(s: State, *effects: e.Effect, script: tuple[Any, ...] = ()) -> tuple[State, list[Event]]:
    """The master declares one effect, or several in a ruling."""
    move = effects[0] if len(effects) == 1 else e.Ruling(effects)
    return made(s, "master", move, MOVES, *script)


def no(s: State, *effects: e.Effect) -> tuple[str, str] | None:
    """Why the master cannot declare this."""
    return refused(s, "master", effects[0] if len(effects) == 1 else e.Ruling(effects), MOVES)


def test_m26_only_while_a_stop_is_open() -> None:
    """Without one nothing is declared but a stop."""
    s = asked(stops=())
    assert no(s, e.Kill("sif")) == ("M26", "no-stop")
    assert no(s, e.Kill("sif"), e.Kill("loki")) == ("M26", "no-stop")
    assert no(s, e.Stop("8.0"), e.Kill("sif")) is None
    assert no(s, e.Stop("8.9")) == ("M26", "no-such-section")
    assert no(replace(s, stage="choosing"), e.Stop("8.0")) == ("M26", "not-begun")
    s, events = declare(s, e.Stop("8.0"))
    assert (kinds(events), s.stops[-1].section) == (["Stopped"], "8.0")


def test_m26_stops_are_a_stack() -> None:
    """The newest is closed first; after the last one nothing is declared."""
    s, _ = declare(asked(), e.Stop("4.2C"))
    s, events = declare(s, e.GoOn())
    assert events[0].section == "4.2C"  # type: ignore[attr-defined]
    assert no(s, e.GoOn(), e.Kill("sif")) == ("M26", "no-stop")
    s, _ = declare(s, e.GoOn())
    assert s.stops == ()
    assert no(s, e.GoOn()) == ("M26", "no-stop")


def test_m26_an_open_encounter_is_closed_first() -> None:
    """`go on` waits for `close`; both may stand in one ruling."""
    assert no(fighting(), e.GoOn()) == ("M26", "encounter-open")
    s, events = declare(fighting(), e.Close(), e.GoOn())
    assert kinds(events) == ["EncounterClosed", "WentOn"]
    assert s.encounter is None


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_m32_players_declare_nothing(seat: str) -> None:
    """A ruling is the master's."""
    assert refused(asked(), seat, e.Kill("loki"), MOVES) == ("M32", "not-the-master")
    assert refused(asked(), seat, e.Ruling((e.Kill("loki"),)), MOVES) == ("M32", "not-the-master")


def test_m32_events_cite_the_section_of_the_stop() -> None:
    """What happens by a ruling stands under the section that the master was asked about."""
    _, events = declare(asked(), e.Stamina("loki", -2))
    assert [one.cited for one in events] == ["8.0"]


def test_4_4_4_6_an_encounter_is_opened() -> None:
    """With nobody's counter by 4.4, with a seat's by 4.6; cards are asked for, and no second stop opens."""
    s, events = declare(asked(), e.Encounter("sif", "mimir"))
    assert kinds(events) == ["EncounterOpened", "RoundBegun"]
    assert events[0].cited == "4.4"
    assert s.stops == ASKED
    _, events = declare(asked(), e.Encounter("sif", "loki"))
    assert events[0].cited == "4.6"
    assert no(s, e.Encounter("thor", "loki")) == ("4.3", "encounter-open")


def test_4_5_a_stranger_is_drawn() -> None:
    """The top card of a deck is met; of an empty one nobody, and a Human outside Midgard dies at once."""
    s, events = declare(asked(), e.EncounterTop("thor", "jotun"))
    assert kinds(events) == ["StrangerCame", "EncounterOpened", "RoundBegun"]
    assert group_of(s, "skadi").deck == "jotun"
    s, events = declare(s, e.Close(), script=(SAME,))
    assert kinds(events) == ["EncounterClosed", "Shuffled"]
    assert s.stacks["jotun"][-1] == "skadi"
    _, events = declare(asked().stack("jotun", ()), e.EncounterTop("thor", "jotun"))
    assert [(type(one).__name__, one.cited) for one in events] == [("NobodyCame", "4.3")]
    s, events = declare(asked(), e.EncounterTop("thor", "elf-human"))
    assert (kinds(events), s.helheim) == (["StrangerCame", "Died"], ("sigurd",))


def test_2_2a5_a_9_breaks_bronze() -> None:
    """The roll to hit is for all to see; a 9 breaks the revealed bronze of both, and nothing else."""
    s, events = declare(fighting(), e.Hit("thor", "loki"), script=(8,))
    assert kinds(events) == ["Rolled"]
    s, events = declare(s, e.Hit("thor", "loki"), script=(9,))
    assert kinds(events) == ["Rolled", "Broken", "Broken"]
    assert s.out == ("bronze-sword", "bronze-helm")
    s = s.figure("thor", items=("bronze-axe",))
    assert kinds(declare(s, e.Hit("loki", "thor"), script=(9,))[1]) == ["Rolled"]


@pytest.mark.parametrize(
    ("characteristic", "need"), [("speed", 3), ("reputation", 18), ("stamina", 14), ("wisdom", 9)]
)
def test_m32_a_test_is_a_roll_against_the_value(characteristic: str, need: int) -> None:
    """At most the value works: as it was set, as it is left."""
    s = asked().figure("thor", lost=2, changed=(("wisdom", 9),))
    _, events = declare(s, e.Test("thor", characteristic), script=(4,))
    assert (events[0].value, events[0].need) == (4, need)  # type: ignore[attr-defined]


def test_10_0_a_new_character() -> None:
    """It comes for its seat as its starting character; not one that is on the map."""
    s, events = declare(asked(), e.NewCharacter("tyr", "red", 5))
    assert (kinds(events), dict(s.starters)["red"]) == (["Arrived"], "tyr")
    assert no(s, e.NewCharacter("tyr", "blue", 5)) == ("M32", "not-free")
    assert no(s, e.NewCharacter("thrym", "blue", 99)) == ("M32", "no-such-place")


WAYS = (e.Kill("thor"), e.Out("thor"), e.Leave("thor"), e.Join("thor", "loki"), e.Join("thor", "mimir"))


@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.written)
def test_m26_the_game_stops_for_10_0_however_a_starting_character_goes(way: e.Effect) -> None:
    """Dead, out of the game, back in its deck, with another seat or with nobody: the master says who goes on."""
    script = (SAME,) if isinstance(way, e.Leave) else ()
    s, events = declare(asked(), way, script=script)
    assert kinds(events)[-1] == "Stopped"
    assert s.stops == (*ASKED, Stop("10.0", "red", () if isinstance(way, e.Leave) else ("thor",)))
    _, events = declare(asked(starters=(("red", "sif"), ("blue", "loki"))), way, script=script)
    assert "Stopped" not in kinds(events)


def test_m26_a_starting_character_that_stays_with_its_seat_stops_nothing() -> None:
    """In another group of the same seat it is still the seat's; and who was lost to it before is lost once."""
    s = table(("red", 29, "thor sif"), ("red", 29, "tyr"), ("blue", 29, "loki"))
    for move in (e.Split("thor"), e.Join("thor", "tyr")):
        assert "Stopped" not in kinds(declare(replace(s, stops=ASKED), move)[1])
    s, _ = declare(replace(s, stops=ASKED), e.Join("thor", "loki"))
    s, events = declare(s, e.Kill("thor"))
    assert kinds(events) == ["Died"]


def test_0_the_master_says_who_wins() -> None:
    """The highest REPUTATION of the side that wins; nobody's side has no winner."""
    s = asked(stage="ragnarok").figure("thor", tracked=True)
    after, _ = declare(s, e.Win("good", "g"))
    assert after.outcome
    assert after.outcome.winners == ("red",)
    after, _ = declare(s, e.Win("nobody", "g"))
    assert after.outcome
    assert after.outcome.winners == ()
    assert no(after, e.Kill("thor")) == ("0", "game-over")


def test_12_0_the_game_is_ended_at_ragnarok_only_and_by_its_name() -> None:
    """At every other stop it is refused, alone and in a ruling; so is the order without the game, or with another."""
    for named in ("", "g"):
        assert no(asked(), e.Win("good", named)) == ("12.0", "no-ragnarok")
        assert no(asked(), e.Note("so it is"), e.Win("good", named)) == ("12.0", "no-ragnarok")
    s = asked(stage="ragnarok")
    assert no(s, e.Win("good")) == no(s, e.Win("good", "g2")) == ("12.0", "ends-the-game")
    assert no(s, e.Win("good", "g")) is None


def test_5_0_combat() -> None:
    """It begins once, in an encounter."""
    s, events = declare(asked(encounter=Encounter(1, 2, "4.6", 1)), e.Combat())
    assert (kinds(events), no(s, e.Combat())) == (["CombatBegun"], ("5.0", "combat-already"))


def test_m32_a_ruling_is_carried_out_all_or_none() -> None:
    """Each effect is judged on the table as the earlier ones will have left it."""
    s, events = declare(fighting(), e.Hit("thor", "loki"), e.Stamina("loki", -3), e.Kill("loki"), script=(0,))
    assert kinds(events) == ["Rolled", "StaminaChanged", "Died", "EncounterClosed", "Stopped"]
    assert no(asked(), e.Kill("sif"), e.Stamina("sif", -1)) == ("M32", "not-on-the-map")
    assert no(asked(), e.Kill("sif"), e.Raise("sif", "thor")) is None
    assert no(asked(), e.Stamina("sif", 2)) == ("2.1G", "unhurt")
    s, _ = declare(asked(), e.Stamina("sif", -3), e.Stamina("sif", 2))
    assert stamina(s, "sif") == 7
    assert no(asked(), e.Give("gram", "thor"), e.Give("mjollnir", "thor")) == ("2.2A1", "does-not-fit")
    assert no(asked(), e.Give("gram", "thor"), e.Give("gram", "sif"), e.Give("mjollnir", "thor")) is None


def test_m32_how_many_effects() -> None:
    """One at least, and what opens an encounter or ends the game comes last."""
    assert refused(asked(), "master", e.Ruling(()), MOVES) == ("M32", "how-many-effects")
    assert no(asked(), *[e.Note("so it is")] * 21) == ("M32", "how-many-effects")
    assert no(asked(), e.EncounterTop("thor", "jotun"), e.Note("a giant")) == ("M32", "comes-last")
    assert no(asked(), e.Win("good", "g"), e.GoOn()) == ("M32", "comes-last")
    assert no(asked(), e.Note("a giant"), e.EncounterTop("thor", "jotun")) is None


def test_m32_nothing_hangs_on_a_roll_or_on_an_unseen_card() -> None:
    """What a 9 would break, and what an item that nobody has seen would bar, is declared afterwards."""
    hit = e.Hit("thor", "loki")
    assert no(fighting(), hit, e.Give("bronze-sword", "sif")) == ("M32", "no-such-item")
    assert no(fighting(), hit, e.Give("gram", "thor")) == ("2.2A1", "does-not-fit")
    assert no(fighting(), hit, e.Give("iron-helm", "sif")) is None
    deal = e.Deal("magic", "thor")
    assert no(asked(), deal, e.Give("gram", "thor")) == ("M32", "not-known-yet")
    assert no(asked(), deal, e.Give("gram", "sif")) == ("M32", "not-known-yet")
    assert no(asked(), deal, e.Join("sif", "loki")) == ("M32", "not-known-yet")
    assert no(asked(), deal, e.Deal("rune", "thor"), e.Give("gram", "loki"), e.GoOn()) is None


@pytest.mark.parametrize("top", ["hrotti", "svalin", "naglfar"])
def test_m32_no_verdict_depends_on_what_the_master_does_not_see(top: str) -> None:
    """The same verdicts whatever lies on top of the piles, is held, and was ordered beforehand."""
    s = asked().stack("magic", (top,)).stack("jotun", ("skadi" if top == "svalin" else "thrym",))
    s = replace(s, hands={"red": (f"fate.{'feast' if top == 'svalin' else 'praise'}.1",)})
    verdicts = [
        no(s, e.Deal("magic", "thor"), e.Give("gram", "thor")),
        no(s, e.Deal("magic", "thor"), e.Deal("magic", "thor")),
        no(s, e.EncounterTop("thor", "jotun")),
        no(s, e.Join("skadi", "thor")),
        no(s, e.Deal("fate", "red")),
    ]
    assert verdicts == [("M32", "not-known-yet"), None, None, ("M32", "not-on-the-map"), None]


def test_m25_season_orders_wait_for_the_end_of_the_ruling() -> None:
    """What was ordered for a season is played when the ruling is carried out."""
    s = asked(
        hands={"blue": ("fate.praise.1",)}, standing={"blue": Standing("season", card="praise", on="loki")}
    )
    _, events = declare(s, e.SeasonIs("winter"), e.Note("it snows"))
    assert kinds(events)[:2] == ["SeasonMoved", "MasterSaid"]
    assert "Played" in kinds(events)


@pytest.mark.parametrize(
    "s",
    [asked(), fighting(), asked(stops=()), asked(stops=(Stop("10.0", "red"),)), asked(stage="ragnarok")],
)
def test_m32_what_the_master_is_shown(s: State) -> None:
    """Each family that fits the table has something that would be taken; players are shown nothing."""
    seen = master(s)
    able = {
        key: [one for one in moves if first_broken(MOVES[type(one)][1], seen, one) is None]
        for key, _, moves in candidates(seen)
    }
    assert able["stop"]
    if s.stops:
        assert able["figures"] and able["things"] and able["minds"]  # noqa: PT018
        assert bool(able["win"]) is (s.stage == "ragnarok")
        assert bool(able["hit"]) is bool(s.encounter)
        assert bool(able["go on"]) is not bool(s.encounter or s.stage == "ragnarok")
        assert bool(able["new"]) is (s.stops[-1].section == "10.0")
    else:
        assert [*able] == ["stop"]


def test_10_0_the_master_is_asked_again_where_nobody_is_left() -> None:
    """No player-turn begins, and the game does not run on without one."""
    s = table(("", 29, "mimir"), on_turn="", done=Done())
    s, events = settled(s, turns.proceed(s, ScriptedLots()))
    assert (kinds(events), s.stops[-1].section) == (["Stopped"], "10.0")
    assert kinds(declare(s, e.NewCharacter("tyr", "red", 5), e.GoOn())[1]) == ["Arrived", "WentOn"]


def test_m32_the_refusal_of_a_ruling_names_the_effect() -> None:
    """Which one of several cannot be carried out, and why; of a single effect the reason alone."""
    whole = e.Ruling((e.Kill("sif"), e.Kill("sif")))
    found = first_broken(MOVES[e.Ruling][1], master(asked()), whole)
    assert found is not None
    assert (found.rule, found.why.key) == ("M32", "part-of-a-ruling")
    assert found.why.params == {"effect": "kill sif", "reason": "not-on-the-map", "of": {"name": "sif"}}
    english = catalog("hammer_of_thor", "en")
    told = english.say("refusals", found.why.key, telling.voice(master(asked())), found.why.params)
    assert told == "Nothing of the ruling is carried out, because of kill sif: Not on the map: Sif."
    single = first_broken(MOVES[e.Ruling][1], master(asked()), e.Ruling((e.Kill("baldr"),)))
    assert single is not None
    assert single.why.key == "not-on-the-map"


@pytest.mark.parametrize(
    ("stop", "example"),
    [
        (Stop("8.0", "red", ("thor",)), "ruling reputation thor +1; go on"),
        (Stop("4.5", "red", ("thor",)), "ruling encounter thor with top jotun"),
        (Stop("10.0", "green", ()), "ruling new odin for green at 1; go on"),
    ],
)
def test_m26_the_example_of_a_ruling_settles_the_stop_at_hand(stop: Stop, example: str) -> None:
    """Whom to meet, who comes new, or a word of praise, and on: it can be declared as it stands."""
    s = asked(stops=(stop,))
    (family,) = families(master(s))
    assert family.example is not None
    assert family.example.written == example
    assert family.example in family


def test_m26_the_example_in_an_encounter_closes_it() -> None:
    """`go on` alone would be refused there."""
    (family,) = families(master(fighting()))
    assert family.example is not None
    assert family.example.written == "ruling reputation thor +1; close; go on"


def test_m32_rulings_are_a_family_of_their_own() -> None:
    """It holds several effects and those of anybody else, as far as they would be taken; players have none."""
    (family,) = families(master(asked()))
    for move in (
        e.Ruling((e.Kill("sif"), e.GoOn())),
        e.Note("so it is"),
        e.Put("mimir", 40),
        family.draw(Random(1)),
    ):
        assert move in family
    assert e.Ruling((e.Kill("sif"), e.Kill("sif"))) not in family
    assert e.Kill("baldr") not in family
    assert not [*families(view(asked(), "red"))]
    assert family.at_least
    assert family.count >= len(family.moves()) > 0


def test_m22_all_bronze_of_both_breaks() -> None:
    """Every revealed bronze item of who strikes and of who is struck; what lies face down stays whole."""
    s = carrying(carrying(fighting(), "loki", "bronze-mail"), "loki", "bronze-shoes", face_up=False)
    s, _ = declare(s, e.Hit("thor", "loki"), script=(9,))
    assert s.out == ("bronze-sword", "bronze-helm", "bronze-mail")
    assert s.figures["loki"].items == ("bronze-shoes",)


def test_m32_an_encounter_may_be_closed_by_who_has_ended_it() -> None:
    """A stranger joins, which ends the encounter; that the ruling closes it as well does no harm, nor what follows."""
    s = asked(encounter=Encounter(1, 3, "4.4", 1))
    assert no(s, e.Join("mimir", "thor"), e.Close(), e.GoOn()) is None
    s, events = declare(s, e.Join("mimir", "thor"), e.Close(), e.GoOn())
    assert kinds(events).count("EncounterClosed") == 1
    assert (s.encounter, s.stops) == (None, ())
    assert no(asked(), e.Close(), e.GoOn()) == ("4.3", "encounter-over")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("as by join, kill, leave or move", "In one ruling close may", "write go on when")),
        (
            "de",
            (
                "durch geselle, töte, entlasse oder ziehe",
                "In einem Urteil darf schließe",
                "schreibe fortfahren",
            ),
        ),
    ],
)
def test_m32_on_a_line_of_its_own_it_is_told_what_would_be_right(
    language: str, words: tuple[str, ...]
) -> None:
    """The encounter that a stranger's joining has ended cannot be closed again; the refusal says how it goes on."""
    s, _ = declare(asked(encounter=Encounter(1, 3, "4.4", 1)), e.Join("mimir", "thor"))
    assert no(s, e.Close()) == ("4.3", "encounter-over")
    assert no(s, e.GoOn()) is None
    voice = Voice("master", s.cards, s.board)
    told = catalog("hammer_of_thor", language).say("refusals", "encounter-over", voice, {})
    assert [one for one in words if one not in told] == [], told


@pytest.mark.parametrize("stage", ["turns", "ragnarok"])
def test_no_tap_of_a_letter_to_the_master_wipes_a_round_or_ends_the_game(stage: str) -> None:
    """12.0, 4.3 They are told as they are written; neither text nor page has a link for them, nor the example."""
    s = asked(stage=stage, stops=(Stop("12.0", "red"),))
    if stage == "turns":
        s = replace(s, encounter=Encounter(1, 2, "4.6", 1, combat=True))
    game: Any = package.GAME
    view = game.view(s, "master")
    letter = Letter(
        game=game,
        content=game.options({"seats": "3"}),
        view=view,
        choices=game.choices(view),
        number="g.master.3",
        address="master@games.example",
    )
    shown = bodies(letter)
    linked = {unquote(one) for one in re.findall(r"body=([^>\"]*)", shown.text + unescape(shown.html))}
    for order in ("win good g",) if stage == "ragnarok" else ("round", "close"):
        assert f" {order.split()[0]}" in shown.text
        assert not [one for one in linked if order in one]
    assert linked
    assert "for instance: round" not in shown.text
