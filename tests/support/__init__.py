"""What tests share: homes and desks in memory, a post office, real servers, forgers, faults and ways to look."""
