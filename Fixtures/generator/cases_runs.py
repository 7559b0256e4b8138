"""Runs: folders with all sorts of things in them, hard names, collisions, deleted pages, many books."""
from . import other_pictures, png
from .casebook import case
from .cases_archives import pages
from .cases_metadata import tagged
from .epubs import numbered
from .zips import zipped


@case("F27-not-only-comics")
def not_only_comics(folder):
    """A folder with a text, a loose picture, a good and an empty archive."""
    folder.put("in/shopping list.txt", "eggs, milk\n")
    folder.put("in/photo.png", png.page(1))
    folder.put("in/good.cbz", zipped(pages(2)))
    folder.put("in/nothing.cbz", zipped([]))


@case("F45-hard-names")
def hard_names(folder):
    """Series with slashes, colons, question marks, dots alone, a device's name and 120 kanji; one broken archive."""
    for name, title in (("a", "Moon: Sea/Sky?"), ("b", "Moon- Sea/Sky*"), ("c", ".."), ("d", "NUL"), ("e", "\u72d0" * 120)):
        folder.put(f"in/{name}.cbz", tagged(f"<Series>{title}</Series><Number>1</Number>"))
    folder.put("in/broken.cbz", b"PK\x03\x04 and no more")


@case("F50-arguments")
def arguments(folder):
    """A color page in a JPEG's company, for command lines that must be refused."""
    folder.put("color.cbz", zipped([("1.jpg", other_pictures.jpeg(64, 96)), ("2.png", png.page(2, paper=(200, 40, 40)))]))


@case("collection")
def collection(folder):
    """A tree: books in folders, chapters as folders, a picture beside books, an empty folder."""
    folder.put("shelf/A/one.cbz", tagged("<Series>A</Series><Number>1</Number>"))
    folder.put("shelf/A/two.epub", numbered(2))
    folder.put("shelf/A/poster.png", png.page(50))
    folder.put("shelf/B/three.cbz", tagged("<Series>B</Series><Number>3</Number>"))
    folder.put("shelf/B/inner/four.cbz", tagged("<Series>B</Series><Number>4</Number>"))
    folder.put("flat/b 10.cbz", zipped(pages(1, start=10)))
    folder.put("flat/b 9.cbz", zipped(pages(1, start=9)))
    folder.put("flat/stray.png", png.page(51))
    folder.put("chapters/ch 1/1.png", png.page(1))
    folder.put("chapters/ch 2/1.png", png.page(2))
    folder.put("chapters/ch 10/1.png", png.page(3))
    folder.put("words/only.txt", "No pictures here.\n")


@case("links")
def links(folder):
    """Symbolic links in a folder: to a picture outside, to a picture inside, to the folder above."""
    folder.put("outside.png", png.page(66))
    for number in (1, 2):
        folder.put(f"book/{number}.png", png.page(number))
    folder.link("book/3.png", "../outside.png")
    folder.link("book/4.png", "1.png")
    folder.link("book/loop", "..")


@case("deleted")
def deleted(folder):
    """Pages typed as deleted, marks around them, and more of them than a book may lose by itself."""
    entries = "".join(
        f'<Page Image="{i}"' + (' Type="Deleted"' if i in (2, 4) else ' Type="FrontCover"' if i == 0 else "")
        + (' Bookmark="Here"' if i == 3 else "") + "/>" for i in range(6))
    folder.put("book.cbz", tagged(f"<Series>S</Series><Pages>{entries}</Pages>", 6))
    many = "".join(f'<Page Image="{i}" Type="Deleted"/>' for i in range(1, 6))
    folder.put("many.cbz", tagged(f"<Series>S</Series><Pages>{many}</Pages>", 8))
    folder.put("cover.cbz", tagged('<Series>S</Series><Pages><Page Image="0" Type="FrontCover Deleted"/></Pages>', 3))


@case("collisions")
def collisions(folder):
    """Two books of one series and number, one of them spelled in other letters; a third of its own."""
    folder.put("in/a.cbz", tagged("<Series>Echo</Series><Number>1</Number>"))
    folder.put("in/b.cbz", tagged("<Series>ECHO</Series><Number>1</Number>"))
    folder.put("in/c.cbz", tagged("<Series>Echo</Series><Number>2</Number>"))


@case("templates")
def templates(folder):
    """Numbers, volumes and titles for path templates."""
    folder.put("full.cbz", tagged("<Series>Kite</Series><Title>Wind</Title><Number>22.1</Number><Year>2003</Year>"))
    folder.put("half.cbz", tagged("<Series>Kite</Series><Number>\u00bd</Number>"))
    folder.put("letters.cbz", tagged("<Series>Kite</Series><Number>1.MU</Number>"))
    folder.put("minus.cbz", tagged("<Series>Kite</Series><Number>-1</Number>"))
    folder.put("bare.cbz", zipped(pages(2)))


@case("large")
def large(folder):
    """A book that takes a moment to write, for stopping in the middle: 160 pages of noise, 80 MB."""
    state, noise = 12345, bytearray()
    for _ in range(1 << 16):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        noise.append(state >> 16 & 255)
    noise = bytes(noise) * 8
    for number in range(160):
        page = png.page(number)
        extra = png.chunk(b"teXt", bytes([number]) + noise)
        folder.put(f"book/{number:03}.png", page[:33] + extra + page[33:])
