"""Company: people who play in no game yet, and write to the referee to join one (H29)."""
