"""Archives and folders of pictures: page order, what is no page, odd containers, damage."""
import io
import tarfile

from . import other_pictures, png
from .casebook import case
from .zips import Entry, zipped


def pages(count, form="{:03}.png", start=1, **options):
    return [(form.format(number), png.page(number, **options)) for number in range(start, start + count)]


def archive(numbers_by_name):
    """A ZIP of numbered pages, entries stored in the order of their names as plain text."""
    return zipped(sorted((name, png.page(number)) for name, number in numbers_by_name.items()))


@case("F14-numbers-without-zeros")
def numbers(folder):
    """Page numbers without leading zeros, beginning at 0; and numbers padded in different widths."""
    folder.put("plain.cbz", archive({f"{n}.png": n for n in (0, 1, 2, 5, 10, 12, 20, 100, 101)}))
    folder.put("padded.cbz", archive({"7.png": 7, "08.png": 8, "0009.png": 9, "010.png": 10, "11.png": 11}))


@case("F15-cover-without-number")
def cover_first(folder):
    """The cover has the name the pages begin with."""
    folder.put("book.cbz", archive({"Kite.PNG": 1, "Kite-01.PNG": 2, "Kite-02.PNG": 3, "Kite-03.PNG": 4}))


ORDERED = ["#1.png", "(back).png", "[a].png", "_b.png", "2.png", "10.png", "\u00c4pfel.png", "apfel 2.png", "istanbul.png",
           "\u0130stanbul 2.png", "strasse.png", "Zebra.png", "\u00e9t\u00e9.png"]


@case("F16-order-without-language")
def order_without_language(folder):
    """Signs, accents and letter case, dotless and dotted i: names that languages sort in their own ways."""
    folder.put("book.cbz", zipped([(name, png.page(n)) for n, name in enumerate(ORDERED, 1)]))


@case("F17-chapter-folders")
def chapter_folders(folder):
    """Chapter folders with decimals: 9, 9.5, 10, 10.1, 11, 100."""
    chapters = ["9", "9.5", "10", "10.1", "11", "100"]
    folder.put("book.cbz", archive({f"Chapter {c}/p1.png": n for n, c in enumerate(chapters, 1)}))


@case("F18-entries-out-of-order")
def out_of_order(folder):
    """Entries stored 3-5-1-6-2-4."""
    folder.put("book.cbz", zipped([(f"scan_{n:03}.png", png.page(n)) for n in (3, 5, 1, 6, 2, 4)]))


@case("F19-nested-folders")
def nested(folder):
    """Files beside chapter folders come first; the archive and the folder hold the same."""
    names = ["front.png", "Vol 2/credits.png", "Vol 2/ch 1/1.png", "Vol 2/ch 1/2.png", "Vol 2/ch 3/1.png",
             "Vol 2/ch 20/1.png", "Vol 2/ch 20/10.png"]
    folder.put("book.cbz", archive({name: n for n, name in enumerate(names, 1)}))
    for n, name in enumerate(names, 1):
        folder.put("book/" + name, png.page(n))


@case("F20-no-pages")
def no_pages(folder):
    """Three pages among what systems and people leave in archives; a comment and metadata files to carry over."""
    junk = [
        ("__MACOSX/._001.png", b"\0\5\x16\7" + bytes(78)), (".DS_Store", b"\0\0\0\1Bud1"), ("Thumbs.db", bytes(64)),
        ("desktop.ini", b"[.ShellClassInfo]"), ("._002.png", b"\0\5\x16\7" + bytes(78)),
        ("@eaDir/001.png@SynoEAStream", b"x"), ("extras/.secret.png", png.page(99)),
    ]
    others = [("read me.txt", b"hello"), ("extras/cover.psd", b"8BPS")]
    metron = b'<?xml version="1.0"?><MetronInfo><Series><Name>Kept</Name></Series></MetronInfo>'
    comet = b'<?xml version="1.0"?><comet xmlns="http://www.denvog.com/comet/"><title>Kept</title></comet>'
    carried = [("MetronInfo.xml", metron), ("CoMet.xml", comet)]
    folder.put("book.cbz", zipped(junk + pages(3) + others + carried, comment=b'{"appID": "a comment"}'))


@case("F21-backslashes")
def backslashes(folder):
    """Backslashes between folders and files, in the directory and in the entries' own headers."""
    folder.put("book.cbz", zipped([(b"vol 3\\%02d.png" % n, png.page(n)) for n in (1, 2, 3)]))
    folder.put("half.cbz", zipped([Entry(b"vol 3/%02d.png" % n, png.page(n), local_name=b"vol 3\\%02d.png" % n)
                                   for n in (1, 2, 3)]))


