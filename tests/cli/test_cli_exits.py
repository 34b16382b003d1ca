"""The command line: exit codes, help, and the sentences for what goes wrong."""

import ast
import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import pytest
from support import command
from support.command import DEPLOY, Command, Ran, process, record_of, spoil
from support.source import nodes, tree

from referee import cli
from referee.__main__ import main
from referee.api import Table
from referee.cli import VERBS, run, terminal
from referee.cli.terminal import EXITS
from referee.home.home import Home
from referee.telling.catalog import HOUSE, catalog
from referee.util.errors import Faulty, Why

# The fixtures, under the names by which tests ask for them.
home, referee, game = command.home, command.referee, command.game

# Exit codes


def test_exit_2_for_a_wrong_use(game: Command) -> None:
    """A verb that does not exist, a seat that is not said, an option without a value: code 2, and a hint."""
    assert "Did you mean 'check'?" in game("chekc").err
    assert game("show").code == game("play", "g1", "draw").code == 2
    assert game("open", "thunder", "--option", "seer").code == 2
    assert game("open", "thunder", "--option", "seer=x").code == 2
    assert game("open", "thunder", "--option", "seer=may-stop", "--option", "seer=must-draw").code == 2
    assert game("open", "thunder", "--seed", "xyz").code == 2
    assert game("open", "thunder", "--id", "A B").code == 2


BY_MAIL = ("open", "thunder", "--seat", "thor=anna@example.org", "--seat", "loki=bert@example.org")


@pytest.mark.parametrize(
    ("term", "said"),
    [
        ("deadlin=72h", "Did you mean deadline?"),
        ("deadline=soon", "such as 72 hours or 72h"),
        ("deadline=3m", "such as 72 hours or 72h"),
        ("grace=tomorrow", "such as 72 hours"),
        ("grace=0h", "lasts from"),
        ("weekends=of", "Did you mean off?"),
        ("zone=Mars", "Europe/Berlin"),
    ],
)
def test_exit_2_for_a_term_that_is_none(referee: Command, term: str, said: str) -> None:
    """A term is an argument, though the configuration has the same: code 2, the near word, and no game is opened."""
    ran = referee(*BY_MAIL, "--term", term)
    assert (ran.code, said in ran.err, ran.out) == (2, True, "")
    assert referee("list").out == ""


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("72h", "72 hours"),
        ("3d", "3 days"),
        ("1 D", "1 day"),
        ("90min", "90 minutes"),
        ("2w", "2 weeks"),
        ("3d at 9:30", "3 days at 09:30"),
        ("1 day at 18.00", "1 day at 18:00"),
    ],
)
def test_a_span_as_people_abbreviate_it(referee: Command, home: Path, given: str, meant: str) -> None:
    """It is read, and stands in the record in full."""
    ran = referee(*BY_MAIL, "--term", f"deadline={given}")
    assert ran.code == 0, ran.err
    assert f"deadline: {meant}\n" in record_of(home).read_text().replace('"', "")


def test_terms_without_players_are_a_wrong_use(referee: Command) -> None:
    """A game that is not played by mail has no deadline: what would be left out without a word is refused."""
    assert referee("open", "thunder", "--term", "deadline=72h").code == 2
    assert referee("open", "thunder", "--arbiter", "olaf@example.org").code == 2


def test_a_near_word_is_named(game: Command) -> None:
    """Any mistake for which the right words are known: rules, options, values, games, seats."""
    for args, word in (
        (("open", "thundr"), "thunder"),
        (("open", "thunder", "--option", "sear=may-stop"), "seer"),
        (("open", "thunder", "--option", "seer=may-stp"), "may-stop"),
        (("show", "g11"), "g1"),
        (("show", "g1", "--seat", "tor"), "thor"),
    ):
        assert f"Did you mean {word}?" in game(*args).err
    assert "Did you mean" not in game("open", "chess").err


