import Diagnostics
import Publications
import Testing

@Suite("documents around an EPUB's package")
struct EPUBDocumentsTests {
  @Test("container.xml: every root file in its order, package documents told by type or extension")
  func container() throws {
    let text = """
      <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
      <rootfile full-path="a.pdf" media-type="application/pdf"/><rootfile full-path=" b/c.OPF "/>
      <rootfile full-path="d.xml" media-type="application/oebps-package+xml"/><rootfile/></rootfiles></container>
      """
    let document = try ContainerDocument(Array(text.utf8))
    #expect(document.rootFiles.map(\.path) == ["a.pdf", "b/c.OPF", "d.xml", ""])
    #expect(document.rootFiles.map(\.isPackage) == [false, true, true, false])
  }

  @Test("encryption.xml: fonts apart from everything else")
  func encryption() throws {
    func data(_ algorithm: String, _ path: String) -> String {
      "<EncryptedData><EncryptionMethod Algorithm='\(algorithm)'/><CipherData><CipherReference URI='\(path)'/>"
        + "</CipherData></EncryptedData>"
    }
    let text =
      "<encryption>" + data("http://www.idpf.org/2008/embedding", "f.otf") + data("urn:x", "p.jpg")
      + "<EncryptedKey/><EncryptedData/></encryption>"
    let document = try EncryptionDocument(Array(text.utf8))
    #expect(document.resources.map(\.path) == ["f.otf", "p.jpg", ""])
    #expect(document.resources.map(\.isFontObfuscation) == [true, false, false])
  }

  @Test(
    "display options: the platform for all, else a tablet's, else any",
    arguments: [
      ("<platform name='*'><option name='fixed-layout'>true</option></platform>", true),
      (
        "<platform name='iphone'><option name='fixed-layout'>false</option></platform>"
          + "<platform name='ipad'><option name='fixed-layout'> TRUE </option></platform>", true
      ),
      ("<platform name='other'><option name='fixed-layout'>true</option></platform>", true),
      (
        "<platform name='ipad'><option name='fixed-layout'>true</option></platform>"
          + "<platform name='*'><option name='fixed-layout'>false</option></platform>", false
      ),
      ("<platform name='*'><option name='open-to-spread'>true</option></platform>", nil), ("", nil),
    ] as [(String, Bool?)])
  func displayOptions(platforms: String, isFixed: Bool?) throws {
    let text = "<display_options>\(platforms)</display_options>"
    #expect(try DisplayOptions(Array(text.utf8)).isFixedLayout == isFixed)
  }

  @Test("a navigation document: the list of contents among others, whatever wraps it")
  func navigation() throws {
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
      <nav epub:type="landmarks"><ol><li><a epub:type="cover x" href="c.xhtml">C</a></li><li><a href="d">D</a></li></ol></nav>
      <section><nav epub:type="frontmatter toc"><div><ol><li><a href=" a.xhtml ">A</a></li><li><span>B</span>
      <ol><li><a href="b.xhtml">B1</a></li></ol></li><li><span>Nothing</span></li></ol></div></nav></section>
      <nav epub:type="page-list"><ol><li><a href="p">1</a></li></ol></nav></body></html>
      """
    let document = try NavigationDocument(navigation: Array(text.utf8))
    #expect(
      document.contents == [
        NavigationPoint(title: "A", href: "a.xhtml"),
        NavigationPoint(title: "B", href: nil, children: [NavigationPoint(title: "B1", href: "b.xhtml")]),
      ])
    #expect(document.landmarks.map(\.type) == ["cover"])
  }

  @Test("an only nav without a type is taken for the contents; none gives none")
  func untyped() throws {
    let one = "<html><body><nav><ol><li><a href='a'>A</a></li></ol></nav></body></html>"
    #expect(try NavigationDocument(navigation: Array(one.utf8)).contents.map(\.title) == ["A"])
    #expect(try NavigationDocument(navigation: Array("<html><body/></html>".utf8)).contents.isEmpty)
  }

  @Test("an NCX without labels or targets still gives its shape")
  func ncx() throws {
    let text = "<ncx><navMap><navPoint><navPoint><content src='a'/></navPoint></navPoint></navMap></ncx>"
    #expect(
      try NavigationDocument(ncx: Array(text.utf8)).contents == [
        NavigationPoint(title: "", href: nil, children: [NavigationPoint(title: "", href: "a")])
      ])
  }

  @Test("documents of nothing are errors")
  func empty() {
    #expect(throws: Diagnostic.self) { try ContainerDocument([]) }
    #expect(throws: Diagnostic.self) { try EncryptionDocument([]) }
    #expect(throws: Diagnostic.self) { try NavigationDocument(ncx: []) }
    #expect(throws: Diagnostic.self) { try NavigationDocument(navigation: []) }
  }
}
