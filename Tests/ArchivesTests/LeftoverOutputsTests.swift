import BookModel
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Leftovers of dead processes")
struct LeftoverOutputsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The number of a process that has ended and was waited for.
  private func deadProcess() throws -> pid_t {
    let printed = try #require(try run("echo $$"))
    let process = try #require(pid_t(printed.text.filter(\.isNumber)))
    try #require(kill(process, 0) != 0 && errno == ESRCH)
    return process
  }

  @Test("files and folders of dead processes go; everything else stays")
  func sweeps() throws {
    let dead = try deadProcess()
    try folder.write(".a.cbz.leporello-\(dead)-0123abcd", [1])
    try folder.write(".b.leporello-\(dead)-89ab0000/deep/page.jpg", [1])
    try folder.write("outside/keep.jpg", [1])
    for (target, link) in [
      ("outside", ".link.leporello-\(dead)-00000000"), ("../outside", ".b.leporello-\(dead)-89ab0000/up"),
    ] {
      #expect(folder[link].withCString { symlink(target, $0) } == 0)
    }
    let kept = [
      ".c.cbz.leporello-\(getppid())-0123abcd", ".leporello-\(dead)-0123abcd",
      "d.cbz.leporello-\(dead)-0123abcd",
      ".e.cbz.leporello-\(dead)-0123abc", ".e.cbz.leporello-\(dead)-0123ABCD", ".e.cbz.leporello-0-0123abcd",
      ".e.cbz.leporello-+\(dead)-0123abcd", ".e.cbz.leporello--0123abcd", ".e.cbz.leporello-x-0123abcd",
      ".hidden",
    ]
    for name in kept { try folder.write(name, [1]) }
    let removed = LeftoverOutputs.sweep(in: folder.path, live: LiveOutputs())
    #expect(
      Set(removed.map(\.nameText)) == [".a.cbz.leporello-\(dead)-0123abcd", ".b.leporello-\(dead)-89ab0000"])
    #expect(
      try Set(folder.names())
        == Set(kept + ["outside/", "outside/keep.jpg", ".link.leporello-\(dead)-00000000"]))
  }

  @Test("an output under way stays, of this process and of one in another container")
  func living() throws {
    let live = LiveOutputs()
    let mine = try OutputFile(for: folder["mine"], in: live)
    // A leftover that happens to have our own number.
    try folder.write(".old.leporello-\(getpid())-00000001", [1])
    // As it looks from here: no process of that number, yet the file is held.
    let foreign = try folder.write(".foreign.leporello-\(deadProcess())-00000002", [1])
    let holder = foreign.withCString { open($0, O_RDONLY) }
    #expect(FileTree.lock(holder))
    #expect(
      LeftoverOutputs.sweep(in: folder.path, live: live).map(\.nameText) == [
        ".old.leporello-\(getpid())-00000001"
      ])
    close(holder)
    #expect(LeftoverOutputs.sweep(in: folder.path, live: live) == [foreign])
    try mine.commit(replacing: false)
    #expect(try folder.names() == ["mine"])
  }

  @Test("a process that is killed leaves nothing under the final name, and the sweep removes the rest")
  func killed() throws {
    let dead = try deadProcess()
    let output = try OutputFile(for: folder["a.cbz"])
    try output.write(noise(100_000))
    try output.flush()
    // What a kill would leave: the file as it is, under a dead process's name.
    let left = folder[".a.cbz.leporello-\(dead)-00000003"]
    #expect(output.temporary.withCString { from in left.withCString { link(from, $0) } } == 0)
    output.discard()
    #expect(try folder.names() == [String(decoding: left.name, as: UTF8.self)])
    LeftoverOutputs.sweep(in: folder.path)
    #expect(try folder.names() == [])
  }

  @Test("a folder that is not there is nothing to sweep")
  func missing() { #expect(LeftoverOutputs.sweep(in: folder["nowhere"]) == []) }
}