@pytest.mark.parametrize("verb", ["check", "audit", "show", "moves", "explain", "export"])
@pytest.mark.parametrize(
    "content", [b"", b"\n", b"# Title\n\nSome text.\n", b"\x7fELF\0\0", b"---\nthor: []\n"]
)
def test_a_file_that_is_no_record(referee: Command, tmp_path: Path, verb: str, content: bytes) -> None:
    """It is named, and is no torn record: nothing will ever move it aside."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    more = {"moves": ("--seat", "thor"), "explain": ("1",)}.get(verb, ())
    ran = referee(verb, f"{path}", *more)
    assert ran.code == (1 if verb == "check" else 65)
    assert ran.out + ran.err == f"{path}: this is no record of a game.\n"


def test_an_opening_that_is_torn_is_a_record(game: Command, home: Path, tmp_path: Path) -> None:
    """What the first write left of it is still called torn."""
    path = tmp_path / "record.yaml"
    path.write_bytes(record_of(home).read_bytes()[:40])
    assert "TORN at entry 0" in game("check", f"{path}").out
    ran = game("audit", f"{path}")
    assert (ran.code, ran.err.startswith(f"{path}: ")) == (65, True)


def test_a_folder_that_is_not_there_is_named(game: Command, tmp_path: Path) -> None:
    """Not a file that nobody has heard of."""
    ran = game("export", "g1", "--onlooker", "--output", str(tmp_path / "no" / "x.yaml"))
    assert (ran.code, ran.err) == (73, f"{tmp_path / 'no'}: there is no such folder.\n")


def test_exit_65_tells_every_mistake(referee: Command, tmp_path: Path) -> None:
    """Of a bad deck file every mistake is told as file:line:column: message, and no game is opened."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("thor: [x]\nloki: 5\nodin: 1\n")
    ran = referee("open", "thunder", "--option", f"deck={deck}")
    assert ran.code == 65
    assert [line.split(": ")[0] for line in ran.err.splitlines()] == [
        f"{deck}:1:8",
        f"{deck}:2:7",
        f"{deck}:3:1",
    ]
    assert referee("list").out == ""


def test_exit_65_for_a_damaged_record(game: Command, home: Path) -> None:
    """What needs a record that is damaged says which entry, and where the file is."""
    spoil(record_of(home))
    for args in (("show", "g1"), DEPLOY, ("audit", "g1")):
        ran = game(*args)
        assert (ran.code, ran.err) == (
            65,
            f"{record_of(home)}: entry 0 is not what was written: its mark is wrong.\n",
        )


@pytest.mark.parametrize("name", ["config.yaml", "company.yaml", "games/g1/roster.yaml"])
@pytest.mark.parametrize("wrong", ["a:\n\tb: 1\n", "a: [\n", "a: 1\na: 2\n", "no-such-key: 1\n"])
def test_exit_78_for_what_is_wrong_in_a_file_of_the_home(
    game: Command, home: Path, name: str, wrong: str
) -> None:
    """Whether it is no YAML, or says what nobody asked for: the home is not what it should be."""
    (home / name).write_text(wrong)
    for verb in ("run", "post") if name == "config.yaml" else ():
        ran = game(verb)
        assert (ran.code, ran.err.startswith(f"{home / name}:")) == (78, True)
        assert ("a tab stands here" in ran.err) == ("\t" in wrong)
    if name == "company.yaml":
        assert game("open", "thunder", "--seat", "thor=open", "--open-seats").code == 78
    if name.endswith("roster.yaml"):
        assert game(*DEPLOY).code == 78


def test_where_there_are_none_it_is_not_told_which_there_are(referee: Command, home: Path) -> None:
    """A home without games says that, and what to do next."""
    Home(home).make()
    ran = referee("show", "g1")
    assert (ran.code, "and no other. Next:" in ran.err, "there are: -" in ran.err) == (66, True, False)


