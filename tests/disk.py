"""Disks that are full: a tmpfs in a name space of its own, where the kernel allows that, and a limit on the size of files, which it always allows."""

import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOUNT = 'mount -t tmpfs -o size="$0" none "$1" && shift && exec "$@"'


@contextmanager
def largest_file(size: int):
    """No file of this process grows beyond so many bytes: what is more is refused, as on a full disk, after a part was written."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def on_a_disk_of(size: str, folder: Path, code: str, *arguments: str) -> str:
    """What Python code prints, on both outputs, with a file system of this size at `folder`; skips where none can be mounted."""
    unshare = shutil.which("unshare")
    can = unshare and subprocess.run([unshare, "-rm", "sh", "-c", MOUNT, size, folder, "true"], capture_output=True).returncode == 0
    if not can:
        pytest.skip("no tmpfs can be mounted here")
    command = [unshare, "-rm", "sh", "-c", MOUNT, size, folder, sys.executable, "-c", code, folder, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout
