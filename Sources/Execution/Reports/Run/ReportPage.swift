import PluginKit

/// What all pages of a report have in common.
enum ReportPage {
  /// A whole page, UTF-8. Everything it needs but its pictures is in it.
  static func text(title: String, body: [HTML], script: String? = nil) -> String {
    var out = "<!DOCTYPE html>\n"
    HTML.tag(
      "html", ["lang": "en"],
      [
        .tag(
          "head", [:],
          [
            .tag("meta", ["charset": "utf-8"]),
            .tag("meta", ["name": "generator", "content": RunReport.generator]),
            .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .tag("meta", ["name": "color-scheme", "content": "light dark"]),
            .tag("title", [:], title), .tag("style", [:], [.raw(ReportStyle.text)]),
          ]),
        .tag("body", [:], body + (script.map { [.tag("script", [:], [.raw($0)])] } ?? [])),
      ]
    ).write(to: &out)
    return out + "\n"
  }

  static func badge(_ status: Receipt.Status) -> HTML {
    .tag("span", ["class": "status \(status.rawValue)"], status.words)
  }

  /// How pages were made, as chips; ways no page was made are left out.
  static func counts(_ counts: Receipt.Counts) -> [HTML] {
    let parts: [(Int, String, String)] = [
      (counts.copied, "copied", "copied"), (counts.lossless, "lossless", "lossless"),
      (counts.reencoded, "re-encoded", "re-encoded"), (counts.drawn, "drawn", "drawn"),
      (counts.added, "added", "drawn"), (counts.dropped, "dropped", "dropped"),
      (counts.damaged, "damaged", "damaged"),
    ]
    return parts.filter { $0.0 > 0 }.map { count, word, name in
      .tag("span", ["class": "how \(name)"], "\(count) \(word)")
    }
  }
}
