/// The candidate a mistyped word most likely meant, or nil if none is near.
///
/// Near means an edit distance (insert, delete, replace, swap of neighbors) of at most a third of the
/// longer word, and at least 1; ties go to the candidate that comes first.
public func closestMatch(to word: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased())
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let other = Array(candidate.lowercased())
    let allowed = max(1, max(typed.count, other.count) / 3)
    // The distance is at least the difference in length: long words cost nothing.
    guard abs(typed.count - other.count) <= allowed else { continue }
    let distance = editDistance(typed, other)
    if distance <= allowed, distance < (best?.distance ?? .max) { best = (distance, candidate) }
  }
  return best?.candidate
}

/// Optimal string alignment distance.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
