"""Shared by the tests of offers."""

from pathlib import Path

import models

ROOT = Path(models.__file__).parents[1]