@case("F22-names-not-utf8")
def names_not_utf8(folder):
    """Names in Shift-JIS (with a trail byte 5C), CP437, CP866, GBK, and in UTF-8 that does not say so."""
    # U+8868 is 95 5C in Shift-JIS, U+30BD is 83 5C.
    for name, form, encoding in (
            ("shift-jis", "\u7b2c\u8868\u7ae0/\u30bd\u30fc\u30b9 {}.png", "cp932"), ("cp437", "\u00e9l\u00e8ve {}.png", "cp437"),
            ("cp866", "\u0421\u0442\u0440\u0430\u043d\u0438\u0446\u0430 {}.png", "cp866"),
            ("gbk", "\u7b2c\u4e00\u8bdd/\u6f2b\u753b\u9875\u9762 {}.png", "gbk"),
            ("utf8", "p\u00e1gina {}.png", "utf-8")):
        entries = [(form.format(n).encode(encoding), png.page(n)) for n in (10, 2, 1)]
        folder.put(f"{name}.cbz", zipped(entries))


@case("F23-lying-extensions")
def lying_extensions(folder):
    """A ZIP called .cbr, a tar called .cbz, a PNG called .cbz, pages whose extensions lie, capitals."""
    folder.put("zip.cbr", zipped(pages(2)))
    folder.put("tar.cbz", tarred(pages(2)))
    folder.put("picture.cbz", png.page(1))
    folder.put("pages.zip", zipped([("1.jpg", png.page(1)), ("2.gif", png.page(2)), ("3.PNG", other_pictures.jpeg(60, 90))]))
    folder.put("CAPITALS.CBZ", zipped(pages(2)))
    folder.put("text.cbz", b"This is no archive.\n" * 40)


def tarred(entries, mode="w"):
    """A tar, compressed as `mode` says, with fixed times and owners."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=tarfile.USTAR_FORMAT) as tar:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            info.mtime = 1620000000
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


@case("tar-archives")
def tar_archives(folder):
    """The same three pages as a tar, plain and compressed in three ways; entries out of order."""
    entries = [pages(3)[i] for i in (2, 0, 1)]
    for name, mode in (("plain.cbt", "w"), ("gzip.cbt", "w:gz"), ("bzip2.tar.bz2", "w:bz2"), ("xz.tar.xz", "w:xz")):
        folder.put(name, tarred(entries, mode))


@case("F24-wrong-checksum")
def wrong_checksum(folder):
    """The third of five pages does not match its checksum, stored and deflated."""
    for name, deflated in (("stored", False), ("deflated", True)):
        folder.put(f"{name}.cbz", zipped([
            Entry(f"{n:03}.png", png.page(n), deflated, crc=0xBADC0DE if n == 3 else None) for n in range(1, 6)]))


@case("F25-bad-pages")
def bad_pages(folder):
    """Between good pages: an empty one, one that is text, PNGs cut short, a JPEG cut short, a chunk with a bad CRC."""
    flipped = bytearray(png.page(6))
    flipped[-30] ^= 1
    folder.put("book.cbz", zipped([
        ("001.png", png.page(1)), ("002.png", b""), ("003.png", b"not a picture at all"), ("004.png", png.page(4)[:-40]),
        ("005.jpg", other_pictures.jpeg(60, 90)[:-30]), ("006.png", bytes(flipped)), ("007.png", png.page(7))]))


@case("F26-archives-inside")
def archives_inside(folder):
    """A volume that holds chapters as archives, and one page archive inside an archive inside an archive."""
    inner = {c: zipped(pages(2, start=c * 10 + 1)) for c in (1, 2)}
    folder.put("book.cbz", zipped([("ch 2.cbz", inner[2]), ("ch 1.cbz", inner[1])]))
    folder.put("deep.cbz", zipped([("a.zip", zipped([("b.zip", zipped(pages(1)))]))]))


@case("passwords")
def passwords(folder):
    """Entries encrypted in the traditional way; the password is "sesame"."""
    folder.put("locked.cbz", zipped([Entry(name, data, True, password=b"sesame") for name, data in pages(3)]))


@case("salvage")
def salvage(folder):
    """ZIPs cut off: the directory is gone, or the last entry is cut as well."""
    whole = zipped(pages(3), directory=False)
    folder.put("no-directory.cbz", whole)
    folder.put("cut.cbz", whole[:-50])