def test_exit_66_for_what_is_not_there(game: Command) -> None:
    """No such game, rules, seat, record or file."""
    assert game("show", "../g1").code == 66
    assert game("show", "g7").code == game("open", "chess").code == 66
    assert game("show", "g1", "--seat", "odin").code == 66
    assert game("play", "g1", "--seat", "odin", "draw").code == 66
    assert game("check", "no.yaml").code == 66
    assert game("open", "thunder", "--option", "deck=/no/such.yaml").code == 66


def test_exit_69_for_a_missing_package(game: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb whose package is not installed names the package."""
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    ran = game("sign")
    assert (ran.code, "package cryptography" in ran.err) == (69, True)


def test_exit_70_for_our_own_mistakes(game: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error nobody thought of is told in a line; where it was, only with REFEREE_DEBUG=1."""

    def broken(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(Table, "load", broken)
    ran = game("show", "g1")
    assert (ran.code, len(ran.err.splitlines())) == (70, 1)
    assert "KeyError" in ran.err
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    assert "Traceback" in game("show", "g1").err


def test_exit_73_where_nothing_can_be_written(game: Command, tmp_path: Path) -> None:
    """An id that is taken, a folder that cannot be made."""
    assert game("open", "thunder", "--id", "g1").code == 73
    (tmp_path / "file").write_text("")
    assert game("demo", "--out", str(tmp_path / "file" / "x")).code == 73


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_exit_73_if_stdout_is_full(home: Path) -> None:
    """A result that cannot be written is no success."""
    assert not home.exists()
    with Path("/dev/full").open("w") as full:
        ran = process("handbook", "thunder", stdout=full)
    assert ran.returncode == 73
    assert "No space left" in ran.stderr


@pytest.mark.slow
def test_exit_75_while_another_process_writes(game: Command, home: Path) -> None:
    """A record that another process holds is busy: try again. Nothing was played."""
    with record_of(home).open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ran = game(*DEPLOY)
    assert (ran.code, "try again" in ran.err) == (75, True)
    assert len(Table.load(record_of(home)).entries) == 1


def test_exit_77_for_a_home_open_to_others(game: Command, home: Path) -> None:
    """A home that others can read is refused, to look as well as to play."""
    home.chmod(0o750)
    assert game("list").code == game("show", "g1").code == game(*DEPLOY).code == 77
    home.chmod(0o700)
    assert game("list").code == 0


def test_exit_78_for_a_damaged_key(game: Command, home: Path) -> None:
    """Without the right key no game goes on; looking needs no key."""
    game("open", "thunder", "--id", "spring")
    (home / "key").write_text("lost\n")
    ran = game("play", "spring", "--seat", "loki", "draw")
    assert (ran.code, ran.err.startswith(f"{home}/key: ")) == (78, True)
    assert game("show", "g1").code == 0


def test_exit_78_for_a_home_that_is_no_folder(referee: Command, home: Path) -> None:
    """A file cannot be a home."""
    home.write_text("")
    assert referee("list").code == 78


def test_every_exit_code_is_told(referee: Command) -> None:
    """`referee -h` lists every code with its meaning, how to get completion, and every verb."""
    out = referee("-h").out
    assert all(f"\n  {code:>5}  " in out for code in (0, 1, 2, 65, 66, 69, 70, 73, 75, 77, 78))
    assert "_REFEREE_COMPLETE=bash_source" in out
    assert all(f"\n  {verb} " in out for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_every_verb_has_examples(referee: Command, verb: str) -> None:
    """`-h` and `--help` are the same, and show how the verb is used."""
    short = referee(verb, "-h")
    assert short.code == 0
    assert f"Examples:\n    referee {verb}" in short.out
    assert referee(verb, "--help").out == short.out


# As a process


@pytest.mark.slow
def test_files_are_for_the_keeper_alone(home: Path) -> None:
    """With any umask, what is made can be read by its owner only."""
    assert process("open", "thunder", "--seed", "07", umask=0).returncode == 0
    assert process(*DEPLOY, umask=0).returncode == 0
    found = [home, *home.rglob("*")]
    assert record_of(home) in found
    assert [path for path in found if path.stat().st_mode & 0o077] == []


def test_seats_are_those_of_the_game_that_is_named(
    game: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seats offered are taken from the record of the game in the line."""
    assert game("list").code == 0
    asked: list[Path] = []

    def load(path: Path) -> SimpleNamespace:
        asked.append(path)
        return SimpleNamespace(seats=("red", "blue"))

    monkeypatch.setattr(Table, "load", load)
    for name, value in (("_REFEREE_COMPLETE", "bash_complete"), ("COMP_WORDS", "referee show g1 --seat b")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COMP_CWORD", "4")
    assert run([]) == 0
    assert capsys.readouterr().out == "plain,blue\n"
    assert [path.parent.name for path in asked] == ["g1"]


def test_new_files_are_private_from_the_start(monkeypatch: pytest.MonkeyPatch, referee: Command) -> None:
    """The entry point sets the umask before anything else, so that files made in passing are private too."""
    assert referee("handbook", "thunder").code == 0
    monkeypatch.setattr("sys.argv", ["referee", "--version"])
    before = os.umask(0)
    try:
        with pytest.raises(SystemExit) as left:
            main()
    finally:
        assert os.umask(before) == 0o077
    assert left.value.code == 0


def test_ctrl_c_is_no_mistake_of_ours(monkeypatch: pytest.MonkeyPatch, game: Command) -> None:
    """A user who stops the command gets the usual code, and no message."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "load", stopped)
    assert game("show", "g1") == Ran(130, "", "")


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error(home: Path) -> None:
    """`referee handbook | head` says nothing on stderr."""
    assert not home.exists()
    reading, written = os.pipe()
    os.close(reading)
    ran = process("handbook", "thunder", stdout=written)
    os.close(written)
    assert (ran.returncode, ran.stderr) == (141, "")


@pytest.mark.parametrize(
    ("args", "unwanted"),
    [
        pytest.param("['check', 'g1']", "lark jinja2", marks=pytest.mark.slow),
        ("['show', 'g1', '--seat', 'loki']", "lark"),
        pytest.param("['list', '--json']", "lark jinja2", marks=pytest.mark.slow),
    ],
)
def test_a_verb_loads_what_it_needs(game: Command, args: str, unwanted: str) -> None:
    """Slow packages are imported by those verbs only that use them."""
    assert game("list").code == 0
    code = f"import sys; from referee.cli import run; c = run({args}); print(c, *sorted(sys.modules), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = ran.stderr.split()
    assert loaded[0] == "0"
    assert "referee.engine.game" in loaded
    assert not set(unwanted.split()) & set(loaded)


def test_the_help_of_all_verbs_loads_none_of_them() -> None:
    """Nor YAML; what it says of each is a line that fits, and does not say something else than the verb's own help."""
    code = "import sys; from referee.cli import run; run(['-h']); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    modules = {f"referee.cli.{at.partition(':')[0]}" for at in VERBS.values()}
    assert not (modules | {"yaml"}) & set(ran.stderr.split())
    for verb, stub in cli.cli.commands.items():
        own, line = cli.loaded(verb).help or "", stub.short_help or ""
        assert f"  {verb:12} {line}\n" in ran.stdout
        assert line.split()[0] == own.split()[0]


def test_the_version_is_told(referee: Command) -> None:
    """`--version` prints a name and a number."""
    name, number = referee("--version").out.split()
    assert (name, number[0].isdigit()) == ("referee", True)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("referee ch", ["check", "check-game"]),
        ("referee show sp", ["spring"]),
        ("referee play ", ["g1", "spring"]),
        ("referee show g1 --seat t", ["thor"]),
        ("referee show --seat L", ["loki"]),
        ("referee play nowhere --seat l", ["loki"]),
    ],
)
def test_completion(
    game: Command,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    offered: list[str],
) -> None:
    """Verbs, ids of games and seats are offered where they may stand."""
    game("open", "thunder", "--id", "spring")
    monkeypatch.setenv("_REFEREE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    capsys.readouterr()
    assert run([]) == 0
    assert [line.removeprefix("plain,") for line in capsys.readouterr().out.splitlines()] == offered


# Sentences

SOURCE = Path(cli.__file__).parents[1]
SENTENCES = terminal.sentences()


def kinds_of(fault: type[Faulty]) -> Iterator[type[Faulty]]:
    """A class of faults, and all that are derived from it."""
    yield fault
    for kind in fault.__subclasses__():
        yield from kinds_of(kind)


KINDS = {kind.__name__: kind for kind in kinds_of(Faulty) if kind.__module__.startswith("referee.")}
RAISERS = {
    **dict.fromkeys(KINDS, 0),
    "Unreadable": 0,
    "fault": 0,
    "Misfit": 0,
    "Damaged": 1,
    "_said": 1,
    "_asking": 1,
    "whole": 2,
    "NotSo": 1,
    "place_faults": 1,
    "collect_faults": 2,
    "wrong_at": 1,
    "matching": 2,
}
"""Calls that make a `Faulty`, and which argument is its key."""
BESIDES = {
    "Damaged": {"entry"},
    "Misfit": {"entry", "field"},
    "_asking": {"error"},
    "whole": {"value", "most"},
    "matching": {"text", "most"},
}
"""Parameters that come without being named where the key is."""
Site = tuple[str, set[str] | None]
"""A key, and the names of the parameters given with it; None: not known at that place."""


CHECKERS = ("/decklist.py", "/sheets.py", "/cardlist.py", "/hammer_of_thor/spoken.py")
"""Modules of games that check files of cards: they answer with a key and its values."""
FINDS = {"verify/lots.py"}
"""Modules whose findings are told by such sentences."""


def sites(path: Path, module: str) -> Iterator[Site]:
    """Every place in a module where a key of a `Faulty` is written down.

    Keys that a checker gives as answers or findings count too.
    """
    checker, raisers = module.endswith(CHECKERS), {**RAISERS, **({"why": 0} if module in FINDS else {})}
    for node in nodes(path):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if (
                name in raisers and len(args) > raisers[name]
            ):
                named = {one.arg for one in node.keywords if one.arg} | BESIDES.get(name, set())
                params = None if any(one.arg is None for one in node.keywords) else named
                yield from ((key, params) for key in keys_in(args[raisers[name]], tree(path)))
            case ast.Tuple(elts=[first, ast.Dict(keys=names)]) if checker:
                given = {str(one.value) for one in names if isinstance(one, ast.Constant)}
                yield from ((key, given) for key in keys_in(first, tree(path)))


def keys_in(node: ast.expr, within: ast.Module) -> list[str]:
    """The keys that an argument may be: written there, or where the name in it is assigned."""
    match node:
        case ast.Constant(value=str(key)):
            return [key]
        case ast.IfExp(body=body, orelse=orelse):
            return [*keys_in(body, within), *keys_in(orelse, within)]
        case ast.Call(func=ast.Attribute(value=ast.Name() as kept, attr="get"), args=[_, other]):
            return [*keys_in(kept, within), *keys_in(other, within)]
        case ast.Dict(values=values):
            return [key for value in values for key in keys_in(value, within)]
        case ast.Name(id=name):
            return [
                key
                for value in assigned(within).get(name, ())
                if not isinstance(value, ast.Name)
                for key in keys_in(value, within)
            ]
    return []


@cache
def assigned(within: ast.Module) -> dict[str, list[ast.expr]]:
    """What is assigned to each name, or is the default of a parameter, wherever that is in a module."""
    found: dict[str, list[ast.expr]] = {}
    for one in ast.walk(within):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        match one:
            case ast.Assign(targets=[ast.Tuple(elts=targets), *_], value=ast.Tuple(elts=values)):
                pairs = [*zip(targets, values, strict=True)]
            case (
                ast.Assign(targets=[target, *_], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                pairs = [(target, value)]
            case ast.arguments(args=args, defaults=defaults) if defaults:
                for arg, usual in zip(args[-len(defaults) :], defaults, strict=True):
                    found.setdefault(arg.arg, []).append(usual)
        for target, value in pairs:
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(value)
    return found


def all_sites() -> Iterator[Site]:
    """Every place in the referee; a module that names nothing of this kind is not parsed."""
    telling = re.compile(r"\b(" + "|".join((*RAISERS, "why")) + r")\(")
    for file in sorted(SOURCE.rglob("*.py")):
        text, module = file.read_text("utf-8"), file.relative_to(SOURCE).as_posix()
        if module.endswith(CHECKERS) or telling.search(text):
            yield from sites(file, module)


ALL_SITES = [*all_sites()]


def fields_of(sentence: str) -> set[str]:
    """The names of the values that a sentence wants."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_the_sites_are_found() -> None:
    """The search finds keys of every kind: plain, chosen by a condition, assigned before, in a checker's answer."""
    found = {key for key, _ in ALL_SITES}
    assert {
        "no-such-game",
        "record-torn-mailed",
        "deck-size",
        "deck-strength",
        "record-lot",
        "our-mistake",
    } <= found


@pytest.mark.parametrize("key", sorted({key for key, _ in ALL_SITES}))
def test_every_fault_has_a_sentence(key: str) -> None:
    """Each key of a `Faulty` in the source has a sentence, and every value in it is given wherever it is raised."""
    if key not in SENTENCES["faults"]:
        assert catalog(HOUSE).has("refusals", key)
        return
    wanted = fields_of(SENTENCES["faults"][key])
    assert all(params is None or wanted <= params for known, params in ALL_SITES if known == key)


def test_a_fault_is_of_one_kind_wherever_it_is_found() -> None:
    """Who reads the exit code of a key may rely on it; the help lists the code of each kind."""
    assert {kind.exit_code for kind in KINDS.values()} < {code for code, _ in EXITS}
    found: dict[str, set[int]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for node in nodes(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                for key in keys_in(node.args[RAISERS[node.func.id]], tree(file)):
                    found.setdefault(key, set()).add(KINDS[node.func.id].exit_code)
    assert len(found) > 200
    assert {key: codes for key, codes in found.items() if len(codes) > 1} == {}


def test_no_sentence_is_left_over() -> None:
    """Each sentence is of a key that can be raised."""
    raised = {key for key, _ in ALL_SITES}
    variants = {f"{key}-none" for key in raised}  # of a key with a list in it that may be empty
    assert set(SENTENCES["faults"]) - variants - raised == {"several-faults"}


def test_a_key_without_a_sentence_is_told_all_the_same() -> None:
    """A game from elsewhere may bring keys of its own.

    The key and its values, made harmless, are better than nothing.
    """
    assert (
        terminal.fault_sentence(Why("new-key", {"a": 1, "b": ("x", "\x1b[2J")}))
        == "new-key a=1 b=x, <U+001B>[2J"
    )


def test_values_never_become_sentences() -> None:
    """What somebody typed is put in as it is, braces and all."""
    assert "{games}" in terminal.fault_sentence(Why("no-such-game", {"game": "{games}", "games": ("g1",)}))


@pytest.mark.slow
def test_a_receipt_that_cannot_be_printed_says_that_the_letter_is_played(tmp_path: Path) -> None:
    """Code 73 tells that the record holds the letter: sent again it would be played twice."""
    home = tmp_path / "home"
    env = {**os.environ, "REFEREE_HOME": str(home)}
    run = [sys.executable, "-m", "referee"]
    subprocess.run([*run, "open", "thunder", "--seed", "07"], env=env, check=True, capture_output=True)  # noqa: S603
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(  # noqa: S603
            [*run, "play", "g1", "--seat", "loki", "deploy dragon, frigg, ravens"],
            env=env,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 73
    assert "IS in the record" in ran.stderr
