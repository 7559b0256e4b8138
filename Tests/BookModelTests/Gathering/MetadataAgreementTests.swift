import BookModel
import Testing

@Suite("What sources of one book say alike")
struct MetadataAgreementTests {
  static func metadata(_ fields: [MetadataField: String], from kind: Origin.Kind = .embedded) -> Metadata {
    var metadata = Metadata()
    for (field, text) in fields {
      metadata.set(field, to: MetadataValue(userText: text, for: field), from: Origin(kind))
    }
    return metadata
  }

  @Test(
    "a field is agreed on where all say it alike",
    arguments: [
      (MetadataField.title, ["Wind", "Wind"], "Wind" as String?),
      (.title, ["Wind", "Rain"], nil),
      // One source's title is not the title of all.
      (.title, ["Wind", ""], nil),
      (.number, ["3", "03", "3"], "3"),
      (.number, ["3", "4"], nil),
      (.number, ["3.5", "3.5"], "3.5"),
      (.summary, ["", "Told once."], nil),
      // What is said of the series goes for all of it.
      (.series, ["Kite", "kite", "kite", ""], "kite"),
      (.series, ["Kite", "Kaze"], nil),
      (.publisher, ["", "Ash"], "Ash"),
      (.direction, ["rtl", ""], "rtl"),
      (.direction, ["rtl", "ltr"], nil),
      (.isManga, ["yes", "no"], nil),
      // Of lists what all hold.
      (.genres, ["Sea, Wind", "Wind, Rain"], "Wind"),
      (.genres, ["Sea", ""], nil),
      (.credits, ["Ann (writer), Bo (inker)", "Ann (writer), Cy (inker)"], "Ann (writer)"),
      (.credits, ["Ann (writer)", "Ann (inker)"], nil),
      (.identifiers, ["isbn:9780306406157", "isbn:9780306406157"], "isbn:9780306406157"),
      (.storyArcs, ["Night #1", "Night #2"], nil),
    ])
  func field(_ field: MetadataField, _ texts: [String], _ agreed: String?) {
    let common = Metadata.agreed(texts.map { Self.metadata($0.isEmpty ? [:] : [field: $0]) })
    #expect(common[field]?.value.text == agreed)
  }

  @Test("origins are kept; of different ones the kind that is believed first")
  func origins() {
    let embedded = Self.metadata([.series: "Kite"])
    let named = Self.metadata([.series: "Kite"], from: .filename)
    #expect(Metadata.agreed([named, named])[.series]?.origin == Origin(.filename))
    #expect(Metadata.agreed([named, embedded])[.series]?.origin == Origin(.embedded))
  }

  @Test("of what formats hold beyond the model, only what all hold is kept")
  func kept() {
    let a = KeptElement(format: "ComicInfo", name: "A", xml: "<A/>")
    let b = KeptElement(format: "ComicInfo", name: "B", xml: "<B/>")
    var one = Metadata()
    one.kept = [a, b]
    var other = Metadata()
    other.kept = [b]
    #expect(Metadata.agreed([one, other]).kept == [b])
  }
}
