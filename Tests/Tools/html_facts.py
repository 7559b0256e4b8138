#!/usr/bin/env python3
"""Tells, as JSON, what HTML pages hold: links, pictures, texts, and everything wrong with them. Read with Python's own
parser and Pillow, never with our code.

    python3 html_facts.py PAGE|FOLDER
"""
import base64
import html.parser
import io
import json
import os
import sys

from PIL import Image

VOID = {"meta", "img", "br", "hr", "link", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.problems = path, [], []
        self.links, self.pictures, self.ids, self.text = [], [], set(), []
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.feed(self.source)
        if self.open:
            self.problems.append("not closed: %s" % self.open)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in attributes:
            if attributes["id"] in self.ids:
                self.problems.append("id twice: " + attributes["id"])
            self.ids.add(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        if tag == "img":
            self.pictures.append(attributes.get("src", ""))
        if tag in ("link", "iframe", "object", "embed", "base", "form") or (tag == "script" and "src" in attributes):
            self.problems.append("<%s> asks for something outside" % tag)
        for name in attributes:
            if name.startswith("on"):
                self.problems.append("a handler in markup: " + name)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append("</%s> closes nothing" % tag)

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "script"):
            self.text.append(data)
        elif any(word in data for word in ("url(", "@import", "http:", "https:", "fetch(", "XMLHttpRequest")):
            self.problems.append("a style or script that reaches outside")


def picture(page, address):
    if address.startswith("data:image/jpeg;base64,"):
        data = io.BytesIO(base64.b64decode(address.split(",", 1)[1], validate=True))
    elif ":" in address or address.startswith("/"):
        page.problems.append("a picture from outside: " + address)
        return None
    else:
        data = os.path.join(os.path.dirname(page.path), address)
        if not os.path.isfile(data):
            page.problems.append("no picture " + address)
            return None
    with Image.open(data) as image:
        image.load()
        return [image.format, *image.size]


def main(path):
    paths = [path]
    if os.path.isdir(path):
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names if name.endswith(".html")]
    pages = {os.path.normpath(p): Page(p) for p in sorted(paths)}
    used = set()
    out = []
    for name, page in pages.items():
        pictures = []
        for address in page.pictures:
            used.add(os.path.normpath(os.path.join(os.path.dirname(name), address)))
            pictures.append(picture(page, address))
        for link in page.links:
            file, _, mark = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), file)) if file else name
            if target not in pages:
                page.problems.append("a link to nothing: " + link)
            elif mark and mark not in pages[target].ids:
                page.problems.append("a link to no place: " + link)
    for name, page in pages.items():
        pictures = [picture(page, address) for address in page.pictures]
        out.append({
            "path": os.path.relpath(name, path) if os.path.isdir(path) else os.path.basename(name),
            "pictures": [p for p in pictures if p], "links": page.links, "ids": sorted(page.ids),
            "text": " ".join(" ".join(page.text).split()), "problems": sorted(set(page.problems)),
        })
    unused = []
    if os.path.isdir(path):
        files = [os.path.normpath(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names]
        unused = sorted(f for f in files if f not in used and f not in pages)
    json.dump({"pages": out, "unused": unused}, sys.stdout)


main(sys.argv[1])
