import Archives
public import BookModel
public import Diagnostics

extension BookContext {
  /// A page that a stage takes out, as receipts name it. Bytes too damaged to be read have no hash, which does not
  /// keep them from being dropped.
  public func described(_ page: Page) async throws(Diagnostic) -> DroppedPage {
    guard case .entry(let entry) = page.picture else {
      return DroppedPage(page: page.id, name: page.sourceName, byteCount: nil, sha256: nil)
    }
    do {
      let bytes = try await bytes(of: entry)
      return DroppedPage(
        page: page.id, name: entry.name, byteCount: bytes.count, sha256: SHA256.hexText(of: bytes))
    } catch  where error.rule.category == .damage {
      return DroppedPage(page: page.id, name: entry.name, byteCount: stated(entry).size, sha256: nil)
    }
  }
}
