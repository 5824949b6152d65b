"""Pictures of every page in every window, and what is wrong with them.

`python -m tests.screenshots` makes them, with `--check` it looks for faults too.
"""
