/// So many of something: `1 page`, `12 pages`.
///
/// - Parameter many: the plural where it isn't the singular with an s.
public func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
}
