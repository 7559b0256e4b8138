import Testing

@Suite("Volume in place")
struct TagVolumeTests {
  @Test("ComicInfo's Volume is set, read off a name and taken away by that name, without a false warning")
  func volume() async throws {
    let sandbox = try await Sandbox()
    let info = "<ComicInfo><Series>Tin Robot</Series><Number>3</Number></ComicInfo>"
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info)])
    try await sandbox.makeZIP("Tide Volume 05.cbz", [])
    for file in ["book.cbz", "Tide Volume 05.cbz"] {
      let flags = file == "book.cbz" ? ["--meta", "volume=3"] : ["--from", "filename"]
      let first = try await sandbox.run(["tag", file, "--in-place"] + flags, changing: [file])
      #expect(first.status == 0 && !first.standardError.contains("warning"), "\(first)")
      let second = try await sandbox.run(["tag", file, "--in-place"] + flags)
      #expect(second.status == 0 && !second.standardError.contains("warning"), "\(second)")
    }
    let removed = try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--remove", "Volume", "--in-place", changing: ["book.cbz"])
    #expect(removed.standardError.contains("seriesVolume changed in ComicInfo.xml"), "\(removed)")
    let again = try await sandbox.run(expecting: 0, "tag", "book.cbz", "--remove", "Volume", "--in-place")
    #expect(again.standardError.contains("nothing to change"), "\(again)")
  }
}
