"""`cardroom` as it is."""

from __future__ import annotations

import sys

from cardroom.cli import main

if __name__ == "__main__":
    sys.exit(main())
