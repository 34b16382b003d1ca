"""Switching off the garbage collector while a record is loaded.

Reading a record makes tens of thousands of values, all of which stay: a search for garbage among them only
takes time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Switch the garbage collector of this process off; afterwards it is on again, if it was on before."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
