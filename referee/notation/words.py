"""The words of a language in orders, from `grammar/words.<language>.yaml`; several languages as one vocabulary."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import chain
from typing import Any

from referee.notation import archive_verbs, dispute_verbs
from referee.notation.folding import WORD, Folded, fold, key, parts
from referee.notation.requests import SETTINGS
from referee.notation.spelling import distance, slips
from referee.notation.tails import body_end
from referee.util import data
from referee.util.errors import Faulty, NotFound
from referee.util.marked import Marked, content
from referee.util.plainyaml import read_text
from referee.util.regexes import regex
from referee.util.values import Value, replace

# Verbs in two pieces: `greife c3 an` is read as `greife an c3`, which the dictionary of orders holds.


Parted = tuple[tuple[str, ...], str]
"""The keys of the words that stand first, and the key of the particle that may stand last."""


def rejoined(folded: Folded, start: int, verbs: Collection[Parted]) -> Folded:
    """The order that begins at `start`, with the particle moved from its end to its verb; the same if it has none.

    Blanks replace the particle, and every character keeps the place where it was written, so messages point
    into the line as written.
    """
    text, end = folded.text, body_end(folded.text, start)
    found = list(WORD.finditer(text, start, end))
    if not found or found[-1].end() != end:
        return folded
    keys, last = tuple(key(word[0]) for word in found), found[-1]
    for stem, particle in verbs:
        if particle == keys[-1] and keys[: len(stem)] == stem and len(stem) < len(keys):
            return _moved(folded, found[len(stem) - 1].end(), last.start(), end)
    return folded


def _moved(folded: Folded, to: int, start: int, end: int) -> Folded:
    """The word from `start` to `end`, and the blank before it, moved to `to`; blanks replace them."""
    text, columns, first = folded.text, folded.columns, start - 1
    if first < to or text[first] != " ":
        return folded
    gone = " " * (end - first)
    return Folded(
        text[:to] + text[first:end] + text[to:first] + gone + text[end:],
        columns[:to] + columns[first:end] + columns[to:first] + columns[first:end] + columns[end:],
        columns[first],
    )


# The terminals of grammars by their kinds: `_IN_ORDER` is `in-order` for words and patterns.


COMMON = "common.lark"
DECLARED = regex(r"^%declare\s+([^/]*)")


def kind_of(terminal: str) -> str:
    """The kind of a terminal."""
    return terminal.strip("_").lower().replace("_", "-")


def declared(grammar: str) -> Iterator[tuple[str, int]]:
    """The terminals that the text of a grammar declares, each with its line."""
    for number, line in enumerate(grammar.split("\n"), 1):
        if found := DECLARED.match(line):
            yield from ((name, number) for name in found[1].split())


@cache
def shared() -> Mapping[str, str]:
    """The kinds that the grammar of all games declares, each with its place."""
    return {kind_of(name): f"{COMMON}:{line}" for name, line in declared(data.text("grammar", COMMON))}


def by_kind(terminals: Iterable[str], grammar: str, file: str) -> Mapping[str, str]:
    """Terminals by their kinds, of the grammar with this text.

    Raises `Faulty`, with file and line, for two terminals of one kind: a word could be either.
    """
    found: dict[str, str] = {}
    lines = dict(declared(grammar))
    for name in sorted(terminals, key=lambda one: lines.get(one, 0)):
        if (other := found.setdefault(kind_of(name), name)) != name:
            raise Faulty("two-of-a-kind", where=f"{file}:{lines.get(name, 1)}", name=name, other=other)
    return found


NEVER_SHORT = frozenset({"resign", "accept", "claim", "dispute", "end"})
"""Verbs that are never abbreviated, because their effect is too great."""

NEVER_NEAR = (
    (SETTINGS - {"language"})
    | {"vacation", "pause", "resume", "rematch", "replace player"}
    | (dispute_verbs.TEXTS | dispute_verbs.ALONE | archive_verbs.EVERY)
)
"""Verbs that no misspelling is taken for: everyday words are near them, and little depends on them."""

SHORTEST = 3
SECTIONS = ("verbs", "words", "cards", "short", "unclear", "behind", "printing")
LISTS = ("prose", "doubts", "particles", "asking", "fillers", "without")
"""Sections that are plain lists of words."""


class Meaning(Value):
    """A form of a word and what it means: the kind of its terminal, and its value.

    `parts` are the keys of the form's words. `card` marks the name of a card, `brief` an abbreviation, which
    no misspelling is taken for.
    """

    parts: tuple[str, ...]
    kind: str
    value: str
    brief: bool = False
    card: bool = False


class Words(Value):
    """The words of one language for one game, as its files list them.

    Attributes:
        unclear: First words that may mean several verbs.
        prose: Words that begin no order; `phrases` are several words, even if the first is a verb.
        doubts: Words after `accept` that may mean the opposite. `fillers` say nothing in an order: articles, `please`.
        asking: Words before a name that ask what it is (`card thor`), unless the line is an order.
        parted: Verbs whose last word may stand at the end of the order (`greife c3 an`).
        `behind`: Words after verbs to the house (`referee.notation.requests`), with their canonical forms.
        printed: The form that is printed of each verb and word; `titles` is that of each card.
        printing: What is printed for some of the English forms of a word, where the one form does not fit all; under
            `own card` what stands in brackets after a card for `own` before it.
    """

    verbs: tuple[Meaning, ...]
    words: tuple[Meaning, ...]
    cards: tuple[Meaning, ...]
    unclear: Mapping[str, tuple[str, ...]]
    prose: frozenset[str]
    phrases: frozenset[tuple[str, ...]]
    doubts: frozenset[str]
    asking: frozenset[tuple[str, ...]]
    parted: tuple[Parted, ...]
    behind: Mapping[str, str]
    printed: Mapping[str, str]
    titles: Mapping[str, str]
    printing: Mapping[str, str]
    fillers: frozenset[str] = frozenset()


class _Entry(Value):
    """A list of forms in a file: its section, its name there, and the forms with their places."""

    file: str
    section: str
    name: str
    where: str
    forms: tuple[tuple[str, str], ...]


Source = tuple[str, str]
"""A file of words: its text, and its name in messages."""


@cache
def of_language(language: str, game: str) -> Words:
    """The words of a language for a game: those that all games share, and the game's own, if any.

    A game whose file lists no prose uses the everyday words of the language. Raises `Faulty` for a wrong file or none.
    """
    given = sources(language, game)
    files = [content(data.values("grammar", *name.split("/")), name) for _, name in given]
    try:
        made = _words_in(files)
    except Faulty:
        made = load(*given)  # which says where in the file it is
    listed = len(given) == 1 or "prose" in files[1].value
    return made if listed else replace(made, prose=made.prose | everyday(language))


@cache
def everyday(language: str) -> frozenset[str]:
    """The keys of a language's most common words, from `everyday.<language>.txt`; none if there is no such file."""
    try:
        text = data.text("grammar", f"everyday.{language}.txt")
    except FileNotFoundError:
        return frozenset()
    return frozenset(part for word in text.split() for part in parts(word))


