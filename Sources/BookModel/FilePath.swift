/// A path as the system gives it: bytes, decoded only to be shown.
///
/// Made from raw arguments and directory entries, so that a name that isn't UTF-8 still opens its file.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without a terminating zero and without slashes at the end (except the root's).
  public private(set) var bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) { self.init(bytes: Array(bytes)) }

  public init(bytes: [UInt8]) {
    var count = bytes.firstIndex(of: 0) ?? bytes.count
    while count > 1, bytes[count - 1] == UInt8(ascii: "/") { count -= 1 }
    self.bytes = count == bytes.count ? bytes : Array(bytes[..<count])
  }

  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The path as text; bytes that aren't UTF-8 become U+FFFD.
  public var display: String { String(decoding: bytes, as: UTF8.self) }

  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The last component, empty for an empty path.
  public var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), bytes.count > 1 else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The last component as text.
  public var nameText: String { String(decoding: name, as: UTF8.self) }

  /// The name up to its last dot; a dot at the beginning does not count.
  public var stem: String {
    let name = name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nameText }
    return String(decoding: name[..<dot], as: UTF8.self)
  }

  /// What follows the name's last dot, in lower case; empty where there is none.
  public var fileExtension: String {
    let name = name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The folder that holds this path: `.` for a bare name, itself for the root.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }

  /// This path with another below it.
  public func appending(_ component: some Sequence<UInt8>) -> FilePath {
    if bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return FilePath(bytes: component) }
    let separator: [UInt8] = bytes == [UInt8(ascii: "/")] ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + Array(component))
  }

  public func appending(_ component: String) -> FilePath { appending(component.utf8) }

  /// Calls `body` with the path as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer in
      try buffer.withMemoryRebound(to: CChar.self) { chars in
        // A buffer that holds at least the terminating zero has a base address.
        try body(chars.baseAddress.unsafelyUnwrapped)
      }
    }
  }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { display }
  public init(stringLiteral value: String) { self.init(value) }
}
