"""A line of a letter becomes a reading, in the words of its seat."""
