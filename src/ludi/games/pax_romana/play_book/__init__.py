"""The rules that scenarios add of their own, each by the id it has in the scenario's file (3.0)."""
