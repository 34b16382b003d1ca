"""What may break off at any call to the system: scenes from the life of a home, each run once for every call it makes.

    python tests/crash_scenes.py [--full] [--share N] [SCENE...]

runs them, with `--full` each call in every way, and prints the number of injected points and what was wrong.
"""

import argparse
import os
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

from support.crash_homes import (
    ACCEPTED,
    ADDRESS,
    AT_ONCE,
    CONFIRMED,
    ENDED,
    NOTED,
    PLAYED,
    PLAYERS,
    PROVOKED,
    RENEWED,
    VOTED,
    House,
    Left,
    Letter,
    Outside,
    Verb,
    asked,
    begun,
    differences,
    faults,
    foreseen,
    fresh,
    invited,
    made,
    seat_offered,
    silent,
)
from support.faults import CHANGING, ERRORS, Crash, Disk, disk, not_durable, points
from support.platter import Platter, disks, write

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.house.players import Player
from referee.util.errors import Faulty
from referee.util.values import Struct, Value, field, replace

NEWCOMER = Player("cleo@example.org", "Cleo")
Wrong = Callable[[House, Left, bool], list[str]]
"""What is wrong in a home, compared with what an undisturbed run left.

The last argument tells that an error was raised.
"""


def as_undisturbed(house: House, whole: Left, raised: bool) -> list[str]:
    """Nothing differs from an undisturbed run but what depends on a torn tail that was moved aside."""
    left = Left.of(house)
    if any(house.path.glob("home/games/*/*.torn-*")):
        left, whole = left.bare(), whole.bare()
    return differences(left, whole, merged=raised)


def as_renewed(house: House, _whole: Left, _raised: bool) -> list[str]:
    """A seat has a new secret, by one entry or by two, and a letter with it; the other game is untouched."""
    desk = house.desk()
    number = desk.outbox.last("g1")["loki"]
    path = desk.outbox.find(f"g1.loki.{number}")
    good = path is not None and desk.seats.secret("g1", "loki").encode() in path.read_bytes()
    house.go_on([Letter("g1", "loki", "draw", 9)])
    played = house.home.record_path("g1").read_bytes().count(b"seat: loki\n")
    return (
        []
        if good and played and not house.desk().spool.held()
        else ["the new secret is not told, or not good"]
    )


def as_opened(house: House, whole: Left, _raised: bool) -> list[str]:
    """There is no game, or it is whole: both are invited, and the desk knows their secrets."""
    desk, left = house.desk(), Left.of(house)
    new = sorted(name for name in left.out if name.startswith("g3."))
    if "g3" not in house.home.games():
        return new
    known = [desk.seats.find(desk.seats.secret("g3", seat)) for seat in PLAYERS["g1"]]
    right = known == [("g3", seat) for seat in PLAYERS["g1"]] and new == ["g3.loki.1.eml", "g3.thor.1.eml"]
    return [] if right and left.records == whole.records else ["half a game was opened"]


def as_begun(house: House, whole: Left, _raised: bool) -> list[str]:
    """The home has a key, drawn by lot, and its configuration."""
    left = Left.of(house)
    right = len(house.home.key()) == 32 and left.rest.keys() == whole.rest.keys()
    return (
        []
        if right and left.rest["home/config.yaml"] == whole.rest["home/config.yaml"]
        else ["the home is no home"]
    )


def as_dealt(house: House, _whole: Left, _raised: bool) -> list[str]:
    """One game was opened, and can be played on."""
    games = list(house.home.games())
    tables = [keeper.load_game(house.home, game) for game in games]
    return [] if [len(table.entries) for table in tables] == [1] else [f"opened: {games}"]


def at_desk(act: Callable[[Desk], object]) -> Verb:
    """A verb of the keeper's that needs the desk."""

    def verb(house: House) -> None:
        with house.desk().held(0) as desk:
            act(desk)

    return verb


class Scene(Value, dict=True):
    """A home as it begins, the letters that come, what the keeper does, and what must hold afterwards."""

    start: Callable[[Path], House]
    letters: Sequence[Letter] = ()
    verb: Verb | None = None
    wrong: Wrong = as_undisturbed


def unposted(form: str) -> Callable[[Path], House]:
    """A home during both games, from which letters are due to be posted in that form."""

    def start(folder: Path) -> House:
        house = begun(folder)
        outside = Outside.of(house, PLAYED)
        for mail, at in outside.waiting.items():
            house.desk().spool.put(mail, at=at)
        house.make_pass()
        house.form = form
        return house

    return start


def with_one_held(folder: Path) -> House:
    """A home during both games, with a letter on hold that a keeper may release."""
    house = begun(folder)
    mail = house.mail(Letter("g1", "loki", "draw", 7))
    desk = house.desk()
    desk.spool.put(mail, at=house.time)
    desk.spool.hold(desk.spool.take(desk.spool.waiting()[0]), "robot")
    return house


