#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Python's Pillow, which reads and writes pictures independently of this project.
enum Pillow {
  static let isThere = system("python3 -c 'import PIL.ImageCms' 2>/dev/null") == 0

  static let missing = "SKIPPED: Python's Pillow is not installed"

  /// Runs a script in a folder of its own, which is removed behind `body`.
  static func run(
    _ script: String, _ files: [String: [UInt8]] = [:], _ body: (ScratchFolder) throws -> Void
  ) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    try folder.write(Array(script.utf8), to: "script.py")
    guard system("cd \(folder.path) && python3 script.py") == 0 else { throw Failure.script }
    try body(folder)
  }

  enum Failure: Error {
    case script
    case file(String)
  }
}

/// A folder that a test has for itself.
struct ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/leporello-imaging-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Pillow.Failure.file("/tmp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { _ = system("rm -r \(path)") }

  func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "wb") else { throw Pillow.Failure.file(name) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Pillow.Failure.file(name) }
  }

  func read(_ name: String) throws -> [UInt8] {
    guard let file = fopen("\(path)/\(name)", "rb") else { throw Pillow.Failure.file(name) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }
}
