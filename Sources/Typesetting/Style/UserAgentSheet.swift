import Publications

/// How elements look of which a book says nothing (HTML Standard, section 15), made for pages of a book.
enum UserAgentSheet {
  static let cascade = Cascade([StyleSheet(text)], for: .reader)

  static let text = """
    html, body, address, article, aside, blockquote, center, dd, details, dialog, dir, div, dl, dt, fieldset,
    figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, main, menu, nav, ol, p,
    pre, section, summary, ul, search, book, frontmatter, bodymatter, rearmatter, level1, level2, level3, level4,
    level5, level6, level, list, doctitle, docauthor, sidebar, prodnote, poem, line, linegroup, note, epigraph
      { display: block }
    head, script, style, template, title, link, meta, base, audio, video, canvas, param, datalist, noscript, rp,
    source, track, area, map > area, annotation, annotation-xml, desc, metadata, input, textarea, select { display: none }
    li, lic { display: list-item }
    table { display: table; text-indent: 0; border-spacing: 2px }
    tr { display: table-row } tbody { display: table-row-group } thead { display: table-header-group }
    tfoot { display: table-footer-group } td, th { display: table-cell; padding: 1px }
    caption { display: table-caption; text-align: center; text-justify: none } col, colgroup { display: table-column }
    td, th { text-justify: none; hyphens: manual; vertical-align: middle }
    th { font-weight: bold; text-align: center }
    p, dl, blockquote, figure, ul, ol, dir, menu, pre { margin-block: 1em }
    blockquote, figure { margin-inline: 2.5em }
    figure { page-break-inside: avoid; text-indent: 0 }
    dd { margin-inline-start: 2.5em }
    ul, ol, dir, menu { padding-inline-start: 2em }
    ul ul, ul ol, ol ul, ol ol { margin-block: 0 }
    ul { list-style-type: disc } ul ul { list-style-type: circle } ul ul ul { list-style-type: square }
    ol { list-style-type: decimal }
    nav ol, nav ul { list-style-type: none }
    h1, h2, h3, h4, h5, h6, doctitle, docauthor
      { font-weight: bold; page-break-after: avoid; page-break-inside: avoid; text-justify: none; hyphens: manual;
        text-indent: 0 }
    h1 { font-size: 1.8em; margin-block: .67em } h2 { font-size: 1.4em; margin-block: .83em }
    h3 { font-size: 1.17em; margin-block: 1em } h4 { margin-block: 1.33em } h5, h6 { font-size: .9em; margin-block: 1.67em }
    dt, summary { page-break-after: avoid }
    hr { border-block-start: 1px solid; color: gray; margin: auto; margin-block: 1em; text-indent: 0 }
    b, strong { font-weight: bolder }
    i, em, cite, var, dfn, address { font-style: italic }
    pre, code, kbd, samp, tt, listing, plaintext, xmp { font-family: monospace; font-size: .9em; hyphens: none }
    pre code, pre kbd, pre samp, pre tt { font-size: 1em }
    pre, listing, xmp { white-space: pre; text-justify: none; text-indent: 0 }
    big { font-size: larger } small { font-size: smaller }
    sub { vertical-align: sub; font-size: .7em } sup { vertical-align: super; font-size: .7em }
    u, ins { text-decoration: underline } s, strike, del { text-decoration: line-through }
    center { text-align: center; text-justify: none }
    mark { background-color: #ff9 ; color: black }
    nobr { white-space: nowrap }
    q { display: inline }
    ruby { display: ruby } rt { display: ruby-text; font-size: .5em; text-indent: 0 } rb { display: ruby-base }
    rtc { display: ruby-text-container; font-size: .5em }
    bdo { unicode-bidi: bidi-override }
    math { font-style: italic; hyphens: none } mn, mo, mtext { font-style: normal }
    """
}
