public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let outputNotReplaceable = Rule(
    "output-not-replaceable", .output,
    "Something that is never replaced, such as a link or a pipe, is in the place of an output.",
    advice: "Remove it yourself, or write to another place.")
}

/// What an output may take the place of: a file of a regular file, a folder of a folder. Devices, pipes and sockets are
/// no outputs of anybody's, and a link is somebody's decision: it is refused, and so is what it leads to.
public enum Replacing {
  /// Why an output must not take the place of what is under its name; nil where it may, or where nothing is there.
  public static func refusal(of destination: FilePath, byFolder isFolder: Bool) -> Diagnostic? {
    var status = stat()
    guard destination.withCString({ lstat($0, &status) }) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    if kind == (isFolder ? S_IFDIR : S_IFREG) { return nil }
    let what =
      switch kind {
      case S_IFREG: "a file, and a folder is to take its place"
      case S_IFDIR: "a folder, and a file is to take its place"
      case S_IFLNK: "a symbolic link, which is never replaced"
      case S_IFIFO: "a named pipe, which is never replaced"
      case S_IFSOCK: "a socket, which is never replaced"
      default: "a device, which is never replaced"
      }
    return .error(
      isFolder ? .folderNotReplaceable : .outputNotReplaceable, "what is there is \(what)",
      at: Place(file: destination.display),
      remedy: kind == S_IFLNK ? "name what it leads to, or remove the link" : "remove it, or write elsewhere")
  }

  /// The first thing in a folder that no output of its kind holds, by its path inside; nil where there is none. Links
  /// and devices never belong to an output; what desktops leave behind may lie anywhere.
  public static func foreignFile(
    in folder: FilePath, canHold: ([String]) -> Bool
  ) throws(Diagnostic) -> String? {
    var waiting: [[String]] = [[]]
    while let components = waiting.popLast() {
      let path = components.reduce(folder) { $0.appending($1) }
      for item in try listFolder(path) {
        let inside = components + [String(decoding: item.name, as: UTF8.self)]
        switch item.kind {
        case .folder: waiting.append(inside)
        case .file where canHold(inside) || isLeftByDesktop(item.name): break
        case .file, .link, .special: return inside.joined(separator: "/")
        }
      }
    }
    return nil
  }

  private static func isLeftByDesktop(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return [".ds_store", "thumbs.db", "desktop.ini", ".directory"].contains(name) || name.hasPrefix("._")
  }
}