def held_letter(desk: Desk) -> str:
    """The letter on hold. Raises `Faulty` if there is none any more."""
    for held in desk.spool.held():
        return held.name
    raise Faulty("no-letter-held", name="")


def init(house: House) -> None:
    """A home is first used."""
    config.write(house.home, config.Config(ADDRESS, pictures="no"))


def deal(house: House) -> None:
    """A game is opened that is played at the keyboard; under another id, if that of a try before is taken for good."""
    names = [name for name in ("k1", "k2", "k3") if not (house.path / "home" / "games" / name).exists()]
    if not list(house.home.games()):
        keeper.open_game(house.home, "thunder", id=names[0], seed="09")


def put_back(desk: Desk) -> None:
    """The keeper says that an old copy was put back, unless all are told already; then a pass is made."""
    if games := tuple(desk.restores.concerned((), desk.clock.now())):
        desk.restores.begin(games)
    done = desk.run()
    for _, error in done.troubles:
        raise error


def about_to_end(folder: Path) -> House:
    """A home during both games, one of which its keeper ends in an hour."""
    house = begun(folder)
    at_desk(lambda desk: keeper.abandon_later(desk, "g1", "over"))(house)
    return house


SCENES: Mapping[str, Scene] = {
    "init": Scene(fresh, verb=init, wrong=as_begun),
    "table": Scene(made, verb=deal, wrong=as_dealt),
    "accepted": Scene(invited, ACCEPTED),
    "played": Scene(begun, PLAYED),
    "ended": Scene(begun, ENDED),
    "beforehand": Scene(foreseen, PROVOKED),
    "own-beforehand": Scene(foreseen, AT_ONCE),
    "noted": Scene(begun, NOTED),
    "renewed": Scene(begun, RENEWED),
    "joined": Scene(lambda folder: asked(folder, "join g3"), CONFIRMED),
    "watched": Scene(lambda folder: asked(folder, "watch g1"), (*CONFIRMED, *PLAYED[:1])),
    "voted": Scene(silent, VOTED),
    "replaced": Scene(seat_offered, CONFIRMED),
    "come-back": Scene(seat_offered, (*CONFIRMED, *PLAYED[:1])),
    "eml": Scene(unposted("eml")),
    "maildir": Scene(unposted("maildir")),
    "open": Scene(
        invited,
        verb=at_desk(lambda desk: keeper.invite(desk, "thunder", PLAYERS["g1"], id="g3")),
        wrong=as_opened,
    ),
    "newkey": Scene(
        begun, verb=at_desk(lambda desk: keeper.new_secret(desk, "g1", "loki")), wrong=as_renewed
    ),
    "replace": Scene(
        begun,
        verb=at_desk(lambda desk: keeper.replace_player(desk, "g1", "loki", NEWCOMER)),
        wrong=as_renewed,
    ),
    "address": Scene(
        begun, verb=at_desk(lambda desk: keeper.correct_address(desk, "g2", "odin", "b@new.example"))
    ),
    "abandon": Scene(begun, verb=at_desk(lambda desk: keeper.abandon(desk, "g1", "over"))),
    "abandon-later": Scene(begun, verb=at_desk(lambda desk: keeper.abandon_later(desk, "g1", "over"))),
    "abandon-due": Scene(about_to_end),
    "silence": Scene(begun, verb=at_desk(lambda desk: keeper.silence(desk, "g2", "odin", "a month"))),
    "resend": Scene(begun, verb=at_desk(lambda desk: keeper.resend(desk, "g1", "thor"))),
    "release": Scene(with_one_held, verb=at_desk(lambda desk: desk.spool.release(held_letter(desk)))),
    "drop": Scene(with_one_held, verb=at_desk(lambda desk: desk.spool.drop(held_letter(desk)))),
    "restored": Scene(begun, verb=at_desk(put_back)),
    "delete": Scene(begun, verb=at_desk(lambda desk: keeper.delete(desk, "g1", force=True))),
}


