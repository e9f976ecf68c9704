"""Screens: what a host or a table sees."""
