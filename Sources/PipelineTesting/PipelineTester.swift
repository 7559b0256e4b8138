import Archives
public import BookModel
public import Diagnostics
import Effects
public import Engine
import Inputs
import Options
public import PipelineFile
import PluginKit
import Synchronization

/// Runs tests of pipelines: each reads its books with the real readers, writes them through the whole engine into a
/// folder of its own that is removed at the end, and is compared with what it expects. Inputs are never changed.
public final class PipelineTester: Sendable {
  private let limits: Limits
  private let settings: RunSettings
  private let pictures: PictureStore
  private let resources: RunResources
  /// Never committed: what is in it goes when the tester does, or when the program is interrupted.
  private let workspace: OutputFolder

  /// - Parameter pictures: where pictures that differ are shown, and whether they are accepted.
  /// - Throws: where no folder can be made among the scratch files.
  public init(limits: Limits, settings: RunSettings, pictures: PictureStore)
    throws(Diagnostic)
  {
    self.limits = limits
    self.settings = settings
    self.pictures = pictures
    resources = RunResources(limits: limits, settings: settings)
    workspace = try OutputFolder(for: settings.scratchFolder.appending("leporello-test"))
  }

  deinit { workspace.discard() }

  /// Runs one test.
  ///
  /// - Parameters:
  ///   - pipeline: as the test changes it.
  ///   - number: of the test among all that this tester runs.
  ///   - folder: what paths in the test are relative to.
  public func outcome(
    of test: PipelineTest, of pipeline: Pipeline, number: Int, folder: FilePath
  ) async -> TestOutcome {
    let place = TestWorkplace(root: workspace.temporary.appending(String(number)))
    var outcome = TestOutcome(test: test)
    do throws(Diagnostic) {
      let (inputs, told) = try inputs(of: test, pipeline, place, folder)
      let actual = await actual(test, pipeline, inputs, place)
      let comparison = TestComparison(
        test: test, actual: actual, folder: folder, limits: limits, scratch: settings.scratchFolder,
        pictures: pictures)
      outcome.differences = comparison.differences()
      outcome.diagnostics = told + actual.diagnostics
    } catch {
      let told = place.hidden(error)
      outcome.differences = [
        TestDifference(
          subject: "the input", place: test.place(of: [test.settings.sourcesKey]),
          expected: test.settings.isOfSeveral ? "books" : "a book", actual: told.description)
      ]
    }
    return outcome
  }

  // MARK: What it is about

  /// The test's books, drawn where that is asked for, and what cannot be said in a drawn one.
  private func inputs(
    of test: PipelineTest, _ pipeline: Pipeline, _ place: TestWorkplace, _ folder: FilePath
  ) throws(Diagnostic) -> (inputs: [RunInput], told: [Diagnostic]) {
    let settings = test.settings
    let written = settings.input.map { [$0] } ?? settings.inputs
    guard written.isEmpty else { return (try inputs(written, of: test, pipeline, folder), []) }
    let declared = settings.book.map { [$0] } ?? settings.books
    var told: [Diagnostic] = []
    try DrawnBook.check(declared.flatMap(\.pages), limits)
    for book in declared {
      let drawn = try DrawnBook(book)
      try drawn.write(to: place.input(book.name))
      if let loss = drawn.loss(limits: limits) { told.append(loss.inFile(book.name)) }
    }
    var inputs: [RunInput] = []
    // All are there before any is looked at: what lies beside a book is part of what is known of it.
    for book in declared { inputs += try drawnInput(book, pipeline, place) }
    return (inputs, told)
  }

  private func inputs(
    _ written: [String], of test: PipelineTest, _ pipeline: Pipeline, _ folder: FilePath
  ) throws(Diagnostic) -> [RunInput] {
    let paths = written.map { FilePath($0).isAbsolute ? FilePath($0) : folder.appending($0) }
    if let missing = paths.first(where: { !pathExists($0) }) {
      throw .error(
        .testInput, "there is no file or folder '\(missing.display)'",
        remedy: "the path is relative to the folder of the test's file")
    }
    let inputs = try expanded(paths, pipeline)
    guard test.settings.isOfSeveral || inputs.count == 1 else {
      throw .error(
        .testInput, "'\(paths[0].display)' holds \(inputs.count) books",
        remedy: "name one of them, or say 'inputs:' where the test is about all")
    }
    return inputs
  }

