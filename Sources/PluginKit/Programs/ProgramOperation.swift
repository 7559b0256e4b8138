import Archives
public import BookModel
public import Diagnostics
public import Imaging
import Options
import Programs

/// A page's picture as a program of the user's makes it of another one.
public struct ProgramOperation: EncodedOperation {
  public static let name = "exec"

  public let stageName: String
  public let format: ImageFormat?
  public let inputFormat: ImageFormat?
  private let command: ProgramCommand
  /// What stands for the other places of the command, beside `{input}` and `{output}`, by name.
  private let values: [String: [UInt8]]
  private let keepsSize: Bool

  /// - Parameters:
  ///   - stageName: the stage that asks for it.
  ///   - keepsSize: whether the result is as large as what it is made of, so that its size is known beforehand.
  public init(
    _ command: ProgramCommand, stage stageName: String = ProgramOperation.name,
    values: [String: [UInt8]] = [:],
    inputFormat: ImageFormat? = nil, format: ImageFormat? = nil, keepsSize: Bool = false
  ) {
    self.command = command
    self.stageName = stageName
    self.values = values
    self.inputFormat = inputFormat
    self.format = format
    self.keepsSize = keepsSize
  }

  /// Files that decide what it does.
  public var files: [FilePath] { command.files }

  public var parameters: String {
    let values = values.sorted { $0.key < $1.key }.filter { $0.key != "plugin" }
      .map { " \($0.key)=\(String(decoding: $0.value, as: UTF8.self))" }
    return command.text + values.joined() + (format.map { " as \($0.rawValue)" } ?? "")
  }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard keepsSize, let input = inputs.first else { return nil }
    return PictureFacts(format: format ?? inputFormat ?? input.format, size: input.size)
  }

  public func apply(to image: EncodedImage, at workplace: Workplace) throws(Diagnostic) -> EncodedImage {
    let folder = try ScratchFolder(in: workplace.scratch)
    let announced = format ?? image.format
    let input = try folder.write(image.bytes, to: "input.\(image.format.fileExtension)")
    let output = folder.path.appending("output.\(announced.fileExtension)")
    var values = values
    values["input"] = input.bytes
    values["output"] = output.bytes
    let outcome = try command.call(values, maxOutputBytes: 1 << 20).run()
    try outcome.check(command.name, in: workplace.report)
    return try result(at: output, announced, image, workplace.limits)
  }

  /// The picture the program has left, checked as closely as any untrusted input.
  private func result(
    at path: FilePath, _ announced: ImageFormat, _ input: EncodedImage, _ limits: Limits
  ) throws(Diagnostic) -> EncodedImage {
    let bytes: [UInt8]
    do throws(Diagnostic) {
      guard pathExists(path) else { throw fault("wrote no picture to {output}") }
      let file = try InputFile(path, followingLinks: false)
      guard file.size <= limits.maxEntryBytes.bytes else {
        throw fault("wrote a picture of \(file.size) bytes, more than --max-entry-bytes allows")
      }
      bytes = try file.read(at: 0, count: file.size)
    } catch {
      throw error.rule == .programOutput
        ? error : fault("left something that cannot be read: \(error.message)")
    }
    let facts: PictureFacts
    do throws(Diagnostic) { facts = try inspectPicture(bytes, limits: limits).facts } catch {
      throw fault("wrote a damaged picture: \(error.message)")
    }
    guard facts.format == announced else {
      throw .error(
        .programOutput,
        "'\(command.name)' wrote \(facts.format.displayName) where \(announced.displayName) was expected",
        remedy: "say what it writes with 'format: \(facts.format.rawValue)'")
    }
    if keepsSize {
      guard case .facts(let before) = try probeHeader(input.bytes, isWhole: true, limits: limits),
        before.size == facts.size
      else {
        throw fault("changed the picture's size to \(facts.size), and 'sameSize' says that it does not")
      }
    }
    return EncodedImage(format: facts.format, bytes: bytes)
  }

  private func fault(_ message: String) -> Diagnostic {
    .error(.programOutput, "'\(command.name)' \(message)")
  }
}
