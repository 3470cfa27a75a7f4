"""Chapter 15: Victory Points, Objectives, the end of the game."""
