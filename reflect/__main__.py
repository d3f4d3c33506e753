"""Run the command line with ``python -m reflect``."""

from reflect.cli import main

if __name__ == "__main__":
    main()
