"""What comes once in a game of The Hammer of Thor, counted from its events alone, and what is owed, tried out.

The counter knows the names of the events and what the rules of sections 3.0 and 4.0 say of them, and asks no code of
the game for anything: neither its state nor its list of steps.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from hammer_suite import HAMMER as GAME

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Owed, refused
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m

PHASES = ("fate", "movement", "encounter", "after", "ending")
ALONE = ("GameTurnBegun", "TurnBegun", "TurnPassedOver", "SeasonMoved 3.3", "Died 2.2A8", "TurnEnded")
"""3.0 Steps that come only when what stopped the game before is settled."""
BY_RULE = {"SeasonMoved", "Died", "FateDrawn"}
"""Events that are told apart by their rule here."""


class Count:
    """A game as it is counted, event by event; `faults` are what came twice, too early, or not at all."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.at = 0
        self.seats: list[str] = []
        self.game_turn = 0
        self.on_turn = ""
        self.stops = 0
        self.over = False
        self.phase = 0
        self.round = 0
        self.met = False
        self.season_at = -1
        self.past: Counter[str] = Counter()
        """What came in this game-turn."""
        self.turn: Counter[str] = Counter()
        """What came in this player-turn."""
        self.cards: Counter[str] = Counter()
        """What came in this round of the encounter."""
        self.moments: Counter[str] = Counter()
        """When the game was stopped for the master."""
        self.orders: dict[str, tuple[str, int]] = {}
        """M25 The event for which each seat has ordered a card, and when."""
        self.owner: dict[str, str] = {}
        """Whose each character on the map is."""
        self.starters: dict[str, str] = {}
        self.gone: dict[str, str] = {}
        """10.0 The seats whose starting character has just gone, with its name."""

    def wrong(self, said: str) -> None:
        """Something came that must not."""
        self.faults.append(f"event {self.at}, game-turn {self.game_turn}: {said}")

    def once(self, among: Counter[str], what: str, most: int = 1) -> None:
        """Something comes at most so often."""
        among[what] += 1
        if among[what] > most:
            self.wrong(f"{what} came {among[what]} times")

    def letter(self, events: Iterable[Event]) -> None:
        """The events of an order, and all that came by itself after it."""
        for one in events:
            self.at += 1
            kind = type(one).__name__
            told = f"{kind} {getattr(one, 'rule', '')}" if kind in BY_RULE else kind
            if self.over:
                self.wrong(f"{kind} after the end")
            if told in ALONE and self.stops and not (told == "TurnEnded" and self.left(one)):
                self.wrong(f"{told} while the game is stopped")
            if count := COUNTED.get(kind):
                count(self, one)
        for seat, name in self.gone.items():
            self.wrong(f"10.0 {name} of {seat} went, and nothing followed")
        self.gone.clear()

    def left(self, one: Any) -> bool:
        """Whether a player-turn ends because its seat has left the game."""
        return one.by not in self.seats

    def _ended(self, _one: Any) -> None:
        self.over = True
        self.gone.clear()

    def _seat_left(self, one: Any) -> None:
        if one.by in self.seats:
            self.seats.remove(one.by)
        self.gone.pop(one.by, None)

    # 3.0 The game-turn

    def _game_turn_begun(self, one: Any) -> None:
        if one.count != self.game_turn + 1:
            self.wrong(f"3.0 game-turn {one.count} began")
        if self.game_turn:
            self.finished()
            for what in ("3.3 the season moves", "3.1 births"):
                if self.past[what] != 1:
                    self.wrong(f"{what}: {self.past[what]} times")
        self.game_turn, self.past = one.count, Counter()

    def finished(self) -> None:
        """3.2 Each seat that is still in has had its player-turn, or lost it."""
        if self.on_turn:
            self.wrong(f"3.2 the player-turn of {self.on_turn} is not over")
        for seat in self.seats:
            if not self.past[f"3.2 player-turn of {seat}"]:
                self.wrong(f"3.2 {seat} had no player-turn")

    def _rolled(self, one: Any) -> None:
        if one.what == "births":
            self.once(self.past, "3.1 births")
        if one.what == "sanity":
            self.once(self.turn, f"S18 {one.by} comes to its senses")
        if one.what == "order":
            self.once(self.cards, "S3 a roll for the order", 2)

    def _born(self, _one: Any) -> None:
        self.once(self.past, "3.1 Offspring are born")

    def _season_moved(self, one: Any) -> None:
        self.season_at = self.at
        if one.rule == "3.3":
            self.finished()
            self.once(self.past, "3.3 the season moves")

    def _turn_passed_over(self, one: Any) -> None:
        self.begins(one.seat)

    def _turn_begun(self, one: Any) -> None:
        self.begins(one.seat)
        self.on_turn, self.turn, self.phase = one.seat, Counter(), 0

    def begins(self, seat: str) -> None:
        """3.2 A seat has its player-turn, or loses it."""
        if self.on_turn:
            self.wrong(f"3.2 the player-turn of {self.on_turn} is not over")
        if self.past["3.3 the season moves"]:
            self.wrong(f"3.2 a player-turn of {seat} after the season moved")
        self.once(self.past, f"3.2 player-turn of {seat}")

    def _turn_ended(self, one: Any) -> None:
        if self.on_turn != one.by:
            self.wrong(f"4.0 the player-turn of {one.by} ended, which did not go on")
        self.on_turn = ""

    def _fate_drawn(self, one: Any) -> None:
        if one.rule == "4.1a":
            self.once(self.turn, "4.1a a card is drawn")

    def _ragnarok_drawn(self, _one: Any) -> None:
        self.once(self.turn, "4.1a a card is drawn")

    def _rolled_for(self, _one: Any) -> None:
        self.once(self.turn, "M16 it is rolled for an encounter")

    def _loss_owed(self, one: Any) -> None:
        self.once(self.turn, f"M23 {one.name} has to lose a follower")

    def _phase_begun(self, one: Any) -> None:
        if self.phase >= (phase := PHASES.index(one.phase)) or one.by != self.on_turn:
            self.wrong(f"4.0 the phase {one.phase} of {one.by}")
        self.phase = phase

    # M25, M26

    def _stopped(self, one: Any) -> None:
        self.stops += 1
        season = "in the change of season" if self.past["3.3 the season moves"] else ""
        met = "in an encounter" if self.met else ""
        self.moments[season or met or ("in a player-turn" if self.on_turn else "between player-turns")] += 1
        self.moments[f"under {one.section}"] += 1
        if one.section == "10.0":
            gone = self.gone.pop(one.seat, "")
            if one.about and gone != one.about[0]:
                self.wrong(f"10.0 {one.about[0]} of {one.seat} is asked about again")
        if one.section == "12.0" and one.seat:
            self.once(self.past, "12.0 Ragnarok")

    def _went_on(self, _one: Any) -> None:
        self.stops -= 1

    def _standing_set(self, one: Any) -> None:
        self.orders[one.by] = (one.waits_for, self.at)

    def _standing_due(self, one: Any) -> None:
        event, since = self.orders.pop(one.by, ("", 0))
        if not event:
            self.wrong(f"M25 a card of {one.by} was due without an order")
        if event == "season" and since > self.season_at:
            self.wrong(f"M25 an order of {one.by} for a season that had come before")

    def _standing_over(self, one: Any) -> None:
        self.orders.pop(one.by, None)

    # 4.3 Encounters

    def _encounter_opened(self, _one: Any) -> None:
        if self.met:
            self.wrong("4.3 an encounter within another")
        self.met, self.round = True, 0

    def _encounter_closed(self, _one: Any) -> None:
        if not self.met:
            self.wrong("4.3 an encounter is over that was none")
        self.met = False

    def _round_begun(self, one: Any) -> None:
        if one.count != self.round + 1:
            self.wrong(f"4.3A round {one.count} after {self.round}")
        self.round, self.cards = one.count, Counter()

    def _card_sealed(self, one: Any) -> None:
        self.once(self.cards, f"4.3A {one.by} has a card")

    def _cards_shown(self, _one: Any) -> None:
        self.once(self.cards, "4.3A the cards are shown")

    # 10.0, S11 Whose everybody is

    def _chosen(self, one: Any) -> None:
        self.seats.append(one.by)
        self.starters[one.by] = one.name

    def _started(self, one: Any) -> None:
        self.owner |= dict.fromkeys((one.name, *one.animals), one.by)

    def _arrived(self, one: Any) -> None:
        self.owner[one.name] = one.seat
        self._part_taken(one)

    def _part_taken(self, one: Any) -> None:
        self.starters[one.seat] = one.name
        self.gone.pop(one.seat, None)

    def _raised_up(self, one: Any) -> None:
        self.owner[one.name] = self.owner.get(one.to, "")

    def _joined(self, one: Any) -> None:
        self.goes(one.name, self.owner.get(one.to, ""))
        self.owner |= dict.fromkeys(one.animals, self.owner[one.name])

    def _died(self, one: Any) -> None:
        self.goes(one.name, "")
        if one.rule == "2.2A8":
            self.once(self.past, f"M12 {one.name} dies")
            if not self.past["3.3 the season moves"]:
                self.wrong(f"M12 {one.name} dies before the season moves")

    def _left_the_game(self, one: Any) -> None:
        self.goes(one.name, "")

    def _went_back(self, one: Any) -> None:
        self.goes(one.name, "")

    def _follower_lost(self, one: Any) -> None:
        self.goes(one.name, "")

    def _seat_nobodys(self, one: Any) -> None:
        self.owner = {name: "" if seat == one.by else seat for name, seat in self.owner.items()}

    def goes(self, name: str, to: str) -> None:
        """Somebody goes to a seat, or to nobody."""
        was = self.owner.get(name, "")
        self.owner[name] = to
        if was and was != to and self.starters.get(was) == name:
            self.gone[was] = name


