import BookModel
import Foundation
import Imaging
import Testing

/// Pages whose every block differs from its neighbors, and whose edges are no multiple of a block unless stated.
enum DetailedPage {
  static func raster(_ width: Int, _ height: Int, seed: Int, isGray: Bool = false) -> Raster {
    var state = UInt32(truncatingIfNeeded: seed &* 7919 &+ 1)
    var triples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let noise = Int(state >> 27)
        let wave = (x * (3 + seed) / 2 + y * 2) % 160
        triples.append(UInt8(min(255, wave + noise)))
        triples.append(UInt8(min(255, (x * 255 / width + noise) % 256)))
        triples.append(UInt8(min(255, (y * 255 / height + noise * 2) % 256)))
      }
    }
    let color = Raster(size: Size(width: width, height: height), triples: triples)
    guard isGray else { return color }
    return Raster(
      size: color.size, layout: .gray,
      samples: stride(from: 0, to: color.samples.count, by: 4).map { color.samples[$0] })
  }

  static func jpeg(
    _ width: Int, _ height: Int, seed: Int, _ sampling: JPEGSampling = .full, isGray: Bool = false,
    progressive: Bool = false, quality: Int = 85
  ) throws -> [UInt8] {
    var request = EncodeRequest()
    request.quality = quality
    request.sampling = sampling
    request.progressive = progressive
    let page = raster(width, height, seed: seed, isGray: isGray)
    return try encodePicture(page, as: .jpeg, request).bytes
  }
}

/// How two rasters of one size differ.
struct PixelDifference: CustomStringConvertible {
  var most = 0
  var columns: Set<Int> = []

  init(_ one: Raster, _ other: Raster) {
    guard one.size == other.size, one.layout == other.layout else {
      most = 999
      return
    }
    let bytes = one.layout.bytesPerPixel
    for index in one.samples.indices where one.samples[index] != other.samples[index] {
      most = max(most, abs(Int(one.samples[index]) - Int(other.samples[index])))
      columns.insert(index / bytes % one.size.width)
    }
  }

  var description: String { "at most \(most), in columns \(columns.sorted().prefix(20))" }
}

extension Raster {
  func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> Raster {
    var copy = self
    _ = try CropOperation(Rectangle(x: x, y: y, size: Size(width: width, height: height))).apply(to: &copy)
    return copy
  }

  func turned(_ turn: QuarterTurn) throws -> Raster {
    var copy = self
    _ = try RotateOperation(turn).apply(to: &copy)
    return copy
  }
}

@Suite("JPEGs joined, cut and turned on their coefficients")
struct LosslessJPEGTests {
  struct Kind: CustomStringConvertible, Sendable {
    var sampling = JPEGSampling.full
    var isGray = false
    var isProgressive = false
    var description: String { "\(isGray ? "gray" : sampling.rawValue)\(isProgressive ? " progressive" : "")" }
    var unit: Size {
      switch sampling {
      case .half where !isGray: Size(width: 16, height: 8)
      case .quarter where !isGray: Size(width: 16, height: 16)
      default: Size(width: 8, height: 8)
      }
    }

    static let all = [false, true].flatMap { progressive in
      [JPEGSampling.full, .half, .quarter].map { Kind(sampling: $0, isProgressive: progressive) }
        + [Kind(isGray: true, isProgressive: progressive)]
    }

    func page(_ width: Int, _ height: Int, seed: Int, quality: Int = 85) throws -> [UInt8] {
      try DetailedPage.jpeg(
        width, height, seed: seed, sampling, isGray: isGray, progressive: isProgressive, quality: quality)
    }
  }

