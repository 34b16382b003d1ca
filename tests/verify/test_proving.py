"""Proving: any change in a finished game's lots, or in the proofs in its letters, is named with its place."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.fair_games import begun, changed, finished, forged, proofs_of
from support.rings import inner_only

from referee.api import Table
from referee.engine.events import Event
from referee.engine.lots import Lot, done
from referee.house.invitation import Accepted
from referee.house.lots import DeckFixed, SecretTold, WordsCounted
from referee.record.entries import Entry, Letter, Opening
from referee.util.values import replace
from referee.verify.lots import Proved, known_from, proof_findings, prove

NAMES = ("thunder", "odins_table")
HEX = "5e" * 32


def places(done: Proved) -> list[str]:
    """The places of everything that is wrong, each with what is wrong."""
    return [f"{one.place} {one.why.key}" for one in done.findings]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_proves_itself(name: str) -> None:
    """H19 Every lot, root, card drawn and opening is worked out again, from the record alone."""
    table = finished(name)
    done = prove(Table.load(table.record.encode()), proofs_of(table))
    assert (done.findings, done.reach.key) == ([], "prove-whole")
    lots = [lot for entry in table.entries for lot in entry.lots]
    assert (done.lots, done.decks) == (len(lots), len(table.index.decks.fixed))
    assert done.drawn > 50
    assert done.openings > 50


# What a keeper may change and seal again


def at_event(kind: type[Event], **changes: Any) -> Callable[[list[Entry]], str]:
    """The last event of that kind with other values; what is expected is its entry and place."""

    def change(entries: list[Entry]) -> str:
        found = [
            (n, at) for n, one in enumerate(entries) for at, e in enumerate(one.events) if type(e) is kind
        ]
        n, at = found[-1]
        events = list(entries[n].events)
        events[at] = replace(events[at], **changes)
        entries[n] = replace(entries[n], events=tuple(events))
        return f"entry {n}: /events/{at}"

    return change


def later(entries: list[Entry]) -> list[tuple[int, int]]:
    """Where the lots after the deal stand."""
    dealt = next(n for n, one in enumerate(entries) if one.lots)
    return [(n, at) for n, one in enumerate(entries) for at in range(len(one.lots)) if n > dealt]


def largest(entries: list[Entry], after: int = 0) -> list[tuple[int, int]]:
    """The later lots after an entry, those with the most outcomes first: no other lot equals these by chance."""
    found = [(n, at) for n, at in later(entries) if n > after]
    return sorted(found, key=lambda one: -entries[one[0]].lots[one[1]].outcomes)


def other_outcome(lot: Lot) -> Lot:
    """Another outcome that the lot might have had."""
    if lot.is_number() and not lot.is_shuffle():
        return replace(lot, drawn=((lot.drawn[0] + 1) % lot.outcomes,))
    return replace(lot, drawn=(*lot.drawn[1:], lot.drawn[0]))


def at_lot(entries: list[Entry], n: int, at: int, change: Callable[[Lot], Lot]) -> None:
    """One lot changed."""
    lots = list(entries[n].lots)
    lots[at] = change(lots[at])
    entries[n] = replace(entries[n], lots=tuple(lots))


def lot_of_the_deal(entries: list[Entry]) -> str:
    """The outcome of a shuffle of the deal."""
    n = next(n for n, one in enumerate(entries) if one.lots)
    at_lot(entries, n, 1, other_outcome)
    return f"entry {n}: /lots/1 prove-lot"


def later_lot(entries: list[Entry]) -> str:
    """The outcome of a later lot."""
    n, at = largest(entries)[0]
    at_lot(entries, n, at, other_outcome)
    return f"entry {n}: /lots/{at} prove-lot"


def number_heard(entries: list[Entry]) -> str:
    """How many lines were heard before a later lot."""
    n, at = next((n, at) for n, at in largest(entries) if entries[n].lots[at].heard)
    at_lot(entries, n, at, lambda lot: replace(lot, heard=lot.heard - 1))
    return f"entry {n}: /lots/{at}/3 prove-heard"


def order_of_lots(entries: list[Entry]) -> str:
    """Two later lots stand in each other's place."""
    (n, at), (m, to), *_ = largest(entries)
    one, other = entries[n].lots[at], entries[m].lots[to]
    at_lot(entries, n, at, lambda _: other)
    at_lot(entries, m, to, lambda _: one)
    return f"entry {n}: /lots/{at}"


