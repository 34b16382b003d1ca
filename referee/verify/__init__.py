"""What anybody can check without the referee: records, letters, lots, archives."""
