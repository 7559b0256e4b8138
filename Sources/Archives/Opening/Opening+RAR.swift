import BookModel
import Diagnostics

extension Opening {
  /// Opens a RAR of version 1.5 to 4.
  func rar4() throws(Diagnostic) -> any Container {
    let head = try file.read(at: 0, upTo: 7)
    if head.first == 0x52, head.dropFirst().first == 0x45 {
      throw .methodUnsupported("RAR before 1.5", at: place)
    }
    let survey = try RARSurvey(file, kind: .rar4, maxHeaders: maxHeaders)
    if survey.isVolume {
      if let volumes = try volumes(), survey.isLaterVolume || volumes.name.index > 0 {
        throw volumes.laterPart
      }
      if survey.isLaterVolume { throw laterVolume }
      throw .methodUnsupported("a RAR 4 archive in several volumes", at: place)
    }
    try refuse(survey, .rar4)
    if survey.isSolid { throw .methodUnsupported("solid RAR 4 compression", at: place) }
    return try LibarchiveContainer(
      JoinedFile([file]),
      with(request(.rar4, "RAR 4")) {
        $0.comment = survey.comment
        $0.surveyed = survey.entries
        if !survey.hasEnd { $0.warnings = [endMissing] }
      })
  }

  /// Opens a RAR 5, with its volumes.
  func rar5() throws(Diagnostic) -> any Container {
    let survey = try RARSurvey(file, kind: .rar5, maxHeaders: maxHeaders)
    var parts = [file]
    var surveys = [survey]
    if survey.isVolume {
      let volumes = try volumes()
      if survey.isLaterVolume { throw volumes?.laterPart ?? laterVolume }
      if survey.hasEncryptedHeaders { throw .encryptionUnsupported(in: .rar5, at: place) }
      var last = survey
      while last.continues {
        guard let volumes else { throw nextVolume }
        guard volumes.consecutive.indices.contains(parts.count) else { throw volumes.missing(parts.count) }
        let part = try InputFile(volumes.consecutive[parts.count])
        guard try ContainerKind.sniff(part) == .rar5 else { throw foreignVolume(part) }
        last = try RARSurvey(part, kind: .rar5, maxHeaders: maxHeaders)
        guard last.isVolume, last.volumeNumber == parts.count else { throw foreignVolume(part) }
        try refuse(last, .rar5)
        parts.append(part)
        surveys.append(last)
      }
      // Only a volume's last header marks its end and says whether there are more.
      if !last.hasEnd, let volumes { throw volumes.cutShort(parts.count - 1) }
    }
    try refuse(survey, .rar5)
    let container = try LibarchiveContainer(
      JoinedFile(parts),
      with(request(.rar5, "RAR 5")) {
        $0.comment = survey.comment
        $0.surveyed = RARSurvey.entries(of: surveys)
        $0.isSolid = survey.isSolid
      })
    // libarchive takes the end of the file for the end of the archive.
    if !survey.hasEnd { throw cutShort }
    return container
  }

  private var maxHeaders: Int { limits.maxEntries * 2 + 16 }

  private func refuse(_ survey: RARSurvey, _ format: ArchivePass.Format) throws(Diagnostic) {
    if survey.hasEncryptedHeaders { throw .encryptionUnsupported(in: format, at: place) }
    if let name = survey.encryptedEntry {
      let text = String(validatingUTF8Bytes: name) ?? CodePage437.decode(Array(name.prefix { $0 != 0 }))
      throw .encryptionUnsupported(in: format, at: Place(file: file.path.display, entry: text))
    }
    if let method = survey.foreignMethod { throw .methodUnsupported(method, at: place) }
  }

  private var laterVolume: Diagnostic {
    .error(
      .volumePart, "this is a later part of an archive in several volumes", at: place,
      remedy: "name the first part; the others are found by their names")
  }

  private var nextVolume: Diagnostic {
    .error(
      .volumeMissing, "this archive continues in another volume, which cannot be found by the file's name",
      at: place,
      remedy: "give the volumes their original names: name.part1.rar, name.part2.rar and so on")
  }

  private func foreignVolume(_ part: InputFile) -> Diagnostic {
    .error(
      .volumeMissing, "\(part.path.nameText) is not the next volume of this archive", at: place,
      remedy: "put all volumes of the archive into one folder, under their original names")
  }
}

extension VolumeSet {
  func cutShort(_ index: Int) -> Diagnostic {
    .error(
      .archiveDamaged, "the part \(name(at: index)) is cut short", at: Place(file: file.display),
      remedy: "get a fresh copy of that part")
  }
}
