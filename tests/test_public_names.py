"""Public is what has no underscore: what no other module uses has one."""

import pytest

from tests.public_names import ALLOWED, ROOT, unused_names


@pytest.mark.slow
def test_a_name_that_no_other_module_uses_has_an_underscore():
    assert unused_names(ROOT) == sorted(ALLOWED)


def test_uses_are_found(tmp_path):
    files = {
        "models/__init__.py": "from .inner import passed_on\n__version__ = '0'",
        "models/inner.py": "passed_on = read = 1\nimport json\n\ndef imported(): return read",
        "models/other.py": "from . import inner\nfrom .inner import imported\n_own = inner.read",
        "viz/page.py": "from models import passed_on\nPAGE, lonely = 1, 2\nfor place in '': pass",
        "app.py": "from importlib import import_module\nimport_module('viz.page').PAGE\nalone = 1",
    }
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert unused_names(tmp_path) == ["viz.page.lonely", "viz.page.place"]
