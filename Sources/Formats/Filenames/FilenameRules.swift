public import Options

/// Points on which conventions for file names differ.
public struct FilenameRules: OptionGroup, Hashable {
  public var volumeAsNumber = false
  public var tome = Tome.volume
  public var dashTitle = DashTitle.numbered
  public var leadingNumber = LeadingNumber.auto
  public var zeros = Zeros.drop
  public var letterScheme = LetterScheme.none
  public var least = Confidence.guess

  public init() {}

  public static let options: [Option<FilenameRules>] = [
    Option(
      "volumeAsNumber", \.volumeAsNumber,
      "Whether a volume is the number too where a name has no other: 'Foo v03' is number 3."),
    Option("tome", \.tome, "What French 'T6' and 'Tome 6' give: the volume or the number."),
    Option(
      "dashTitle", \.dashTitle,
      "Where a dash begins a title: behind a number or year only ('numbered'), or in 'Foo - Bar' as well ('always')."
    ),
    Option(
      "leadingNumber", \.leadingNumber,
      "Whether a number in front is part of the series, the number where no other is, the alternate number, or what a dash or blank behind it says ('auto')."
    ),
    Option("zeros", \.zeros, "Whether zeros in front of numbers stay."),
    Option(
      "letterScheme", \.letterScheme,
      "What a letter before the number says: nothing, or the edition ('protofolius': '#B01' is a best-of)."),
    Option("least", \.least, "How sure a field must be to be taken from a name."),
  ]

  public enum Tome: String, OptionEnumeration, Hashable { case volume, number }
  public enum DashTitle: String, OptionEnumeration, Hashable { case numbered, always }
  public enum LeadingNumber: String, OptionEnumeration, Hashable { case auto, series, number, alternate }
  public enum Zeros: String, OptionEnumeration, Hashable { case drop, keep }
  public enum LetterScheme: String, OptionEnumeration, Hashable { case none, protofolius }
}

/// How certain a fact read from a name is, the least certain first.
public enum Confidence: String, OptionEnumeration, Hashable, Comparable {
  /// Another reading is just as likely; any other source takes precedence.
  case guess
  /// Only its position in the name supports it.
  case unsure
  /// It matches how most books are named.
  case likely
  /// The name states it explicitly.
  case certain

  public static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .guess: 0
    case .unsure: 1
    case .likely: 2
    case .certain: 3
    }
  }
}
