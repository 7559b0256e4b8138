import Diagnostics
import Options

/// Options that a `plugin.yaml` declares, decoded without a Swift type.
struct DeclaredOptions: Sendable {
  let declarations: [OptionDeclaration]

  /// The value of every option, in the order declared; what is wrong is reported.
  func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> OptionSettings {
    var settings = OptionSettings(
      values: declarations.map { ($0.name, DeclaredOptions.defaultValue(of: $0)) })
    if node.isNull { return settings }
    let short = declarations.first(where: \.isShortForm)
    guard let pairs = node.pairs ?? short.map({ [.init(key: $0.name, keyRange: node.range, value: node)] })
    else {
      decoder.report(
        .optionValue, "\(decoder.owner) takes a mapping of options, not \(node.kindName)", at: node.range,
        remedy: known)
      return settings
    }
    for pair in pairs {
      guard let index = declarations.firstIndex(where: { $0.name == pair.key }) else {
        let near = closestMatch(to: pair.key, in: declarations.map(\.name))
        decoder.report(
          .optionUnknown, "\(decoder.owner) has no option '\(pair.key)'", at: pair.keyRange,
          remedy: near.map { "did you mean '\($0)'?" } ?? known)
        continue
      }
      decoder.optionName = pair.key
      if let value = SettingValue(pair.value, as: declarations[index].kind, &decoder) {
        settings.values[index].value = value
      }
      decoder.optionName = ""
    }
    return settings
  }

  private var known: String {
    declarations.isEmpty
      ? "it has no options" : "its options are " + declarations.map(\.name).joined(separator: ", ")
  }

  /// The default, which was checked when the declaration was read.
  private static func defaultValue(of declaration: OptionDeclaration) -> SettingValue {
    guard !declaration.defaultText.isEmpty else { return .nothing }
    do throws(Diagnostic) {
      let node = try YAMLParser(file: nil).parse("v: \(declaration.defaultText)")
      var decoder = OptionDecoder(file: nil, owner: "")
      return node["v"].flatMap { SettingValue($0, as: declaration.kind, &decoder) } ?? .nothing
    } catch { return .nothing }
  }
}

/// The options of one use of a plugin.
struct OptionSettings: Sendable {
  var values: [(name: String, value: SettingValue)]

  var json: JSON { .object(values.map { JSON.Member($0.name, $0.value.json) }) }

  /// What stands for `{options.NAME}` in a command.
  var places: [String: [UInt8]] {
    Dictionary(
      values.map { ("options.\($0.name)", Array($0.value.argument.utf8)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The ones that differ from their defaults, as they would be written.
  func text(against defaults: OptionSettings) -> String {
    let changed = zip(values, defaults.values).filter { $0.value != $1.value }
    return "{" + changed.map { "\($0.0.name): \($0.0.value.text)" }.joined(separator: ", ") + "}"
  }
}

/// The value of one declared option.
indirect enum SettingValue: Hashable, Sendable {
  case nothing
  case text(String)
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case list([SettingValue])
  case map([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: SettingValue
  }

  /// Reads a value of a given kind; nil after reporting what is wrong.
  init?(_ node: YAMLNode, as kind: OptionKind, _ decoder: inout OptionDecoder) {
    switch kind {
    case .text:
      guard let text = String.decode(node, &decoder) else { return nil }
      self = .text(text)
    case .flag:
      guard let flag = Bool.decode(node, &decoder) else { return nil }
      self = .flag(flag)
    case .integer(let range):
      guard let value = node.scalar.flatMap({ Int($0) }), range?.contains(value) != false else {
        decoder.reportMismatch(kind, node)
        return nil
      }
      self = .integer(value)
    case .number(let range):
      guard let value = node.scalar.flatMap({ Double($0) }), value.isFinite, range?.contains(value) != false
      else {
        decoder.reportMismatch(kind, node)
        return nil
      }
      self = .number(value)
    case .enumeration(let words):
      guard let word = node.scalar, words.contains(word) else {
        decoder.reportMismatch(kind, node)
        return nil
      }
      self = .text(word)
    case .byteCount:
      guard let count = ByteCount.decode(node, &decoder) else { return nil }
      self = .integer(count.bytes)
    case .color:
      guard let color = Color.decode(node, &decoder) else { return nil }
      self = .text(color.optionText)
    case .length:
      guard let length = Length.decode(node, &decoder) else { return nil }
      self = .text(length.optionText)
    case .list(let kind):
      let items = node.items ?? SettingValue.parts(of: node)
      let values = items.compactMap { SettingValue($0, as: kind, &decoder) }
      guard values.count == items.count else { return nil }
      self = .list(values)
    case .map(let kind):
      guard let pairs = node.pairs else {
        decoder.reportMismatch(.map(kind), node)
        return nil
      }
      let members = pairs.compactMap { pair in
        SettingValue(pair.value, as: kind, &decoder).map { Member(key: pair.key, value: $0) }
      }
      guard members.count == pairs.count else { return nil }
      self = .map(members)
    case .size, .group, .keyword: return nil
    }
  }

  /// The items of a list written as one text: separated by commas on a command line.
  private static func parts(of node: YAMLNode) -> [YAMLNode] {
    guard let text = node.scalar, !node.isNull else { return [] }
    guard node.range == .nowhere else { return [node] }
    return text.split(separator: ",").map { .text(String($0)) }
  }

  var json: JSON {
    switch self {
    case .nothing: .null
    case .text(let text): .string(text)
    case .flag(let flag): .bool(flag)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .list(let items): .array(items.map(\.json))
    case .map(let members): .object(members.map { JSON.Member($0.key, $0.value.json) })
    }
  }

  /// As one argument of a command.
  var argument: String {
    switch self {
    case .nothing: ""
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.optionText
    case .list(let items): items.map(\.argument).joined(separator: ",")
    case .map: json.text()
    }
  }

  /// As it would be written in a pipeline file.
  var text: String {
    switch self {
    case .nothing: "\"\""
    case .text(let text): text.optionText
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .map(let members):
      "{" + members.map { "\($0.key.optionText): \($0.value.text)" }.joined(separator: ", ") + "}"
    default: argument
    }
  }
}
