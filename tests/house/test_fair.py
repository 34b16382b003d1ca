"""Fair lots, rule H19: which decks are fixed, when the secret is told, and whom a card is opened to."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.fair_games import begun, finished, proofs_of
from support.post_office import GAME, Got, Office, Writer

from referee.api import Table
from referee.engine import decks as decks_module
from referee.engine.decks import Decks, Lies
from referee.engine.events import Event, Seen, seen
from referee.engine.lots import DealLots, RecordedLots, commitment, leaf, nonce, root_by
from referee.games.thunder.drawing import Drew
from referee.house.games import find
from referee.house.keeper import Abandoned
from referee.house.lots import DeckFixed, SecretTold, decks_fixed, tree_of, words_counted
from referee.house.rulings import Redealt
from referee.house.time import Forfeited
from referee.record.entries import Letter
from referee.table.audit import audit
from referee.table.proofs import Sealed, openings, proof
from referee.verify.check import check
from referee.verify.lots import prove

NAMES = ("thunder", "odins_table")


def events_of(table: Table) -> Iterator[tuple[int, Event]]:
    """Every event with its entry."""
    return ((n, event) for n, entry in enumerate(table.entries) for event in entry.events)


# Decks


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_deck_of_the_deal_is_fixed_in_the_same_entry(name: str) -> None:
    """H19 One root for each shuffle of cards, after the events of the deal; the lot for the sides is no deck."""
    table = finished(name)
    assert table.index.dealt == 2
    deal = table.entries[2]
    fixed = [event for event in deal.events if isinstance(event, DeckFixed)]
    assert deal.events[-len(fixed) - 1 :] == (
        *fixed,
        words_counted(table.game.seats, table.index.house.words),
    )
    assert [one.deck for one in fixed] == [lot.label for lot in deal.lots if lot.label.startswith("deck ")]
    assert not any(isinstance(event, DeckFixed) for n, event in events_of(table) if n != 2)
    for one in fixed:
        cards = table.index.decks.fixed[one.deck]
        assert one.count == len(cards)
        assert one.root == tree_of(table.deal_seed, "g1", one.deck, cards).root.hex()


def test_a_deck_shuffled_back_again_and_again_has_a_name_each_time() -> None:
    """H19 The n-th lot of a label has its number after the name, from the second on, and a root of its own."""
    game, lots = find("thunder"), DealLots(bytes(32), "g1", {})
    shuffled: Any = {kind.__name__: kind for kind in game.DECKS}["Shuffled"]
    cards = tuple(f"thor.ravens.{n}" for n in range(1, 7))
    lots.shuffle("sides", ("Anna", "Bert"))
    events = [shuffled("thor", lots.shuffle("deck thor again", cards)) for _ in range(3)]
    fixed = list(decks_fixed(game, lots, events))
    names = [one.deck for one in fixed if isinstance(one, DeckFixed)]
    assert names == ["deck thor again", "deck thor again 2", "deck thor again 3"]
    assert len(set(fixed)) == 3


def test_a_game_opened_for_one_table_is_fixed_too() -> None:
    """H19 Where nobody is invited, the opening deals, from no words."""
    table = Table.open("thunder", seed="07")
    fixed = [event for event in table.entries[0].events if isinstance(event, DeckFixed)]
    assert tuple(fixed) == table.entries[0].events[-len(fixed) :]
    lots = DealLots(table._secret, "g1", {"thor": "", "loki": ""})
    assert lots.seed == table.deal_seed
    assert [one.deck for one in fixed] == list(table.index.decks.fixed)
    assert prove(table, secret=table._secret).clean


def test_recorded_lots_fix_no_decks() -> None:
    """H19 A replay has no seed: what fixed the decks then stands in the record."""
    table = Table.open("thunder", seed="07")
    assert list(decks_fixed(table.game, RecordedLots(()), table.entries[0].events)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_event_that_touches_a_pile_is_declared(name: str) -> None:
    """H19 An event that makes a draw pile shorter draws cards off its top.

    One that changes it in another way lays it again.
    """
    table = finished(name)
    what, state, met = table.game.DECKS, table.game.blank("g1", table.content), Counter[type[Event]]()
    for _, event in events_of(table):
        before = {seat: state.side(seat).deck for seat in table.game.seats}
        state = table.game.apply(state, event)
        after = {seat: state.side(seat).deck for seat in table.game.seats}
        touched = [seat for seat in table.game.seats if before[seat] != after[seat]]
        on = what.get(type(event))
        assert bool(touched) == (on is not None), event
        for seat in touched:
            assert on is not None
            assert on.name(event) == seat
            met[type(event)] += 1
            if isinstance(on, Lies):
                assert on.of(event) == after[seat]
            else:
                assert (*on.of(event), *after[seat]) == before[seat]
    assert len(met) >= 4


# Whom a card is opened to


class Following:
    """All that a seat can be given, worked out from what it is shown, by the rules of each game and nothing else."""

    def __init__(self) -> None:
        self.lies: dict[str, tuple[str, int]] = {}
        self.due: list[tuple[str, int, int, tuple[str, ...]]] = []
        """Deck, first place, how many, their faces in no order."""

    def see(self, one: Seen) -> None:
        """One event more."""
        pile = one.get("to", one.get("of", one.get("by")))
        match one.kind:
            case "Shuffled":
                self.lies[pile] = (f"deck {pile}", 0)
            case "ShuffledBack":
                before = self.lies[pile][0]
                times = 1 if before == f"deck {pile}" else int(before.rpartition("again")[2] or 1) + 1
                self.lies[pile] = (f"deck {pile} again" + (f" {times}" if times > 1 else ""), 0)
            case "Renewed":
                self.lies[pile] = ("", 0)
            case "Dealt":
                self.draw(one["to"], one["count"], one.get("cards"))
            case "SixShown":
                self.draw(one["by"], 6, one["cards"])
            case "Replaced" if "column" in one.fields:
                self.draw(one["of"], 1, one.get("card"))
            case "Replaced" | "Drew":
                self.draw(one["by"], 1, one.get("card"))
            case "SeerDrew":
                self.draw(one["of"], 1, one["card"])

    def draw(self, pile: str, count: int, shown: Any) -> None:
        """Cards come off a pile; `shown` are their faces, if they are shown."""
        deck, place = self.lies[pile]
        self.lies[pile] = (deck, place + count if deck else 0)
        if deck and shown is not None:
            self.due.append((deck, place, count, (shown,) if isinstance(shown, str) else tuple(shown)))


def told_openings(table: Table, seat: str) -> list[Mapping[str, Any]]:
    """All openings that went to a seat, in order."""
    mine = [data for letter, data in proofs_of(table) if f".{seat}." in letter]
    return [one for data in mine for one in json.loads(data).get("openings", ())]


def as_it_may_be(table: Table, seat: str) -> bool:
    """Whether the openings sent to a seat are those that it may have: no other, none less, each at its place."""
    following = Following()
    for _, event in events_of(table):
        if shown := seen(event, seat):
            following.see(shown)
    left = told_openings(table, seat)
    for deck, place, count, faces in following.due:
        some, left = left[:count], left[count:]
        places = [(one["deck"], one["place"]) for one in some]
        if places != [(deck, at) for at in range(place, place + count)]:
            return False
        if sorted(one["card"] for one in some) != sorted(faces):
            return False
    return not left


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 9))
@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_opened_to_those_who_are_shown_it_and_to_nobody_else(name: str, seed: int) -> None:
    """H19 Each seat gets the opening of each card it is shown as it is drawn, while the deck lies as dealt."""
    table = finished(name, seed)
    for seat in table.game.seats:
        assert told_openings(table, seat)
        assert as_it_may_be(table, seat)


@pytest.mark.slow
def test_in_odins_table_nothing_is_opened_of_a_pile_made_anew() -> None:
    """H19 6.4 After the discards have become a new pile, its cards are drawn without a word of their places."""
    table, after = finished("odins_table", 5), 0
    anew: dict[str, int] = {}
    for n, event in events_of(table):
        on = table.game.DECKS.get(type(event))
        if isinstance(on, Lies) and n > 2:
            anew.setdefault(on.name(event), n)
        elif on and on.name(event) in anew:
            after += n > anew[on.name(event)]
    assert after > 10
    for n, some in table.index.decks.opened.items():
        assert all(n <= anew.get(one.deck.removeprefix("deck "), n) for one in some)


@pytest.mark.slow
def test_a_place_told_after_a_shuffle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: a card of a pile made again is opened with the place it was dealt to."""
    whole = Decks._drawn

    def drawn(self: Decks, on: Any, event: Any) -> Any:
        found = whole(self, on, event)
        if found or not self.fixed:
            return found
        (card,) = on.of(event)
        deck = next((deck for deck, cards in self.fixed.items() if card in cards), "")
        return (
            [decks_module.Opened(deck, self.fixed[deck].index(card), card, ("odin", "thor"))] if deck else []
        )

    table = finished("odins_table", 5)
    assert as_it_may_be(table, "odin")
    monkeypatch.setattr(Decks, "_drawn", drawn)
    leaky = Table.load(table.record.encode())
    leaky._secret = table.secret
    assert not as_it_may_be(leaky, "odin")


