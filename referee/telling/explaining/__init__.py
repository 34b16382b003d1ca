"""Entries explained to the keeper, or to whoever holds a record without what is hidden."""
