"""From what was said to a command."""
