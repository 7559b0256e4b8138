public import Diagnostics
import Options

/// The plugins a run knows: a value, so that tests and embedders choose their own.
public struct Registry: Sendable {
  public private(set) var readers: [ReaderKind]
  /// In the order in which they run where `convert`'s flags name them.
  public private(set) var stages: [StageKind]
  public private(set) var sinks: [SinkKind]

  public init(readers: [ReaderKind], stages: [StageKind], sinks: [SinkKind]) {
    self.readers = readers
    self.stages = stages
    self.sinks = sinks
  }

  /// Plugins that are Swift types.
  public init(
    readers: [any Reader.Type] = [], stages: [any Stage.Type] = [], sinks: [any Sink.Type] = []
  ) {
    self.init(
      readers: readers.map { ReaderKind($0) }, stages: stages.map { StageKind($0) },
      sinks: sinks.map { SinkKind($0) })
  }

  public static let empty = Registry()

  public func with(_ reader: any Reader.Type) -> Registry { with(ReaderKind(reader)) }
  public func with(_ stage: any Stage.Type) -> Registry { with(StageKind(stage)) }
  public func with(_ sink: any Sink.Type) -> Registry { with(SinkKind(sink)) }
  public func with(rewriting sink: any (Plugin & RewritingSink).Type) -> Registry {
    with(SinkKind(rewriting: sink))
  }

  /// The registry with a stage in front of the one named, if it has that one, in the order of `convert`.
  public func with(_ stage: StageKind, before name: String) -> Registry {
    changed { registry in
      let place = registry.stages.firstIndex { $0.name == name }
      registry.stages.insert(stage, at: place ?? registry.stages.endIndex)
    }
  }

  public func with(_ reader: ReaderKind) -> Registry { changed { $0.readers.append(reader) } }
  public func with(_ stage: StageKind) -> Registry { changed { $0.stages.append(stage) } }
  public func with(_ sink: SinkKind) -> Registry { changed { $0.sinks.append(sink) } }

  private func changed(_ change: (inout Registry) -> Void) -> Registry {
    var copy = self
    change(&copy)
    return copy
  }

  public func reader(named name: String) -> ReaderKind? { readers.first { $0.name == name } }
  public func stage(named name: String) -> StageKind? { stages.first { $0.name == name } }
  public func sink(named name: String) -> SinkKind? { sinks.first { $0.name == name } }

  /// Every plugin, readers first.
  public var all: [any PluginKind] { readers + stages + sinks }

  /// The rules that the plugins name as theirs; one that several share comes once.
  public var rules: [Rule] {
    var seen: Set<Rule> = []
    return all.flatMap(\.rules).filter { seen.insert($0).inserted }
  }
}
