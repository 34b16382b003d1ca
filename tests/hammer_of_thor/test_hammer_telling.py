"""How the table of The Hammer of Thor is told: to a player, others, the master, onlookers, in each language."""

import re
from functools import cache
from html import unescape
from typing import Any, cast

import pytest
from house_table import encounter
from lxml import html as lxml_html  # type: ignore[import-untyped]
from thor_table import carrying, content, table
from whole_table import opened

from referee.engine.rules import first_broken
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import GAME, ragnarok, scene, telling, turn_rules
from referee.games.hammer_of_thor.cards import card_set
from referee.games.hammer_of_thor.duties import owed
from referee.games.hammer_of_thor.figures import Done, Encounter, Standing, Stop
from referee.games.hammer_of_thor.moves import Choose, Step
from referee.games.hammer_of_thor.ragnarok import mights
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.uncovered import uncovered
from referee.games.hammer_of_thor.view import view
from referee.house.games import find
from referee.telling.catalog import catalog
from referee.telling.invited import Invitation, invitation
from referee.telling.letter import Letter, bodies
from referee.telling.links import likely_orders
from referee.telling.moves import moves_text, told_families
from referee.telling.sentences import reader_of
from referee.util.text import WIDTH
from referee.util.values import replace

READERS = ("red", "blue", "green", MASTER, None)
LANGUAGES = ("en", "de")
USUAL = 40
"""Lines that the table of a usual player-turn takes at most, as text."""


class Own:
    """A stand-in for the game: its own card set and map."""

    def options(self, _given: Any) -> Any:
        """The options in full."""
        return {"cards": content("cards"), "map": content("map")}


@cache
def scattered() -> State:
    """Three seats and nobody's counters; hands, items face down, runes, a standing order."""
    s = table(
        ("red", 29, "thor tanngnjost tanngrisnir"),
        ("blue", 5, "loki sigyn"),
        ("green", 30, "volund"),
        ("", 8, "heimdall"),
        ("", 29, "thrym"),
        done=Done(phase="movement"),
        helheim=("baldr",),
        hands={"red": ("fate.fair-wind.1",), "blue": ("fate.slander.1", "prediction.great-winter.1")},
        standing={"red": Standing("enters", "loki", 8, "fate.fair-wind", "thor")},
        answers={"blue": (("red", "evade"),)},
    )
    s = carrying(s, "thor", "mjollnir")
    s = carrying(s, "thor", "hrotti", face_up=False, runes=("rune.ale-rune.1", "rune.sea-rune.2"))
    s = carrying(s, "loki", "winged-shoes")
    return carrying(s, "loki", "golden-mail", face_up=False, runes=("rune.mind-rune.1",), lost=3)


def met(s: State, **changes: Any) -> State:
    """The same table, Thor having met Thrym."""
    found = {"round": 1, "asks": True, "surprise": True, **changes}
    return replace(s, encounter=Encounter(1, 5, "4.5", **found), done=Done(phase="encounter", moved=True))


def text(s: State, seat: str | None, language: str = "en") -> str:
    """The table as text."""
    v = view(s, seat)
    says = catalog("hammer_of_thor", language)
    return says.render("hammer_of_thor/table.txt", telling.voice(v), table=telling.table(v), view=v)


PARTS = ("table", "people", "more")


def page(s: State, seat: str | None, language: str = "en") -> str:
    """The table as HTML, with what stands below the likely answers and below the moves."""
    v = view(s, seat)
    says, voice = catalog("hammer_of_thor", language), telling.voice(v)
    given: dict[str, Any] = {"table": telling.table(v), "view": v, "fence": lambda line: line, "moves": ()}
    return "".join(says.render(f"hammer_of_thor/{one}.html", voice, **given) for one in PARTS)


def one_line(told: str) -> str:
    """A text without its line ends."""
    return " ".join(told.split())


def called(name: str, language: str) -> str:
    """What a thing or a place is called in a language."""
    return catalog("hammer_of_thor", language).word("card", name)


