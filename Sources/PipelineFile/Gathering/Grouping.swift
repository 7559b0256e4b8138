import BookModel
import Diagnostics
import Formats

/// Implements `GatherSpec.groups(of:)`.
struct Grouping {
  private let spec: GatherSpec
  private let sources: [GatherCandidate]
  /// Each source with its metadata from the places that the pipeline names.
  private let known: [Book]
  private(set) var diagnostics: [Diagnostic] = []

  /// What the sources of one book share.
  private struct Common {
    var key: String
    var place: GatherPlace
    /// The folder that keys are relative to.
    var folder: FilePath?
    /// The position of the source's pattern in a list.
    var rank = 0
  }

  init(_ spec: GatherSpec, _ sources: [GatherCandidate]) {
    self.spec = spec
    self.sources = sources
    known = sources.map { source in
      var book = source.book
      book.metadata = spec.choice.metadata(of: book)
      return book
    }
  }

  mutating func groups() -> [GatherGroup] {
    var order: [[Int]] = []
    var places: [String: Int] = [:]
    var commons: [Int: Common] = [:]
    for index in sources.indices {
      guard let common = common(of: index) else {
        order.append([index])
        continue
      }
      commons[index] = common
      if let place = places[common.key] {
        order[place].append(index)
      } else {
        places[common.key] = order.count
        order.append([index])
      }
    }
    if case .list(let books) = spec.key { tellUnused(books) }
    return order.map { group($0, commons) }
  }

  private mutating func group(_ members: [Int], _ commons: [Int: Common]) -> GatherGroup {
    let common = members.first.flatMap { commons[$0] }
    let sorted = sorted(members) { commons[$0]?.rank ?? 0 }
    let keys = GatheredSource.keys(of: sorted.map { sources[$0].path }, below: common?.folder)
    var place = members.count > 1 ? common?.place : nil
    if place != nil, common?.folder == nil {
      place = Grouping.place(place, of: sorted.map { sources[$0].path })
    }
    return GatherGroup(
      members: zip(sorted, keys).map { GatherGroup.Member(source: $0, key: $1) }, place: place)
  }

  // MARK: What sources share

  private mutating func common(of index: Int) -> Common? {
    let source = sources[index]
    switch spec.key {
    case .fields(let template):
      let book = known[index]
      guard let key = template.key(of: book) else {
        let missing = template.missing(in: book).map { "'\($0)'" }.joined(separator: " and ")
        stayAlone(source, "has no \(missing)", "set it in the file, or give a default: {series|Unknown}")
        return nil
      }
      return Common(
        key: key, place: GatherPlace(path: source.path.parent, stem: template.text(for: book), folder: ""))
    case .folder(.folder): return common(in: source.path.parent)
    case .folder(.tree):
      guard let folder = source.folderBelowRoot else {
        stayAlone(source, "is not in a folder below the one that is searched", nil)
        return nil
      }
      return common(in: folder)
    case .list(let books):
      for (number, book) in books.enumerated() {
        guard let rank = book.patterns.firstIndex(where: { $0.matchesEnd(of: source.path) }) else { continue }
        return Common(
          key: String(number), place: GatherPlace(path: source.path.parent, stem: book.name, folder: ""),
          rank: rank)
      }
      stayAlone(source, "is not on the list", nil)
      return nil
    }
  }

  private func common(in folder: FilePath) -> Common {
    let parent = folder.parent.nameText
    let place = GatherPlace(path: folder, stem: folder.nameText, folder: parent == "." ? "" : parent)
    return Common(key: folder.display, place: place, folder: folder)
  }

  /// The place, moved to the folder that contains all of its sources.
  private static func place(_ place: GatherPlace?, of paths: [FilePath]) -> GatherPlace? {
    guard var place, let first = paths.first else { return place }
    var folder = first.parent
    while !paths.allSatisfy({ $0.lies(below: folder) }), folder.parent != folder { folder = folder.parent }
    let isNamed = folder.nameText != "." && folder.nameText != "/"
    place.folder = isNamed ? folder.nameText : ""
    place.path = folder.appending(place.stem.replacing("/", with: "_"))
    return place
  }

