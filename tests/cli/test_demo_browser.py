"""The page of a demo in a real browser, opened from the disk: on a phone, in the dark, for everybody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsing import AXE_MISSING, DESK, MISSING, PHONE, axe, browser, looking

from referee.cli import run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]
EXAMPLE = Path(__file__).parents[2] / "examples" / "odins_table" / "three-home"


@pytest.fixture(scope="module")
def shown() -> Iterator[Any]:
    """A browser for all tests."""
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a demo of Odin's Table."""
    out = tmp_path_factory.mktemp("demo") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        assert run(["demo", "--game", "odins_table", "--example", str(EXAMPLE), "--out", str(out)]) == 0
    return (out / "index.html").as_uri()


OPEN = "document.querySelectorAll('li:nth-child(-n+14) details').forEach(one => { one.open = true; })"


def test_a_letter_opens_and_shows_its_picture(shown: Any, address: str) -> None:
    """By a key; without scripts. The pictures are loaded from beside the page."""
    with looking(shown, address, java_script_enabled=False) as one:
        closed = one.locator("details:not([open])").first
        closed.locator("summary").focus()
        one.keyboard.press("Enter")
        assert one.locator("details[open] table.page:visible").count() == 2
    with looking(shown, address) as one:
        picture = one.locator("details[open] img")
        picture.scroll_into_view_if_needed()
        one.wait_for_function("document.querySelector('details[open] img').naturalWidth > 300")


def test_a_mailbox_is_shown_alone(shown: Any, address: str) -> None:
    """With what its player answered; by a tap on the name, and all of them again. No script is needed."""
    with looking(shown, address, java_script_enabled=False) as one:
        every, boxes = one.locator("ol > li:visible").count(), one.locator(".picks label")
        found = list[int]()
        for at in (1, 2):
            boxes.nth(at).click()
            found.append(one.locator("ol > li:visible").count())
            assert one.locator(f"ol > li.s{at - 1}:visible").count() == found[-1]
        assert sum(found) == every
        boxes.nth(0).click()
        assert one.locator("ol > li:visible").count() == every


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_wider_than_the_window(shown: Any, address: str, size: Any, dark: bool) -> None:
    """With the first letters open; the page is light or dark as its reader wants."""
    with looking(shown, address, viewport=size, color_scheme="dark" if dark else "light") as one:
        one.evaluate(OPEN)
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ground = "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)[0] > 127"
        assert one.evaluate(ground) is not dark


@pytest.mark.parametrize(("scheme", "size"), [("light", DESK), ("dark", PHONE)])
@pytest.mark.skipif(bool(AXE_MISSING), reason=AXE_MISSING)
def test_axe_finds_nothing(shown: Any, address: str, scheme: str, size: Any) -> None:
    """As it opens, and with the first letters open."""
    with looking(shown, address, viewport=size, color_scheme=scheme) as one:
        assert axe(one) == []
        one.evaluate(
            OPEN.replace("querySelectorAll('details')", "querySelectorAll('li:nth-child(-n+16) details')")
        )
        assert axe(one) == []
