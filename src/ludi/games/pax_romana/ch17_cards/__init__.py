"""Chapter 17: the Event cards of the Advanced Game."""
