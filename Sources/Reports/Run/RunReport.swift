import Archives
public import BookModel
public import Diagnostics
public import Engine
import Imaging
public import PluginKit
import Synchronization

/// What a run did, as a folder of HTML pages: one with all books, one for each book, and small pictures
/// beside them, which are made as pages pass through. Nothing in it links outside the folder.
///
/// The folder appears when the run has ended, or not at all. Only one table row is kept in memory for each
/// finished book.
public final class RunReport: RunObserver {
  private let title: String
  private let limits: Limits
  private let output: OutputFolder
  private let isReplacing: Bool
  private let state = Mutex(State())

  fileprivate struct State {
    /// The number of every expected output.
    var numbers: [Slot: Int] = [:]
    /// The numbers of a job's outputs, in order, keyed by the job's name.
    var jobs: [String: [Int]] = [:]
    var count = 0
    /// The books whose pages are passing through, by number.
    var open: [Int: ReportedBook] = [:]
    /// The thumbnails written so far, by their path in the folder.
    var pictures: Set<String> = []
    var rows: [Int: ReportRow] = [:]
    /// The first reason why the report cannot be complete.
    var failure: Diagnostic?
  }

  /// One output of the run: the book that a job produces for a sink.
  fileprivate struct Slot: Hashable {
    var job: String
    /// Counted from 1.
    var part: Int
    var sink: String
  }

  /// - Parameters:
  ///   - folder: an existing report is replaced; anything else is not.
  ///   - title: the name of what ran, that is, of the pipeline.
  /// - Throws: `report-in-the-way`, and whatever beginning an output throws.
  public init(at folder: FilePath, title: String, limits: Limits) throws(Diagnostic) {
    self.title = title
    self.limits = limits
    isReplacing = pathExists(folder)
    if isReplacing { try RunReport.checkIsReport(folder) }
    output = try OutputFolder(for: folder)
  }

  /// A mark that the program writes into each of its reports, so that it never replaces anything else.
  static let generator = "leporello report 1"

  private static func checkIsReport(_ folder: FilePath) throws(Diagnostic) {
    let refusal = Diagnostic.error(
      .reportInTheWay, "'\(folder.display)' already exists and is not a report",
      remedy: "choose another folder for the report, or one that does not exist yet")
    guard isExistingFolder(folder) else { throw refusal }
    let index = folder.appending("index.html")
    guard pathExists(index) else { throw refusal }
    let head = try InputFile(index).read(at: 0, upTo: 4096)
    guard String(decoding: head, as: UTF8.self).contains(generator) else { throw refusal }
  }

  /// Announces the expected books, in the order of the report. Called before the first is written.
  ///
  /// - Parameters:
  ///   - others: sources that did not become a job; each gets a page for each sink.
  ///   - sinks: the IDs of the pipeline's sinks.
  public func expect(_ planned: [PlannedJob], others: [FilePath], sinks: [String]) {
    state.withLock { state in
      for one in planned {
        let slots = one.outputs.map { Slot(job: one.job.name, part: $0.slot.book + 1, sink: sinks[$0.sink]) }
        for slot in slots { state.add(slot) }
        if slots.isEmpty { for sink in sinks { state.add(Slot(job: one.job.name, part: 1, sink: sink)) } }
      }
      for path in others { for sink in sinks { state.add(Slot(job: path.display, part: 1, sink: sink)) } }
    }
  }

  private func number(of planned: PlannedBook, for sink: String) -> Int? {
    state.withLock { $0.numbers[Slot(job: planned.job.name, part: planned.part, sink: sink)] }
  }

  // MARK: Observing

