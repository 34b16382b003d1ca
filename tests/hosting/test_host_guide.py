"""The guide for hosts: each of its lines does what it says, typed by the user whom it names, on a machine that is bare.

The machine is a folder: this one's programs, to be read only, an empty /var, /opt and /usr/local, and users of its own.
A line runs in it by `chroot`, in a mount namespace that ends with it. The packages are those of this Python, because
none is fetched here; else every line is typed as it stands.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "examples" / "host" / "README.md"
PROGRAMS = {"unshare", "chroot", "adduser", "su", "setpriv", "install"}
LINKED = ("bin", "sbin", "lib", "lib64")
KEPT = (
    "alternatives",
    "ld.so.cache",
    "nsswitch.conf",
    "pam.d",
    "security",
    "login.defs",
    "adduser.conf",
    "deluser.conf",
)
"""What there is of /etc: how programs are found, and how somebody becomes a user."""
USERS = {
    "passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "group": "root:x:0:\nnogroup:x:65534:\n",
    "shadow": "root:*:19000:0:99999:7:::\n",
    "gshadow": "root:*::\n",
}
CRON = re.compile(r"(?:\S+ +){4}\S+  (?P<user>\w+)  (?P<line>.*)")
HOME = "/var/lib/referee"
CONTENT = ("referee", "grammar", "templates", "examples", "pyproject.toml")


class Machine:
    """A bare machine in a folder."""

    def __init__(self, folder: Path) -> None:
        """Make what is not mounted."""
        self.folder = folder
        for name in (
            "usr",
            "dev",
            "proc",
            "etc",
            "root",
            "opt",
            "var/lib",
            "var/backups",
            "usr-local/bin",
            "run",
            "srv",
            "tmp",
        ):
            (folder / name).mkdir(parents=True)
        (folder / "tmp").chmod(0o1777)
        for name in LINKED:
            if (there := Path("/") / name).is_symlink():
                (folder / name).symlink_to(there.readlink())
        for name in KEPT:
            there = Path("/etc") / name
            if there.is_dir():
                shutil.copytree(there, folder / "etc" / name, symlinks=True)
            elif there.exists():
                shutil.copy(there, folder / "etc" / name)
        for name, text in USERS.items():
            (folder / "etc" / name).write_text(text)
        for name in CONTENT:
            there, to = ROOT / name, folder / "srv" / "checkout" / name
            if there.is_dir():
                shutil.copytree(there, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(there, to)
        self.packages = [Path(path) for path in sys.path if "site-packages" in path and Path(path).is_dir()]
        for n, _ in enumerate(self.packages):
            (folder / "srv" / f"packages{n}").mkdir()

    def runs(self, line: str, user: str = "root", **env: str) -> subprocess.CompletedProcess[str]:
        """What comes of a line of shell that a user types, in an environment that holds no more than it must."""
        setting = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            **env,
        }
        mounts = {"/dev": "dev", str(self.folder / "usr-local"): "usr/local"}
        mounts |= {str(path): f"srv/packages{n}" for n, path in enumerate(self.packages)}
        mounted = "".join(f"mount --bind {what} {self.folder / where}\n" for what, where in mounts.items())
        who = "" if user == "root" else f"setpriv --reuid={user} --regid={user} --clear-groups "
        names = " ".join(f'{name}="{value}"' for name, value in setting.items())
        inside = f'exec chroot {self.folder} env -i {names} {who}/bin/sh -c "$1"'
        usr = f"mount --bind /usr {self.folder / 'usr'}\nmount -o remount,bind,ro {self.folder / 'usr'}\n"
        script = f"set -e\n{usr}{mounted}mount -t proc proc {self.folder / 'proc'}\ncd /\n{inside}\n"
        command = ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", line]
        return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603

    def installs(self) -> None:
        """Do what `pip install` of the guide does, with packages of this Python in the place of fetched ones."""
        (site,) = (self.folder / "opt" / "referee" / "lib").glob("python3*/site-packages")
        paths = ["/srv/checkout", *(f"/srv/packages{n}" for n, _ in enumerate(self.packages))]
        (site / "here.pth").write_text("".join(f"{path}\n" for path in paths))
        program = self.folder / "opt" / "referee" / "bin" / "referee"
        program.write_text(
            "#!/opt/referee/bin/python\nimport sys\nfrom referee.__main__ import main\nsys.exit(main())\n"
        )
        program.chmod(0o755)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A bare machine; there is one where we are root, and may mount."""
    if os.geteuid() != 0 or (missing := sorted(one for one in PROGRAMS if not shutil.which(one))):
        pytest.skip("not root" if os.geteuid() else f"not installed: {missing}")
    of_system = subprocess.run(
        ["/usr/bin/python3", "--version"], capture_output=True, text=True, check=False
    ).stdout
    if not of_system.startswith(f"Python 3.{sys.version_info.minor}."):
        pytest.skip(f"the Python of the system is another one: {of_system}")
    folder = tmp_path_factory.mktemp("machine")
    for one in (folder, *folder.parents[:2]):
        one.chmod(one.stat().st_mode | 0o011)  # others go through, as on any machine
    made = Machine(folder)
    done = made.runs("id -u")
    if done.returncode or done.stdout != "0\n":
        pytest.skip(f"nothing can be mounted here: {done.stderr}")
    return made


