import BookModel
import Diagnostics
public import Options

/// How a sink names its pages.
public enum PageNaming: String, OptionEnumeration, Hashable {
  /// The source's names if every reader will sort them into reading order, otherwise numbers.
  case auto
  /// The source's names, however they sort.
  case keep
  /// Numbers, padded so that plain text order equals reading order.
  case number
}

/// The names of a book's pages in an output, without extensions, which depend on each picture's bytes.
struct PageNames {
  private let stems: [String]
  /// Whether both plain and natural sorting put the names in reading order.
  var sortIntoReadingOrder: Bool { PageNames.sortIntoReadingOrder(stems) }

  /// - Throws: `page-names` if two kept names would be the same file.
  init(_ pages: [Page], _ naming: PageNaming, ofReader reader: String) throws(Diagnostic) {
    let paths = PageNames.sourcePaths(of: pages, ofReader: reader)
    switch naming {
    case .number: stems = PageNames.numbers(pages.count)
    case .auto: stems = PageNames.sortIntoReadingOrder(paths) ? paths : PageNames.numbers(pages.count)
    case .keep:
      if let twice = PageNames.firstRepeated(paths) {
        throw .error(
          .pageNames, "two pages would be called '\(twice)'", remedy: "number the pages (names: number)")
      }
      stems = paths
    }
  }

  /// The name of the page planned at an index, with the extension for its actual format.
  func name(at index: Int, _ format: ImageFormat) -> String { "\(stems[index]).\(format.fileExtension)" }

  private static func numbers(_ count: Int) -> [String] {
    let width = max(3, String(count).count)
    return (1...max(1, count)).map { number in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
  }

  /// Source paths without extensions. The folders of an EPUB say nothing about its pages, so those shared by
  /// all are dropped.
  private static func sourcePaths(of pages: [Page], ofReader reader: String) -> [String] {
    var paths = pages.map { page in
      var parts = page.sourceName.split(separator: "/").map(String.init)
      if let last = parts.popLast() { parts.append(withoutPictureExtension(last)) }
      return parts
    }
    while reader == "epub", let folder = paths.first?.first,
      paths.allSatisfy({ $0.count > 1 && $0[0] == folder })
    {
      paths = paths.map { Array($0.dropFirst()) }
    }
    return paths.map { $0.joined(separator: "/") }
  }

  private static func withoutPictureExtension(_ name: String) -> String {
    let path = FilePath(name)
    return ImageFormat(fileExtension: path.fileExtension) == nil ? name : path.stem
  }

  /// Whether the names are usable and distinct, and both plain and natural sorting keep their order.
  private static func sortIntoReadingOrder(_ paths: [String]) -> Bool {
    guard firstRepeated(paths) == nil, !paths.contains(where: \.isEmpty) else { return false }
    for (before, after) in zip(paths, paths.dropFirst()) {
      guard (before + ".").utf8.lexicographicallyPrecedes((after + ".").utf8) else { return false }
      let keys = [before, after].map { path in
        NaturalOrder.PathKey(path.split(separator: "/").map { String($0) }.withExtension)
      }
      guard keys[0] < keys[1] else { return false }
    }
    return true
  }

  /// The first name that occurs twice, ignoring letter case and Unicode form.
  private static func firstRepeated(_ paths: [String]) -> String? {
    var seen: Set<String> = []
    return paths.first { !seen.insert($0.caseFolded).inserted }
  }
}

extension [String] {
  /// The components with an extension added to the last, since natural order expects file names to have one.
  fileprivate var withExtension: [String] {
    guard let last else { return self }
    return dropLast() + [last + ".jpg"]
  }
}

extension Rule {
  static let pageNames = Rule(
    "page-names", .output, "Pages cannot be given the requested names.",
    advice: "Set 'names: number' on the sink.")
  static let pageOrder = Rule(
    "page-order", .output, "Page names that are kept sort in a different order than the book is read in.",
    advice: "Set 'names: number' on the sink, so that pages sort in reading order.")
}
