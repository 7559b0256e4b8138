import BookModel
import Testing

@testable import Readers

@Suite("Folders as chapters") struct FolderOutlineTests {
  /// The outline as text: `title>page(children)`.
  private func outline(_ names: [String]) -> String {
    let pages = names.map { name in
      (id: PageID(sourcePlace: name), components: name.split(separator: "/").map(String.init))
    }
    func text(_ nodes: [OutlineNode]) -> String {
      nodes.map { node in
        "\(node.title)>\(node.page?.text ?? "")" + (node.children.isEmpty ? "" : "(\(text(node.children)))")
      }.joined(separator: " ")
    }
    return text(FolderOutline.nodes(for: pages))
  }

  @Test("one folder, or one around all, is no chapter")
  func single() {
    #expect(outline(["1", "2"]) == "")
    #expect(outline(["a/b/1", "a/b/2"]) == "")
    #expect(outline([]) == "")
  }

  @Test("each folder is a chapter that leads to its first page; pages beside them lie before")
  func chapters() {
    #expect(outline(["a/1", "a/2", "b/1"]) == "a>a/1 b>b/1")
    #expect(outline(["cover", "a/1", "b/1"]) == "a>a/1 b>b/1")
    #expect(outline(["x/cover", "x/a/1", "x/b/1"]) == "a>x/a/1 b>x/b/1")
    #expect(outline(["cover", "a/1"]) == "a>a/1")
  }

  @Test("folders in folders are chapters in chapters")
  func nested() {
    #expect(
      outline(["v1/0", "v1/c1/1", "v1/c2/1", "v2/c3/1", "v2/c3/2"])
        == "v1>v1/0(c1>v1/c1/1 c2>v1/c2/1) v2>v2/c3/1(c3>v2/c3/1)")
  }
}
