/// What chapters are called: by title where titles tell them apart, else by chapter, number or volume where those do,
/// else by the name of the source.
struct ChapterTitles {
  private let titles: [String]

  init(of sources: [GatheredSource]) {
    let facts = sources.map(\.facts)
    let forms: [[String?]] = [
      facts.map { $0.title },
      facts.map { $0.chapter.map { "Chapter \($0)" } },
      facts.map { $0.number?.text },
      facts.map { $0.volume.map { "Volume \($0)" } },
    ]
    let telling = forms.filter { form in
      let said = form.compactMap(\.self)
      return sources.count == 1 || Set(said).count > 1 || said.count == 1
    }
    titles = sources.indices.map { index in
      telling.lazy.compactMap { $0[index] }.first ?? sources[index].book.source.stem
    }
  }

  func title(of index: Int) -> String { titles[index] }
}