def sources(language: str, game: str) -> tuple[Source, ...]:
    """The files of words of a language for a game: the house's, then its own, if any. Raises `Faulty` without any."""
    file = f"words.{language}.yaml"
    if not language.isalpha():
        raise NotFound("unknown-language", language=language)
    try:
        house = (data.text("grammar", file), file)
    except FileNotFoundError:
        raise NotFound("unknown-language", language=language) from None
    try:
        return house, (data.text("grammar", game, file), f"{game}/{file}")
    except FileNotFoundError:
        return (house,)


def load(*given: Source) -> Words:
    """The words for a game, from files of words.

    Raises `Faulty`, with `file:line:column`, for what has not the shape of such a file, an abbreviation too short or
    not allowed, a verb that an earlier file has, a form with two meanings within an order, or two as its beginning.
    """
    return _words_in([read_text(text, file) for text, file in given])


def _words_in(files: Iterable[Marked]) -> Words:
    entries = [entry for file in files for entry in _entries(file)]
    out = {form for entry in entries if entry.section == "without" for form, _ in entry.forms}
    entries = [entry for entry in entries if entry.section != "verbs" or entry.name not in out]
    verbs, words, cards = (list(_meanings(entries, section)) for section in ("verbs", "words", "cards"))
    vague = {key(fold(entry.name).text): entry for entry in entries if entry.section == "unclear"}
    unsure = [(Meaning((word,), "unclear", word), entry.where) for word, entry in vague.items()]
    _all_known(entries)
    _refuse_verbs_again([entry for entry in entries if entry.section == "verbs"])
    _one_meaning_each([*verbs, *unsure])
    _one_meaning_each([*words, *cards])
    prose = [parts(form) for entry in entries if entry.section == "prose" for form, _ in entry.forms]
    return Words(
        tuple(meaning for meaning, _ in verbs),
        tuple(meaning for meaning, _ in words),
        tuple(meaning for meaning, _ in cards),
        {word: tuple(form for form, _ in entry.forms) for word, entry in vague.items()},
        frozenset(form[0] for form in prose if len(form) == 1),
        frozenset(form for form in prose if len(form) > 1),
        _words_of(entries, "doubts"),
        frozenset(parts(form) for entry in entries if entry.section == "asking" for form, _ in entry.forms),
        _parted((meaning for meaning, _ in verbs), _words_of(entries, "particles")),
        _behind(one for one in entries if one.section == "behind"),
        {entry.name: entry.forms[0][0] for entry in entries if entry.section in {"verbs", "words", "behind"}},
        {entry.name: entry.forms[0][0] for entry in entries if entry.section == "cards"},
        {entry.name: entry.forms[0][0] for entry in entries if entry.section == "printing"},
        _words_of(entries, "fillers"),
    )


