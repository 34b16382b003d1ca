"""The recipes without a mail server: rounds by cron and systemd, sending by msmtp, LMTP.

And the doctor on all of it.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import fields
from support.hosted import PASSWORD, Host, letters
from support.post_office import SEATED
from support.postfix import AS_USER, RECIPES, given_away, recipe
from support.servers import HOST, free_port, needed

from referee.house.terms import Terms, terms_of
from referee.util import VERSION

ANNA = SEATED["thor"].address
BOX = "box@home.example"


def accept(host: Host) -> None:
    """Anna accepts."""
    to = host.reply_to("thor")
    host.postfix.submit(ANNA, to, f"From: {ANNA}\r\nTo: {to}\r\nSubject: g1\r\n\r\naccept\r\n".encode())
    host.postfix.emptied()


def played(host: Host) -> bool:
    """Whether Anna was told that her letter was played."""
    return bool(re.search(r"1> accept\n[ |]*You accept", host.last("thor").text))


def fetching(host: Host) -> str:
    """Configure fetching from a mailbox."""
    secret = host.home / "imap-password"
    secret.write_text(f"{PASSWORD}\n")
    secret.chmod(0o600)
    given_away(secret)
    return (
        f"fetch:\n  - imap: {HOST}\n    port: {host.dovecot.imap}\n    tls: none\n    user: {BOX}\n"
        "    password-file: imap-password\n"
    )


@pytest.mark.slow
def test_a_round_by_cron(host: Host) -> None:
    """The recipe's line fetches, rules and sends, and prints nothing that cron would mail."""
    host.made(BOX)
    host.configured(fetching(host))
    host.opened()
    accept(host)
    assert len(letters(host.dovecot, BOX)) == 1
    text = recipe(
        "cron/referee", **{"/usr/local/bin/referee": str(host.referee), "/var/lib/referee": str(host.home)}
    )
    (line,) = re.findall(r"^\*/5 \* \* \* \*  referee  (.*)$", text, re.MULTILINE)
    env = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))
    command = ["/bin/sh", "-c", line]
    done = subprocess.run(command, env=env, capture_output=True, check=False, cwd="/", **AS_USER)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b""
    host.postfix.emptied()
    assert played(host)
    assert letters(host.dovecot, BOX) == []


@pytest.mark.slow
def test_the_doctor_on_a_whole_house(host: Host) -> None:
    """Every way is tried with real servers, and no mail is taken or sent; each fault is reported for its way."""
    host.made(BOX)
    host.configured(fetching(host))
    host.opened()
    accept(host)
    host.run("fetch")
    host.passed()
    accept(host)
    sent = host.postfix.log().count("status=sent")
    told = host.run("doctor")
    assert f"ok    fetch: {HOST}/INBOX can be opened." in told
    assert f"ok    post: {HOST}:{host.postfix.port} can be used." in told
    assert len(letters(host.dovecot, BOX)) == 1
    assert host.postfix.log().count("status=sent") == sent
    (host.home / "imap-password").write_text("open sesame\n")
    path = host.home / "config.yaml"
    text = path.read_text()
    path.write_text(text.replace(f"  port: {host.postfix.port}\n", f"  port: {free_port()}\n"))
    wrong = [line for line in host.run("doctor", code=1).splitlines() if line.startswith("WRONG")]
    assert [line.split(": ")[0] for line in wrong] == ["WRONG fetch", "WRONG post"]
    assert "does not let us in" in wrong[0]
    assert "refused" in wrong[1]
    assert PASSWORD not in "".join(wrong)


@pytest.mark.slow
def test_letters_go_out_by_msmtp(host: Host) -> None:
    """The program of the recipe is the configuration's `sendmail`."""
    needed("msmtp")
    host.made()
    rules = host.home / "msmtprc"
    given = {
        "SMTP.GAMES.EXAMPLE": HOST,
        "port 587": f"port {host.postfix.port}",
        "tls on": "tls off",
        "auth on": "auth off",
        "GAMES.EXAMPLE": "games.example",
        "MAILBOX": "referee",
    }
    rules.write_text(recipe("msmtp/msmtprc", **given))
    rules.chmod(0o600)
    given_away(rules)
    program = host.postfix.folder / "bin" / "msmtp-of-the-referee"
    program.write_text(f'#!/bin/sh\nexec msmtp -C {rules} "$@"\n')
    program.chmod(0o755)
    path = host.home / "config.yaml"
    settings = path.read_text().partition("post:\n  smtp:")[0]
    path.write_text(f"{settings}post:\n  sendmail: {program}\n")
    host.opened()
    accept(host)
    host.passed()
    assert played(host)
    assert host.run("doctor").count("msmtp-of-the-referee can be used") == 1


