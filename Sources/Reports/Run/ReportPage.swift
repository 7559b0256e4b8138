import Engine
import PluginKit

/// What all pages of a report share.
enum ReportPage {
  /// A complete page in UTF-8. Apart from its pictures, it is self-contained.
  ///
  /// - Parameter navigation: links to other pages of the report, shown before the page's contents.
  static func text(title: String, navigation: HTML? = nil, body: [HTML], script: String? = nil) -> String {
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
        .tag(
          "body", [:],
          [navigation, .tag("main", [:], body), script.map { .tag("script", [:], [.raw($0)]) }].compactMap(
            \.self)),
      ]
    ).write(to: &out)
    return out + "\n"
  }

  /// A table that scrolls sideways if it is wider than the screen, also by keyboard.
  static func scrolling(_ table: HTML, label: String) -> HTML {
    .tag("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label], [table])
  }

  static func badge(_ status: Receipt.Status) -> HTML {
    .tag("span", ["class": "status \(status.rawValue)"], status.words)
  }

  /// How pages were made, as chips; ways that do not occur are left out.
  static func counts(_ counts: PageTally) -> [HTML] {
    let parts: [(Int, String, String)] = [
      (counts.copied, "copied", "copied"), (counts.lossless, "lossless", "lossless"),
      (counts.reencoded, "re-encoded", "re-encoded"), (counts.drawn, "drawn", "drawn"),
      (counts.dropped, "dropped", "dropped"),
      (counts.damaged, "damaged", "damaged"),
    ]
    return parts.filter { $0.0 > 0 }.map { count, word, name in
      .tag("span", ["class": "how \(name)"], "\(count) \(word)")
    }
  }
}

/// The number of pages made in each way; all but the last two are numbers of written pages.
struct PageTally {
  var written = 0
  var copied = 0
  var lossless = 0
  var reencoded = 0
  var drawn = 0
  /// Pages of the source that a stage removed.
  var dropped = 0
  /// Damaged pages of the source, left out or replaced by blanks.
  var damaged = 0

  init() {}

  init(_ receipt: Receipt) {
    let pages = receipt.pages.filter { $0.outputEntry != nil }
    func count(_ how: Making) -> Int { pages.count { $0.how == how } }
    written = pages.count
    (copied, lossless, reencoded, drawn) = (
      count(.copied), count(.lossless), count(.reencoded), count(.drawn)
    )
    (dropped, damaged) = (receipt.counts.dropped, receipt.counts.damaged)
  }

  mutating func add(_ other: PageTally) {
    written += other.written
    copied += other.copied
    lossless += other.lossless
    reencoded += other.reencoded
    drawn += other.drawn
    dropped += other.dropped
    damaged += other.damaged
  }
}
