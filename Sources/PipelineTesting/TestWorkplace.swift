import BookModel
import Diagnostics

/// Where one test's files lie: a folder for the book it draws and one for what the pipeline writes.
struct TestWorkplace: Sendable {
  let root: FilePath

  private var outputs: FilePath { root.appending("out") }

  func input(_ name: String) -> FilePath { below(root.appending("in"), FilePath(name)) }

  /// Where an output goes that is planned for a path: the same below the workplace, whatever the path says.
  func output(_ path: FilePath) -> FilePath { below(outputs, path) }

  /// An output's path as the pipeline's author knows it.
  func known(_ path: FilePath) -> String {
    let prefix = outputs.bytes + [UInt8(ascii: "/")]
    return path.bytes.starts(with: prefix)
      ? FilePath(bytes: path.bytes.dropFirst(prefix.count)).display : path.display
  }

  /// A path as outputs are compared by it: relative, without `.` and `..`.
  static func normalized(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
  }

  private func below(_ folder: FilePath, _ path: FilePath) -> FilePath {
    let names = path.bytes.split(separator: UInt8(ascii: "/")).filter {
      $0.elementsEqual(".".utf8) == false && $0.elementsEqual("..".utf8) == false
    }
    return names.reduce(folder) { $0.appending($1) }
  }

  /// A message without the folder nobody knows.
  func hidden(_ diagnostic: Diagnostic) -> Diagnostic {
    var told = diagnostic
    told.message = hidden(told.message)
    told.remedy = told.remedy.map(hidden)
    told.place.file = told.place.file.map(hidden)
    return told
  }

  private func hidden(_ text: String) -> String {
    let folders = [root.appending("in").display + "/", outputs.display + "/"]
    return folders.reduce(text) { text, folder in text.removing(folder) }
  }
}

extension String {
  /// The text without any occurrence of another.
  fileprivate func removing(_ part: String) -> String {
    var out = ""
    var rest = self[...]
    while let found = rest.firstRange(of: part) {
      out += rest[..<found.lowerBound]
      rest = rest[found.upperBound...]
    }
    return out + rest
  }
}
