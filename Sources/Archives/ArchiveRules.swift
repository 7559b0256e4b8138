public import Diagnostics

/// What can be wrong with an archive, whoever reads it.
extension Rule {
  public static let archiveDamaged = Rule(
    "archive-damaged", .damage,
    "An archive is cut short or contradicts itself, so that entries may be missing from its listing.")
  public static let archiveEndMissing = Rule(
    "archive-end-missing", .input,
    "An archive lacks the mark at its end that its kind usually has; entries may have been cut off.")
  public static let entryDamaged = Rule(
    "entry-damaged", .damage,
    "An entry of an archive is not what the archive says: size, checksum or packing.")
  public static let notAnArchive = Rule(
    "not-an-archive", .input, "A file is no archive of a kind read here.")
  public static let directoryLost = Rule(
    "directory-lost", .input,
    "A ZIP has lost its directory; its entries were gathered from their own headers, one after the other.")

  public static let passwordRequired = Rule(
    "password-required", .input, "Entries are encrypted and no password was given.")
  public static let passwordWrong = Rule(
    "password-wrong", .input, "Entries are encrypted with another password than the one given.")
  public static let encryptionUnsupported = Rule(
    "encryption-unsupported", .input,
    "Entries are encrypted in a way that is not read here, with or without password.")
  public static let methodUnsupported = Rule(
    "method-unsupported", .input, "Entries are packed by a method that is not read here.")

  public static let volumePart = Rule(
    "volume-part", .input,
    "A file is a later part of an archive in several; its first part is the one to name.")
  public static let volumeMissing = Rule(
    "volume-missing", .input, "A part of an archive in several parts is not there.")

  public static let tooManyEntries = Rule(
    "too-many-entries", .limit, "An archive holds more entries than the limit allows.")
  public static let entryTooLarge = Rule(
    "entry-too-large", .limit, "An entry unpacks to more bytes than the limit allows.")
  public static let bookTooLarge = Rule(
    "book-too-large", .limit, "The entries of an archive unpack to more bytes than the limit allows.")
  public static let ratioTooHigh = Rule(
    "ratio-too-high", .limit,
    "An entry unpacks to far more bytes than it is packed in: an archive made to do harm.")
  public static let unpackingStopped = Rule(
    "unpacking-stopped", .input, "An archive was being unpacked while the run was interrupted.")
  public static let scratchFull = Rule(
    "scratch-full", .input, "There is no room in the scratch folder for what has to be unpacked there.")
}
