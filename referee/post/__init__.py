"""The ways mail comes: the spool in which letters wait, and the delivery of one letter into it."""
