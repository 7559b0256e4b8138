import BookModel
import Diagnostics
import Formats
import Testing

@Suite("rules of normalizing")
struct RuleExampleTests {
  static let aliases = try? AliasTable(yaml: Array(AliasTable.sample.utf8))

  @Test("each declares a name, a sentence that fits into help, and examples")
  func declared() {
    let rules = NormalizationRule.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.id.first?.isLowercase == true)
      #expect(
        rule.summary.last == "." && rule.summary.count <= 160 && rule.summary.first?.isLowercase == false)
      #expect(!rule.examples.isEmpty, "\(rule.id)")
      #expect(rule.rule.id.hasPrefix("normalize-") && rule.rule.id == rule.rule.id.lowercased())
    }
    #expect(NormalizationRule.all.first { $0.id == "ageRatings" }?.rule.id == "normalize-age-ratings")
  }

  @Test("each does alone what its examples say, and reports it", arguments: NormalizationRule.all.map(\.id))
  func examples(id: String) throws {
    let aliases = try #require(RuleExampleTests.aliases)
    let rule = try #require(NormalizationRule.all.first { $0.id == id })
    for example in rule.examples {
      let result = Normalizer(rules: [rule], aliases: aliases).normalize(book(example))
      let value = result.metadata[example.field]?.value
      #expect(bytes(value) == bytes(example.after), "\(id): \(example)")
      let changes = result.changes.filter { $0.field == example.field }
      #expect(changes.isEmpty == (bytes(example.before) == bytes(example.after)), "\(id): \(example)")
      #expect(changes.allSatisfy { $0.rule == rule.rule })
    }
  }

  @Test("the examples that are left alone are left alone by all rules together")
  func together() throws {
    let aliases = try #require(RuleExampleTests.aliases)
    for rule in NormalizationRule.all {
      for example in rule.examples where bytes(example.before) == bytes(example.after) {
        let result = Normalizer(aliases: aliases).normalize(book(example))
        #expect(result.changes.isEmpty, "\(rule.id): \(result.changes)")
      }
    }
  }

  private func book(_ example: NormalizationRule.Example) -> Metadata {
    var metadata = Metadata()
    metadata.set(example.field, to: example.before, from: Origin(.embedded, "ComicInfo.xml"))
    return metadata
  }

  /// Swift calls texts equal that store their accents differently.
  private func bytes(_ value: MetadataValue?) -> [UInt8]? { value.map { Array("\($0)".utf8) } }
}
