public import Diagnostics

/// What can be wrong with an archive, whoever reads it.
extension Rule {
  public static let archiveDamaged = Rule(
    "archive-damaged", .damage, "An archive is cut short or contradicts itself; entries may be missing.",
    advice: """
      Get a fresh copy of the archive. --on-damage skip or --on-damage blank converts what can be read.
      """)
  public static let archiveEndMissing = Rule(
    "archive-end-missing", .input,
    "An archive lacks the usual mark at its end; entries may have been cut off.",
    advice: "Compare its size with the original. The entries that are listed are complete.")
  public static let entryDamaged = Rule(
    "entry-damaged", .damage, "An entry's size, checksum or compressed data is not what the archive says.",
    advice: "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip or blank.")
  public static let notAnArchive = Rule(
    "not-an-archive", .input, "A file is not an archive of a supported kind.",
    advice: "Check what the file is: its first bytes are not those of any known archive.")
  public static let directoryLost = Rule(
    "directory-lost", .input, "A ZIP has lost its directory; its entries were found by their own headers.",
    advice: """
      The archive was cut off or badly written: compare it with the original. The entries that were found \
      are complete.
      """)

  public static let passwordRequired = Rule(
    "password-required", .input, "Entries are encrypted, and no password was given.",
    advice: """
      Give the password with --password or at the prompt. In a pipeline: 'archive: { password: ${PASSWORD} \
      }' and 'env: [PASSWORD]'.
      """)
  public static let passwordWrong = Rule(
    "password-wrong", .input, "Entries are encrypted with a different password than the one given.",
    advice: "Check the password, and the character encoding it was set in.")
  public static let encryptionUnsupported = Rule(
    "encryption-unsupported", .input,
    "Entries are encrypted in a way that is not supported, with or without a password.",
    advice: "Unpack the archive with the program that made it.")
  public static let methodUnsupported = Rule(
    "method-unsupported", .input, "Entries are compressed with a method that is not supported.",
    advice: "Repack the archive with deflate.")

  public static let volumePart = Rule(
    "volume-part", .input, "A file is a later part of an archive in several parts.",
    advice: "Name the first part; the others are found automatically.")
  public static let volumeMissing = Rule(
    "volume-missing", .input, "A part of an archive in several parts is missing.",
    advice: "Put all parts of the archive into one folder.")

  public static let tooManyEntries = Rule(
    "too-many-entries", .limit, "An archive holds more entries than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-entries.")
  public static let entryTooLarge = Rule(
    "entry-too-large", .limit, "An entry unpacks to more bytes than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-entry-bytes.")
  public static let bookTooLarge = Rule(
    "book-too-large", .limit, "The entries of an archive unpack to more bytes than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-book-bytes.")
  public static let ratioTooHigh = Rule(
    "ratio-too-high", .limit,
    "An entry unpacks to far more bytes than it is packed in, as in an archive made to do harm.",
    advice: "If you trust the book, raise the limit: --max-ratio.")
  public static let unpackingStopped = Rule(
    "unpacking-stopped", .input, "The run was interrupted while an archive was being unpacked.",
    advice: "Run it again.")
  public static let scratchFull = Rule(
    "scratch-full", .input, "There is no room in the scratch folder for what has to be unpacked there.",
    advice: "Free some space, or choose another folder with --scratch.")
}

extension Rule {
  /// The rules that Archives declares.
  public static let archives: [Rule] = [
    .archiveDamaged, .archiveEndMissing, .entryDamaged, .notAnArchive, .directoryLost, .passwordRequired,
    .passwordWrong, .encryptionUnsupported, .methodUnsupported, .volumePart, .volumeMissing,
    .tooManyEntries, .entryTooLarge, .bookTooLarge, .ratioTooHigh, .unpackingStopped, .scratchFull,
    .notAFile, .fileChanged, .fileTooLarge, .relocationRefused, .fileUnreadable, .outputFailed, .diskFull,
    .trashMissing, .folderTooDeep, .unknownEncoding, .guessedNames, .destinationExists, .outputOver,
    .runEnding, .folderNotReplaceable, .outputNotReplaceable, .oldFolderLeft, .unsafeOutputName,
    .outputDiffers, .moveAcrossDisks,
    .fileReadOnly, .fileHardLinked, .attributesLost, .archiveNotRewritable, .crcMismatch, .zipForeignBytes,
    .zipCountWrong, .zipListedTwice, .zipTooLong,
  ]
}
