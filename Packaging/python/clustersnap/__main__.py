"""``python -m clustersnap``: the command."""
from ._command import main

main()
