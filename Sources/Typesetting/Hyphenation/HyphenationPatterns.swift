/// Patterns of one level of a dictionary: stretches of words with numbers between their letters. Odd numbers say that a
/// word may be divided there, even ones that it may not, and higher ones overrule lower ones (F. M. Liang, "Word
/// Hy-phen-a-tion by Com-put-er", 1983).
struct HyphenationPatterns: Sendable {
  /// A tree of the patterns' bytes, each with the first below it and the next beside it; 0 for none.
  private var nodes = [Node(byte: 0)]
  private var levels: [UInt8] = []

  private struct Node {
    var byte: UInt8
    /// How many numbers its pattern has. None where no pattern ends here.
    var levelCount: UInt8 = 0
    /// Whether the word is spelled otherwise where it is divided.
    var changesSpelling = false
    var firstLevel: UInt32 = 0
    var child: UInt32 = 0
    var sibling: UInt32 = 0
  }

  /// Adds a pattern such as `hy3ph`, in UTF-8. What comes behind a slash tells of another spelling.
  mutating func add(_ pattern: ArraySlice<UInt8>) {
    var node = 0
    let firstLevel = levels.count
    levels.append(0)
    var changesSpelling = false
    for byte in pattern {
      if byte &- 0x30 < 10 {
        levels[levels.count - 1] = byte &- 0x30
      } else if byte == UInt8(ascii: "/") {
        changesSpelling = true
        break
      } else {
        node = child(of: node, byte)
        levels.append(0)
      }
    }
    let count = levels.count - firstLevel
    guard node > 0, count <= 255 else { return levels.removeLast(count) }
    nodes[node].levelCount = UInt8(count)
    nodes[node].firstLevel = UInt32(firstLevel)
    nodes[node].changesSpelling = changesSpelling
  }

  private mutating func child(of parent: Int, _ byte: UInt8) -> Int {
    var node = Int(nodes[parent].child)
    while node != 0 {
      if nodes[node].byte == byte { return node }
      node = Int(nodes[node].sibling)
    }
    let new = nodes.count
    nodes.append(Node(byte: byte, sibling: nodes[parent].child))
    nodes[parent].child = UInt32(new)
    return new
  }

  private func found(below parent: Int, _ byte: UInt8) -> Int? {
    var node = Int(nodes[parent].child)
    while node != 0 {
      if nodes[node].byte == byte { return node }
      node = Int(nodes[node].sibling)
    }
    return nil
  }

  /// Whether a word may be divided behind each of its bytes, of which the last has nothing behind it.
  ///
  /// At each place only the longest of the stretches that end there counts: dictionaries come with shorter ones worked
  /// into the longer ones.
  ///
  /// - Parameter word: in small letters, with a full stop for every digit.
  func divisions(of word: ArraySlice<UInt8>) -> [Bool] {
    let text = [UInt8(ascii: ".")] + word + [UInt8(ascii: ".")]
    var numbers = [UInt8](repeating: 0, count: text.count + 1)
    var changes = [Bool](repeating: false, count: text.count + 1)
    for (end, node) in longestStretches(in: text).enumerated() where node > 0 {
      let node = nodes[node]
      let begin = end + 2 - Int(node.levelCount)
      for index in 0..<Int(node.levelCount) {
        let number = levels[Int(node.firstLevel) + index]
        guard number > numbers[begin + index] else { continue }
        numbers[begin + index] = number
        changes[begin + index] = node.changesSpelling
      }
    }
    // A number stands before the byte of its place; the first byte is the full stop.
    return word.indices.map { index in
      let place = index - word.startIndex + 2
      return index + 1 < word.endIndex && numbers[place] & 1 == 1 && !changes[place]
    }
  }

  /// For every byte the node of the longest stretch of the patterns that ends with it, whether or not a pattern ends
  /// there; 0 for none.
  private func longestStretches(in text: [UInt8]) -> [Int] {
    var longest = [Int](repeating: 0, count: text.count)
    for start in text.indices {
      var node = 0
      var at = start
      while at < text.count, let next = found(below: node, text[at]) {
        node = next
        if longest[at] == 0 { longest[at] = node }
        at += 1
      }
    }
    return longest
  }
}
