import Formats
import Testing

@Suite("language tags")
struct LanguageTagTests {
  @Test(
    "canonical forms",
    arguments: [
      ("en", "en"), ("EN-us", "en-US"), ("jpn", "ja"), ("zh_hant_tw", "zh-Hant-TW"), ("ger", "de"),
      ("deu", "de"),
      ("es-419", "es-419"), ("fil", "fil"), ("iw", "he"), (" fr ", "fr"), ("en-x-AB", "en-x-ab"),
      ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("en_us", "en-US"), ("ja_JP.UTF-8", "ja-JP"), ("grc", "grc"), ("mo", "ro"), ("pt-br", "pt-BR"),
    ])
  func canonical(written: String, tag: String) { #expect(LanguageTag.canonical(written) == tag) }

  @Test(
    "no tags",
    arguments: [
      "", "und", "UND", "mul", "zxx", "x", "English", "日本語", "en-", "e1", "en-toolongpart", "jp", "cn", "mis",
    ])
  func none(_ text: String) { #expect(LanguageTag.canonical(text) == nil) }
}
