public import BookModel
public import Diagnostics
import Markup

/// `META-INF/encryption.xml` (EPUB 3.3, section 4.2.6.3.2): which resources are not stored plainly.
public struct EncryptionDocument: Hashable, Sendable {
  public static let path = "META-INF/encryption.xml"

  public var resources: [Resource]

  public struct Resource: Hashable, Sendable {
    /// As written: a reference from the container's root.
    public var path: String
    public var algorithm: String

    /// Whether only a font's first bytes are mixed up (IDPF's way, Adobe's way): no protection of the book.
    public var isFontObfuscation: Bool {
      algorithm == "http://www.idpf.org/2008/embedding" || algorithm == "http://ns.adobe.com/pdf/enc#RC"
    }
  }

  /// Whether a file holds no element at all, and so names nothing: programs that take a protection away leave such.
  static func isEmpty(_ bytes: [UInt8]) -> Bool {
    !zip(bytes, bytes.dropFirst()).contains { first, second in
      first == UInt8(ascii: "<") && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second | 0x20)
    }
  }

  /// - Throws: what `parseXML` throws.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let root = try parseXML(bytes, limits: limits, mode: .recovering).root
    resources = root.elements(named: "EncryptedData").map { data in
      let reference = data.first("CipherData")?.first("CipherReference")
      return Resource(
        path: reference?.attribute("URI")?.trimmed ?? "",
        algorithm: data.first("EncryptionMethod")?.attribute("Algorithm")?.trimmed ?? "")
    }
  }
}
