import BookModel
import Diagnostics
import Engine
import Imaging
import Inputs
import PipelineFile
import PluginKit

extension Rule {
  static let damagedPages = Rule(
    "damaged-pages", .damage, "Some pictures of a book are damaged.",
    advice:
      "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip, blank or keep.")
  static let damagedSkipped = Rule(
    "damaged-page-skipped", .damage, "A damaged page was left out of the result.",
    advice: "Get a fresh copy of the book when you can; the report names the page.")
  static let reencodingRefused = Rule(
    "lossless-refused", .output, "A page would have to be re-encoded.",
    advice: "Run without --lossless, or leave out the stage named in the message.")
  static let memoryExceeded = Rule(
    "memory-exceeded", .input, "A page needs more memory than the run may use.",
    advice: """
      Raise --memory where there is more, or have such pages made one at a time, with what they take: \
      --large-pages alone.
      """)
  static let noPagesLeft = Rule(
    "no-pages-left", .input, "Nothing of a book is left to be written.",
    advice: "Check what 'drop', 'where:' and --on-damage skip remove.")
}

/// Renders one planned book and writes it to every output that has the same pages: each into a temporary place, read
/// again and checked, then given its name.
struct BookWriter: Sendable {
  /// At least one; all with the same pages.
  let tasks: [OutputTask]
  let settings: RunSettings
  let resources: RunResources
  let observer: (any RunObserver)?
  /// Whether somebody will look at the digests of sources and outputs.
  let keepsDigests: Bool
  /// Called when an output is whole, verified and durable, before it gets its name; says which book it is.
  let remember: @Sendable (inout Receipt.Output, OutputTask, FinishedOutput) throws(Diagnostic) -> Void
  let progress: @Sendable (Int, Int) -> Void

  private var planned: PlannedBook { tasks[0].planned }

  /// Writes the outputs.
  ///
  /// - Returns: for each task its output, or a `Diagnostic` or `CancellationError`; nothing is left under the final name
  ///   then.
  func write() async -> [Result<Receipt.Output, any Error>] {
    var pages = planned.book.pages
    await giveBlanksSizes(&pages)
    guard !pages.isEmpty || planned.book.hasSections && takesSections else {
      let empty = Diagnostic.error(
        .noPagesLeft, "no page of this book is left", at: Place(file: planned.job.name))
      return tasks.map { _ in .failure(empty) }
    }
    var outputs: [OutputWriting] = []
    for task in tasks {
      var book = task.planned.book
      for index in pages.indices { book.pages[index].picture = pages[index].picture }
      outputs.append(await OutputWriting(task, book, resources))
    }
    do {
      if outputs.contains(where: \.isGoing) { try await render(pages, into: &outputs) }
      for index in outputs.indices {
        await outputs[index].finish(resources, observer, keepsDigests: keepsDigests, remember: remember)
      }
    } catch {
      for index in outputs.indices { await outputs[index].fail(error, resources) }
    }
    return outputs.map(\.result)
  }

  private var takesSections: Bool { tasks.contains { $0.sink.takes.contains(.sections) } }

  // MARK: Pages

  private enum Outcome: Sendable {
    case rendered(Renderer.Rendered)
    case damaged(Diagnostic)
  }

