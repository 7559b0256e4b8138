import Archives
import Diagnostics
import Engine
public import Formats

/// The findings of `lint` as one self-contained HTML page: a table of the violated rules, then the cover and
/// findings of each file, with the files that have errors first. It can be filtered if scripts are enabled,
/// and is complete without them.
public struct LintPage: Sendable {
  private let report: LintReport
  /// JPEGs of the covers, keyed by the file names used in findings.
  private let covers: [String: [UInt8]]

  public init(_ report: LintReport, covers: [String: [UInt8]]) {
    self.report = report
    self.covers = covers
  }

  /// The files that have findings, in the report's order.
  public static func files(of report: LintReport) -> [String] {
    var seen: Set<String> = []
    return report.findings.compactMap(\.place.file).filter { seen.insert($0).inserted }
  }

  /// The page in UTF-8; the same report and covers give the same text.
  public var text: String {
    var out = "<!DOCTYPE html>\n"
    HTML.tag(
      "html", ["lang": "en"],
      [
        .tag(
          "head", [:],
          [
            .tag("meta", ["charset": "utf-8"]),
            .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .tag("title", [:], "Collection check"), .tag("style", [:], [.raw(LintPage.style)]),
          ]),
        .tag(
          "body", [:],
          [.tag("main", [:], [header, rules, filter] + groups)]
            + (report.findings.isEmpty ? [] : [.tag("script", [:], [.raw(LintPage.script)])])),
      ]
    ).write(to: &out)
    return out + "\n"
  }

  private var header: HTML {
    let books = report.bookCount == 1 ? "1 book" : "\(report.bookCount) books"
    let known = report.knownCount > 0 ? ", \(report.knownCount) more known and left out" : ""
    let found = report.findings.isEmpty ? "nothing found" : counted(report.findings.count, "finding")
    return .tag(
      "header", [:], [.tag("h1", [:], "Collection check"), .tag("p", [:], "\(books), \(found)\(known)")])
  }

  /// How often each rule was violated.
  private var rules: HTML {
    guard !report.findings.isEmpty else { return .text("") }
    let rows = report.counts.map { rule, count in
      HTML.tag(
        "tr", [:],
        [
          .tag("td", ["class": "count"], "\(count)"), .tag("td", [:], [badge(rule.severity)]),
          .tag("td", [:], [.tag("code", ["data-rule": rule.id], rule.id)]), .tag("td", [:], rule.summary),
        ])
    }
    return .tag("table", [:], [.tag("tbody", [:], rows)])
  }

  /// Made visible by the script, since it needs it to work.
  private var filter: HTML {
    guard !report.findings.isEmpty else { return .text("") }
    return .tag(
      "p", ["id": "filter", "hidden": "hidden"],
      [
        .tag(
          "input",
          [
            "type": "search", "id": "search", "placeholder": "Filter by file, rule or message",
            "aria-label": "Filter",
          ]),
        .tag("span", ["id": "shown", "role": "status"], ""),
      ])
  }

  /// Files grouped by their most severe finding.
  private var groups: [HTML] {
    let findings = Dictionary(grouping: report.findings) { $0.place.file ?? "" }
    let files = LintPage.files(of: report)
    return Severity.allCases.reversed().compactMap { severity in
      let own = files.filter { findings[$0]?.map(\.severity).max() == severity }
      guard !own.isEmpty else { return nil }
      let title =
        "\(counted(own.count, "file")) with \(severity == .note ? "notes only" : severity.rawValue + "s")"
      return .tag(
        "details", ["open": "open", "class": "group"],
        [.tag("summary", [:], [.tag("h2", [:], title)])] + own.map { article($0, findings[$0] ?? []) })
    }
  }

  private func article(_ file: String, _ findings: [Diagnostic]) -> HTML {
    let items = findings.map { finding in
      HTML.tag(
        "li", [:],
        [badge(finding.severity), .text(" "), .tag("span", [:], text(of: finding)), code(finding)])
    }
    return .tag(
      "article", [:],
      [cover(of: file), .tag("div", [:], [.tag("h3", [:], file), .tag("ul", [:], items)])])
  }

  private func text(of finding: Diagnostic) -> String {
    let entry = finding.place.entry.map { "\($0): " } ?? ""
    let remedy = finding.remedy.map { "; \($0)" } ?? ""
    return entry + finding.message + remedy
  }

  private func code(_ finding: Diagnostic) -> HTML { .tag("code", [:], finding.rule.id) }

  private func cover(of file: String) -> HTML {
    guard let jpeg = covers[file] else { return .tag("div", ["class": "none"], "no cover") }
    return .tag(
      "img", ["alt": "", "loading": "lazy", "src": "data:image/jpeg;base64," + Base64.text(of: jpeg)])
  }

