import Archives
public import BookModel
import Diagnostics
public import Engine
import Formats
import Imaging
import Options

/// A small picture of a book's cover, for reports.
public enum CoverThumbnail {
  /// The maximum size of a thumbnail in pixels.
  static let size = Size(width: 120, height: 180)

  /// A JPEG of the page that ComicInfo calls the cover, or of the first page; nil if none can be shown, since
  /// a report has other ways of saying what is wrong with a book.
  public static func jpeg(of path: FilePath, scratch: FilePath, limits: Limits) -> [UInt8]? {
    let survey = BookSurvey(of: path, scratch: scratch, limits: limits)
    guard let name = coverName(survey) else { return nil }
    do throws(Diagnostic) {
      let container = try Containers.open(path, scratch: scratch, limits: limits) { $0.text == name }
      guard let entry = container.entries.first(where: { $0.path.text == name }) else { return nil }
      var raster = try decodePicture(try container.read(entry), limits: limits, smallestSize: size)
      _ = try ResizeOperation(size: size).apply(to: &raster)
      var request = EncodeRequest()
      request.quality = 80
      request.sampling = .quarter
      return try encodePicture(raster.laid(on: .white), as: .jpeg, request).bytes
    } catch {
      return nil
    }
  }

  /// The thumbnails of many books, keyed by their paths as displayed in messages.
  public static func jpegs(of paths: [FilePath], settings: RunSettings, limits: Limits) async -> [String:
    [UInt8]]
  {
    let scratch = settings.scratchFolder
    return await WorkerPool(threads: settings.effectiveJobs).run {
      await withTaskGroup(of: (String, [UInt8]?).self) { group in
        for path in paths {
          group.addTask { (path.display, jpeg(of: path, scratch: scratch, limits: limits)) }
        }
        return await group.reduce(into: [:]) { covers, cover in covers[cover.0] = cover.1 }
      }
    }
  }

  private static func coverName(_ survey: BookSurvey) -> String? {
    let stated = survey.documents.flatMap(\.reading.pages).first { $0.roles.contains(.frontCover) }
    let page = stated.flatMap { survey.pages.indices.contains($0.index) ? survey.pages[$0.index] : nil }
    return (page ?? survey.pages.first)?.name
  }
}
