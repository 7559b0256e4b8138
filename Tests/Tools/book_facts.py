#!/usr/bin/env python3
"""Tells, as JSON, what a written book holds: read with Python's own zipfile and ElementTree, never with our code.

    python3 book_facts.py BOOK     an archive or a folder of pictures
"""
import hashlib
import json
import os
import struct
import sys
import xml.etree.ElementTree as tree
import zipfile
import zlib


def picture(data):
    """Format, size and, for PNG pages of the fixture generator, the number in the top left corner."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height, depth, color = struct.unpack(">IIBB", data[16:26])
        return {"format": "png", "width": width, "height": height, "number": number(data) if (depth, color) == (8, 2) else None}
    if data[:3] == b"\xff\xd8\xff":
        return {"format": "jpeg", **jpeg_size(data)}
    for format, start in (("gif", b"GIF8"), ("webp", b"RIFF")):
        if data.startswith(start):
            return {"format": format}
    return {}


def jpeg_size(data):
    """Width and height as the frame header says; nothing where there is none."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return {"width": width, "height": height}
        at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
    return {}


def number(data):
    """The page number in pixel (0, 0) of an RGB PNG; None without the mark (blue = 77)."""
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    _, red, green, blue = zlib.decompress(packed)[:4]  # the first pixel is stored as it is by filters 0 to 4
    return red * 256 + green if blue == 77 else None


def entries_of_zip(path):
    with zipfile.ZipFile(path) as archive:
        bad = archive.testzip()
        assert bad is None, f"wrong checksum: {bad}"
        for info in archive.infolist():
            yield archive.read(info), {
                "name": info.filename, "method": info.compress_type, "packed": info.compress_size, "extra": len(info.extra),
                "date": "{}-{:02}-{:02} {:02}:{:02}:{:02}".format(*info.date_time)}
        yield None, {"comment": archive.comment.decode("latin-1")}


def entries_of_folder(path):
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            full = os.path.join(folder, name)
            with open(full, "rb") as file:
                yield file.read(), {"name": os.path.relpath(full, path)}


def comic_info(data):
    """Elements in their order, and the page list's attributes."""
    root = tree.fromstring(data)
    assert root.tag == "ComicInfo", root.tag
    return {
        "elements": [{"name": e.tag, "text": e.text or ""} for e in root if e.tag != "Pages"],
        "order": [e.tag for e in root], "pages": [dict(p.attrib) for p in root.iterfind("Pages/Page")],
        "declaration": data.split(b"\n", 1)[0].decode("utf-8")}


def main(path):
    facts = {"entries": [], "comment": "", "comicInfo": None}
    for data, entry in (entries_of_folder if os.path.isdir(path) else entries_of_zip)(path):
        if data is None:
            facts.update(entry)
            continue
        entry.update(size=len(data), sha256=hashlib.sha256(data).hexdigest(), **picture(data))
        facts["entries"].append(entry)
        if entry["name"] == "ComicInfo.xml":
            facts["comicInfo"] = comic_info(data)
    json.dump(facts, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
