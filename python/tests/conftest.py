"""Examples of docstrings have the package's names."""

import pytest

import mtgauge


@pytest.fixture(autouse=True)
def _names(doctest_namespace):
    doctest_namespace["mtgauge"] = mtgauge
