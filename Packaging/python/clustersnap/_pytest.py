"""The fixture ``map_golden`` for pytest: ``map_golden(m)`` compares a map with a golden beside the test."""
import os
import re

import pytest


def pytest_addoption(parser):
    parser.getgroup("clustersnap").addoption("--map-golden-update", action="store_true", help="record goldens of maps instead of comparing")


@pytest.fixture
def map_golden(request):
    """Compares a map with ``goldens/TEST[-NAME].png`` beside the test; ``--map-golden-update`` records it."""
    from . import diff

    def check(m, name=None, **options):
        stem = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-") + (f"-{name}" if name else "")
        folder = os.path.join(os.path.dirname(str(request.node.path)), "goldens")
        path = os.path.join(folder, stem + ".png")
        if request.config.getoption("--map-golden-update"):
            os.makedirs(folder, exist_ok=True)
            m.save(path)
            return
        if not os.path.exists(path):
            pytest.fail(f"there is no golden {path}; record it with --map-golden-update", pytrace=False)
        difference = diff(path, m, **options)
        if difference:
            actual = os.path.join(folder, stem + ".actual.png")
            m.save(actual)
            difference.save(os.path.join(folder, stem + ".difference.png"))
            pytest.fail(f"the map differs from {path}: {difference.figures}; compare it with {actual}", pytrace=False)

    return check
