#!/usr/bin/env python3
"""Makes the files tests and the demonstration work on. Python's standard library only; always the same bytes.

    python3 Fixtures/generate.py shipped [FOLDER]        the fixtures kept in the repository, drawn again
    python3 Fixtures/generate.py paper PROGRAM           the README's pictures of the paper effect, by the program built
    python3 Fixtures/generate.py cases FOLDER [NAME…]    small inputs for the end-to-end tests, a folder a case
    python3 Fixtures/generate.py collection FOLDER [N]   N books (500) as one finds them; what is wrong with each as JSON
    python3 Fixtures/generate.py list                    the cases and what each is about
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from generator import cases, collection, paper, shipped  # noqa: E402


def main(arguments):
    command, *rest = arguments or ["help"]
    if command == "shipped" and len(rest) <= 1:
        shipped.write(rest[0] if rest else pathlib.Path(__file__).parent)
    elif command == "paper" and len(rest) == 1:
        paper.write(pathlib.Path(__file__).parent / "paper", rest[0])
    elif command == "cases" and rest:
        cases.write(pathlib.Path(rest[0]), rest[1:])
    elif command == "collection" and rest:
        made = collection.write(rest[0], *map(int, rest[1:2]))
        print(json.dumps(made, ensure_ascii=False, indent=1))
    elif command == "list" and not rest:
        for name, case in cases.ALL.items():
            print(f"{name:<28} {case.__doc__.splitlines()[0]}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
