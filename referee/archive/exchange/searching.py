"""Whether a game that was written down by hand can have happened: a deal is looked for with which it can.

    found = search(game)
    found.run, found.tries, found.bounded

The search begins with the cards dealt by when the text first needs them. Where the game stops, it tries what
could let it go on: another card where one was dealt or drawn that the text has not named, another card for a
`?`, another number. It keeps what leads further and goes back where nothing does, within a number of tries; if
those run out, it says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.archive.exchange.beginning import opening_of
from referee.archive.exchange.model import Game, Problem, wrong_at
from referee.archive.exchange.supposing import Guess, Playing, Run, base
from referee.util.times import now

ASIDE = 2
TRIES, PATIENCE = 1000, 200
"""How many deals are tried at most; and how many since one last led further."""


@dataclass(slots=True)
class Found:
    """What a search came to.

    Attributes:
        run: the game with the cards that were found; where none were, the one that went furthest.
        tries: how many deals were tried.
        bounded: whether there were more to try.
    """

    run: Run
    tries: int = 0
    bounded: bool = False

    @property
    def possible(self) -> bool:
        """Whether the game can have happened."""
        return self.run.failure is None


def search(game: Game, tries: int = TRIES) -> Found:
    """Look for a deal with which the game can have happened. Raises `NotSo` for tags that open no game."""
    return _Search(Playing(opening_of(game, now), game.entries), tries).run()


class _Search:
    def __init__(self, playing: Playing, tries: int) -> None:
        self._playing, self._most = playing, tries
        self._tried: set[Guess] = set()
        self._found, self._led_further = Found(Run()), 0

    def run(self) -> Found:
        self._further(Guess(), self._play(Guess()))
        return self._found

    def _play(self, guess: Guess) -> Run:
        self._tried.add(guess)
        self._found.tries += 1
        run = self._playing.play(guess)
        if self._found.tries == 1 or run.failure is None or run.reached > self._found.run.reached:
            self._found.run, self._led_further = run, self._found.tries
        return run

    def _further(self, guess: Guess, run: Run, aside: int = ASIDE) -> bool:
        """Try what could let a game go on. Whether that came to a game that can have happened.

        `aside` is how often it may stop earlier, at the line that was changed.
        """
        if run.failure is None or run.failure.final:
            return run.failure is None
        for other, at in self._others(guess, run):
            if other in self._tried:
                continue
            if self._found.tries >= min(self._most, self._led_further + PATIENCE):
                self._found.bounded = True
                return False
            went = self._play(other)
            on = went.reached > run.reached
            if (on or (aside and went.reached == at)) and self._further(
                other, went, ASIDE if on else aside - 1
            ):
                return True
        return False

    def _others(self, guess: Guess, run: Run) -> Iterator[tuple[Guess, tuple[int, int] | None]]:
        """Other guesses, the likeliest first; and the line at which one may stop at first, to be mended there."""
        failure = run.failure
        assert failure  # noqa: S101  the caller has looked
        wanted = tuple(dict.fromkeys(failure.wanted))
        yield from ((one, None) for card in wanted for one in self._dealt(guess, run, card, needed=False))
        yield from ((one, None) for one in self._drawn(guess, run))
        yield from self._filled(guess, run, wanted)
        yield from ((one, None) for card in wanted for one in self._dealt(guess, run, card, needed=True))
        if not wanted:
            others = sorted({base(card) for card in self._playing.cards})
            each = (islice(self._dealt(guess, run, card, needed=False), 1) for card in others)
            yield from ((one, None) for some in each for one in some)

    def _drawn(self, guess: Guess, run: Run) -> Iterator[Guess]:
        """Another number, the last one first."""
        for nth, (_, outcomes) in reversed(run.numbers.items()):
            now_is = dict(guess.numbers).get(nth, 0)
            yield from (guess.number(nth, value) for value in range(outcomes) if value != now_is)

    def _filled(
        self, guess: Guess, run: Run, wanted: Sequence[str]
    ) -> Iterator[tuple[Guess, tuple[int, int] | None]]:
        """Another card for a `?`: the one that is missing; or, for one that is missing, any other."""
        met = sorted({base(each) for each in run.met})
        for at, cards in reversed(run.fills.items()):
            for n, one in enumerate(cards):
                others = (card for card in wanted if card != one)
                rest = (card for card in met if card != one) if one in wanted or not wanted else ()
                yield from (
                    (guess.fill(at, (*cards[:n], card, *cards[n + 1 :])), at) for card in (*others, *rest)
                )

    def _dealt(self, guess: Guess, run: Run, wanted: str, *, needed: bool) -> Iterator[Guess]:
        """A card of that name, from where nobody has come yet, in place of one that was dealt or drawn.

        The text names that one for its seat, or does not.
        """
        for key, order in run.orders.items():
            free = [n for n in range(len(order)) if n not in run.fixed[key]]
            news = [n for n in free if base(order[n]) == wanted and not run.met[order[n]]]
            olds = [n for n in free if run.met[order[n]] and base(order[n]) != wanted]
            olds = [n for n in olds if self._playing.is_needed(order[n]) == needed]
            olds.sort(key=lambda n: (order[n] not in run.here, run.met[order[n]], -n))
            for new in news[:1]:
                for old in olds:
                    cards = list(order)
                    cards[old], cards[new] = cards[new], cards[old]
                    yield guess.order(key, cards)


def problem_of(found: Found) -> Problem | None:
    """Why no deal was found with which a game can have happened; None if one was."""
    failure = found.run.failure
    if failure is None or failure.final or found.tries == 1:
        return failure.problem if failure else None
    at, why = failure.problem.at, failure.problem.why
    if found.bounded:
        return wrong_at(at, "text-bounded", why=why, tries=found.tries)
    return wrong_at(at, "text-impossible", why=why, tries=found.tries)
