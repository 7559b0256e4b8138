import BookModel
import Diagnostics
import Formats
import Testing

@Suite("The page list")
struct PageInfoTests {
  private func read(_ pages: String) -> MetadataReading {
    ComicInfo.read(Array("<ComicInfo><Pages>\(pages)</Pages></ComicInfo>".utf8))
  }

  private func pages(_ count: Int) -> [Page] {
    (0..<count).map { number in
      let entry = EntryReference(source: .main, key: number, name: "\(number).png")
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: entry.name)
    }
  }

  @Test("attributes are read, unknown ones kept, sizes left to be measured")
  func attributes() {
    let reading = read(
      """
      <Page Image="0" Type="FrontCover" ImageSize="1" ImageWidth="2" ImageHeight="3"/>
      <Page Image="1" Type="story Editorial" DoublePage="True" Key="k" Bookmark=" Here " Rotation="Rotate90" PagePosition="Far"/>
      <Page Image="02" DoublePage="0" Bookmark=""/>
      """)
    #expect(reading.warnings.isEmpty)
    #expect(reading.pages.map(\.index) == [0, 1, 2])
    #expect(reading.pages.map(\.roles) == [[.frontCover], [.story, .editorial], []])
    #expect(reading.pages.map(\.isDouble) == [nil, true, false])
    #expect(reading.pages.map(\.bookmark) == [nil, "Here", nil])
    #expect(reading.pages[0].kept.isEmpty)
    #expect(reading.pages[1].kept.map(\.name) == ["Key", "Rotation", "PagePosition"])
  }

  @Test("unknown types are kept as they are spelled and never stop reading (F38)")
  func unknownTypes() {
    let reading = read(
      "<Page Image='0' Type='Advertisment'/><Page Image='1' Type='Splash Delete'/><Page Image='2' Type='BackCover'/>"
    )
    #expect(
      reading.pages.map { $0.roles.map(\.word) } == [["Advertisment"], ["Splash", "deleted"], ["backCover"]])
  }

  @Test("entries beyond the last page are dropped with a warning (F38)")
  func strays() {
    var book = pages(4)
    let infos = read(
      "<Page Image='1' Bookmark='Here'/><Page Image='9' Bookmark='Nowhere'/><Page Image='-1'/>"
    ).pages
    let told = PageInfo.apply(infos, to: &book)
    #expect(told.map(\.rule) == [.pageListMismatch])
    #expect(book.map(\.bookmark) == [nil, "Here", nil, nil])
    #expect(PageInfo.apply(Array(infos.prefix(1)), to: &book).isEmpty)
  }

  @Test("what a page knows already stays")
  func priority() {
    var book = pages(1)
    book[0].bookmark = "own"
    book[0].kept = [Page.KeptAttribute(name: "Key", value: "own")]
    _ = PageInfo.apply(read("<Page Image='0' Bookmark='b' Key='k' Type='Other' X='y'/>").pages, to: &book)
    #expect(book[0].bookmark == "own")
    #expect(book[0].roles == [.other])
    #expect(book[0].kept.map(\.value) == ["own", "y"])
  }

  @Test("entries that name no page or one twice are left out with a warning")
  func unusable() {
    let reading = read("<Page/><Page Image='x'/><Page Image='0'/><Page Image='0' Type='Other'/><Pages/>")
    #expect(reading.pages.map(\.index) == [0])
    #expect(reading.pages[0].roles.isEmpty)
    #expect(reading.warnings.map(\.rule) == [.pageListMismatch, .pageListMismatch, .pageListMismatch])
  }
}
