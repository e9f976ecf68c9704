"""The companion learns a host's voice."""
