import BookModel
import Testing

@Suite("File paths")
struct FilePathTests {
  @Test(
    "splits into parent, name, stem and extension",
    arguments: [
      ("/a/b/c.cbz", "/a/b", "c.cbz", "c", "cbz"), ("c.CBZ", ".", "c.CBZ", "c", "cbz"),
      ("/c", "/", "c", "c", ""),
      ("a/.hidden", "a", ".hidden", ".hidden", ""), ("a/b/", "a", "b", "b", ""), ("a//b", "a", "b", "b", ""),
      ("x.kepub.epub", ".", "x.kepub.epub", "x.kepub", "epub"), ("/", "/", "/", "/", ""),
      ("", ".", "", "", ""),
      ("Vol. 1", ".", "Vol. 1", "Vol", " 1"),
    ])
  func parts(_ text: String, _ parent: String, _ name: String, _ stem: String, _ fileExtension: String) {
    let path = FilePath(text)
    #expect(path.parent == FilePath(parent))
    #expect(path.nameText == name)
    #expect(path.stem == stem)
    #expect(path.fileExtension == fileExtension)
  }

  @Test("keeps bytes that are no UTF-8, and shows them as replacement characters")
  func foreignBytes() {
    let path = FilePath(bytes: [0x61, 0x2F, 0xE9, 0x2E, 0x7A])
    #expect(path.name == [0xE9, 0x2E, 0x7A])
    #expect(path.display == "a/\u{FFFD}.z")
    #expect(path.parent.appending(path.name) == path)
  }

  @Test("ends at a zero byte, which no path can hold")
  func zeroByte() {
    #expect(FilePath(bytes: [0x61, 0x00, 0x62]) == "a")
  }

  @Test("appends below itself")
  func appending() {
    #expect(FilePath("/").appending("a") == "/a")
    #expect(FilePath(".").appending("a") == "a")
    #expect(FilePath("a").appending("b/c") == "a/b/c")
    #expect(FilePath("a").isAbsolute == false)
    #expect(FilePath("/a").isAbsolute)
  }

  @Test("lends itself as a C string")
  func cString() {
    #expect(FilePath("ab").withCString { [$0[0], $0[1], $0[2]] } == [0x61, 0x62, 0])
    #expect(FilePath("").withCString { $0[0] } == 0)
  }
}
