public import PluginKit
import Readers
import Sinks
import Stages

extension Registry {
  /// Every plugin the program comes with. Readers are asked in this order: the first that claims a source
  /// reads it. Adding a plugin is its file and a line here.
  public static let builtIn = Registry(
    readers: [
      EPUBReader.self,
      ArchiveReader.self,
      FolderReader.self,
    ],
    stages: [
      MetadataStage.self,
      FilterStage.self,
      NormalizeStage.self,
      StoriesStage.self,
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
      QuantizeStage.self,
      DeviceStage.self,
      PaperStage.self,
      EncodeStage.self,
      ExecStage.self,
    ],
    sinks: [
      CBZSink.self,
      FolderSink.self,
    ]
  ).with(rewriting: InPlaceSink.self)
}