def section(title: str) -> list[str]:
    """The lines of the guide that are to be typed in a section."""
    text = GUIDE.read_text("utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


def typed(machine: Machine, line: str) -> str:
    """Type a line as the guide has it; what it says. One that names no user is root's, or begins with `referee`."""
    line = line.replace("GAMES.EXAMPLE", "games.example").replace("CHECKOUT", "/srv/checkout")
    if " install '/srv/checkout[" in line:
        machine.installs()
        return ""
    if cron := CRON.fullmatch(line):
        # cron takes % for the end of the line, has few places in which programs are, and knows the user's name.
        once = re.split(r"(?<!\\)%", cron["line"])[0].replace("\\%", "%")
        done = machine.runs(once, cron["user"], PATH="/usr/bin:/bin", HOME=HOME)
    elif line.startswith("referee "):
        done = machine.runs(line, "referee", HOME=HOME, REFEREE_HOME=HOME)
    else:
        done = machine.runs(line)
    # No mail server is named yet: the doctor says so.
    fine = {0, 1} if line.endswith(" doctor'") else {0}
    assert done.returncode in fine, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def copies(machine: Machine) -> list[Path]:
    """The copies that were made."""
    return sorted((machine.folder / "var/backups/referee").glob("*.tar"))


@pytest.mark.slow
def test_each_line_works_for_the_user_whom_it_names(machine: Machine) -> None:
    """From nothing to a home, games, a copy each night; the disk is lost; and back to the same games."""
    said = [typed(machine, line) for line in section("First")]
    assert f"ok    home: {HOME}, open to nobody else." in said[-1]
    said = [
        typed(machine, line)
        for title in ("A program as a partner", "Games that wait for players")
        for line in section(title)
    ]
    assert said == ["g1\n", "g2\n", "g3\n"]
    lines = [line for line in section("Back up and restore") if not line.startswith("systemctl ")]
    nightly = [line for line in lines if CRON.fullmatch(line)]
    for line in lines[: lines.index(nightly[0]) + 1]:
        typed(machine, line)
    (first,) = copies(machine)
    kept = first.rename(first.with_name("2026-11-21.tar")).read_bytes()
    typed(machine, nightly[0])
    assert [path.name for path in copies(machine)] == sorted({"2026-11-21.tar", first.name})
    assert (first.parent / "2026-11-21.tar").read_bytes() == kept
    shutil.rmtree(machine.folder / HOME[1:])
    machine.runs(f"install -d -o referee -g referee -m 700 {HOME}")
    said = [typed(machine, line) for line in lines[lines.index(nightly[0]) + 1 :]]
    assert f"ok    home: {HOME}, open to nobody else." in "".join(said)
    assert "g1" in typed(machine, "referee list")


def test_no_line_of_the_guide_names_a_place_of_root() -> None:
    """What the user writes lies below folders that are the user's own."""
    for line in section("Back up and restore"):
        for place in re.findall(r"/var/backups\S*", line):
            assert place.startswith("/var/backups/referee")
