"""How long searches take in the pages of a collection, in Chromium: each in a page that was just opened from the disk.

    python tests/bench/search_in_browser.py SITE [QUERY ...]

Told are the median and the slowest of five, how many games were found, and the memory of the page's script.
"""

import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.browsing import browser, looking

QUERIES = (
    *("b*", "t*", "x*", "tho*", "thor", "winner:thor", "wins", "nightmare", "thor.tyr", "zzz", "turns<20"),
    *("nightmare frigg -hel winner:loki", "a* b* c* d*", "NOT t*", "player"),
)
REPEATS = 5
TOOK, DONE = "document.documentElement.dataset.took", "html[data-took]"


def searched(page: Any, query: str) -> float:
    """How many milliseconds a search takes, from the key that was pressed until the games stand there."""
    page.wait_for_selector(DONE)
    page.evaluate(f"delete {TOOK}")
    page.fill("#query", query)
    page.wait_for_selector(DONE)
    return float(page.evaluate(TOOK))


def measure(site: Path, queries: tuple[str, ...]) -> None:
    """Tell the time of each search."""
    with browser() as chromium:
        for query in queries:
            took, found, heap = list[float](), "", 0.0
            for _ in range(REPEATS):
                with looking(chromium, (site / "index.html").as_uri()) as page:
                    took.append(searched(page, query))
                    found = page.text_content("#found")
                    session = page.context.new_cdp_session(page)
                    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
            print(
                f"{query:35} {statistics.median(took):6.0f} ms, at most {max(took):6.0f}; {found} {heap:.0f} MB"
            )


if __name__ == "__main__":
    measure(Path(sys.argv[1]), tuple(sys.argv[2:]) or QUERIES)
