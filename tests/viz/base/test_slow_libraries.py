"""Modules that are imported on first use."""

import sys
import time
from threading import Thread

from viz.base.libraries import wait_until_complete


def test_a_module_that_another_thread_imports_is_waited_for(tmp_path, monkeypatch):
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(0.2)\nSeries = 1\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    wait_until_complete("slow_module")
    assert "slow_module" not in sys.modules
    importing = Thread(target=__import__, args=("slow_module",))
    importing.start()
    while "slow_module" not in sys.modules:
        time.sleep(0.001)
    assert not hasattr(sys.modules["slow_module"], "Series")
    wait_until_complete("slow_module")
    assert sys.modules["slow_module"].Series == 1
    importing.join()
    monkeypatch.delitem(sys.modules, "slow_module")
