"""The letters to those who ask for games and seats: as text and as a page, with no address and no words of others.

They go out as `0.company.17`, like the answers to strangers, and with the null sender (RFC 5321, 4.5.5). No
line of them reads as a wish or as an answer to a code, so that a machine that sends one back brings nothing
about.
"""

import hmac
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.desk.company import words
from referee.desk.company.ledger import OVER, WAITS, Answer, Ledger, Wish, code
from referee.desk.opening import DECK
from referee.engine.lots import lp
from referee.home.config import Config
from referee.home.home import Home
from referee.house.company import OpenGame
from referee.house.games import find, names
from referee.house.players import DAYS_TO_CONFIRM
from referee.house.terms import terms_of
from referee.post.outbox import NOBODYS_GAME
from referee.post.writing import mail_of, marked
from referee.telling.catalog import HOUSE, Catalog, catalog
from referee.telling.letter import Bodies
from referee.telling.links import Link, links
from referee.telling.times import terms_told
from referee.util.times import moment
from referee.util.translations import translated

SEAT = "company"
REASON = ""
"""Stands for the reason of a refusal, which is no text of its own."""
SAID_OF_GAMES, SAID_OF_PLAYERS, SAID_OF_WAITING = "company-games", "company-sits", "company-waiting"
WATCHES = "watches"
"""The letter that says that its reader watches a game from now on."""
WATCHES_OVER = "watches-over"
"""The same of a game that is over: one letter tells of it."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "games": (
        "company-games-title",
        "company-open",
        "company-games",
        "company-own",
        "company-how",
        SAID_OF_WAITING,
        "company-keeper",
    ),
    "seated": ("company-seated-title", "company-seated", "company-sits", "company-until", "company-give-up"),
    "late": ("company-late-title", "company-late", "company-ask-again"),
    "refused": ("company-refused-title", REASON, "company-games", "company-own", "company-how"),
    WATCHES: ("company-watches-title", "company-watches", "company-watches-end"),
    "unwatchable": ("company-unwatchable-title", REASON),
    WAITS: ("company-waits-title", "company-waits", "company-waits-end"),
    "unwaitable": ("company-unwaitable-title", REASON),
    "offered": ("company-offered-title", "company-offered", "company-offer-how", "company-offer-until"),
    "offer-late": ("company-late-title", "company-offer-late"),
    "offer-gone": ("company-gone-title", "company-offer-gone"),
    "closed": ("company-closed-title", "company-closed", "company-ask-again"),
}
"""Of each letter, the texts that it is made of, of which the first is its title; see `parts_of` for the others."""
CONFIRMS = "confirm-"
"""With this begins what a letter says that asks whether somebody wants what was asked for."""
ANSWERED_BY = {
    "seated": "leave-word",
    WATCHES: "unwatch-word",
    WAITS: "unwait-word",
    "offered": "confirm-word",
    "unwatchable": "games-word",
    "unwaitable": "games-word",
}
"""The word by which a letter is answered: it has a link that writes it."""
WITH_CODE = frozenset({"seated", "offered", WATCHES, WATCHES_OVER, WAITS})
"""Letters that can be answered by the code of their wish, as those can that ask for `confirm`."""
LISTED = 6
"""So many games that wait have a link by which a seat is asked for."""


def parts_of(says: str) -> tuple[str, ...]:
    """The texts of a letter: those that ask for `confirm` are alike, and most others have a title and one text."""
    if says.startswith(CONFIRMS):
        return (
            f"company-{says}-title",
            f"company-{says.removeprefix(CONFIRMS)}",
            "company-confirm",
            "company-not-you",
        )
    return PARTS.get(says, (f"company-{says}-title", f"company-{says}"))


def number_of(answer: Answer) -> str:
    """The number of a letter, `0.company.17`."""
    return f"{NOBODYS_GAME}.{SEAT}.{answer.number}"


def mail(home: Home, config: Config, ledger: Ledger, answer: Answer) -> bytes:
    """A letter as bytes. Only the address and the strict form of a Message-ID come from who wrote."""
    says = catalog(HOUSE, answer.language)
    wish = ledger.wish(answer.wish)
    heading = says.say("texts", parts_of(answer.says)[0])
    paragraphs = list(_paragraphs(config, ledger, answer, says))
    coded = answer.says in WITH_CODE or answer.says.startswith(CONFIRMS)
    secret, number = code(home, wish) if wish and coded else "", number_of(answer)
    taps = _taps(config, ledger, answer, says, secret)
    shown: dict[str, Any] = {"heading": heading, "paragraphs": paragraphs, "taps": taps}
    shown |= {"fence": partial(words.fence_line, language=answer.language), "language": answer.language}
    text = says.render("notice.txt", **shown)
    made = hmac.digest(home.key(), lp("referee/company-letter/v1", number, answer.at), "sha256")
    return mail_of(
        config,
        number=number,
        title=heading,
        marks=secret if config.secrets == "subject" else "",
        secret=secret,
        to=answer.to,
        id=marked(made, number, config.host),
        date=moment(answer.at),
        bodies=Bodies(words.fenced(text, answer.language), says.render("notice.html", **shown)),
        answers=answer.reply,
        automatic="auto-replied",
        language=answer.language,
    )


def _taps(config: Config, ledger: Ledger, answer: Answer, says: Catalog, secret: str) -> tuple[Link, ...]:
    """A link for the word that answers a letter; for each game that waits, or else may be opened, one that asks."""
    confirm = "confirm-word" if answer.says.startswith(CONFIRMS) else ""
    if word := ANSWERED_BY.get(answer.says, confirm):
        said = says.say("texts", word)
        if not secret:
            return links(config.address, said, [said])
        subject = secret if config.secrets == "subject" else number_of(answer)
        return links(config.reply_address(secret), subject, [said])
    if SAID_OF_GAMES not in parts_of(answer.says):
        return ()
    free = [name for name, one in ledger.games.items() if one.free][:LISTED] or config.company.open
    asked = [f"{says.say('texts', 'join-word')} {name}" for name in free]
    return tuple(link for one in asked for link in links(config.address, one, [one]))


def _paragraphs(config: Config, ledger: Ledger, answer: Answer, says: Catalog) -> Iterator[str]:
    """The paragraphs of a letter, each on one line."""
    values: dict[str, Any] = {
        "address": config.address,
        "keeper": config.keeper,
        "referee": config.name,
        "days": DAYS_TO_CONFIRM,
        "count": len(ledger.games),
        **answer.values,
        **_of_wish(ledger, answer, says),
    }
    for key in parts_of(answer.says)[1:]:
        if key == SAID_OF_GAMES:
            yield from _vacant(ledger, says)
            yield from (_game(name, one, config, says) for name, one in ledger.games.items() if one.free)
        elif key == "company-own":
            yield from _own(config, says)
        elif key == SAID_OF_WAITING:
            yield from _waiting(config, ledger, says)
        elif key == REASON:
            yield says.say("refusals", answer.values["why"], params=_params(answer.values["params"]))
        elif key != SAID_OF_PLAYERS:
            yield says.say("texts", key, params=values)
        elif one := ledger.games.get(values["game"]):
            yield says.say("texts", SAID_OF_PLAYERS, params=_seats(one, says))


def _params(kept: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in kept.items()}


def _of_wish(ledger: Ledger, answer: Answer, says: Catalog) -> dict[str, str]:
    """What a letter says of the wish that it is about."""
    wish = ledger.wish(answer.wish)
    if wish is None:
        return {}
    there = ledger.games.get(wish.game)
    rules = there.rules if there else wish.rules
    name = title(rules, says.language)
    seat = _seat(rules, wish.seat, says)
    return {"game": wish.game, "title": name, "seat": seat, "wanted": wish.game or name}


def _seat(rules: str, seat: str, says: Catalog) -> str:
    """What a seat of a game is called; one that it does not have, as it was written."""
    own = catalog(rules, says.language) if rules and seat else says
    return own.say("seats", seat) if own.has("seats", seat) else seat


def title(rules: str, language: str) -> str:
    """The title of a game in a language; "" for none."""
    if not rules:
        return ""
    return translated(rules, language).pgettext("title", find(rules).title)


def _seats(one: OpenGame, says: Catalog) -> dict[str, Any]:
    """Who sits in an open game, by name alone; and which seats are free."""
    own = catalog(one.rules, says.language)
    sits = [(own.say("seats", seat), player.name) for seat, player in one.players.items()]
    return {"sits": sits, "free": [own.say("seats", seat) for seat in one.free]}


def _game(name: str, one: OpenGame, config: Config, says: Catalog) -> str:
    """An open game as the list has it: what it is, its options and terms, who sits, how to join."""
    terms = terms_of(one.terms, config.terms)
    rules = find(one.rules)
    theirs = {DECK, *rules.FILES}  # files of the keeper's, whose names are nobody else's business
    chosen = {key: "*" if key in theirs else value for key, value in one.options.items() if key != "players"}
    return says.say(
        "texts",
        SAID_OF_GAMES,
        params={
            "game": name,
            "title": title(one.rules, says.language),
            "edition": translated(one.rules, says.language).pgettext("edition", rules.edition),
            "options": [f"{key}={value}" for key, value in sorted(chosen.items())],
            "arbiter": one.arbiter is not None,
            "terms": " ".join(terms_told(terms, says)),
            **_seats(one, says),
        },
    )


def _vacant(ledger: Ledger, says: Catalog) -> Iterator[str]:
    """H35 The seats that stand open in games that are on, and for which nobody waits."""
    for one in ledger.seats:
        if not any(wish.state != OVER for wish in ledger.offers(one)):
            seat = catalog(one.rules, says.language).say("seats", one.seat)
            params = {"game": one.game, "title": title(one.rules, says.language), "seat": seat}
            yield says.say("texts", "company-vacant", params=params)


def _own(config: Config, says: Catalog) -> Iterator[str]:
    """The games that whoever asks may open."""
    if config.company.open:
        games = [(name, title(name, says.language)) for name in config.company.open]
        yield says.say("texts", "company-own", params={"games": games})


def _waiting(config: Config, ledger: Ledger, says: Catalog) -> Iterator[str]:
    """H33 How many wait for seats that fall free, and how it is done; nothing where nobody may."""
    open_for = names() if config.terms.replaces else config.company.wait
    named = [(one, title(one, says.language)) for one in open_for]
    waiting = Counter(map(_waited_for, ledger.waiting()))
    if named or waiting:
        told = [
            (title(one, says.language), waiting.pop((one, ""))) for one in names() if (one, "") in waiting
        ]
        told += [(game, many) for (_, game), many in waiting.items()]
        yield says.say("texts", SAID_OF_WAITING, params={"waiting": told, "games": named})


def _waited_for(wish: Wish) -> tuple[str, str]:
    return (wish.rules, wish.game)
