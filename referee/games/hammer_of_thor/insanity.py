"""2.2A8 What insanities do outside encounters: things that pass, followers lost, and the end of a game-turn."""

from referee.engine.events import Happening
from referee.engine.rules import cites
from referee.games.hammer_of_thor.carried import Passed
from referee.games.hammer_of_thor.duties import followers
from referee.games.hammer_of_thor.figures import (
    KLEPTOMANIA,
    LIAR,
    SUICIDAL,
    Counter,
    Names,
    counters_of,
)
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View


@cites("2.2A8", "M23")
def kleptomania(s: State) -> Happening:
    """M23 A kleptomaniac gets all items of its group; of several in a group the first who joined does."""
    for number in [one.id for one in s.counters]:
        counter = s.counter(number)
        thief = next((one for one in counter.members if s.figures[one].insanity == KLEPTOMANIA), "")
        for name in counter.members if thief else ():
            for item in s.figures[name].items if name != thief else ():
                s = yield _passed(s, counter, thief, name, item)
    return s


def _passed(s: State, counter: Counter, thief: str, name: str, item: str) -> Passed:
    """M23 A thing passes, face up if it was, but for a letter of which the thief has revealed one already."""
    bearer = s.figures[thief]
    letters = {letter for one in bearer.revealed for letter in s.cards.items[one].letters}
    was = item in s.figures[name].revealed
    revealed = was and not letters & set(s.cards.items[item].letters)
    seen_as = item if was or item in s.known else ""
    seats = (counter.seat,) if counter.seat else ()
    return Passed(thief, name, seats, item, seen_as, revealed, "2.2A8")


@cites("2.2A8", "M12", "M21")
def suicides(s: State) -> Names:
    """M12 The Suicidal Maniacs without REPUTATION gained; one struck in this game-turn is judged after the next."""
    mad = (one for one in s.figures.values() if one.insanity == SUICIDAL)
    return tuple(one.name for one in mad if one.struck < s.game_turn > one.praised)


@cites("2.2A8", "M23")
def liars(t: State | View, seat: str) -> Names:
    """M23 The Pathological Liars of a seat who have a follower to lose."""
    leaders = (one.leader for one in counters_of(t, seat))
    return tuple(one for one in leaders if t.figures[one].insanity == LIAR and followers(t, one))
