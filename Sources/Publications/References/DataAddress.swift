import Archives
import BookModel

/// A `data:` address (RFC 2397): a file written into a document.
public struct DataAddress: Hashable, Sendable {
  /// In lower case and without parameters; `text/plain` where none is given.
  public var mediaType: String
  public var bytes: [UInt8]

  /// Nil for text that is no such address or whose Base64 is broken.
  public init?(_ address: String) {
    guard let comma = address.firstIndex(of: ","), let colon = address.firstIndex(of: ":"), colon < comma
    else {
      return nil
    }
    let parameters = address[address.index(after: colon)..<comma].split(
      separator: ";", omittingEmptySubsequences: false)
    let type = parameters.first.map { $0.trimmed.lowercased() } ?? ""
    mediaType = type.isEmpty ? "text/plain" : type
    let body = PercentCoding.bytes(String(address[address.index(after: comma)...]))
    if parameters.dropFirst().contains(where: { $0.trimmed.lowercased() == "base64" }) {
      guard let decoded = Base64.leniently(body) else { return nil }
      bytes = decoded
    } else {
      bytes = body
    }
  }
}
