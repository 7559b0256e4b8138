import Testing

/// A file of a case: pages by the numbers in their corners, and what is said of them.
struct DrawnChapter {
  /// An archive's; one that ends in `/` is a folder of pages.
  var path: String
  var numbers: [Int]
  /// ComicInfo.xml without its root, where there is any.
  var info = ""

  init(_ path: String, _ numbers: [Int], info: String = "") {
    self.path = path
    self.numbers = numbers
    self.info = info
  }
}

extension Sandbox {
  /// Makes archives of numbered pages, all of one size and each in a gray of its own.
  func draw(_ chapters: [DrawnChapter]) async throws {
    let script = """
      import os, struct, sys, zipfile, zlib
      def chunk(kind, data):
          return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
      def png(number):
          paper = bytes([255 - number % 16] * 3)
          rows = [b"\\0" + bytes([number >> 8, number & 255, 77]) + paper * 63] + [b"\\0" + paper * 64] * 95
          return (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 96, 8, 2, 0, 0, 0))
              + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))
      for path, numbers, info in zip(*[iter(sys.argv[1:])] * 3):
          os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
          if path.endswith("/"):
              for number in map(int, numbers.split()): open(path + "%03d.png" % number, "wb").write(png(number))
              continue
          with zipfile.ZipFile(path, "w") as z:
              for number in map(int, numbers.split()):
                  z.writestr(zipfile.ZipInfo("%03d.png" % number), png(number))
              if info: z.writestr("ComicInfo.xml", "<ComicInfo>" + info + "</ComicInfo>")
      """
    let arguments = chapters.flatMap {
      [$0.path, $0.numbers.map(String.init).joined(separator: " "), $0.info]
    }
    let made = try await tool("python3", ["-c", script] + arguments)
    try #require(made.status == 0, "\(made)")
  }

  /// Puts further files, each with its own name in it, into an archive.
  func add(_ names: [String], to archive: String) async throws {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "a") as z:
          for name in sys.argv[2:]: z.writestr(name, name)
      """
    let made = try await tool("python3", ["-c", script, archive] + names)
    try #require(made.status == 0, "\(made)")
  }
}