def lot_left_out(entries: list[Entry]) -> str:
    """Later lots are not written down: the next one has another number."""
    m, to = largest(entries, later(entries)[0][0])[0]
    for n, _ in later(entries):
        if n < m:
            entries[n] = replace(entries[n], lots=())
    return f"entry {m}: /lots/{to}"


def label(entries: list[Entry]) -> str:
    """A later lot was drawn for something else."""
    n, at = largest(entries)[0]
    at_lot(entries, n, at, lambda lot: replace(lot, label="something else"))
    return f"entry {n}: /lots/{at} prove-lot"


def line_played(entries: list[Entry]) -> str:
    """A line that was played before a later lot is changed, as somebody might have wanted it."""
    n, at = largest(entries)[0]
    m = next(
        m
        for m in reversed(range(n))
        if isinstance(one := entries[m], Letter)
        if any(line.verdict == "played" and done(line.move) for line in one.lines)
    )
    letter = entries[m]
    assert isinstance(letter, Letter)
    lines = [replace(line, move="x" + line.move) if line.move else line for line in letter.lines]
    entries[m] = replace(letter, lines=tuple(lines))
    return f"entry {n}: /lots/{at}"


def words(entries: list[Entry]) -> str:
    """The words that came with an acceptance."""
    at_event(Accepted, words="other words")(entries)
    n = next(n for n, one in enumerate(entries) if one.lots)
    return f"entry {n}: /lots prove-words"


def secret(entries: list[Entry]) -> str:
    """The secret that is told."""
    at_event(SecretTold, secret=HEX)(entries)
    return "secret prove-secret"


def no_hex(entries: list[Entry]) -> str:
    """What the record tells as its secret is malformed."""
    soon = "soon"
    return at_event(SecretTold, secret=soon)(entries) + "/secret prove-hex"


def secret_untold(entries: list[Entry]) -> str:
    """The secret is not told."""
    entries[-1] = replace(entries[-1], events=entries[-1].events[:-1])
    return f"entry {len(entries) - 1}: /events prove-no-secret"


def secret_early(entries: list[Entry]) -> str:
    """The secret is told while the game is on."""
    told = entries[-1].events[-1]
    entries[5] = replace(entries[5], events=(*entries[5].events, told))
    return f"entry 5: /events/{len(entries[5].events) - 1} prove-secret-place"


def commit(entries: list[Entry]) -> str:
    """The commitment of the opening."""
    opening = entries[0]
    assert isinstance(opening, Opening)
    entries[0] = replace(opening, commit=HEX)
    return "entry 0: /commit prove-commit"


def root(entries: list[Entry]) -> str:
    """The root of a deck."""
    return at_event(DeckFixed, root=HEX)(entries) + "/root prove-root"


def name_of_deck(entries: list[Entry]) -> str:
    """The name of a deck, which is in each of its leaves."""
    return at_event(DeckFixed, deck="deck of mine")(entries) + "/root prove-root"


def count(entries: list[Entry]) -> str:
    """How many cards a deck had."""
    return at_event(DeckFixed, count=7)(entries) + "/count prove-count"


def one_root_less(entries: list[Entry]) -> str:
    """A deck of the deal has no root."""
    n = next(n for n, one in enumerate(entries) if one.lots)
    last = [event for event in entries[n].events if isinstance(event, DeckFixed)][-1]
    entries[n] = replace(entries[n], events=tuple(one for one in entries[n].events if one is not last))
    return f"entry {n}: /events prove-decks"


def decks_exchanged(entries: list[Entry]) -> str:
    """Two decks were fixed in the other order: each root is one that was told, and neither is that of its cards."""
    n = next(n for n, one in enumerate(entries) if one.lots)
    events: list[Event] = list(entries[n].events)
    first, second, *_ = (at for at, one in enumerate(events) if isinstance(one, DeckFixed))
    events[first], events[second] = events[second], events[first]
    entries[n] = replace(entries[n], events=tuple(events))
    return f"entry {n}: /events/{first}/root prove-root"


def words_untold(entries: list[Entry]) -> str:
    """Nobody is told who gave words of their own."""
    n = next(n for n, one in enumerate(entries) if one.lots)
    left = tuple(one for one in entries[n].events if not isinstance(one, WordsCounted))
    assert left != entries[n].events
    entries[n] = replace(entries[n], events=left)
    return f"entry {n}: /events prove-words-told"


