import BookModel
import Diagnostics
import Testing

@testable import Archives

@Suite("Encrypted ZIPs") struct EncryptedZIPTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("001.jpg", noise(3_000))
  }

  private func archive(_ method: String) throws -> FilePath {
    let command = "cd '\(folder.path)' && 7z a -tzip -mem=\(method) -psecret a.zip 001.jpg"
    let result = try #require(try run(command), "7z is not installed")
    #expect(result.succeeded, "\(result.text)")
    return folder["a.zip"]
  }

  @Test("are read with their password", arguments: ["ZipCrypto", "AES256"])
  func password(method: String) throws {
    let path = try archive(method)
    let container = try Containers.open(path, password: "secret")
    #expect(container.formatName == "ZIP")
    #expect(container.entries[0].isEncrypted)
    #expect(try container.read(container.entries[0]) == noise(3_000))
  }

  @Test(
    "say that they need one, and that one is wrong, when they are opened", arguments: ["ZipCrypto", "AES256"])
  func refusals(method: String) throws {
    let path = try archive(method)
    for (password, rule) in [
      (nil, Rule.passwordRequired), ("", .passwordRequired), ("wrong", .passwordWrong),
    ] {
      let error = #expect(throws: Diagnostic.self) { try Containers.open(path, password: password) }
      #expect(error?.rule == rule)
      #expect(error?.rule.category == .input)
      #expect(error?.place == Place(file: path.display, entry: "001.jpg"))
    }
  }

  @Test("a method that nothing here reads is named when the archive is opened")
  func deflate64() throws {
    let command = "cd '\(folder.path)' && 7z a -tzip -mm=Deflate64 d.zip 001.jpg"
    try folder.write("001.jpg", [UInt8](repeating: 7, count: 100_000))
    #expect(try run(command)?.succeeded == true)
    let error = #expect(throws: Diagnostic.self) { try Containers.open(folder["d.zip"]) }
    #expect(error?.rule == .methodUnsupported)
    #expect(error?.message.lowercased().contains("deflate64") == true)
    #expect(error?.remedy != nil)
  }
}
