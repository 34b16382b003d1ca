"""What a line may have been meant for among what its writer may do now: only ever offered, never played.

A bare answer is read with the verb of what is owed: `9 2 6 3 7 1`, `1`, `dragon, shield wall, hel`. Of any other line
the verbs, cards, places and numbers count that it names: an order is offered if it has them all. A card that lies on
the table stands for its place as well: `use ravens against Thor`.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, partial
from itertools import chain, dropwhile, islice, pairwise

from referee.engine.choices import Choices, Family
from referee.engine.kit.foreseen import foreseen_of
from referee.notation import words
from referee.notation.asked import listed, verbs_meant
from referee.notation.folding import fold, key, parts
from referee.notation.inside import behind_intent
from referee.notation.reader import Order
from referee.notation.reader import Reader as Reads
from referee.notation.sentences.core import counted, plain
from referee.notation.sentences.may import first_forms, readable
from referee.notation.several import COUNTS, GREAT, Segments, parts_of
from referee.telling.catalog import telling
from referee.telling.sentences import Reader
from referee.util.regexes import regex
from referee.util.translations import ENGLISH
from referee.util.values import Value

LONGEST, LONG, SHORT, MOST_ORDERS, MOST_VERBS, FEW = 80, 200, 4, 4000, 12, 6
"""Of a line in characters, of one with several orders, and in words; of orders looked at, of verbs tried, of orders
offered."""
ATOM = regex(r"[^\W\d_]+(?:'[^\W\d_]+)*\d*|\d+")
PLACE, SQUARES = regex(r"[a-z]\d"), regex(r"-|x")
OPEN = frozenset(" 123456789")
"""How an order goes on that was written without all that it says: `lay hel B`."""
MOST_ASKED, SKIPPED = 3, 2
ENDINGS = (("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("d", ""))
"""How a verb may end in an English question, and in an order."""
LEAST = 3
"""The shortest word that may be a part of a name."""
COLUMNS, ROWS = "abcdef", "123456789"
QUOTING = ('"', ">", "|")


class Named(Value):
    """Something that a line names: the words of orders that it may be, and whether it must be one of them."""

    words: frozenset[str]
    sure: bool


class Legal(Value, dict=True):
    """What a reader may do now, and how a line of theirs is held against it."""

    reader: Reader
    choices: Choices

    @cached_property
    def reads(self) -> Reads:
        """Reads lines in the reader's language."""
        return Reads(self.reader.game, self.reader.content, (self.reader.says.language,))

    @cached_property
    def now(self) -> tuple[tuple[frozenset[str], str], ...]:
        """The orders of the game that are listed now, each after its verbs; none that ends or offers to end it."""
        able = ((one, move) for one in self.choices.families if one.listed for move in one.moves())
        plain = ((verbs_of(one), move.written) for one, move in able if not isinstance(move, GREAT))
        return tuple(islice(plain, MOST_ORDERS))

    @cached_property
    def _now_in_words(self) -> tuple[tuple[frozenset[str], str, list[str]], ...]:
        """The same with the words of each order."""
        return tuple((of, written, self._words_of(written)) for of, written in self.now)

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of what carries the game on."""
        late = telling(self.reader.game).ANY_TIME
        verbs = (one.key.partition(" ")[0] for one in self.choices.families if one.key not in late)
        return tuple(dict.fromkeys(verbs))[:MOST_VERBS]

    def may(self, written: str) -> bool | None:
        """Whether an order in canonical notation, or one with more said, may be played now; None for no order."""
        reading = self.reads.read(written)
        return self._legal(reading) if isinstance(reading, Order) else None

    def _legal(self, order: Order) -> bool:
        said, size = order.move.written, len(order.move.written)
        more = (move.written for move in self.choices)
        return order.move in self.choices or any(
            one.startswith(said) and one[size : size + 1] in OPEN for one in more
        )

    def answers(self, line: str) -> tuple[str, ...]:
        """The orders that a bare answer may be: the line after a verb of what is owed; () if it is none."""
        text = line.strip().rstrip(".! ")
        if not _looks_fit(text) or key(fold(text).text) in self._names or not ATOM.search(text):
            return ()
        found = (self.reads.read(f"{verb} {text}") for verb in self.verbs)
        legal = dict.fromkeys(
            one.move.written for one in found if isinstance(one, Order) and not one.mark and self._legal(one)
        )
        return tuple(legal) if len(legal) <= FEW else ()

    def unfit(self, line: str) -> str:
        """The order that a bare answer would be, if it may not be played now, as `try` asks about it; "" for none."""
        text = line.strip().rstrip(".! ")
        words = text.split()
        if not _looks_fit(text) or not self.verbs or not (len(words) > 1 or text.isdigit()):
            return ""
        if len(said := self._said(text)) == 1:
            return f"try {said[0]}"
        rest = (
            " ".join(words[skip:])
            for skip in range(min(len(words) - 1, SKIPPED) + 1)
            if self._says_little(words[:skip])
        )
        read = (self.reads.read(f"{verb} {one}") for one in rest for verb in self.verbs)
        found = dict.fromkeys(
            one.move.written
            for one in read
            if isinstance(one, Order) and not one.mark and not isinstance(one.move, GREAT)
        )
        return f"try {next(iter(found))}" if len(found) == 1 else ""

    def _says_little(self, words: Sequence[str]) -> bool:
        """Whether words only say that something is to be done: `ich nehme`, `I take`."""
        meant, keys = verbs_meant(self.reader.game.name), [key(fold(one).text) for one in words]
        little = (listed("intent"), listed("between"), meant)
        return all(any((one,) in some for some in little) for one in keys)

    @property
    def _names(self) -> set[str]:
        """The names of seats and players: whoever signs a letter with one orders nothing."""
        names = (*self.reader.seats, *(name for _, name in self.reader.view.names))
        return {key(fold(one).text) for one in names if one}

    def meant(self, line: str) -> tuple[str, ...]:
        """What a line may have been meant to be, each a turn with an order a line; () for nothing, or too much."""
        if (several := self.several(line)) is not None:
            return ("\n".join(several),) if several else ()
        if (said := self._said(line)) and self.may(said[0]):
            return ("\n".join(said),)
        found = self.answers(line) or self.named(line) or self._counted(line)
        return ("\n".join(found * self._often(line, found)),) if len(found) == 1 else found

    def several(self, line: str) -> tuple[str, ...] | None:
        """The orders of a line with verbs in more than one of its parts; () if one is unknown, None for other lines."""
        found, able = Segments(self.reads, line.strip().rstrip(".! ")), own_verbs(self.reader.game.name)
        parts = [behind_intent(found.between(at, at)) for at in range(len(found.starts))]
        parts = [one for one in parts if one]
        if not parts[1:] or not _looks_fit(" ".join(parts), LONG):
            return None
        for at in reversed(range(len(parts) - 1)):  # `A und B fordern`: the verb ends the last
            says = (
                parts[at] and self._things_in(f"x {parts[at]}")[0] and not self._verbs_in(parts[at], able)[0]
            )
            if says and self._said(parts[at + 1]):
                carried = f"{parts[at]} {parts[at + 1].split()[-1]}"
                parts[at] = carried if self._said(carried) else parts[at]
        said = [*dropwhile(lambda one: not self._speaks(one, able), parts)]  # without `Hello Anna, `
        verbs = [bool(self._verbs_in(one, able)[0] or self._said(one)) for one in said]
        if not any(verbs):
            return None
        if sum(verbs) == 1:
            orders = [self._said(one) for one in said]
            return tuple(chain.from_iterable(orders)) if all(orders) else None
        orders = [self._one(one) for one in said]
        return tuple(chain.from_iterable(orders)) if all(orders) else ()

    def _speaks(self, part: str, able: frozenset[str]) -> bool:
        """Whether a part of a line has a verb of the game, or names something of it."""
        return bool(self._verbs_in(part, able)[0] or self._things_in(part)[0] or self._said(part))

    def whole(self, line: str) -> tuple[str, ...]:
        """The orders of a line that holds several, or is one by its grammar; () for any other."""
        return self.several(line) or self._said(line)

    def _one(self, part: str) -> tuple[str, ...]:
        """The order that a part of a line is, as often as it is meant; () if that is not known."""
        if said := self._said(part):
            return said
        near = self.named(part)
        if len(near) != 1:
            return self._bare(part)
        return near * self._often(part, near)

    def _counted(self, line: str) -> tuple[str, ...]:
        """The order that a line names without its number, if it is one: `2 draws`."""
        found = (self.named(said) for said, times in counted(plain(line)) if times > 1)
        return next((one for one in found if len(one) == 1), ())

    def _often(self, text: str, order: tuple[str, ...]) -> int:
        """How often an order is meant that a text names: `two draws`; a number of the order itself counts nothing."""
        bare = (times for said, times in counted(plain(text)) if times > 1 and self.named(said) == order)
        return next(bare, self._times(text))

    def _said(self, line: str) -> tuple[str, ...]:
        """The orders that a text is by its grammar, with the verb at its end, or with a bare number: `2 ziehen`."""
        part = plain(line)
        for said, times in counted(part) if _looks_fit(line) else ():
            for text in readable(said):
                reading = self.reads.read(text)
                read = (
                    [reading]
                    if isinstance(reading, Order)
                    else [one.reading for one in parts_of(self.reads, text, reading)]
                )
                moves = [one.move for one in read if isinstance(one, Order) and not one.mark]
                if moves and len(moves) == len(read) and not any(isinstance(one, GREAT) for one in moves):
                    return tuple(one.written for one in moves) * times
        return ()

    def _bare(self, part: str) -> tuple[str, ...]:
        """The order of one verb that a part means with words that add nothing: `halte dort an`; () for any other."""
        able, little = own_verbs(self.reader.game.name), {*listed("there"), *listed("between")}
        verbs, words = self._verbs_in(part, able)[0], parts(part)
        meant, first = verbs_meant(self.reader.game.name), self.reads.vocabulary.verbs_by_first
        says = [one for one in words if (one,) in meant or any(form in first for form in first_forms(one))]
        if not says or any(
            (one,) not in little and one not in self.reads.vocabulary.fillers
            for one in words
            if one not in says
        ):
            return ()
        read = [self.reads.read(one.replace("-", " ")) for one in verbs]
        orders = [
            one.move.written for one in read if isinstance(one, Order) and not isinstance(one.move, GREAT)
        ]
        return tuple(orders) if len(orders) == 1 else ()

    def _times(self, text: str) -> int:
        """How often an order is meant, as the words of a text say: `two cards`."""
        words = [key(one[0]) for one in ATOM.finditer(fold(text).text)]
        for at, word in enumerate(words):
            for meaning in self.reads.vocabulary.beginning_with(word):
                if meaning.kind in COUNTS and tuple(words[at : at + len(meaning.parts)]) == meaning.parts:
                    return COUNTS[meaning.kind]
        return 1

    def best(self, line: str) -> tuple[str, ...]:
        """Of the orders that have all that a line names, however many, the few that are worth most."""
        found = {*self.named(line, MOST_ORDERS)}
        able = [move for one in self.choices.families if one.listed for move in one.moves()]
        worth = partial(telling(self.reader.game).worth, self.reader.view)
        ranked = sorted((one for one in able if one.written in found), key=worth, reverse=True)
        return tuple(dict.fromkeys(one.written for one in ranked))[:MOST_ASKED]

    def named(self, line: str, most: int = FEW) -> tuple[str, ...]:
        """The orders that have all that a line names; () for none or more than a few.

        Two things have to be named, a verb is one; in a line of few words, or of nothing else, one is enough.
        """
        text = line.strip()
        if not _looks_fit(text) or not self.now or key(fold(text).text) in self._names:
            return ()
        (verbs, certain), (things, others) = self._verbs_in(text), self._things_in(text)
        least = 1 if (verbs and len(text.split()) <= SHORT) or not (verbs or others) else 2
        found = self._fitting(verbs, things, least, most)
        return found or (() if certain else self._fitting(frozenset(), things, least, most))

    def _fitting(
        self, verbs: AbstractSet[str], things: Sequence[Named], least: int, most: int
    ) -> tuple[str, ...]:
        """The orders with one of these verbs that have these things, in the order in which the line has them."""
        known = [(written, words) for of, written, words in self._now_in_words if not verbs or of & verbs]
        named = [one for one in things if one.sure or any(one.words & {*words} for _, words in known)]
        if len(named) + bool(verbs) < least:
            return ()
        fit = {
            written: [min(words.index(word) for word in one.words & {*words}) for one in named]
            for written, words in known
            if all(one.words & {*words} for one in named)
        }
        first = min(fit.values(), default=[])
        best = [written for written, at in fit.items() if at == first]
        return tuple(best) if len(best) <= most else ()

    def verb_of(self, word: str) -> str:
        """The verb of the game that a word is, "" for any other word."""
        found = (self.reads.vocabulary.verb([key(one)]) for one in first_forms(fold(word).text))
        own = own_verbs(self.reader.game.name)
        return next((verb.kind for verb in found if verb and verb.kind in own), "")

    def verbs_in(self, text: str) -> frozenset[str]:
        """The verbs of the game, but slips, that a text has in any form: `attacks`, `scouting`, `angreife`."""
        words = [key(one[0]) for one in ATOM.finditer(fold(text).text)]
        said = [
            f"{one.removesuffix(end)}{more}" for one in words for end, more in ENDINGS if one.endswith(end)
        ]
        parted = self.reads.vocabulary.parted
        said += [
            f"{stem[0]} {last}" for stem, last in parted if len(stem) == 1 and f"{last}{stem[0]}" in words
        ]
        verbs, certain = self._verbs_in(" ".join((*words, *said)), own_verbs(self.reader.game.name))
        return verbs if certain else frozenset()

    def _verbs_in(self, text: str, able: frozenset[str] = frozenset()) -> tuple[frozenset[str], bool]:
        """The verbs, of these or of what may be done now, that a line has; else, less certain, those it may mean."""
        able = able or frozenset[str]().union(*(of for of, _ in self.now))
        verb, *near = self.reads.near(text) or ("",)
        if begun := able & {verb, *near}:
            return begun, bool(verb)
        words = [key(one[0]) for one in ATOM.finditer(fold(text).text)]
        first, meant = self.reads.vocabulary.verbs_by_first, verbs_meant(self.reader.game.name)
        said = able & {
            meaning.value
            for at, word in enumerate(words)
            for form in first_forms(word)
            for meaning in first.get(form, ())
            if (form, *words[at + 1 : at + len(meaning.parts)]) == meaning.parts
        }
        pairs = {*((one,) for one in words), *pairwise(words)}
        return said or able & {verb for pair in pairs for verb in meant.get(pair, ())}, bool(said)

    def _things_in(self, text: str) -> tuple[tuple[Named, ...], bool]:
        """The cards, places, columns and numbers that a line names; whether there are other words in it."""
        folded = fold(text)
        atoms = list(ATOM.finditer(folded.text))
        keys, at, found, others = [key(one[0]) for one in atoms], 0, list[Named](), False
        while at < len(atoms):
            size, named = self._card_at(keys, at)
            raw = text[folded.columns[atoms[at].start()] : folded.columns[atoms[at].end()]]
            if named is None and (keys[at].isdigit() or PLACE.fullmatch(keys[at])):
                named = Named(frozenset({keys[at]}), sure=True)
            elif named is None and len(raw) == 1 and (raw.isupper() or at == len(atoms) - 1) and at:
                named = Named(frozenset({keys[at]}), sure=False)
            found += [named] if named else []
            others = others or not (named or keys[at] in self.reads.vocabulary.fillers)
            at += size
        return tuple(found), others

    def _card_at(self, keys: Sequence[str], at: int) -> tuple[int, Named | None]:
        """The card whose name stands at a word, or of whose name that word is a part; how many words that takes."""
        vocabulary, word = self.reads.vocabulary, keys[at]
        for one in vocabulary.beginning_with(word):
            if one.card and not one.brief and tuple(keys[at : at + len(one.parts)]) == one.parts:
                return len(one.parts), Named(frozenset({one.value, *self._places_of(one.value)}), sure=True)
        if len(word) < LEAST or word in vocabulary.prose or word in vocabulary.verbs_by_first:
            return 1, None
        parts = frozenset(one.value for one in vocabulary.inner if one.card and word in one.parts)
        return 1, Named(parts, sure=False) if parts else None

    def cards_in(self, text: str) -> tuple[str, ...]:
        """The cards whose names stand in a text in full, as it has them; a few."""
        folded = fold(text)
        atoms, at, found = list(ATOM.finditer(folded.text)), 0, list[str]()
        keys = [key(one[0]) for one in atoms]
        while at < len(atoms):
            size, named = self._card_at(keys, at)
            if named and named.sure:
                found.append(
                    text[folded.columns[atoms[at].start()] : folded.columns[atoms[at + size - 1].end()]]
                )
            at += size
        return tuple(dict.fromkeys(found))[:MOST_ASKED]

    def _places_of(self, card: str) -> Iterator[str]:
        """The places and columns on which a card lies, as its reader sees the table."""
        how, view = foreseen_of(self.reader.game), self.reader.view
        for place in (f"{column}{row}" for column in COLUMNS for row in ("", *ROWS)) if how.places else ():
            if re.fullmatch(how.places, place):
                lying = {how.lies(view, place, seat) for seat in self.reader.seats}
                yield from (place, place[0]) if card in lying else ()

    @staticmethod
    def _words_of(written: str) -> list[str]:
        """The words of an order in canonical notation, in their order; squares and places each for itself."""
        words = list[str]()
        for word in written.lower().replace(",", " ").split():
            words += [word, word[0]] if PLACE.fullmatch(word) else [word]
            words += [*(part for part in SQUARES.split(word) if part != word and PLACE.fullmatch(part))]
        return words


@cache
def own_verbs(game: str) -> frozenset[str]:
    """The verbs that a game has of its own."""
    sources = words.sources(ENGLISH, game)
    house, both = words.load(sources[0]), words.load(*sources)
    return frozenset({one.kind for one in both.verbs} - {one.kind for one in house.verbs})


def verbs_of(family: Family) -> frozenset[str]:
    """What the verb of a family of orders may be, which its key is or begins with."""
    return frozenset({family.key.partition(" ")[0], family.key.replace(" ", "-")})


def _looks_fit(text: str, most: int = LONGEST) -> bool:
    """Whether a line may be meant for the referee: it is short, quotes nobody, and neither denies nor tells."""
    if not text or len(text) > most or any(sign in text for sign in QUOTING):
        return False
    words = {key(one[0]) for one in ATOM.finditer(fold(text).text)}
    return not any((word,) in listed("telling") for word in words)