@pytest.mark.slow
def test_an_opening_to_the_wrong_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: the other seat gets the opening as well."""
    whole = Decks._drawn

    def drawn(self: Decks, on: Any, event: Any) -> Any:
        return [
            decks_module.Opened(one.deck, one.place, one.card, ("thor", "loki"))
            for one in whole(self, on, event)
        ]

    table = finished("thunder", 7)
    monkeypatch.setattr(Decks, "_drawn", drawn)
    leaky = Table.load(table.record.encode())
    leaky._secret = table.secret
    assert not as_it_may_be(leaky, "loki")


def test_a_pile_that_does_not_lie_as_dealt_gives_no_openings() -> None:
    """H19 Once a card comes that did not lie on top, for any reason, there are no more."""
    game = find("thunder")
    events = {kind.__name__: kind for kind in game.DECKS}
    cards = tuple(f"thor.ravens.{n}" for n in range(1, 7))
    lies: Any = events["Shuffled"]
    drew: Any = events["Drew"]
    decks = Decks(game.DECKS, game.seats)
    decks.take_in(0, [lies("thor", cards)], ["deck thor"])
    decks.take_in(1, [drew("thor", cards[0])])
    decks.take_in(2, [drew("thor", cards[2])])
    decks.take_in(3, [drew("thor", cards[2])])
    assert [(n, one.place) for n, some in decks.opened.items() for one in some] == [(1, 0)]


# Proofs


def test_a_pile_that_was_dealt_anew_gives_no_openings() -> None:
    """H21 Even if its top card lies where it lay.

    It may stay only because somebody has seen it, which nobody else is told.
    """
    for dealt_anew in (False, True):
        table = Table.open("thunder", seed="05")
        before = table.index.decks.opened.copy()
        deck = table.state.side("thor").deck
        told = [Redealt("thor", deck)] if dealt_anew else []
        table.write_down("ruling", events=[*told, Drew("thor", deck[0])])
        assert (table.index.decks.opened == before) is dealt_anew


def test_a_proof_is_as_written() -> None:
    """Empty keys are left out; the others lead from the card to the root."""
    table = begun("thunder", 7)
    letter, data = proofs_of(table)[0]
    told = json.loads(data)
    assert letter == told["letter"] == "g1.thor.3"
    assert list(told) == ["commit", "format", "game", "letter", "openings", "roots", "seal"]
    assert told["commit"] == commitment(table._secret, "g1").hex()
    assert list(told["roots"]) == ["deck loki", "deck loki again", "deck thor"]
    for one in told["openings"]:
        assert list(one) == ["card", "deck", "nonce", "path", "place"]
        assert one["nonce"] == nonce(table.deal_seed, one["deck"], one["place"]).hex()
        start = leaf("g1", one["deck"], one["place"], one["card"], bytes.fromhex(one["nonce"]))
        path = tuple((side, bytes.fromhex(neighbour)) for side, neighbour in one["path"])
        assert root_by(start, path).hex() == told["roots"][one["deck"]]


def test_a_letter_without_anything_to_prove_has_no_proof_unless_it_is_signed() -> None:
    """The invitation has neither roots nor openings."""
    table = begun("thunder", 7)
    assert proof(table, "thor", "g1.thor.1", -1, 0, Sealed("5e" * 32)) == b""
    signed = json.loads(proof(table, "thor", "g1.thor.1", -1, 0, Sealed("5e" * 32, "a b c d", "aa", "bb")))
    assert signed == {
        "format": 1,
        "game": "g1",
        "letter": "g1.thor.1",
        "commit": commitment(table._secret, "g1").hex(),
        "seal": "5e" * 32,
        "words": "a b c d",
        "signer": "aa",
        "signature": "bb",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_proofs_go_with_letters_and_hold_to_the_end(name: str, tmp_path: Path) -> None:
    """H19 By mail: the letter of the deal brings the roots, and everything is proved by record and letters alone."""
    office = Office(tmp_path, 7, {}, game=name)
    seats = office.boxes.keys()

    def send(seat: str, text: str) -> None:
        to = str(Got.of(office.boxes[seat][-1]).mail["Reply-To"])
        office.put(Writer(seat, Random(0)).plain(to, "orders", text, office.time))
        office.run()

    for seat in seats:
        send(seat, "accept a wolf howls")
    first = {seat: [one for raw in office.boxes[seat] for one in Got.of(raw).proofs()] for seat in seats}
    for seat, found in first.items():
        ((letter, data),) = found
        told = json.loads(data)
        assert letter == told["letter"] == Got.of(office.boxes[seat][-1]).number
        assert told["seal"] in Got.of(office.boxes[seat][-1]).text
        assert told["roots"]
        assert told["openings"]
    send(next(iter(seats)), f"resign {GAME}")
    table = Table.load(office.record)
    proofs = [one for seat in seats for raw in office.boxes[seat] for one in Got.of(raw).proofs()]
    done = prove(table, proofs)
    assert (done.reach.key, done.findings) == ("prove-whole", [])
    assert done.openings == sum(len(json.loads(data).get("openings", ())) for _, data in proofs) > 10


def test_fifty_openings_build_each_tree_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards of a deck are opened, its leaves are worked out once."""
    fair: Any = __import__("referee.house.lots", fromlist=["leaves"])
    built, whole = list[str](), fair.leaves

    def leaves(seed: bytes, game: str, deck: str, cards: Any) -> Any:
        built.append(deck)
        return whole(seed, game, deck, cards)

    table = begun("thunder", 7)
    monkeypatch.setattr(fair, "leaves", leaves)
    drawn = [one for some in table.index.decks.opened.values() for one in some]
    assert len(list(openings(table.deal_seed, "g1", table.index.decks.fixed, drawn))) == len(drawn) > 17
    assert sorted(built) == sorted({one.deck for one in drawn})