def _words_of(entries: Iterable[_Entry], section: str) -> frozenset[str]:
    """The keys of the words of a plain list."""
    return frozenset(parts(form)[0] for one in entries if one.section == section for form, _ in one.forms)


def _behind(those: Iterable[_Entry]) -> dict[str, str]:
    """The words after verbs to the house, with their canonical forms."""
    return {"".join(parts(form)): one.name for one in those for form, _ in one.forms}


def _parted(verbs: Iterable[Meaning], particles: frozenset[str]) -> tuple[Parted, ...]:
    """The verbs of several words that end in a particle, the longest first."""
    found = {(verb.parts[:-1], verb.parts[-1]) for verb in verbs if len(verb.parts) > 1}
    return tuple(sorted((one for one in found if one[1] in particles), key=lambda one: (-len(one[0]), one)))


def _entries(marked: Marked) -> Iterator[_Entry]:
    """The lists of forms in a file, each form with its place."""
    for section in _mapping(marked, ()):
        if section in LISTS:
            yield _entry(marked, (section,))
        elif section not in SECTIONS:
            place = marked.place((section,), key=True)
            raise Faulty("words-section", where=place, section=section, known=(*SECTIONS, *LISTS))
        else:
            for name in _mapping(marked, (section,)):
                yield _entry(marked, (section, name))


def _entry(marked: Marked, path: tuple[str, ...]) -> _Entry:
    forms = _at(marked, path)
    if not isinstance(forms, list):
        raise Faulty("words-shape", where=marked.place(path), wanted="list")
    places = [marked.place((*path, at)) for at in range(len(forms))]
    for form, place in zip(forms, places, strict=True):
        if not isinstance(form, str) or not parts(form):
            raise Faulty("words-shape", where=place, wanted="text")
    where = marked.place(path, key=True)
    if not forms and path[-1] not in LISTS:
        raise Faulty("words-shape", where=where, wanted="form")
    return _Entry(marked.name, path[0], path[-1], where, tuple(zip(forms, places, strict=True)))


def _mapping(marked: Marked, path: tuple[str, ...]) -> dict[str, Any]:
    """The mapping at a path. Raises `Faulty` if something else is there."""
    value = _at(marked, path)
    if not isinstance(value, dict):
        raise Faulty("words-shape", where=marked.place(path), wanted="mapping")
    return value


def _at(marked: Marked, path: tuple[str, ...]) -> Any:
    return reduce(lambda value, step: value[step], path, marked.value)


def _meanings(entries: Sequence[_Entry], section: str) -> Iterator[tuple[Meaning, str]]:
    """The forms of a section, and their abbreviations, each with its place."""
    here = [entry for entry in entries if entry.section == section]
    names = {entry.name for entry in here}
    short = [entry for entry in entries if entry.section == "short" and entry.name in names]
    for entry in (*here, *short):
        kind = "card" if section == "cards" else entry.name
        for form, where in entry.forms:
            brief = entry.section == "short"
            if brief and entry.name in NEVER_SHORT:
                raise Faulty("never-short", where=where, word=entry.name)
            if brief and len(fold(form).text) < SHORTEST:
                raise Faulty("too-short", where=where, form=form, least=SHORTEST)
            yield Meaning(parts(form), kind, entry.name, brief), where


