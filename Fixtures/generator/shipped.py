"""The fixtures that are kept in the repository: a manga as EPUB, a comic as CBZ, a folder of sketches."""
import pathlib

from . import epubs, paper_fox, tin_robot, zips

NAVIGATION = """
<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>
  <li><a href="cover.xhtml">Cover</a></li>
  <li><a href="call.xhtml">The Letter</a><ol><li><a href="ahoy.xhtml">To the light</a></li></ol></li>
  <li><a href="rain.xhtml">The Storm</a></li>
  <li><a href="dawn.xhtml">The Light</a></li>
</ol></nav>
<nav epub:type="landmarks" hidden=""><ol>
  <li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
  <li><a epub:type="bodymatter" href="call.xhtml">Begin reading</a></li>
</ol></nav>
"""

METADATA = """<dc:creator id="author">Mori Origa</dc:creator>
    <meta refines="#author" property="role" scheme="marc:relators">aut</meta>
    <dc:creator id="artist">Umi Orite</dc:creator>
    <meta refines="#artist" property="role" scheme="marc:relators">art</meta>
    <meta refines="#artist" property="file-as">Orite, Umi</meta>
    <dc:contributor id="translator">Rosa Pieghi</dc:contributor>
    <meta refines="#translator" property="role" scheme="marc:relators">trl</meta>
    <dc:publisher>Concertina Press</dc:publisher>
    <dc:date>2024-05</dc:date>
    <dc:subject>Adventure</dc:subject>
    <dc:subject>All ages</dc:subject>
    <dc:description>&lt;p&gt;A letter folds itself into a boat, and a fox sails it home.&lt;/p&gt;</dc:description>
    <meta property="belongs-to-collection" id="series">Paper Fox</meta>
    <meta refines="#series" property="collection-type">series</meta>
    <meta refines="#series" property="group-position">1</meta>
    <meta property="dcterms:modified">2024-05-01T12:00:00Z</meta>
    <meta property="rendition:layout">pre-paginated</meta>
    <meta property="rendition:spread">landscape</meta>"""

COMIC_INFO = """<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Title>Out of Oil</Title>
  <Series>Tin Robot</Series>
  <Number>3</Number>
  <Count>6</Count>
  <Year>1957</Year>
  <Month>9</Month>
  <Writer>Ada Blech</Writer>
  <Penciller>Ada Blech, Otto Zinn</Penciller>
  <Publisher>Concertina Press</Publisher>
  <Genre>Science Fiction, Humor</Genre>
  <LanguageISO>en</LanguageISO>
  <Pages>
    <Page Image="0" Type="FrontCover"/>
    <Page Image="1" Bookmark="A city of tin"/>
    <Page Image="2"/>
    <Page Image="3"/>
    <Page Image="4" Type="Deleted"/>
    <Page Image="5"/>
  </Pages>
</ComicInfo>
"""


def paper_fox_epub():
    """Right to left, fixed layout, sides given; picture names that say nothing about their order."""
    size = (paper_fox.WIDTH, paper_fox.HEIGHT)
    items = [epubs.Item("nav", "nav.xhtml", epubs.XHTML, epubs.document(NAVIGATION, "Contents", size), "nav")]
    spine = []
    for number, (name, draw) in enumerate(paper_fox.PAGES, 1):
        page = epubs.document(f'<img src="images/{name}.png" alt="Page {number}"/>', f"Page {number}", size)
        items.append(epubs.Item(f"page-{name}", f"{name}.xhtml", epubs.XHTML, page))
        kind = "cover-image" if number == 1 else ""
        items.append(epubs.Item(f"image-{name}", f"images/{name}.png", epubs.PNG, draw(), kind))
        spine.append((f"page-{name}", f'properties="page-spread-{"left" if number % 2 else "right"}"'))
    return epubs.epub(
        items, spine, title="The Folded Sea", metadata=METADATA, spine_attributes='page-progression-direction="rtl"',
        identifier="urn:uuid:5f0e1c1c-52a9-4b1f-9a52-6f0f8c1d2e3a")


def tin_robot_cbz():
    """As archives from elsewhere are: deflated, out of order, with what a file manager left behind."""
    pages = [zips.Entry(f"Tin Robot 003/{name}.png", tin_robot.sheet_with(draw, index or None), True)
             for index, (name, draw) in enumerate(tin_robot.COMIC)]
    junk = [zips.Entry("Tin Robot 003/Thumbs.db", b"\xd0\xcf\x11\xe0" + bytes(60), True),
            zips.Entry("__MACOSX/Tin Robot 003/._01.png", b"\0\5\x16\7" + bytes(78), True),
            zips.Entry("Tin Robot 003/scanned by nobody.txt", b"Greetings.\r\n", True)]
    return zips.zipped(pages[3:] + junk + pages[:3] + [zips.Entry("ComicInfo.xml", COMIC_INFO, True)])


def write(folder):
    """Draws everything into a folder."""
    folder = pathlib.Path(folder)
    (folder / "paper-fox-1.epub").write_bytes(paper_fox_epub())
    (folder / "tin-robot-3.cbz").write_bytes(tin_robot_cbz())
    sketches = folder / "harbor-sketches"
    sketches.mkdir(exist_ok=True)
    for name, draw in tin_robot.SKETCHES:
        (sketches / f"{name}.png").write_bytes(tin_robot.sheet_with(draw))
