"""Verbs by which a keeper looks after games that are played by mail."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.cli.common import game_argument, home_of, home_to_look_at, host_home, seat_option, store_of
from referee.cli.standing import Clock
from referee.cli.terminal import NO, say, tell, trouble, writing
from referee.desk import keeper
from referee.desk.backup import back_up, note_made
from referee.desk.desk import Desk
from referee.desk.keeper import (
    correct_address,
    new_secret,
    packet_of,
    refuse_ended,
    refuse_on,
    replace_player,
)
from referee.desk.keeper import delete as remove
from referee.desk.keeper import resend as once_more
from referee.desk.keeper import rule as ruled_by
from referee.desk.keeper import silence as speak
from referee.desk.leaps import Leaps
from referee.desk.restore import put_back, read_copy
from referee.home.config import Config, start
from referee.home.roster import checked_address, mailbox
from referee.home.signing import made_signer
from referee.notation.languages import checked
from referee.util.errors import NotFound, WrongUsage
from referee.util.times import stamp, utc_now


@contextmanager
def desk_of(*, any_time: bool = False, new: bool = False) -> Iterator[Any]:
    """The desk of this home, ours alone, and made if it may be `new`.

    Raises `Faulty`; `referee.record.file.Busy` during a pass.

    It also raises `Faulty` if the clock is not to be believed, because what the verb does by it would stay.
    With `any_time` the verb does not depend on the clock, and is allowed.
    """
    with writing():
        home = home_of(new=new)
        if new:
            home.make()
        home.key()
        with Desk(home).held() as desk:
            if not any_time:
                Leaps(home).refuse()
            yield desk


def written(numbers: Sequence[str]) -> str:
    """The sentence that says which letters out were written."""
    return say("written", count=len(numbers), numbers=numbers)


def tell_written(numbers: Sequence[str]) -> None:
    """Print it."""
    tell(written(numbers), err=True)


shared_option = click.option(
    "--shared",
    is_flag=True,
    help="Even if letters of another seat go to this address, so that it sees both hands.",
)


@click.command("init")
@click.option("--address", required=True, help="The address that players write to.")
@click.option("--name", default="Referee", show_default=True, help="What a mail program calls it.")
@click.option(
    "--secrets",
    type=click.Choice(["address", "subject"]),
    default="address",
    show_default=True,
    help="Where the secret of a seat stands in its mails.",
)
@click.option(
    "--language", default="en", show_default=True, help="Of the letters to players of whom no other is given."
)
@click.option("--sign", is_flag=True, help="Sign the seals of games, as `referee sign` does.")
@click.option("--force", is_flag=True, help="Even if there is a configuration; what it says is lost.")
def init(address: str, name: str, secrets: str, language: str, sign: bool, force: bool) -> None:
    """Make a home ready for mail.

    A key is made, if there is none, and a configuration is written: a file that explains every setting. Mail
    to ADDRESS, and to the same address with `+anything` before the @, must be handed to `referee mail`. If a
    mail server has no such addresses, use `--secrets subject`. See `referee doctor`.

    \b
    Examples:
      referee init --address referee@games.example
      referee init --address thor@club.example --secrets subject --language de
    """  # noqa: D301  \b is click's mark
    with writing():
        made = Config(checked_address(address), name, secrets, language=checked(language))
        start(host_home(new=True), made, force=force)
    tell(str(host_home().path))
    if sign:
        click.get_current_context().invoke(sign_from_now_on)


@click.command("address")
@game_argument
@seat_option
@click.argument("address", metavar="ADDRESS")
@shared_option
def address(game: str, seat: str, address: str, shared: bool) -> None:
    """Correct the address of a player.

    Letters go there from now on; the seat keeps its secret. A letter that says so goes there at once.

    \b
    Examples:
      referee address g1 --seat thor anna@example.org
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        tell_written(correct_address(desk, game, seat, address, shared=shared))


