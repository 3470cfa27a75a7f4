"""What bots are lent: what a position is worth, and what is worth playing."""
