/// The style of a report, for light and dark screens, paper and phones.
enum ReportStyle {
  static let text = """
    :root { color-scheme: light dark; --page: #f1eee8; --card: #fbfaf7; --sunk: #e7e3da; --line: #d8d4cc;
      --ink: #22201c; --soft: #645e55; --link: #2b5797; --error: #a3201d; --warning: #8a5a00; --note: #3d5a80;
      --copied: #4d6b57; --lossless: #2c6e8f; --re-encoded: #9a5b13; --drawn: #6a4c93; --gone: #a3201d;
      --shadow: 0 1px 3px rgb(0 0 0 / .18); }
    @media (prefers-color-scheme: dark) { :root { --page: #191817; --card: #232220; --sunk: #121110;
      --line: #3a3834; --ink: #e8e4da; --soft: #a29c90; --link: #9dbce6; --error: #ff8f86; --warning: #e8b45c;
      --note: #9dbce6; --copied: #93b79f; --lossless: #7fc1e3; --re-encoded: #e8b26a; --drawn: #c3a6ea;
      --gone: #ff8f86; --shadow: 0 1px 3px rgb(0 0 0 / .6); } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 90rem; padding: 1.25rem clamp(.75rem, 3vw, 2.5rem) 4rem;
      background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
    a:focus-visible, button:focus-visible, input:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
    h2 { margin: 2.25rem 0 .75rem; font-size: 1.15rem; } h2 small { font-weight: 400; font-size: .85rem; color: var(--soft); }
    p { margin: .35rem 0; } .soft, .off { color: var(--soft); } .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    nav { display: flex; gap: 1.25rem; margin-bottom: 1rem; flex-wrap: wrap; }
    .path, .recipe, code { font: .82em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
    code { color: var(--soft); } .hash { display: block; font-size: .68em; }
    .chips { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .6rem; }
    .chip, .how, .status { display: inline-block; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px;
      font-size: .78rem; white-space: nowrap; background: var(--card); }
    .how { color: var(--copied); border-color: currentColor; } .how.lossless { color: var(--lossless); }
    .how.re-encoded { color: var(--re-encoded); } .how.drawn { color: var(--drawn); }
    .how.dropped, .how.damaged { color: var(--gone); }
    .status { font-weight: 600; color: var(--copied); border-color: currentColor; } .status.skipped, .status.not-reached { color: var(--soft); }
    .status.failed { color: var(--card); background: var(--error); border-color: var(--error); } .status.damaged { color: var(--warning); }
    b.error, .error { color: var(--error); } b.warning, .warning { color: var(--warning); } b.note { color: var(--note); }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
    table { width: 100%; border-collapse: collapse; } td, th { padding: .4rem .65rem; border-top: 1px solid var(--line);
      vertical-align: top; text-align: start; } tr:first-child > td, tbody > tr:first-child > th, thead th { border-top: 0; } thead th { border-bottom: 1px solid var(--line); }
    th { font-weight: 600; white-space: nowrap; } td { overflow-wrap: anywhere; white-space: pre-line; } .count { text-align: end; font-variant-numeric: tabular-nums; }
    .zero { color: var(--soft); } del { text-decoration-color: var(--gone); color: var(--soft); }
    ins { text-decoration: none; background: color-mix(in srgb, var(--copied) 18%, transparent); border-radius: 3px; padding: 0 .15rem; }
    details { margin-top: .6rem; } summary { cursor: pointer; color: var(--soft); margin-bottom: .4rem; }
    #rules td:not(:last-child) { white-space: nowrap; overflow-wrap: normal; } #rules td:last-child { width: 100%; }
    .books thead th { position: sticky; top: 0; background: var(--card); border-bottom: 1px solid var(--line); z-index: 1; }
    .books td { vertical-align: middle; white-space: normal; } .books td.count { overflow-wrap: normal; } .books .title { min-width: 16rem; width: 60%; } .books .title .error { font-size: .88rem; } .books .title > a { font-weight: 600; }
    .books .cover { width: 56px; min-width: 56px; padding: .3rem 0 .3rem .5rem; } .cover img { display: block; max-width: none; width: 44px; height: 62px; object-fit: cover; border-radius: 2px; box-shadow: var(--shadow); }
    .cover .none { display: block; width: 44px; height: 62px; min-height: 0; padding: 0; } tbody tr:hover { background: color-mix(in srgb, var(--line) 25%, transparent); }
    th button { all: unset; cursor: pointer; font-weight: 600; } th button::after { content: " ↕"; color: var(--soft); }
    th[aria-sort=ascending] button::after { content: " ↑"; } th[aria-sort=descending] button::after { content: " ↓"; }
    #filter { display: flex; gap: .8rem; align-items: center; } [hidden] { display: none !important; }
    input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .35rem .7rem; width: min(26rem, 100%); }
    code button { all: unset; cursor: pointer; color: var(--link); }
    .messages, .names { margin: 0; padding: 0; list-style: none; } .messages li { padding: .45rem .75rem; border: 1px solid var(--line);
      border-radius: 8px; background: var(--card); margin-bottom: .35rem; overflow-wrap: anywhere; }
    figure { margin: 0; } figcaption { font-size: .82rem; margin-top: .4rem; overflow-wrap: anywhere; } figcaption > .how, figcaption > .chip { margin-inline-start: .4rem; font-size: .7rem; }
    img { display: block; max-width: 100%; height: auto; background: var(--sunk); }
    .none { display: grid; place-items: center; min-width: 90px; min-height: 135px; padding: 1rem; border: 1px dashed var(--line); border-radius: 3px; color: var(--soft); font-size: .78rem; }
    .changes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr)); gap: 1rem; }
    .change { padding: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; content-visibility: auto; contain-intrinsic-size: auto 320px; }
    .change .row { display: flex; align-items: center; justify-content: center; gap: .6rem; } .change img { min-width: 0; max-height: 300px; width: auto; flex: 0 1 auto; box-shadow: var(--shadow); object-fit: contain; }
    .arrow { font-size: 1.4rem; color: var(--soft); flex: none; } .number { font-weight: 700; } .change figcaption > span:last-of-type { margin-inline-start: .5rem; color: var(--soft); }
    .recipe { margin-top: .2rem; color: var(--soft); }
    .openings { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1.2rem 1rem; }
    .opening { content-visibility: auto; contain-intrinsic-size: auto 240px; } .opening figcaption { text-align: center; color: var(--soft); } .opening b { color: var(--ink); }
    .book { display: flex; direction: ltr; justify-content: center; align-items: stretch; aspect-ratio: 4 / 3; background: var(--sunk); border-radius: 6px; padding: .5rem; }
    .side { flex: 1 1 0; min-width: 0; display: flex; align-items: center; } .side.left { justify-content: flex-end; } .side.right { justify-content: flex-start; } .side.center { justify-content: center; }
    .side img { max-height: 100%; max-width: 100%; width: auto; object-fit: contain; } .side.left img, .side.right img { box-shadow: var(--shadow); } .side.left img { border-inline-end: 1px solid rgb(0 0 0 / .25); }
    .side .none { flex: 1; height: 100%; } .book { height: 13rem; width: 100%; } .side { height: 100%; }
    .sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1rem; align-items: end; }
    .page.wide { grid-column: span 2; } .page { content-visibility: auto; contain-intrinsic-size: auto 300px; scroll-margin: 1rem; align-self: start; } .page > img { width: 100%; height: 15rem; object-fit: contain; object-position: 0 100%; background: none; } [dir=rtl] > .page > img { object-position: 100% 100%; }
    .page > img { filter: drop-shadow(0 1px 2px rgb(0 0 0 / .35)); } .page:target { outline: 3px solid var(--link); outline-offset: 6px; border-radius: 2px; }
    .mark::before { content: "❧ "; color: var(--soft); } .dropped > img { opacity: .6; }
    @media (max-width: 40rem) { #rules tr, .books tr { display: flex; flex-wrap: wrap; border-top: 1px solid var(--line); padding: .3rem 0; }
      #rules tr:first-child, .books tbody tr:first-child { border-top: 0; } #rules td, .books td { border: 0; padding: .1rem .4rem; } #rules td:last-child { flex-basis: 100%; }
      #rules table, #rules tbody, .books, .books tbody { display: block; } .books thead { display: none; } .books tr { padding-inline-start: 68px; position: relative; min-height: 76px; }
      .books .cover { position: absolute; inset-inline-start: .5rem; top: .4rem; padding: 0; } .books .title { flex-basis: 100%; min-width: 0; width: auto; }
      .books td.count::before { content: attr(data-label) " "; color: var(--soft); font-size: .8rem; } .books td.zero { display: none; }
      .change .row { flex-wrap: wrap; } .sheet { grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); } .change img { max-width: 42%; } }
    @media print { body { background: none; max-width: none; } nav, #filter { display: none; } .change, .opening, .page.wide { grid-column: span 2; } .page { content-visibility: visible; break-inside: avoid; } }
    """
}