  /// A drawn book as it is found by the pipeline's source: below the folder that the source's pattern begins with, else
  /// below the one that all drawn books lie in.
  private func drawnInput(_ book: DeclaredBook, _ pipeline: Pipeline, _ place: TestWorkplace)
    throws(Diagnostic) -> [RunInput]
  {
    let inputs = try expanded([place.input(book.name)], pipeline)
    let named = FilePath(book.name)
    let source = pipeline.sources.firstIndex { $0.finds(named) }
    let base = source.flatMap { pipeline.sources[$0].base(of: named) }
    return inputs.map { input in
      var input = input
      input.source = source ?? 0
      input.root = place.input(base?.display ?? "")
      return input
    }
  }

  /// - Throws: `test-input` where there is no book at all.
  private func expanded(_ paths: [FilePath], _ pipeline: Pipeline) throws(Diagnostic) -> [RunInput] {
    let expansion = InputExpansion(registry: pipeline.registry, recursive: false, limits: limits)
    let expanded = expansion.expand(paths, asOf: pipeline.sources)
    if let failure = expanded.failures.first { throw failure.diagnostic }
    guard !expanded.inputs.isEmpty else {
      throw .error(
        .testInput, "'\(paths[0].display)' is nothing that the pipeline reads",
        remedy: "look at 'exclude' of its source")
    }
    return expanded.inputs
  }

  // MARK: What comes of it

  private func actual(
    _ test: PipelineTest, _ pipeline: Pipeline, _ inputs: [RunInput], _ place: TestWorkplace
  ) async -> TestActual {
    var settings = settings
    settings.onDamage = DamagePolicy(rawValue: test.settings.onDamage.rawValue) ?? .fail
    settings.lossless = test.settings.lossless
    let observer = TestObserver(keepsPictures: test.settings.expect.comparesPictures)
    if pipeline.inPlace != nil { return await planned(pipeline, inputs, place) }
    do throws(Diagnostic) {
      let effect = try WriteOutputs(
        pipeline, resources, settings, observer: observer, relocate: { place.output($0) })
      let runner = Runner(effect)
      let receipts = Mutex<[Receipt]>([])
      // Without jobs or plans the test was interrupted, and nothing is made.
      let (jobs, told) = await JobGathering(pipeline, resources).jobs(of: inputs) ?? ([], [])
      let planned = try await runner.plan(jobs) ?? []
      _ = await runner.carryOut(planned) { event in
        if case .job(let receipt) = event { receipts.withLock { $0.append(receipt) } }
      }
      return TestActual(receipts.withLock { $0 }, observer, place, told: told)
    } catch {
      return TestActual(failure: place.hidden(error))
    }
  }

  /// What a pipeline that changes files in place makes of books: nothing is written for it.
  private func planned(_ pipeline: Pipeline, _ inputs: [RunInput], _ place: TestWorkplace) async -> TestActual
  {
    let planner = JobPlanner(pipeline, resources)
    var books: [TestBook] = []
    var told: [Diagnostic] = []
    var isWhole = true
    for input in inputs {
      let job = Job(input)
      let open = planner.open(job)
      var failure: Diagnostic?
      do throws(Diagnostic) {
        books += try await planner.plan(job, open).map { TestBook(name: input.path.nameText, $0.book) }
      } catch {
        failure = error
        isWhole = false
      }
      told += open.diagnostics
      if let failure, !open.diagnostics.contains(failure) { told.append(failure) }
    }
    return TestActual(planned: books, told.map(place.hidden), isWhole: isWhole)
  }
}

extension TestSettings {
  /// Whether the test is about several books.
  fileprivate var isOfSeveral: Bool { !inputs.isEmpty || !books.isEmpty }

  /// The key that says which books the test is about.
  fileprivate var sourcesKey: String {
    if input != nil { return "input" }
    if !inputs.isEmpty { return "inputs" }
    return books.isEmpty ? "book" : "books"
  }
}

extension TestExpectations {
  fileprivate var comparesPictures: Bool {
    ([pages] + outputs.map(\.pages)).contains { $0.pairs.contains { $0.value.picture != nil } }
  }
}

extension Rule {
  static let testInput = Rule(
    "test-input", .input, "The input of a test does not exist, or is not a single book.",
    advice: "Name one book by a path relative to the test's file, or declare one with 'book:'.")
}
