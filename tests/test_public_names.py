"""Public is what has no underscore: what no other module uses has one."""

import pytest

from tests.public_names import ALLOWED, ROOT, unused_names


@pytest.mark.slow
def test_a_name_that_no_other_module_uses_has_an_underscore():
    assert unused_names(ROOT) == sorted(ALLOWED)
