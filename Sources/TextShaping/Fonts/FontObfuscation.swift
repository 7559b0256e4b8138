#if Typesetting
  import CNettle

  /// How a font was made unreadable without the book it belongs to. No protection of the book: the key is an identifier
  /// in its package document.
  public struct FontObfuscation: Sendable, Hashable {
    enum Method: Sendable, Hashable {
      /// The first 1,040 bytes, by the SHA-1 of the unique identifier (EPUB 3.3, section 4.4).
      case idpf
      /// The first 1,024 bytes, by the UUID that is an identifier (Adobe, "Content protection for fonts").
      case adobe
    }

    let method: Method
    /// Identifiers to try, the most likely first: programs disagree on which one it is.
    let identifiers: [String]

    /// - Parameters:
    ///   - algorithm: what `EncryptionDocument` says of the font; anything else than the two ways of obfuscating is nil.
    ///   - identifiers: the publication's, as `PackageDocument.identifiers` has them.
    public init?(algorithm: String, identifiers: [String]) {
      switch algorithm {
      case "http://www.idpf.org/2008/embedding": method = .idpf
      case "http://ns.adobe.com/pdf/enc#RC": method = .adobe
      default: return nil
      }
      self.identifiers = identifiers
    }

    /// The readable font; its bytes as they are where no identifier makes a font of them. Some books say that they
    /// obfuscate and don't.
    func readable(_ bytes: [UInt8]) -> [UInt8] {
      if FontContainer(bytes) != nil { return bytes }
      for identifier in identifiers {
        guard let key = key(of: identifier) else { continue }
        let head = zip(bytes.prefix(4), key).map { $0 ^ $1 }
        guard FontContainer(head) != nil else { continue }
        var plain = bytes
        for index in 0..<min(bytes.count, method == .idpf ? 1_040 : 1_024) {
          plain[index] ^= key[index % key.count]
        }
        return plain
      }
      return bytes
    }

    private func key(of identifier: String) -> [UInt8]? {
      switch method {
      case .idpf:
        let white: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
        return sha1(identifier.utf8.filter { !white.contains($0) })
      case .adobe:
        let digits = identifier.split(separator: ":").last.map { $0.utf8.compactMap(hexadecimalValue) } ?? []
        guard digits.count == 32 else { return nil }
        return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      }
    }

    private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
      default: nil
      }
    }

    private func sha1(_ bytes: [UInt8]) -> [UInt8] {
      var context = sha1_ctx()
      nettle_sha1_init(&context)
      nettle_sha1_update(&context, bytes.count, bytes)
      return [UInt8](unsafeUninitializedCapacity: Int(SHA1_DIGEST_SIZE)) { buffer, count in
        nettle_sha1_digest(&context, buffer.count, buffer.baseAddress)
        count = buffer.count
      }
    }
  }
#endif
