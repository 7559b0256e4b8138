import Diagnostics
import Options

/// The plugins a run knows: a value, so that tests and embedders choose their own.
public struct Registry: Sendable {
  public private(set) var readers: [any Reader.Type]
  public private(set) var stages: [any Stage.Type]
  public private(set) var sinks: [any Sink.Type]

  public init(readers: [any Reader.Type] = [], stages: [any Stage.Type] = [], sinks: [any Sink.Type] = []) {
    self.readers = readers
    self.stages = stages
    self.sinks = sinks
  }

  public static let empty = Registry()

  public func with(_ reader: any Reader.Type) -> Registry { changed { $0.readers.append(reader) } }
  public func with(_ stage: any Stage.Type) -> Registry { changed { $0.stages.append(stage) } }
  public func with(_ sink: any Sink.Type) -> Registry { changed { $0.sinks.append(sink) } }

  private func changed(_ change: (inout Registry) -> Void) -> Registry {
    var copy = self
    change(&copy)
    return copy
  }

  public func reader(named name: String) -> (any Reader.Type)? { readers.first { $0.name == name } }
  public func stage(named name: String) -> (any Stage.Type)? { stages.first { $0.name == name } }
  public func sink(named name: String) -> (any Sink.Type)? { sinks.first { $0.name == name } }

  /// Every plugin, readers first.
  public var all: [any Plugin.Type] { readers + stages + sinks }
}