SECRETS = {
    "Fair Wind": ("red",),
    "Slander": ("blue",),
    "Great Winter": ("blue",),
    "Hrotti": ("red", MASTER),
    "Golden Mail": ("blue", MASTER),
    "Ale Rune": ("red", MASTER),
    "Sea Rune": ("red", MASTER),
    "Mind Rune": ("blue", MASTER),
}
"""M14, M32 Who is told of a card in a hand, of an item that not all have seen, of a rune."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reader", READERS)
def test_hands_unseen_items_and_runes_are_told_to_those_who_see_them(
    reader: str | None, language: str
) -> None:
    """M10, M14, M32 Each in the text and in the page of whoever sees it, and in nobody else's."""
    for told in (text(scattered(), reader, language), page(scattered(), reader, language)):
        for name, seen_by in SECRETS.items():
            assert (called(name, language) in one_line(told)) == (reader in seen_by), name


@pytest.mark.parametrize("make", [text, page])
def test_orders_given_beforehand_and_a_sealed_card_are_told_to_their_seat(make: Any) -> None:
    """M25, 4.3A The standing order, the standing answer, the sealed card."""
    s = met(scattered(), sealed=((1, "challenge"),))
    for reader in READERS:
        told = one_line(make(s, reader))
        assert ("standing order: when Loki enters 08" in told) == (reader == "red")
        assert ("standing answers (taken back by: when nothing): with Red EVADE" in told) == (
            reader == "blue"
        )
        assert ("CHALLENGE" in told) == (reader == "red")


def test_shown_cards_are_told_to_all() -> None:
    """4.3A When all are in, the cards are on the table."""
    s = met(scattered(), sealed=((1, "challenge"), (5, "attack")), asks=False)
    for reader in READERS:
        told = one_line(text(s, reader))
        assert "Card: CHALLENGE." in told
        assert "Card: ATTACK." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_a_mail_should_be(language: str) -> None:
    """Tables of each reader, in and out of an encounter, with a master who is asked."""
    asked = replace(met(scattered()), stops=(Stop("8.0", "red", ("thor",), "x" * 30 + " of " * 30),))
    for s in (scattered(), asked):
        for reader in READERS:
            lines = text(s, reader, language).splitlines()
            assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_a_usual_player_turn_is_short(language: str) -> None:
    """Three seats, a group of three, six cards and items of one's own; an encounter too."""
    for s in (scattered(), met(scattered())):
        assert len(text(s, "red", language).splitlines()) <= USUAL


def test_what_concerns_the_reader_comes_first() -> None:
    """Whose turn it is, the encounter, the reader's own group and hand, the others, the decks."""
    told = text(met(scattered()), "red")
    order = [told.index(one) for one in ("Your player-turn", "AN ENCOUNTER", "YOUR GROUP", "YOUR CARD")]
    order += [told.index("WHO ELSE IS WHERE"), told.index("Cards left")]
    assert order == sorted(order)


def test_ways_tell_place_cost_and_who_stands_there() -> None:
    """4.2b, M20 One SPEED more into water that somebody cannot cross; in winter it is frozen."""
    told = one_line(text(scattered(), "red"))
    assert "30 Gymir's Mansion: 1 SPEED; encounter 5 of 10; there: Volund." in told
    assert "63 Florm River, water: 2 SPEED" in told
    assert "63 Florm River, water: 1 SPEED" in one_line(text(replace(scattered(), season="winter"), "red"))
    spent = replace(scattered(), counters=tuple(replace(one, spent=2) for one in scattered().counters))
    assert "63 Florm River, water: 2 SPEED, too much" in one_line(text(spent, "red"))


@pytest.mark.parametrize(("language", "means"), [("en", "always EVADE"), ("de", "immer AUSWEICHEN")])
def test_2_2a8_what_an_insanity_does_stands_beside_its_name(language: str, means: str) -> None:
    """For as long as it lasts, to the seat that leads the insane: no rule has to be asked for."""
    s = scattered().figure("thor", insanity="paranoia")
    assert f"({means}) [2.2A8]" in one_line(text(s, "red", language))
    assert means not in one_line(text(s, "blue", language))


