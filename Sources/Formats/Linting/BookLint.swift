import Archives
import BookModel
public import Diagnostics

extension BookSurvey {
  /// Findings about the book by itself, in the order of `LintRule.all`.
  ///
  /// - Parameter normalizer: the rules to check metadata against; nil for none.
  public func findings(normalizer: Normalizer? = Normalizer()) -> [Diagnostic] {
    if let failure { return [LintRule.unreadable.finding(failure.message, in: path, remedy: failure.remedy)] }
    var findings = damage.map { damage in
      let rule = damage.rule == .guessedNames ? LintRule.oddArchive : .damaged
      return rule.finding(damage.message, in: path, remedy: damage.remedy)
    }
    if pages.isEmpty { findings.append(LintRule.empty.finding("it holds no pictures", in: path)) }
    findings += extensionFindings + documentFindings + placeFindings + countFindings + junkFindings
    if let normalizer { findings += normalizingFindings(normalizer) }
    findings += serverFindings
    return findings
  }

  private var extensionFindings: [Diagnostic] {
    guard let kind, let usual = BookSurvey.extensions[kind] else { return [] }
    let own = FilePath(path).fileExtension
    let others = BookSurvey.extensions.values.joined()
    guard !usual.contains(own), others.contains(own) else { return [] }
    return [
      LintRule.misnamed.finding(
        "the file is a \(kind.name), but is called .\(own)", in: path, remedy: "rename it to .\(usual[0])")
    ]
  }

  /// The extensions of comics and archives, the preferred one first. Other extensions make no claim.
  private static let extensions: [ContainerKind: [String]] = [
    .zip: ["cbz", "zip", "epub"], .rar4: ["cbr", "rar"], .rar5: ["cbr", "rar"], .sevenZip: ["cb7", "7z"],
    .tar: ["cbt", "tar"],
  ]

  private var documentFindings: [Diagnostic] {
    var findings: [Diagnostic] = []
    for document in documents {
      for warning in document.reading.warnings {
        let isWhole = document.reading.isReadable && !BookSurvey.repairs.contains(warning.rule.id)
        let rule = isWhole ? LintRule.oddValue : LintRule.invalidDocument
        findings.append(
          rule.finding(warning.message, in: path, entry: document.shownName, remedy: warning.remedy))
      }
    }
    if !documents.contains(where: \.reading.isReadable) {
      findings.append(LintRule.missingMetadata.finding("the book has no metadata", in: path))
    }
    return findings
  }

  /// Rules of the XML reader about flaws of the document as a whole.
  private static let repairs: Set<String> = ["xml-repaired", "xml-encoding"]

  private var placeFindings: [Diagnostic] {
    let infos = documents.filter(\.isComicInfo)
    var findings: [Diagnostic] = []
    for info in infos {
      if info.name.count > 1 {
        findings.append(
          LintRule.nestedComicInfo.finding(
            "it is in a folder", in: path, entry: info.shownName, remedy: "move it to the archive's root"))
      }
      if let name = info.name.last, name != ComicInfo.fileName {
        findings.append(
          LintRule.misspelledComicInfo.finding(
            "it is spelled '\(name)'", in: path, entry: info.shownName,
            remedy: "rename it to \(ComicInfo.fileName)"))
      }
    }
    if infos.count > 1 {
      let names = infos.map { "'\($0.shownName)'" }.joined(separator: ", ")
      findings.append(
        LintRule.repeatedComicInfo.finding(
          "there are \(infos.count) ComicInfo documents: \(names)", in: path,
          remedy: "keep the one that is right"))
    }
    return findings
  }

  private var countFindings: [Diagnostic] {
    documents.flatMap { document -> [Diagnostic] in
      guard document.isComicInfo, document.reading.isReadable else { return [] }
      var findings: [Diagnostic] = []
      if let stated = document.statedPageCount, stated != pages.count {
        findings.append(
          LintRule.pageCount.finding(
            "PageCount says \(stated), there are \(pages.count)", in: path, entry: document.shownName))
      }
      let listed = document.reading.pages
      let strays = listed.count { !pages.indices.contains($0.index) }
      if !listed.isEmpty, strays > 0 || listed.count != pages.count {
        let beyond = strays > 0 ? ", \(strays) of them for pages that do not exist" : ""
        findings.append(
          LintRule.pageCount.finding(
            "the page list has \(counted(listed.count, "entry", "entries"))\(beyond), the book has \(counted(pages.count, "page"))",
            in: path,
            entry: document.shownName))
      }
      return findings
    }
  }

  private var junkFindings: [Diagnostic] {
    guard let first = junk.first else { return [] }
    let more = junk.count > 1 ? " and \(junk.count - 1) more" : ""
    return [LintRule.junk.finding("'\(first)'\(more)", in: path)]
  }

  private var serverFindings: [Diagnostic] {
    let root = documents.first { $0.isComicInfo && $0.name == [ComicInfo.fileName] && $0.reading.isReadable }
    // A ComicInfo where no server looks for it already has a finding about its place.
    guard root != nil || !documents.contains(where: \.isComicInfo) else { return [] }
    let file = FilePath(path)
    return ServerView.differences(
      metadata: metadata, comicInfo: root?.reading.metadata, pages: root?.reading.pages ?? [],
      stem: file.stem,
      folder: file.parent.nameText
    ).map { LintRule.serverView.finding("\($0.server) \($0.text)", in: path) }
  }

  private func normalizingFindings(_ normalizer: Normalizer) -> [Diagnostic] {
    let result = normalizer.normalize(metadata)
    return result.diagnostics.map { diagnostic in
      LintRule.unnormalized.finding(
        "\(diagnostic.message) (\(diagnostic.rule.id))", in: path, remedy: diagnostic.remedy)
    }
  }
}
