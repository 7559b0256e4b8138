"""Hostile input, small on disk: names that climb, links, bombs, lies about sizes, addresses in an EPUB."""
import struct
import zlib

from . import png
from .casebook import case
from .cases_archives import pages
from .epubs import PNG, XHTML, Item, document, epub
from .zips import LINK, Entry, shared, zipped


def claimed(width, height, data=b"\0"):
    """A PNG whose header claims a size."""
    header = struct.pack(">IIBBBBB", width, height, 1, png.GRAY, 0, 0, 0)
    return png.SIGNATURE + png.chunk(b"IHDR", header) + png.chunk(b"IDAT", zlib.compress(data, 9)) + png.chunk(b"IEND", b"")


@case("unsafe-names")
def unsafe_names(folder):
    """Entries that would land outside: climbing, absolute, with a drive, with a NUL, over-long, twice the same."""
    folder.put("climbing.cbz", zipped([("1.png", png.page(1)), ("../../out.png", png.page(2)), ("a/../../out.png", png.page(3))]))
    folder.put("absolute.cbz", zipped([("1.png", png.page(1)), ("/tmp/leporello-out.png", png.page(2)), (b"C:\\out.png", png.page(3))]))
    folder.put("nul.cbz", zipped([("1.png", png.page(1)), (b"2\0.png", png.page(2))]))
    folder.put("long.cbz", zipped([("1.png", png.page(1)), ("x" * 5000 + ".png", png.page(2))]))
    folder.put("twice.cbz", zipped([("1.png", png.page(1)), ("1.png", png.page(2)), ("2.png", png.page(3))]))


@case("unsafe-links")
def unsafe_links(folder):
    """Symbolic links in archives: to a file of the system, and a folder that leads out."""
    folder.put("file.cbz", zipped([("1.png", png.page(1)), Entry("2.png", b"/etc/hostname", attributes=LINK), ("3.png", png.page(3))]))
    folder.put("folder.cbz", zipped([Entry("d", b"../..", attributes=LINK), ("d/out.png", png.page(2)), ("1.png", png.page(1))]))


@case("unsafe-bombs")
def unsafe_bombs(folder):
    """Little that unpacks to much: zeros, one entry listed many times, pictures of absurd size, a directory that lies."""
    zeros = Entry("3.png", bytes(64 << 20), True)
    folder.put("zeros.cbz", zipped(pages(2) + [zeros]))
    folder.put("shared.cbz", shared("%03d.png", bytes(8 << 20), 60))
    folder.put("claim.cbz", zipped(pages(2) + [("3.png", claimed(2147483647, 2147483647))]))
    folder.put("wide.cbz", zipped(pages(2) + [("3.png", claimed(60000, 60000, bytes(1 << 20)))]))
    lie = zipped(pages(2))[:-22] + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 65535, 65535, 0xFFFFFFF0, 0, 0)
    folder.put("count.cbz", lie)


@case("unsafe-epub")
def unsafe_epub(folder):
    """References that climb out, name files and addresses; entities that refer outside or explode."""
    body = ('<img src="../../../../../etc/passwd" alt=""/><img src="file:///etc/passwd" alt=""/>'
            '<img src="http://127.0.0.1:9/a.png" alt=""/><img src="1.png" alt=""/>')
    folder.put("climbing.epub", epub(
        [Item("x", "x.xhtml", XHTML, document(body)), Item("i", "1.png", PNG, png.page(1))], ["x"]))
    outside = ('<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
               '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&e;</p><img src="1.png" alt=""/></body></html>')
    laughs = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = (f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "ha">{laughs}]>'
            '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&e11;</p><img src="1.png" alt=""/></body></html>')
    for name, text in (("entity", outside), ("laughs", bomb)):
        folder.put(f"{name}.epub", epub(
            [Item("x", "x.xhtml", XHTML, text), Item("i", "1.png", PNG, png.page(1))], ["x"]))