def test_4_2a_ways_are_told_while_the_group_may_go() -> None:
    """4.2a Of one group in a player-turn, before the Movement phase is over, and to its own seat."""
    assert "Ways from here" in text(scattered(), "red")
    assert "Ways from here" not in text(scattered(), "blue")
    assert "Ways from here" not in text(replace(scattered(), done=Done(phase="encounter")), "red")
    two = table(("red", 29, "thor"), ("red", 55, "sigurd"), ("blue", 5, "loki"))
    moving = replace(two, done=Done(phase="movement", mover=2, scouted=((56, True),), searched=(54,)))
    told = one_line(text(moving, "red"))
    assert told.count("Ways from here") == 1
    assert "56 Whale Coast: 1 SPEED; encounter 3 of 10; reconnoitred: it worked; double REPUTATION." in told
    assert "54 King's Hall: 1 SPEED; encounter 3 of 10; searched; double REPUTATION." in told


def test_2_1d2_ways_tell_which_humans_would_die() -> None:
    """2.1D2 Outside Midgard."""
    s = table(("red", 55, "sigurd"), ("blue", 5, "loki"), done=Done(phase="movement"))
    told = one_line(text(s, "red"))
    assert "01 Bifrost (Asgard): 1 SPEED; encounter 3 of 10; Sigurd would die there." in told
    assert "54 King's Hall: 1 SPEED; encounter 3 of 10; double REPUTATION." in told


def test_4_3a_cards_that_cannot_be_chosen_are_told_to_the_seat_that_chooses() -> None:
    """2.2A8, 2.1I, 9.0 With the number of why; of others nothing is told."""
    s = met(scattered()).figure("thor", insanity="paranoia")
    told = {reader: one_line(text(s, reader)) for reader in READERS}
    assert "[2.2A8]" in told["red"]
    assert "Cannot be chosen: ATTACK, SUBDUE, CON," in told["red"]
    assert not any("Cannot be chosen" in told[reader] for reader in READERS if reader != "red")


def test_2_1a_kin_and_friends_in_an_encounter_are_told() -> None:
    """2.1A, 2.1B They may not be hurt, or only subdued."""
    s = table(("red", 29, "thor"), ("blue", 29, "odin"))
    s = replace(s, encounter=Encounter(1, 2, "4.6", round=1, asks=True))
    assert "Thor is kin or friend to Odin." in one_line(text(s, "red"))


def test_m14_of_others_one_is_told_what_all_have_seen_and_how_much_more_there_is() -> None:
    """M14, 2.2A3 Face up, face down, tried or not; an unseen item, a rune."""
    told = one_line(text(scattered(), "red"))
    assert "Loki: STAMINA 9/12; Winged Shoes (face up), an unseen item, a rune." in told
    assert "Thor: Mjollnir (face up, not tried), an unseen item, 2 runes." in one_line(
        text(scattered(), "blue")
    )
    tried = replace(scattered(), works={("thor", "mjollnir"): False})
    assert "Mjollnir (face up, does not work)" in one_line(text(tried, "blue"))


def test_2_2a6_the_forged_deck_is_told_where_it_matters() -> None:
    """2.2A6 At Ida's Plain what is of bronze, to a smith all of it, to the master always."""
    assert "The Forged deck: Bronze Sword" in text(scattered(), "blue")
    assert "Iron Sword" not in text(scattered(), "blue")
    assert "The Forged deck: Iron Sword" in text(scattered(), "green")
    assert "The Forged deck: Iron Sword" in text(scattered(), MASTER)
    assert "The Forged deck" not in text(scattered(), "red")


def test_2_2a6_the_forged_deck_says_what_an_item_does() -> None:
    """What it is worth, which is its price at a smith's too (S14); with the supplement what it adds (S4)."""
    played = replace(scattered(), supplement="house")
    assert "Bronze Sword (REPUTATION 1, STRENGTH +1), Bronze Axe" in one_line(text(played, "blue"))
    assert "Bronze Sword (REPUTATION 1), Bronze Axe" in one_line(text(scattered(), "blue"))


def test_s4_figures_of_the_supplement_count_the_items_that_work() -> None:
    """S4 Strength 9 and 3 by Mjollnir; without the supplement, what is printed."""
    works = replace(scattered(), works={("thor", "mjollnir"): True})
    strength = 3
    for supplement, value in (("none", 9), ("house", 12)):
        v = view(replace(works, supplement=supplement), "red")
        assert telling.table(v).own[0].leader.figures[strength] == value


