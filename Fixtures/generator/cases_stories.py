"""Anthologies whose summary holds an index of stories, and file names of every convention."""
from .casebook import case
from .cases_archives import pages
from .cases_metadata import tagged
from .zips import zipped

INDEX = """The weekly issue, with an index.

1. [Copertina] \u00abLa copertina\u00bb \u2013 p. 1
2. [Storia] \u00abPaperino & l'amaca\u00bb  {I TL 1900-A} \u2013 p. 2
    Soggetto: Ann Ash \u00b7 Disegni: Bo Birk
3. [Gag] \u201cUna gag\u201d \u2013 pp. 5\u20136

Reprinted in 1995."""


@case("stories")
def stories(folder):
    """An index as text in CDATA, as HTML, and a summary without one."""
    folder.put("cdata.cbz", tagged(f"<Title>Annual</Title><Summary><![CDATA[{INDEX}]]></Summary>", 6))
    lines = INDEX.replace("&", "&amp;").replace("    ", "&nbsp;&nbsp;").split("\n")
    html = "<br/>".join(lines).replace("&", "&amp;").replace("<", "&lt;")
    folder.put("html.cbz", tagged(f"<Title>Annual</Title><Summary>{html}</Summary>", 6))
    folder.put("prose.cbz", tagged("<Title>Tale</Title><Summary>1. Once upon a time: ducks.</Summary>", 2))


@case("names")
def names(folder):
    """Books that say nothing of themselves but by their names and folders."""
    for name in [
        "Love Hina/Love Hina - Special.cbz", "Akira/Vol 2/003.cbz", "Batman/#52.cbz",
        "in/Kite v03 #007 - The Storm (of 12) (Marvel) (2004) (Digital) (Zone-Empire).cbz", "in/#52.cbz",
    ]:
        folder.put(name, zipped(pages(1)))
