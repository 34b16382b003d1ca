"""Switching off the garbage collector while a record is loaded.

Reading a record makes tens of thousands of values, all of which stay: a search for garbage among them only
takes time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Within this no garbage is looked for, in this process; after it again, if it was before."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
