"""The one place where a line, as read, is held to the rules of the house and of its game: `rule_line`.

    rule_line(line, sitting) -> Verdict

Nothing happens here. Play carries out the verdict, `try` tells it, an audit compares it with the record, and
`why` tells it of a line long past. So they cannot contradict each other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Ambiguous, Game, refused
from referee.engine.moves import Accept, Decline
from referee.engine.rules import Refused, Rule, first_broken, why
from referee.house import disputes, rematch, replacing
from referee.house import requests as wishes
from referee.house import undo as consent
from referee.house.annotations import (
    KINDS,
    NOTES,
    TAKING_BACK,
    UNDONE,
    NamePublished,
    Noting,
    Remarked,
    is_of_others,
)
from referee.house.chapters import AT_EVERY_TABLE
from referee.house.docket import Word
from referee.house.foreseen import GIVING, WITHDRAWING
from referee.house.invitation import ANSWERS, Accepted, Declined, answer_meant
from referee.house.letters import Noted, Said, too_much_talk
from referee.house.players import SecretRenewed
from referee.house.state import OPEN, Asked, House, Standing
from referee.house.time import PauseAsked, VacationTaken
from referee.notation import archive_verbs, dispute_verbs, foreseen, requests
from referee.notation.reader import Left, Line, Misread, Order, Prose, Text
from referee.notation.readings import Guard, Table
from referee.notation.rows import broken_off, ended_early
from referee.table import beforehand
from referee.table.verdicts import (
    AMBIGUOUS,
    ANSWERED,
    MISREAD,
    NOT_PLAYED,
    NOTED,
    PASSED_OVER,
    PLAYED,
    PROSE,
    REFUSED,
    SAID,
    Tried,
    Verdict,
)
from referee.util.errors import Why
from referee.util.values import Value, replace

T = TypeVar("T")
WAITING = frozenset({"waiting", "order-first"})
"""Reasons for which a line is not refused but listed as not played: it may be sent again as it is."""
WHOEVER_IS_ON = frozenset({"talked-enough", "play-rests"})
"""Reasons that hold no matter who has to move: they are told even where a seat waits for another."""
WORDS_TO_OTHERS = (PauseAsked, VacationTaken, SecretRenewed)
"""H18 Events that count as a word to the others, for they could be repeated without end or call for letters.

