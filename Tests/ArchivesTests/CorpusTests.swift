import BookModel
import Diagnostics
import Testing

@testable import Archives

@Suite("Containers of the corpus", .enabled(if: Corpus.isThere)) struct CorpusTests {
  /// What came of opening a file and reading all its entries.
  private struct Outcome {
    var refusal: Diagnostic?
    var entryFailures: [Diagnostic] = []
    var rules: [Rule] { (refusal.map { [$0] } ?? []).map(\.rule) + entryFailures.map(\.rule) }
  }

  private static func outcome(_ path: FilePath) -> Outcome {
    var outcome = Outcome()
    do throws(Diagnostic) {
      let container = try Containers.open(path)
      for entry in container.entries where entry.kind == .file {
        do throws(Diagnostic) {
          let bytes = try container.read(entry)
          if let size = entry.size { #expect(bytes.count == size) }
          if let crc = entry.crc32 { #expect(CRC32.of(bytes) == crc) }
          #expect(try container.prefix(of: entry, count: 16) == Array(bytes.prefix(16)))
        } catch {
          outcome.entryFailures.append(error)
        }
      }
      // One walk for the pictures, one for other files where that is cheap, one for junk nobody wants.
      if let libarchive = container as? LibarchiveContainer { #expect(libarchive.passes <= 3) }
    } catch {
      outcome.refusal = error
    }
    return outcome
  }

  /// Sound archives whose method is not read here: libarchive 3.6 lacks it. The message names the method.
  private static let unread: [String: String] = [
    "archives/py7zr-zstd.7z": "Zstandard",
    "archives/rarfile-rar2-unix-owner.rar": "RAR 2.0",
    "archives/rarfile-rar3-comment-plain.rar": "solid RAR 4",
    "archives/rarfile-rar3-solid.rar": "solid RAR 4",
    "archives/rarfile-unicode.rar": "solid RAR 4",
  ]
  /// Sound archives that exceed a default limit.
  private static let limited: [String: Rule] = [
    "archives/libarchive-rar_ppmd_lzss_conversion.rar": .ratioTooHigh
  ]
  /// Damage of the pictures inside, which containers do not look at.
  private static let damagedPictures = [
    "comics/comictagger-fake_cbr.cbr", "comics/kavita-macos_one.zip",
    "comics/kavita-macos_withdotunder_one.zip",
    "comics/readium-test-comicinfo.cbz",
  ]

  @Test("give what the manifest says", arguments: Corpus.archives())
  func verdict(file: Corpus.File) {
    let outcome = Self.outcome(file.path)
    switch file.expect {
    case _ where Self.unread[file.name] != nil:
      #expect(outcome.refusal?.rule == .methodUnsupported)
      #expect(outcome.refusal?.message.contains(Self.unread[file.name] ?? "?") == true)
    case _ where Self.limited[file.name] != nil:
      #expect(outcome.rules == [Self.limited[file.name]])
    case "password":
      let password: [Rule] = [.passwordRequired, .encryptionUnsupported]
      #expect(outcome.refusal.map { password.contains($0.rule) } == true)
    case "unsupported": #expect(outcome.refusal?.rule == .methodUnsupported)
    case "volume-part": #expect(outcome.refusal?.rule == .volumePart)
    case "damaged" where !Self.damagedPictures.contains(file.name):
      #expect(outcome.rules.contains { $0.category == .damage || $0.category == .limit })
    default: #expect(outcome.rules.isEmpty, "\(outcome)")
    }
    for told in outcome.entryFailures { #expect(told.place.entry != nil) }
    for told in outcome.entryFailures + (outcome.refusal.map { [$0] } ?? []) {
      #expect(told.place.file != nil)
      #expect(told.remedy != nil)
    }
  }

  @Test(
    "names of the corpus are decoded",
    arguments: [
      ("archives/libarchive-zip_filename_cp866.zip", ["ПРИВЕТ", "привет"]),
      ("archives/libarchive-zip_filename_koi8r.zip", ["привет", "ПРИВЕТ"]),
      ("archives/libarchive-zip_filename_utf8_ru.zip", ["ПРИВЕТ", "привет"]),
      ("archives/libarchive-zip_filename_cp932.zip", ["表だよ/一覧表.txt", "表だよ/漢字.txt"]),
      (
        "archives/libarchive-rar_unicode.rar",
        [
          "表だよ/新しいフォルダ/新規テキスト ドキュメント.txt", "表だよ/漢字長いファイル名long-filename-in-漢字.txt",
          "表だよ/新しいフォルダ", "表だよ", "表だよ/ファイル", "abcdefghijklmnopqrsテスト.txt",
        ]
      ),
      ("archives/rarfile-unicode2.rar", ["𝐀𝐁𝐁𝐂.txt", "уииоотивл.txt"]),
      ("archives/py7zr-umlaut-solid.7z", ["täst.txt"]),
    ])
  func names(file: String, names: [String]) throws {
    #expect(try Containers.open(Corpus.path(file)).entries.map(\.path.text) == names)
  }

  @Test("volumes of a RAR 5 are read as one archive, once, from the first")
  func volumes() throws {
    let path = Corpus.path("archives/rarfile-rar5-vols/rar5-vols.part1.rar")
    let container = try Containers.open(path)
    #expect(container.entries.map(\.path.text) == ["vols/bigfile.txt", "vols/smallfile.txt"])
    #expect(try container.entries.map { try container.read($0).count } == [205_000, 2_050])
    #expect((container as? LibarchiveContainer)?.passes == 1)
  }

  @Test("a damaged entry of a RAR is named, and all others are read")
  func damagedEntry() throws {
    let folder = try TemporaryFolder()
    let samples = [
      ("rar5_stored_manyfiles", 1000, "cebula.txt"), ("rar_windows", 180, "test.txt"),
      ("rar5_win32", 700, "test1.bin"),
    ]
    for (name, offset, damaged) in samples {
      var bytes = try InputFile.contents(of: Corpus.path("archives/libarchive-\(name).rar"), limit: 1 << 20)
      bytes[offset - (name == "rar_windows" ? 10 : 0)] ^= 0x40
      let container = try Containers.open(try folder.write(name, bytes))
      for entry in container.entries where entry.kind == .file {
        if entry.path.text == damaged {
          let error = #expect(throws: Diagnostic.self) { try container.read(entry) }
          #expect(error?.rule.category == .damage && error?.place.entry == damaged)
        } else {
          #expect(try container.read(entry).count == entry.size)
        }
      }
    }
  }

  @Test(
    "a RAR that is cut short is damaged",
    arguments: [
      ("libarchive-rar5_stored_manyfiles.rar", [600, 1000, 2000, 2578, 2580]),
      ("libarchive-rar_windows.rar", [110, 400, 700]),
      ("libarchive-rar5_multiple_files_solid.rar", [100, 500, 669]),
      ("py7zr-bugzilla_4.7z", [40, 8000, 16_000]),
    ])
  func cutShort(name: String, lengths: [Int]) throws {
    let folder = try TemporaryFolder()
    let bytes = try InputFile.contents(of: Corpus.path("archives/\(name)"), limit: 1 << 20)
    for length in lengths {
      let path = try folder.write("\(length)", Array(bytes.prefix(length)))
      let error = #expect(throws: Diagnostic.self, "\(length)") { try Containers.open(path) }
      #expect(error?.rule == .archiveDamaged)
    }
  }

  @Test("a RAR 4 that ends between two entries has a warning")
  func noEnd() throws {
    let container = try Containers.open(Corpus.path("archives/libarchive-rar_noeof.rar"))
    #expect(container.diagnostics.map(\.rule) == [.archiveEndMissing])
  }

  @Test("the comment of a RAR is found")
  func comment() throws {
    let container = try Containers.open(Corpus.path("comics/comicbox-Captain Science #001-cbi.cbr"))
    let comment = String(decoding: container.comment ?? [], as: UTF8.self)
    #expect(comment.contains("ComicBookInfo/1.0"))
  }

  @Test("links of archives are told as links")
  func links() throws {
    let container = try Containers.open(Corpus.path("archives/rarfile-rar5-evil-symlink-traversal.rar"))
    #expect(container.entries.map(\.kind) == [.link, .file])
    #expect(throws: Diagnostic.self) { try container.read(container.entries[0]) }
  }
}
