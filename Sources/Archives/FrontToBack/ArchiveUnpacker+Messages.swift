import BookModel
import Diagnostics
import Options

extension ArchiveUnpacker {
  /// A provisional name for messages.
  func place(_ header: Header) -> Place {
    var place = file.place
    place.entry = String(validatingUTF8Bytes: header.rawName) ?? CodePage437.decode(header.rawName)
    return place
  }

  var tooManyEntries: Diagnostic {
    .error(
      .tooManyEntries, "the archive holds more than \(limits.maxEntries) entries", at: file.place,
      remedy: "raise --max-entries if it is what it should be")
  }

  func tooLarge(_ header: Header) -> Diagnostic {
    .error(
      .entryTooLarge, "this unpacks to more than \(limits.maxEntryBytes.optionText)", at: place(header),
      remedy: "raise --max-entry-bytes if it is what it should be")
  }

  var bookTooLarge: Diagnostic {
    .error(
      .bookTooLarge, "the archive unpacks to more than \(limits.maxBookBytes.optionText)", at: file.place,
      remedy: "raise --max-book-bytes if it is what it should be")
  }

  func ratioTooHigh(_ header: Header) -> Diagnostic {
    .error(
      .ratioTooHigh, "this unpacks to more than \(limits.maxRatio) times the archive's size",
      at: place(header),
      remedy: "raise --max-ratio if it is what it should be")
  }

  func wrongSize(_ header: Header, _ length: Int) -> Diagnostic {
    .error(
      .entryDamaged, "this unpacks to \(length) bytes, but the archive says \(header.size ?? 0)",
      at: place(header),
      remedy: "get a fresh copy of the archive")
  }

  func wrongChecksum(_ header: Header) -> Diagnostic {
    .error(
      .crcMismatch, "the bytes do not have the checksum that the archive states", at: place(header),
      remedy: "get a fresh copy of the archive")
  }

  /// The task that asked is being ended.
  var stopped: Diagnostic {
    .error(.unpackingStopped, "unpacking was stopped", at: file.place, remedy: "run again to go on")
  }

  /// The file is not the one that was listed.
  var changed: Diagnostic {
    .error(
      .fileChanged, "the archive changed while it was being read", at: file.place,
      remedy: "run again once nothing writes to it any more")
  }

  func lost(_ header: Header) -> Diagnostic {
    .error(
      .entryDamaged, "this lies behind damage, past which nothing can be unpacked", at: place(header),
      remedy: "get a fresh copy, or let 7-Zip or unar save what they can")
  }

  func encryptionRefusal(_ header: Header) -> Diagnostic? {
    switch format {
    case .zip, .zipStream:
      password?.isEmpty == false
        ? nil
        : .error(
          .passwordRequired, "this is encrypted and needs a password", at: place(header),
          remedy: ArchiveFailure.passwordRemedy)
    default: .encryptionUnsupported(in: format, at: place(header))
    }
  }

  /// A listing that stopped before the archive's end.
  func endedEarly(_ failure: ArchiveFailure, behind last: Header?) -> Diagnostic {
    var told = failure.diagnostic(for: format, at: file.place)
    if failure.source == nil, told.rule == .archiveDamaged {
      let known = last.map { "behind '\(place($0).entry ?? "")'" } ?? "before its first entry"
      told.message = "the archive is cut short or damaged \(known) (\(failure.text))"
    }
    return told
  }
}
