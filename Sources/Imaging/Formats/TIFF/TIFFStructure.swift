import Diagnostics

/// Follows a TIFF's directories and the ranges of their strips or tiles.
enum TIFFStructure {
  /// The number of directories after which a file is considered endless.
  static let maxDirectories = 4096

  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    var directory = try TIFFDirectory(picture)
    var seen: Set<Int> = []
    while true {
      guard seen.insert(directory.start).inserted, seen.count <= maxDirectories else {
        throw picture.structure("its directories form a circle")
      }
      try checkPlaces(directory, picture)
      let next = try directory.next()
      if next == 0 { return [] }
      directory = try TIFFDirectory(picture, at: next)
    }
  }

  /// Strips (273, 279), tiles (324, 325) or one old-style JPEG (513, 514): offsets and byte counts.
  private static func checkPlaces(_ directory: TIFFDirectory, _ picture: PictureBytes) throws(HeaderStop) {
    for (offsetTag, countTag) in [(273, 279), (324, 325), (513, 514)] {
      guard let offsets = try directory.entry(offsetTag) else { continue }
      let counts = try directory.entry(countTag)
      let parts = try directory.valueCount(offsets)
      guard parts > 0, parts <= picture.count else { throw picture.structure("it states \(parts) strips") }
      for index in 0..<parts {
        guard let offset = try directory.value(offsets, index) else {
          throw picture.structure("a strip has no place")
        }
        var length = 1
        if let counts, let stated = try directory.value(counts, index) { length = stated }
        if offset + length > picture.count {
          throw .bad(
            picture.truncated(
              "part \(index + 1) of \(parts) ends at byte \(offset + length), but only \(picture.count) are there"
            ))
        }
      }
      return
    }
    throw picture.structure("a directory names no picture data")
  }
}
