import BookModel
import Markup
import Testing

@testable import Publications

@Suite("Pages of a fixed layout: which pictures make a page")
struct PageArrangementTests {
  /// A page of 60 by 90 with some pictures, all of them files of their own.
  private func arranged(
    _ body: String, _ sizes: [Size], css: String = "", viewport: Size? = Size(width: 60, height: 90),
    opaque: Set<Int> = [], shared: [Int: Int] = [:], direction: Direction? = nil, keepsPieces: Bool = false,
    identities: [Int]? = nil
  ) throws -> PageArrangement {
    let scene = try scene(body, css, viewport)
    let pictures = sizes.indices.map { number in
      ArrangedPicture(
        size: sizes[number], isOpaque: opaque.isEmpty || opaque.contains(number),
        identity: identities?[number] ?? number, uses: shared[number] ?? 1)
    }
    return PageArrangement(scene, pictures, direction: direction, keepsPieces: keepsPieces)
  }

  private func scene(_ body: String, _ css: String, _ viewport: Size?) throws -> PageScene {
    let text = body.hasPrefix("<svg") ? body : "<html><body>\(body)</body></html>"
    let cascade = Cascade([StyleSheet(css)], for: .reader)
    let scan = PageScan(try parseXML(Array(text.utf8)).root, cascade)
    var scene = PageScene(viewport: viewport, root: scan.root)
    scene.subjects = scan.pictures.indices.map { .picture($0) }
    return scene
  }

  private func at(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<img src='p' style='position:absolute;left:\(x)px;top:\(y)px;width:\(width)px;height:\(height)px'/>"
  }

  private let whole = Size(width: 60, height: 90)

  /// Where the pictures of a page lie, rounded: `x,y WxH`.
  private func places(
    _ body: String, _ sizes: [Size], css: String = "", viewport: Size? = Size(width: 60, height: 90)
  )
    throws -> [String]
  {
    let scene = try scene(body, css, viewport)
    return scene.placements { sizes[$0] }.map { one in
      one.frame.map { frame in
        [frame.x, frame.y].map { "\(Int($0.rounded()))" }.joined(separator: ",") + " "
          + [frame.width, frame.height].map { "\(Int($0.rounded()))" }.joined(separator: "x")
      } ?? "?"
    }
  }

  @Test(
    "places by every way of saying them",
    arguments: [
      ("<img src='p'/>", "", "0,0 60x90"), ("<img src='p' width='30'/>", "", "0,0 30x45"),
      ("<img src='p' style='width:100%'/>", "", "0,0 60x90"),
      ("<img src='p'/>", "img{height:50%}", "0,0 30x45"),
      ("<div><img src='p'/></div>", "div{position:absolute;left:10px;top:5%}img{width:20px}", "10,5 20x30"),
      ("<img src='p'/>", "img{position:absolute;right:10px;bottom:0;width:20px}", "30,60 20x30"),
      ("<img src='p'/>", "img{position:absolute;inset:0;margin:auto;width:20px;height:30px}", "20,30 20x30"),
      ("<img src='p'/>", "img{position:absolute;left:50%;margin-left:-10px;width:20px}", "20,0 20x30"),
      ("<img src='p'/>", "img{position:absolute;left:0;top:0;width:60px;transform:scale(.5)}", "15,23 30x45"),
      ("<img src='p'/>", "img{width:60px;transform:scale(.5);transform-origin:0 0}", "0,0 30x45"),
      ("<img src='p'/>", "img{width:20px;transform:translate(50%,10px)}", "10,10 20x30"),
      ("<img src='p'/>", "img{transform:rotate(3deg)}", "?"), ("<p>words</p><img src='p'/>", "", "?"),
      ("<img src='p'/>", "body{text-align:center}img{width:20px}", "20,0 20x30"),
      ("<div><img src='p'/></div>", "div{width:20px;margin:0 auto}img{width:100%}", "20,0 20x30"),
      ("<div></div><img src='p'/>", "div{height:10px}img{width:20px;display:block}", "0,10 20x30"),
      (
        "<p>words</p><div></div>",
        "div{position:absolute;top:1px;left:2px;width:3px;height:4px;background:url(p)}", "2,1 60x90"
      ),
      ("<div></div>", "div{width:20px;height:60px;background:url(p) no-repeat center/contain}", "0,15 20x30"),
      (
        "<div></div>", "div{width:30px;height:30px;background:url(p) no-repeat;background-size:cover}",
        "0,0 30x45"
      ),
      (
        "<div></div>", "div{width:30px;height:30px;background:url(p) right bottom/10px auto no-repeat}",
        "20,15 10x15"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 900'><image href='p' x='60' y='90' width='120' height='180'/></svg>",
        "", "6,9 12x18"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 90'><g transform='translate(6 9) scale(.5)'><image href='p' width='60' height='90'/></g></svg>",
        "", "6,9 30x45"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 90'><image href='p' width='100%' height='100%'/></svg>",
        "", "0,0 60x90"
      ),
      (
        "<div><svg xmlns='http://www.w3.org/2000/svg' width='100%' height='100%' viewBox='0 0 60 90'><image href='p' width='60' height='90'/></svg></div>",
        "div{height:90px}", "0,0 60x90"
      ),
      (
        "<div><img src='p'/></div>",
        "div{position:relative;top:5px;left:3px}img{position:absolute;top:1px;width:20px}", "3,6 20x30"
      ),
      (
        "<div><img src='p'/></div>",
        "div{width:20px;height:20px}img{width:100%;height:100%;object-fit:contain}", "3,0 13x20"
      ),
      ("<img src='p'/>", "img{max-width:50%}", "0,0 30x45"),
      ("<img src='p'/>", "img{width:calc(100% - 1px);position:absolute;top:0;left:0;height:9px}", "0,0 6x9"),
    ])
  func placesOfOne(body: String, css: String, place: String) throws {
    #expect(try places(body, [whole], css: css) == [place])
  }

