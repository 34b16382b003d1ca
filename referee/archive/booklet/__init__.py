"""A booklet: an annotated game to print, with boards at the positions that are marked."""
