import Foundation
import Testing

/// Pages made for a device, through the whole program.
@Suite("Devices")
struct DeviceTests {
  /// A JPEG with a gradient, `P5` gray or `P6` in color.
  private func write(_ sandbox: Sandbox, _ name: String, _ magic: String, _ width: Int, _ height: Int)
    async throws
  {
    var pixels = Data("\(magic)\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let level = UInt8((x + y) * 200 / (width + height))
        pixels.append(contentsOf: magic == "P5" ? [level] : [level, 40, 255 - level])
      }
    }
    try sandbox.write("", to: "book/\(name)")
    try pixels.write(to: sandbox.folder.appending(path: "page.pnm"))
    let made = try await sandbox.tool("cjpeg", ["-quality", "90", "-outfile", "book/\(name)", "page.pnm"])
    try #require(made.status == 0, "\(made)")
    try sandbox.remove("page.pnm")
  }

  /// `P5` where a page of the result is gray, `P6` where it is in color.
  private func magic(_ sandbox: Sandbox, _ name: String) async throws -> String {
    let unzip = try await sandbox.tool("unzip", ["-o", "-q", "result.cbz", name, "-d", "looked"])
    try #require(unzip.status == 0, "\(unzip)")
    let pixels = try await sandbox.tool("djpeg", ["-pnm", "-outfile", "looked.pnm", "looked/\(name)"])
    try #require(pixels.status == 0, "\(pixels)")
    return String(decoding: try sandbox.data("looked.pnm").prefix(2), as: UTF8.self)
  }

  @Test("pages get gray and no larger than the screen; what fits and is gray is copied")
  func fitted() async throws {
    let sandbox = try await Sandbox()
    try await write(sandbox, "1.jpg", "P6", 160, 240)
    try await write(sandbox, "2.jpg", "P6", 60, 90)
    try await write(sandbox, "3.jpg", "P5", 60, 90)
    try await write(sandbox, "4.jpg", "P6", 240, 160)
    let book = try await sandbox.convert("book", "--device", "--device-size", "80x120", "--verbose")
    #expect(book.pages.map(\.width) == [80, 60, 60, 120])
    for page in book.pages {
      let magic = try await magic(sandbox, page.name)
      #expect(magic == "P5", "\(page.name)")
    }
    #expect(book.outcome?.standardError.contains("1 copied") == true)
    #expect(book.outcome?.standardError.contains("wide-on-upright-screen") == false)
  }

  @Test("a device with color keeps it; wide pages on an upright screen are told of")
  func color() async throws {
    let sandbox = try await Sandbox()
    try await write(sandbox, "1.jpg", "P6", 160, 240)
    try await write(sandbox, "2.jpg", "P6", 240, 160)
    let book = try await sandbox.convert(
      "book", "--device", "--device-size", "80x120", "--device-color", "--device-wide", "upright")
    #expect(book.pages.map(\.width) == [80, 80])
    let magic = try await magic(sandbox, "1.jpg")
    #expect(magic == "P6")
    #expect(book.outcome?.standardError.contains("wide-on-upright-screen") == true)
  }

  @Test("a page turns gray though nothing else is done to it")
  func grayAlone() async throws {
    let sandbox = try await Sandbox()
    try await write(sandbox, "1.jpg", "P6", 60, 90)
    let book = try await sandbox.convert("book", "--grayscale=always")
    let magic = try await magic(sandbox, "1.jpg")
    #expect(book.pages.count == 1 && magic == "P5")
  }

  @Test("the profiles are listed")
  func listed() async throws {
    let sandbox = try await Sandbox()
    let outcome = try await sandbox.run(["plugins", "device"])
    let rows = outcome.standardOutput.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      rows.contains("KO Kindle Oasis 2/3 1264x1680 16 no")
        && rows.contains("PBEra PocketBook Era 1264x1680 16 no"))
  }
}
