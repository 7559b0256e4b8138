import BookModel
import Diagnostics
import Testing

@testable import Imaging

/// Noise of a linear congruential generator, the same as the expected values were made from.
private func noise(_ size: Size, _ layout: Raster.Layout = .gray) -> Raster {
  var state = 12345
  return Raster(size: size, layout: layout) { samples in
    for index in samples.indices {
      state = (state * 1_103_515_245 + 12345) & 0x7FFF_FFFF
      samples[index] = layout == .rgb && index & 3 == 3 ? 255 : UInt8(state >> 16 & 255)
    }
  }
}

extension Raster {
  fileprivate func resized(
    to target: Size, _ kernel: ResamplingKernel, _ light: ResamplingLight = .encoded
  ) -> Raster {
    resampled(ResizeGeometry(size, in: target, .stretch, enlarge: true), kernel, light)
  }
}

@Suite("resampling") struct ResamplingTests {
  static let sizes = [
    Size(width: 1, height: 1), Size(width: 7, height: 3), Size(width: 40, height: 61),
    Size(width: 53, height: 30),
    Size(width: 120, height: 90),
  ]

  @Test(
    "a picture of one color keeps it exactly", arguments: ResamplingKernel.allCases, ResamplingLight.allCases)
  func constant(kernel: ResamplingKernel, light: ResamplingLight) {
    let source = Size(width: 53, height: 61)
    for level in [0, 1, 2, 9, 77, 128, 254, 255] as [UInt8] {
      for target in ResamplingTests.sizes {
        let gray = Raster(size: source, filledWith: level).resized(to: target, kernel, light)
        #expect(gray == Raster(size: target, filledWith: level), "\(level) \(target)")
      }
    }
    let color = Raster(size: source, triples: (0..<source.area).flatMap { _ in [200, 3, 90] as [UInt8] })
    for target in ResamplingTests.sizes {
      let result = color.resized(to: target, kernel, light)
      #expect(result.channels(at: target.width / 2, target.height - 1) == [200, 3, 90])
      #expect(Set(result.samples) == [200, 3, 90, 255])
    }
  }

  @Test("what is symmetric stays so: nothing is shifted", arguments: ResamplingKernel.allCases)
  func symmetry(kernel: ResamplingKernel) {
    let size = Size(width: 64, height: 48)
    var picture = noise(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (min(x, size.width - 1 - x), min(y, size.height - 1 - y))
        picture.samples[y * size.width + x] = picture.samples[v * size.width + u]
      }
    }
    // The box kernel takes a pixel on the border of two to one side: it is symmetric where none lies there.
    for target in [Size(width: 32, height: 16), Size(width: 128, height: 96)] {
      let result = picture.resized(to: target, kernel)
      let worst = result.samples.indices.map { index in
        let (x, y) = (index % target.width, index / target.width)
        let other = result.samples[(target.height - 1 - y) * target.width + target.width - 1 - x]
        return abs(Int(result.samples[index]) - Int(other))
      }.max()
      #expect((worst ?? 0) <= 1, "\(target)")
    }
  }

  @Test("a ramp stays a ramp, up to its ends", arguments: ResamplingKernel.allCases)
  func ramp(kernel: ResamplingKernel) {
    let ramp = Raster(size: Size(width: 256, height: 4), layout: .gray) { samples in
      for index in samples.indices { samples[index] = UInt8(index % 256) }
    }
    let half = ramp.resized(to: Size(width: 64, height: 2), kernel)
    for x in 0..<64 {
      let isInner = (6..<58).contains(x)
      #expect(abs(Double(half.samples[x]) - (Double(x) * 4 + 1.5)) <= (isInner ? 1 : 4), "\(x)")
    }
  }

  /// The box kernel is left out: whether a pixel on its border counts hangs on the last bit.
  @Test(
    "every kernel gives what a plain double sum gives",
    arguments: ResamplingKernel.allCases.filter { $0 != .box })
  func reference(kernel: ResamplingKernel) {
    let source = noise(Size(width: 83, height: 71))
    for target in [Size(width: 58, height: 50), Size(width: 19, height: 9), Size(width: 101, height: 80)] {
      let result = source.resized(to: target, kernel)
      let wide = (0..<71).map { y in
        Reference.line(source.samples[y * 83..<y * 83 + 83].map { Double($0) }, target.width, kernel)
      }
      var worst = 0.0
      for x in 0..<target.width {
        let column = Reference.line(wide.map { $0[x] }, target.height, kernel)
        for y in 0..<target.height {
          worst = max(worst, abs(min(255, max(0, column[y])) - Double(result.samples[y * target.width + x])))
        }
      }
      #expect(worst <= 0.51, "\(target)")
    }
  }

  /// Pillow 13's `resize` of the same noise, 23 by 17. It rounds between its two passes.
  @Test("kernels weigh as Pillow's of the same names do", arguments: PillowSample.all)
  func pillow(sample: PillowSample) {
    let result = noise(Size(width: 23, height: 17)).resized(to: Size(width: 9, height: 6), sample.kernel)
    let worst = zip(result.samples, sample.expected).map { abs(Int($0) - $1) }.max()
    #expect(result.samples.count == sample.expected.count)
    #expect((worst ?? 255) <= sample.tolerance)
  }

  @Test("a color picture is its channels, each by itself", arguments: ResamplingLight.allCases)
  func channels(light: ResamplingLight) {
    let color = noise(Size(width: 41, height: 37), .rgb)
    let target = Size(width: 29, height: 26)
    let result = color.resized(to: target, .lanczos, light)
    for channel in 0..<3 {
      let plane = Raster(
        size: color.size, layout: .gray,
        samples: (0..<color.size.area).map { color.samples[$0 * 4 + channel] }
      ).resized(to: target, .lanczos, light)
      #expect((0..<target.area).allSatisfy { result.samples[$0 * 4 + channel] == plane.samples[$0] })
    }
    #expect((0..<target.area).allSatisfy { result.samples[$0 * 4 + 3] == 255 })
  }

  @Test("hidden colors of transparent pixels do not bleed", arguments: ResamplingLight.allCases)
  func alpha(light: ResamplingLight) {
    let size = Size(width: 40, height: 8)
    let half = Raster(size: size, layout: .rgba) { samples in
      for pixel in 0..<size.area {
        let isLeft = pixel % 40 < 21
        let color: [UInt8] = isLeft ? [255, 0, 0, 0] : [0, 0, 200, 255]
        for channel in 0..<4 { samples[pixel * 4 + channel] = color[channel] }
      }
    }
    let result = half.resized(to: Size(width: 17, height: 3), .catmullRom, light)
    for x in 0..<17 {
      let pixel = result.channels(at: x, 1)
      #expect(pixel[3] == 0 || (pixel[0] == 0 && abs(pixel[2] - 200) <= 1), "\(x): \(pixel)")
    }
    #expect(result.channels(at: 0, 0)[3] == 0)
    #expect(result.channels(at: 16, 2) == [0, 0, 200, 255])
  }

  @Test("linear light keeps the light of a checkerboard, encoded samples their mean")
  func light() {
    let size = Size(width: 32, height: 32)
    let board = Raster(size: size, layout: .gray) { samples in
      for index in samples.indices { samples[index] = (index + index / 32) % 2 == 0 ? 0 : 255 }
    }
    let target = Size(width: 8, height: 8)
    #expect(board.resized(to: target, .box, .linear) == Raster(size: target, filledWith: 188))
    #expect(board.resized(to: target, .box, .encoded) == Raster(size: target, filledWith: 128))
  }

  @Test("weights add up to one and stay within the picture")
  func weights() {
    for (count, target) in [(1, 9), (2, 1), (10, 3), (3, 10), (1000, 1), (1601, 1119)] {
      for kernel in ResamplingKernel.allCases {
        let axis = AxisWeights(count: count, .init(start: 0, length: Double(count)), to: target, kernel)
        #expect(axis.count == target)
        for index in 0..<target {
          let own = axis.weights[index * axis.taps..<(index + 1) * axis.taps]
          #expect(abs(own.reduce(0, +) - 1) < 1e-5)
          #expect(axis.starts[index] >= 0 && Int(axis.starts[index]) + axis.taps <= count)
          #expect(index == 0 || axis.starts[index] >= axis.starts[index - 1])
        }
      }
    }
  }
}

