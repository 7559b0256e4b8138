/// How much a diagnostic matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  case note, warning, error

  public static func < (left: Severity, right: Severity) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// One thing worth telling: what happened, where, and what to do next.
///
/// It is both the error that functions throw and the warning they report, so that nothing is lost between
/// the place that knows and the terminal, the receipt or the JSON that shows it.
public struct Diagnostic: Error, Hashable, Sendable {
  public var severity: Severity
  public var rule: Rule
  /// What happened, in one sentence without the place and without a closing full stop.
  public var message: String
  public var place: Place
  /// What the user can do about it.
  public var remedy: String?

  public init(
    _ severity: Severity, _ rule: Rule, _ message: String, at place: Place = Place(), remedy: String? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.place = place
    self.remedy = remedy
  }

  /// An error, to be thrown.
  public static func error(
    _ rule: Rule, _ message: String, at place: Place = Place(), remedy: String? = nil
  ) -> Diagnostic { Diagnostic(.error, rule, message, at: place, remedy: remedy) }

  /// A warning, to be reported: the work goes on.
  public static func warning(
    _ rule: Rule, _ message: String, at place: Place = Place(), remedy: String? = nil
  ) -> Diagnostic { Diagnostic(.warning, rule, message, at: place, remedy: remedy) }

  /// A note: worth saying, nothing is wrong.
  public static func note(
    _ rule: Rule, _ message: String, at place: Place = Place(), remedy: String? = nil
  ) -> Diagnostic { Diagnostic(.note, rule, message, at: place, remedy: remedy) }

  /// The same, with the file filled in where it was not known where the trouble arose.
  public func inFile(_ file: String) -> Diagnostic {
    var copy = self
    if copy.place.file == nil { copy.place.file = file }
    return copy
  }

  /// The same, with the entry filled in where it was not known.
  public func inEntry(_ entry: String) -> Diagnostic {
    var copy = self
    if copy.place.entry == nil { copy.place.entry = entry }
    return copy
  }

  /// The same, with the page filled in where it was not known.
  public func onPage(_ page: Int) -> Diagnostic {
    var copy = self
    if copy.place.page == nil { copy.place.page = page }
    return copy
  }

  public func with(severity: Severity) -> Diagnostic {
    var copy = self
    copy.severity = severity
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The message on one line: `file:line:column: severity: message [rule-id] (remedy)`.
  public var description: String {
    let place = place.description
    var text = place.isEmpty ? "" : place + ": "
    text += "\(severity.rawValue): \(message) [\(rule.id)]"
    if let remedy { text += "; \(remedy)" }
    return text
  }
}
