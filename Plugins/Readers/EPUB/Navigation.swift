import BookModel
import Diagnostics
import Formats
import PluginKit

/// A book's contents and landmarks, with what their references are relative to.
struct Navigation {
  private var contents: [NavigationPoint] = []
  private var path = ""
  private var resolver: HrefResolver
  private var roles: [(role: PageRole, href: String, resolver: HrefResolver)] = []

  /// Reads the navigation document, or else the NCX. One that cannot be read is told and costs the contents
  /// only.
  init(
    _ package: PackageDocument, _ files: EPUBFiles, _ packageResolver: HrefResolver,
    _ context: any ReadContext
  ) async throws(Diagnostic) {
    resolver = packageResolver
    let navigation = package.manifest.first { $0.properties.contains("nav") }
    let ncx =
      package.spine.toc.flatMap(package.item)
      ?? package.manifest.first { $0.mediaType == "application/x-dtbncx+xml" }
    for (item, isNCX) in [(navigation, false), (ncx, true)] {
      guard contents.isEmpty, let item, case .file(let match, _) = packageResolver.resolve(item.href) else {
        continue
      }
      let document = files.path(match.index)
      let bytes = try await context.bytes(of: files.reference(match.index))
      do {
        let found =
          isNCX
          ? try NavigationDocument(ncx: bytes, limits: context.limits)
          : try NavigationDocument(navigation: bytes, limits: context.limits)
        if let repair = found.repairs.first { context.report(repair.inEntry(document)) }
        let own = HrefResolver(files, document: document)
        (contents, path, resolver) = (found.contents, document, own)
        for mark in found.landmarks {
          if let role = BookMarks.role(mark.type) { roles.append((role, mark.href, own)) }
        }
      } catch {
        context.report(error.with(severity: .warning).inEntry(document))
      }
    }
    for reference in package.guide {
      if let role = BookMarks.role(reference.type) { roles.append((role, reference.href, packageResolver)) }
    }
  }

  func landmarks(of role: PageRole) -> [(href: String, resolver: HrefResolver)] {
    roles.filter { $0.role == role }.map { ($0.href, $0.resolver) }
  }

  func outline(_ marks: inout BookMarks) -> [OutlineNode] {
    marks.outline(contents, resolver, document: path)
  }

  /// What landmarks lead to, with the first role each is given. The cover is decided elsewhere.
  func roles(_ marks: BookMarks) -> [ItemID: PageRole] {
    var found: [ItemID: PageRole] = [:]
    for (role, href, resolver) in roles where role != .frontCover {
      if let target = marks.target(href, resolver), found[target] == nil { found[target] = role }
    }
    return found
  }
}
