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

/// Runs tests of pipelines: each reads its book with the real readers, writes it through the whole engine into a
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
      let (input, told) = try input(of: test, pipeline, place, folder)
      let actual = await actual(test, pipeline, input, place)
      let comparison = TestComparison(
        test: test, actual: actual, folder: folder, limits: limits, scratch: settings.scratchFolder,
        pictures: pictures)
      outcome.differences = comparison.differences()
      outcome.diagnostics = told + actual.diagnostics
    } catch {
      let told = place.hidden(error)
      outcome.differences = [
        TestDifference(
          subject: "the input", place: test.place(of: [test.settings.input == nil ? "book" : "input"]),
          expected: "a book", actual: told.description)
      ]
    }
    return outcome
  }

  /// The test's book, drawn where that is asked for, and what cannot be said in a drawn one.
  private func input(
    of test: PipelineTest, _ pipeline: Pipeline, _ place: TestWorkplace, _ folder: FilePath
  ) throws(Diagnostic) -> (RunInput, told: [Diagnostic]) {
    var path: FilePath
    var told: [Diagnostic] = []
    if let written = test.settings.input {
      path = FilePath(written)
      if !path.isAbsolute { path = folder.appending(written) }
      guard pathExists(path) else {
        throw .error(
          .testInput, "there is no file or folder '\(path.display)'",
          remedy: "the path is relative to the folder of the test's file")
      }
    } else {
      let declared = test.settings.book ?? DeclaredBook()
      path = place.input(declared.name)
      let drawn = try DrawnBook(declared)
      try drawn.write(to: path)
      told = [drawn.loss(limits: limits)].compactMap { $0?.inFile(declared.name) }
    }
    let expanded = InputExpansion(registry: pipeline.registry, recursive: false, limits: limits).expand([path]
    )
    if let failure = expanded.failures.first { throw failure.diagnostic }
    guard let input = expanded.inputs.first, expanded.inputs.count == 1 else {
      throw .error(
        .testInput, "'\(path.display)' holds \(expanded.inputs.count) books",
        remedy: "name one of them: a test is about one book")
    }
    return (input, told)
  }

  private func actual(
    _ test: PipelineTest, _ pipeline: Pipeline, _ input: RunInput, _ place: TestWorkplace
  ) async -> TestActual {
    var settings = settings
    settings.onDamage = DamagePolicy(rawValue: test.settings.onDamage.rawValue) ?? .fail
    settings.lossless = test.settings.lossless
    let observer = TestObserver(
      keepsPictures: test.settings.expect.pages.pairs.contains { $0.value.picture != nil })
    if pipeline.inPlace != nil { return await planned(pipeline, input, place) }
    do throws(Diagnostic) {
      let effect = try WriteOutputs(
        pipeline, resources, settings, observer: observer, relocate: { place.output($0) })
      let runner = Runner(effect)
      let receipts = Mutex<[Receipt]>([])
      let planned = try await runner.plan([Job(input)]) ?? []
      _ = await runner.carryOut(planned) { event in
        if case .job(let receipt) = event { receipts.withLock { $0.append(receipt) } }
      }
      return TestActual(receipts.withLock { $0 }, observer, place)
    } catch {
      return TestActual(failure: place.hidden(error))
    }
  }

  /// What a pipeline that changes files in place makes of a book: nothing is written for it.
  private func planned(_ pipeline: Pipeline, _ input: RunInput, _ place: TestWorkplace) async -> TestActual {
    let planner = JobPlanner(pipeline, resources)
    let job = Job(input)
    let open = planner.open(job)
    do throws(Diagnostic) {
      let planned = try await planner.plan(job, open)
      return TestActual(planned: planned[0].book, open.diagnostics.map(place.hidden))
    } catch {
      return TestActual(failure: place.hidden(error), told: open.diagnostics.map(place.hidden))
    }
  }
}

extension Rule {
  static let testInput = Rule(
    "test-input", .input, "The input of a test does not exist, or is not a single book.",
    advice: "Name one book by a path relative to the test's file, or declare one with 'book:'.")
}
