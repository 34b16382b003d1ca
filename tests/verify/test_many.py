"""The same look at many records: in order, by processes or a cluster that may end at any time, and gone on with."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from referee import cli
from referee.cli.records import broken
from referee.util.errors import Faulty
from referee.verify import many
from referee.verify.many import AHEAD, Outcome, guarded, looked_at, one_by_one, side_by_side

EXAMPLES = Path(__file__).parents[2] / "examples"
FROZEN = Path(__file__).parents[1] / "frozen"
MANY = 3 * AHEAD


def size(path: Path, *, seen: Path | None = None) -> Outcome:
    """A look that tells the size of a file, and leaves a note of each look."""
    if seen is not None:
        with seen.open("a") as file:
            file.write(f"{path.name}\n")
    if path.name.startswith("odd"):
        raise ZeroDivisionError
    return Outcome({"record": str(path)}, (f"{path.name}: {path.stat().st_size}",), "whole")


def deadly(path: Path, *, once: bool, who: str) -> Outcome:
    """A look that ends its process for one file: each time, or the first time only."""
    mark = path.with_suffix(".died")
    if path.name == who and not (once and mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return size(path)


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Files of different sizes."""
    folder = tmp_path / "files"
    folder.mkdir()
    every = [folder / f"{n:02d}.yaml" for n in range(MANY)]
    for n, path in enumerate(every):
        path.write_bytes(b"x" * n)
    return every


def told(found: Iterator[Outcome]) -> list[str]:
    """The texts of outcomes."""
    return [line for one in found for line in one.lines]


SIZES = [f"{n:02d}.yaml: {n}" for n in range(MANY)]


def test_two_processes_tell_in_the_order_of_the_paths(paths: list[Path]) -> None:
    """As one does."""
    assert told(one_by_one(size, paths)) == SIZES
    assert told(side_by_side(broken, 2)(size, paths)) == SIZES


def test_what_one_look_raises_is_told_of_that_record_alone(paths: list[Path]) -> None:
    """A bug, a file that is gone, and the others are looked at."""
    odd, gone = paths[3].rename(paths[3].with_name("odd.yaml")), paths[5]
    gone.unlink()
    every = [*paths[:3], odd, *paths[4:]]
    found = list(one_by_one(partial(guarded, size, broken), every))
    assert [one.verdict for one in found] == ["broken" if n in {3, 5} else "whole" for n in range(MANY)]
    assert "ZeroDivisionError" in found[3].lines[0]
    assert found[5].document["error"]["code"] == "cannot-read"
    assert all(one.wrong for one in (found[3], found[5]))


@pytest.mark.share(2)
@pytest.mark.parametrize("once", [True, False])
def test_a_process_that_is_killed_takes_no_other_record_with_it(paths: list[Path], once: bool) -> None:
    """Killed once, all is as ever; a record that ends each process is told as broken, and only that one."""
    found = told(side_by_side(broken, 2)(partial(deadly, once=once, who="10.yaml"), paths))
    dead = f"{paths[10]}: BROKEN: the process that looked at it ended, and so did another one."
    assert found == [one if once or n != 10 else dead for n, one in enumerate(SIZES)]
    assert paths[10].with_suffix(".died").exists()


def test_with_a_log_only_what_is_new_or_changed_is_looked_at(paths: list[Path], tmp_path: Path) -> None:
    """Broken off after six, gone on with; changed files again; another look, or another version, all of them."""
    log, seen = tmp_path / "log.jsonl", tmp_path / "seen"
    look = partial(size, seen=seen)

    def looks() -> list[str]:
        names = seen.read_text().split() if seen.exists() else []
        seen.unlink(missing_ok=True)
        return names

    first = looked_at(look, paths, one_by_one, log, "sizes")
    assert [next(first).lines[0] for _ in range(6)] == SIZES[:6]
    first.close()
    assert looks() == [path.name for path in paths[:6]]
    log.write_bytes(log.read_bytes() + b'{"look": "si')  # a line that a crash tore
    assert told(looked_at(look, paths, one_by_one, log, "sizes")) == SIZES
    assert looks() == [path.name for path in paths[6:]]
    paths[2].write_bytes(b"y" * 99)
    assert told(looked_at(look, paths, one_by_one, log, "sizes"))[2] == "02.yaml: 99"
    assert looks() == ["02.yaml"]
    assert len(told(looked_at(look, paths, one_by_one, log, "other"))) == len(looks()) == MANY
    assert [json.loads(line)["record"] for line in log.read_text().splitlines()][:2] == [*map(str, paths[:2])]


