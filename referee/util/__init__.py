"""Tools that know neither games nor mail: files, YAML, settings, times, texts."""
