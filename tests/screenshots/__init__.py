"""Screenshots of every page in every window, and the faults found on them.

`python -m tests.screenshots` takes them; with `--check` it also looks for faults.
"""
