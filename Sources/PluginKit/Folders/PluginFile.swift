import BookModel
import Diagnostics
import Options

/// A `plugin.yaml` as written.
struct PluginFile: OptionGroup {
  var plugin = 0
  var name = ""
  var kind: Kind?
  var summary = ""
  var example = ""
  var command: [String] = []
  var shell = false
  var timeout = 60
  var needs: Needs?
  var options = OptionMap<DeclaredOption>()
  var format = ProgramFormat.keep
  var inputFormat = ProgramFormat.keep
  var sameSize = false
  var extensions: [String] = []
  var startsWith = ""
  var output: Output?

  enum Kind: String, OptionEnumeration { case reader, stage, filter, sink }
  enum Needs: String, OptionEnumeration { case pages, anyBook }
  enum Output: String, OptionEnumeration { case file, folder }

  // Its own options are declared like those of plugins, so that they are checked like them.
  static let options: [Option<PluginFile>] = [
    Option("plugin", \.plugin, in: 1...1, "The version of this form."),
    Option("name", \.name, "The name users write, in kebab-case."),
    Option("kind", \.kind, "What it is: a reader, a stage for page pictures, a filter for books, a sink."),
    Option("summary", \.summary, "One sentence that says what it does."),
    Option("example", \.example, "A few lines of a pipeline file that use it."),
    Option("command", \.command, "The program and its arguments; {plugin} stands for the plugin's folder."),
    Option("shell", \.shell, "Whether the command is one text for the shell."),
    Option("timeout", \.timeout, in: 1...86_400, "Seconds it may take: for a page (stages) or a book."),
    Option("needs", \.needs, "Filters: whether it needs pages or takes any book."),
    Option("options", \.options, "Its options by name."),
    Option("format", \.format, "Stages: the format of what it writes."),
    Option("inputFormat", \.inputFormat, "Stages: the format it gets."),
    Option("sameSize", \.sameSize, "Stages: whether it keeps the size."),
    Option("extensions", \.extensions, "Readers and sinks: extensions of their files, without the dot."),
    Option(
      "startsWith", \.startsWith, "Readers: the first bytes of their files; one character for each byte."),
    Option("output", \.output, "Sinks: whether it writes a file or a folder."),
  ]
}

/// An option as a `plugin.yaml` declares it.
struct DeclaredOption: OptionGroup, Hashable {
  var type: Kind?
  var of = Kind.text
  var values: [String] = []
  var range: [Double] = []
  var standard = WrittenValue()
  var summary = ""
  var shortForm = false

  enum Kind: String, OptionEnumeration {
    case text, flag, integer, number, enumeration, bytes, length, color, list, map
  }

  static let options: [Option<DeclaredOption>] = [
    Option("type", \.type, "What it takes."),
    Option("of", \.of, "What a list or map holds."),
    Option("values", \.values, "The words of an enumeration."),
    Option("range", \.range, "The smallest and the largest number."),
    Option("default", \.standard, "The default value."),
    Option("summary", \.summary, "One sentence that says what it is for."),
    Option("shortForm", \.shortForm, "Whether `name: value` means this option."),
  ]

  /// Nil where the declaration lacks what its type needs.
  var optionKind: OptionKind? { type.flatMap { kind(of: $0) } }

  private func kind(of type: Kind) -> OptionKind? {
    switch type {
    case .text: .text
    case .flag: .flag
    case .integer:
      range.isEmpty
        ? .integer(nil)
        : bounds.flatMap { bounds in
          guard let low = Int(exactly: bounds.lowerBound), let high = Int(exactly: bounds.upperBound) else {
            return nil
          }
          return .integer(low...high)
        }
    case .number: range.isEmpty ? .number(nil) : bounds.map { .number($0) }
    case .enumeration: values.isEmpty ? nil : .enumeration(values)
    case .bytes: .byteCount
    case .length: .length
    case .color: .color
    case .list: of == .list || of == .map ? nil : kind(of: of).map { .list($0) }
    case .map: of == .list || of == .map ? nil : kind(of: of).map { .map($0) }
    }
  }

  private var bounds: ClosedRange<Double>? {
    range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : nil
  }
}

/// A value of a type that is not known yet, as it is written.
struct WrittenValue: OptionValue, Hashable {
  var node: YAMLNode?

  static let optionKind = OptionKind.text
  static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> WrittenValue? {
    WrittenValue(node: node)
  }
  var optionText: String { "" }
}
