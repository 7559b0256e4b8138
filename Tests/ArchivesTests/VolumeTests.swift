import BookModel
import Diagnostics
import Testing

@testable import Archives

@Suite("Archives in several parts") struct VolumeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 1...4 { try folder.write("in/00\(number).jpg", noise(60_000, seed: UInt64(number))) }
  }

  private func make(_ command: String) throws {
    let result = try #require(try run("cd '\(folder["in"])' && \(command)"), "a tool is missing: \(command)")
    #expect(result.succeeded, "\(result.text)")
  }

  private static let sets: [(command: String, parts: [String])] = [
    ("7z a -v100k ../b.7z .", ["b.7z.001", "b.7z.002", "b.7z.003"]),
    ("7z a -tzip -v100k ../b.zip .", ["b.zip.001", "b.zip.002", "b.zip.003"]),
    ("zip -q -s 100k -r ../b.zip .", ["b.zip", "b.z01", "b.z02"]),
  ]

  @Test("are opened together from the first", arguments: sets.indices)
  func together(index: Int) throws {
    let set = Self.sets[index]
    try make(set.command)
    let container = try Containers.open(folder[set.parts[0]])
    let files = container.entries.filter { $0.kind == .file }
    #expect(files.map(\.path.name).sorted() == ["001.jpg", "002.jpg", "003.jpg", "004.jpg"])
    for entry in files {
      let number = UInt64(entry.path.name.dropLast(4)) ?? 0
      #expect(try container.read(entry) == noise(60_000, seed: number))
    }
  }

  @Test("a later part names the first, one that is missing is named", arguments: sets.indices)
  func partsByName(index: Int) throws {
    let set = Self.sets[index]
    try make(set.command)
    for part in set.parts.dropFirst() {
      let error = #expect(throws: Diagnostic.self) { try Containers.open(folder[part]) }
      #expect(error?.rule == .volumePart)
      #expect(error?.remedy?.contains(set.parts[0]) == true)
    }
    for part in set.parts.dropFirst() {
      #expect(try run("mv '\(folder[part])' '\(folder["away"])'")?.succeeded == true)
      let error = #expect(throws: Diagnostic.self) { try Containers.open(folder[set.parts[0]]) }
      #expect(error?.rule == .volumeMissing)
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "") for \(part)")
      #expect(try run("mv '\(folder["away"])' '\(folder[part])'")?.succeeded == true)
    }
  }

  @Test("volumes of a RAR 5 that are missing are named", .enabled(if: Corpus.isThere))
  func rar() throws {
    let source = "archives/rarfile-rar5-vols/rar5-vols.part"
    func copy(_ number: Int) throws {
      let bytes = try InputFile.contents(of: Corpus.path("\(source)\(number).rar"), limit: 1 << 20)
      try folder.write("Vol.part\(number).rar", bytes)
    }
    try copy(1)
    #expect(throws: Diagnostic.self) { try Containers.open(folder["Vol.part1.rar"]) }
    try copy(3)
    var error = #expect(throws: Diagnostic.self) { try Containers.open(folder["Vol.part1.rar"]) }
    #expect(error?.rule == .volumeMissing && error?.message.contains("Vol.part2.rar") == true)
    try copy(2)
    #expect(try Containers.open(folder["Vol.part1.rar"]).entries.count == 2)
    #expect(try run("rm '\(folder["Vol.part3.rar"])'")?.succeeded == true)
    error = #expect(throws: Diagnostic.self) { try Containers.open(folder["Vol.part1.rar"]) }
    #expect(error?.rule == .volumeMissing && error?.message.contains("Vol.part3.rar") == true)
    #expect(try run("mv '\(folder["Vol.part1.rar"])' '\(folder["x.rar"])'")?.succeeded == true)
    error = #expect(throws: Diagnostic.self) { try Containers.open(folder["Vol.part2.rar"]) }
    #expect(error?.rule == .volumeMissing && error?.message.contains("Vol.part1.rar") == true)
    error = #expect(throws: Diagnostic.self) { try Containers.open(folder["x.rar"]) }
    #expect(error?.rule == .volumeMissing)
  }

  private static let names: [(name: String, scheme: VolumeName.Scheme?, index: Int, next: String)] = [
    ("A.part1.rar", .part(width: 1), 0, "A.part2.rar"), ("A.PART09.RAR", .part(width: 2), 8, "A.part10.RAR"),
    ("A.rar", .letters, 0, "A.r00"), ("A.r00", .letters, 1, "A.r01"), ("A.r99", .letters, 100, "A.s00"),
    ("A.7z.001", .number(width: 3), 0, "A.7z.002"), ("A.zip", .zip, 0, "A.z01"), ("A.z09", .zip, 9, "A.z10"),
    ("A.cbz.010", .number(width: 3), 9, "A.cbz.011"),
    ("A.7z", nil, 0, ""), ("A.jpg", nil, 0, ""), (".rar", nil, 0, ""), ("A.000", nil, 0, ""),
    ("A.z00", nil, 0, ""),
    ("A.r1", nil, 0, ""), ("rar", nil, 0, ""),
  ]

  @Test("names of parts", arguments: names.indices)
  func volumeNames(index: Int) {
    let sample = Self.names[index]
    let name = VolumeName(FilePath(sample.name))
    #expect(name?.scheme == sample.scheme)
    guard let name else { return }
    #expect(name.index == sample.index)
    #expect(name.name(of: sample.index + 1, like: FilePath(sample.name)) == sample.next)
  }

  @Test("a set is found whatever the case of its names, and a file alone is none")
  func foundByName() {
    let files: [FilePath] = ["d/A.rar", "d/a.R00", "d/a.r01", "d/B.r00", "d/A.zip"]
    let set = VolumeSet(of: "d/A.rar", among: files)
    #expect(set?.consecutive == ["d/A.rar", "d/a.R00", "d/a.r01"])
    #expect(set?.earlierPart == nil)
    #expect(VolumeSet(of: "d/a.r01", among: files)?.earlierPart == "d/A.rar")
    #expect(VolumeSet(of: "d/A.zip", among: files) == nil)
    #expect(VolumeSet(of: "d/A.rar", among: ["d/A.rar"]) == nil)
    #expect(VolumeSet(of: "d/A.jpg", among: files) == nil)
  }
}