A pause or a vacation can be taken back and asked for again; a new secret calls for another letter.
"""


class Sitting(Value):
    """Where a line meets the rules: whose it is, what its writer sees, what the house knows, what came before it.

    Attributes:
        house: what the house knows; None if that is unknown, and only the rules of the game are asked.
        over: the game is over.
        invited: nothing was dealt when the letter came.
        before: the position before standing orders of this very seat moved it on, within this letter.
        acted: an order of this letter was played.
        renewed: this letter has asked for a new secret.
    """

    game: Game
    seat: str
    view: Any
    house: House | None = OPEN
    over: bool = False
    invited: bool = False
    before: tuple[int, int] | None = None
    acted: bool = False
    renewed: bool = False

    @property
    def known(self) -> House:
        """What the house knows."""
        return self.house or OPEN

    @property
    def answering(self) -> bool:
        """Whether there is an invitation to answer."""
        return self.invited or bool(self.known.waiting)

    def standing(self, move: Move, written: str, guard: Guard | None) -> Standing:
        """What the rules of the house look at, for a move."""
        house = self.known.at_any_time if type(move) in self.game.ANY_TIME else self.known
        position, stands = self.game.position(self.view), ""
        if house.answers and self.stands(move):
            house, stands = replace(house, answers=""), house.answers
        return Standing(house, self.seat, position, guard, self.before, written, self.over, stands)

    def stands(self, move: Move) -> bool:
        """H1 Whether a move is still good, though the table has changed since the mail that is answered.

        What could not be ordered then was not meant then, but for what follows other orders of the letter.
        """
        if self.known.moved is None:
            return False
        moved, game = self.known.moved(), self.game
        meant = self.acted or (game.resolve(move, moved.then) == move and not refused(game, moved.then, move))
        return meant and game.stands(move, moved.then, moved.now)


def rule_line(line: Line, now: Sitting) -> Verdict:
    """The verdict on a line that is reached, with the events of the house that it causes.

    `played` as the verdict on an order means that it may be played: the move has still to be made. `tried`
    tells each rule that the order was held to.
    """
    line = meant(line, now)
    match line.reading:
        case Prose():
            return Verdict(line, PROSE)
        case Left(why=reason):
            return Verdict(line, NOT_PLAYED, reason=why(reason))
        case Misread():
            return Verdict(line, MISREAD)
        case Text() if off := broken_off(line):
            return Verdict(line, NOT_PLAYED, reason=off)
        case Text(verb="note", text=text):
            return Verdict(line, NOTED, reason=ended_early(line), events=(Noted(now.seat, text),))
        case Text(verb="say", text=text):
            return _said(line, text, now)
        case Text(verb=verb, text=text) if verb in archive_verbs.TEXTS:
            return _remarked(line, verb, text, now)
        case Text(verb=verb, text=text):
            return _disputed(line, verb, text, now)
        case Table():
            return _asked(line, line.reading, now)
        case Order(move=move, guard=guard) as order:
            if about := _about(order, now):
                return Verdict(line, AMBIGUOUS, readings=about)
            return _ordered(line, move, guard, now)
    raise TypeError(line.reading)


def meant(line: Line, now: Sitting) -> Line:
    """The line with the meaning that it has in this situation.

    H5 `decline` without an invitation turns down a draw. H22 While another player offers to take a letter
    back, a bare `accept` or `decline` answers that, unless a draw is offered too.
    """
    match line.reading:
        case Order() as order:
            if about := _about(order, now):
                return line if about[1:] else replace(line, reading=Table(about[0], "undo"))
            move = answer_meant(order.move, invited=now.answering)
            return line if move is order.move else replace(line, reading=replace(order, move=move))
        case Table(move=Move() as asked) as question:
            return replace(line, reading=replace(question, move=answer_meant(asked, invited=now.answering)))
    return line


def _about(order: Order, now: Sitting) -> tuple[str, ...]:
    return consent.meant(order, now.house, now.view, now.seat) if now.house else ()


# Orders, and questions about them


def _ordered(line: Line, move: Move, guard: Guard | None, now: Sitting) -> Verdict:
    """An order: made exact by its writer's own view, and the first rule that it breaks, if any."""
    exact = move if type(move) in ANSWERS else now.game.resolve(move, now.view)
    if isinstance(exact, Ambiguous):
        if any(refused(now.game, now.view, one) is None for one in exact.moves):
            return Verdict(line, AMBIGUOUS, readings=exact.readings)
        exact = exact.moves[0]  # none of its meanings can be played
    held = _held(exact, guard, now)
    verdict = Verdict(line, PLAYED, exact, held.written, tried=held)
    if held.broken is None:
        return replace(verdict, events=tuple(_answer(exact, now.seat)))
    if not held.broken.stops:
        return replace(verdict, kind=PASSED_OVER, broken=held.broken)
    if reason := _waits(held.broken.why, now):
        return replace(verdict, kind=NOT_PLAYED, reason=reason)
    return replace(verdict, kind=REFUSED, broken=held.broken)


def _answer(move: Move, seat: str) -> Iterator[Event]:
    """H4, H5 The events by which an invitation is answered; every other move is the game's to make."""
    match move:
        case Accept(words=words):
            yield Accepted(seat, words)
        case Decline():
            yield Declined(seat)


def _waits(broken: Why, now: Sitting) -> Why | None:
    """What a line waits for instead of being refused: another seat came to owe something in this letter.

    None if it is refused.
    """
    if broken.key in WAITING:
        return broken
    on = () if broken.key in WHOEVER_IS_ON else now.view.owed
    others = tuple(dict.fromkeys(owed.seat for owed in on))
    if not now.acted or not others or now.seat in others:
        return None
    return why("waiting", seat=others if others[1:] else others[0])