def deck(entries: list[Entry], table: Table) -> tuple[int, int, str]:
    """The first event by which a pile lies in order: entry, place, field of the cards."""
    n = next(n for n, one in enumerate(entries) if one.lots)
    names = {kind: on.cards for kind, on in table.game.DECKS.items() if type(on).__name__ == "Lies"}
    at = next(at for at, one in enumerate(entries[n].events) if type(one) in names)
    return n, at, names[type(entries[n].events[at])]


def cards_exchanged(entries: list[Entry]) -> str:
    """Two cards deep in a deck are exchanged: the deal and the root both show it."""
    opening = entries[0]
    assert isinstance(opening, Opening)
    n, at, name = deck(entries, finished(opening.game))
    events: list[Any] = list(entries[n].events)
    cards = getattr(events[at], name)
    events[at] = replace(events[at], **{name: (*cards[:-2], cards[-1], cards[-2])})
    entries[n] = replace(entries[n], events=tuple(events))
    return f"entry {n}: /events/{at} prove-deal"


RECORD = (
    *(
        secret,
        no_hex,
        secret_untold,
        secret_early,
        commit,
        words,
        root,
        name_of_deck,
        count,
        one_root_less,
        decks_exchanged,
        words_untold,
    ),
    *(cards_exchanged, lot_of_the_deal, later_lot, number_heard, order_of_lots, lot_left_out, label),
    line_played,
)


