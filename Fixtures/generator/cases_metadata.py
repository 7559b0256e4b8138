"""Metadata: ComicInfo as people and programs really write it, package documents, sidecars, names."""
from . import other_pictures, png
from .casebook import case
from .cases_archives import pages
from .epubs import PNG, XHTML, Item, epub, numbered, picture
from .zips import zipped

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


def comic_info(fields, declaration=DECLARATION):
    return declaration + f"<ComicInfo>{fields}</ComicInfo>"


def tagged(fields, count=2, encoding="utf-8", declaration=DECLARATION):
    """An archive of numbered pages with a ComicInfo.xml."""
    return zipped(pages(count) + [("ComicInfo.xml", comic_info(fields, declaration).encode(encoding))])


@case("F29-not-the-encoding-it-says")
def wrong_encoding(folder):
    """ComicInfo declares UTF-8 and is Windows-1252."""
    folder.put("book.cbz", tagged(
        "<Title>P\u00e8re \u2013 \u201cFin\u201d</Title><Series>Ch\u00e2teau</Series><Number>7</Number>", encoding="cp1252"))


@case("F30-beyond-ascii")
def beyond_ascii(folder):
    """Japanese, curly quotes and an emoji in titles."""
    folder.put("book.cbz", tagged("<Title>It\u2019s late\u2026 \U0001f98a</Title><Series>\u7d19\u306e\u72d0</Series><Number>2</Number>"))


@case("F31-ampersands")
def ampersands(folder):
    """Ampersands, angle brackets, quotes, and an entity that is meant literally."""
    folder.put("book.cbz", tagged(
        "<Title>\"R&amp;D\" isn't &amp;lt;</Title><Series>Salt &amp; Pepper &lt;3&gt;</Series><Number>1</Number>"))
    folder.put("book.epub", numbered(2, title="\"R&D\" isn't &lt;"))


@case("F32-not-well-formed")
def not_well_formed(folder):
    """A bare ampersand, a line before the declaration, a control character, UTF-16, an end that is missing."""
    folder.put("ampersand.cbz", tagged("<Series>Cat & Mouse</Series><Number>1</Number>"))
    folder.put("late.cbz", tagged("<Series>Cat</Series><Number>2</Number>", declaration="\n" + DECLARATION))
    folder.put("control.cbz", tagged("<Series>Cat\x0b</Series><Number>3</Number>"))
    folder.put("utf16.cbz", tagged("<Series>Cat</Series><Number>4</Number>", encoding="utf-16",
                                   declaration='<?xml version="1.0" encoding="utf-16"?>'))
    cut = comic_info("<Series>Cat</Series><Number>5</Number><Summary>Once there").encode()[:-19]
    folder.put("cut.cbz", zipped(pages(2) + [("ComicInfo.xml", cut)]))


@case("F33-empty-and-padded")
def empty_and_padded(folder):
    """Elements that are empty, numbers with leading zeros, elements nobody knows, a page count that is wrong."""
    folder.put("book.cbz", tagged(
        "<Title>T</Title><Series>S</Series><Number>12</Number><Count></Count><Volume/><AlternateNumber/><Year>1925</Year>"
        "<Month>03</Month><Day>09</Day><Writer/><PageCount>77</PageCount><Shelf>B4</Shelf><Price currency=\"EUR\">3</Price>"))


@case("F34-dates")
def dates(folder):
    """Dates of package documents: year; year and month; day; with a time zone; year 101; words."""
    for name, value in (("year", "1999"), ("month", "1999-11"), ("day", "1999-11-30"), ("zone", "1999-11-30T23:15:00-08:00"),
                        ("zero", "0101-01-01T00:00:00+00:00"), ("words", "last autumn")):
        folder.put(f"{name}.epub", numbered(1, metadata=f"<dc:date>{value}</dc:date>"))


NUMBERS = ["7.5", "0", "-2", "3.NOW", "\u00bd", "4\u00bd", "12B", "007", "250.1"]


@case("F35-numbers-as-written")
def numbers_as_written(folder):
    """Issue numbers that are no integers."""
    for index, number in enumerate(NUMBERS):
        folder.put(f"{index}.cbz", tagged(f"<Series>Odd Numbers</Series><Number>{number}</Number>", 1))


@case("F36-calibre-index")
def calibre_index(folder):
    """Calibre's series with an index of 4.0."""
    folder.put("book.epub", numbered(1, version="2.0", metadata=(
        '<meta name="calibre:series" content="Who? What?!"/><meta name="calibre:series_index" content="4.0"/>')))


@case("F37-page-list")
def page_list(folder):
    """Three pages without metadata, the second as wide as two."""
    folder.put("book.cbz", zipped([("1.png", png.page(1)), ("2.png", png.page(2, 120)), ("3.png", png.page(3))]))