def _all_known(entries: Sequence[_Entry]) -> None:
    """Refuse an abbreviation of nothing, an unclear word for no verb, and what is printed but not read."""
    names = {entry.name for entry in entries if entry.section in {"verbs", "words", "cards"}}
    able = {form for entry in entries if entry.section == "words" for form, _ in entry.forms}
    verbs = {entry.name for entry in entries if entry.section == "verbs"}
    for entry in entries:
        if entry.section == "short" and entry.name not in names:
            raise Faulty("words-unknown", where=entry.where, word=entry.name)
        for form, where in entry.forms if entry.section in {"unclear", "printing"} else ():
            if form not in (verbs if entry.section == "unclear" else able):
                raise Faulty("words-unknown", where=where, word=form)


def _refuse_verbs_again(verbs: Sequence[_Entry]) -> None:
    """Refuse a verb that stands twice: a game's own `end` would end the letter. Raises `Faulty` at the second.

    Refuse it also where it has the name of another terminal of all games: `name` would be any word.
    """
    house = {entry.name for entry in verbs if entry.file == verbs[0].file}
    first = {kind: place for kind, place in shared().items() if kind not in house}
    for entry in verbs:
        place = first.setdefault(entry.name, entry.where)
        if place != entry.where:
            raise Faulty("verb-again", where=entry.where, word=entry.name, first=place)


def _one_meaning_each(found: Iterable[tuple[Meaning, str]]) -> None:
    """Refuse a form that means two things, also with its words run together. Raises `Faulty` at the second."""
    seen: dict[str, tuple[Meaning, str]] = {}
    for meaning, where in found:
        first, place = seen.setdefault("".join(meaning.parts), (meaning, where))
        if (first.kind, first.value) != (meaning.kind, meaning.value):
            form = " ".join(meaning.parts)
            raise Faulty(
                "two-meanings", where=where, form=form, one=first.value, other=meaning.value, first=place
            )


REMEMBERED = 4096
"""For how many words a vocabulary remembers which verbs are near."""