@pytest.mark.parametrize("make", [text, page])
def test_m32_the_master_is_shown_whom_a_stop_is_about(make: Any) -> None:
    """M26, M32 Their figures, things and runes; nobody else is."""
    s = replace(scattered(), stops=(Stop("4.5", "blue", ("loki",), ""),))
    for reader in READERS:
        told = one_line(make(s, reader))
        assert ("Loki, evil Aesir, male: Winged Shoes" in told) == (reader == MASTER)
        assert ("section 4.5" in told) is True


@pytest.mark.parametrize("make", [text, page])
def test_m26_a_stop_for_a_card_tells_what_stands_on_it(make: Any) -> None:
    """By its title, never by the id that the referee has for it; and what kind of stop it is."""
    told = one_line(
        make(replace(scattered(), stops=(Stop("2.2B1", "blue", (), "rune.hanged-mans-rune"),)), MASTER)
    )
    assert "section 2.2B1 (a rune), by Blue: Hanged Man's Rune (" in told.replace("&#39;", "'")
    assert "rune.hanged" not in told
    played = replace(scattered(), stops=(Stop("4.1b", "blue", ("thor",), "fate.strange-guest"),))
    assert "section 4.1b (a card), by Blue: Thor; Strange Guest (" in one_line(make(played, MASTER))
    asked = replace(scattered(), stops=(Stop("8.0", "blue", (), "rune.of-mine?"),))
    assert "rune.of-mine?" in one_line(make(asked, MASTER))


def test_4_2a_the_refusal_of_a_step_names_where_lines_go() -> None:
    """The neighbours of the place with their names."""
    found = first_broken(
        turn_rules.MOVES[Step][1],
        view(table(("red", 5, "thor"), done=Done(phase="movement")), "red"),
        Step("thor", (8,)),
    )
    assert found is not None
    says = catalog("hammer_of_thor", "en")
    told = says.say("refusals", found.why.key, telling.voice(view(scattered(), "red")), found.why.params)
    assert told == (
        "No line goes from 05 Ida's Plain to 08 Hlidskialf. "
        "There are lines to 04 Gladsheim, 06 Wingolf, 07 Walaskialf."
    )


@pytest.mark.parametrize("make", [text, page])
def test_1_0e_where_a_character_may_start_is_told_by_name(make: Any) -> None:
    """To the seat that chooses, with what may come there."""
    s = opened(2, supplement="house").does("red", Choose("delling")).state
    told = "one halts there: 15 Brunnakr (encounter 3 of 10), 16 Vidblain (encounter 3 of 10), 17 Andlang "
    assert told in one_line(make(s, "red"))
    assert "Where Delling may start, and how likely it is" in one_line(make(s, "red"))
    assert "Where Delling may start" not in one_line(make(s, "blue"))


def test_s5_cards_that_cannot_work_are_told_before_one_chooses() -> None:
    """Good and evil make no followers and no friends, men do not seduce men; with a master nobody knows."""
    met_so: dict[str, Any] = {"encounter": Encounter(1, 2, "4.5", round=1, asks=True)}
    s = table(("red", 29, "thor"), ("", 29, "thrym"), supplement="house", **met_so)
    told = "Cannot work against Thrym: FOLLOWER, SEDUCE, FRIENDSHIP [S5]."
    assert told in one_line(text(s, "red"))
    assert "Cannot work" not in one_line(text(s, "blue"))
    assert "Cannot work" not in one_line(text(replace(s, supplement="none"), "red"))
    mixed = table(("red", 29, "freyja"), ("", 29, "thrym"), supplement="house", **met_so)
    assert "Cannot work against Thrym: FOLLOWER, FRIENDSHIP [S5]." in one_line(text(mixed, "red"))


def test_m14_nobodys_counters_take_one_line() -> None:
    """Those that carry nothing, and what they have lost."""
    hurt = scattered().figure("thrym", lost=3)
    assert "Nobody's: Heimdall 15 at 08, Thrym 10 at 29 (STAMINA 10/13)." in one_line(text(hurt, "red"))


