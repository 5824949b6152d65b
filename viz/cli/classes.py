"""Serve classes that answer on their phones: `python -m viz.classes --port 8600`."""

import sys

from viz.app.class_server import main

if __name__ == "__main__":
    sys.exit(main())
