import BookModel
import Diagnostics
import Formats
import Testing

@Suite("Sidecars")
struct SidecarTests {
  private func find(_ book: FilePath, _ siblings: [String], only: Bool) -> [String] {
    Sidecar.find(for: book, among: Siblings(siblings.map { FilePath($0) }), isOnlyBook: only)
      .map { "\($0.path) \($0.format.rawValue)\($0.isShared ? " shared" : "")" }
  }

  @Test(
    "a file that carries the book's name belongs to it, however many books there are",
    arguments: [
      ("Foo.xml", "ComicInfo"), ("foo.XML", "ComicInfo"), ("Foo.ComicInfo.xml", "ComicInfo"),
      ("Foo.cbz.xml", "ComicInfo"),
      ("Foo_ComicInfo.xml", "ComicInfo"), ("Foo - ComicInfo.xml", "ComicInfo"), ("Foo.opf", "OPF"),
      ("Foo.metadata.opf", "OPF"),
      ("Foo.cbz.opf", "OPF"),
    ])
  func own(_ name: String, _ format: String) {
    for only in [true, false] {
      #expect(find("/books/Foo.cbz", ["Foo.cbz", name], only: only) == ["/books/\(name) \(format)"])
    }
  }

  @Test(
    "other files do not belong to it",
    arguments: [
      "Foo 2.xml", "Foobar.ComicInfo.xml", "Bar.opf", "Foo.cbz", "Foo.txt", "fooComicInfo.xml", ".xml",
      "Foo.xml.bak",
    ])
  func others(_ name: String) {
    #expect(find("/books/Foo.cbz", [name], only: true) == [])
  }

