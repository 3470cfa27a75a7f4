"""Ludi Romani: three board games of ancient Rome behind one small protocol."""

__version__ = "0.1.0"
