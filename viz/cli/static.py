"""Write the edition without a server: `python -m viz.static --to FOLDER`; see viz/edition."""

import sys

from viz.edition.export import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