@pytest.mark.parametrize("content", ["a diary\n", '{"some": "json"}\n', "[1]\n"])
def test_a_file_that_is_no_log_is_named_and_kept(paths: list[Path], tmp_path: Path, content: str) -> None:
    """With its line."""
    log = tmp_path / "diary"
    log.write_text(content)
    with pytest.raises(Faulty) as fault:
        told(looked_at(size, paths, one_by_one, log))
    assert (fault.value.why.key, fault.value.where) == ("not-a-log", f"{log}:1")
    assert log.read_text() == content


# The verbs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records, one of which is damaged."""
    below = tmp_path / "games"
    for n in range(AHEAD + 2):
        (below / f"g{n:02d}").mkdir(parents=True)
        shutil.copy(FROZEN / "format-3.thunder.yaml", below / f"g{n:02d}" / "record.yaml")
    shutil.copy(EXAMPLES / "thunder" / "treasure-lost" / "notes.yaml", below / "notes.yaml")
    hurt = below / "g04" / "record.yaml"
    hurt.write_bytes(hurt.read_bytes().replace(b"loki", b"lokj", 1))
    return below


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("verb", "good", "bad"),
    [
        (("check",), "{}: whole, 19 entries.", "{}: DAMAGED at entry 0"),
        (("verify",), "ok    {}", "WRONG {}"),
        (("audit", "--rules"), "{}: g1, 19 entries, all ruled the same today.", "{}: BROKEN: "),
    ],
)
def test_verbs_look_at_all_records_below_a_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], verb: tuple[str, ...], good: str, bad: str
) -> None:
    """The damaged one is named in its place, and the others are looked at; two workers tell what one tells."""
    outs = []
    for workers in ("1", "2"):
        assert cli.run([*verb, str(folder), "--workers", workers]) == 1
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    lines = outs[0].splitlines()
    for n in range(AHEAD + 2):
        named = (bad if n == 4 else good).format(folder / f"g{n:02d}" / "record.yaml")
        assert sum(line.startswith(named) for line in lines) == 1, (named, outs[0])
    assert "notes.yaml" not in outs[0]


def test_as_json_each_record_has_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the counts are told."""
    assert cli.run(["verify", str(folder), "--workers", "2", "--json"]) == 1
    doc = json.loads(capsys.readouterr().out)
    assert [Path(one["record"]).parent.name for one in doc["records"]] == [
        f"g{n:02d}" for n in range(AHEAD + 2)
    ]
    assert doc["summary"] == {"right": AHEAD + 1, "wrong": 1, "broken": 0}


def test_a_notebook_that_has_changed_is_verified_again(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a log too, though its record is as it was."""
    shutil.rmtree(folder / "g04")
    one, log = folder / "g00", tmp_path / "log.jsonl"
    for name in ("record.yaml", "notes.yaml"):
        shutil.copy(EXAMPLES / "thunder" / "treasure-lost" / name, one / name)
    asked = ["verify", str(folder), "--workers", "1", "--log", str(log)]
    assert (cli.run(asked), cli.run(asked)) == (0, 0)
    before, at, after = (one / "notes.yaml").read_bytes().rpartition(b'at: "20')
    (one / "notes.yaml").write_bytes(before + at + b"9" + after[1:])
    capsys.readouterr()
    assert cli.run(asked) == 1
    assert "WRONG" in capsys.readouterr().out


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    """`kill -9` of the command and its workers in the middle; the same command then tells of all."""
    for n in range(100, 300):
        (folder / f"g{n}").mkdir()
        shutil.copy(FROZEN / "format-3.odins_table.yaml", folder / f"g{n}" / "record.yaml")
    log = tmp_path / "log.jsonl"
    asked = (sys.executable, "-m", "referee", "verify", folder, "--workers", "2", "--log", log)
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, start_new_session=True) as process:  # noqa: S603  ours
        wait_for(lambda: log.exists() and log.read_bytes().count(b"\n") >= 20)
        os.killpg(process.pid, signal.SIGKILL)
    before = log.read_bytes().count(b"\n")
    assert 20 <= before < 210
    ran = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603  ours
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.endswith("Records: 210. Right: 209, wrong: 1, broken: 0.\n")
    assert log.read_bytes().count(b"\n") == 210