COUNTED: Mapping[str, Callable[[Count, Any], None]] = {
    "Ended": Count._ended,
    "SeatLeft": Count._seat_left,
    "GameTurnBegun": Count._game_turn_begun,
    "Rolled": Count._rolled,
    "Born": Count._born,
    "SeasonMoved": Count._season_moved,
    "TurnPassedOver": Count._turn_passed_over,
    "TurnBegun": Count._turn_begun,
    "TurnEnded": Count._turn_ended,
    "FateDrawn": Count._fate_drawn,
    "RagnarokDrawn": Count._ragnarok_drawn,
    "RolledFor": Count._rolled_for,
    "LossOwed": Count._loss_owed,
    "PhaseBegun": Count._phase_begun,
    "Stopped": Count._stopped,
    "WentOn": Count._went_on,
    "StandingSet": Count._standing_set,
    "StandingDue": Count._standing_due,
    "StandingOver": Count._standing_over,
    "EncounterOpened": Count._encounter_opened,
    "EncounterClosed": Count._encounter_closed,
    "RoundBegun": Count._round_begun,
    "CardSealed": Count._card_sealed,
    "CardsShown": Count._cards_shown,
    "Chosen": Count._chosen,
    "Started": Count._started,
    "Arrived": Count._arrived,
    "PartTaken": Count._part_taken,
    "RaisedUp": Count._raised_up,
    "Joined": Count._joined,
    "Died": Count._died,
    "LeftTheGame": Count._left_the_game,
    "WentBack": Count._went_back,
    "FollowerLost": Count._follower_lost,
    "SeatNobodys": Count._seat_nobodys,
}
"""What is counted of each event."""


