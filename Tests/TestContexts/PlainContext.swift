public import Archives
public import BookModel
public import Diagnostics
public import PluginKit
public import Programs

/// A context of tests that does what most tests don't look at in the plainest way. The program's own contexts say
/// everything themselves.
public protocol PlainContext: BookContext {}

extension PlainContext {
  public var scratch: FilePath { "/tmp" }
  public var threads: Int { 1 }

  /// Most tests have no container.
  public func entries(of source: SourceID) async throws(Diagnostic) -> [ContainerEntry] { [] }

  public func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome { try call.run() }

  public func prefix(of entry: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    Array(try await bytes(of: entry).prefix(count))
  }
}

/// The same for readers.
public protocol PlainReadContext: PlainContext, ReadContext {}

extension PlainReadContext {
  public func keepFolder() async throws(Diagnostic) -> ScratchFolder { try ScratchFolder(in: scratch) }
}
