public import Options

/// Which folders of pictures are one book each, where folders lie in folders.
public enum FolderBooks: String, OptionEnumeration {
  /// As `tree`, but only below what is named, and with a warning where that looks like several books.
  case auto
  /// Every folder that holds pictures itself.
  case folder
  /// The outermost folder below which there are pictures and no other books; folders in it are its chapters.
  case tree

  /// What help says of the option.
  public static let summary =
    "Which folders of pictures are one book: each by itself (folder), or with all folders in it (tree); both look into all subfolders."
}
