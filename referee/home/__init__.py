"""A keeper's folder: key, configuration, rosters, secrets of seats."""
