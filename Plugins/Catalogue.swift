public import PluginKit
import Readers
import Sinks
import Stages

extension Registry {
  /// Every plugin the program comes with; adding one is its file and a line here. Readers are asked in this order:
  /// the first that claims a source reads it. Stages that `convert`'s flags name run in this order.
  public static let builtIn = Registry(
    readers: [
      EPUBReader.self,
      ArchiveReader.self,
      FolderReader.self,
    ],
    stages: [
      MetadataStage.self,
      NormalizeStage.self,
      StoriesStage.self,
      FilterStage.self,
      DropStage.self,
      SliceStage.self,
      PairStage.self,
      MarkStage.self,
      RotateStage.self,
      FlipStage.self,
      CropStage.self,
      SplitStage.self,
      JoinStage.self,
      TurnStage.self,
      ResizeStage.self,
      SharpenStage.self,
      LevelsStage.self,
      GrayscaleStage.self,
      BorderStage.self,
      DeviceStage.self,
      PaperStage.self,
      QuantizeStage.self,
      ExecStage.self,
      EncodeStage.self,
    ],
    sinks: [
      CBZSink.self,
      FolderSink.self,
    ]
  ).with(rewriting: InPlaceSink.self)
}
