"""What a position is, and how the stack of procedures runs; it knows no chapter of the rules."""