@case("F38-odd-page-types")
def odd_page_types(folder):
    """A page type misspelled, one unknown, marks behind them, an entry for a page that is not there."""
    folder.put("book.cbz", tagged(
        '<Series>S</Series><Number>1</Number><Pages><Page Image="0" Type="FrontCover"/><Page Image="1" Type="Storry"/>'
        '<Page Image="2" Type="Poster" Bookmark="The poster" Glossy="yes"/><Page Image="3" Bookmark="After"/>'
        '<Page Image="8" Type="Story"/></Pages>', 4))


@case("F39-direction")
def direction(folder):
    """Every value of Manga, each with Japanese as the language; EPUBs whose spine says rtl, ltr or nothing."""
    for value in ("Yes", "No", "YesAndRightToLeft", "Unknown"):
        folder.put(f"{value}.cbz", tagged(f"<Series>S</Series><LanguageISO>ja</LanguageISO><Manga>{value}</Manga>"))
    folder.put("none.cbz", tagged("<Series>S</Series><LanguageISO>ja</LanguageISO>"))
    for value in ("rtl", "ltr"):
        folder.put(f"{value}.epub", numbered(3, spine_attributes=f'page-progression-direction="{value}"', language="ja"))
    folder.put("none.epub", numbered(3, language="jpn"))


@case("F40-series")
def series(folder):
    """Series as an EPUB 3 collection beside a set, in calibre's way without an index, and both at once."""
    box = ('<meta property="belongs-to-collection" id="b">Winter Bundle</meta>'
           '<meta refines="#b" property="collection-type">set</meta>')
    own = ('<meta property="belongs-to-collection" id="s">Quiet Harbor</meta>'
           '<meta refines="#s" property="collection-type">series</meta>'
           '<meta refines="#s" property="group-position">12</meta>')
    old = '<meta name="calibre:series" content="Loud Harbor"/><meta name="calibre:series_index" content="3"/>'
    title = "Quiet Harbor: Part 2 Volume 4"
    folder.put("epub3.epub", numbered(1, title=title, metadata=box + own))
    folder.put("calibre.epub", numbered(1, title="T", version="2.0", metadata='<meta name="calibre:series" content="lone"/>'))
    folder.put("both.epub", numbered(1, title="T", metadata=own + old))


@case("F48-nothing-changed")
def nothing_changed(folder):
    """A JPEG, a WebP, a GIF and a PNG, with a ComicInfo that knows the series."""
    folder.put("book.cbz", zipped([
        ("001.jpg", other_pictures.jpeg(64, 96)), ("002.webp", other_pictures.webp(64, 96)),
        ("003.gif", other_pictures.gif(64, 96)), ("004.png", png.page(4)),
        ("ComicInfo.xml", comic_info("<Series>Same</Series><Number>1</Number>"))]))


OPF = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:title>Title from calibre</dc:title><dc:creator opf:role="aut" opf:file-as="Writer, Cal">Cal Writer</dc:creator>
<dc:language>deu</dc:language><meta name="calibre:series" content="Series from calibre"/>
<meta name="calibre:series_index" content="2"/></metadata></package>"""


@case("sidecars")
def sidecars(folder):
    """ComicInfo.xml and metadata.opf beside one book, beside two books, and under a book's own name."""
    info = comic_info("<Title>Not for all</Title><Series>Shared Series</Series><Number>9</Number><Publisher>Shared Press</Publisher>")
    folder.put("alone/book.cbz", zipped(pages(2)))
    folder.put("alone/ComicInfo.xml", info)
    for name in ("one", "two"):
        folder.put(f"shared/{name}.cbz", zipped(pages(2)))
    folder.put("shared/ComicInfo.xml", info)
    folder.put("named/one.cbz", zipped(pages(2)))
    folder.put("named/two.cbz", zipped(pages(2)))
    folder.put("named/one.xml", comic_info("<Series>Wrong</Series>"))
    folder.put("named/two.ComicInfo.xml", comic_info("<Series>Only Two</Series>"))
    folder.put("calibre/book.epub", numbered(2, title="Title inside"))
    folder.put("calibre/metadata.opf", OPF)


@case("commas")
def commas(folder):
    """Names with commas: one that file-as explains, one that nothing explains."""
    people = ('<dc:creator id="a">Le Guin, Ursula</dc:creator><meta refines="#a" property="file-as">Le Guin, Ursula</meta>'
              '<meta refines="#a" property="role">aut</meta>'
              '<dc:creator id="b">Sammy, Jr.</dc:creator><meta refines="#b" property="role">art</meta>')
    folder.put("book.epub", numbered(1, metadata=people + "<dc:subject>Fish, dried</dc:subject>"))


@case("kcc")
def kcc(folder):
    """What one converter writes when it knows nothing: itself as creator, en-US as language."""
    items = [Item("x1", "p.xhtml", XHTML, picture("1.png")), Item("i1", "1.png", PNG, png.page(1))]
    folder.put("book.epub", epub(items, ["x1"], language="en-US", title="Some Comic", metadata=(
        '<dc:contributor id="contributor">KindleComicConverter-5.5.2</dc:contributor><dc:creator>KCC</dc:creator>')))
