"""What tests share: homes and desks in memory, a post office, real servers, ways to forge, to fail and to look."""
