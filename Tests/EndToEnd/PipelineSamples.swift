/// Small pipelines, right and wrong, that `check` and the schema are held against each other by.
enum PipelineSamples {
  struct Broken: Sendable {
    var text: String
    /// One of the rules that `check` names.
    var rule: String
    /// Whether the shape is right, so that only `check` can tell.
    var isAboutMeaning = false
    var isWarning = false
  }

  private static let sink = "sink: { cbz: 'out/{series}.cbz' }\n"

  /// A pipeline with these stages.
  private static func stages(_ text: String) -> String { "leporello: 1\nstages:\n\(text)\n\(sink)" }

  static let right = [
    "leporello: 1\n" + sink,
    "leporello: '1'\n" + sink,
    "leporello: 1\nstages:\nsource:\n" + sink,
    "leporello: 1\nname: 010\ndescription: no\n" + sink,
    "leporello: 1\nname: 2020-01-31\n" + sink,
    "leporello: 1\nsource: 'a/*.cbz'\n" + sink,
    "leporello: 1\ngather: '{series} v{volume:00}'\n" + sink,
    "leporello: 1\ngather: folder\n" + sink,
    "leporello: 1\ngather: { by: tree, order: number, from: [sidecar, filename] }\n" + sink,
    "leporello: 1\ngather: { list: { One: ['a/*.cbz', b.cbz], Two: c.cbz } }\n" + sink,
    "leporello: 1\ndivide: chapters\nsink: { cbz: 'out/{series} {part:00}.cbz' }\n",
    "leporello: 1\ndivide: { by: bytes, bytes: 200MB, at: chapter, level: 2 }\nsink: { cbz: '{title}.cbz' }\n",
    "leporello: 1\ndivide: { pages: 200, number: '{number}.{part}', title: no }\nsink: { cbz: '{part}.cbz' }\n",
    "leporello: 1\nsink: { cbz: x.cbz }\ntests: [{ name: t, inputs: [a, b], expect: { outputs: [{ path: x.cbz, pageCount: 3 }] } }]\n",
    "leporello: 1\nsource: [a.cbz, b.cbz]\n" + sink,
    "leporello: 1\nsource: { files: [a.cbz], recursive: yes, archive: { password: 'x' } }\n" + sink,
    "leporello: 1\nsource: { folders: 'a/*', recursive: 'On', archive: }\n" + sink,
    "leporello: 1\nsink: { cbz: { path: x.cbz, metronInfo: no, comicInfo: 2.0 } }\n",
    "leporello: 1\nsink: { in-place: }\n",
    "leporello: 1\nsink: in-place\n",
    stages("  - metadata\n  - drop:\n  - encode: { format: jpeg, jpeg: { quality: 88, subsampling: 444 } }"),
    stages("  - encode: { format: jpeg, jpeg: { quality: auto, subsampling: '420', progressive: off } }"),
    stages("  - metadata: { set: { number: 010, publisher: no, year: 1999, date: 2020-01-31 } }"),
    stages("  - metadata: [embedded, filename]"),
    stages("  - metadata: embedded"),
    stages("  - rotate: 90\n    where: number in [3, 4]"),
    stages("  - rotate: { by: '90', pages: wide }"),
    stages("  - crop: 2%\n  - border: { width: 12, color: white }"),
    stages("  - crop: auto\n  - border: { width: '3 %', color: '#fff' }"),
    stages("  - resize: 1072x1448"),
    stages(
      "  - paper: cream\n    id: a\n    where: role == cover\n  - paper: { preset: manga, grain: 0.2 }\n    where: not role == cover"
    ),
    stages("  - pair: { pages: { 12: alone, 13: left }, offset: 1 }\n  - join: all"),
    stages("  - pair: { pages: { '12': alone }, detect: TRUE, minConfidence: 1 }\n  - join"),
    stages("  - levels: { black: 12, gamma: 1 }"),
    stages("  - levels: yes"),
    "leporello: 1\nvars: { shelf: out, many: 5, on: off }\nstages:\n  - drop: { max: '${many}' }\n"
      + "    where: role == ${on}\nsink: { cbz: '${shelf}/{series}.cbz' }\n",
    "leporello: 1\nenv: [SHELF]\nstages: [{ paper: '${SHELF:-cream}' }, { border: { width: '${SHELF:-2}%' } }]\n"
      + sink,
    "leporello: 1\nbooks:\n  - match: { series: 1984, number: 010 }\n    stages: [{ inner: { max: 9 } }]\n"
      + "stages: [{ drop: , id: inner }]\n" + sink,
    // Several sources and sinks, policies, limits, included files.
    "leporello: 1\nsource: [{ files: a/*.cbz, settle: 10s }, { folders: 'b/*', after: { move: done } }]\n"
      + sink,
    "leporello: 1\nsource: { files: a/*.cbz, after: trash, settle: 5 }\n" + sink,
    "leporello: 1\nsink:\n  - cbz: 'a/{title}.cbz'\n    stages: [{ paper: cream }]\n"
      + "  - cbz: { path: 'b/{title}.cbz' }\n    id: other\n  - folder: 'c/{title}'\n",
    "leporello: 1\nlimits: { maxPages: 500, maxBookBytes: 2GiB }\nonDamage: skip\nonFailure: fail-fast\n"
      + sink,
    "leporello: 1\nbooks: [{ match: { hash: '\(String(repeating: "0a", count: 32))' }, stages: [{ drop: }] }]\n"
      + "stages: [drop]\n" + sink,
  ]

