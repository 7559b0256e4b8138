import Testing

/// Path templates: how fields make names.
@Suite("Path templates")
struct TemplateTests {
  @Test(
    "fields are padded as a whole, brackets go with what they hold, and names stay single components",
    arguments: [
      ("full.cbz", "{series} #{number:000}.cbz", "Kite #022.1.cbz"),
      ("half.cbz", "{series} #{number:000}.cbz", "Kite #000.5.cbz"),
      ("letters.cbz", "{series} #{number:000}.cbz", "Kite #001.MU.cbz"),
      ("minus.cbz", "{series} #{number:000}.cbz", "Kite #-001.cbz"),
      ("full.cbz", "{series}[ - {title}].cbz", "Kite - Wind.cbz"),
      ("half.cbz", "{series}[ - {title}].cbz", "Kite.cbz"),
      ("half.cbz", "{series} {volume|none}.cbz", "Kite none.cbz"),
      ("bare.cbz", "{source.stem} copy.cbz", "bare copy.cbz"),
      ("full.cbz", "{series}/{date}/{title}.cbz", "Kite/2003/Wind.cbz"),
      ("bare.cbz", "{source.folder}/{source.stem}.cbz", "here/bare.cbz"),
    ])
  func names(_ input: String, _ template: String, _ name: String) async throws {
    let sandbox = try await Sandbox("templates")
    try await sandbox.run(expecting: 0, "convert", input, "-o", "out/" + template, "--no-metadata")
    #expect(try sandbox.files(in: "out") == [name])
  }

  @Test("a required field that is empty fails the book")
  func required() async throws {
    let sandbox = try await Sandbox("templates")
    let outcome = try await sandbox.run(
      expecting: 1, "convert", "half.cbz", "-o", "out/{series} {title!}.cbz")
    #expect(outcome.standardError.contains("title"))
  }

  @Test("where series and title are asked for and empty, the source's stem is the name, with a warning")
  func fallback() async throws {
    let sandbox = try await Sandbox("templates")
    let outcome = try await sandbox.run(
      expecting: 0, "convert", "bare.cbz", "-o", "out/{series}[ - {title}].cbz", "--no-metadata")
    #expect(try sandbox.files(in: "out") == ["bare.cbz"])
    #expect(outcome.standardError.contains("warning"))
  }

  @Test("an unknown field is refused before anything is read")
  func unknownField() async throws {
    let sandbox = try await Sandbox("templates")
    let outcome = try await sandbox.run(["convert", "full.cbz", "-o", "out/{serie}.cbz"])
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.standardError.contains("series"))
  }
}