# The secret


def told_at(table: Table) -> list[tuple[int, int]]:
    """Where the secret is told: entry, and place from its end."""
    return [
        (n, at - len(entry.events))
        for n, entry in enumerate(table.entries)
        for at, event in enumerate(entry.events)
        if isinstance(event, SecretTold)
    ]


def by_letter(table: Table) -> None:
    """Resigned."""
    table.play("thor", "resign g1")


def by_silence(table: Table) -> None:
    """Nobody answers; who waits claims the win."""
    table.silence("thor")
    table.silence("loki")
    while table.outcome is None:
        owed = table.owed()[0].seat
        table.silence(owed)
        if table.outcome is None:
            other = next(seat for seat in table.game.seats if seat != owed)
            table.play(other, "claim win")


def by_abandonment(table: Table) -> None:
    """Ended by the keeper."""
    table.write_down("abandon", reason="no time", events=(Abandoned("no time"),))


def by_forfeit(table: Table) -> None:
    """Lost by the clock."""
    table.leave("thor", Forfeited("thor"), "H13", "forfeited", act="forfeit", at=table.entries[-1].at)


@pytest.mark.parametrize("end", [by_letter, by_abandonment, by_forfeit, by_silence])
def test_whatever_ends_a_game_the_secret_is_told(end: Callable[[Table], None]) -> None:
    """H19 By a letter, the keeper, or silence: the last event of that entry is the secret, once."""
    table = begun("thunder", 7)
    end(table)
    assert table.outcome is not None
    assert told_at(table) == [(len(table.entries) - 1, -1)]
    (told,) = [event for _, event in events_of(table) if isinstance(event, SecretTold)]
    assert told.secret == table.secret.hex()
    table.play("loki", "say well played")
    assert len(told_at(table)) == 1


