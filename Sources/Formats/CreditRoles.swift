public import BookModel

extension Credit.Role {
  /// MetronInfo's roles (`roleValues`), each with the nearest role in ComicInfo; nil if there is none.
  static let metronInfo: [(word: String, role: Credit.Role, nearest: Credit.Role?)] = [
    ("Writer", .writer, .writer), ("Script", Credit.Role("script"), .writer),
    ("Story", Credit.Role("story"), .writer),
    ("Plot", Credit.Role("plot"), .writer), ("Interviewer", Credit.Role("interviewer"), .writer),
    ("Artist", Credit.Role("artist"), .penciller), ("Penciller", .penciller, .penciller),
    ("Breakdowns", Credit.Role("breakdowns"), .penciller),
    ("Illustrator", Credit.Role("illustrator"), .penciller),
    ("Layouts", Credit.Role("layouts"), .penciller), ("Inker", .inker, .inker),
    ("Embellisher", Credit.Role("embellisher"), .inker), ("Finishes", Credit.Role("finishes"), .inker),
    ("Ink Assists", Credit.Role("inkAssists"), .inker), ("Colorist", .colorist, .colorist),
    ("Color Separations", Credit.Role("colorSeparations"), .colorist),
    ("Color Assists", Credit.Role("colorAssists"), .colorist),
    ("Color Flats", Credit.Role("colorFlats"), .colorist),
    ("Digital Art Technician", Credit.Role("digitalArtTechnician"), nil),
    ("Gray Tone", Credit.Role("grayTone"), .colorist), ("Letterer", .letterer, .letterer),
    ("Cover", .coverArtist, .coverArtist), ("Editor", .editor, .editor),
    ("Consulting Editor", Credit.Role("consultingEditor"), .editor),
    ("Assistant Editor", Credit.Role("assistantEditor"), .editor),
    ("Associate Editor", Credit.Role("associateEditor"), .editor),
    ("Group Editor", Credit.Role("groupEditor"), .editor),
    ("Senior Editor", Credit.Role("seniorEditor"), .editor),
    ("Managing Editor", Credit.Role("managingEditor"), .editor),
    ("Collection Editor", Credit.Role("collectionEditor"), .editor),
    ("Production", Credit.Role("production"), nil),
    ("Designer", Credit.Role("designer"), nil), ("Logo Design", Credit.Role("logoDesign"), nil),
    ("Translator", .translator, .translator),
    ("Supervising Editor", Credit.Role("supervisingEditor"), .editor),
    ("Executive Editor", Credit.Role("executiveEditor"), .editor),
    ("Editor In Chief", Credit.Role("editorInChief"), .editor), ("President", Credit.Role("president"), nil),
    ("Publisher", Credit.Role("publisher"), nil),
    ("Chief Creative Officer", Credit.Role("chiefCreativeOfficer"), nil),
    ("Executive Producer", Credit.Role("executiveProducer"), nil), ("Other", Credit.Role("other"), nil),
  ]

  /// Words other programs use for these roles, in lower case without spaces.
  private static let synonyms: [String: Credit.Role] = [
    "coverartist": .coverArtist, "covers": .coverArtist, "coverdesigner": .coverArtist,
    "penciler": .penciller,
    "colorer": .colorist, "colourer": .colorist, "colourist": .colorist, "plotter": Credit.Role("plot"),
    "scripter": Credit.Role("script"), "author": .writer,
  ]

  /// The role that a word of any format means; an unknown word is kept as spelled.
  public init(formatWord word: String) {
    let plain = word.lowercased().filter { $0.isLetter }
    let known = Credit.Role.metronInfo.first { $0.word.lowercased().filter(\.isLetter) == plain }?.role
    self = known ?? Credit.Role.synonyms[plain] ?? Credit.Role(word)
  }

  /// MetronInfo's word for the role; nil if it has none.
  var metronInfoWord: String? {
    Credit.Role.metronInfo.first { $0.role.word.lowercased() == word.lowercased() }?.word
  }

  /// The role ComicInfo has an element for: this one or the nearest.
  var nearestKnown: Credit.Role? {
    if Credit.Role.known.contains(self) { return self }
    return Credit.Role.metronInfo.first { $0.role == Credit.Role(formatWord: word) }?.nearest
  }
}
