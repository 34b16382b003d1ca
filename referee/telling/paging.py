"""How much one letter tells: long histories come in pages, long reports lose their beginning, long answers are cut off.

What a seat was shown is measured before it is put into words, and only by what that seat knows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby
from typing import Any

from referee.engine.kit.defaults import Note, Retold
from referee.house.letters import Said
from referee.table.points import Told
from referee.telling.catalog import telling
from referee.telling.laid import PEOPLE, has_page
from referee.telling.sentences import Happened, Reader, TurnTold, as_stories, turns_told
from referee.util.text import shown_size

PAGE = 48_000
"""About how many bytes a page of a history has; and at most how many an answer to a question has."""
MOST_TOLD = 96_000
"""About how many bytes a letter tells of what happened, and as many again of what its reader was not shown."""
ANSWERS = 160_000
"""When this many bytes of a letter have been answered, the rest of its lines is told in one sentence each."""
LONG, MOST_FIRST = 2_000, 1_200
"""From how many bytes on a page tells less before the table, and how many bytes it tells there of the last part."""
CLOSE = 1_400, 800
"""The same where a page tells the table in parts, for there is much of it (`referee.telling.laid.PEOPLE`)."""
WORDS = 600
"""About how many bytes of words of other players stand before the table, however long the story is."""
EACH, ITEM, STORY = 100, 20, 2
"""About how many bytes a sentence has besides a player's words, and each item of a list in it; a story as many more."""


def size_of(told: Told) -> int:
    """About how many bytes the sentence of an event has."""
    return EACH + sum(map(_size, told.seen.fields.values()))


def _size(value: Any) -> int:
    if isinstance(value, str):
        return shown_size(value)
    return ITEM * len(value) if isinstance(value, tuple) else 0


def sizes_as_told(reader: Reader, told: Sequence[Told]) -> Callable[[Told], int]:
    """About how many bytes each event adds to what is told: those of one story have one sentence, with the first."""
    sizes = dict[int, int]()
    for one in as_stories(reader, told):
        if isinstance(one.seen, Retold):
            first, *others = one.seen.parts
            sizes |= {id(first): STORY * size_of(one), **{id(part): 0 for part in others}}
    return lambda one: found if (found := sizes.get(id(one.seen))) is not None else size_of(one)


def pages(told: Sequence[Told], most: int = PAGE) -> list[Sequence[Told]]:
    """What was shown, in pages: at least one, and no empty one if anything was shown."""
    cut, size = [0], 0
    for at, one in enumerate(told):
        size += size_of(one)
        if size > most and at > cut[-1]:
            cut, size = [*cut, at], size_of(one)
    return [told[start:end] for start, end in zip(cut, [*cut[1:], len(told)], strict=True)]


def newest(reader: Reader, told: Sequence[Told], most: int = MOST_TOLD) -> tuple[TurnTold, ...]:
    """What was shown, turn by turn; if it is too much for a letter, the last part, with a remark that it is cut."""
    whole = [*reversed(pages(told[::-1], most)[0])]
    return (*_remark(reader, told, whole), *turns_told(reader, whole))


def _remark(reader: Reader, told: Sequence[Told], whole: Sequence[Told]) -> tuple[TurnTold, ...]:
    """The remark that the beginning is missing, if it is."""
    return (TurnTold(reader.text("told-newest"), ()),) if len(whole) < len(told) else ()


def on_a_page(
    reader: Reader, told: Sequence[Told], most: int = MOST_TOLD
) -> tuple[tuple[TurnTold, ...], tuple[TurnTold, ...]]:
    """What is told on a page before the table, and what at its foot, turn by turn; of too much, the last part."""
    whole = [*reversed(pages(told[::-1], most)[0])]
    first, left = folded(
        whole,
        reader.view.seat,
        CLOSE if has_page(reader.game.name, PEOPLE) else (LONG, MOST_FIRST),
        telling(reader.game).concerned(reader.view),
        telling(reader.game).NEWS,
        sizes_as_told(reader, whole),
    )
    remark = _remark(reader, told, whole)
    if not left:
        return (*remark, *turns_told(reader, first)), ()
    return turns_told(reader, first), (*remark, *turns_told(reader, left))


