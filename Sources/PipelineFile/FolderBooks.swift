public import Options

/// Which folders of pictures count as one book when folders are nested.
public enum FolderBooks: String, OptionEnumeration {
  /// Like `tree`, but only below the folders that are named, and with a warning if one looks like several
  /// books.
  case auto
  /// Every folder that directly contains pictures.
  case folder
  /// The outermost folder that contains, at any depth, pictures and no other books; its subfolders are
  /// chapters.
  case tree

  /// The option's description in help.
  public static let summary =
    "Which folders of pictures are one book: each by itself (folder), or with all folders in it (tree); both look into all subfolders."
}
