"""A table set up by hand, for tests that say: a position, a line, a verdict.

    t = Board(
        odin={"pieces": "b2 c3", "cards": "9 4 0 7+ 1 3", "deck": "5 6", "discards": "8"},
        thor={"pieces": "c4 d5", "captured": "2", "cards": "5 5 5 5 5 5", "standing": "d a"},
        turn="odin",
    )
    t.letter("odin", "c3xc4", "scout d")

Cards are their values, 0 to 9. `cards` are those of the columns a to f, `+` behind one means face up. `deck` has its
top first, `discards` their top LAST. Keys not given: no pieces; none captured; cards 2 3 4 5 6 7; the deck is the rest
of that deck in list order; no discards; no rights to scout (`rights`: columns of one's own, `spent` for a spent card);
no standing order (`standing`: columns in order of preference, or `never`). A turn has just begun, Odin's unless `turn=`
says otherwise, turn 1 or 2 unless `at=` gives its number; no piece has entered a fortress yet.

`laid_open` instead gives a table on which the first six cards lie open and are still to be placed (2.2).
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from referee.engine import driver
from referee.engine.choices import Choices
from referee.engine.events import Event, Seen, face, seen
from referee.engine.game import Game
from referee.games.odins_table import GAME as ODINS_TABLE
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import NAMES, SEATS, VALUES, name_of, other, value_of
from referee.games.odins_table.setting_up import Shuffled, SixShown
from referee.games.odins_table.table import Side, State
from referee.games.odins_table.turn import TurnBegun
from referee.notation.reader import Reader
from referee.table import ruling
from referee.table.verdicts import Verdict
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

GAME = cast("Game", ODINS_TABLE)
Where = Mapping[str, str]
KEYS = frozenset({"pieces", "captured", "cards", "deck", "discards", "rights", "standing"})
CARDS = "2 3 4 5 6 7"


class Board:
    """One table of Odin's Table; letters change it, and it remembers what happened."""

    def __init__(
        self,
        *,
        odin: Where | None = None,
        thor: Where | None = None,
        turn: str = "odin",
        at: int = 0,
        options: Mapping[str, str] | None = None,
        lots: Sequence[Any] = (),
    ) -> None:
        """Set the pieces and cards; `lots` are the outcomes of later shuffles (see `ScriptedLots`)."""
        self.options = GAME.options(dict(options or {}))
        self.state: State = GAME.blank("g1", self.options)
        self.reader = Reader(GAME, self.options)
        self.lots = ScriptedLots(list(lots))
        self.events: tuple[Event, ...] = ()
        self.unseen: tuple[Event, ...] = ()
        sides = {
            seat: _side(self.state, seat, given or {}) for seat, given in (("odin", odin), ("thor", thor))
        }
        before = (at or 1 + SEATS.index(turn)) - 1
        state = replace(self.state, **sides, phase="next", turn=before, on_turn=other(turn))
        self.state = GAME.apply(state, TurnBegun(turn))

    def letter(self, seat: str, *lines: str) -> list[str]:
        """Send one letter; returns for each line what became of it.

        That is `played`, `refused 3.2 fortress-straight` or `passed-over 5.5 no-right`. `events` are then
        those of the letter, `unseen` what a standing order did after it.
        """
        read = self.reader.read_letter("\n".join(lines))
        ruled = ruling.rule_on(GAME, self.state, seat, read, self.lots)
        self.state, self.events = ruled.state, ruled.events
        self._stand()
        return [_told(verdict) for verdict in ruled.verdicts]

    def silent(self, seat: str) -> None:
        """Let this seat's deadline pass (2.5, 3.6, 6.8)."""
        events: list[Event] = []
        owed = next(one for one in GAME.owed(self.state) if one.seat == seat)
        self.state = driver.silence(GAME, self.state, owed, self.lots, events)
        self.events = tuple(events)
        self._stand()

    def _stand(self) -> None:
        """Let standing orders act once the letter is done (5.7)."""
        events: list[Event] = []
        seat = "?"
        while seat:
            seat, self.state = driver.standing_act(GAME, self.state, self.lots, events)
        self.unseen = tuple(events)

    def side(self, seat: str) -> dict[str, str]:
        """A side as it now lies, in the words of the constructor, without `standing`."""
        side = self.state.side(seat)
        up = ["+" if column in side.up else "" for column in COLUMNS]
        cards = [f"{value_of(card)}{sign}" for card, sign in zip(side.columns, up, strict=True) if card]
        return {
            "pieces": " ".join(side.pieces),
            "captured": str(side.captured),
            "cards": " ".join(cards),
            "deck": _values(side.deck),
            "discards": _values(side.discards),
            "rights": " ".join(own or "spent" for own in side.rights),
        }

    def told(self, seat: str | None) -> list[Seen]:
        """What a seat (None: an onlooker) was shown of the last letter, and of standing orders after it."""
        events = (*self.events, *self.unseen)
        return [one for event in events if (one := seen(event, seat)) is not None]

    def kinds(self, seat: str | None = None) -> list[str]:
        """The kinds of the events shown to a seat, each with its rule: `Discarded 5.4`."""
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

    def turns(self, seat: str) -> list[str]:
        """Every legal turn of that seat, and every scouting, in canonical notation."""
        return [move.written for move in self.choices(seat).forward()]

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return self.state.on_turn

    @property
    def owed(self) -> list[str]:
        """Who owes what: `odin turn`, `thor place`."""
        return [f"{one.seat} {one.duty}" for one in GAME.owed(self.state)]

    @property
    def outcome(self) -> str:
        """How the game ended: `thor 6.3` (winner and rule), `drawn 6.5`; "" while it goes on."""
        ended = GAME.ended(self.state)
        return f"{(ended.winners or ('drawn',))[0]} {ended.rule}" if ended else ""