  /// Renders every page in parallel and hands them to the sinks in order. Under `onDamage: fail` all damaged
  /// pages are found before the book fails, so that one run names them all.
  private func render(_ pages: [Page], into outputs: inout [OutputWriting]) async throws {
    let nearest = NearestSizes(pages, planned.open)
    let renderer = await renderer(nearest)
    let renditions = self.renditions
    var damage: [Diagnostic] = []
    var costs: [Int] = []
    for page in pages { costs.append(await planned.open.cost(of: page, with: renditions)) }
    if let most = costs.enumerated().max(by: { $0.element < $1.element }),
      most.element > resources.memory.limit
    {
      let message = Diagnostic.needsMore(
        memory: most.element, than: resources.memory.limit, page: most.offset + 1, of: planned.job.name)
      guard settings.effectiveLargePages == .alone else { throw message }
      planned.open.report(message.takenAlone)
    }
    try await inOrder(
      pages, width: resources.workers.threads, budget: resources.memory, costs: costs, on: resources.workers
    ) { index, page throws(Diagnostic) in
      try outcome(of: page, at: index, renderer)
    } handOver: { index, outcome throws(Diagnostic) in
      switch outcome {
      case .rendered(let rendered):
        for place in outputs.indices {
          let page = renderedPage(
            outputs[place].page(at: index), at: index, rendered, for: outputs[place].task)
          await outputs[place].write(
            page, PageAccount.Made(rendered), isCounted: !damage.isEmpty, resources)
        }
      case .damaged(let diagnostic):
        switch settings.onDamage {
        case .fail:
          damage.append(diagnostic)
          planned.open.report(diagnostic)
        case .skip:
          planned.open.report(
            .warning(
              .damagedSkipped, "left out: \(diagnostic.message)", at: diagnostic.place,
              remedy: diagnostic.remedy))
          for place in outputs.indices { outputs[place].skip(outputs[place].page(at: index)) }
        case .blank, .keep:
          planned.open.report(.blanked(diagnostic))
          let blank = try await damageBlank(for: pages[index], at: index, nearest)
          let made = PageAccount.Made(.drawn, damaged: pages[index].picture.entries)
          for place in outputs.indices {
            var page = blank.page
            page.page = outputs[place].page(at: index).marked
            page.renditions = outputs[place].task.own(blank.renditions)
            observer?.rendered(page, why: nil, of: planned, for: outputs[place].task.sinkID)
            await outputs[place].write(page, made, resources)
          }
        }
      }
      progress(index + 1, pages.count)
      // The last output that was going has failed, which it tells itself.
      if !outputs.contains(where: \.isGoing) {
        throw .error(.noPagesLeft, "no output is left to write to")
      }
    }
    if let first = damage.first {
      if damage.count == 1 { throw first }
      throw Diagnostic.error(
        .damagedPages, "\(damage.count) pages are damaged; nothing was written",
        at: Place(file: planned.job.name),
        remedy: "repair the file, or use --on-damage skip, blank or keep to convert the rest")
    }
  }

  private func outcome(of page: Page, at index: Int, _ renderer: Renderer) throws(Diagnostic) -> Outcome {
    do throws(Diagnostic) {
      if settings.lossless, page.picture.needsProgram { throw .program(makes: page) }
      let rendered = try renderer.render(page, with: renditions)
      if settings.lossless, rendered.how == .reencoded {
        throw .error(
          .reencodingRefused,
          "'\(page.picture.recipe)' would have to be re-encoded" + (rendered.why.map { ": \($0)" } ?? ""),
          remedy: "run without --lossless")
      }
      if let observer {
        for task in tasks {
          let own = renderedPage(task.planned.book.pages[index], at: index, rendered, for: task)
          observer.rendered(own, why: rendered.why, of: planned, for: task.sinkID)
        }
      }
      return .rendered(rendered)
    } catch {
      let placed = error.onPage(index + 1)
      guard error.rule.category == .damage else { throw placed }
      return .damaged(placed)
    }
  }

  /// The renditions that any of the sinks asks for.
  private var renditions: [Rendition] {
    var seen: Set<Rendition> = []
    return tasks.flatMap(\.renditions).filter { seen.insert($0).inserted }
  }

  private func renderedPage(
    _ page: Page, at index: Int, _ rendered: Renderer.Rendered, for task: OutputTask
  ) -> RenderedPage {
    RenderedPage(
      page: rendered.how == .drawn && !rendered.damaged.isEmpty ? page.marked : page, index: index,
      image: rendered.image, facts: rendered.facts, how: rendered.how,
      renditions: task.own(rendered.renditions))
  }

