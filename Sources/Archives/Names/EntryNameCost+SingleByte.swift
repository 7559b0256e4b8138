extension EntryNameCost {
  /// Reads a name through a table of 256 characters. Letters are charged by how common they are and by their
  /// neighbors: Cyrillic keeps to itself, an accented letter stands among plain ones, capitals begin a word.
  static func ofSingleByte(_ bytes: [UInt8], _ table: [Unicode.Scalar?]) -> Int {
    var total = 0
    var before = Letter.none
    for byte in bytes {
      guard let scalar = table[Int(byte)] else {
        total += meaningless
        before = .none
        continue
      }
      let here = Letter(scalar)
      total += byte < 0x80 ? ascii : cost(of: scalar, here)
      switch (before, here) {
      case (.cyrillic, .plain), (.cyrillic, .accented), (.plain, .cyrillic), (.accented, .cyrillic):
        total += mixedScripts
      case (.accented, .accented): total += 40
      case (.cyrillic(isUpper: false), .cyrillic(isUpper: true)): total += 60
      case (.plain(isUpper: false), .accented(isUpper: true)): total += 60
      default: break
      }
      before = here
    }
    return total
  }

  private enum Letter {
    case none
    case plain(isUpper: Bool)
    case accented(isUpper: Bool)
    case cyrillic(isUpper: Bool)

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x41...0x5A: self = .plain(isUpper: true)
      case 0x61...0x7A: self = .plain(isUpper: false)
      case 0x410...0x42F, 0x401: self = .cyrillic(isUpper: true)
      case 0x430...0x44F, 0x451: self = .cyrillic(isUpper: false)
      case 0xC0...0x17F where scalar.properties.isAlphabetic:
        self = .accented(isUpper: scalar.properties.isUppercase)
      default: self = .none
      }
    }
  }

  private static func cost(of scalar: Unicode.Scalar, _ letter: Letter) -> Int {
    switch letter {
    case .cyrillic(let isUpper):
      let small = scalar.value == 0x401 ? 0x451 : isUpper ? scalar.value + 0x20 : scalar.value
      return small == 0x451 ? 110 : cyrillic[Int(small - 0x430)]
    case .accented(let isUpper):
      let small = isUpper ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar
      let base = small == "é" ? 45 : commonAccented.contains(small) ? 55 : accented.contains(small) ? 65 : 95
      return base + (isUpper ? 15 : 0)
    case .plain, .none: return symbol(scalar)
    }
  }

  private static func symbol(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x2018, 0x2019, 0x201C, 0x201D, 0x2013, 0x2014, 0x2026: 80
    case 0xA1, 0xAA, 0xAB, 0xB0, 0xB2, 0xB3, 0xBA, 0xBB, 0xBD, 0xBF, 0x2116: 100
    case 0x80...0x9F: meaningless
    case 0x2500...0x25FF: 160
    default: 150
    }
  }

  private static let commonAccented: Set<Unicode.Scalar> = [
    "è", "ê", "à", "ü", "ö", "ä", "ç", "á", "í", "ó", "ñ",
  ]
  private static let accented: Set<Unicode.Scalar> = [
    "ú", "ô", "â", "î", "û", "ß", "ì", "ò", "ù", "å", "ø", "æ", "ë", "ï", "ã", "õ", "œ",
  ]

  /// How much each of а to я says, by the frequency of letters in Russian text.
  private static let cyrillic: [Int] = [
    36, 60, 45, 59, 51, 36, 67, 59, 38, 64, 48, 45, 50, 39, 32, 52,
    44, 42, 40, 53, 86, 67, 77, 61, 71, 82, 110, 57, 58, 83, 73, 56,
  ]
}
