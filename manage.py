#!/usr/bin/env python
"""Deadwood's command line. Commands that need the database get the embedded one where no other is named."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    from config.embedded.command import run_command  # noqa: PLC0415  (settings must be named first)

    sys.exit(run_command(sys.argv))


if __name__ == "__main__":
    main()
