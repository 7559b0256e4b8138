public import Options

/// Where a sink's outputs go: options every sink has beside its own.
public struct DestinationOptions: OptionGroup, Hashable {
  /// A path template; nil where the command line says it (`-o`).
  public var path: String?
  public var exists = ExistsPolicy.fail
  public var collisions = CollisionPolicy.fail
  public var gone = GonePolicy.keep

  public init() {}

  public static let options: [Option<DestinationOptions>] = [
    Option(
      "path", \.path, shortForm: true, "Where each book goes: a path template such as {series}/{title}.cbz."),
    Option("exists", \.exists, "What to do if the output already existed before the run."),
    Option("collisions", \.collisions, "What to do if two inputs of one run have the same destination."),
    Option(
      "gone", \.gone,
      "What to do with what earlier runs wrote of sources that have vanished since; needs run --resume."),
  ]
}

/// What becomes of a book whose destination was there before the run.
public enum ExistsPolicy: String, OptionEnumeration, Hashable {
  case fail, skip, replace
}

/// What becomes of two inputs with one destination.
public enum CollisionPolicy: String, OptionEnumeration, Hashable {
  /// Both fail and are named.
  case fail
  /// The second and later ones get ` (2)`, ` (3)`…
  case number
}

/// What becomes of outputs whose sources are not there anymore, or are written elsewhere now.
public enum GonePolicy: String, OptionEnumeration, Hashable {
  case keep
  /// They stay, but are not published.
  case hide
  /// They are removed, where they are still as they were written.
  case remove
}
