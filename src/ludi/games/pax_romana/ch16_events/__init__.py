"""Chapter 16: the Events of the Standard Game."""