@pytest.mark.parametrize(
    ("language", "stranger", "nobody"), [("en", "A stranger", "Nobody's"), ("de", "Ein Fremder", "Niemand")]
)
def test_4_5_who_came_off_a_deck_is_a_stranger_and_nobodys_counter_is_not(
    language: str, stranger: str, nobody: str
) -> None:
    """For who is in the encounter and who is not, as text and as a page."""
    for deck, name, other in (("jotun", stranger, nobody), ("", nobody, stranger)):
        s = encounter("thor", "thrym", deck=deck)
        for told in map(
            unescape, (text(s, "blue", language), page(s, "blue", language), page(s, None, language))
        ):
            assert (name in told, other in told) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_players_and_names_are_escaped(language: str) -> None:
    """M26 What a player asks the master stands in the page as it was written, and does nothing."""
    wild = "</p><script>alert(1)</script> {{7*7}}"
    s = replace(scattered(), stops=(Stop("8.0", "red", ("thor",), wild),))
    for reader in ("red", MASTER):
        told = page(s, reader, language)
        assert "<script" not in told
        assert "&lt;script&gt;alert(1)" in told
        lines = text(s, reader, language).splitlines()
        assert any(line.startswith("  | </p><script>") for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_m26_what_is_asked_only_the_master_reads(language: str) -> None:
    """The others, and onlookers, are told that the master is asked, by whom and about whom."""
    s = replace(scattered(), stops=(Stop("8.0", "red", ("thor",), "May my Gungnir go to Loki?"),))
    for reader in READERS:
        told = text(s, reader, language) + page(s, reader, language)
        assert ("Gungnir go to Loki" in told) == (reader in {"red", MASTER})
        assert "8.0" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_text_tell_the_same(language: str) -> None:
    """Each group, each way, each card of the text stands in the page too."""
    for s in (scattered(), met(scattered())):
        for reader in READERS:
            shown = telling.table(view(s, reader))
            told = one_line(lxml_html.fromstring(page(s, reader, language)).text_content())
            plain = one_line(text(s, reader, language))
            groups = (*shown.own, *shown.others)
            names = [group.place.name for group in groups]
            names += [way.place.name for group in groups for way in group.ways]
            names += [s.cards.characters[one.name].title for g in shown.others for one in g.people]
            assert names
            assert all(one in told and one in plain for one in (called(name, language) for name in names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lay_hidden_is_told_when_all_is_over(language: str) -> None:
    """Hands, items face down, runes and piles, as text and as a page."""
    bared, says = uncovered(scattered()), catalog("hammer_of_thor", language)
    voice = telling.voice(view(scattered(), None))
    told = says.render("hammer_of_thor/uncovered.txt", voice, uncovered=bared)
    shown = says.render("hammer_of_thor/uncovered.html", voice, uncovered=bared, fence=lambda line: line)
    assert all(called(name, language) in one_line(shown) for name in SECRETS)
    assert all(called(name, language) in one_line(told) for name in SECRETS)
    assert max(map(len, told.splitlines())) <= WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handbook_lists_every_card_and_place_and_says_whose_they_are(language: str) -> None:
    """Each title stands in the lists; that they are not the published ones, in handbook and invitation."""
    says, cards = catalog("hammer_of_thor", language), card_set(content("cards"))
    told = says.render("hammer_of_thor/decks.txt", decks=telling.deck_lists(Own()))  # type: ignore[arg-type]
    lists = (cards.characters, cards.items, cards.fate, cards.predictions, cards.runes, cards.shapes)
    titles = [one.title for each in lists for one in each.values()]
    assert [one for one in titles if called(one, language) not in one_line(told)] == []
    assert max(map(len, told.splitlines())) <= WIDTH
    assert all(f"{n:02} " in told for n in range(1, 80))
    notes = telling.decks_told(Own().options({}))
    invited = [says.say("texts", key, params=values) for key, values in notes]
    word = {"en": "NOT", "de": "NICHT"}[language]
    assert word in invited[0]
    assert word in says.say("texts", "handbook-decks-intro")


def test_each_effect_of_a_card_is_told_in_words() -> None:
    """4.1b What each Fate, Prediction and Rune card does has words of its own, in English and German."""
    s = scattered()
    for language in LANGUAGES:
        says = catalog("hammer_of_thor", language)
        for kind, cards in (
            ("fate", s.cards.fate),
            ("prediction", s.cards.predictions),
            ("rune", s.cards.runes),
        ):
            for card in cards.values():
                one = scene.told(kind, card)
                told = says.say(
                    "texts", "card-does", telling.voice(view(s, "red")), {"one": one, "house": False}
                )
                assert told
                assert "$" not in told
                assert all(effect.said != "other" for effect in one.effects)


@pytest.mark.parametrize(
    ("hand", "goes"), [(("fate.feast.1",), False), (("fate.feast.1", "fate.praise.1"), True)]
)
def test_a_single_card_need_not_go(hand: tuple[str, ...], goes: bool) -> None:
    """M10 Only of two cards is one owed, and only then a letter says that one has to go, to each reader."""
    s = table(
        ("red", 29, "thor"), ("blue", 5, "loki"), done=Done(phase="fate"), hands={"red": hand}, on_turn="red"
    )
    assert [one.duty for one in owed(s)] == ["fate" if goes else "begin"]
    for seat in READERS:
        assert ("has to go" in one_line(text(s, seat))) is goes
        assert ("muss weg" in one_line(text(s, seat, "de"))) is goes


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_rolled_for_has_no_brackets(language: str) -> None:
    """An encounter that the master opens comes without a roll."""
    assert catalog("hammer_of_thor", language).say("texts", "by-roll", params={"rolls": ()}) == ""


def linked(s: State, seat: str) -> tuple[str, ...]:
    """The orders that a letter in English has links for."""
    v, game = view(s, seat), cast("Any", GAME)
    told = told_families(
        reader_of(game, {"cards": content("cards"), "map": content("map")}, v), turn_rules.choices(v)
    )
    return likely_orders(told, telling.LINKED)


def test_links_carry_the_turn_on_and_lose_nothing() -> None:
    """A letter links the ways from here, and halt; no item is lost by a slip, and no card is played by one.

    The cards that are worth something have links among the likely turns.
    """
    s = replace(scattered(), done=Done(phase="movement"), hands={"red": ("fate.slander.1",)})
    found = linked(s, "red")
    ways = [one for one in found if one.startswith("move thor ")]
    assert len(ways) == len(s.board.neighbours[29])
    assert "halt" in found
    assert not [one for one in found if one.startswith(("discard", "play"))]


def test_links_of_an_encounter_are_its_cards() -> None:
    """All cards that can be chosen are linked."""
    found = linked(met(scattered()), "red")
    assert {"card attack", "card evade", "card friendship"} <= {*found}


def test_the_master_ends_no_game_by_a_slip() -> None:
    """A random encounter is opened by one tap, with the deck that the map names first; nobody wins by one."""
    s = replace(scattered(), stops=(Stop("4.5", "red", ("thor",)),), done=Done(phase="encounter"))
    found = linked(s, MASTER)
    assert found[:2] == ("go on", "encounter thor with thrym")
    assert f"encounter thor with top {s.board.places[29].deck}" in found
    assert not [one for one in found if one.startswith(("win", "stop"))]
    assert linked(replace(s, stops=()), MASTER) == ()


@pytest.mark.parametrize(("seat", "master"), [("red", False), ("master", True)])
def test_an_invitation_says_what_the_game_is_about(seat: str, master: bool) -> None:
    """Its aim, what a player-turn is and how long it lasts, before anything is dealt; to a master the task."""
    game: Any = GAME
    given = game.options({"players": "red:A,blue:B,green:C,master:M"})
    made = invitation(
        Invitation(game=game, content=given, seat=seat, number=f"h1.{seat}.1", commit="cd" * 32)
    )
    assert "\nA PLAYER-TURN is one letter" in made.text
    for told in (one_line(made.text), one_line(made.html)):
        assert "IT IS ABOUT REPUTATION." in told
        assert "after some 32 player-turns" in told
        assert ("YOU ARE THE MASTER." in told) is master


def test_an_invitation_names_cards_and_map_in_its_language() -> None:
    """Those of the house; the title of somebody's own file stays as it is."""
    game: Any = GAME
    given = game.options({"players": "red:A,blue:B", "seats": "2", "supplement": "house"})
    asked = Invitation(
        game=game, content=given, seat="red", number="h1.red.1", commit="cd" * 32, language="de"
    )
    told = one_line(invitation(asked).text)
    assert "Die Karten: Karten aus den Edden, Ausgabe 1" in told
    assert "Der Plan: Ein Plan aus den Edden, Ausgabe 1" in told


@pytest.mark.parametrize("make", [text, page])
def test_s1_a_way_tells_whom_one_may_meet(make: Any) -> None:
    """With the supplement the race deck of the place; with a master it is the master who says who comes."""
    s = table(
        ("red", 5, "thor"), supplement="house", done=Done(phase="movement"), realms=(("red", "Asgard"),)
    )
    assert "06 Wingolf: 1 SPEED; encounter 3 of 10 (Aesir)." in one_line(make(s, "red"))
    assert "06 Wingolf: 1 SPEED; encounter 3 of 10." in one_line(make(replace(s, supplement="none"), "red"))


@pytest.mark.parametrize("make", [text, page])
def test_s17_a_way_tells_of_a_new_realm(make: Any) -> None:
    """What the first halt there brings stands beside the way, and no more once one has been there."""
    s = table(
        ("red", 8, "thor"), supplement="house", done=Done(phase="movement"), realms=(("red", "Asgard"),)
    )
    told = one_line(make(s, "red"))
    assert (
        "10 Fensel (Vanaheim): 1 SPEED; encounter 3 of 10 (Vanir); a new realm: REPUTATION +1 if you halt there."
        in told
    )
    assert "09 Himinbiorg: 1 SPEED; encounter 2 of 10 (Aesir)." in told
    known = replace(s, realms=(("red", "Asgard"), ("red", "Vanaheim")))
    for other in (known, replace(s, supplement="none")):
        assert "a new realm" not in one_line(make(other, "red"))


@pytest.mark.parametrize("make", [text, page])
def test_s13_the_table_tells_who_is_ahead(make: Any) -> None:
    """Both sides with their might and their seats, and who has no side yet; nothing of it with a master."""
    starters = (("red", "thor"), ("blue", "loki"), ("green", "volund"))
    s = table(
        ("red", 5, "thor"),
        ("blue", 25, "loki"),
        ("green", 30, "volund"),
        supplement="house",
        starters=starters,
    )
    for name, gained in (("thor", 2), ("loki", 0), ("volund", 0)):
        s = s.figure(name, tracked=True, gained=gained)
    found = mights(view(s, "red"))
    ahead = f"good has might {found['good']} (Red: REPUTATION 20), evil {found['evil']} (Blue: REPUTATION 16), and a roll"
    assert ahead in one_line(make(s, "red"))
    then = f"a side then (might {ragnarok.brings(s, 'green')}, REPUTATION 12)."
    assert f"Green names {then}" in one_line(make(s, "red"))
    assert f"You name {then}" in one_line(make(s, "green"))
    assert "At RAGNAROK" not in one_line(make(replace(s, supplement="none"), "red"))


@pytest.mark.parametrize("make", [text, page])
def test_m30_who_names_a_side_is_told_what_comes_of_either(make: Any) -> None:
    """The might of both sides, and who would be highest on the reader's; the others see no such line."""
    starters = (("red", "volund"), ("blue", "loki"), ("green", "thor"))
    s = table(
        ("red", 5, "volund"),
        ("blue", 25, "loki"),
        ("green", 30, "thor"),
        supplement="house",
        starters=starters,
    )
    for name in ("thor", "loki", "volund"):
        s = s.figure(name, tracked=True)
    s = replace(s, stage="ragnarok")
    good, evil = (mights(replace(view(s, "red"), sides=(("red", one),))) for one in ("good", "evil"))
    told = one_line(make(s, "red"))
    assert f"If you stand with good: good {good['good']}, evil {good['evil']} before the rolls, " in told
    assert "and on your side Green has the most REPUTATION; if with evil: " in told
    assert f"good {evil['good']}, evil {evil['evil']} before the rolls, and on your side Blue has" in told
    strong = one_line(make(s.figure("volund", tracked=True, gained=20), "red"))
    assert strong.count("on your side you have the most REPUTATION") == 2
    assert "If you stand" not in one_line(make(s, "blue"))


@pytest.mark.parametrize("make", [text, page])
def test_s15_only_what_counts_is_told_of_what_somebody_can_do(make: Any) -> None:
    """With the supplement a smith's ability; with a master all, for the master may let them count."""
    s = table(("red", 5, "loki"), ("red", 5, "brokk"), supplement="house")
    told = one_line(make(s, "red"))
    assert "able to: smith" in told
    assert "cunning" not in told
    assert "able to: cunning, invisibility" in one_line(make(replace(s, supplement="none"), "red"))


@pytest.mark.parametrize("make", [text, page])
def test_s4_chances_are_told_before_one_chooses(make: Any) -> None:
    """Of each card that can work, and of the blows of both leaders; to who chooses alone."""
    met_so: dict[str, Any] = {"encounter": Encounter(1, 2, "4.5", round=1, asks=True)}
    s = table(("red", 29, "thor"), ("", 29, "thrym"), supplement="house", **met_so)
    told = one_line(make(s, "red"))
    assert "Chances as things lie: EVADE " in told
    assert "each blow of Thor " in told
    assert "Chances" not in one_line(make(s, "blue"))
    assert "Chances" not in one_line(make(replace(s, supplement="none"), "red"))


def test_s13_a_seat_without_a_side_is_told_what_it_adds() -> None:
    """S13, M30 Also when RAGNAROK is drawn, when the side has to be named; not one that has a side."""
    for stage in ("turns", "ragnarok"):
        s = table(("red", 5, "thor"), ("blue", 40, "logi"), supplement="house", stage=stage)
        adds = ragnarok.brings(s, "blue")
        assert adds
        assert f"You name a side then (might {adds}, REPUTATION " in one_line(text(s, "blue"))
        assert f"Blue names a side then (might {adds}, REPUTATION " in one_line(text(s, "red"))
        assert "Blue, 40 Gunnguna Gap: Logi 9 (neutral)." in one_line(text(s, "red"))
        assert "YOUR GROUP (neutral), " in one_line(text(s, "blue"))
        assert "DEINE GRUPPE (gut), " in one_line(text(s, "red", "de"))


def test_2_2a2_an_item_face_down_says_what_it_gives_once_revealed() -> None:
    """M15 Its REPUTATION counts only then, so its bearer is told; others see the item alone."""
    s = table(("red", 5, "thor"), ("blue", 40, "surt"), supplement="house")
    s = carrying(s, "surt", "surts-sword", face_up=False)
    assert "Surt's Sword (face down; once revealed REPUTATION +6, STRENGTH +3)" in one_line(text(s, "blue"))
    assert "once revealed" not in one_line(text(s, "red"))


def test_9_0_a_way_to_where_nobody_reconnoitres_says_so() -> None:
    """Utgard is next to Hymir's House."""
    s = table(("red", 26, "thor"), ("blue", 40, "surt"), supplement="house", done=Done(phase="movement"))
    assert "25 Utgard: 1 SPEED; encounter 6 of 10 (Jotun); no reconnaissance; a new realm" in one_line(
        text(s, "red")
    )


@pytest.mark.parametrize("make", [text, page])
def test_1_0d_the_best_known_are_told_while_one_is_chosen(make: Any) -> None:
    """With the figures that matter first, of each side that is still to be had; to nobody who does not choose."""
    s = opened(2, supplement="house").state
    told = " ".join(re.sub(r"<[^>]*>", " ", one_line(unescape(make(s, s.first)))).split())
    assert (
        "Who is good REP STR CHA SP STA Odin 20 6 8 4 14 Thor 18 9 5 3 16 Heimdall 15 6 5 4 12 Freyr 15 "
        in told
    )
    assert "Who is evil REP STR CHA SP STA Surt 18 9 2 4 16 " in told
    assert "REPUTATION counts in the end" in told
    other = next(seat for seat in ("red", "blue") if seat != s.first)
    assert "Some of the strongest" not in one_line(make(s, other))


def test_1_0d_the_letter_folds_the_names_that_may_be_chosen() -> None:
    """Eighty names are told by the card that lists them; the likely ones have links."""
    state = opened(3, supplement="house").state
    game, v = find("hammer_of_thor"), view(state, state.first)
    all_of, choices = game.options({"supplement": "house", "seats": "3"}), game.choices(v)
    asked: dict[str, Any] = {"number": "g1.red.4", "choices": choices, "address": "referee@example.org"}
    made = bodies(Letter(game=game, content=all_of, view=v, **asked))
    for told in (made.text, unescape(made.html)):
        plain = " ".join(re.sub(r"<[^>]*>|\n[|]", " ", told).split())
        assert "31 can be chosen (choose NAME); all of them, with their REPUTATION: card good" in plain
        assert "byggvir" not in plain
    assert made.html.count("choose%20") == 12
    assert "byggvir" in moves_text(reader_of(game, all_of, v), choices)
