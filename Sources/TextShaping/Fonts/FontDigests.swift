#if Typesetting
  import Archives
  import BookModel
  import Diagnostics
  import Synchronization

  /// Digests of font files, each made once: some have 20 MB.
  final class FontDigests: Sendable {
    static let shared = FontDigests()

    private let digests = Mutex<[FileIdentity: String]>([:])

    /// The SHA-256 of a file, in hexadecimal digits.
    func digest(of path: String) throws(Diagnostic) -> String {
      let file = try InputFile(FilePath(path))
      if let digest = digests.withLock({ $0[file.identity] }) { return digest }
      let digest = try file.sha256()
      digests.withLock { $0[file.identity] = digest }
      return digest
    }
  }
#endif