@click.command("resend")
@game_argument
@seat_option
@click.option("--number", type=int, default=0, metavar="N", help="Which letter; else the last one.")
def resend(game: str, seat: str, number: int) -> None:
    """Have a letter go out once more.

    It goes to the address on the roster, as it is now, and says what it said.

    \b
    Examples:
      referee resend g1 --seat thor
      referee resend g1 --seat thor --number 4
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        tell_written([once_more(desk, game, seat, number)])


@click.command("newkey")
@game_argument
@seat_option
def newkey(game: str, seat: str) -> None:
    """Give a seat a new secret.

    The old one is no longer valid. The player gets a letter with the new one, and answers to that.

    \b
    Examples:
      referee newkey g1 --seat thor
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        tell_written(new_secret(desk, game, seat))


@click.command("replace")
@game_argument
@seat_option
@click.argument("player", metavar="PLAYER")
@shared_option
def replace(game: str, seat: str, player: str, shared: bool) -> None:
    """Let somebody else play on in a seat.

    PLAYER is an address, or `Name <address>`, with `,lang=de` after it for letters in another language than
    the seat's. The cards stay, the secret is a new one. The new player is told all that the seat was told;
    the others are told that there is a new player. The old player gets no letter from us.

    \b
    Examples:
      referee replace g1 --seat thor "Cleo <cleo@example.org>"
      referee replace g1 --seat thor cleo@example.org,lang=en
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        tell_written(replace_player(desk, game, seat, mailbox(player), shared=shared))


@click.command("abandon")
@game_argument
@click.option("--reason", default="", help="What all are told; it must be given.")
@click.option("--now", "at_once", is_flag=True, help="At once, and for good.")
@click.option("--take-back", "back", is_flag=True, help="Let the game go on, while the hour is not over.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def abandon(game: str, reason: str, at_once: bool, back: bool, yes: bool) -> None:
    """End a game without a result, an hour from now.

    All are then told, and shown everything that was hidden. Until then the game goes on, nobody is told, and
    --take-back lets it go on for good. `referee status` tells when it ends.

    \b
    Examples:
      referee abandon g1 --reason "Anna has moved to sea."
      referee abandon g1 --take-back
      referee abandon g1 --now --yes --reason "Anna has moved to sea."
    """  # noqa: D301  \b is click's mark
    if back and (reason or at_once):
        raise click.UsageError("--take-back stands alone.")
    if not back and not reason.strip():
        raise click.UsageError("--reason is missing: all are told why.")
    with desk_of() as desk:
        if back:
            keeper.take_back(desk, game)
            return
        _tell_end(desk, game, at_once)
    if not yes:  # passes go on while nobody answers
        click.confirm(say("really-abandon", game=game), abort=True, err=True)
    with desk_of() as desk:
        if at_once:
            tell_written(keeper.abandon(desk, game, reason))
        else:
            at = Clock(desk.home).time(keeper.abandon_later(desk, game, reason).at)
            tell(say("abandoned", game=game, at=at), err=True)


def _tell_end(desk: Any, game: str, at_once: bool) -> None:
    """Print which game is to end: what it is, who plays, where it stands."""
    table = desk.games.table(game)
    refuse_ended(table)
    names = dict(table.view(None).names)
    players = [f"{seat} ({names[seat]})" if names.get(seat) else seat for seat in table.seats]
    stands = {"game": game, "title": table.game.title, "players": players, "position": table.position}
    tell(say("abandon-now" if at_once else "abandon-later", **stands), err=True)


@click.command("silence")
@game_argument
@seat_option
@click.option("--reason", default="", help="What all are told.")
@click.option("--early", is_flag=True, help="Also while the seat has still time.")
def silence(game: str, seat: str, reason: str, early: bool) -> None:
    """Apply the rule for silence to a seat that owes an answer.

    What no answer means stands in the rules of the game. All are told that you say so, and why. While the seat has
    still time, by its deadline and grace, a vacation or a pause, it is refused, unless you mean it to be --early.

    \b
    Examples:
      referee silence g1 --seat loki --reason "three weeks without a word"
      referee silence g1 --seat loki --early --reason "Bert does not play on"
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        tell_written(speak(desk, game, seat, reason, early=early))


