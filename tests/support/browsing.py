"""A real browser for tests of pages: Chromium, driven by Playwright, if both are there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = (
    "no Chromium is installed to look with"
    if CHROMIUM is None
    else "the package playwright is not installed"
    if find_spec("playwright") is None
    else ""
)
"""Why there is no browser; "" if there is one."""
AXE = "axe_core_python"
"""The package that holds axe-core, which looks for what people with disabilities cannot use."""
AXE_MISSING = "" if find_spec(AXE) else f"the package {AXE} is not installed"
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1000, "height": 800}


@contextmanager
def browser() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield made
        finally:
            made.close()


@contextmanager
def looking(at: Any, url: str, **how: Any) -> Iterator[Any]:
    """A page of a browser at an address. Whatever goes wrong in it, or is fetched from anywhere, is an error."""
    wrong = list[str]()
    context = at.new_context(**{"viewport": DESK, **how})
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("request", lambda one: None if one.url.startswith("file:") else wrong.append(one.url))
    page.goto(url)
    try:
        yield page
    finally:
        context.close()
    assert wrong == []


def axe(page: Any) -> list[str]:
    """What axe-core finds wrong with what a page shows now: the rule and the element."""
    spec = find_spec(AXE)
    assert spec
    assert spec.origin
    page.evaluate(Path(spec.origin).with_name("axe.min.js").read_text("utf-8"))
    found = page.evaluate("() => axe.run(document)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]
