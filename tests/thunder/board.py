"""A table set up by hand, for tests that say: a position, a line, a verdict.

    t = Board(
        loki={"hand": "frigg, tyr*", "A": "fire-giant, ravens+", "deck": "hel, odin", "pile": "seer"},
        thor={"hand": "ravens", "B": "hirdman+"},
    )
    t.letter("loki", "challenge B", "draw")

Cards are named as in orders. After a name, `+` means face up (on the battlefield; otherwise face down) and
`*` means captured: it bears the back of the other deck. Columns are written front first, decks top first,
piles top LAST.

Keys not given: hand, columns and pile are empty; the deck holds the rest of that deck's cards in list order.
If `deck` is given, it holds exactly those cards. Cards not placed anywhere lie out of the game.

It is Loki's turn, with as many points as rule 3.1 gives, unless `turn=` and `ap=` say otherwise. Both players
have had their first turns unless `first_turn=True`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine import driver
from referee.engine.choices import Choices
from referee.engine.events import Event, Seen, face, seen
from referee.games.thunder.cards import SEATS, back_of, name_of, other
from referee.games.thunder.table import COLUMNS, Side, State, awake
from referee.games.thunder.turn import points
from referee.house.games import find
from referee.notation.reader import Reader
from referee.table import ruling
from referee.table.verdicts import Verdict
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

GAME = find("thunder")
Where = Mapping[str, str]


class Board:
    """One table of Thunder & Lightning; letters change it, and it remembers what happened."""

    def __init__(
        self,
        *,
        thor: Where | None = None,
        loki: Where | None = None,
        turn: str = "loki",
        ap: int | None = None,
        first_turn: bool = False,
        options: Mapping[str, str] | None = None,
        lots: Sequence[Any] = (),
    ) -> None:
        """Lay the cards out; `lots` are the outcomes of later random picks: indexes into the hand as given."""
        self.options = GAME.options(dict(options or {}))
        blank: State = GAME.blank("g1", self.options)
        decks = blank.decks
        free = {seat: list(decks.cards(seat)) for seat in SEATS}
        sides = {"thor": _take(free, "thor", thor or {}), "loki": _take(free, "loki", loki or {})}
        for seat, given in (("thor", thor or {}), ("loki", loki or {})):
            if "deck" not in given:
                sides[seat] = replace(sides[seat], deck=tuple(free[seat]))
        turns = 1 if first_turn else 2
        state = replace(
            blank,
            thor=replace(sides["thor"], turns=turns),
            loki=replace(sides["loki"], turns=turns),
            phase="play",
            turn=turns * 2 - (turn == "loki"),
            on_turn=turn,
        )
        state = replace(state, holders=awake(state))
        self.state = replace(state, ap_total=points(state, turn) if ap is None else ap)
        self.reader = Reader(GAME, self.options)
        self.lots = ScriptedLots(list(lots))
        self.events: tuple[Event, ...] = ()

    def letter(self, seat: str, *lines: str) -> list[str]:
        """Send one letter; for each line, what became of it: `played`, `refused 6.2 cannot-challenge`, ..."""
        read = self.reader.read_letter("\n".join(lines))
        ruled = ruling.rule_on(GAME, self.state, seat, read, self.lots)
        self.state, self.events = ruled.state, ruled.events
        return [_told(verdict) for verdict in ruled.verdicts]

    def silent(self, seat: str) -> None:
        """Let this seat's deadline pass (8.7)."""
        events: list[Event] = []
        owed = next(one for one in GAME.owed(self.state) if one.seat == seat)
        self.state = driver.silence(GAME, self.state, owed, self.lots, events)
        self.events = tuple(events)

    def side(self, seat: str) -> dict[str, str]:
        """A side as it now lies, in the words of the constructor: `hand` (sorted), `A`, `B`, `C`, `pile`, `deck`."""
        side = self.state.side(seat)
        columns = {letter: _words(side.columns[index], seat, side.up) for index, letter in enumerate(COLUMNS)}
        return {
            "hand": ", ".join(sorted(_words(side.hand, seat).split(", "))) if side.hand else "",
            "pile": _words(side.pile, seat),
            "deck": _words(side.deck, seat),
            **columns,
        }

    def told(self, seat: str | None) -> list[Seen]:
        """What a seat (None: an onlooker) was shown of what the last letter brought about."""
        return [one for event in self.events if (one := seen(event, seat)) is not None]

    def kinds(self, seat: str | None = "loki") -> list[str]:
        """The kinds of the events shown to a seat, each with its rule: `Discarded 6.5`."""
        return [f"{one.kind} {one.rule}" for one in self.told(seat)]

    def view(self, seat: str | None) -> Any:
        """The table as that seat sees it."""
        return GAME.view(self.state, seat)

    def choices(self, seat: str) -> Choices:
        """What that seat may do."""
        return GAME.choices(self.view(seat))

    def legal(self, seat: str) -> list[str]:
        """Every listed legal move of that seat, in canonical notation."""
        return [move.written for move in self.choices(seat)]

    @property
    def ap(self) -> int:
        """Action points left."""
        return self.state.ap

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return self.state.on_turn

    @property
    def owed(self) -> list[str]:
        """Who owes what: `loki turn`, `thor place`."""
        return [f"{one.seat} {one.duty}" for one in GAME.owed(self.state)]

    @property
    def position(self) -> tuple[int, int]:
        """The public position."""
        return GAME.position(self.view(None))

    @property
    def outcome(self) -> str:
        """How the game ended: `thor 8.1` (winner and rule), `drawn 8.5`; "" while it goes on."""
        ended = GAME.ended(self.state)
        return f"{(ended.winners or ('drawn',))[0]} {ended.rule}" if ended else ""


def _take(free: dict[str, list[str]], seat: str, given: Where) -> Side:
    """The cards of one side, taken from the decks they belong to."""
    found: dict[str, tuple[str, ...]] = {}
    up: set[str] = set()
    for key, words in given.items():
        cards = []
        for word in (word.strip() for word in words.split(",") if word.strip()):
            name = word.rstrip("+*")
            owner = other(seat) if "*" in word else seat
            card = next(card for card in free[owner] if name_of(card) == name)
            free[owner].remove(card)
            cards.append(card)
            if "+" in word:
                up.add(card)
        found[key] = tuple(cards)
    if unknown := set(found) - {"hand", "deck", "pile", *COLUMNS}:
        raise KeyError(unknown)
    return Side(
        hand=found.get("hand", ()),
        deck=found.get("deck", ()),
        pile=found.get("pile", ()),
        shown=tuple(face(card) for card in found.get("pile", ())),
        columns=(found.get("A", ()), found.get("B", ()), found.get("C", ())),
        up=frozenset(up),
    )


def _words(cards: Sequence[str], seat: str, up: frozenset[str] = frozenset()) -> str:
    return ", ".join(
        name_of(card) + ("+" if card in up else "") + ("*" if back_of(card) != seat else "") for card in cards
    )


def _told(verdict: Verdict) -> str:
    if verdict.broken:
        return f"refused {verdict.broken.rule} {verdict.broken.why.key}"
    if verdict.reason:
        return f"not-played {verdict.reason.key}"
    return verdict.kind
