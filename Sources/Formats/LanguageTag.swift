import BookModel

/// Language tags in the form BCP 47 (RFC 5646) prescribes.
public enum LanguageTag {
  /// The tag in canonical form: `ja` for `jpn`, `zh-Hant-TW` for `zh_hant_tw`; nil for text that is not a tag
  /// and for codes that name no language (`und`, `mul`, `mis`, `zxx`).
  public static func canonical(_ text: String) -> String? {
    // Locales of POSIX systems add an encoding and a modifier: `ja_JP.UTF-8`.
    let parts = text.trimmed.prefix { $0 != "." && $0 != "@" }.split(omittingEmptySubsequences: false) {
      $0 == "-" || $0 == "_"
    }
    .map { $0.lowercased() }
    guard var language = parts.first, (2...3).contains(language.count), language.allSatisfy(isLetter),
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } })
    else { return nil }
    language = shortCodes[language] ?? language
    // Every two-letter language code has a three-letter one; a code without one is a country's: `jp`, `cn`.
    guard !none.contains(language), language.count == 3 || twoLetters.contains(language) else { return nil }
    var tag = [language]
    var isPrivate = false
    for part in parts.dropFirst() {
      if part.count == 1 { isPrivate = true }
      if isPrivate {
        tag.append(part)
      } else if part.count == 4, part.allSatisfy(isLetter) {
        tag.append(part.prefix(1).uppercased() + part.dropFirst())
      } else if part.count == 2, part.allSatisfy(isLetter) {
        tag.append(part.uppercased())
      } else {
        tag.append(part)
      }
    }
    return tag.joined(separator: "-")
  }

  /// Codes that name no language.
  static let none: Set<String> = ["und", "mul", "mis", "zxx"]

  private static let twoLetters = Set(shortCodes.values)

  private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// Codes that BCP 47 replaces with shorter or newer ones: ISO 639-2 (both forms) to 639-1, and withdrawn
  /// codes.
  private static let shortCodes: [String: String] = Dictionary(
    uniqueKeysWithValues: codes.split(whereSeparator: \.isWhitespace).map { pair in
      let sides = pair.split(separator: ":")
      return (String(sides[0]), String(sides[sides.count - 1]))
    })

  private static let codes = """
    aar:aa abk:ab afr:af aka:ak alb:sq amh:am ara:ar arg:an arm:hy asm:as ava:av ave:ae aym:ay aze:az bak:ba bam:bm
    baq:eu bel:be ben:bn bih:bh bis:bi bod:bo bos:bs bre:br bul:bg bur:my cat:ca ces:cs cha:ch che:ce chi:zh chu:cu
    chv:cv cor:kw cos:co cre:cr cym:cy cze:cs dan:da deu:de div:dv dut:nl dzo:dz ell:el eng:en epo:eo est:et eus:eu
    ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff geo:ka ger:de gla:gd gle:ga glg:gl glv:gv gre:el
    grn:gn guj:gu hat:ht hau:ha heb:he her:hz hin:hi hmo:ho hrv:hr hun:hu hye:hy ibo:ig ice:is ido:io iii:ii iku:iu
    ile:ie ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kas:ks kat:ka kau:kr kaz:kk khm:km kik:ki
    kin:rw kir:ky kom:kv kon:kg kor:ko kua:kj kur:ku lao:lo lat:la lav:lv lim:li lin:ln lit:lt ltz:lb lub:lu lug:lg
    mac:mk mah:mh mal:ml mao:mi mar:mr may:ms mkd:mk mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nau:na nav:nv nbl:nr
    nde:nd ndo:ng nep:ne nld:nl nno:nn nob:nb nor:no nya:ny oci:oc oji:oj ori:or orm:om oss:os pan:pa per:fa pli:pi
    pol:pl por:pt pus:ps que:qu roh:rm ron:ro rum:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk slo:sk slv:sl sme:se
    smo:sm sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su swa:sw swe:sv tah:ty tam:ta tat:tt
    tel:te tgk:tg tgl:tl tha:th tib:bo tir:ti ton:to tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz
    ven:ve vie:vi vol:vo wel:cy wln:wa wol:wo xho:xh yid:yi yor:yo zha:za zho:zh zul:zu iw:he in:id ji:yi jw:jv mo:ro
    """
}
