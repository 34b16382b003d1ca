"""Legal moves grouped so that a person finds the one wanted, instead of seventy lines that differ in one place.

A group is a head, with slots after it. Every group can be expanded again; a group is only made if its
expansion gives exactly the moves it was made of.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, permutations, product

from referee.util.regexes import regex
from referee.util.values import Value, replace

Words = tuple[str, ...]


class Slots(Value):
    """Moves that are written `head one-of-the-first one-of-the-second`; no slots: the head alone."""

    head: str
    slots: tuple[Words, ...] = ()

    def expand(self) -> Iterator[str]:
        """Every move of the group, as written."""
        for words in product(*self.slots):
            yield " ".join((self.head, *words)).strip()


class Listing(Value):
    """Moves that are written `head a, b, ...`: `least` to `most` items.

    `items` says how often each may stand in a list. With `ordered`, every order is a move of its own; else
    the items stand in the order of `items`.
    """

    head: str
    items: tuple[tuple[str, int], ...]
    least: int
    most: int
    ordered: bool

    def expand(self) -> Iterator[str]:
        """Every move of the group, as written."""
        pool = [item for item, times in self.items for _ in range(min(times, self.most))]
        lists = permutations if self.ordered else combinations
        for size in range(self.least, self.most + 1):
            for words in dict.fromkeys(lists(pool, size)):
                yield f"{self.head} {', '.join(words)}"


Group = Slots | Listing
SQUARE = regex(r"[a-z]\d+")
"""A square, as chess players write it, with which a move may begin."""


GLUE = "\N{NO-BREAK SPACE}"


def grouped(moves: Sequence[str], glued: Collection[str] = ()) -> tuple[Group, ...]:
    """The groups of some moves of one family, given in canonical notation. Together they expand to all of them.

    Words of `glued` belong to the word that follows: `captured ravens` is one name. One in brackets belongs to the word
    before it: `Raben (erbeutet)`.
    """
    bound: Sequence[str] = [move.replace(" (", f"{GLUE}(") for move in moves]
    for word in glued:
        bound = [f" {move}".replace(f" {word} ", f" {word}{GLUE}")[1:] for move in bound]
    return tuple(_unglued(group) for group in _grouped(bound))


def _unglued(group: Group) -> Group:
    def free(words: str) -> str:
        return words.replace(GLUE, " ")

    if isinstance(group, Slots):
        return Slots(free(group.head), tuple(tuple(map(free, words)) for words in group.slots))
    return replace(
        group, head=free(group.head), items=tuple((free(item), times) for item, times in group.items)
    )


def _grouped(moves: Sequence[str]) -> tuple[Group, ...]:
    if not any("," in move for move in moves):
        return by_last_word(moves)
    head = _shared([move.split(",", 1)[0].rpartition(" ")[0] for move in moves if "," in move])
    inside = [move for move in moves if move.startswith(head + " ")]
    outside = [move for move in moves if not move.startswith(head + " ")]
    rest, found = _listing(head, [move[len(head) + 1 :] for move in inside])
    if found is None:
        return tuple(Slots(move) for move in moves)
    return (*by_last_word([*outside, *(f"{head} {word}" for word in rest)]), found)


def by_last_word(moves: Sequence[str]) -> tuple[Slots, ...]:
    """Moves with equal beginnings joined, then beginnings that allow the same last words."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        beginning, _, last = move.rpartition(" ")
        endings.setdefault(beginning, []).append(last)
    alike: dict[tuple[str, ...], list[str]] = {}
    for beginning, words in endings.items():
        alike.setdefault(tuple(words) if beginning else (beginning,), []).append(beginning)
    return tuple(slots for words, beginnings in alike.items() for slots in _slots(beginnings, words, endings))


def _slots(beginnings: list[str], words: Words, endings: dict[str, list[str]]) -> Iterator[Slots]:
    """The groups of beginnings that allow the same last words; a single one where the beginnings share a head."""
    if beginnings == [""]:
        yield from _one_word_each(endings[""])
        return
    head = _shared(beginnings)
    if len(beginnings) > 1 and len(words) > 1 and head and head not in beginnings:
        yield Slots(head, (tuple(beginning[len(head) + 1 :] for beginning in beginnings), words))
        return
    for beginning in beginnings:
        yield Slots(beginning, (words,)) if len(words) > 1 else Slots(f"{beginning} {words[0]}")


def _one_word_each(moves: Sequence[str]) -> Iterator[Slots]:
    """Moves of one word each: those that begin with the same square are joined."""
    at: dict[str, list[str]] = {}
    for move in moves:
        square = SQUARE.match(move)
        at.setdefault(square[0] if square else move, []).append(move)
    yield from (Slots("", (tuple(words),)) if len(words) > 1 else Slots(words[0]) for words in at.values())


def _shared(texts: Sequence[str]) -> str:
    """The words that all these texts begin with."""
    shared: list[str] = []
    for words in zip(*(text.split(" ") for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return " ".join(shared)


def _listing(head: str, written: Sequence[str]) -> tuple[list[str], Listing | None]:
    """Moves that are no list (`none`, `never`), and the lists as one group, if they are all possible lists."""
    lists = [tuple(words.split(", ")) for words in written]
    together = {item for items in lists if len(items) > 1 for item in items}
    apart = [items[0] for items in lists if len(items) == 1 and items[0] not in together]
    lists = [items for items in lists if len(items) > 1 or items[0] in together]
    most = Counter[str]()
    for items in lists:
        for item in dict.fromkeys(items):
            most[item] = max(most[item], items.count(item))
    sizes = [len(items) for items in lists]
    wanted = sorted(f"{head} {', '.join(items)}" for items in lists)
    in_order = tuple(most.items())
    longest = sorted(lists, key=lambda items: -len(set(items)))
    as_listed = tuple(
        (item, most[item]) for item in dict.fromkeys(item for items in longest for item in items)
    )
    pools = ((in_order, True), (in_order, False), (tuple(sorted(in_order)), False), (as_listed, False))
    for pool, ordered in pools:
        found = Listing(head, pool, min(sizes), max(sizes), ordered)
        if sorted(found.expand()) == wanted:
            return apart, found
    return apart, None
