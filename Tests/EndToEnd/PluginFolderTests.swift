import Foundation
import Testing

/// Folders with a `plugin.yaml`: programs that are plugins like the built-in ones.
@Suite("Plugin folders")
struct PluginFolderTests {
  private static let examples = Sandbox.package.appending(path: "Plugins/Examples").path

  private static func sandbox(_ pipeline: String, plugin: String) async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      "leporello: 1\nplugins: \(examples)/\(plugin)\n\(pipeline)\n", to: "pipeline.yaml")
    return sandbox
  }

  @Test("variables stand in the names of plugin folders, from the file, the command line and the environment")
  func variables() async throws {
    let sandbox = try await Sandbox("deleted")
    func check(_ head: String, _ arguments: [String] = [], environment: [String: String] = [:]) async throws {
      try sandbox.write(
        "leporello: 1\n\(head)\nstages: [chapter-marks]\nsink: { cbz: result.cbz }\n", to: "pipeline.yaml")
      let outcome = try await sandbox.run(
        ["check", "pipeline.yaml"] + arguments, environment: environment)
      #expect(outcome.status == 0, "\(outcome)")
    }
    try await check("vars: { where: \(Self.examples) }\nplugins: \"${where}/chapter-marks\"")
    try await check(
      "vars: { where: nowhere }\nplugins: [\"${where}/chapter-marks\"]",
      ["--set", "vars.where=\(Self.examples)"])
    try await check(
      "env: [PLUGINS_HERE]\nplugins: \"${PLUGINS_HERE}/chapter-marks\"",
      environment: ["PLUGINS_HERE": Self.examples])
    try sandbox.write(
      "leporello: 1\nplugins: \"${missing}/x\"\nsink: { cbz: result.cbz }\n", to: "pipeline.yaml")
    let unknown = try await sandbox.run(["check", "pipeline.yaml"])
    #expect(
      unknown.status != 0
        && (unknown.standardOutput + unknown.standardError).contains("there is no variable 'missing'"))
    #expect(!"\(unknown)".contains("plugin-folder"))
  }

  // MARK: The examples

  @Test("the Python filter bookmarks chapters, with the options it is given")
  func filter() async throws {
    let sandbox = try await Self.sandbox(
      "stages:\n  - chapter-marks: { pattern: '00([1-9])', title: 'Kapitel {}' }\nsink: { cbz: result.cbz }",
      plugin: "chapter-marks")
    try await sandbox.run(expecting: 0, "check", "pipeline.yaml")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs")
    let marks = try await sandbox.book("result.cbz").comicInfo?.bookmarks
    #expect(marks?[0] == "Kapitel 1" && marks?[5] == "Kapitel 6")
  }

  @Test("the shell stage packs JPEGs without changing a pixel")
  func stage() async throws {
    let sandbox = try await Self.sandbox(
      "stages:\n  - smaller-jpeg: progressive\nsink: { cbz: result.cbz }", plugin: "smaller-jpeg")
    try await sandbox.run(expecting: 0, "convert", "book.cbz", "-o", "jpegs.cbz", "--encode=jpeg")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "jpegs.cbz", "--allow-programs")
    let decoded = { (archive: String) in
      try await sandbox.tool("sh", ["-c", "unzip -p \(archive) 001.jpg | djpeg | md5sum"]).standardOutput
    }
    #expect(try await decoded("jpegs.cbz") == decoded("result.cbz"))
    let progressive = try await sandbox.tool(
      "sh", ["-c", "unzip -p result.cbz 001.jpg | grep -c -a $(printf '\\377\\302')"])
    #expect(progressive.status == 0, "\(progressive)")
  }

  @Test("the Python reader makes a book of a list of pictures")
  func reader() async throws {
    let sandbox = try await Self.sandbox("sink: { cbz: result.cbz }", plugin: "page-list")
    try await sandbox.tool("sh", ["-c", "mkdir pictures && cd pictures && unzip -q ../book.cbz"])
    try sandbox.write(
      "# series: Kaze\n# number: 3\n## Rain\npictures/004.png\npictures/001.png\n## Sun\npictures/002.png\n",
      to: "tale.pages")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "tale.pages", "--allow-programs")
    let book = try await sandbox.book("result.cbz")
    #expect(book.numbers == [4, 1, 2])
    #expect(book[info: "Series"] == "Kaze" && book[info: "Number"] == "3")
    #expect(book.comicInfo?.bookmarks == [0: "Rain", 2: "Sun"])
    let refused = try await sandbox.run([
      "run", "pipeline.yaml", "tale.pages", "--set", "sink.exists=replace",
    ])
    #expect(refused.status != 0)
    let missing = try await sandbox.run(
      ["convert", "tale.pages", "-o", "other.cbz", "--plugins", Self.examples + "/page-list"])
    #expect(missing.status == 1 && missing.standardError.contains("--allow-programs"), "\(missing)")
  }

  @Test("the shell sink writes a tar, the same bytes every time")
  func sink() async throws {
    let sandbox = try await Self.sandbox("sink: { cbt: 'out/{source.stem}.cbt' }", plugin: "cbt")
    let first = try await sandbox.run(
      expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs", "--json")
    let listed = try await sandbox.tool("tar", ["-tf", "out/book.cbt"]).standardOutput.split(separator: "\n")
    #expect(listed == ["0001.png", "0002.png", "0003.png", "0004.png", "0005.png", "0006.png"])
    let receipt = try #require(try first.receipts().first)
    let digest = try await sandbox.tool("sha256sum", ["out/book.cbt"]).standardOutput
    #expect(digest.hasPrefix(receipt.output?.sha256 ?? "-"))
    try await sandbox.run(
      expecting: 0, "convert", "book.cbz", "-o", "again.cbt", "--plugins", Self.examples, "--allow-programs")
    #expect(try sandbox.data("again.cbt") == sandbox.data("out/book.cbt"))
  }

  // MARK: Like built-in ones

  @Test("plugins of a folder are listed, described and have flags")
  func listed() async throws {
    let sandbox = try await Sandbox("deleted")
    let list = try await sandbox.run(expecting: 0, "plugins", "--plugins", Self.examples).standardOutput
    for name in ["page-list", "chapter-marks", "smaller-jpeg", "cbt"] { #expect(list.contains(name)) }
    let one = try await sandbox.run(
      expecting: 0, "plugins", "chapter-marks", "--plugins", Self.examples
    ).standardOutput
    #expect(one.contains("runs a program, which needs --allow-programs") && one.contains("title"))
    let help = try await sandbox.run(expecting: 0, "convert", "--help", "--plugins", Self.examples)
      .standardOutput
    #expect(help.contains("--chapter-marks-pattern"))
    let json = try await sandbox.run(expecting: 0, "plugins", "--json", "--plugins", Self.examples)
      .standardOutput
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let names = (parsed?["list"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names?.contains("cbz") == true && names?.contains("cbt") == true)
  }

  @Test("the user's own folder is looked in; what is wrong there is shown and left out")
  func userFolder() async throws {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.tool(
      "sh", ["-c", "mkdir -p data/leporello/plugins && cp -r \(Self.examples)/cbt data/leporello/plugins/"])
    try sandbox.write("plugin: 1\nname: Broken\n", to: "data/leporello/plugins/broken/plugin.yaml")
    let environment = ["XDG_DATA_HOME": sandbox.folder.path + "/data"]
    let outcome = try await sandbox.run(["plugins"], environment: environment)
    #expect(outcome.status == 0 && outcome.standardOutput.contains("cbt"), "\(outcome)")
    #expect(
      outcome.standardError.contains("broken/plugin.yaml:2:7: warning: the plugin's name"), "\(outcome)")
  }

  @Test("options of a plugin are checked in a pipeline, with their places")
  func options() async throws {
    let sandbox = try await Self.sandbox(
      "stages:\n  - smaller-jpeg: { scans: two, kep: all }\nsink: { cbz: result.cbz }", plugin: "smaller-jpeg"
    )
    let outcome = try await sandbox.run(["check", "pipeline.yaml"])
    #expect(outcome.status == 3)
    let said = outcome.standardError + outcome.standardOutput
    #expect(
      said.contains(
        "pipeline.yaml:4:28: error: 'scans' of stage 'smaller-jpeg' takes one of: one, progressive"),
      "\(outcome)")
    #expect(said.contains("has no option 'kep'") && said.contains("did you mean 'keep'?"), "\(outcome)")
  }

  @Test(
    "a plugin.yaml that is wrong is told of with its line and column",
    arguments: [
      ("name: crop", "2:7: error: the name 'crop' is that of a built-in plugin"),
      ("name: Tidy", "2:7: error: the plugin's name is written in lower case"),
      ("kind: fitler", "takes one of: reader, stage, filter, sink"),
      ("summary: tidy", "summary is one sentence"),
      ("command: []", "the command is empty"), ("command: [a, '{plugni}']", "did you mean '{plugin}'?"),
      ("sumary: Tidies.", "has no option 'sumary'"),
      ("sameSize: yes", "'sameSize' is not a key of a filter"),
      ("options: { Level: { type: text, summary: A level. } }", "not in camelCase"),
      ("options: { where: { type: text, summary: A place. } }", "already belongs to every"),
      ("options: { level: { type: integer, range: [9, 1], summary: A level. } }", "its range is invalid"),
      ("options: { level: { type: integer, range: [1, 9], default: 10, summary: A level. } }", "from 1 to 9"),
      ("options: { level: { summary: A level. } }", "does not say its type"),
      ("options: { level: { type: enumeration, summary: A level. } }", "is incomplete"),
      ("options: { level: { type: text } }", "the option's summary is one sentence"),
      ("plugin: 2", "from 1 to 1"), ("kind: reader", "no place for '{input}'"),
      ("kind: sink", "extension of its files"),
    ])
  func wrong(_ line: String, _ message: String) async throws {
    let sandbox = try await Sandbox("deleted")
    let key = line.prefix { $0 != ":" }
    let lines = ["plugin: 1", "name: tidy", "kind: filter", "summary: Tidies books.", "command: [cat]"]
    let text =
      lines.map { $0.hasPrefix(key + ":") ? line : $0 }
      + (lines.contains { $0.hasPrefix(key + ":") } ? [] : [line])
    try sandbox.write(text.joined(separator: "\n") + "\n", to: "tidy/plugin.yaml")
    let outcome = try await sandbox.run(["plugins", "--plugins", "tidy"])
    #expect(outcome.status == 3, "\(outcome)")
    #expect(outcome.standardError.contains("tidy/plugin.yaml:"), "\(outcome)")
    #expect(outcome.standardError.contains(message), "\(outcome)")
  }

  @Test(
    "a folder without plugins, and one that is not there, are named", arguments: ["nothing", "here/none"])
  func missing(_ folder: String) async throws {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.tool("mkdir", ["nothing"])
    try sandbox.write("leporello: 1\nplugins: \(folder)\nsink: { cbz: x.cbz }\n", to: "pipeline.yaml")
    let outcome = try await sandbox.run(["check", "pipeline.yaml"])
    #expect(outcome.status == 3)
    #expect(
      (outcome.standardError + outcome.standardOutput).contains("pipeline.yaml:2:10: error:"), "\(outcome)")
    #expect(try await sandbox.run(["plugins", "--plugins", folder]).status != 0)
  }

  // MARK: Readers and sinks that misbehave

  @Test(
    "a reader that misbehaves fails its book alone",
    arguments: [
      ("exit 7", "ended with exit status 7"), ("true", "left no picture"),
      ("sleep 60", "did not finish within 2 s"),
      ("cp book.cbz {output}/x.png", "is not a picture"),
      ("cp 1.png {output}/; echo nonsense", "not a JSON value"),
      (
        "cp 1.png {output}/; echo '{\\\"book\\\": 1, \\\"pages\\\": [{\\\"file\\\": \\\"2.png\\\"}]}'",
        "is not a picture in the output folder"
      ),
      ("ln -s /etc/passwd {output}/1.png", "left no picture"),
    ])
  func badReader(_ command: String, _ message: String) async throws {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.tool("sh", ["-c", "unzip -p book.cbz 001.png > 1.png; touch tale.odd"])
    try sandbox.write(
      """
      plugin: 1
      name: odd
      kind: reader
      summary: Reads odd books.
      shell: yes
      timeout: 2
      extensions: [odd]
      command: "\(command) # {input} {output}"
      """, to: "odd/plugin.yaml")
    let outcome = try await sandbox.run([
      "convert", "tale.odd", "cover.cbz", "-o", "out/", "--plugins", "odd", "--allow-programs",
    ])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.standardError.contains(message) && outcome.standardError.contains("tale.odd"), "\(outcome)")
    #expect(!sandbox.exists("out/tale.cbz") && sandbox.exists("out/cover.cbz"))
  }

  @Test(
    "a sink that misbehaves leaves nothing under the final name",
    arguments: [
      ("file", "exit 7", "ended with exit status 7"), ("file", "true", "wrote nothing to {output}"),
      ("file", ": > {output}", "wrote an empty file"), ("file", "ln -s /etc/passwd {output}", "cannot"),
      ("file", "echo half > {output}; kill -9 $$", "signal 9 (KILL)"),
      ("file", "echo half > {output}; sleep 60", "did not finish within 2 s"),
      ("folder", "true", "left nothing in the folder"),
      ("folder", "ln -s /etc/passwd {output}/x", "not a plain file"),
    ])
  func badSink(_ output: String, _ command: String, _ message: String) async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      """
      plugin: 1
      name: odd
      kind: sink
      summary: Writes odd books.
      shell: yes
      timeout: 2
      extensions: [odd]
      output: \(output)
      command: "\(command) # {input} {output}"
      """, to: "odd/plugin.yaml")
    try sandbox.write("leporello: 1\nplugins: odd\nsink: { odd: out/result.odd }\n", to: "pipeline.yaml")
    let outcome = try await sandbox.run(["run", "pipeline.yaml", "book.cbz", "--allow-programs"])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains(message), "\(outcome)")
    #expect(!sandbox.exists("out/result.odd"))
  }

  @Test("a sink may fill a folder, which is checked and put in place as a whole")
  func folderSink() async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      """
      plugin: 1
      name: web
      kind: sink
      summary: Writes a web page of each book.
      output: folder
      command: [sh, "-c", 'mkdir "$1/pages" && cp "$0"/*.png "$1/pages" && cp "$0/book.json" "$1"', "{input}", "{output}"]
      """, to: "web/plugin.yaml")
    try sandbox.write("leporello: 1\nplugins: web\nsink: { web: out/result }\n", to: "pipeline.yaml")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs")
    #expect(sandbox.exists("out/result/pages/0006.png"))
    let json =
      try JSONSerialization.jsonObject(with: try sandbox.data("out/result/book.json")) as? [String: Any]
    let first = (json?["pages"] as? [[String: Any]])?.first
    #expect(first?["file"] as? String == "0001.png" && first?["width"] is Int)
  }
}
