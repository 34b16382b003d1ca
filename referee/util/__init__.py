"""Tools that know neither games nor mail: files, YAML, settings, times, texts."""

VERSION = "0.1.0"