  static let broken: [Broken] = [
    // The file as a whole.
    Broken(text: "[]\n", rule: "pipeline-shape"),
    Broken(text: "stages: []\n" + sink, rule: "pipeline-version"),
    Broken(text: "leporello: 2\n" + sink, rule: "pipeline-version"),
    Broken(text: "leporello: 1\n", rule: "missing-sink"),
    Broken(text: "leporello: 1\nsorce: a.cbz\n" + sink, rule: "unknown-key"),
    Broken(text: "leporello: 1\nname: [a]\n" + sink, rule: "pipeline-shape"),
    Broken(text: "leporello: 1\nname: \"a\n" + sink, rule: "yaml-syntax"),
    Broken(text: "leporello: 1\nvars: { 9a: x }\n" + sink, rule: "variable-syntax"),
    Broken(text: "leporello: 1\nvars: [a]\n" + sink, rule: "variable-syntax"),
    // What becomes one book, and several.
    Broken(text: "leporello: 1\ngather: { bi: folder }\n" + sink, rule: "unknown-option"),
    Broken(text: "leporello: 1\ngather: [folder]\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\ngather: { by: folder, order: numbers }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\ngather: foldr\n" + sink, rule: "gather-key", isAboutMeaning: true),
    Broken(text: "leporello: 1\ngather: { list: [a.cbz] }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\ndivide: chapter\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\ndivide: { pages: 0 }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\ndivide: pages\n" + sink, rule: "divide-size", isAboutMeaning: true),
    Broken(
      text: "leporello: 1\ndivide: chapters\n" + sink, rule: "divide-alike", isAboutMeaning: true,
      isWarning: true),
    // Sources.
    Broken(text: "leporello: 1\nsource: { fiels: a.cbz }\n" + sink, rule: "unknown-key"),
    Broken(text: "leporello: 1\nsource: { recursive: maybe }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\nsource: { archive: { pasword: x } }\n" + sink, rule: "unknown-option"),
    Broken(text: "leporello: 1\nsource: { files: { a: b } }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\nsource: 'a{b'\n" + sink, rule: "glob-syntax", isAboutMeaning: true),
    // Stages.
    Broken(text: "leporello: 1\nstages: metadata\n" + sink, rule: "pipeline-shape"),
    Broken(text: stages("  metadata:\n  drop:"), rule: "pipeline-shape"),
    Broken(text: stages("  - metadta"), rule: "unknown-plugin"),
    Broken(text: stages("  - metadta: { from: title }"), rule: "unknown-plugin"),
    Broken(text: stages("  - metadata:\n    drop:"), rule: "pipeline-shape"),
    Broken(text: stages("  - drop:\n    max: 3"), rule: "unknown-key"),
    Broken(text: stages("  - where: first"), rule: "pipeline-shape"),
    Broken(text: stages("  - drop: { mx: 3 }"), rule: "unknown-option"),
    Broken(text: stages("  - drop: { max: many }"), rule: "option-value"),
    Broken(text: stages("  - drop: { max: -1 }"), rule: "option-value"),
    Broken(text: stages("  - levels: { gamma: 99 }"), rule: "option-value"),
    Broken(text: stages("  - paper: creme"), rule: "option-value"),
    Broken(text: stages("  - rotate: 45"), rule: "option-value"),
    Broken(text: stages("  - encode: { jpeg: { quality: 0 } }"), rule: "option-value"),
    Broken(text: stages("  - encode: { jpeg: { subsampling: 440 } }"), rule: "option-value"),
    Broken(text: stages("  - encode: { jpeg: 88 }"), rule: "option-value"),
    Broken(text: stages("  - resize: 1072"), rule: "option-value"),
    Broken(text: stages("  - border: { color: #fff }"), rule: "yaml-syntax"),
    Broken(text: stages("  - border: { color: whitish }"), rule: "option-value"),
    Broken(text: stages("  - border: { width: 2 cm }"), rule: "option-value"),
    Broken(text: stages("  - drop: [3]"), rule: "option-value"),
    Broken(text: stages("  - metadata: { set: [a] }"), rule: "option-value"),
    Broken(text: stages("  - drop: { where: first }"), rule: "unknown-option"),
    Broken(text: stages("  - drop:\n    where: [first]"), rule: "predicate-syntax"),
    Broken(text: stages("  - drop:\n    id: 'a b'"), rule: "pipeline-shape"),
    // Sinks and books.
    Broken(text: "leporello: 1\nsink: cbz\n", rule: "missing-sink"),
    Broken(text: "leporello: 1\nsink: { cbz: }\n", rule: "missing-sink"),
    Broken(text: "leporello: 1\nsink: []\n", rule: "missing-sink"),
    Broken(text: "leporello: 1\nsink: { cbr: x.cbr }\n", rule: "unknown-plugin"),
    Broken(text: "leporello: 1\nsink: { cbz: { path: { series: } } }\n", rule: "option-value"),
    Broken(text: "leporello: 1\nsink: { cbz: { path: x.cbz, exists: overwrite } }\n", rule: "option-value"),
    Broken(text: "leporello: 1\nsink: { cbz: { pth: x.cbz } }\n", rule: "unknown-option"),
    Broken(text: "leporello: 1\nbooks: { match: { series: a } }\n" + sink, rule: "pipeline-shape"),
    Broken(text: "leporello: 1\nbooks: [{ stages: [] }]\n" + sink, rule: "pipeline-shape"),
    Broken(text: "leporello: 1\nbooks: [{ match: { title: a } }]\n" + sink, rule: "unknown-key"),
    // Policies and limits.
    Broken(text: "leporello: 1\nonDamage: ignore\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\nlimits: { maxPags: 5 }\n" + sink, rule: "unknown-option"),
    Broken(text: "leporello: 1\nlimits: { maxPages: 0 }\n" + sink, rule: "option-value"),
    Broken(
      text: "leporello: 1\nsource: { files: a.cbz, after: { remove: x } }\n" + sink, rule: "option-value"),
    Broken(text: "leporello: 1\nsink: [{ cbz: a.cbz, folder: b }]\n", rule: "pipeline-shape"),
    // What only the meaning makes wrong.
    Broken(
      text: "leporello: 1\nsink: [{ cbz: 'a/{title}.cbz' }, { cbz: 'A/{title}.cbz', id: b }]\n",
      rule: "sinks-collide", isAboutMeaning: true),
    Broken(
      text: "leporello: 1\nsink: [{ cbz: a.cbz }, { cbz: b.cbz }]\n", rule: "sink-twice", isAboutMeaning: true
    ),
    Broken(
      text: "leporello: 1\ninclude: not-there.yaml\n" + sink, rule: "include-unreadable", isAboutMeaning: true
    ),
    Broken(text: stages("  - drop\n  - drop"), rule: "stage-twice", isAboutMeaning: true),
    Broken(text: stages("  - drop:\n    where: rle == cover"), rule: "unknown-fact", isAboutMeaning: true),
    Broken(text: stages("  - drop:\n    where: (first"), rule: "predicate-syntax", isAboutMeaning: true),
    Broken(text: stages("  - drop:\n    where: width == wide"), rule: "predicate-type", isAboutMeaning: true),
    Broken(
      text: "leporello: 1\nsink: { cbz: 'out/{serie}.cbz' }\n", rule: "template-syntax", isAboutMeaning: true),
    Broken(
      text: "leporello: 1\nsink: { cbz: '${shelf}/x.cbz' }\n", rule: "unknown-variable", isAboutMeaning: true),
    Broken(
      text: stages("  - levels: { black: 200, white: 100 }"), rule: "option-value", isAboutMeaning: true),
    Broken(
      text: stages("  - drop: { hashes: not-there.txt }"), rule: "file-unreadable", isAboutMeaning: true),
    Broken(text: stages("  - metadata: { set: { sries: a } }"), rule: "option-value", isAboutMeaning: true),
    Broken(
      text: stages("  - paper: cream\n  - resize: 100x100"), rule: "stage-order", isAboutMeaning: true,
      isWarning: true),
    Broken(
      text: stages("  - drop:\n    where: number < 1"), rule: "never-holds", isAboutMeaning: true,
      isWarning: true),
    Broken(
      text: stages("  - encode: { format: png, jpeg: { quality: 80 } }"), rule: "no-effect",
      isAboutMeaning: true,
      isWarning: true),
    Broken(
      text: "leporello: 1\nvars: { shelf: x }\n" + sink, rule: "unused-variable", isAboutMeaning: true,
      isWarning: true),
    Broken(
      text: "leporello: 1\nsource: { archive: { password: sesame } }\n" + sink, rule: "secret-in-file",
      isAboutMeaning: true, isWarning: true),
    Broken(
      text: "leporello: 1\nsource: /home/ann/comics/*.cbz\n" + sink, rule: "machine-path",
      isAboutMeaning: true,
      isWarning: true),
    Broken(
      text: "leporello: 1\nsource: '**/*.cbz'\n" + sink, rule: "reads-own-output", isAboutMeaning: true,
      isWarning: true),
  ]
}