class Found(Struct, dict=True):
    """What a scene came to: runs by how they failed, calls of the undisturbed run, what was wrong, torn records."""

    injected: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    torn: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All points at which something was injected."""
        return self.injected.total()


def undisturbed(scene: Scene, base: House, to: Path) -> tuple[Left, list[str]]:
    """What an undisturbed run leaves, and which calls it makes."""
    house = base.copy(to)
    outside = Outside.of(house, scene.letters, scene.verb)
    with disk(root=house.path, reads=True) as double:
        outside.go()
    assert not faults(house), faults(house)
    return Left.of(house), double.made


def disturbed(scene: Scene, base: House, to: Path, point: tuple[int, str, int]) -> tuple[House, bool]:
    """A run whose n-th call fails, taken up again; and whether there was an n-th call."""
    number, how, error = point
    outside = Outside.of(base.copy(to), scene.letters, scene.verb)
    with (
        disk(number, how, error, root=outside.house.path, reads=True) as double,
        suppress(Crash, OSError, Faulty),
    ):
        outside.go()
    outside.settle()
    return outside.house, double.count >= number


def run(scene: Scene, folder: Path, *, full: bool = False, share: int = 1, first: int = 0) -> Found:
    """Run a scene once undisturbed, and once for every point."""
    found = Found()
    base = scene.start(folder / "base")
    whole, calls = undisturbed(scene, base, folder / "whole")
    found.calls = len(calls)
    for point in points(calls, full=full, share=share, first=first):
        number, how, _ = point
        to = folder / f"{number}-{how}"
        house, reached = disturbed(scene, base, to, point)
        assert reached, f"{point} was not reached"
        found.injected[f"{calls[number - 1]} {how}"] += 1
        found.torn += any(house.path.glob("home/games/*/*.torn-*"))
        wrong = faults(house) + scene.wrong(house, whole, how in ERRORS)
        found.wrong += [f"call {number} ({calls[number - 1]}) of {len(calls)}, {how}: {one}" for one in wrong]
        shutil.rmtree(to)
    return found


# The power is lost

LOSABLE = re.compile(
    r"^(?:home/lock|home/post/(?:told|sums)(?:/.*)?|home/post/(?:pruned|waits)|home/post/tmp/.*|home/post/sent/.*"
    r"|home/games/[^/]*/record\.snapshot|.*\.tmp)$"
)
"""What may be lost, or come back, without harm: a letter that is not known to be sent goes out once more.

Nothing is known of a letter without its sum, and it goes out as it is. What is old, and what waits, is looked
up once more. Without a snapshot the record is read.
"""


class Dark(Struct, dict=True):
    """One letter from delivery to posting, the disks that a loss of power may leave on the way, and what was wrong."""

    disks: int = 0
    tried: int = 0
    torn: int = 0
    wrong: list[str] = field(default_factory=list)


class Written(Struct, dict=True):
    """A run that was written down.

    It has the disk before, what was done, who was told what after which step, and what is left.
    """

    before: Platter
    double: Disk
    heard: Mapping[bytes, int]
    outside: Outside
    whole: Left

    def cut_off(self, step: int, house: House) -> Outside:
        """What is still to be done after these steps: mails that nobody acknowledged, a verb that did not end."""
        given = self.outside
        mails = {mail: at for mail, at in given.waiting.items() if self.heard[mail] > step}
        ended = given.verb is None or self.heard[b""] <= step
        # It may have been done already: who asks again and is told so is content.
        return Outside(house, mails, None if ended else given.verb, asked=1)

    def act(self, step: int) -> str:
        """The last thing done, in words."""
        done = self.double.log[step - 1] if step else ("nothing", "")
        return " ".join((done[0], done[-1])).replace(str(self.before.root), "")


CAPS = {"delete": 200, "newkey": 200, "open": 200, "thunder": 200}
"""Where many names are not synced, for each may be lost, this many of the disks are worked out after each step."""


def written_down(scene: Scene, base: House, to: Path) -> Written:
    """An undisturbed run, all that it does written down."""
    outside = Outside.of(base.copy(to), scene.letters, scene.verb)
    given, heard = replace(outside, waiting=dict(outside.waiting)), dict[bytes, int]()
    before = Platter(outside.house.path)
    with disk(root=outside.house.path) as double:
        outside.heard = lambda mail: heard.update({mail: len(double.log)})
        outside.go()
    return Written(before, double, heard, given, Left.of(outside.house))


def power_lost(scene: Scene, base: House, folder: Path, *, most: int = 0, cap: int | None = None) -> Dark:
    """Every disk that may be left, one after another; or of each step at most this many, drawn with a fixed seed.

    `cap` bounds how many are worked out, for a house that syncs nothing. It ends when something was found to be wrong.
    """
    found, run = Dark(), written_down(scene, base, folder / "whole")
    time_ = run.outside.house.time
    by_step = groupby(disks(run.before.root, run.double, run.before, cap), key=itemgetter(0))
    for step, group in by_step:
        if found.wrong:
            break
        trees = [tree for _, tree in group]
        found.disks += len(trees)
        for tree in Random(step).sample(trees, most) if 0 < most < len(trees) else trees:
            to = folder / f"{step}-{found.tried}"
            write(tree, to)
            found.tried += 1
            house = House(to, time_)
            told = sum(1 for name in tree if name.startswith("box/g") and name.endswith(".eml"))
            run.cut_off(step, house).settle()
            torn = any(to.glob("home/games/*/*.torn-*"))
            found.torn += torn
            wrong = faults(house) + scene.wrong(house, run.whole, False)
            if torn and told > len(list(base.box.glob("*.eml"))):
                wrong.append("a letter had gone out that told of a torn entry")
            found.wrong += [f"after {step} steps ({run.act(step)}): {one}" for one in wrong]
            shutil.rmtree(to)
    return found


POWER: Mapping[str, Scene] = {
    "thunder": Scene(begun, PLAYED[:1]),
    "standing": Scene(begun, PLAYED[1:2]),
    **{name: one for name, one in SCENES.items() if one.verb},
}
"""The scenes in which the power is lost: one letter of each game, and each verb of a keeper's.

