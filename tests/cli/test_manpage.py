"""`referee man`: the manual page says what the help says, and programs that lay out manual pages can read it."""

import shutil
import subprocess

import click
import pytest

from referee import cli
from referee.cli.handbook import roff
from referee.cli.terminal import EXITS


@pytest.fixture(scope="module")
def page() -> str:
    """The page."""
    with click.Context(cli.cli, info_name="referee", **cli.cli.context_settings) as ctx:
        from referee.cli.handbook import page as lines

        return "\n".join([*lines(ctx), ""])


def laid_out(page: str) -> str:
    """As a reader sees it, wide enough that nothing is broken; warnings of groff fail."""
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("not installed: groff")
    done = subprocess.run(  # noqa: S603
        (groff, "-man", "-Tutf8", "-Kutf8", "-ww", "-rLL=1000n", "-P-cbou"),
        input=page,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return " ".join(done.stdout.split())


def test_every_verb_and_option_is_told_with_its_help(page: str) -> None:
    """By its name, and as the help has it."""
    told = laid_out(page)
    for verb in cli.VERBS:
        command = cli.loaded(verb)
        assert f"referee {verb} " in told
        for one in command.params:
            if isinstance(one, click.Option) and one.help and not one.hidden:
                assert all(name in told for name in one.opts), (verb, one.opts)
                assert " ".join(one.help.split()) in told, (verb, one.help)


def test_exit_codes_and_examples_are_told(page: str) -> None:
    """Each example on a line of its own."""
    told = laid_out(page)
    assert all(meaning in told for _, meaning in EXITS)
    assert "\nreferee\\ play" not in page
    assert '  referee play g1 \\-\\-seat loki "deploy ravens, hel, frigg"\n' in page


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (".TH ends", r"\&.TH ends"),
        ("'tis", r"\&\(aqtis"),
        (r"a \b c", r"a \eb c"),
        ("--home ~/x", r"\-\-home \(ti/x"),
    ],
)
def test_nothing_in_a_text_is_a_command(text: str, made: str) -> None:
    """Of roff."""
    assert roff(text) == made


def test_the_verb_writes_it(capsysbinary: pytest.CaptureFixture[bytes], page: str) -> None:
    """On stdout, and nothing else."""
    assert cli.run(["man"]) == 0
    assert capsysbinary.readouterr().out.decode() == page
