"""A filter: it gets a book as JSON on standard input and gives it back, changed, on standard output."""

import json
import re
import sys

book = json.load(sys.stdin)
pattern = re.compile(book["options"]["pattern"], re.IGNORECASE)
title = book["options"]["title"]

chapter = None
for page in book["pages"]:
    found = pattern.search(page["name"])
    if found and found.group(1) != chapter:
        chapter = found.group(1)
        page["bookmark"] = title.replace("{}", chapter)

json.dump(book, sys.stdout)
