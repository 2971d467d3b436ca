"""The command ``clustersnap`` of the wheel."""
import os
import sys

from ._library import command


def main():
    if sys.argv[1:2] == ["figures"]:
        from ._figures import main as figures

        sys.exit(figures(sys.argv[2:]))
    path = command()
    os.execv(path, ["clustersnap", *sys.argv[1:]])
