import BookModel
import Diagnostics

extension Opening {
  /// Opens a ZIP.
  func zip(_ joined: JoinedFile, in volumes: VolumeSet?) throws(Diagnostic) -> any Container {
    return try LibarchiveContainer(joined, request(.zip, "ZIP"))
  }

  /// Opens a split ZIP: offsets count within its parts, so that its local headers are followed instead.
  func splitZIP(_ joined: JoinedFile) throws(Diagnostic) -> any Container {
    try LibarchiveContainer(joined, with(request(.zipStream, "ZIP")) { $0.isSolid = true })
  }

  /// The number of the part in which the directory ends, from 0: a split ZIP's last (APPNOTE 6.3.10, 4.3.16).
  func disk() throws(Diagnostic) -> Int? {
    let joined = JoinedFile([file])
    guard let end = try ContainerKind.endOfZIP(in: joined) else { return nil }
    var cursor = LittleEndianReader(try joined.read(at: end + 4, upTo: 2)[...])
    return cursor.integer(2)
  }
}