private enum Reference {
  /// One line at another length, by the definition.
  static func line(_ samples: [Double], _ target: Int, _ kernel: ResamplingKernel) -> [Double] {
    let kernel = kernel.resolved(from: Double(samples.count), to: target)
    let step = Double(samples.count) / Double(target)
    let widening = max(1, step)
    return (0..<target).map { index in
      let center = (Double(index) + 0.5) * step
      var (sum, weights) = (0.0, 0.0)
      for (pixel, sample) in samples.enumerated() {
        let distance = (Double(pixel) + 0.5 - center) / widening
        guard abs(distance) <= kernel.support else { continue }
        sum += sample * kernel.weight(at: distance)
        weights += kernel.weight(at: distance)
      }
      return sum / weights
    }
  }
}

struct PillowSample: Sendable, CustomTestStringConvertible {
  var kernel: ResamplingKernel
  var tolerance: Int
  var expected: [Int]

  var testDescription: String { kernel.rawValue }

  static let all = [
    PillowSample(
      kernel: .lanczos, tolerance: 2,
      expected: [
        91, 132, 65, 132, 115, 121, 133, 147, 94, 134, 91, 150, 171, 137, 153, 146, 141, 139, 122, 146, 135,
        143, 134, 135, 142, 110, 122, 120, 122, 179, 157, 136, 147, 142, 129, 89, 135, 107, 147, 141, 170,
        138,
        136, 93, 152, 80, 87, 124, 112, 127, 168, 152, 123, 143,
      ]),
    PillowSample(
      kernel: .catmullRom, tolerance: 2,
      expected: [
        91, 132, 66, 133, 113, 125, 133, 144, 99, 131, 93, 146, 171, 139, 151, 146, 139, 137, 128, 150, 133,
        143, 135, 134, 142, 112, 123, 115, 125, 179, 151, 136, 152, 136, 129, 95, 128, 106, 148, 141, 172,
        135,
        137, 97, 149, 88, 91, 121, 114, 132, 163, 155, 123, 142,
      ]),
    PillowSample(
      kernel: .bilinear, tolerance: 1,
      expected: [
        92, 126, 76, 131, 115, 129, 134, 142, 104, 129, 103, 141, 167, 141, 147, 143, 137, 137, 130, 145, 136,
        144, 136, 135, 140, 116, 124, 115, 127, 171, 149, 137, 151, 136, 125, 104, 122, 108, 149, 141, 164,
        137,
        135, 104, 142, 93, 93, 122, 116, 136, 157, 156, 124, 143,
      ]),
    PillowSample(
      kernel: .box, tolerance: 1,
      expected: [
        97, 157, 62, 150, 108, 119, 140, 132, 113, 124, 66, 154, 174, 134, 179, 145, 171, 130, 137, 182, 124,
        147, 142, 111, 139, 114, 96, 90, 139, 194, 137, 126, 171, 127, 137, 109, 139, 100, 152, 130, 190, 95,
        143, 103, 152, 95, 99, 103, 120, 128, 172, 150, 118, 140,
      ]),
  ]
}
