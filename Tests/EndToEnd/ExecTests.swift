import Foundation
import Testing

/// The `exec` stage: programs of other people make pages' pictures.
@Suite("Programs that make pictures")
struct ExecTests {
  /// A pipeline with one stage, for books that are called `book` alone where `onlyBook` is set.
  private static func pipeline(_ stage: String, where pages: String? = nil, onlyBook: Bool = false) -> String
  {
    """
    leporello: 1
    stages:
      - exec: \(stage)
    \(pages.map { "    where: \($0)\n" } ?? "")\(onlyBook ? "    when: source.stem == book\n" : "")\
    sink: { cbz: "out/{source.stem}.cbz" }
    """
  }

  /// A sandbox with `book.cbz` of six pages, `cover.cbz`, and the picture of page 1 as `first.png`.
  private static func sandbox(_ pipeline: String) async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.tool("sh", ["-c", "unzip -p book.cbz 001.png > first.png"])
    try sandbox.write(pipeline, to: "pipeline.yaml")
    return sandbox
  }

  @Test("a program makes the pages that 'where' selects; the receipt says so")
  func pages() async throws {
    let stage = "{ command: 'cp first.png {output} # {input}', shell: true }"
    let sandbox = try await Self.sandbox(Self.pipeline(stage, where: "number > 3"))
    let outcome = try await sandbox.run(
      expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs", "--json")
    #expect(try await sandbox.book("out/book.cbz").numbers == [1, 2, 3, 1, 1, 1])
    let receipt = try #require(try outcome.receipts().first)
    #expect(
      receipt.pages?.map(\.how) == ["copied", "copied", "copied", "re-encoded", "re-encoded", "re-encoded"])
  }

  @Test("a program gets the very bytes of an untouched page, and what it leaves as it was counts as copied")
  func bytes() async throws {
    let sandbox = try await Self.sandbox(Self.pipeline("[cp, '{input}', '{output}']"))
    let before = try await sandbox.book("book.cbz").pages.map(\.sha256)
    let outcome = try await sandbox.run(
      expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs", "--json")
    #expect(try await sandbox.book("out/book.cbz").pages.map(\.sha256) == before)
    #expect(try outcome.receipts().first?.counts?["copied"] == 6)
  }

  @Test("stages before and behind a program work on what it gets and what it gives")
  func between() async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      """
      leporello: 1
      stages:
        - rotate: 90
        - exec: { command: [cp, "{input}", "{output}"], format: png, sameSize: true }
        - resize: 40x40
          where: aspect > 1
      sink: { cbz: result.cbz }
      """, to: "pipeline.yaml")
    let before = try await sandbox.book("book.cbz").pages[0]
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs")
    let page = try await sandbox.book("result.cbz").pages[0]
    #expect((before.width ?? 0) < (before.height ?? 0))
    #expect(page.format == "png" && page.width == 40 && (page.height ?? 40) < 40)
  }

  @Test(
    "whatever a program does, it fails its book alone, and nothing half-written stays",
    arguments: [
      ("echo broken pipe dream >&2; exit 3", "'sh' ended with exit status 3: broken pipe dream"),
      ("kill -SEGV $$$$", "'sh' was ended by signal 11 (SEGV)"), ("sleep 60", "did not finish within 1 s"),
      ("trap '' TERM; sleep 60 & wait; sleep 60", "did not finish within 1 s"),
      ("true", "wrote no picture to {output}"), ("echo nonsense > {output}", "wrote a damaged picture"),
      ("head -c 100 {input} > {output}", "wrote a damaged picture"),
      ("ln -s {input} {output}", "left something that cannot be read"),
      ("mkfifo {output}", "left something that cannot be read"), ("mkdir {output}", "left something"),
      ("cp picture.jpg {output}", "wrote JPEG where PNG was expected"),
      ("cp huge.png {output}", "more than the limit"), ("yes", "MiB to its standard output"),
      ("cp wide.png {output}", "'sameSize' says that it does not"),
    ])
  func failures(_ command: String, _ message: String) async throws {
    let stage = "{ shell: true, timeout: 1, sameSize: true, command: \"\(command) # {input} {output}\" }"
      .replacing("\\", with: "\\\\")
    let sandbox = try await Self.sandbox(Self.pipeline(stage, onlyBook: true))
    try await sandbox.tool("python3", ["-c", Self.pictures])
    try await sandbox.tool(
      "sh", ["-c", "unzip -p book.cbz 001.png | python3 -c 'import sys; sys.stdin.buffer.read()'"])
    let outcome = try await sandbox.run(
      ["run", "pipeline.yaml", "book.cbz", "cover.cbz", "--allow-programs"])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains(message), "\(outcome)")
    #expect(outcome.standardError.contains("book.cbz"))
    #expect(!sandbox.exists("out/book.cbz"))
    #expect(try await sandbox.book("out/cover.cbz").pages.count == 3)
  }

  /// Makes `picture.jpg` (a header is enough), `huge.png` and `wide.png`.
  private static let pictures = """
    import struct, zlib
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    def png(name, width, height, rows):
        data = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 0, 0, 0, 0))
        data += chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
        open(name, 'wb').write(data)
    png('huge.png', 100000, 100000, b'')
    png('wide.png', 3, 1, b'\\0abc')
    sof = b'\\xff\\xc0' + struct.pack('>HBHHB', 11, 8, 8, 8, 1) + b'\\x01\\x11\\x00'
    sos = b'\\xff\\xda' + struct.pack('>HB', 8, 1) + b'\\x01\\x00\\x00\\x3f\\x00' + b'\\x00'
    open('picture.jpg', 'wb').write(b'\\xff\\xd8' + sof + sos + b'\\xff\\xd9')
    """

  @Test("a program that is not there is named")
  func missing() async throws {
    let sandbox = try await Self.sandbox(Self.pipeline("[no-such-program, '{input}', '{output}']"))
    let outcome = try await sandbox.run(["run", "pipeline.yaml", "book.cbz", "--allow-programs"])
    #expect(outcome.status == 1)
    #expect(outcome.standardError.contains("there is no program 'no-such-program' [program-missing]"))
  }

  @Test("--lossless refuses before the program runs")
  func lossless() async throws {
    let sandbox = try await Self.sandbox(
      Self.pipeline("{ command: 'touch ran {input} {output}', shell: true }"))
    let outcome = try await sandbox.run(
      ["run", "pipeline.yaml", "book.cbz", "--allow-programs", "--lossless"])
    #expect(outcome.status == 1)
    #expect(outcome.standardError.contains("[lossless-refused]"))
    #expect(!sandbox.exists("ran"))
  }

  @Test("a program sees a short environment, and what it says is shown with the book's name")
  func environment() async throws {
    let stage = "{ command: 'env >&2; cp {input} {output}', shell: true }"
    let sandbox = try await Self.sandbox(Self.pipeline(stage, where: "first"))
    let outcome = try await sandbox.run(
      ["run", "pipeline.yaml", "book.cbz", "--allow-programs"],
      environment: ["API_TOKEN": "secret", "LC_TIME": "C.UTF-8", "SOURCE_DATE_EPOCH": "1"])
    #expect(outcome.status == 0)
    #expect(!outcome.standardError.contains("API_TOKEN"))
    for expected in [
      "book.cbz: warning: sh: LC_TIME=C.UTF-8 [program-says]", "sh: SOURCE_DATE_EPOCH=1", "sh: PATH=",
    ] {
      #expect(outcome.standardError.contains(expected), "\(outcome)")
    }
  }

  @Test("programs inherit no file of ours but their three")
  func descriptors() async throws {
    let stage = "{ command: 'ls /proc/self/fd | wc -l >&2; cp {input} {output}', shell: true }"
    let sandbox = try await Self.sandbox(Self.pipeline(stage, where: "first"))
    let outcome = try await sandbox.run(["run", "pipeline.yaml", "book.cbz", "--allow-programs"])
    // Three, and the one `ls` lists the folder by.
    #expect(outcome.standardError.contains("sh: 4 [program-says]"), "\(outcome)")
  }

  @Test("an interrupted run takes its programs along", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) async throws {
    let stage =
      "{ command: 'sleep 60 & echo $$$$ >> pids; echo $! >> pids; wait # {input} {output}', shell: true }"
    let sandbox = try await Self.sandbox(
      Self.pipeline(stage).replacing("out/{source.stem}.cbz", with: "result.cbz"))
    let outcome = try await sandbox.run(
      ["run", "pipeline.yaml", "book.cbz", "--allow-programs"], signal: signal,
      once: { folder in
        let pids = try? Data(contentsOf: folder.appending(path: "pids"))
        return (pids ?? Data()).count { $0 == UInt8(ascii: "\n") } >= 2
      })
    #expect(outcome.status == 128 + signal, "\(outcome)")
    #expect(!sandbox.exists("result.cbz"))
    let pids = String(decoding: try sandbox.data("pids"), as: UTF8.self).split(separator: "\n")
    #expect(!pids.isEmpty)
    for pid in pids {
      // Gone, or dead and not yet asked about by whoever inherited it.
      let state = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ") Z"
      #expect(state.contains(") Z"), "\(state)")
    }
  }

  @Test("a damaged page goes the way of damaged pages, and never reaches the program")
  func damage() async throws {
    let sandbox = try await Self.sandbox(
      Self.pipeline("{ command: 'echo x >> ran; cp {input} {output}', shell: true }"))
    try await sandbox.tool(
      "sh",
      [
        "-c",
        "mkdir d && cd d && unzip -q ../book.cbz && head -c 100 003.png > x && mv x 003.png && zip -q ../broken.cbz *.png",
      ])
    let failed = try await sandbox.run(
      ["run", "pipeline.yaml", "broken.cbz", "--allow-programs"], changing: ["ran"])
    #expect(failed.status == 1)
    let skipped = try await sandbox.run(
      ["run", "pipeline.yaml", "broken.cbz", "--allow-programs", "--on-damage", "skip"], changing: ["ran"])
    #expect(skipped.status == 4)
    #expect(try await sandbox.book("out/broken.cbz").numbers == [1, 2, 4, 5, 6])
  }

  @Test(
    "a command that cannot work is told of by check",
    arguments: [
      ("[cp, '{input}']", "no place for '{output}'"), ("[]", "the command is empty"),
      ("'cp {input} {output}'", "which needs a shell"),
      ("[cp, '{inptu}', '{input}', '{output}']", "did you mean '{input}'?"),
      ("{ shell: true, command: [a, '{input} {output}'] }", "one text for the shell"),
    ])
  func commands(_ stage: String, _ message: String) async throws {
    let sandbox = try await Self.sandbox(Self.pipeline(stage))
    let outcome = try await sandbox.run(["check", "pipeline.yaml"])
    #expect(outcome.status == 3)
    let said = outcome.standardError + outcome.standardOutput
    #expect(said.contains(message) && said.contains("pipeline.yaml:3:"), "\(outcome)")
  }
}
