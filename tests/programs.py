"""Programs that a test runs and that are not on every machine."""

import os
import shutil

import pytest


def find_program(*names: str, package: str) -> str:
    """Return the path of the first of these programs that is here.

    Without one the test is skipped, except in CI, where it fails. `package` is Debian's.
    """
    for name in names:
        if path := shutil.which(name):
            return path
    hint = f"There is no {names[0]} here (apt-get install {package})"
    (pytest.fail if os.environ.get("CI") else pytest.skip)(hint)