def counted(letters: Iterable[Iterable[Event]]) -> Count:
    """A game as it is counted by the events of its orders."""
    count = Count()
    for events in letters:
        count.letter(events)
    return count


def answers(state: Any, owed: Owed) -> Iterator[Move]:
    """The orders with which a duty can be met, legal or not."""
    match owed.duty:
        case "choose":
            yield from map(m.Choose, state.cards.characters)
        case "start":
            yield from map(m.Start, state.board.places)
        case "discard":
            yield from map(m.Discard, state.cards.items)
        case "lose":
            yield from map(m.Lose, state.figures)
        case "side":
            yield m.Side("good")
        case "fate":
            yield from (m.Discard(card.split(".")[1]) for card in state.hand(owed.seat))
        case "begin" | "movement":
            yield m.Halt()
        case "encounter" | "after":
            yield m.EndTurn()
        case "card":
            cards = ("attack", "subdue", "con", "follower", "seduce", "evade", "challenge", "negotiate")
            yield from map(m.PlayCard, (*cards, "friendship"))
        case "ruling":
            yield from (e.GoOn(), e.Close(), e.Win("nobody", state.game))


def not_to_be_met(state: Any) -> list[str]:
    """The duties that no legal order can meet, and a table where nobody owes anything and nothing comes."""
    owed = GAME.owed(state)
    if not owed and GAME.ended(state) is None:
        return ["nobody owes anything, and the game stands"]
    return [
        f"{one.seat} owes {one.duty} and cannot"
        for one in owed
        if all(refused(GAME, GAME.view(state, one.seat), move) for move in answers(state, one))
    ]
