import BookModel
import Publications

/// The roles that landmarks give to items, in ComicInfo's words.
struct Landmarks {
  private let roles: [(role: PageRole, href: String, resolver: ReferenceResolver)]

  init(_ navigation: Navigation) {
    roles = navigation.landmarks.compactMap { mark in
      Landmarks.role(mark.type).map { ($0, mark.href, mark.resolver) }
    }
  }

  /// The references that lead to items with a role.
  func references(to role: PageRole) -> [(href: String, resolver: ReferenceResolver)] {
    roles.filter { $0.role == role }.map { ($0.href, $0.resolver) }
  }

  /// The targets of landmarks, with the first role given to each. The cover is determined elsewhere.
  func roles(_ marks: BookMarks) -> [ItemID: PageRole] {
    var found: [ItemID: PageRole] = [:]
    for (role, href, resolver) in roles where role != .frontCover {
      if let target = marks.target(href, resolver), found[target] == nil { found[target] = role }
    }
    return found
  }

  /// The role that a landmark or guide entry gives to its item, if ComicInfo has a word for it.
  static func role(_ type: String) -> PageRole? {
    switch type.lowercased() {
    case "cover": .frontCover
    case "back-cover", "backcover", "other.back-cover", "other.backcover": .backCover
    case "titlepage", "title-page": .innerCover
    case "preface", "foreword", "introduction", "dedication": .editorial
    default: nil
    }
  }
}
