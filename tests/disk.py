"""Full disks: a small tmpfs, where the kernel allows one, and a limit on the size of files."""

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
    """Limit the files of this process to so many bytes; a part is written, as on a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def on_a_disk_of(size: str, folder: Path, code: str, *arguments: str) -> str:
    """Return the output of Python code that has a file system of this size at `folder`.

    Skips the test where none can be mounted.
    """
    private = ["unshare", "-rm", "sh", "-c", MOUNT, size, str(folder)]
    present = shutil.which("unshare")
    if not present or subprocess.run([*private, "true"], capture_output=True).returncode:
        pytest.skip("no tmpfs can be mounted here")
    command = [*private, sys.executable, "-c", code, str(folder), *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
