"""What somebody who does not play asks for: `games`, `join g7 loki as Anna`, `leave g7`, `watch g7`, `wait thunder`.

The words stand in the catalogs of the house, so there are those of every language. A line counts only if it is
wholly such a wish; the subject counts as the first line.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from referee.desk.company.ledger import JOIN, LEAVE, UNWAIT, UNWATCH, WAIT, WATCH
from referee.house import games
from referee.notation import consent, languages
from referee.notation.folding import fold, key, parts
from referee.notation.words import everyday
from referee.post.reading import Mail
from referee.telling.catalog import catalog
from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.text import MARK, UNSEEN
from referee.util.translations import ENGLISH
from referee.util.values import Value, replace

GAMES, AS, CONFIRM, REFUSE = "games", "as", "confirm", "refuse"
WORDS = (GAMES, JOIN, LEAVE, WATCH, UNWATCH, WAIT, UNWAIT, AS, CONFIRM, REFUSE)
"""The words that are said alone or begin a line, by what they mean; the catalogs have `games-word` and so on."""
PLACES = frozenset({JOIN, LEAVE, WAIT, UNWAIT})
"""Words after which a game stands."""
LONGEST = 120
MOST_READ = 40
"""So many lines tell the language of a letter."""
SHORTEST = 4
"""So many letters of a game's name are enough."""
MOST_WORDS = 5
NAMED = 2
"""Words of a line that names a game by its id."""
ANSWERS = regex(r"\s*(?:(?:re|aw|fwd?|wg)\s*:\s*)*(?:\[[^\]]{0,60}\]\s*)*", re.IGNORECASE)
ID = regex(r"[a-z][a-z0-9-]{0,31}")
NUMBERED = regex(r"[a-z][a-z-]*[0-9]+")
NAME = regex(
    r"[^\W\d_](?:[^\W_]|\u0301|['\u2019\u05be\u00b7\u30fb-](?=\w)| (?=\w)|\.(?= |$|[^\W\d_](?:\.|$))){0,29}"
)
"""A name that may be shown to others, each mark as an accent: letters, and what joins them; no address, no link."""


class Wanted(Value):
    """What a letter asks for, and the language it does so in.

    Attributes:
        what: `games`, `join`, `leave`, `watch`, `unwatch`, `wait` or `unwait`.
        rules: the game to be played, by its name; "" if an id was named.
        game: the id; "" if a game to be played was named.
        seat, name: as they were given; "" otherwise.
    """

    what: str
    language: str
    rules: str = ""
    game: str = ""
    seat: str = ""
    name: str = ""


@cache
def meanings() -> dict[str, tuple[str, str]]:
    """Each word in each language, with what it means and the language; English where several have it."""
    known = sorted(languages.known(), key=lambda one: one == ENGLISH)
    said = ((one, catalog("house", one)) for one in known)
    return {_key(says.say("texts", f"{word}-word")): (word, one) for one, says in said for word in WORDS}


def wanted(mail: Mail, waiting: Sequence[str]) -> Wanted | None:
    """What a letter asks for in its subject, or else in the first line that does; None if it asks for nothing.

    `waiting` are the ids of the games that wait for players.
    """
    subject = ANSWERS.sub("", mail.subject, count=1)
    lines = (subject, *(line for _, line in mail.lines))
    found = next((found for line in lines if (found := read(line, waiting))), None)
    return found and replace(found, language=spoken(lines, found.language))


def spoken(lines: Sequence[str], word: str) -> str:
    """The language of a letter that asks for something by a word of the language `word`.

    It is the one that a line asks for (`language de`); else that of the word; for an English one, which all know, the
    one of which the letter has more everyday words than of English.
    """
    every, short = languages.known(), [line.strip(" .!") for line in lines if len(line) <= LONGEST]
    named = {
        _key(catalog("house", one).say("texts", "set-language", params={"code": code})): code
        for one in every
        for code in every
    }
    if chosen := next((named[_key(line)] for line in short if _key(line) in named), ""):
        return chosen
    if word != ENGLISH:
        return word
    said = {one for line in lines[:MOST_READ] for one in parts(line[:LONGEST])}
    counts = {one: len(said & everyday(one)) for one in every}
    return max(every, key=lambda one: (counts[one], one == ENGLISH))


def read(line: str, waiting: Sequence[str] = ()) -> Wanted | None:
    """What a line asks for; None if it is prose."""
    words = line.strip().rstrip(".!").split() if len(line) <= LONGEST else []
    what, language = meanings().get(_key(words[0]), ("", "")) if words else ("", "")
    if what == GAMES and len(words) == 1:
        return Wanted(GAMES, language)
    if what in {WATCH, UNWATCH} and len(words) == NAMED and ID.fullmatch(words[1].lower()):
        return Wanted(what, language, game=words[1].lower())
    if what not in PLACES or len(words) == 1:
        return None
    at = next((n for n, word in enumerate(words) if meanings().get(_key(word), ("",))[0] == AS), len(words))
    name = unicodedata.normalize("NFC", " ".join(words[at + 1 :]))
    form = "".join("\u0301" if unicodedata.category(one) in {"Mn", "Mc"} else one for one in name)
    if not 1 < at <= MOST_WORDS + 1 or (at < len(words) and not NAME.fullmatch(form)):
        return None
    found = _of_place(what, language, words[1:at], name, waiting)
    return None if found and found.seat and what in {WAIT, UNWAIT} else found


def _of_place(what: str, language: str, words: list[str], name: str, waiting: Sequence[str]) -> Wanted | None:
    """A wish for a seat in the game that these words name; the last may be the seat."""
    for many in (len(words), len(words) - 1):
        place, seat = words[:many], " ".join(words[many:]).lower()
        if seat and not ID.fullmatch(seat):
            continue
        if len(place) == 1 and (place[0].lower() in waiting or NUMBERED.fullmatch(place[0].lower())):
            return Wanted(what, language, game=place[0].lower(), seat=seat, name=name)
        if place and (rules := rules_named(" ".join(place))):
            return Wanted(what, language, rules=rules, seat=seat, name=name)
    return None


def rules_named(text: str) -> str:
    """The game to be played that a text names: by its name, its title, or the beginning of one; "" for none."""
    wanted = _squeezed(text)
    if len(wanted) < SHORTEST:
        return ""
    found = {
        name for name in games.names() for one in (name, _title(name)) if _squeezed(one).startswith(wanted)
    }
    return found.pop() if len(found) == 1 else ""


def _title(name: str) -> str:
    try:
        return games.find(name).title.removeprefix("The ")
    except Faulty:
        return name


def said(lines: Sequence[str], language: str, *, loosely: bool = True) -> Iterator[str]:
    """Which of the words stand alone on a line of an answer, in this language or in English.

    Whoever says yes in words of their own confirms (`referee.notation.consent`), where it is read `loosely`.
    """
    if loosely and consent.given(lines):
        yield CONFIRM
    for line in lines:
        word, spoken = meanings().get(_key(line[:80]).strip(' .,;:!"*_'), ("", ""))
        if word and spoken in {language, ENGLISH}:
            yield word


def fenced(text: str, language: str) -> str:
    """A text, each line that reads as a wish or as the answer to a code after the mark."""
    lines = text.split("\n")
    return "\n".join(MARK + line if _reads(line, language) else line for line in lines)


def fence_line(line: str, language: str) -> str:
    """A text of one line on a page, after a mark that nobody sees where it reads as a wish or as an answer."""
    return UNSEEN + line if _reads(line, language) else line


def _reads(line: str, language: str) -> bool:
    return read(line) is not None or any(said([line], language))


def _key(word: str) -> str:
    return key(fold(word).text)


def _squeezed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", _key(text).removeprefix("the "))
