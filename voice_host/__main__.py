"""`python -m voice_host`: the command line."""

from voice_host.cli import main

main()
