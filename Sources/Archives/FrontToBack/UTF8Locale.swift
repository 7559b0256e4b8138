#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// libarchive converts names to the character encoding of the calling thread's locale, and drops what that
/// cannot express. This gives the thread UTF-8 for the time of a call, whatever the program's locale is.
func withUTF8Locale<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  guard let locale = UTF8Locale.shared.handle else { return try body() }
  let before = uselocale(locale)
  defer { uselocale(before) }
  return try body()
}

/// Safe to share between threads: a locale object is never changed once it is made (POSIX `uselocale`).
private final class UTF8Locale: @unchecked Sendable {
  static let shared = UTF8Locale()
  let handle: locale_t?

  private init() {
    handle =
      newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil) ?? newlocale(Int32(LC_CTYPE_MASK), "en_US.UTF-8", nil)
  }
}