def wait_for(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Until that holds."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.02)


# A cluster


def test_without_a_scheduler_a_sentence_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And without the extra, how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.run(["check", str(folder), "--scheduler", "tcp://127.0.0.1:1"]) == 69
    assert "pip install 'CHECKOUT[dask]'" in capsys.readouterr().err


@contextmanager
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[int]]]:
    """A scheduler and three workers with their own processes: its address, and their process ids."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=3,
            threads_per_worker=1,
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
            silence_logs=50,
        ) as made,
        distributed.Client(made) as client,
    ):
        yield made.scheduler_address, list(client.run(os.getpid).values())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_cluster_are_killed_in_the_middle(paths: list[Path], tmp_path: Path) -> None:
    """All is told, in order, once."""
    with cluster(tmp_path) as (address, workers):
        found = side_by_side(broken, 1, address)(slowly, paths * 3)
        first = [next(found).lines[0] for _ in range(4)]
        for pid in workers[:2]:
            os.kill(pid, signal.SIGKILL)
        assert [*first, *told(found)] == SIZES * 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_record_that_ends_worker_after_worker_is_told_as_broken(paths: list[Path], tmp_path: Path) -> None:
    """And only that one, as where the workers are processes."""
    pytest.importorskip("distributed")  # its settings are there once it is loaded
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), cluster(tmp_path) as (address, _):
        found = told(side_by_side(broken, 1, address)(partial(deadly, once=False, who="10.yaml"), paths))
    dead = f"{paths[10]}: BROKEN: the process that looked at it ended, and so did another one."
    assert found == [one if n != 10 else dead for n, one in enumerate(SIZES)]


def slowly(path: Path) -> Outcome:
    """A look that takes a while."""
    time.sleep(0.05)
    return size(path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_verb_tells_by_a_cluster_what_it_tells_alone(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the byte."""
    assert cli.run(["verify", str(folder), "--workers", "1"]) == 1
    alone = capsys.readouterr().out
    with cluster(tmp_path) as (address, _):
        capsys.readouterr()
        assert cli.run(["verify", str(folder), "--scheduler", address]) == 1
        assert capsys.readouterr().out == alone


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_workers_may_have_been_started_anywhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records are named from where the command is given; they are told by their whole paths."""
    monkeypatch.chdir(tmp_path)
    with cluster(tmp_path) as (address, _):
        monkeypatch.chdir(folder.parent)
        capsys.readouterr()
        assert cli.run(["verify", folder.name, "--scheduler", address]) == 1
        told_there = capsys.readouterr().out
    assert cli.run(["verify", str(folder), "--workers", "1"]) == 1
    assert told_there == capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_lost_in_the_middle_is_told(paths: list[Path], tmp_path: Path) -> None:
    """As is one without workers, for which nobody waits for ever."""
    pytest.importorskip("distributed")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # for the worker, which looks
    where = tmp_path / "scheduler.json"

    def started(*words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *words[1:], "--no-dashboard"]
        made = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=env, cwd=tmp_path)  # noqa: S603  ours
        ended.callback(made.wait)
        ended.callback(made.kill)
        return made

    with ExitStack() as ended:
        scheduler = started("scheduler", "--port", "0", "--scheduler-file", str(where))
        wait_for(lambda: where.exists() and where.stat().st_size > 0)
        address = json.loads(where.read_text())["address"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(many, "PATIENCE", 2)
            with pytest.raises(Faulty, match="no-workers"):
                next(side_by_side(broken, 1, address)(slowly, paths))
        started("worker", address, "--nthreads", "1")
        found = side_by_side(broken, 1, address)(slowly, paths * 3)
        next(found)
        scheduler.kill()
        with pytest.raises(Faulty, match="scheduler-lost"):
            list(found)


# What is no record


def test_one_name_that_stands_for_no_record_stops_none(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder with that name, a pipe, a link to nothing, what is not there: told; the others are looked at."""
    good = next(one for one in sorted(folder.rglob("record.yaml")))
    for name in ("is-a-folder", "is-a-pipe", "is-a-link"):
        (tmp_path / "x" / name).mkdir(parents=True)
    (tmp_path / "x" / "is-a-folder" / "record.yaml").mkdir()
    os.mkfifo(tmp_path / "x" / "is-a-pipe" / "record.yaml")
    (tmp_path / "x" / "is-a-link" / "record.yaml").symlink_to("nowhere")
    names = [str(tmp_path / "x" / name / "record.yaml") for name in ("is-a-folder", "is-a-pipe", "is-a-link")]
    assert cli.run(["check", *names, str(good), "g9"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 5
    assert [str(good) in line for line in said].index(True) == 3
    shutil.copytree(good.parent, tmp_path / "x" / "z")
    for verb in ("check", "verify"):
        assert cli.run([verb, str(tmp_path / "x"), "--workers", "1"]) == 1
        said = capsys.readouterr().out.splitlines()
        for name in ("is-a-folder", "is-a-pipe", "is-a-link"):
            assert sum(name in line for line in said) >= 1, (verb, said)