In Odin's Table it is a letter with a standing order that acts.
"""


def killed_first(scene: Scene, folder: Path, *, share: int = 1) -> tuple[int, list[str]]:
    """The process is killed at a call, another goes on, and then the power is lost.

    Nothing that counts depends on the first. Whenever a letter is posted, and in the end, everything is on
    the disk except what may be lost. Returns how often, and what was not.
    """
    base = scene.start(folder / "base")
    _, calls = undisturbed(scene, base, folder / "whole")
    numbers = [number for number, name in enumerate(calls, 1) if name in CHANGING][::share]
    wrong: list[str] = []
    for number in numbers:
        outside = Outside.of(base.copy(folder / str(number)), scene.letters, scene.verb)
        root = outside.house.path
        with disk(number, "crash-after", root=root, reads=True) as first, suppress(Crash):
            outside.go()
        with disk(root=root) as then:
            outside.settle()
        log, box = [*first.log, *then.log], f"{root}/box/"
        posted = [at for at, act in enumerate(log) if act[0] == "create" and act[1].startswith(box)]
        for at in (*posted, len(log)):
            lost = {name.removeprefix(f"{root}/") for name in not_durable(log[:at])}
            lost = {
                name
                for name in lost
                if not LOSABLE.match(name) and not (at < len(log) and name.startswith("box"))
            }
            wrong += [f"killed at call {number}, dark after {at}: {name}" for name in sorted(lost)]
        shutil.rmtree(root)
    return len(numbers), wrong


def place() -> Path:
    """A folder in memory, if there is one: nothing here waits for a disk."""
    memory = Path("/dev/shm")  # noqa: S108
    return Path(tempfile.mkdtemp(prefix="crashes-", dir=memory if memory.is_dir() else None))


def tell_power(names: Sequence[str], most: int, share: int) -> None:
    """Lose the power, and say what was found."""
    for name in names or POWER:
        folder, began = place(), time.perf_counter()
        dark = power_lost(
            POWER[name], POWER[name].start(folder / "base"), folder, most=most, cap=CAPS.get(name)
        )
        took = time.perf_counter() - began
        print(
            f"{name}: {dark.disks} disks, {dark.tried} tried, {dark.torn} torn, {took:.0f} s, wrong: {len(dark.wrong)}",
            flush=True,
        )
        for one in dark.wrong[:20]:
            print(f"    {one}")
        shutil.rmtree(folder)
    for name in ("accepted", "played") if not names else ():
        folder = place()
        number, wrong = killed_first(SCENES[name], folder, share=share)
        print(f"{name}: killed first at {number} calls, wrong: {len(wrong)}", flush=True)
        for one in wrong[:20]:
            print(f"    {one}")
        shutil.rmtree(folder)


def main() -> None:
    """Run the scenes, and say what was found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--full", action="store_true")
    options.add_argument("--share", type=int, default=1, help="every so manieth point only")
    options.add_argument("--first", type=int, default=0, help="beginning with this one")
    options.add_argument(
        "--power", type=int, default=-1, help="the power is lost; of each step so many disks (0: all)"
    )
    options.add_argument("scenes", nargs="*", default=[])
    given = options.parse_args()
    setattr(os, "fsync", lambda _fd: None)  # noqa: B010  nothing here outlives the machine
    if given.power >= 0:
        tell_power(given.scenes, given.power, given.share)
        return
    total, by_how = 0, Counter[str]()
    for name in given.scenes or SCENES:
        began, folder = time.perf_counter(), place()
        found = run(SCENES[name], folder, full=given.full, share=given.share, first=given.first)
        shutil.rmtree(folder)
        total += found.total
        for key, count in found.injected.items():
            by_how[key.split(" ")[1]] += count
        took = time.perf_counter() - began
        print(
            f"{name}: {found.calls} calls, {found.total} points, {found.torn} torn, {took:.0f} s, wrong: {len(found.wrong)}"
        )
        for one in found.wrong[:12]:
            print(f"    {one}")
    print(f"{total} points: {dict(by_how)}")


if __name__ == "__main__":
    main()
