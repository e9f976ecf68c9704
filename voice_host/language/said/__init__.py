"""From what has happened to what is said."""
