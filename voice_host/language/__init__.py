"""Sentences and texts: how words become commands and announcements become words."""