  public func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook, for sink: String) {
    guard let number = number(of: planned, for: sink) else { return }
    var reported = ReportedPage(page, why: why, of: planned)
    reported.picture = thumbnail(
      page.image.bytes, ReportPath.picture("\(page.index + 1)", ofBook: number))
    if page.how != .copied { reported.sources = sources(of: page.page.picture, planned, number) }
    state.withLock { $0.open[number, default: ReportedBook(number: number)].pages[page.page.id] = reported }
  }

  public func written(_ book: Book, of planned: PlannedBook, _ output: Receipt.Output) {
    guard let number = number(of: planned, for: output.sink) else { return }
    var reported = state.withLock { $0.open.removeValue(forKey: number) } ?? ReportedBook(number: number)
    let pages = Dictionary(planned.read.pages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for dropped in book.dropped {
      let pictures = pages[dropped.page].map { sources(of: $0.picture, planned, number) } ?? []
      reported.dropped.append((dropped, pictures.first.flatMap { $0 }))
    }
    reported.finish(book, planned, output)
    let receipt = Receipt(
      job: planned.job.key, sources: planned.sources, outputs: [output],
      diagnostics: planned.open.diagnostics)
    let count = state.withLock { $0.count }
    write(
      ReportBookPage(book: reported, receipt: receipt, count: count).text, to: ReportPath.page(ofBook: number)
    )
    let row = ReportRow(reported, receipt)
    state.withLock { $0.rows[number] = row }
  }

  /// Completes the report and gives it its final name.
  ///
  /// - Returns: a warning if the report that it replaced could not be removed.
  /// - Throws: `report-incomplete`, and whatever writing throws; nothing is left in that case.
  public func finish(_ receipts: [Receipt]) throws(Diagnostic) -> Diagnostic? {
    var rows: [ReportRow] = []
    let (jobs, count) = state.withLock { ($0.jobs, $0.count) }
    let numbered = receipts.flatMap { receipt -> [(number: Int, receipt: Receipt)] in
      let numbers = jobs[receipt.name] ?? []
      let parts = receipt.byOutput
      // A source without outputs is shown on the page of each output it might have had.
      if parts.count != numbers.count { return numbers.map { ($0, parts[0]) } }
      return Array(zip(numbers, parts)).map { ($0, $1) }
    }.sorted { $0.number < $1.number }
    for (number, receipt) in numbered {
      if let row = state.withLock({ $0.rows[number] }) {
        rows.append(row)
        continue
      }
      var book = state.withLock { $0.open.removeValue(forKey: number) } ?? ReportedBook(number: number)
      book.fail()
      let page = ReportBookPage(book: book, receipt: receipt, count: count)
      write(page.text, to: ReportPath.page(ofBook: number))
      rows.append(ReportRow(book, receipt))
    }
    let receipts = numbered.map(\.receipt)
    write(ReportIndexPage(title: title, rows: rows, receipts: receipts).text, to: ["index.html"])
    if let failure = state.withLock({ $0.failure }) {
      output.discard()
      throw failure
    }
    return try output.commit(replacing: isReplacing)
  }

  /// The report's final path.
  public var path: FilePath { output.destination }

  public func discard() { output.discard() }

  // MARK: Files

  private func write(_ text: String, to path: [String]) { write(Array(text.utf8), to: path) }

  private func write(_ bytes: [UInt8], to path: [String]) {
    do throws(Diagnostic) { try output.write(bytes, to: path) } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// Makes and writes a thumbnail; nil if the picture cannot be decoded, which is reported elsewhere if it
  /// matters.
  private func thumbnail(_ bytes: [UInt8], _ path: [String]) -> String? {
    let address = path.joined(separator: "/")
    guard state.withLock({ $0.pictures.insert(address).inserted }) else { return address }
    do throws(Diagnostic) {
      write(try PageThumbnail.jpeg(of: bytes, limits: limits), to: path)
      return address
    } catch { return nil }
  }

  /// Thumbnails of the source's pictures from which a page is made.
  private func sources(of picture: Picture, _ planned: PlannedBook, _ number: Int) -> [String?] {
    var seen: Set<EntryReference> = []
    return picture.entries.filter { seen.insert($0).inserted }.map { entry in
      let path = ReportPath.picture(entry.pictureName, ofBook: number)
      let address = path.joined(separator: "/")
      if state.withLock({ $0.pictures.contains(address) }) { return address }
      do throws(Diagnostic) { return thumbnail(try planned.open.readNow(entry), path) } catch { return nil }
    }
  }
}

extension RunReport.State {
  fileprivate mutating func add(_ slot: RunReport.Slot) {
    guard numbers[slot] == nil else { return }
    count += 1
    numbers[slot] = count
    jobs[slot.job, default: []].append(count)
  }
}

extension EntryReference {
  /// The name used for its picture in a report.
  fileprivate var pictureName: String {
    let input = source.input == 0 ? "" : "\(source.input)-"
    return "source-\(input)\(source.ordinal)-\(key)"
  }
}

extension Rule {
  static let reportInTheWay = Rule(
    "report-in-the-way", .usage,
    "A report cannot be written, since something else is already there and is never replaced.",
    advice: "Choose another folder for the report, or one that does not exist yet.")
}

/// The paths of a report's parts in its folder.
enum ReportPath {
  static func page(ofBook number: Int) -> [String] { ["books", "\(padded(number)).html"] }

  static func picture(_ name: String, ofBook number: Int) -> [String] {
    ["pictures", padded(number), "\(name).jpg"]
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