def test_a_table_without_the_secret_tells_none() -> None:
    """H19 A record that somebody without the secret goes on with ends without one."""
    table = begun("thunder", 7)
    other = Table(type(table._store)(table.record.encode()))  # type: ignore[call-arg]
    other.play("thor", "resign g1")
    assert other.outcome is not None
    assert told_at(other) == []


def test_a_secret_told_is_in_a_letter_no_line_of_its_own() -> None:
    """H19 It belongs to no line of the letter by which the game ends."""
    table = begun("thunder", 7)
    table.play("thor", "resign g1")
    last = table.entries[-1]
    assert isinstance(last, Letter)
    assert sum(line.events for line in last.lines) < len(last.events)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_audit_leaves_fair_lots_out(name: str) -> None:
    """Recorded lots fix no decks and tell no secret; a replay is clean all the same, and tells a real difference."""
    table = Table.load(finished(name).record.encode())
    assert audit(table).clean


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_record_with_fair_lots_is_whole(name: str, tmp_path: Path) -> None:
    """Marks, seals, structure and fold hold with the events of H19."""
    path = tmp_path / "record.yaml"
    path.write_text(finished(name).record, "utf-8")
    assert not check(path).fault


def test_everybody_is_shown_what_is_fixed_and_told() -> None:
    """H19 Roots and secret are open to all, onlookers too."""
    for event in (DeckFixed("deck thor", 50, "5e"), SecretTold("5e")):
        for seat in ("thor", "loki", None):
            shown = seen(event, seat)
            assert shown is not None
            assert set(shown.fields) == {one.name for one in event.shown}


def test_leaves_hold_faces() -> None:
    """Copies of a card cannot be told apart by their leaves."""
    one = tree_of(bytes(32), "g1", "deck thor", ["thor.ravens.1", "thor.ravens.2"])
    two = tree_of(bytes(32), "g1", "deck thor", ["thor.ravens.2", "thor.ravens.1"])
    assert one.root == two.root
    assert one.path(0) == two.path(0)
