import Archives
public import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit

/// Where pictures go that a test compares.
public struct PictureStore: Sendable {
  /// Where the actual picture and the difference are written; nil: nowhere.
  public var folder: FilePath?
  /// Whether a stored picture that is missing or differs is replaced by the actual one.
  public var accepts: Bool

  public init(folder: FilePath? = nil, accepts: Bool = false) {
    self.folder = folder
    self.accepts = accepts
  }

  static func write(_ raster: Raster, to path: FilePath) throws(Diagnostic) {
    let output = try OutputFile(for: path)
    do throws(Diagnostic) {
      try output.write(try encodePNG(raster))
      try output.commit(replacing: true)
    } catch {
      output.discard()
      throw error
    }
  }
}

extension BookComparison {
  /// Compares a page's picture with a stored one.
  func picture(_ number: Int, _ page: TestPage, _ key: String, _ expected: PictureExpectation)
    -> [TestDifference]
  {
    let path = ["pages", key, "picture"]
    let (folder, limits, pictures) = (whole.folder, whole.limits, whole.pictures)
    guard let bytes = page.rendered?.image.bytes, !bytes.isEmpty else {
      return [difference(path, expected: expected.file, actual: "the page is not rendered")]
    }
    var stored = FilePath(expected.file)
    if !stored.isAbsolute { stored = folder.appending(expected.file) }
    do throws(Diagnostic) {
      let actual = try decodePicture(bytes, limits: limits).laid(on: .white)
      guard pathExists(stored) else {
        if pictures.accepts { return try accept(actual, stored) }
        return [
          difference(
            path, expected: expected.file, actual: "there is no such picture",
            remarks: try shown(actual, nil, number) + ["run with --accept to store the actual one"])
        ]
      }
      let limit = limits.maxDocumentBytes.bytes
      let wanted = try decodePicture(try InputFile.contents(of: stored, limit: limit), limits: limits)
        .laid(on: .white)
      guard actual.size == wanted.size else {
        if pictures.accepts { return try accept(actual, stored) }
        return [
          difference(
            path, expected: "\(wanted.size) as \(expected.file)", actual: "\(actual.size)",
            remarks: try shown(actual, nil, number))
        ]
      }
      let distance = PictureDistance(actual, wanted)
      if distance.largest <= expected.max, distance.mean <= expected.mean { return [] }
      if pictures.accepts { return try accept(actual, stored) }
      return [
        difference(
          path,
          expected:
            "\(expected.file), samples at most \(expected.max) off, \(expected.mean.short) on average",
          actual: "at most \(distance.largest) off, \(distance.mean.short) on average",
          remarks: try shown(actual, distance.picture, number))
      ]
    } catch {
      return [difference(path, expected: expected.file, actual: error.description)]
    }
  }

  private func accept(_ actual: Raster, _ stored: FilePath) throws(Diagnostic) -> [TestDifference] {
    try PictureStore.write(actual, to: stored)
    return []
  }

  /// Writes what is there, and where it differs; says where.
  private func shown(_ actual: Raster, _ difference: Raster?, _ number: Int) throws(Diagnostic) -> [String] {
    guard let folder = whole.pictures.folder else {
      return ["run with --pictures FOLDER to see the actual picture and the difference"]
    }
    let stem = slug + "-page-\(number)"
    var remarks: [String] = []
    for (name, raster) in [("actual", actual), ("difference", difference)] {
      guard let raster else { continue }
      let path = folder.appending("\(stem)-\(name).png")
      try PictureStore.write(raster, to: path)
      remarks.append("\(name) picture: \(path.display)")
    }
    return remarks
  }
}

/// How far two pictures of one size are apart, sample by sample.
struct PictureDistance {
  private(set) var largest = 0
  private(set) var mean = 0.0
  /// White where they agree; the further they are apart, the darker.
  let picture: Raster

  init(_ first: Raster, _ second: Raster) {
    let size = first.size
    let (a, b) = (first.samples, second.samples)
    let (stepA, stepB) = (first.layout.bytesPerPixel, second.layout.bytesPerPixel)
    let channels = max(stepA, stepB) == 1 ? 1 : 3
    var differences = [UInt8](repeating: 0, count: size.area)
    var sum = 0
    for pixel in 0..<size.area {
      var worst = 0
      for channel in 0..<channels {
        let left = Int(a[pixel &* stepA &+ (stepA == 1 ? 0 : channel)])
        let right = Int(b[pixel &* stepB &+ (stepB == 1 ? 0 : channel)])
        let apart = abs(left - right)
        sum += apart
        worst = max(worst, apart)
      }
      largest = max(largest, worst)
      differences[pixel] = UInt8(worst)
    }
    mean = size.area == 0 ? 0 : Double(sum) / Double(size.area * channels)
    let scale = max(1, largest)
    picture = Raster(
      size: size, layout: .gray,
      samples: differences.map { $0 == 0 ? 255 : UInt8(max(0, 200 - Int($0) * 200 / scale)) })
  }
}

extension Double {
  /// At most two digits behind the point.
  fileprivate var short: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