  /// A renderer that fails at a damaged picture, or puts something in its place: a marked blank inside a joined
  /// picture always, by itself where the policy is `blank`; where it is `keep`, what is left of the picture.
  private func renderer(_ nearest: NearestSizes) async -> Renderer {
    guard settings.onDamage != .fail else { return Renderer(book: planned.open) }
    let usual = await nearest.first ?? BookWriter.sizeOfUnknown
    return Renderer(
      book: planned.open,
      replacement: DamageReplacement(
        standsAlone: settings.onDamage != .skip, keepsParts: settings.onDamage == .keep, usualSize: usual))
  }

  /// The size of a marked blank in a book in which no page tells its size.
  private static let sizeOfUnknown = Size(width: 800, height: 1200)

  /// A marked blank of the size the damaged picture's header states, else of its neighbors'.
  private func damageBlank(
    for page: Page, at index: Int, _ nearest: NearestSizes
  ) async throws(Diagnostic) -> (page: RenderedPage, renditions: [Rendition: RenderedPicture]) {
    var size: Size?
    do throws(Diagnostic) { size = try await planned.open.facts(of: page.picture)?.size } catch {
      // The header is damaged too: the neighbors decide.
    }
    if size == nil { size = await nearest.size(besides: index) }
    let raster = damageMark(size ?? BookWriter.sizeOfUnknown)
    let image = EncodedImage(format: .png, bytes: try encodePNG(raster))
    let facts = PictureFacts(of: image, raster)
    return (
      RenderedPage(page: page.marked, index: index, image: image, facts: facts, how: .drawn),
      try Renderer(book: planned.open).renditions(renditions, of: raster, facts)
    )
  }

  // MARK: Blanks

  /// Gives every blank without a size that of the nearest page that has one, the page before first. Blanks in a row
  /// are of one size.
  private func giveBlanksSizes(_ pages: inout [Page]) async {
    let nearest = NearestSizes(pages, planned.open)
    var sizeBefore: Size?
    for (index, page) in pages.enumerated() {
      guard case .blank(var blank) = page.picture, blank.size == nil else {
        sizeBefore = nil
        continue
      }
      if let sizeBefore { blank.size = sizeBefore } else { blank.size = await nearest.size(besides: index) }
      sizeBefore = blank.size
      pages[index].picture = .blank(blank)
    }
  }
}

extension OutputTask {
  /// What its sink asks for beside the pages.
  fileprivate var renditions: [Rendition] { sink.renditions }

  /// The renditions that are its sink's, by their names.
  fileprivate func own(_ made: [Rendition: RenderedPicture]) -> [String: RenderedPicture] {
    var own: [String: RenderedPicture] = [:]
    for rendition in renditions { own[rendition.name] = made[rendition] }
    return own
  }
}

extension Diagnostic {
  /// The page of a book that takes most.
  fileprivate static func needsMore(memory: Int, than limit: Int, page: Int, of book: String) -> Diagnostic {
    let need = (memory + (1 << 20) - 1) >> 20
    return .error(
      .memoryExceeded, "page \(page) needs up to \(need) MiB, more than the \(limit >> 20) MiB of --memory",
      at: Place(file: book),
      remedy:
        "give it more with '--memory \(need)MiB', or add '--large-pages alone' to make such pages one at a time"
    )
  }

  /// The same where such pages are allowed.
  fileprivate var takenAlone: Diagnostic {
    .warning(rule, "\(message); such pages are made one at a time", at: place)
  }
}

extension Page {
  /// The page as one that a marked blank stands for: its role says that it is none of the book's own.
  fileprivate var marked: Page {
    var marked = self
    if !roles.contains(.other) { marked.roles.append(.other) }
    return marked
  }
}

extension Diagnostic {
  /// The refusal, before it is run, of a program whose picture cannot be told from its source's.
  fileprivate static func program(makes page: Page) -> Diagnostic {
    .error(
      .reencodingRefused, "'\(page.picture.recipe)' is made by a program, which may re-encode it",
      remedy: "run without --lossless")
  }
}
