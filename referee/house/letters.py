"""Letters, and words in them: rules H1, H2, H3, H10, H18 and H32 of the house."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from itertools import islice
from typing import Annotated

from referee.engine.choices import Move
from referee.engine.events import LeavesTheTable, Open, event, seen_by
from referee.engine.moves import OfferDraw
from referee.engine.rules import cites, rule, why
from referee.house.docket import Docket, Word
from referee.house.seat_settings import SeatChoice, seat_setting, yes_or_no
from referee.house.state import MOST_TALK, PIECE, Asked, House, Standing
from referee.notation import languages
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.text import shown_size

STALE, UNNAMED = OF_ANOTHER = "case-stale", "case-unnamed"
"""Why a letter of the arbiter does not count: it is from before the dispute or a word in it, or may be of another."""


@rule("H1")
def at_its_position(s: Standing, _move: Move) -> Why | None:
    """An order with a guard, or in reply to one of our mails, is played at that position and at no other, and once."""
    # A guard for the position of the answered mail, as the links of that mail carry it, says no more than the
    # answer does: if an undo puts the table back to that position, it is just as stale.
    guard, stands = s.guard, "{}.{}".format(*s.position)
    if s.over or (guard and guard.now):
        return None
    meant = f"{guard.turn}.{guard.action}" if guard else ""
    here = guard is not None and (guard.turn, guard.action) in {s.position, s.before}
    if s.written in s.house.repeats and not here:
        return why("repeated", written=s.written)
    if s.stands and meant in {"", s.stands}:
        return None
    if guard and not here:
        return why("stale", meant=meant, stands=stands)
    if s.house.answers and meant in {"", s.house.answers}:
        return why("stale-reply", meant=s.house.answers, stands=stands)
    return None


@rule("H1")
def answers_the_last_ruling(w: Word, _verb: str) -> Why | None:
    """A late letter is no answer to a later ruling."""
    stale = w.docket.case is not None and w.told is not None and w.told < w.docket.case.ruling
    return why("ruling-stale") if stale else None


@cites("H1")
def of_another(docket: Docket, told: int | None, *, rules: bool) -> Why | None:
    """Why a letter of the arbiter is not about the dispute that is on, as it stands; None if it is.

    It answers a letter of ours that told up to entry `told`. If it `rules`, that letter has to tell of all that was
    said; for a question it is enough that it tells of the dispute, or that none is answered. A ruling that answers
    none is one on the first dispute of the game, and on no later one.
    """
    if (case := docket.case) is None:
        return None
    if told is None:
        return why(UNNAMED) if docket.over and rules else None
    return why(STALE) if told < (case.word if rules else case.entry) else None


@rule("H1")
def answers_this_offer(a: Asked, _verb: str) -> Why | None:
    """A late agreement does not count for a later offer, about a letter that its writer has not read."""
    return why("undo-stale", meant=a.house.answers) if a.house.answers else None


@event("H2")
class Said(LeavesTheTable):
    """Words of one player to all, passed on as written."""

    by: Open[str]
    text: Open[str]


@event("H3", only="by")
class Noted(LeavesTheTable):
    """Words of a player to nobody else."""

    private_to_player = True
    by: Open[str]
    text: Annotated[str, seen_by("by")]


@seat_setting("language", languages.code_of, remains=True)
@event("H10", only="by")
class LanguageChosen(SeatChoice):
    """The letters of a seat are in another language from now on; nobody else learns that before the game is over."""

    by: Open[str]
    language: Annotated[str, seen_by("by")]


EVERY_ORDER, MY_TURN = "every-order", "my-turn"
PACES = (MY_TURN, EVERY_ORDER)
"""H10 How often letters come: when something concerns the seat, or after every letter of another, too."""


DIGEST = "digest"
AT = regex(r"digest(?: at)? ([01]?[0-9]|2[0-3])(?:[:.]([0-5][0-9]))?(?: (?:uhr|o'clock))?")
"""A choice of letters once a day, as it is read; `digest 18:00` is how it is kept."""


def pace_of(said: str) -> str | None:
    """When letters are to come, as `LettersChosen` has it; None for words that do not say so."""
    if (joined := said.replace(" ", "-")) in PACES:
        return joined
    found = AT.fullmatch(said)
    return f"{DIGEST} {int(found[1]):02}:{found[2] or '00'}" if found else None


def digest_hour(pace: str) -> time | None:
    """The time of the day at which a seat's letters come together; None where they come one by one."""
    return time.fromisoformat(pace.removeprefix(f"{DIGEST} ")) if pace.startswith(DIGEST) else None


@seat_setting("letters", pace_of, how="letters-how")
@event("H10", only="by")
class LettersChosen(SeatChoice):
    """How often letters to a seat come from now on; nobody else learns that before the game is over."""

    by: Open[str]
    pace: Annotated[str, seen_by("by")]


@seat_setting("json", yes_or_no, how="json-how")
@event("H10", only="by")
class DataChosen(SeatChoice):
    """A seat's letters come with what it sees and may do as data, or no longer do; nobody else learns that."""

    by: Open[str]
    wanted: Annotated[bool, seen_by("by")]


def too_much_talk(house: House) -> Why | None:
    """Why no more is passed on to the others today."""
    return None if house.talk > 0 else why("talked-enough", most=MOST_TALK)


def counts(text: str) -> int:
    """H18 How many words to the others a text counts for: one for each piece of it, by its bytes as shown."""
    return 1 + (shown_size(text) - 1) // PIECE


def talk_left(talk: Sequence[tuple[int, str]], until: int, at: str) -> int:
    """How often a seat may still speak in a letter that came at that time, as entry `until`.

    `talk` has the entry and time of each word.
    """
    last = islice((one for one in reversed(talk) if one[0] < until), MOST_TALK)
    came, day = datetime.fromisoformat(at), timedelta(days=1)
    return MOST_TALK - sum(-day < came - datetime.fromisoformat(said) < day for _, said in last)


@rule("H18")
def not_too_much_asked(a: Asked, _verb: str) -> Why | None:
    """An offer to take a letter back is a word to the others: there are a limited number per day."""
    return too_much_talk(a.house)


@rule("H18")
def not_too_much_offered(s: Standing, move: Move) -> Why | None:
    """An offer is a word to the others: there are a limited number per day."""
    return too_much_talk(s.house) if isinstance(move, OfferDraw) else None


# A look before an order counts (H32). Nobody can choose it now: who had was told first what an order would do, and
# played it by the word `confirm`. Its event and the reason of lines that were not played stay, so that older records
# read as they did.

NOT_CONFIRMED = why("confirm-first")
"""Why older records hold orders of a letter that was not confirmed as not played."""


@event("H32", only="by")
class ConfirmChosen(LeavesTheTable):
    """Letters of a seat with orders were answered with a look first, or no longer; nobody else learnt that."""

    private_to_player = untold = about_mail = True
    by: Open[str]
    wanted: Annotated[bool, seen_by("by")]