@click.command("delete")
@game_argument
@click.option("--force", is_flag=True, help="Even if the game is still on.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(game: str, force: bool, yes: bool) -> None:
    """Delete a game for good.

    Its record, its roster and its letters out are deleted; its id is never given again. Letters that came in
    stay in the spool.

    \b
    Examples:
      referee delete g1 --yes
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        refuse_on(desk, game, force=force)
    if not yes:  # passes go on while nobody answers
        click.confirm(say("really-delete", game=game), abort=True, err=True)
    with desk_of() as desk:
        remove(desk, game, force=force)


@contextmanager
def _held(letter: str) -> Iterator[None]:
    """Work on a letter on hold. Raises `Faulty` if there is none of that name."""
    try:
        yield
    except FileNotFoundError:
        raise NotFound("no-letter-held", name=letter) from None


@click.command("release")
@click.argument("letter", metavar="LETTER")
def release(letter: str) -> None:
    """Let a letter that is on hold be tried again.

    LETTER is its name, as `referee status` tells it. It helps if the reason for holding it is gone; a letter
    with two senders is held again. See also `referee drop`.

    \b
    Examples:
      referee release 20261121T090501000000Z-0a1b2c3d4e5f6071
    """  # noqa: D301  \b is click's mark
    with desk_of(any_time=True) as desk, _held(letter):
        desk.spool.release(letter)


@click.command("drop")
@click.argument("letter", metavar="LETTER")
def drop(letter: str) -> None:
    """Put away a letter that is on hold, unanswered.

    LETTER is its name, as `referee status` tells it. The letter stays in the home, under post/done.

    \b
    Examples:
      referee drop 20261121T090501000000Z-0a1b2c3d4e5f6071
    """  # noqa: D301  \b is click's mark
    with desk_of(any_time=True) as desk, _held(letter):
        desk.spool.drop(letter)


@click.command("sign")
def sign_from_now_on() -> None:
    """Sign the seals of the games that are opened from now on.

    A key is made in the home, if there is none, and its public half printed: tell it to the players by
    another way than the mail of the games, and they can check with `referee verify --key` that every letter
    is from you. The key itself stays in the file signing-key; anybody who has it can sign as you do. A game
    that is on already is not signed. Needs the extra `sign`.

    \b
    Examples:
      referee sign
    """  # noqa: D301  \b is click's mark
    with writing():
        signer = made_signer(host_home())
    tell(signer.public)


@click.command("dispute")
@game_argument
def dispute(game: str) -> None:
    """Print the packet of the dispute that is on.

    It shows the letters concerned, how each line was read and by which rules, the table as each player saw it
    before and after, what an audit says. All players are told that the keeper has seen it. Exit code 1 if
    there is no dispute.

    \b
    Examples:
      referee dispute g1
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        text, written = packet_of(desk, game)
    tell(text, nl=False)
    tell_written(written)


@click.command("rule")
@game_argument
@click.argument("lines", metavar="LINE...", nargs=-1, required=True)
def rule(game: str, lines: Sequence[str]) -> None:
    """Rule in a dispute, or without one.

    Each LINE is a ruling; one is the reason, which all players are told. They take effect together, or not at
    all: then the reason is told, and the exit code is 1. While an arbiter is to rule, the keeper cannot.
    Lines that ask (packet, show, what if) are answered, and change nothing.

    \b
    Examples:
      referee rule g1 uphold "because: the line names column B."
      referee rule g1 "roll back to 7.1 redeal" "because: a letter was lost."
      referee rule g1 "clock loki +3 days" "because: the mail server was down."
      referee rule g1 "read 7.2 line 2 as: challenge b" "because: it was a slip."
      referee rule g1 "what if roll back to 7.1"
    """  # noqa: D301  \b is click's mark
    with desk_of() as desk:
        done = ruled_by(desk, game, lines)
    tell(done.text)
    if not done.done:
        raise Exit(NO)
    tell_written(done.written)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def backup(file: Path) -> None:
    """Copy the whole home into one file.

    Key, configuration, rosters, records and all letters, as they stand at one moment, while `referee serve`
    goes on. The file is a tar that nobody else can read; an older copy of that name is replaced once the new
    one is whole. Anybody who has it can read every hand, and write for every player: keep it as safe as the
    home.

    \b
    Examples:
      referee backup /var/backups/referee/2026-11-21.tar
    """  # noqa: D301  \b is click's mark
    now = utc_now()
    with writing():
        made = back_up(home_to_look_at(), file, now)
        note_made(host_home(), now)
    tell(say("backed-up", file=str(file), count=len(made.rows), size=made.size))


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True), metavar="FILE")
@click.option(
    "--force", is_flag=True, help="Even if the home is not empty: what is in it is put aside within."
)
def restore(file: Path, force: bool) -> None:
    """Put a copy of the home back, from a file that `referee backup` made.

    The home (`--home`) must be new or empty. Every file is checked against its digest before anything is
    done. What happened after the copy was made is lost, and the players are told so, once, as by `referee
    restored`: the letters wait to go out.

    \b
    Examples:
      referee restore /var/backups/referee/2026-11-21.tar
      referee --home /srv/referee restore /var/backups/referee/2026-11-21.tar --force
    """  # noqa: D301  \b is click's mark
    path = Path(click.get_current_context().find_root().params["home"])
    if path.is_dir() and store_of(host_home(new=True)):
        raise WrongUsage("store-hosts-own", where=str(path))
    with writing():
        copy = read_copy(file)
        to_do = put_back(copy, path, utc_now(), force=force)
    tell(say("put-back", count=len(copy.rows), made=copy.made, home=str(path)))
    if path.stat().st_uid != os.geteuid():
        tell(say("put-back-other", games=to_do.games, owner=path.stat().st_uid), err=True)
        return
    with desk_of(any_time=True) as desk:
        tell_restored(desk, to_do.games)


