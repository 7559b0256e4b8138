/// What a file's first bytes say it is.
public enum ContainerKind: String, Hashable, Sendable {
  case zip, rar4, rar5, sevenZip, tar
  /// One compressed stream (gzip, bzip2, xz, zstd, lzma, compress), which may hold a tar.
  case compressed
  case pdf

  /// For people: `ZIP`, `RAR 4`, `7z`…
  public var name: String {
    switch self {
    case .zip: "ZIP"
    case .rar4: "RAR 4"
    case .rar5: "RAR 5"
    case .sevenZip: "7z"
    case .tar: "tar"
    case .compressed: "compressed tar"
    case .pdf: "PDF"
    }
  }
}
