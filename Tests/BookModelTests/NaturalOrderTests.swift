import BookModel
import Testing

@Suite("Natural order")
struct NaturalOrderTests {
  private func sorted(_ paths: [String]) -> [String] {
    NaturalOrder.sorted(paths) { $0.split(separator: "/").map(String.init) }
  }

  @Test(
    "puts names in the one documented order, whatever order they come in",
    arguments: [
      // Digit runs by value, zero first (F14).
      ["0.png", "1.png", "2.png", "3.png", "9.png", "10.png", "11.png", "100.png"],
      ["0001.png", "2.png", "12.png", "013.png"],
      // A name that begins another comes first, the extension not counting (F15).
      ["Two7.PNG", "Two7-01.PNG", "Two7-02.PNG"],
      // Punctuation before digits before letters; accents and case only in ties (F16).
      [
        "Book #1 extra.png", "Book [3].png", "Book 1.png", "Book 1 (cover).png", "book 02.png", "Book_4.png",
        "Épilogue.png", "Zz.png",
      ],
      // Components are compared one by one (F17).
      [
        "Chapter 1/01.png", "Chapter 1.5/01.png", "Chapter 2/01.png", "Chapter 10/01.png",
        "Chapter 315/01.png",
        "Chapter 315.1/01.png", "Chapter 315.2/01.png", "Chapter 316/01.png",
      ],
      ["Batch 042-001.png", "Batch 042-002.png", "Batch 042-003.png", "Batch 042-004.png"],
      // Files before folders at each level (F19).
      [
        "cover.png", "Vol 10/credits.png", "Vol 10/ch 1/01.png", "Vol 10/ch 1/02.png", "Vol 10/ch 2/01.png",
        "Vol 10/ch 2/02.png", "Vol 10/ch 10/01.png",
      ],
      ["z.png", "a/z.png", "a/a/a.png", "b/a.png"],
      // A dot followed by digits is no extension.
      ["Vol 1", "Vol 1.5", "Vol 1.10"],
      // Numbers larger than any integer type.
      ["p99999999999999999999999.png", "p100000000000000000000000.png"],
      // Digits of other scripts are digits.
      ["第１話.png", "第２話.png", "第１０話.png"],
      ["a.png", "b.png", "é.png", "f.png", "ñ.png", "o.png"],
      ["ς1.png", "σ2.png"], ["straße.png", "straßen.png"],
    ])
  func documentedOrder(_ expected: [String]) {
    #expect(sorted(expected.reversed()) == expected)
    #expect(sorted(expected.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) == expected)
  }

  @Test(
    "settles ties by padding, then case, then accents, then bytes",
    arguments: [
      ["a1.png", "a01.png", "a001.png"],
      ["a1b01.png", "a01b1.png"],
      ["page.png", "pagE.png", "Page.png", "PAGE.png"],
      ["A1.png", "a01.png"],
      ["e.png", "é.png", "E.png", "É.png"],
      ["resume.png", "résume.png", "résumé.png"],
      ["ea.png", "éa.png"], ["εα.png", "έα.png"],
      ["x.jpg", "x.png"],
      ["ｐ1.png", "ｐ１.png"],
    ])
  func ties(_ expected: [String]) {
    #expect(sorted(expected.reversed()) == expected)
  }

  @Test(
    "treats names that differ only in how accents are stored as alike, and still orders them always the same")
  func normalization() {
    let composed = "caf\u{E9}.png"
    let decomposed = "cafe\u{301}.png"
    let bytes = { (names: [String]) in names.map { Array($0.utf8) } }
    #expect(bytes(sorted([composed, decomposed])) == bytes(sorted([decomposed, composed])))
    #expect(sorted(["cafe.png", decomposed, "cafz.png", composed]).last == "cafz.png")
  }

  @Test("is a strict order: every pair of different names has exactly one order, and it is transitive")
  func strictOrder() {
    let letters = ["", "1", "01", "a", "A", "é", "É", "-", "."]
    var names: [String] = []
    for a in letters { for b in letters { for c in letters { names.append(a + b + c) } } }
    names = Array(Set(names)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let keys = names.map { NaturalOrder.NameKey($0) }.sorted()
    for i in keys.indices {
      for j in keys.indices where i != j {
        #expect((keys[i] < keys[j]) == (i < j))
      }
      #expect(!(keys[i] < keys[i]))
    }
  }

  @Test("keeps the order given between equal paths")
  func stability() {
    let elements = [(1, "a.png"), (2, "a.png"), (3, "a.png")]
    #expect(NaturalOrder.sorted(elements, by: { [$0.1] }).map(\.0) == [1, 2, 3])
  }
}