  func crop(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> LosslessTransform {
    .crop(Rectangle(x: x, y: y, size: Size(width: width, height: height)))
  }

  func obstacle(_ result: Result<[UInt8], LosslessObstacle>) -> String? {
    if case .failure(let obstacle) = result { obstacle.description } else { nil }
  }

  @Test("cut apart again, a join gives both pages' coefficients, to the byte", arguments: Kind.all)
  func joinKeepsCoefficients(_ kind: Kind) throws {
    let pages = [try kind.page(96, 75, seed: 1), try kind.page(83, 75, seed: 2)]
    let joined = try joinJPEGs(left: LosslessJPEGPart(pages[0]), right: LosslessJPEGPart(pages[1])).get()
    #expect(try facts(joined).size == Size(width: 179, height: 75))
    let left = try transformJPEG(LosslessJPEGPart(joined, [crop(0, 0, 96, 75)])).get()
    let right = try transformJPEG(LosslessJPEGPart(joined, [crop(96, 0, 83, 75)])).get()
    #expect(try left == transformJPEG(LosslessJPEGPart(pages[0])).get())
    #expect(try right == transformJPEG(LosslessJPEGPart(pages[1])).get())
  }

  @Test(
    "a join decodes to its pages' pixels; sampled colors may differ by 2 levels at the seam",
    arguments: Kind.all)
  func joinKeepsPixels(_ kind: Kind) throws {
    let pages = [try kind.page(96, 75, seed: 1), try kind.page(83, 75, seed: 2)]
    let joined = try decodePicture(
      joinJPEGs(left: LosslessJPEGPart(pages[0]), right: LosslessJPEGPart(pages[1])).get())
    let left = PixelDifference(try joined.part(0, 0, 96, 75), try decodePicture(pages[0]))
    let right = PixelDifference(try joined.part(96, 0, 83, 75), try decodePicture(pages[1]))
    if kind.isGray || kind.sampling == .full {
      #expect(left.most == 0, "\(left)")
      #expect(right.most == 0, "\(right)")
    } else {
      #expect(left.columns.isSubset(of: [94, 95]), "\(left)")
      #expect(right.columns.isSubset(of: [0, 1]), "\(right)")
    }
  }

  @Test("progressive stays progressive, baseline stays baseline", arguments: Kind.all)
  func keepsProcess(_ kind: Kind) throws {
    let page = try kind.page(32, 32, seed: 1)
    let joined = try joinJPEGs(left: LosslessJPEGPart(page), right: LosslessJPEGPart(page)).get()
    #expect(frameMarker(joined) == (kind.isProgressive ? 0xC2 : 0xC0))
  }

  private func frameMarker(_ jpeg: [UInt8]) -> Int? {
    var at = 2
    while at + 4 < jpeg.count, jpeg[at] == 0xFF {
      let marker = Int(jpeg[at + 1])
      if [0xC0, 0xC1, 0xC2].contains(marker) { return marker }
      at += 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
    }
    return nil
  }

  @Test(
    "turns and flips give what turning the pixels gives, and four turns the same bytes", arguments: Kind.all)
  func turns(_ kind: Kind) throws {
    let page = try kind.page(96, 64, seed: 3)
    let pixels = try decodePicture(page)
    let plain = try transformJPEG(LosslessJPEGPart(page)).get()
    let transforms: [(LosslessTransform, Raster)] = [
      (.turn(.right), try pixels.turned(.right)), (.turn(.left), try pixels.turned(.left)),
      (.turn(.around), try pixels.turned(.around)), (.flip(.horizontal), pixels.upright(from: 2)),
      (.flip(.vertical), pixels.upright(from: 4)),
    ]
    for (transform, expected) in transforms {
      let made = try transformJPEG(LosslessJPEGPart(page, [transform])).get()
      // Rounding of the inverse transform is not the same for rows and columns; nor are chroma filters.
      let difference = PixelDifference(try decodePicture(made), expected)
      #expect(
        difference.most <= (kind.isGray || kind.sampling == .full ? 3 : 255), "\(transform) \(difference)")
      var back = made
      for _ in 0..<3 { back = try transformJPEG(LosslessJPEGPart(back, [transform])).get() }
      #expect(back == plain, "\(transform)")
    }
  }