  @Test(
    "pictures and floats stand beside each other, blocks below, and a line that is full is followed by the next"
  )
  func flow() throws {
    let half = Size(width: 30, height: 45)
    let two = "<img src='a'/><img src='b'/>"
    #expect(try places(two, [half, half]) == ["0,0 30x45", "30,0 30x45"])
    #expect(try places(two, [whole, half]) == ["0,0 60x90", "0,90 30x45"])
    #expect(
      try places("<div>\(two)</div>", [half, half], css: "img{display:block}") == ["0,0 30x45", "0,45 30x45"])
    #expect(try places(two, [half, half], css: "img{float:right}") == ["30,0 30x45", "0,0 30x45"])
    #expect(try places("<div dir='rtl'>\(two)</div>", [half, half]) == ["30,0 30x45", "0,0 30x45"])
    #expect(try places("<div style='writing-mode:vertical-rl'>\(two)</div>", [half, half]) == ["?", "?"])
    let table =
      "<table><tr><td><div><img src='a'/></div></td><td><img src='b'/></td></tr><tr><td><img src='c'/></td></tr></table>"
    #expect(try places(table, [half, half, half]) == ["0,0 30x45", "30,0 30x45", "0,45 30x45"])
    let row = "<div style='display:flex'><div><img src='a'/></div><div><img src='b'/></div></div>"
    #expect(try places(row, [half, half]) == ["0,0 30x45", "30,0 30x45"])
    let fitted =
      "<div style='position:relative'><img src='a' style='width:100%'/><img src='b' style='position:absolute;left:0;top:0;height:100%'/></div>"
    #expect(try places(fitted, [whole, whole]) == ["0,0 60x90", "0,0 60x90"])
  }

  @Test("what lies on top comes last: by z-index, by position, by order; a background lies lowest")
  func order() throws {
    func order(_ body: String, _ css: String) throws -> [Int] {
      try scene(body, css, whole).placements { _ in self.whole }.map(\.picture)
    }
    let two = "<img src='a' class='a'/><img src='b' class='b'/>"
    #expect(try order(two, "") == [0, 1])
    #expect(try order(two, ".a{position:absolute}") == [1, 0])
    #expect(try order(two, "img{position:absolute}.a{z-index:2}.b{z-index:1}") == [1, 0])
    #expect(try order("<div>\(two)</div>", "div{background:url(c);height:9px}") == [0, 1, 2])
    #expect(
      try order(
        "<div>\(two)</div>",
        "div{position:relative;z-index:0;background:url(c);height:9px}.b{position:absolute;z-index:-1}") == [
          0, 2, 1,
        ])
    #expect(try order("<div></div>", "div{height:9px;background:url(top), url(bottom)}") == [0, 1])
  }

  @Test(
    "art and lettering over it are one page; art alone, behind a spacer or above what it hides, is itself")
  func layers() throws {
    let two = at(0, 0, 60, 90) + at(0, 0, 60, 90)
    let composed = try arranged(two, [whole, whole], opaque: [0])
    guard case .layers(let page)? = composed.pages.first, composed.pages.count == 1 else {
      Issue.record("no layers: \(composed)")
      return
    }
    #expect(page.size == whole && page.layers.map(\.picture) == [0, 1])
    #expect(try arranged(two, [whole, Size(width: 1, height: 1)]).pages == [.picture(0)])
    #expect(try arranged(two, [whole, whole], opaque: [1]).pages == [.picture(1)])
    // The art is the finer of the two: its pixels stay.
    let fine = try arranged(two, [Size(width: 120, height: 180), whole], opaque: [0])
    guard case .layers(let page)? = fine.pages.first else { return }
    #expect(page.size == Size(width: 120, height: 180))
  }

  @Test("pieces of a page are put together: strips, halves, quarters")
  func pieces() throws {
    let half = Size(width: 60, height: 45)
    #expect(try arranged(at(0, 45, 60, 45) + at(0, 0, 60, 45), [half, half]).pages == [.stack([1, 0])])
    let side = Size(width: 30, height: 90)
    #expect(try arranged(at(30, 0, 30, 90) + at(0, 0, 30, 90), [side, side]).pages == [.sideBySide(1, 0)])
    let quarter = Size(width: 60, height: 90)
    let four = at(0, 0, 30, 45) + at(30, 0, 30, 45) + at(0, 45, 30, 45) + at(30, 45, 30, 45)
    let result = try arranged(four, [quarter, quarter, quarter, quarter])
    guard case .layers(let page)? = result.pages.first else {
      Issue.record("no layers: \(result)")
      return
    }
    #expect(page.size == Size(width: 120, height: 180) && page.layers.count == 4)
    #expect(try arranged(four, [quarter, quarter, quarter, quarter], keepsPieces: true).pages.count == 4)
  }

  @Test("two pages side by side are two, in reading order, each with what lies on it")
  func openings() throws {
    let wide = Size(width: 120, height: 90)
    let two = at(0, 0, 60, 90) + at(60, 0, 60, 90)
    #expect(try arranged(two, [whole, whole], viewport: wide).pages == [.picture(0), .picture(1)])
    let turned = try arranged(two, [whole, whole], viewport: wide, direction: .rightToLeft)
    #expect(turned.pages == [.picture(1), .picture(0)])
    let lettered = try arranged(
      two + at(70, 10, 20, 20), [whole, whole, whole], viewport: wide, opaque: [0, 1], direction: .rightToLeft
    )
    #expect(lettered.pages.map(\.pictures) == [[1, 2], [0]])
    // Lettering across the fold keeps both together.
    let across = try arranged(
      two + at(40, 10, 40, 20), [whole, whole, whole], viewport: wide, opaque: [0, 1])
    #expect(across.pages.count == 1)
  }

  @Test("what is off the page, cut away, seen through, or a repetition is no page")
  func unseen() throws {
    let off = at(0, 0, 60, 90) + at(-900, 0, 60, 90)
    #expect(try arranged(off, [whole, whole]).pages == [.picture(0)])
    let cut = at(0, 0, 60, 90) + "<div style='height:0;overflow:hidden'><img src='b'/></div>"
    #expect(try arranged(cut, [whole, whole]).pages == [.picture(0)])
    let clear = at(0, 0, 60, 90) + "<img src='b' style='opacity:0'/>"
    #expect(try arranged(clear, [whole, whole]).pages == [.picture(0)])
    for css in [
      "clip:rect(0 0 0 0)", "clip-path:inset(50%)", "transform:scale(0)", "width:0", "visibility:hidden",
    ] {
      let gone = at(0, 0, 60, 90) + "<img src='b' style='position:absolute;\(css)'/>"
      #expect(try arranged(gone, [whole, whole]).pages == [.picture(0)])
    }
    let again = at(-60, -90, 180, 270) + at(0, 0, 60, 90)
    #expect(try arranged(again, [whole, whole], identities: [1, 1]).pages == [.picture(1)])
    let target =
      at(0, 0, 60, 90)
      + "<a data-app-amzn-magnify='{\"targetId\":\"t\", \"ordinal\":1}'/><div id='t'><img src='b'/></div>"
    #expect(try arranged(target, [whole]).pages == [.picture(0)])
  }

  @Test("a ground that pages share is none of the art on it; small things beside the art are ornaments")
  func decoration() throws {
    let paper = "<div style='width:60px;height:90px;background:url(p)'>\(at(5, 5, 50, 80))</div>"
    let tile = Size(width: 8, height: 8)
    #expect(try arranged(paper, [tile, whole], shared: [0: 3]).pages == [.picture(1)])
    #expect(try arranged(paper, [tile, whole]).pages.map(\.pictures) == [[0, 1]])
    let logo = at(0, 0, 60, 80) + at(25, 82, 8, 8)
    let result = try arranged(logo, [whole, tile])
    #expect(result.pages == [.picture(0)] && result.decorations == [1])
    // On the art it belongs to it, unless it is on every page: then it is a button.
    let over = at(0, 0, 60, 90) + at(25, 70, 8, 8)
    #expect(try arranged(over, [whole, tile]).pages.map(\.pictures) == [[0, 1]])
    #expect(try arranged(over, [whole, tile], shared: [1: 5]).pages == [.picture(0)])
    // Art that several pages share, below lettering of their own, is no ground.
    let shared = try arranged(
      at(0, 0, 60, 90) + at(0, 0, 60, 90), [whole, whole], opaque: [0], shared: [0: 2])
    #expect(shared.pages.map(\.pictures) == [[0, 1]])
  }

  @Test(
    "pictures whose places cannot be told are pages in their order, which is said; strips of the page's shape are not"
  )
  func unclear() throws {
    let unclear = try arranged("<p>words</p><img src='a'/><img src='b'/>", [whole, whole])
    #expect(unclear.pages == [.picture(0), .picture(1)] && unclear.isUnclear)
    let strips = "<p>words</p><img src='a'/><img src='b'/>"
    #expect(
      try arranged(strips, [Size(width: 60, height: 40), Size(width: 60, height: 50)]).pages == [
        .stack([0, 1])
      ])
    let small = try arranged("<p>words</p><img src='a'/><img src='b'/>", [whole, Size(width: 6, height: 6)])
    #expect(small.pages == [.picture(0)] && small.decorations == [1] && !small.isUnclear)
  }
}