/// Sorts and filters the page of all books. Without scripts, the table is shown as written.
enum ReportScript {
  static let text = """
    (function () {
      var table = document.querySelector("table.books"), body = table.tBodies[0];
      var rows = Array.prototype.slice.call(body.rows), search = document.getElementById("search");
      var shown = document.getElementById("shown");
      document.getElementById("filter").hidden = false;
      function filter() {
        var words = search.value.toLowerCase().split(/\\s+/).filter(Boolean), count = 0;
        rows.forEach(function (row) {
          var text = row.getAttribute("data-words") + " " + row.cells[2].textContent;
          row.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
          if (!row.hidden) count += 1;
        });
        shown.textContent = words.length ? count + " of " + rows.length : "";
      }
      search.addEventListener("input", filter);
      document.querySelectorAll("code[data-rule]").forEach(function (code) {
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = code.textContent;
        button.title = "Show the books it was met in";
        code.textContent = "";
        code.appendChild(button);
        button.addEventListener("click", function () {
          search.value = code.getAttribute("data-rule");
          filter();
          search.scrollIntoView({ block: "center" });
        });
      });
      var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
      heads.forEach(function (head, column) {
        var kind = head.getAttribute("data-sort");
        if (!kind) return;
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        head.textContent = "";
        head.appendChild(button);
        button.addEventListener("click", function () {
          var before = head.getAttribute("aria-sort");
          var down = kind === "number" ? before !== "descending" : before === "ascending";
          heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
          head.setAttribute("aria-sort", down ? "descending" : "ascending");
          rows.slice().sort(function (a, b) {
            var x = a.cells[column].textContent, y = b.cells[column].textContent;
            var order = kind === "number" ? x - y : x.localeCompare(y, undefined, { numeric: true });
            return (down ? -order : order) || rows.indexOf(a) - rows.indexOf(b);
          }).forEach(function (row) { body.appendChild(row); });
        });
      });
    })();
    """
}