  private mutating func stayAlone(_ source: GatherCandidate, _ reason: String, _ remedy: String?) {
    diagnostics.append(
      .warning(
        .gatherAlone, "the source \(reason), so it stays a book of its own",
        at: Place(file: source.path.display),
        remedy: remedy))
  }

  private mutating func tellUnused(_ books: [GatherSpec.Listed]) {
    for book in books {
      for pattern in book.patterns where !sources.contains(where: { pattern.matchesEnd(of: $0.path) }) {
        diagnostics.append(.warning(.gatherUnused, "'\(pattern.text)' of '\(book.name)' matches no source"))
      }
    }
  }

  // MARK: Order

  private mutating func sorted(_ members: [Int], rank: (Int) -> Int) -> [Int] {
    guard members.count > 1 else { return members }
    if case .list = spec.key {
      let byName = byName(members)
      return byName.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        .map(\.element)
    }
    switch spec.order {
    case .given: return members
    case .name: return byName(members)
    case .number: return byNumber(byName(members))
    }
  }

  private func byName(_ members: [Int]) -> [Int] {
    NaturalOrder.sorted(members) { sources[$0].path.display.split(separator: "/").map(String.init) }
  }

  /// By number, or by volume and then number if numbering restarts in each volume. Sources without a number
  /// come last.
  private mutating func byNumber(_ members: [Int]) -> [Int] {
    let known = self.known
    let numbers = members.map { (known[$0].metadata.number ?? known[$0].metadata.chapter)?.normalized }
    let volumes = members.map { known[$0].metadata.volume?.normalized }
    var volumesOfNumber: [Double: Set<Double>] = [:]
    for (number, volume) in zip(numbers, volumes) {
      if let number = number?.key, let volume = volume?.key {
        volumesOfNumber[number, default: []].insert(volume)
      }
    }
    let beginsAnew = volumesOfNumber.values.contains { $0.count > 1 } || numbers.allSatisfy { $0?.key == nil }
    let last = Double.infinity
    func key(_ place: Int) -> (Double, Double, Int) {
      let number = numbers[place]?.key ?? (beginsAnew ? last : volumes[place]?.key ?? last)
      return beginsAnew ? (volumes[place]?.key ?? last, number, place) : (number, 0, place)
    }
    let sorted = members.indices.sorted { key($0) < key($1) }
    for (one, next) in zip(sorted, sorted.dropFirst()) {
      guard let number = numbers[one], number.canonical == numbers[next]?.canonical,
        volumes[one]?.canonical == volumes[next]?.canonical
      else { continue }
      diagnostics.append(
        .warning(
          .gatherTwice, "this is number \(number), as is \(sources[members[one]].path.display)",
          at: Place(file: sources[members[next]].path.display),
          remedy: "leave one of them out: source: { exclude: … }"))
    }
    return sorted.map { members[$0] }
  }
}

extension GatherCandidate {
  /// The first folder on the way from the root to the source; nil if the source is in the root itself.
  fileprivate var folderBelowRoot: FilePath? {
    let root = root ?? path.parent.parent
    let own = path.parts
    let outer = root.parts
    guard path.lies(below: root), own.count > outer.count + 1 else { return nil }
    let slash = UInt8(ascii: "/")
    let folder = own[...outer.count].joined(separator: [slash])
    return FilePath(bytes: (path.isAbsolute ? [slash] : []) + Array(folder))
  }
}

extension FilePath {
  fileprivate var parts: [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
  }

  fileprivate func lies(below folder: FilePath) -> Bool {
    isAbsolute == folder.isAbsolute && parts.starts(with: folder.parts)
  }
}

extension Glob {
  /// Whether the path matches as given or, for a relative pattern, by its last components.
  func matchesEnd(of path: FilePath) -> Bool {
    let parts = path.display.split(separator: "/").map(String.init).filter { $0 != "." }
    if isAbsolute { return path.isAbsolute && matches(parts) }
    return parts.indices.contains { matches(Array(parts[$0...])) }
  }
}