class Vocabulary:
    """The words a seat may use: its languages in their order, and the names of the cards of its game's deck.

    Where two languages differ on a word, the first one counts. A keyword comes before a card, and a card of
    the deck before one that only the files of words know.
    """

    def __init__(
        self,
        languages: Sequence[Words],
        deck: Iterable[tuple[str, str]] = (),
        kinds: Mapping[str, str] | None = None,
        strengths: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """Combine languages. `deck`: names and titles of cards; `kinds`: their terminals; `strengths`: as printed."""
        self.strengths = strengths or {}
        words = [word for one in languages for word in one.words]
        spoken = languages[0].prose if languages else frozenset()
        typed = _cards_of(languages, list(deck), kinds or {})
        self.verbs = tuple(dict.fromkeys(verb for one in languages for verb in one.verbs))
        # An abbreviation in another language does not overrule an everyday word of the seat's own (`ein`).
        self.inner = tuple(
            dict.fromkeys(m for m in (*words, *typed) if not (m.brief and "".join(m.parts) in spoken))
        )
        self.prose = frozenset().union(*(one.prose for one in languages))
        self.phrases = frozenset().union(*(one.phrases for one in languages))
        self.asking = frozenset().union(*(one.asking for one in languages))
        self.fillers = frozenset().union(*(one.fillers for one in languages))
        self.doubts = frozenset().union(*(one.doubts for one in languages))
        self.parted = tuple(dict.fromkeys(chain.from_iterable(one.parted for one in languages)))
        self.behind = dict(chain.from_iterable(one.behind.items() for one in reversed(languages)))
        self._longest_phrase = max(map(len, self.phrases), default=0)
        self.unclear = dict(chain.from_iterable(one.unclear.items() for one in reversed(languages)))
        self.printed = dict(chain.from_iterable(one.printed.items() for one in reversed(languages)))
        self.titles = dict(chain.from_iterable(one.titles.items() for one in reversed(languages)))
        self.alphabet = frozenset("".join(chain.from_iterable(m.parts for m in (*self.verbs, *self.inner))))
        self.verb_kinds = frozenset(verb.kind for verb in self.verbs)
        self._by_first = _by_first((*self.verbs, *self.inner))
        self.verbs_by_first = _by_first(self.verbs)
        self._inner_keys = frozenset(m.parts[0] for m in self.inner)
        self._near: dict[str, tuple[str, ...]] = {}

    def beginning_with(self, word: str) -> Sequence[Meaning]:
        """What may begin with this key, the longest forms first."""
        return self._by_first.get(word, ())

    def cards_cut(self, word: str) -> Iterator[Meaning]:
        """The cards whose names, written as one word, begin with this key."""
        return (one for one in self.inner if one.card and "".join(one.parts).startswith(word))

    def word(self, kind: str) -> Meaning | None:
        """A word of that kind, if the languages have one."""
        return next((one for one in self.inner if one.kind == kind), None)

    def holds(self, keys: Sequence[str], kind: str) -> bool:
        """Whether one of these keys may begin a word of that kind."""
        return any(meaning.kind == kind for word in keys for meaning in self.beginning_with(word))

    def doubtful(self, text: str) -> bool:
        """Whether the words after `accept` may mean something else: a question, or a word of doubt."""
        asked = text.endswith("?") or text.lstrip()[:1] in {",", "?"}
        return asked or bool(self.doubts.intersection(parts(text)))

    def is_phrase(self, keys: Sequence[str]) -> bool:
        """Whether a line with these keys begins with a phrase of everyday prose."""
        return any(tuple(keys[:n]) in self.phrases for n in range(2, self._longest_phrase + 1))

    def verb(self, keys: Sequence[str]) -> Meaning | None:
        """The verb with which a line with these keys begins, correctly written."""
        here = self.verbs_by_first.get(keys[0], ()) if keys else ()
        return next((verb for verb in here if tuple(keys[: len(verb.parts)]) == verb.parts), None)

    def verbs_near(self, word: str) -> tuple[str, ...]:
        """The verbs that a key may have been meant for, nearest first; () for a word that begins no order.

        A word that is listed as everyday prose, or has a meaning within an order, is not taken for a
        misspelling.
        """
        if (known := self._near.get(word)) is None:
            if len(self._near) >= REMEMBERED:
                self._near.clear()
            known = self._near[word] = self._verbs_near(word)
        return known

    def _verbs_near(self, word: str) -> tuple[str, ...]:
        if word in self.unclear:
            return self.unclear[word]
        if word in self.prose or word in self._inner_keys:
            return ()
        found: dict[str, int] = {}
        for verb in self.verbs:
            form = "".join(verb.parts)
            if (
                not verb.brief
                and verb.kind not in NEVER_NEAR
                and (away := distance(word, form, slips(form))) <= slips(form)
            ):
                found[verb.value] = min(away, found.get(verb.value, away))
        return tuple(verb for verb in found if found[verb] == min(found.values()))


def _cards_of(
    languages: Sequence[Words], deck: Sequence[tuple[str, str]], kinds: Mapping[str, str]
) -> list[Meaning]:
    """The names of cards: those of the deck, those of the languages, then the deck's titles; each with its kind."""
    names, titles = ([Meaning(parts(pair[at]), "card", pair[0]) for pair in deck] for at in (0, 1))
    cards = (*names, *(card for one in languages for card in one.cards), *titles)
    return [replace(one, kind=kinds.get(one.value, one.kind), card=True) for one in cards if one.parts]


def _by_first(meanings: Iterable[Meaning]) -> dict[str, tuple[Meaning, ...]]:
    """Meanings by the first key of their form, longest forms first; a form may also be written as one word."""
    table: dict[str, list[Meaning]] = {}
    for meaning in meanings:
        table.setdefault(meaning.parts[0], []).append(meaning)
        if len(meaning.parts) > 1:
            joined = replace(meaning, parts=("".join(meaning.parts),))
            table.setdefault(joined.parts[0], []).append(joined)
    return {first: tuple(sorted(some, key=lambda m: -len(m.parts))) for first, some in table.items()}