def _held(move: Move, guard: Guard | None, now: Sitting) -> Tried:
    """The rules of the house and of the game that a move is held to, up to the first one broken.

    Of the rules of the house that hold, only the one on positions is told, where a line names a position
    (H1).
    """
    game, written = now.game, move.written
    standing = now.standing(move, written, guard)
    if type(move) in ANSWERS:
        return _up_to_broken(ANSWERS[type(move)], standing, move, written)
    house = _up_to_broken(AT_EVERY_TABLE if now.house else (), standing, move, written)
    told = tuple(one for one in house.rules if one[2] or (guard and one[0] == "H1"))
    if house.broken:
        return Tried(written, told, house.broken)
    tried = _up_to_broken(game.MOVES[type(move)][1], now.view, move, written)
    return Tried(written, (*told, *tried.rules), tried.broken)


def _up_to_broken(rules: Sequence[Rule], standing: Any, move: Move, written: str) -> Tried:
    """Ask the rules in order, and end at the first one broken: later rules may rely on the earlier ones."""
    held: list[tuple[str, str, Why | None]] = []
    for one in rules:
        reason = one.check(standing, move)
        held.append((one.number, one.text, reason))
        if reason is not None:
            return Tried(written, tuple(held), Refused(one.number, reason, one.stops))
    return Tried(written, tuple(held), None)


def as_question(line: Line) -> Line:
    """A line as `try` takes it: an order is asked about, and words to the table are not said."""
    match line.reading:
        case Order(move=move):
            return replace(line, reading=Table("try", line.text, move))
        case Text():
            return replace(line, reading=Prose())
        case Table(verb="language"):
            return replace(line, reading=Table("language"))
        case Table(verb=verb, argument=argument) if verb in requests.ACTS or argument == "undo":
            return replace(line, reading=Prose())
    return line


def _asked(line: Line, asked: Table, now: Sitting) -> Verdict:
    """A question to the referee, or a word to the house.

    It is about the table as it stands now, whichever letter it answers.
    """
    if asked.verb in dispute_verbs.ALONE:
        return _disputed(line, asked.verb, "", now)
    if asked.verb == archive_verbs.WITHDRAW:
        return _withdrawn(line, asked.argument, now)
    if asked.verb == requests.REMATCH:
        return _rematch(line, now)
    if asked.verb == requests.VOTE:
        return _vote(line, asked.argument, now)
    if asked.verb in requests.VERBS:
        return _wished(line, asked, now)
    if asked.verb in foreseen.VERBS:
        return _beforehand(line, asked, now)
    if asked.verb in consent.UNDO:
        return _undoing(line, asked.verb, now)
    if asked.move is None:
        return Verdict(line, ANSWERED)
    now = replace(now, house=now.house and now.house.at_any_time)
    found = _ordered(line, asked.move, None, now)
    return replace(found, kind=ANSWERED, broken=None, reason=None, events=())


# Words to the others and to the house


def _word(line: Line, rules: Iterable[Rule], asked: T, verb: str, happens: Callable[[T], Any]) -> Verdict:
    """A word that the rules allow, with the event or events that then happen; or the first rule that it breaks."""
    if broken := first_broken(rules, asked, verb):
        return Verdict(line, REFUSED, broken=broken)
    events = happens(asked)
    events = events if isinstance(events, tuple) else (events,)
    return Verdict(line, ANSWERED, reason=ended_early(line), events=events)


def _said(line: Line, text: str, now: Sitting) -> Verdict:
    """H2, H18 Words to all are passed on, a limited number of times per day."""
    if enough := too_much_talk(now.known):
        return Verdict(line, REFUSED, broken=Refused("H18", enough))
    return Verdict(line, SAID, reason=ended_early(line), events=(Said(now.seat, text),))


def _remarked(line: Line, verb: str, text: str, now: Sitting) -> Verdict:
    """H25 A note on a place of the game, for its writer; or for all, once the game is over."""
    place, _, words = text.partition(":")
    noting = _noting(place, words.strip(), now)
    return _word(
        *(line, NOTES, noting, verb),
        lambda _: Remarked(now.seat, KINDS[verb], f"{noting.found}:{words}", now.over),
    )


