"""The rings of the tests themselves: what plain `pytest` runs, and what is skipped where a server is missing."""

import shutil
from pathlib import Path

import pytest
from hypothesis import settings
from support.hosted import hosted

pytest_plugins = ("pytester",)

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SLOW = "import pytest\n\n@pytest.mark.slow\ndef test_it():\n    pass\n"
QUICK = "def test_it():\n    pass\n"


@pytest.fixture
def rings(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with our options, a slow test and a quick one."""
    pytester.makepyprojecttoml('[tool.pytest.ini_options]\ntestpaths = ["tests"]\nmarkers = ["slow"]\n')
    folder = pytester.mkdir("tests")
    for name, text in {
        "conftest": CONFTEST.read_text("utf-8"),
        "test_ring_outer": SLOW,
        "test_ring_inner": QUICK,
    }.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return pytester


@pytest.mark.parametrize(
    ("args", "passed", "deselected"),
    [
        ((), 1, 1),
        (("-m", "slow"), 1, 1),
        (("-m", "slow or not slow"), 2, 0),
        (("tests/test_ring_outer.py",), 1, 0),
        (("tests",), 2, 0),
    ],
)
def test_plain_pytest_leaves_out_what_is_slow(
    rings: pytest.Pytester, args: tuple[str, ...], passed: int, deselected: int
) -> None:
    """Naming a ring, a folder or a file runs all of it."""
    rings.runpytest_inprocess(*args).assert_outcomes(passed=passed, deselected=deselected)


def test_no_example_of_a_property_has_a_deadline() -> None:
    """How long an example takes says how busy the machine is; what fails says how to make it fail again."""
    assert settings().print_blob
    for name in ("dev", "ci", "long"):
        assert settings.get_profile(name).deadline is None


@pytest.mark.parametrize("gone", ["dovecot", "postfix", "sievec"])
def test_a_server_that_is_not_installed_skips_its_tests(monkeypatch: pytest.MonkeyPatch, gone: str) -> None:
    """The reason names what is missing; nothing is started."""
    which = shutil.which
    monkeypatch.setattr(
        "support.servers.shutil.which",
        lambda name, path=None: None if name == gone else which(name, path=path) or name,
    )
    with pytest.raises(pytest.skip.Exception, match=gone), hosted():
        pytest.fail("was started")
