import Foundation
import Testing

/// Dependencies point one way, down this list; plugins know neither each other nor the engine.
@Suite("Layers of the source")
struct LayeringTests {
  /// From the top down. Modules of one line do not import each other.
  private static let layers: [[String]] = [
    ["leporello"], ["Catalogue", "PipelineTesting"], ["Effects", "Reports", "CollectionChecks"], ["Engine"],
    ["Inputs", "Readers", "Stages", "Sinks"], ["PipelineFile"], ["PluginKit"], ["Formats", "TextShaping"],
    ["Typesetting"],
    ["Publications"],
    ["Archives", "Markup", "Imaging", "Programs"], ["BookModel"], ["Options"], ["Diagnostics"],
  ]

  /// What each module may take of C. Nothing of it shows in a public declaration, since imports are internal.
  private static let cLibraries: [String: Set<String>] = [
    "Archives": ["CArchive", "CDeflate", "CNettle", "CShims", "CZLib"], "Markup": ["CXML2"],
    "Imaging": [
      "CPNG", "CTurboJPEG", "CDeflate", "CLCMS", "CKernels", "CShims", "CWebP", "CTIFF", "CAVIF", "CJXL",
      "CZLib",
    ],
    "TextShaping": ["CPango", "CWOFF2", "CNettle", "CZLib"], "Options": ["CYAML"], "Programs": ["CShims"],
    "Engine": ["CShims", "CSQLite"], "leporello": ["CShims"],
  ]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func folder(of module: String) -> URL {
    ["Readers", "Stages", "Sinks"].contains(module)
      ? root.appendingPathComponent("Plugins/\(module)") : root.appendingPathComponent("Sources/\(module)")
  }

  private static func files(of module: String) throws -> [URL] {
    if module == "Catalogue" { return [root.appendingPathComponent("Plugins/Catalogue.swift")] }
    let found = try #require(
      FileManager.default.enumerator(at: folder(of: module), includingPropertiesForKeys: nil))
    return found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  /// Every import in a file: the module, and whether it shows in the public interface.
  private static func imports(of file: URL) throws -> [(module: String, isPublic: Bool)] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy({ ["public", "internal", "@testable"].contains($0) || $0.hasPrefix("@") })
      else { return nil }
      return (words[index + 1], words.contains("public"))
    }
  }

  @Test("imports point down, never up or sideways", arguments: layers.flatMap { $0 })
  func pointsDown(module: String) throws {
    let level = try #require(Self.layers.firstIndex { $0.contains(module) })
    let below = Set(Self.layers[(level + 1)...].flatMap { $0 })
    let own = Set(Self.layers.flatMap { $0 })
    let allowed =
      module == "Readers" || module == "Stages" || module == "Sinks"
      ? below.subtracting(["PipelineFile"]) : below
    let files = try Self.files(of: module)
    #expect(!files.isEmpty)
    for file in files {
      for (imported, _) in try Self.imports(of: file) where own.contains(imported) {
        #expect(allowed.contains(imported), "\(module)/\(file.lastPathComponent) imports \(imported)")
      }
    }
  }

  @Test(
    "C stays inside the module that needs it, and out of every interface", arguments: layers.flatMap { $0 })
  func keepsC(module: String) throws {
    let allowed = Self.cLibraries[module] ?? []
    let isC = { (name: String) in
      name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true
    }
    for file in try Self.files(of: module) {
      for (imported, isPublic) in try Self.imports(of: file) where isC(imported) {
        #expect(allowed.contains(imported), "\(module)/\(file.lastPathComponent) imports \(imported)")
        #expect(!isPublic, "\(module)/\(file.lastPathComponent) shows \(imported)")
      }
    }
  }

  @Test("the engine knows plugins only through the registry")
  func engineKnowsNoPlugin() throws {
    for module in ["Effects", "Engine", "Inputs", "PipelineFile", "PluginKit"] {
      for file in try Self.files(of: module) {
        let imported = try Self.imports(of: file).map(\.module)
        #expect(
          Set(imported).isDisjoint(with: ["Readers", "Stages", "Sinks", "Catalogue"]),
          "\(file.lastPathComponent)")
      }
    }
  }
}
