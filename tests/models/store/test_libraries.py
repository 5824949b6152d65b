"""The registry of libraries that load on first use."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from models.store.libraries import LIBRARIES as OF_MODELS
from models.store.libraries import Libraries
from tests.marks import slow_after
from tests.serving import ROOT
from viz.base.libraries import LIBRARIES as OF_VIZ

# Registered for pictures outside the app: in it Streamlit is loaded, and these draw.
OF_THE_APP = {"class_server", "files", "interactive", "streamlit", "tables", "wire_values"}
REGISTERED = [*OF_MODELS.modules.items(), *OF_VIZ.modules.items()]


@pytest.mark.parametrize("module", [module for _, module in REGISTERED], ids=str)
def test_every_registered_module_exists(module):
    assert find_spec(module) is not None


def test_a_module_is_loaded_when_it_is_first_asked_for():
    code = (
        "import sys; from models.store.libraries import Libraries; "
        "libraries = Libraries(colours='colorsys'); "
        "before = 'colorsys' in sys.modules; "
        "print(before, libraries.colours is sys.modules['colorsys'], libraries.colours.__name__)"
    )
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert output == "False True colorsys\n"


def test_a_name_that_is_not_registered_is_refused():
    with pytest.raises(AttributeError, match="'pictures' is not registered here, only colours"):
        _ = Libraries(colours="colorsys").pictures


def test_a_library_that_is_not_installed_is_an_import_error():
    with pytest.raises(ImportError, match="no_such_library"):
        _ = Libraries(missing="no_such_library").missing


@pytest.mark.parametrize("half", slow_after(1, ["models", "viz.pages.registry"]))
def test_nothing_registered_is_loaded_with_the_app(half):
    code = f"import sys, {half}; print(*sorted(sys.modules), sep='\\n')"
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not set(output.split()) & {
        module for name, module in REGISTERED if name not in OF_THE_APP
    }
