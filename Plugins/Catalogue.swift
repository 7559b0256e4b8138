public import PluginKit
import Readers
import Sinks
import Stages

extension Registry {
  /// Every plugin that comes with the program; adding one takes its file and a line here. Readers are tried
  /// in this order: the first that claims a source reads it. Stages given by flags of `convert` run in this
  /// order.
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
      TypesetStage.self,
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
      EPUBSink.self,
      PDFSink.self,
    ]
  ).with(rewriting: InPlaceSink.self)
}
