"""Docstring examples can use the package's names; tests can import the modules in their folder."""

import os
import sys

import pytest

import mtgauge

sys.path.append(os.path.dirname(os.path.abspath(__file__)))


@pytest.fixture(autouse=True)
def _names(doctest_namespace):
    doctest_namespace["mtgauge"] = mtgauge