def _withdrawn(line: Line, place: str, now: Sitting) -> Verdict:
    """H25 A note is taken back: the last one on a place, or the last of all."""
    noting = _noting(place, "", now)
    return _word(
        *(line, TAKING_BACK, noting, archive_verbs.WITHDRAW),
        lambda _: Remarked(now.seat, UNDONE, f"{noting.taken_back}:", now.over),
    )


def _noting(place: str, words: str, now: Sitting) -> Noting:
    house = now.known
    places = house.places or (lambda written: written)
    return Noting(place, words, not now.answering, house.notes, places, house.noted)


def _disputed(line: Line, verb: str, text: str, now: Sitting) -> Verdict:
    """H18, H20, H23 Words in a dispute."""
    if enough := too_much_talk(now.known):
        return Verdict(line, REFUSED, broken=Refused("H18", enough))
    position, house = now.game.position(now.view), now.known
    rests = house.hours.rests
    word = Word(house.docket, now.seat, text, position, not now.invited, house.told, rests)
    happens, rules = disputes.WORDS[verb]
    return _word(line, rules, word, verb, happens)


def _wished(line: Line, asked: Table, now: Sitting) -> Verdict:
    """What the writer says to the house about their own letters and their own time."""
    hours = now.known.hours
    event = wishes.done(asked.verb, asked.argument, now.seat, hours)
    if event is None:
        return Verdict(line, ANSWERED, reason=wishes.answer(asked.verb, asked.argument, hours))
    if isinstance(event, NamePublished) and (taken := _of_others(event.text, now)):
        return Verdict(line, ANSWERED, reason=taken)
    if isinstance(event, SecretRenewed) and now.renewed:
        return Verdict(line, ANSWERED)  # H8 once a letter
    if isinstance(event, WORDS_TO_OTHERS) and (enough := too_much_talk(now.known)):
        return Verdict(line, REFUSED, broken=Refused("H18", enough))
    return Verdict(line, ANSWERED, events=(event,))


def _of_others(name: str, now: Sitting) -> Why | None:
    """H26 Nobody is published by the name of another player."""
    names = dict(now.view.names)
    own = names.pop(now.seat, "")
    return why("publish-taken", name=name) if name and is_of_others(name, own, names.values()) else None


def _undoing(line: Line, verb: str, now: Sitting) -> Verdict:
    """H22 An offer to take a letter back, or an answer to one."""
    asked = Asked(now.known, now.seat, now.acted, now.over)
    happens, rules = consent.WORDS[verb]
    return _word(line, rules, asked, verb, happens)


def _rematch(line: Line, now: Sitting) -> Verdict:
    """H30 Another game of the same players is asked for."""
    asked = rematch.Rematch(now.over, now.known.rematch)
    return _word(line, rematch.RULES, asked, requests.REMATCH, lambda _: rematch.RematchAsked(now.seat))


def _vote(line: Line, said: str, now: Sitting) -> Verdict:
    """H35 A vote to replace the player of a seat, or one that is taken back."""
    if enough := too_much_talk(now.known):
        return Verdict(line, REFUSED, broken=Refused("H18", enough))
    begun = not (now.answering or now.over)
    voting = replacing.voting(said, now.view, now.known.quiet, begun=begun, rests=now.known.rests)
    return _word(line, replacing.RULES, voting, requests.VOTE, replacing.happens)


def _beforehand(line: Line, asked: Table, now: Sitting) -> Verdict:
    """H27 An order beforehand, taking one back, which ones wait; or the line by which the referee plays one."""
    if asked.verb == foreseen.HOLDS and not now.known.playing:
        return Verdict(line, PROSE)
    begun = not (now.answering or now.over)
    looked = beforehand.looked_at(now.game, now.view, asked, now.known, begun=begun)
    if asked.verb == foreseen.WHICH:
        return Verdict(line, ANSWERED, reason=why("foreseen-list", orders=beforehand.told(looked.waiting)))
    rules = GIVING if looked.asked else WITHDRAWING
    return _word(line, rules, looked, asked.verb, lambda _: beforehand.happens(looked, asked, line.text))
