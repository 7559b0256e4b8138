"""A reader: it gets a file and an empty folder, puts pictures there, and says on standard output what the book is.

The file lists pictures, one a line, as seen from its own folder. A line such as `# series: Foo` sets a metadata
field, and `## Title` begins a chapter.
"""

import json
import shutil
import sys
from pathlib import Path

source, output = Path(sys.argv[1]), Path(sys.argv[2])
options = json.load(sys.stdin)["options"]

book = {"book": 1, "metadata": {}, "pages": [], "outline": []}
for line in source.read_text(encoding=options["encoding"]).splitlines():
    line = line.strip()
    if line.startswith("##"):
        book["outline"].append({"title": line[2:].strip(), "page": len(book["pages"]) + 1})
    elif line.startswith("#"):
        field, _, value = line[1:].partition(":")
        book["metadata"][field.strip()] = value.strip()
    elif line:
        picture = source.parent / line
        file = f"{len(book['pages']) + 1:04}{picture.suffix}"
        shutil.copyfile(picture, output / file)
        book["pages"].append({"file": file, "name": line})

json.dump(book, sys.stdout)
