/// A table a plugin's documentation shows: the values of an option that are worth more than a word.
public struct PluginTable: Hashable, Sendable {
  /// What it lists, in lower case: `profiles`.
  public var title: String
  public var columns: [String]
  /// As many texts a row as there are columns.
  public var rows: [[String]]

  public init(_ title: String, _ columns: [String], _ rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "every row has all columns")
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
