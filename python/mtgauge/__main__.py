"""The command line: `python -m mtgauge` and the script `mtgauge` are the program."""

import os
import sys

from mtgauge._engine import command


def main() -> None:
    # Files may have any bytes in their names.
    sys.exit(command([os.fsencode(argument) for argument in sys.argv]))


if __name__ == "__main__":
    main()