  @Test("edges that are no multiple of a block may lie right and below, nowhere else", arguments: Kind.all)
  func partialEdges(_ kind: Kind) throws {
    let page = try kind.page(90, 70, seed: 4)
    #expect(obstacle(transformJPEG(LosslessJPEGPart(page, [.flip(.horizontal)])))?.contains("90") == true)
    #expect(obstacle(transformJPEG(LosslessJPEGPart(page, [.flip(.vertical)])))?.contains("70") == true)
    #expect(obstacle(transformJPEG(LosslessJPEGPart(page, [.turn(.right)])))?.contains("70") == true)
    #expect(obstacle(transformJPEG(LosslessJPEGPart(page, [.turn(.left)])))?.contains("90") == true)
    let cut = [crop(0, 0, 90, 64), .turn(.right)]
    let turned = try decodePicture(transformJPEG(LosslessJPEGPart(page, cut)).get())
    let expected = try decodePicture(page).part(0, 0, 90, 64).turned(.right)
    #expect(turned.size == Size(width: 64, height: 90))
    if kind.isGray || kind.sampling == .full { #expect(PixelDifference(turned, expected).most <= 3) }
  }

  @Test("an orientation in the header is applied, and gone", arguments: 1...8)
  func orientation(_ orientation: Int) throws {
    let page = try DetailedPage.jpeg(64, 48, seed: 5)
    let stored = SampleJPEG.inserting(0xE1, ascii("Exif\0\0") + exif(orientation), into: page)
    let made = try transformJPEG(LosslessJPEGPart(stored, [crop(8, 16, 24, 24)])).get()
    #expect(try facts(made).orientation == 1)
    let expected = try decodePicture(stored).part(8, 16, 24, 24)
    #expect(PixelDifference(try decodePicture(made), expected).most <= 3)
  }

  @Test("a lower page is filled up with its last row; more than 1 percent is refused", arguments: Kind.all)
  func heights(_ kind: Kind) throws {
    for (left, right) in [(320, 319), (317, 320), (320, 318), (323, 320), (319, 322)] {
      let pages = [try kind.page(64, left, seed: 6), try kind.page(64, right, seed: 7)]
      let joined = try decodePicture(
        joinJPEGs(left: LosslessJPEGPart(pages[0]), right: LosslessJPEGPart(pages[1])).get())
      let high = max(left, right)
      #expect(joined.size == Size(width: 128, height: high))
      for (side, height) in [left, right].enumerated() {
        let own = try decodePicture(pages[side])
        let isExact = kind.isGray || kind.sampling == .full
        if isExact {
          #expect(PixelDifference(try joined.part(side * 64, 0, 64, height), own).most == 0)
        }
        for y in height..<high {
          let difference = PixelDifference(
            try joined.part(side * 64 + 2, y, 60, 1), try own.part(2, height - 1, 60, 1))
          #expect(difference.most < 90, "row \(y) of \(height): \(difference)")
        }
      }
    }
    let far = joinJPEGs(
      left: LosslessJPEGPart(try kind.page(64, 320, seed: 6)),
      right: LosslessJPEGPart(try kind.page(64, 316, seed: 7)))
    #expect(obstacle(far)?.contains("320 and 316") == true)
  }

  @Test("rows hidden below a page's last one are not shown where they are a picture of their own")
  func hiddenRows() throws {
    let tall = try DetailedPage.jpeg(64, 324, seed: 8)
    let cut = try transformJPEG(LosslessJPEGPart(tall, [crop(0, 0, 64, 322)])).get()
    let joined = joinJPEGs(
      left: LosslessJPEGPart(cut), right: LosslessJPEGPart(try DetailedPage.jpeg(64, 324, seed: 9)))
    #expect(obstacle(joined)?.contains("hidden") == true)
  }

  @Test("what cannot be joined says why")
  func obstacles() throws {
    let page = LosslessJPEGPart(try DetailedPage.jpeg(64, 64, seed: 1))
    func with(_ jpeg: [UInt8]) -> String? { obstacle(joinJPEGs(left: page, right: LosslessJPEGPart(jpeg))) }
    #expect(with(try DetailedPage.jpeg(64, 64, seed: 2, isGray: true))?.contains("components") == true)
    #expect(with(try DetailedPage.jpeg(64, 64, seed: 2, .quarter))?.contains("sample") == true)
    #expect(with(try DetailedPage.jpeg(64, 64, seed: 2, quality: 70))?.contains("quantization") == true)
    let odd = LosslessJPEGPart(try DetailedPage.jpeg(61, 64, seed: 1))
    #expect(
      obstacle(joinJPEGs(left: odd, right: page)) == "the left page's width 61 is not a multiple of 8")
    #expect(obstacle(joinJPEGs(left: page, right: odd)) == nil)
    let cut = Array(page.bytes.dropLast(400))
    #expect(with(cut)?.contains("right page breaks off") == true)
    #expect(with(cut + [0xFF, 0xD9])?.contains("right page's data") == true)
    #expect(with([0xFF, 0xD8, 0xFF])?.contains("header") == true)
    #expect(
      obstacle(transformJPEG(LosslessJPEGPart(page.bytes, [crop(4, 0, 8, 8)])))
        == "the picture's cut at column 4 is not a multiple of 8")
  }

  @Test("a component that names a table which cannot be is damage, not a place to read from")
  func tableNumbers() throws {
    let page = try DetailedPage.jpeg(64, 64, seed: 1)
    let frame = try #require(page.indices.dropLast(20).first { page[$0] == 0xFF && page[$0 + 1] == 0xC0 })
    for component in 0..<3 {
      var bad = page
      bad[frame + 12 + component * 3] = 78
      for parts in [[bad, page], [page, bad]] {
        let joined = joinJPEGs(left: LosslessJPEGPart(parts[0]), right: LosslessJPEGPart(parts[1]))
        #expect(obstacle(joined)?.contains("data") == true)
      }
    }
  }

  @Test("damage anywhere in the data is found or leaves pixels; nothing crashes")
  func damage() throws {
    for kind in Kind.all {
      let page = try kind.page(48, 48, seed: 1)
      for at in stride(from: 2, to: page.count, by: 7) {
        var bad = page
        bad[at] ^= UInt8(1 + at % 255)
        _ = joinJPEGs(left: LosslessJPEGPart(bad), right: LosslessJPEGPart(page))
        _ = transformJPEG(LosslessJPEGPart(bad, [.turn(.right)]))
        _ = transformJPEG(LosslessJPEGPart(Array(page[..<at]), [.flip(.vertical)]))
      }
    }
  }

  @Test(
    "other tools open what is made",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/djpeg")))
  func otherTools() throws {
    for kind in Kind.all {
      let pages = [try kind.page(96, 128, seed: 1), try kind.page(80, 127, seed: 2)]
      let joined = try joinJPEGs(left: LosslessJPEGPart(pages[0]), right: LosslessJPEGPart(pages[1])).get()
      let half = try transformJPEG(LosslessJPEGPart(joined, [crop(96, 0, 80, 128)])).get()
      let turned = try transformJPEG(LosslessJPEGPart(pages[0], [.turn(.left)])).get()
      for jpeg in [joined, half, turned] {
        let pixels = try #require(run("/usr/bin/djpeg", ["-strict", "-pnm"], jpeg))
        let size = try facts(jpeg).size
        #expect(
          pixels.count == size.area * (kind.isGray ? 1 : 3)
            + Array("P6\n\(size.width) \(size.height)\n255\n".utf8).count)
        #expect(run("/usr/bin/jpegtran", ["-strict", "-copy", "none", "-perfect"], jpeg) != nil)
      }
    }
  }

  /// What a program writes when it ends well and says nothing.
  private func run(_ path: String, _ arguments: [String], _ input: [UInt8]) -> [UInt8]? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "lossless-\(UUID().uuidString).jpg")
    defer { do { try FileManager.default.removeItem(at: file) } catch {} }
    do {
      try Data(input).write(to: file)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments + [file.path]
      let (out, errors) = (Pipe(), Pipe())
      process.standardOutput = out
      process.standardError = errors
      try process.run()
      let bytes = [UInt8](out.fileHandleForReading.readDataToEndOfFile())
      let said = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return process.terminationStatus == 0 && said.isEmpty ? bytes : nil
    } catch {
      return nil
    }
  }
}
