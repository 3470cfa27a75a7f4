"""Chapter 13: Tribes and Barbarian invasions."""
