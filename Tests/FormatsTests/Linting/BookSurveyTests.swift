import Archives
import BookModel
import Diagnostics
import Formats
import Testing

@Suite("checks of one book")
struct BookSurveyTests {
  private func survey(
    _ files: [(name: String, text: String)], path: String = "Kite 1.cbz", kind: ContainerKind = .zip
  ) -> BookSurvey {
    BookSurvey(of: MemoryContainer(files.map { ($0.name, Array($0.text.utf8)) }), path: path, kind: kind)
  }

  private func rules(_ survey: BookSurvey) -> [String] { survey.findings().map(\.rule.id) }

  private let pages = [("10.jpg", "x"), ("2.jpg", "yy"), ("1.jpg", "z")]
  private let info = "<ComicInfo><Title>The End</Title><Series>Kite</Series><Number>1</Number></ComicInfo>"

  @Test("nothing is said of a sound book; its pages are in natural order")
  func sound() {
    let survey = survey(pages + [("ComicInfo.xml", info)])
    #expect(survey.findings() == [])
    #expect(survey.pages.map(\.name) == ["1.jpg", "2.jpg", "10.jpg"])
    #expect(survey.metadata.series == "Kite")
  }

  @Test("a ComicInfo in a folder, in other letters, and a second one")
  func places() {
    #expect(rules(survey(pages + [("a/ComicInfo.xml", info)])) == ["comicinfo-nested"])
    #expect(rules(survey(pages + [("comicinfo.XML", info)])) == ["comicinfo-name"])
    let twice = survey(pages + [("a/comicinfo.xml", info), ("ComicInfo.xml", info)])
    #expect(rules(twice) == ["comicinfo-nested", "comicinfo-name", "comicinfo-repeated-file"])
    #expect(twice.documents.map(\.name) == [["ComicInfo.xml"], ["a", "comicinfo.xml"]])
  }

  @Test("documents that cannot be read, or only after repair")
  func documents() {
    #expect(rules(survey(pages + [("ComicInfo.xml", "nothing")])) == ["metadata-invalid", "no-metadata"])
    #expect(
      rules(survey(pages + [("ComicInfo.xml", "<ComicInfo><Series>A & B</Series></ComicInfo>")])) == [
        "metadata-invalid"
      ])
    #expect(
      rules(survey(pages + [("ComicInfo.xml", "<ComicInfo><Count>many</Count></ComicInfo>")])) == [
        "metadata-value"
      ])
    #expect(rules(survey(pages)) == ["no-metadata"])
  }

  @Test("numbers of pages that are not true")
  func counts() {
    func counted(_ elements: String) -> [String] {
      survey(pages + [("ComicInfo.xml", "<ComicInfo><Series>Kite</Series>\(elements)</ComicInfo>")])
        .findings()
        .map(\.message)
    }
    #expect(counted("<PageCount>3</PageCount>") == [])
    #expect(counted("<PageCount>0</PageCount>") == [])
    #expect(counted("<PageCount> 24 </PageCount>") == ["PageCount says 24, there are 3"])
    #expect(
      counted("<Pages><Page Image='0'/><Page Image='9'/></Pages>") == [
        "the page list has 2 entries, 1 of them for pages that do not exist, the book has 3 pages"
      ])
  }

  @Test("extensions that lie, and those that claim nothing")
  func extensions() {
    func rules(_ path: String, _ kind: ContainerKind) -> [String] {
      survey(pages + [("ComicInfo.xml", info)], path: path, kind: kind).findings().map(\.rule.id)
    }
    #expect(rules("a.cbr", .zip) == ["extension-lies"])
    #expect(rules("a.CBZ", .rar5) == ["extension-lies"])
    #expect(rules("a.zip", .zip) == [])
    #expect(rules("a.bin", .zip) == [])
    #expect(rules("a", .zip) == [])
  }

  @Test("no pages, junk, and what cannot be opened at all")
  func others() {
    #expect(rules(survey([("ComicInfo.xml", info)])) == ["no-pages"])
    let junk = survey(pages + [("ComicInfo.xml", info), ("__MACOSX/._1.jpg", ""), ("Thumbs.db", "")])
    #expect(
      junk.findings().map(\.description) == ["Kite 1.cbz: note: '__MACOSX/._1.jpg' and 1 more [junk-files]"])
    var failed = BookSurvey(path: "a.cbz")
    failed.failure = .error(Rule("test", .input, "Test.", advice: "None."), "it is cut short")
    #expect(rules(failed) == ["book-unreadable"])
  }

  @Test("what normalizing would change is said with the rule that would")
  func normalizing() {
    let messy = survey(pages + [("ComicInfo.xml", "<ComicInfo><Number>001</Number></ComicInfo>")])
    #expect(messy.findings().map(\.message) == ["number: '001' → '1' (normalize-numbers)"])
    #expect(messy.findings(normalizer: nil) == [])
  }

  @Test("the package document of an EPUB, and calibre's in an archive")
  func packages() {
    let package = """
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata
      xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The End</dc:title></metadata><manifest/><spine/></package>
      """
    let container = "<container><rootfiles><rootfile full-path='OPS/vol.opf'/></rootfiles></container>"
    let epub = survey(
      pages + [("META-INF/container.xml", container), ("OPS/vol.opf", package)], path: "a.epub")
    #expect(epub.metadata.title == "The End" && epub.findings() == [])
    #expect(survey(pages + [("metadata.opf", package)]).metadata.title == "The End")
    let lost = survey(pages + [("META-INF/container.xml", container)], path: "a.epub")
    #expect(rules(lost) == ["metadata-invalid", "no-metadata"])
  }

  @Test("more ComicInfos than anybody has are not all read")
  func many() {
    let infos = (0..<500).map { ("\($0)/ComicInfo.xml", info) }
    #expect(survey(pages + infos).documents.count == 16)
  }

  @Test("every rule has an id and a sentence of its own")
  func declared() {
    #expect(Set(LintRule.all.map(\.id)).count == LintRule.all.count)
    for rule in LintRule.all { #expect(rule.summary.last == ".") }
  }
}
