import Diagnostics
import PipelineFile
import Testing

@Suite("File patterns")
struct GlobTests {
  @Test(
    "patterns match paths component by component",
    arguments: [
      ("*.cbz", "a.cbz", true), ("*.cbz", "a.CBZ", true), ("*.cbz", "x/a.cbz", false),
      ("*.cbz", ".a.cbz", false),
      (".*.cbz", ".a.cbz", true), ("a?.cbz", "ab.cbz", true), ("a?.cbz", "a.cbz", false),
      ("a?.cbz", "a漢.cbz", true),
      ("inbox/**/*.{epub,cbz}", "inbox/a.epub", true), ("inbox/**/*.{epub,cbz}", "inbox/x/y/a.cbz", true),
      ("inbox/**/*.{epub,cbz}", "inbox/a.pdf", false), ("inbox/**/*.{epub,cbz}", "other/a.cbz", false),
      ("inbox/**/*.cbz", "inbox/.trash/a.cbz", false), ("**/x", "x", true), ("**/x", "a/b/x", true),
      ("**/a/**/b", "a/c/a/d/b", true), ("**/a/**/b", "b/a", false), ("**", "a/b/c", true),
      ("./a.cbz", "a.cbz", true), ("[a-c]1", "B1", true), ("[a-c]1", "d1", false), ("[!a-c]1", "d1", true),
      ("[!a-c]1", "b1", false), ("[]x]", "]", true), ("a\\*b", "a*b", true), ("a\\*b", "axb", false),
      ("{a,b{c,d}}{1,2}", "bd2", true), ("{a,b{c,d}}{1,2}", "b2", false), ("x{,y}", "x", true),
      ("Caf\u{65}\u{301}/*", "CAFÉ/x", true), ("a**b", "axxb", true), ("", "", false),
      ("*a*a*a*a*a*b", String(repeating: "a", count: 200), false),
    ])
  func matching(pattern: String, path: String, expected: Bool) throws {
    guard !pattern.isEmpty else {
      #expect(throws: Diagnostic.self) { try Glob(pattern) }
      return
    }
    #expect(try Glob(pattern).matches(path.split(separator: "/").map(String.init)) == expected)
  }

  @Test("the folders every match lies in are known, and which others need not be listed")
  func pruning() throws {
    let glob = try Glob("inbox/Manga/**/*.cbz")
    #expect(glob.base == ["inbox", "Manga"])
    #expect(glob.mayMatch(below: ["inbox"]))
    #expect(glob.mayMatch(below: ["inbox", "manga", "deep", "deeper"]))
    #expect(!glob.mayMatch(below: ["other"]))
    #expect(try Glob("a/*/x.cbz").base == ["a"])
    #expect(try !Glob("a/*/x.cbz").mayMatch(below: ["a", "b", "c"]))
    #expect(try Glob("{a,b}/x/*.cbz").base == [])
    #expect(try Glob("in/a.cbz").isLiteral)
    #expect(try !Glob("in/*.cbz").isLiteral)
  }

  @Test(
    "what is wrong is told",
    arguments: [
      "a{b", "[a", "a\\", "[z-a]", String(repeating: "{a,b}", count: 12), String(repeating: "{", count: 40),
    ])
  func problems(pattern: String) {
    let error = #expect(throws: Diagnostic.self) { try Glob(pattern) }
    #expect(error?.rule == .globSyntax)
  }

  @Test("many wildcards cost no more than pattern times name")
  func hostile() throws {
    let pattern = String(repeating: "*a", count: 500) + "b"
    #expect(try !Glob(pattern).matches([String(repeating: "a", count: 1_000)]))
    let folders = String(repeating: "**/a/", count: 300) + "b"
    #expect(try !Glob(folders).matches(Array(repeating: "a", count: 1_000)))
  }
}