  @Test("a file without a name of its own belongs to the only book, and is shared by several")
  func nameless() {
    let siblings = ["metadata.opf", "a.cbz", "comicinfo.xml"]
    #expect(find("d/a.cbz", siblings, only: true) == ["d/comicinfo.xml ComicInfo", "d/metadata.opf OPF"])
    #expect(
      find("d/a.cbz", siblings, only: false) == [
        "d/comicinfo.xml ComicInfo shared", "d/metadata.opf OPF shared",
      ])
  }

  @Test("the book's own come first, and the order given does not count")
  func order() {
    let siblings = ["a.opf", "ComicInfo.xml", "a.xml", "metadata.opf", "a.cbz.xml"]
    let expected = [
      "a.cbz.xml ComicInfo", "a.xml ComicInfo", "a.opf OPF", "ComicInfo.xml ComicInfo shared",
      "metadata.opf OPF shared",
    ]
    #expect(find("a.cbz", siblings, only: false) == expected)
    #expect(find("a.cbz", siblings.reversed(), only: false) == expected)
  }

  @Test("names match whatever the way their accents are stored, full paths are as good as names")
  func matching() {
    #expect(find("/d/Caf\u{E9}.cbz", ["/d/Cafe\u{301}.xml"], only: false).count == 1)
    #expect(find("/d/Book.kepub.epub", ["Book.opf"], only: false) == ["/d/Book.opf OPF"])
    let folder = Sidecar.find(
      for: "/d/Vol. 1", among: ["Vol.xml", "Vol. 1.xml"], isOnlyBook: false, isFolder: true)
    #expect(folder.map(\.path) == ["/d/Vol. 1.xml"])
  }

  @Test("a series' file speaks of the series even beside its only book, a gallery's of the book")
  func seriesDocuments() {
    #expect(
      find("d/a.cbz", ["details.json", "Series.json", "info.json", "a.json"], only: true) == [
        "d/Series.json series shared", "d/details.json series shared", "d/info.json series",
      ])
  }

  @Test("files in several formats are one book where they have one name")
  func oneBook() {
    #expect(Sidecar.areOneBook(["d/A.cbz", "d/a.epub", "d/A.kepub.epub"]))
    #expect(!Sidecar.areOneBook(["d/A.cbz", "d/B.epub"]))
    #expect(Sidecar.areOneBook([]))
  }

  // MARK: reading

  @Test(
    "what series' files say",
    arguments: [
      (
        "series.json",
        #"{"version":"1.0.2","metadata":{"type":"comicSeries","name":"Kite","publisher":"P","year":2016,"volume":null,"total_issues":12}}"#,
        "series=Kite startYear=2016 count=12 publisher=P"
      ),
      (
        "details.json", #"{"title":"Kite","author":"Ann","artist":"Bo","genre":["Drama"],"status":"1"}"#,
        "series=Kite credits=Ann (writer), Bo (penciller) genres=Drama"
      ),
      ("info.json", #"{"gallery_info":{"title":"Kite","language":"English"}}"#, "series=Kite language=en"),
    ])
  func seriesDocument(_ name: String, _ text: String, _ expected: String) async {
    let sidecar = Sidecar(path: FilePath("d/" + name), format: .seriesDocument, isShared: true)
    let reading = await read([sidecar], ["d/" + name: text])
    let found = reading.found[0]
    #expect(
      found.metadata.fields.map { "\($0.rawValue)=\(found.metadata[$0]?.value.text ?? "")" }
        .joined(separator: " ") == expected)
    #expect(found.isShared && found.origin == Origin(.sidecar, name))
    let broken = await read([sidecar], ["d/" + name: "{}"])
    #expect(broken.found.isEmpty && broken.warnings.map(\.rule) == [.sidecarUnreadable])
  }

  private let info =
    "<ComicInfo><Series>S</Series><Number>3</Number><Writer>W</Writer><Pages><Page Image='0' Type='Other'/></Pages></ComicInfo>"
  private let package = """
    <package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:title>T</dc:title><dc:publisher>P</dc:publisher></metadata></package>
    """

  private func read(_ sidecars: [Sidecar], _ files: [String: String]) async -> SidecarReading {
    await Sidecar.read(sidecars, limits: Limits(), bookHoldsPackage: true) {
      (path: FilePath) throws(Diagnostic) in
      guard let text = files[path.display] else { throw .error(.sidecarUnreadable, "no permission") }
      return Array(text.utf8)
    }
  }

  @Test("both formats are read, with the file as origin")
  func both() async {
    let sidecars = [
      Sidecar(path: "a.xml", format: .comicInfo, isShared: false),
      Sidecar(path: "a.opf", format: .opf, isShared: false),
    ]
    let reading = await read(sidecars, ["a.xml": info, "a.opf": package])
    #expect(reading.found.map(\.origin) == [Origin(.sidecar, "a.xml"), Origin(.sidecar, "a.opf")])
    #expect(reading.found.map(\.isNewerCopy) == [false, true])
    #expect(reading.found[0].metadata.number?.text == "3")
    #expect(reading.found[1].metadata.title == "T")
    #expect(reading.pages.map(\.roles) == [[.other]])
    #expect(reading.warnings.isEmpty)
  }

  @Test("a shared one gives fields of the series only, and no pages")
  func shared() async {
    let sidecars = [
      Sidecar(path: "ComicInfo.xml", format: .comicInfo, isShared: true),
      Sidecar(path: "metadata.opf", format: .opf, isShared: true),
    ]
    let reading = await read(sidecars, ["ComicInfo.xml": info, "metadata.opf": package])
    #expect(reading.found.map(\.metadata.fields) == [[.series, .credits], [.publisher]])
    #expect(reading.found.allSatisfy { $0.isShared && !$0.isNewerCopy })
    #expect(reading.pages.isEmpty)
  }

  @Test("one that cannot be read is told of by name and costs nothing else")
  func unreadable() async {
    let sidecars = [
      Sidecar(path: "d/x.xml", format: .comicInfo, isShared: false),
      Sidecar(path: "d/x.opf", format: .opf, isShared: false),
      Sidecar(path: "d/x.ComicInfo.xml", format: .comicInfo, isShared: false),
      Sidecar(path: "d/gone.xml", format: .comicInfo, isShared: false),
      Sidecar(path: "d/ok.xml", format: .comicInfo, isShared: false),
    ]
    let files = [
      "d/x.xml": "<other/>", "d/x.opf": "<other/>", "d/x.ComicInfo.xml": "<other/>", "d/ok.xml": info,
    ]
    let reading = await read(sidecars, files)
    #expect(reading.found.map(\.origin.detail) == ["ok.xml"])
    #expect(reading.warnings.map(\.rule) == [.sidecarUnreadable, .comicInfoUnreadable, .sidecarUnreadable])
    #expect(reading.warnings.map(\.place.file) == ["d/x.opf", "d/x.ComicInfo.xml", "d/gone.xml"])
  }

  /// Comparing each book with each file beside it would take hours.
  @Test("are found among those of thousands of other books", .timeLimit(.minutes(10)))
  func many() {
    let books = (0..<20_000).map { FilePath("d/Kite \($0).cbz") }
    let siblings = Siblings((0..<20_000).map { FilePath("d/Kite \($0).xml") } + ["d/ComicInfo.xml"])
    for book in books {
      let found = Sidecar.find(for: book, among: siblings, isOnlyBook: false)
      #expect(found.map(\.path.nameText) == ["\(book.bookNameText).xml", "ComicInfo.xml"])
    }
  }
}