def folded(
    told: Sequence[Told],
    seat: str | None,
    sizes: tuple[int, int] = (LONG, MOST_FIRST),
    names: Collection[str] = (),
    news: Collection[str] = (),
    size: Callable[[Told], int] = size_of,
) -> tuple[Sequence[Told], Sequence[Told]]:
    """What is told on a page before the table, and what at its foot: a long story puts the table out of sight.

    Before the table stands the last part, and of what came earlier that which names the reader's seat, or one of
    `names`; what led to one position stays together. Of what is left, events of the kinds `news` stand there too,
    each by itself: of a long fight those who died in it. All of them together are no longer than a short story.
    Words of other players stand there as well, up to `WORDS` bytes of them: nobody looks for a greeting at the foot.
    """
    long, most = sizes
    if sum(map(size, told)) <= long:
        return told, ()
    groups = [tuple(some) for _, some in groupby(told, lambda one: (one.turn, one.position))]
    late = _last(groups, most, size) or groups[-1:]
    before = groups[: len(groups) - len(late)]
    ours = [some for some in before if any(_names(one, {seat, *names}) for one in some)]
    room = long - sum(map(size, chain.from_iterable(late)))
    own = _last([some for some in ours if sum(map(size, some)) <= most], min(most, room), size)
    room -= sum(EACH + sum(map(size, some)) for some in own)
    first = {id(one) for one in chain.from_iterable((*own, *late))}
    new = [(one,) for one in told if id(one) not in first and one.seen.kind in news]
    first |= {id(one) for one in chain.from_iterable(_last(new, min(most, room), size))}
    words = [(one,) for one in told if id(one) not in first and one.seen.kind == Said.__name__]
    first |= {id(one) for one in chain.from_iterable(_last(words, WORDS, size))}
    kept, left = (tuple(one for one in told if (id(one) in first) == wanted) for wanted in (True, False))
    return kept, left


def _last(
    groups: Sequence[tuple[Told, ...]], most: int, size: Callable[[Told], int]
) -> Sequence[tuple[Told, ...]]:
    """The last of these groups, as many as have this size together, with a heading for each."""
    sizes = accumulate(EACH + sum(map(size, some)) for some in reversed(groups))
    return groups[len(groups) - sum(one <= most for one in sizes) :]


def _names(told: Told, names: Collection[str | None]) -> bool:
    """Whether what was shown names one of these."""
    values = told.seen.fields.values()
    named = chain.from_iterable(value if isinstance(value, tuple) else (value,) for value in values)
    return any(isinstance(one, str) and one in names for one in named)


def oldest(reader: Reader, told: Sequence[Told], most: int = MOST_TOLD) -> tuple[TurnTold, ...]:
    """What a reader was not shown, in one list; if it is too much for a letter, the first part, with a remark.

    A line has its position, so the turns need no headings: most would stand over one line. First stands what the game
    tells together.
    """
    gathered, left = telling(reader.game).gathered(told)
    together = (TurnTold(reader.text(key, **values), _rows(reader, rows)) for (key, values), rows in gathered)
    first, *more = pages(left, most)
    behind = (TurnTold(reader.text("told-oldest"), ()),) if more else ()
    lines = tuple(line for turn in turns_told(reader, first, later="turn-hidden") for line in turn.lines)
    return (*together, *([TurnTold("", lines)] if lines else ()), *behind)


def _rows(reader: Reader, rows: Iterable[tuple[str, Note]]) -> tuple[Happened, ...]:
    return tuple(Happened(label, reader.text(key, **values)) for label, (key, values) in rows)


def history_page(reader: Reader, told: Sequence[Told], number: int) -> str:
    """A page of everything that a seat was shown, counted from 1. If there are several, it says which of how many."""
    found = pages(told)
    if not 1 <= number <= len(found):
        return reader.text("history-no-page", number=number, pages=len(found))
    page = reader.text("history-page", number=number, pages=len(found)) if len(found) > 1 else ""
    return reader.says.render(
        "history.txt", reader.voice, turns=turns_told(reader, found[number - 1]), page=page
    )


def shortened(lines: Iterable[str], behind: str) -> Iterator[str]:
    """The lines of an answer up to the length of a page; then `behind` stands in place of the rest."""
    size = 0
    for line in lines:
        size += shown_size(line)
        if size > PAGE:
            yield behind
            return
        yield line
