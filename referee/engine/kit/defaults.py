"""What a game need not say: how it is told and read, where its own `telling` and `reading` say nothing about it."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from referee.engine.choices import Move
from referee.engine.events import Seen
from referee.engine.kit import customs
from referee.util.regexes import regex
from referee.util.values import Value, field, replace

# Stories: the events of one action told as one, in a sentence or two.
#
# A game lists its stories in its module `telling`: `STORIES`, the longer ones first. Each has the kinds of
# event it is made of, in the order in which they are shown, and says what its text is given. Only what one
# reader was shown goes in, so a story can tell nothing that the sentences of its events do not.


Values = Mapping[str, Any] | None
_KIND = regex(r"\w+")


class Retold(Seen):
    """Some events as one: `kind` is the key of the story, `fields` are the values of its text.

    `decided` are rules that decide that an event of a kind comes about, and that no event has.
    """

    parts: tuple[Seen, ...] = ()
    decided: Mapping[str, str] = field(default_factory=dict)

    def citing(self, parts: Sequence[Seen]) -> str:
        """The rules of some of its events, each once, in their order; one that decides before that of its event."""
        every = ((self.decided.get(part.kind, ""), part.rule) for part in parts)
        return ", ".join(dict.fromkeys(rule for some in every for rule in some if rule))


class Story(Value):
    """One kind of story.

    Attributes:
        key: that of its text, in the section `stories`.
        events: an expression for the kinds of its events, each with a comma after it.
        values: what the text is given, from the events and the voice in which they are told; None: they are
            told one by one after all.
        decided: by kind of event, a rule that decides that it comes about and that none of the events has.
    """

    key: str
    events: re.Pattern[str]
    values: Callable[[Sequence[Seen], Any], Values]
    decided: Mapping[str, str] = field(default_factory=dict)


def story(
    key: str,
    values: Callable[[Sequence[Seen], Any], Values],
    *kinds: str,
    decided: Mapping[str, str] | None = None,
) -> Story:
    """A story of these kinds of event, one after the other: `Laid`, `Laid|Moved`, `Drew?`, `TurnedUp*`."""
    return Story(key, re.compile("".join(map(_expression, kinds))), values, decided or {})


def _expression(kinds: str) -> str:
    """A word for some kinds of event, as an expression."""
    often = kinds[-1] if kinds[-1] in "?*+" else ""
    return f"(?:{_KIND.sub(_with_comma, kinds.removesuffix(often))}){often}"


def _with_comma(kind: re.Match[str]) -> str:
    return f"{kind[0]},"


def retold(stories: Sequence[Story], shown: Sequence[Seen], voice: Any) -> Iterator[Seen]:
    """What was shown, in its order; where some events are a story, that story in their place.

    Of the stories that begin with an event the first is told.
    """
    kinds = "".join(f"{one.kind}," for one in shown)
    at = place = 0
    while at < len(shown):
        found = next(_beginning(stories, shown[at:], kinds[place:], voice), shown[at])
        yield found
        for one in found.parts if isinstance(found, Retold) else (found,):
            at, place = at + 1, place + len(one.kind) + 1


def _beginning(stories: Sequence[Story], shown: Sequence[Seen], kinds: str, voice: Any) -> Iterator[Seen]:
    """The stories that begin with the first event."""
    for one in stories:
        if match := one.events.match(kinds):
            parts = tuple(shown[: match[0].count(",")])
            if (values := one.values(parts, voice)) is not None:
                found = Retold(one.key, "", values, parts, one.decided)
                yield replace(found, rule=found.citing(parts))


# Likely turns of a game: moves by what they are worth to their seat, as far as its view tells.


M = TypeVar("M", bound=Move)
Turn = tuple[Move, ...]
"""Moves that a seat writes one below the other: a whole turn, or one move."""
MOST = 4
"""How many turns are told as likely."""


def best(moves: Iterable[M], worth: Callable[[M], float], most: int = MOST) -> list[M]:
    """The moves that are worth more than nothing, the best first; of equal ones the first."""
    rated = [(worth(move), move) for move in moves]
    ranked = sorted((one for one in rated if one[0] > 0), key=lambda one: -one[0])
    return [move for _, move in ranked[:most]]


def varied(ranked: Sequence[Move], kind: Callable[[Move], object], most: int = MOST) -> list[Move]:
    """The best of each kind first, in their order, as many as there is room for."""
    first = dict[object, Move]()
    for move in ranked:
        first.setdefault(kind(move), move)
    return [*first.values()][:most]


class Layered:
    """The attributes of one object, and those of another for names that it lacks."""

    __slots__ = ("_own", "_usual")

    def __init__(self, own: Any, usual: Any) -> None:
        """Look in `own` first; it may be None."""
        self._own, self._usual = own, usual

    def __getattr__(self, name: str) -> Any:
        """The value of that name. Raises `AttributeError` if neither has it."""
        usual = getattr(self._usual, name, None)
        return getattr(self._own, name) if usual is None else getattr(self._own, name, usual)


class Named(NamedTuple):
    """A reader to whom cards are told by their names in orders, and by their strength where they have one."""

    reader: str | None
    strengths: Mapping[str, int] = MappingProxyType({})

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """The title of a face (`rune.fehu`) or of a name (`fehu`): the name with capitals."""
        return "", card.rpartition(".")[2].replace("-", " ").title()

    def strength(self, card: str) -> int | None:
        """The strength of a card, None if it has none."""
        return self.strengths.get(card.rpartition(".")[2])


Note = tuple[str, Mapping[str, Any]]


def note(key: str, **values: Any) -> Note:
    """A sentence of the catalog, by its key, with its values."""
    return key, values


class About(NamedTuple):
    """What is told of a card, a person or a place: what all may know of it, whoever asks.

    Attributes:
        title: what it is called in English.
        notes: sentences, as keys of the catalog with their values.
        rules: the numbers it rests on; None: the rules that name it.
    """

    title: str
    notes: tuple[Note, ...]
    rules: tuple[str, ...] | None = None


Reason = Callable[[Any, Any], Iterable[Note]]
"""What speaks for a move, by a view and the move."""


def move_by_move(reasons: Mapping[type, Reason], view: Any, turn: Turn) -> tuple[Note, ...]:
    """What speaks for each move of a turn, by the kind of the move; nothing for kinds without reasons."""
    told = ((move, reasons[type(move)]) for move in turn if type(move) in reasons)
    return tuple(found for move, reason in told for found in reason(view, move))


class Gathered(NamedTuple):
    """What is told together: a heading, and below it sentences, each with the place or the like that it is about."""

    heading: Note
    rows: tuple[tuple[str, Note], ...]


class Telling:
    """What the module `telling` of a game may leave out."""

    ANY_TIME = customs.ANY_TIME
    """Families that are told after the others."""
    ALWAYS = customs.ALWAYS
    """Those of them that a letter lists only once in a while."""
    LATER: frozenset[str] = frozenset()
    """Those of them that mean nothing to a reader before the first turn: no letter lists them till then."""
    TYPED = customs.TYPED
    """Families that no letter has links for: what ends a game, or undoes what others have done, is written by hand."""
    QUALIFIERS: tuple[str, ...] = ()
    """Words of an order that belong to the word after them."""
    LINKED: Mapping[str, int] = MappingProxyType({})
    """Families that a letter has links for, the likeliest first, and of how many moves; {}: those with few moves."""
    FOLDED: Mapping[str, str] = MappingProxyType({})
    """Families of more moves than a reader looks through, which a letter tells by this text beside the likely ones."""
    UNFOLDED: Mapping[str, str] = MappingProxyType({})
    """By text too, the question that is answered with all of them: a page has a link for it."""

    @staticmethod
    def likely(_view: Any, _choices: Any) -> tuple[Turn, ...]:
        """The likely turns of the view's seat, the best first; (): those of `LINKED`.

        Each turn is of moves that are played one below the other, whatever is hidden from the seat.
        """
        return ()

    @staticmethod
    def because(_view: Any, _turn: Turn) -> tuple[Note, ...]:
        """What speaks for a likely turn, by what the view's seat sees: keys of the catalog with their values."""
        return ()

    @staticmethod
    def worth(_view: Any, _move: Any) -> float:
        """What a move is worth to the view's seat, by a simple measure; 0 where the game does not say."""
        return 0.0

    @staticmethod
    def score(_view: Any) -> Note | None:
        """How the seats stand by what counts in the end, as a key of the catalog and its values; None: not counted."""
        return None

    @staticmethod
    def in_short(_view: Any, _told: Sequence[Seen]) -> tuple[Note, ...]:
        """A game that is over in a few sentences besides its turns and its winner: what it was decided by.

        Keys of the catalog with their values. The events are those of the whole game, each as the seat saw it that
        saw most of it. Of the view only what all may know at the end counts: all seats are told the same.
        """
        return ()

    @staticmethod
    def gathered(told: Sequence[Any]) -> tuple[tuple[Gathered, ...], tuple[Any, ...]]:
        """Of what a reader was not shown in a game that is over what is told together; and what is told one by one.

        The events come as `referee.table.points.Told`.
        """
        return (), tuple(told)

    @staticmethod
    def struck(_view: Any, _told: Sequence[Seen]) -> tuple[Note, Note] | None:
        """The subject of a letter and its first sentence, where what happened changes the game for its reader.

        Keys of the catalog with their values; that of the subject is given the `place` too. None: nothing did.
        """
        return None

    NEWS: Collection[str] = frozenset()
    """Kinds of events that a page tells before the table, whatever else is told at its foot."""

    @staticmethod
    def concerned(_view: Any) -> Collection[str]:
        """Names in events that stand for the view's seat, besides its own: of its people; a page tells those first."""
        return ()

    @staticmethod
    def instead(_view: Any, _written: str) -> tuple[str, ...]:
        """What may have been meant by an order that was refused; (): the legal orders that are most like it."""
        return ()

    @staticmethod
    def asked(_written: str) -> str:
        """The name of what is told too, where it is asked whether an order is allowed; "" for nothing."""
        return ""

    @staticmethod
    def standing(_written: str) -> str:
        """The order of the game's own that has this one carried out when it is due, said beforehand; "" for none."""
        return ""

    @staticmethod
    def nearby(_view: Any, _name: str) -> Sequence[Note]:
        """What is told to a reader at the table besides what a name is (`about`): how it lies to the reader's own."""
        return ()

    @staticmethod
    def voice(view: Any) -> Named:
        """Who reads, and how cards are called."""
        return Named(view.seat)

    @staticmethod
    def table(view: Any, _word: Any = None) -> Any:
        """The data of the game's templates `table.txt` and `table.html`: the view itself.

        The second argument says a name of ours in the reader's language, by its context and the English one.
        """
        return view

    @staticmethod
    def laid_open(view: Any, _uncovered: Any) -> Any:
        """A view of a game that is over, with what lay hidden (`Game.uncovered`) where the table shows it: as it is."""
        return view

    @staticmethod
    def marked(_seen: Iterable[Seen]) -> Collection[Any]:
        """What the picture marks as changed last, by events as the reader was shown them: nothing."""
        return ()

    AFTERMATH: Collection[str] = frozenset()
    """Kinds of events that only follow from others: asked why, a reader is told what decided before these."""
    STORIES: tuple[Story, ...] = ()
    """Events that are told as one, in a sentence or two: see `referee.engine.kit.defaults`."""

    @staticmethod
    def joined(_before: Any, _after: Any) -> Any:
        """Two events that a reader was shown one right after the other, as one that is told: None, each by itself."""
        return None

    @staticmethod
    def held(_view: Any) -> Iterable[Note]:
        """What the cards in the hand of the view's seat do, each in a note: nothing."""
        return ()

    @staticmethod
    def would(_view: Any, _written: str) -> Note | None:
        """What an order that is allowed would do, for who asks about it; None: nothing is told."""
        return None

    @staticmethod
    def learned(_view: Any, _told: Sequence[Seen], _listed: Collection[str]) -> Iterable[Note]:
        """What cards do that came into the hand of the view's seat for the first time, each in a note: nothing.

        `_told` is what a letter tells, `_listed` are the families of moves that it lists.
        """
        return ()

    @staticmethod
    def decks_told(_content: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """What an invitation says about the decks: nothing."""
        return ()

    @staticmethod
    def about(_content: Mapping[str, Any], _name: str) -> "About | None":
        """What a card, a person or a place is, by its name in orders or by a number: nothing is told of any."""
        return None

    @staticmethod
    def deck_lists(_game: Any) -> Any:
        """The deck lists of the handbook: none."""
        return ()

    @staticmethod
    def card_texts(_game: Any) -> Iterable[tuple[str, str]]:
        """Titles of cards to be translated: none."""
        return ()


class Reading:
    """How a game is read: what its module `reading`, which its class holds as `reading`, may leave out."""

    KINDS: Mapping[str, str] = {}
    """The kind of terminal of a card that is not just a `card`."""
    PATTERNS: Mapping[str, str] = {}
    """Terminals that are no words, by kind, as expressions for folded text."""
    IMPLIED: Mapping[str, Collection[str]] = {}
    """Kinds that are not told as expected if the first one is."""
    OPENINGS: tuple[str, ...] = ()
    """How an order may begin besides verbs, as expressions for folded text.

    A group `word` in one is a word of orders.
    """
    OPENING_WORDS: Collection[str] = ()
    """The kinds that such a word may have."""
    TEXTS: Collection[str] = ()
    """The verbs behind which free text may stand without quotation marks, to the end of the line.

    Text in an order is kept as it was written: that of the kinds `text` (in quotation marks), `words` and
    `saying`, if the game has patterns for these.
    """
    CARD_FIRST: tuple[str, ...] = ()
    """Verbs, in English, that may be meant where a line begins with a card, the likeliest first: it is offered so."""
    ONE_OF: Collection[type[Any]] = ()
    """Moves of which only one is chosen at a time: a letter of several and nothing else asks what each does."""
    ASKED_BY: Collection[str] = ()
    """Why such a move is refused where it can only have been a question: what it does is told."""
    BUILDERS: Mapping[str, Callable[..., Any]] = {}
    """What the rules of its grammar that are no moves make of their parts.

    The parts are text, None for what was left out, and built values. What has no builder is its one part, or
    a tuple of them.
    """

    @staticmethod
    def card_names(_options: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """Name and title of every card of a game with these options, besides those in the files of words: none."""
        return ()

    @staticmethod
    def card_strengths(_options: Mapping[str, Any]) -> Mapping[str, Collection[str]]:
        """What letters print after the name of a card as its strength, by its name: nothing."""
        return {}

    @staticmethod
    def asked_names(_options: Mapping[str, Any]) -> Iterable[str]:
        """What has a name that no order has, and can be asked about, as `card alfheim`: nothing."""
        return ()


@cache
def telling_of(package: str) -> Any:
    """How the game of a package is told: by its module `telling`, if it has one, else by the defaults."""
    name = f"{package}.telling"
    return Layered(import_module(name) if find_spec(name) else None, Telling)


def reading_of(game: Any) -> Any:
    """How a game is read: by the `reading` of its class, else by the defaults."""
    return Layered(game.reading, Reading)
