"""Chapter 3: set-up, the Game-Turn and its phases, Activations and Operations."""