  private func badge(_ severity: Severity) -> HTML {
    .tag("b", ["class": severity.rawValue], severity.rawValue)
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #d8d4cc; --soft: #645e55; --card: #fbfaf7; --page: #f1eee8; --ink: #22201c;
      --error: #a3201d; --warning: #8a5a00; --note: #3d5a80; }
    @media (prefers-color-scheme: dark) { :root { --line: #3a3834; --soft: #a29c90; --card: #232220; --page: #191817;
      --ink: #e8e4da; --error: #ff8f86; --warning: #e8b45c; --note: #9dbce6; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif; }
    h1 { margin: 0; font-size: 1.5rem; } header p { margin: 0 0 1rem; color: var(--soft); }
    table { width: 100%; border-collapse: collapse; margin-bottom: 1.5rem; background: var(--card);
      border: 1px solid var(--line); border-radius: 6px; }
    td { padding: .35rem .6rem; border-top: 1px solid var(--line); vertical-align: top; }
    tr:first-child td { border-top: 0; } .count { text-align: right; font-variant-numeric: tabular-nums; }
    article { display: grid; grid-template-columns: 92px 1fr; gap: 1rem; margin-bottom: .75rem; padding: .75rem;
      background: var(--card); border: 1px solid var(--line); border-radius: 6px; content-visibility: auto; }
    article > div { min-width: 0; } img { width: 92px; height: auto; border: 1px solid var(--line); }
    .none { width: 92px; height: 130px; display: grid; place-items: center; color: var(--soft); font-size: .8rem;
      border: 1px dashed var(--line); }
    h2 { display: inline; font-size: 1.1rem; } h3 { margin: 0 0 .35rem; font-size: 1rem; overflow-wrap: anywhere; }
    summary { cursor: pointer; margin: 1.25rem 0 .6rem; } [hidden] { display: none !important; }
    #filter { display: flex; gap: .8rem; align-items: center; flex-wrap: wrap; color: var(--soft); }
    input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: .35rem .7rem; width: min(26rem, 100%); }
    code button { all: unset; cursor: pointer; color: var(--note); }
    button:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--note); outline-offset: 2px; }
    ul { margin: 0; padding: 0; list-style: none; } li { padding: .15rem 0; overflow-wrap: anywhere; }
    b { font-weight: 600; font-size: .8rem; } .error { color: var(--error); } .warning { color: var(--warning); }
    .note { color: var(--note); } code { font-size: .8rem; color: var(--soft); margin-left: .4rem; }
    td code { margin: 0; }
    @media (max-width: 40rem) { body { padding: 1rem .75rem; } table, tbody { display: block; }
      tr { display: flex; flex-wrap: wrap; gap: .1rem .5rem; padding: .35rem .6rem; border-top: 1px solid var(--line); }
      tr:first-child { border-top: 0; } td { border: 0; padding: 0; } td:last-child { flex-basis: 100%; }
      article { grid-template-columns: 56px 1fr; gap: .7rem; padding: .6rem; } img, .none { width: 56px; }
      .none { height: 80px; } }
    """

  /// Shows the findings that contain every word entered, and the files and groups that still have any.
  private static let script = """
    (function () {
      var search = document.getElementById("search"), shown = document.getElementById("shown");
      var groups = Array.prototype.slice.call(document.querySelectorAll("details.group"));
      document.getElementById("filter").hidden = false;
      function filter() {
        var words = search.value.toLowerCase().split(/\\s+/).filter(Boolean), count = 0;
        groups.forEach(function (group) {
          var files = 0;
          group.querySelectorAll("article").forEach(function (article) {
            var name = article.querySelector("h3").textContent, left = 0;
            article.querySelectorAll("li").forEach(function (item) {
              var text = (name + " " + item.textContent).toLowerCase();
              item.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
              if (!item.hidden) left += 1;
            });
            article.hidden = left === 0;
            count += left;
            if (left) files += 1;
          });
          group.hidden = files === 0;
          if (words.length) group.open = true;
        });
        shown.textContent = words.length ? count + (count === 1 ? " finding" : " findings") : "";
      }
      search.addEventListener("input", filter);
      document.querySelectorAll("code[data-rule]").forEach(function (code) {
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = code.textContent;
        button.title = "Show what it was met in";
        code.textContent = "";
        code.appendChild(button);
        button.addEventListener("click", function () {
          search.value = code.getAttribute("data-rule");
          filter();
          search.focus();
        });
      });
    })();
    """
}
