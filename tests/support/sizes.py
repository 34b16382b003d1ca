"""How much of what takes minutes is run: all of it with REFEREE_FULL set, else a part."""

import os

import pytest

FULL = bool(os.environ.get("REFEREE_FULL"))
"""Whether everything is asked for."""
only_full = pytest.mark.skipif(not FULL, reason="takes minutes: run with REFEREE_FULL=1")
"""For a test that another of its kind stands for otherwise."""
