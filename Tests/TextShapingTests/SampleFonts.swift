#if Typesetting
  import Foundation
  import TextShaping

  /// Fonts to try things with.
  enum SampleFonts {
    /// Three letters of DejaVu Serif (its license allows that).
    static let letters = decoded(
      """
        AAEAAAALAIAAAwAwTUFUSAk/MpEAAANEAAAA9k9TLzJssrBPAAACgAAAAFZjbWFwAGoBDAAAAtgAAABEZ2x5ZqKWFb8AAAC8AAAB
        KmhlYWQqReJ9AAACFAAAADZoaGVhEiALrwAAAlwAAAAkaG10eBUiAKwAAAJMAAAAEGxvY2EA0ABuAAACCAAAAAptYXhwAEACpgAA
        AegAAAAgbmFtZQAGAAAAAAMcAAAABnBvc3T/2wBaAAADJAAAACAAAgBm/pYEZgWkAAMABwAAExEhESUhESFmBAD8cwMb/OX+lgcO
        +PJyBikAAv/0AAAF2wXVAAIAEgAAASEJATUzATMBMxUhNTMDIQMzFQGaAiT+7v1IgwIUqAIVk/3hpn39jH2kAh0CxvsdagVr+pVq
        agFI/rhqAAH/7AAABeUF1QAOAAAJAiM1IRUjASMBIzUhFQFmAbkBuKgBtpH966z97pUCIAVq+4YEemtr+pYFamtrAAIAZv/jBIsE
        RAAKACgAAAE1IyIGFRQWMzI2ExEzFSE1DgEjIiY1NDYzITU0JiMiBgcjNT4BMzIWAy/tiYaIdHONuKT+pD2ga7HQ7tkBApOFboIQ
        X2C1Vt3nAU7hdnpvgo4BvP3SanNKRrygpbZJeYVkYtcpKdsAAAAAAQAAAAQCCQArAJgACAABAAAAAAAAAAAAAAAAAAgABAAAABUA
        OwBZAJUAAAABAAAAAl64gYBjOV8PPPUAHwgAAAAAAOAwnFcAAAAA4DCcV/nY/ToQ2AjgAAAACAACAAAAAAAABM0AZgXH//QFx//s
        BMUAZgABAAAHbf4dAAARHfnY/HAQ2AABAAAAAAAAAAAAAAAAAAAABAABBBoBkAAFAAAFMwWZAAABHgUzBZkAAAPXAGYCEgAAAgYG
        AwUGBQICBAAAAAEAAAAAAAAAAAAAAABQZkVkAEAAQQBhBhT+FAGaB20B42AAAJ/f1wAAAAAAAAACAAAAAwAAABQAAwABAAAAFAAE
        ADAAAAAIAAgAAgAAAEEAVgBh//8AAABBAFYAYf///8D/rP+iAAEAAAAAAAAAAAAAAAAABgAAAAMAAAAAAAD/2ABaAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAQAAAAoA4ADoAFAAPAwAB90AAAAAAoIAAAQnAAAF1QAAAAAAAAQnAAAAAAAAAAAAAAAAAAAEJwAAAAAAAAFo
        AAAEJwAAAFUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ4AAAJ2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAABaAAABDgAAAFoAAABaAAABDgAAAAAAAAAAAAABDgAAAFoAAABaAAABDgAAAFoAAABaAAAAWgAAAWMAAABaAAAAWgAA
        AjgAAPuPAAAAPAAAAAAAAAAAACgACgAKAAAAAAABAAAAAA==
      """)

    /// The same, packed by `woff2_compress`.
    static let lettersAsWOFF2 = decoded(
      """
        d09GMgABAAAAAAJUAAsAAAAABDwAAAIIAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAH4F2BlYARAqCLIIOCwoAATYCJAMQBCAFBgcg
        G00DIB6FccN9Y4rWhjJZH6X4fATQ/p7/2eNnRwjRUARTdBSYPu6f++lL5U+BHLGqULXomZPyAFkD4fnJyaqp2s0RJLZox7oD/LeT
        3OVi18DTMMzCJAk0kjBsHiaBFHGc2ymTDXn/FAFlvfDBUD3Ky59CtJ2kMeldKCJcmTAXeaNYMlQkWg06/j01njVwisevYMYKURf+
        OYIeAJooqywICEndcFRK2j49Tmg43hPfNzsSEmVZnGZpFCUIADB0tiUJffQ1LRP/Xz2cyBeh+lTOPq+BCDGqiwVUl2iDQiFCX6NN
        K5Xo2dL50kFpAQAkoECOEdh53DQSCaIkiStXKtdwXIeorV3Qwac80orwBtyGoWIoN57rxbBhXQeDKii7lmlnUCUbArP/Dmy9iw/c
        DyRY+XDnTtn999C2+7hC2HZP1lkW3b8v925qHuQVNd7lxvJ6kDXtP15fW+VK8511skNloTsqF10gCrLVaWuM9gaBmrOIZLFdMti+
        Q6/oHI8gByrd/CWqpNDu5+CXX/ftamovjfQ1NkxOXd+bNkiwwexYttDTx/tzmy+XD1n92uYHh4p9CV4sUpvS5MLofnr3CAiIJt+o
        9/cOIzzz36JRAV60OeUZB7/8163yg+IFChEI5Iv+o0oD4L9LCwL7SXLV7PSh9Jrfek6umC0gicpo7phCAACFBGRioMR4AAA=
      """)

    /// A variable font of one letter, A: a bar that is 200 to 600 thousandths wide for weights of 400 to 900.
    static let bars = decoded(
      """
        AAEAAAAMAIAAAwBAT1MvMkUAQ20AAAFIAAAAYGNtYXAAdABcAAABtAAAADxmdmFyfh1pkgAAAtgAAAAkZ2x5ZiqBjpAAAAH4AAAA
        Mmd2YXIiFdfRAAAC/AAAADRoZWFkYQpDnAAAAMwAAAA2aGhlYQUWAZQAAAEEAAAAJGhtdHgEsADIAAABqAAAAAxsb2NhAA0AJgAA
        AfAAAAAIbWF4cAAFAAYAAAEoAAAAIG5hbWWu9vsUAAACLAAAAIRwb3N0AAgAJAAAArAAAAAoAAEAAAABAACDlSdjXw889QADA+gA
        AAAAAAAAAAAAAAAAAAAAAGQAAAGQArwAAAADAAIAAAAAAAAAAQAAAyD/OAAAAfQAZABkAZAAAQAAAAAAAAAAAAAAAAAAAAMAAQAA
        AAMABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADAZABkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEA
        AAAAAAAAAAAAAAA/Pz8/AAAAIABBAyD/OAAAAyAAyAAAAAAAAAAAAAAAAAAAACAAAAH0AGQBLAAAAZAAZAAAAAIAAAADAAAAFAAD
        AAEAAAAUAAQAKAAAAAYABAABAAIAIABB//8AAAAgAEH////h/8EAAQAAAAAAAAAAAA0ADQAZAAEAZAAAAZACvAADAAAzESERZAEs
        Arz9RAAAAQBkAAABLAK8AAMAADMRMxFkyAK8/UQAAAAAAAYATgABAAAAAAABAAUAAAABAAAAAAACAAcABQABAAAAAAEAAAYADAAD
        AAEECQABAAoAEgADAAEECQACAA4AHAADAAEECQEAAAwAKkJveGVzUmVndWxhcldlaWdodABCAG8AeABlAHMAUgBlAGcAdQBsAGEA
        cgBXAGUAaQBnAGgAdAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMAAAADACQAAQAAABAAAgABABQAAAAId2dodAGQ
        AAABkAAAA4QAAAAAAQAAAQAAAAEAAAAAABwAAwAAAAAAHAAAAAAAAAAMgAEACgAMgABAAACBQQGQAZCAQAGQgYcA
      """)

    private static func decoded(_ text: String) -> [UInt8] {
      Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// A font of the system by its file's name; nil where it isn't installed.
    static func installed(_ name: String) -> [UInt8]? {
      path(name).flatMap { FileManager.default.contents(atPath: $0) }.map(Array.init)
    }

    static func path(_ name: String) -> String? {
      for folder in FontBook.systemFolders {
        guard let files = FileManager.default.enumerator(atPath: folder) else { continue }
        for case let file as String in files where file.hasSuffix("/" + name) { return folder + "/" + file }
      }
      return nil
    }

    static func areInstalled(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }

    /// An OpenType font as WOFF 1, with every table packed that gets smaller.
    static func woff(_ font: [UInt8], deflate: ([UInt8]) -> [UInt8]) -> [UInt8] {
      func number(_ value: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      func value(_ at: Int) -> Int { font[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
      let count = Int(font[4]) << 8 | Int(font[5])
      var directory: [UInt8] = []
      var tables: [UInt8] = []
      for index in 0..<count {
        let entry = 12 + index * 16
        let content = Array(font[value(entry + 8)..<(value(entry + 8) + value(entry + 12))])
        let packed = deflate(content)
        let stored = packed.count < content.count ? packed : content
        directory += font[entry..<(entry + 4)] + number(44 + count * 20 + tables.count) + number(stored.count)
        directory += number(content.count) + font[(entry + 4)..<(entry + 8)]
        tables += stored + [UInt8](repeating: 0, count: (4 - stored.count % 4) % 4)
      }
      let length = 44 + directory.count + tables.count
      let counts = [UInt8(count >> 8), UInt8(count & 255), 0, 0]
      return Array("wOFF".utf8) + font[0..<4] + number(length) + counts + number(font.count)
        + [UInt8](repeating: 0, count: 24) + directory + tables
    }
  }
#endif