@click.command("restored")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--since",
    default="",
    metavar="TIME",
    help="When the copy was made (2026-11-21T09:00, UTC), if you know it.",
)
def restored(games: Sequence[str], since: str) -> None:
    """Say that an older copy of the home was put back.

    What happened after the copy was made is lost. Every game that is played by mail (or only each GAME) goes
    on as it stands: its players are told so, once; every seat has a new secret, and its letters go on with
    numbers that no lost letter has. `referee restore` does this by itself.

    \b
    Examples:
      referee restored
      referee restored g1 --since 2026-11-21T09:00
    """  # noqa: D301  \b is click's mark
    at = stamp(_time(since)) if since else ""
    with desk_of(any_time=True) as desk:
        Leaps(desk.home).check(confirmed=True)  # the copy's sure time says nothing about now
        chosen = tuple(desk.restores.concerned(tuple(games), desk.clock.now()))
        if chosen or desk.restores.pending:
            desk.restores.begin(chosen, at)
        tell_restored(desk, chosen)


def _time(given: str) -> datetime:
    try:
        at = datetime.fromisoformat(given)
    except ValueError:
        raise WrongUsage("bad-time", given=given) from None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def tell_restored(desk: Any, games: Sequence[str]) -> None:
    """Make a pass, in which the players are told, and print what it did."""
    done = desk.run()
    told = tuple(number for number in done.written if number.partition(".")[0] in games)
    tell(say("restored" if games else "restored-nothing", games=tuple(games), count=len(told), numbers=told))
    for at, error in done.troubles:
        tell(f"{at}: {trouble(error).message}", err=True)
    if done.troubles:
        raise Exit(NO)