def laid_open(
    odin: str,
    thor: str,
    *,
    options: Mapping[str, str] | None = None,
    lots: Sequence[Any] = (),
) -> Board:
    """A table at 2.2: these six values lie open, nobody has placed them yet. The decks hold the rest in list order."""
    board = Board(options=options, lots=lots)
    board.state = GAME.blank("g1", board.options)
    for seat, values in (("odin", odin), ("thor", thor)):
        six = _cards(seat, values)
        rest = [card for card in board.state.decks.cards(seat) if card not in six]
        state: State = GAME.apply(board.state, Shuffled(seat, (*six, *rest)))
        board.state = GAME.apply(state, SixShown(seat, six))
    return board


def _side(state: State, seat: str, given: Where) -> Side:
    """One side with its pieces and cards; there may be more cards of a value than the deck list has."""
    if unknown := set(given) - KEYS:
        raise KeyError(unknown)
    places = given.get("cards", CARDS).split()
    deck, discards = given.get("deck"), given.get("discards", "")
    cards = _cards(seat, " ".join([*(place.rstrip("+") for place in places), discards, deck or ""]))
    columns, used = cards[: len(places)], cards[len(places) : len(places) + len(discards.split())]
    rest = tuple(card for card in state.decks.cards(seat) if card not in cards)
    standing = given.get("standing")
    return Side(
        pieces=tuple(sorted(given.get("pieces", "").split())),
        captured=int(given.get("captured", "0")),
        deck=rest if deck is None else cards[len(places) + len(used) :],
        discards=used,
        six=tuple(sorted(map(face, columns))),
        columns=columns,
        up=frozenset(column for column, place in zip(COLUMNS, places, strict=True) if "+" in place),
        rights=tuple(sorted(own.replace("spent", "") for own in given.get("rights", "").split())),
        standing=None if standing is None else tuple(standing.replace("never", "").split()),
    )


def _cards(seat: str, values: str) -> tuple[str, ...]:
    """Physical cards of these values, each another copy."""
    copies = dict.fromkeys(NAMES, 0)
    found = []
    for value in values.split():
        name = NAMES[int(value)]
        copies[name] += 1
        found.append(f"{seat}.{name}.{copies[name]}")
    return tuple(found)


def _values(cards: Sequence[str]) -> str:
    return " ".join(str(VALUES[name_of(card)]) for card in cards)


def _told(verdict: Verdict) -> str:
    if verdict.broken:
        return f"{verdict.kind} {verdict.broken.rule} {verdict.broken.why.key}"
    if verdict.reason:
        return f"not-played {verdict.reason.key}"
    return verdict.kind