@pytest.mark.slow
def test_the_units_of_systemd_are_what_systemd_takes(tmp_path: Path) -> None:
    """Every word of them is known to systemd, and they restrict the services to what these need."""
    needed("systemd-analyze")
    names = ("referee-pass.service", "referee-pass.timer", "referee.service")
    assert sorted(path.name for path in (RECIPES / "systemd").iterdir()) == sorted(names)
    for name in names:
        text = (RECIPES / "systemd" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("/usr/local/bin/referee", "/bin/true"))
    units = [str(tmp_path / name) for name in names]
    command = ["systemd-analyze", "verify", "--man=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if "Failed to initialize manager" in done.stderr:
        pytest.skip(f"systemd-analyze cannot work here: {done.stderr}")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    for unit in (one for one in units if one.endswith(".service")):
        command = ["systemd-analyze", "security", "--offline=yes", "--threshold=15", "--no-pager", unit]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 0, done.stdout[-2000:]


def test_the_guide_installs_what_there_is() -> None:
    """It installs a checkout or a wheel, because nothing is published, with the extras of players and keepers.

    The manual of archives names `dask`, the guide of authors `adapters`; for several hosts one needs `postgres` too.
    """
    text = (RECIPES / "README.md").read_text("utf-8")
    project = tomllib.loads((RECIPES.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    others = {"test", "testing", "dev", "bench", "dask", "adapters", "postgres"}
    wanted = set(project["optional-dependencies"]) - others
    lines = re.findall(r"pip install '([^'\[]*)\[([a-z,]*)\]'", text)
    wheel = f"./referee-{VERSION}-py3-none-any.whl"
    assert [what for what, _ in lines] == ["CHECKOUT", wheel, "CHECKOUT"]
    assert [set(extras.split(",")) for _, extras in lines] == [wanted, wanted, {*wanted, "postgres"}]
    assert all(f"`{extra}` for" in text for extra in wanted)
    assert "'.[dask]'" in (RECIPES.parent / "archive" / "README.md").read_text("utf-8")


def test_the_guide_tells_every_term() -> None:
    """Its table has a row for each term of play by mail, with a value that is taken; and none for anything else."""
    rows = re.findall(
        r"^\| (`[a-z]+=.*?) \|", (RECIPES.parent / "README.md").read_text("utf-8"), re.MULTILINE
    )
    told = [re.findall(r"`([a-z]+)=([^`]*)`", row) for row in rows]
    assert {name for pairs in told for name, _ in pairs} == {one.name for one in fields(Terms)}
    for name, value in (pair for pairs in told for pair in pairs):
        assert getattr(terms_of({name: value}), name) == value


def test_nothing_says_to_install_a_package_that_is_on_no_index() -> None:
    """No guide, no hint of the command line or the doctor, and no docstring names `referee` as a package to fetch."""
    root = RECIPES.parents[1]
    texts = [path for name in ("examples", "templates", "referee") for path in (root / name).rglob("*.*")]
    for path in (root / "README.md", *texts):
        if path.suffix in {".md", ".yaml", ".po", ".py", ".txt", ".html"}:
            assert not re.search(r"pip install '?referee", path.read_text("utf-8")), path


@pytest.mark.slow
def test_a_wheel_made_here_is_the_whole_referee(tmp_path: Path) -> None:
    """Installed from a wheel, as in the guide, without the checkout: it opens a game and shows its rules."""
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(RECIPES.parents[1])]
    subprocess.run(build, check=True, capture_output=True)  # noqa: S603  ourselves
    (wheel,) = tmp_path.glob("referee-*-py3-none-any.whl")
    into = [*pip, "install", "--no-deps", "--target", str(tmp_path / "lib"), str(wheel)]
    subprocess.run(into, check=True, capture_output=True)  # noqa: S603  ourselves
    where = f"{tmp_path / 'lib'}:{sysconfig.get_path('purelib')}"
    command = [sys.executable, "-P", "-m", "referee", "--home", str(tmp_path / "home")]
    for args, said in ((("open", "thunder", "--seed", "07"), "g1"), (("handbook", "thunder"), "15.2")):
        env = {"PYTHONPATH": where, "PATH": os.environ["PATH"]}
        ran = [*command, *args]
        done = subprocess.run(ran, env=env, cwd="/", capture_output=True, text=True, check=False)  # noqa: S603
        assert (done.returncode, said in done.stdout) == (0, True), done.stderr


def test_every_recipe_is_run_by_a_test() -> None:
    """A test reads every file of the recipes, as a text or as a program."""
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("*.py"))
    for path in RECIPES.rglob("*"):
        if path.is_file() and path.name != "README.md" and path.parent.name != "systemd":
            assert re.search(rf'(recipe\(\s*|RECIPES / )"{path.relative_to(RECIPES)}"', tests), path


def test_the_readme_names_every_recipe() -> None:
    """Whoever looks for one finds it."""
    text = (RECIPES / "README.md").read_text("utf-8")
    for folder in (path for path in RECIPES.iterdir() if path.is_dir()):
        assert f"`{folder.name}/" in text
