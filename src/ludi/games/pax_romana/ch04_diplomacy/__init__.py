"""Chapter 4: Player Interaction: Meetings, offers, promises, bribes."""