@pytest.mark.slow
@pytest.mark.parametrize("change", RECORD, ids=lambda change: change.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_keeper_changes_is_named(name: str, change: Callable[[list[Entry]], str]) -> None:
    """H19 However well a record is sealed again, a change in its lots is named with its entry and place."""
    expected = list[str]()
    other = forged(finished(name), lambda entries: expected.append(change(entries)))
    assert any(one.startswith(expected[0]) for one in places(prove(other)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_record_sealed_anew_without_a_change_is_clean(name: str) -> None:
    """It is the change that is found, not the new seals."""
    assert prove(forged(finished(name), lambda _: None), proofs_of(finished(name))).clean


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_lot_counts(name: str) -> None:
    """H19 Each lot of a game, changed alone, is named, and each secret of one bit more or less."""
    table = finished(name)
    for n, entry in enumerate(table.entries):
        for at, lot in enumerate(entry.lots):
            if lot.outcomes > 1:
                other = forged(table, lambda entries, n=n, at=at: at_lot(entries, n, at, other_outcome))  # type: ignore[misc]
                assert any(place.startswith(f"entry {n}: /lots") for place in places(prove(other)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_card_drawn_that_was_not_on_top_is_named(name: str) -> None:
    """H19 Two cards of one deck are drawn in each other's turn: both are named, even if the events fold."""
    table = finished(name)
    what = {kind: on for kind, on in table.game.DECKS.items() if type(on).__name__ == "Drawn"}
    single = [
        (n, at, on.cards)
        for n, entry in enumerate(table.entries)
        for at, one in enumerate(entry.events)
        if (on := what.get(type(one))) and isinstance(getattr(one, on.cards), str) and n > 3
    ]
    owner = {place: what[type(table.entries[place[0]].events[place[1]])] for place in single}
    first = single[0]
    pile = owner[first].name(table.entries[first[0]].events[first[1]])
    second = next(
        one
        for one in single[1:]
        if owner[one].name(table.entries[one[0]].events[one[1]]) == pile and owner[one] == owner[first]
    )
    cards = [getattr(table.entries[n].events[at], name) for n, at, name in (first, second)]
    entries = list(table.entries)
    for (n, at, field), card in zip((first, second), reversed(cards), strict=True):
        events: list[Any] = list(entries[n].events)
        events[at] = replace(events[at], **{field: card})
        entries[n] = replace(entries[n], events=tuple(events))
    found = places(prove(with_entries(table, entries)))
    for n, at, field in (first, second):
        assert f"entry {n}: /events/{at}/{field} prove-drawn" in found


def with_entries(table: Table, entries: list[Entry]) -> Any:
    """What `prove` looks at of a table, with other entries: one that need not fold."""

    class Other:
        def __getattr__(self, name: str) -> Any:
            return getattr(table, name)

    other: Any = Other()
    other.entries = tuple(entries)
    return other


# How much can be proved


def test_a_game_in_progress_is_proved_as_far_as_it_can_be() -> None:
    """H19 Before the secret is told, the openings are compared with the roots; with the secret, all is proved."""
    table = begun("thunder", 7)
    proofs = proofs_of(table)
    done = prove(Table.load(table.record.encode()), proofs)
    assert (done.reach.key, done.lots, done.findings) == ("prove-open", 0, [])
    assert done.openings > 17
    given = prove(table, proofs, secret=table._secret)
    assert (given.reach.key, given.findings) == ("prove-whole", [])
    assert given.lots == 3
    wrong = changed(proofs[0][1], lambda one: one["openings"][0].update(card="thor.thor"))
    assert places(prove(table, [(proofs[0][0], wrong)])) == [f"{proofs[0][0]}: /openings/0 prove-opening"]


def test_an_invitation_has_nothing_to_prove() -> None:
    """Nothing was dealt."""
    table = Table.open("thunder", seed="07", invite=True)
    assert prove(table).reach.key == "prove-not-dealt"
    table.play("thor", "decline")
    assert (prove(table).reach.key, prove(table).findings) == ("prove-not-dealt", [])
    assert not any(isinstance(event, SecretTold) for entry in table.entries for event in entry.events)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_left_out_of_a_record_excuses_nothing(name: str) -> None:
    """H19 Roots, the secret, the commitment, or the numbers of lines heard are missing: each is named, alone."""
    table = finished(name)

    def without(*kinds: type[Event]) -> Callable[[list[Entry]], None]:
        def change(entries: list[Entry]) -> None:
            for n, one in enumerate(entries):
                left = tuple(event for event in one.events if not isinstance(event, kinds))
                entries[n] = replace(one, events=left)

        return change

    def uncommitted(entries: list[Entry]) -> None:
        opening = entries[0]
        assert isinstance(opening, Opening)
        entries[0] = replace(opening, commit="")

    def unheard(entries: list[Entry]) -> None:
        for n, one in enumerate(entries):
            entries[n] = replace(one, lots=tuple(replace(lot, heard=0) for lot in one.lots))

    end = len(table.entries) - 1
    for change, due in (
        (without(DeckFixed), f"entry {table.index.dealt}: /events prove-decks"),
        (without(SecretTold), f"entry {end}: /events prove-no-secret"),
        (without(DeckFixed, SecretTold), f"entry {end}: /events prove-no-secret"),
        (uncommitted, "entry 0: /commit prove-commit"),
        (unheard, "prove-heard"),
    ):
        found = places(prove(forged(table, change)))
        assert any(due in one for one in found), (due, found)


# What may stand in a proof


def fields(one: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every value within a proof: its pointer, what holds it, its key."""
    for key, value in one.items() if isinstance(one, dict) else enumerate(one):
        yield f"{pointer}/{key}", one, key
        if isinstance(value, dict | list):
            yield from fields(value, f"{pointer}/{key}")


def flipped(value: Any) -> Any:
    """The same kind of value, another one."""
    match value:
        case int():
            return value + 1
        case "L" | "R":
            return "R" if value == "L" else "L"
        case str():
            return value[:-1] + ("0" if value[-1:] != "0" else "1")
        case list():
            return value[:-1]
        case dict():
            return {}
    return value


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_every_proof_counts(name: str) -> None:
    """H19 Each value of each proof, changed alone, is named in its own place, or with the opening around it."""
    table, tried = finished(name), 0
    known = Table.load(table.record.encode())
    for letter, data in sample(proofs_of(table)):
        content = json.loads(data)
        for pointer, holder, key in fields(content):
            whole = holder[key]
            if key in {"seal", "roots", "openings"}:
                continue  # the seal is held against the record elsewhere; what is left out is no lie
            holder[key] = flipped(whole)
            found = places(prove(known, [(letter, json.dumps(content).encode())]))
            holder[key] = whole
            under = pointer.split("/")[1:3] if pointer.startswith("/openings") else pointer.split("/")[1:]
            assert any(f"{letter}: /" + "/".join(under) in one for one in found), (pointer, found)
            tried += 1
    assert tried > 150


def sample(proofs: tuple[tuple[str, bytes], ...]) -> list[tuple[str, bytes]]:
    """The first proof, which has the roots, and the shortest."""
    return [proofs[0], min(proofs, key=lambda one: len(one[1]))]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["card", "nonce", "path", "place"])
@pytest.mark.parametrize("name", NAMES)
def test_with_the_secret_the_part_that_is_wrong_is_named(name: str, part: str) -> None:
    """H19 Card, nonce, path and place are told apart."""
    table = finished(name)
    letter, data = proofs_of(table)[0]
    other = "thor.thor" if name == "thunder" else "thor.baldr"

    def change(proof: Any) -> None:
        opening = proof["openings"][1]
        assert opening["card"] != other
        opening |= {
            "card": {"card": other},
            "nonce": {"nonce": HEX},
            "path": {"path": opening["path"][:-1]},
            "place": {"place": opening["place"] + 3},
        }[part]

    found = places(prove(table, [(letter, changed(data, change))]))
    assert found == [f"{letter}: /openings/1/{part} prove-opening"]


@pytest.mark.parametrize("name", inner_only(NAMES, "thunder".__eq__))
def test_an_opening_that_was_never_due_is_named(name: str) -> None:
    """H19 A true opening is wrong in the letter of a seat that was not shown the card, or before it was."""
    table, (letter, data) = finished(name), proofs_of(finished(name))[-1]
    seat = letter.split(".")[1]
    other = next(one for one in table.game.seats if one != seat)
    theirs = [
        opening
        for number, proof in proofs_of(table)
        for opening in json.loads(proof).get("openings", [])
        if f".{other}." in number
    ]
    mine = {
        (one["deck"], one["place"])
        for number, proof in proofs_of(table)
        for one in json.loads(proof).get("openings", [])
        if f".{seat}." in number
    }
    leak = next(one for one in theirs if (one["deck"], one["place"]) not in mine)
    at = len(json.loads(data)["openings"])
    leaky = changed(data, lambda proof: proof["openings"].append(leak))
    assert places(prove(table, [(letter, leaky)])) == [f"{letter}: /openings/{at} prove-not-drawn"]
    early = changed(data, lambda proof: proof.update(letter=f"g1.{seat}.1"))
    found = places(prove(table, [(f"g1.{seat}.1", early)]))
    assert found == [f"g1.{seat}.1: /openings/{n} prove-not-drawn" for n in range(at)]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"format": 1, "openings": 7, "roots": []}',
        b'{"format": 1, "openings": [7, {}, {"deck": 1}], "roots": {"deck thor": []}}',
        b'{"format": true}',
        b'{"format": 1, "game": {"a": 1}, "letter": [], "commit": 1e999}',
        *(
            b'{"format": 1, "openings": [{"deck": "deck thor", "place": %s, "card": "%s", "nonce": "%s", "path": %s}]}'
            % part
            for part in (
                (b"-1", b"x", b"0" * 64, b"[]"),
                (b"4294967296", b"x", b"0" * 64, b"[]"),
                (b"true", b"x", b"0" * 64, b"[]"),
                (b"1.5", b"x", b"0" * 64, b"[]"),
                (b"99", b"x", b"0" * 64, b"[]"),
                (b"0", b"\\ud800", b"0" * 64, b"[]"),
                (b"0", b"x", b"zz", b"[]"),
                (b"0", b"x", b"0" * 64, b'[["X", "00"]]'),
                (b"0", b"x", b"0" * 64, b"[[]]"),
                (b"0", b"x", b"0" * 64, b'["' + b"0" * 64 + b'"]'),
                (b"0", b"x", b"0" * 64, b"[" + b",".join([b'["L", "' + b"0" * 64 + b'"]'] * 40) + b"]"),
            )
        ),
    ],
)
def test_nothing_in_a_proof_raises(data: bytes) -> None:
    """Whatever stands in a file that is named as a proof, it is reported as wrong, with the record and without."""
    table = finished("thunder")
    assert prove(table, [("g1.thor.3", data)]).findings
    known = known_from([*proofs_of(table)[:1], ("g1.thor.3", data)], "g1")
    assert proof_findings("g1.thor.3", data, known)[0]


@pytest.mark.parametrize("name", inner_only(NAMES, "thunder".__eq__))
def test_proofs_alone_are_held_against_one_another(name: str) -> None:
    """H19 A player without the record: every opening leads to the first roots told; the commitment never changes."""
    proofs = proofs_of(finished(name))
    seat = proofs[0][0].split(".")[1]
    mine = [one for one in proofs if f".{seat}." in one[0]]
    known = known_from(mine, "g1")
    assert len(known.roots) == len(finished(name).index.decks.fixed)
    assert [proof_findings(letter, data, known)[0] for letter, data in mine] == [[]] * len(mine)
    letter, data = mine[-1]
    for change in ("commit", "game"):
        other = changed(data, lambda proof, change=change: proof.update({change: HEX}))  # type: ignore[misc]
        assert [place for place, _ in proof_findings(letter, other, known)[0]] == [f"/{change}"]
    nonce = changed(data, lambda proof: proof["openings"][0].update(nonce=HEX))
    assert [place for place, _ in proof_findings(letter, nonce, known)[0]] == ["/openings/0"]
