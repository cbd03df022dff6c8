/// Whether a name comes before another as people count: `f2.png` before `f10.png`.
///
/// Runs of digits are compared as numbers of any length, everything else by its UTF-8 bytes. Of names that differ in leading zeros alone the
/// one with fewer comes first, so that the order is total.
public func naturallyPrecedes(_ left: String, _ right: String) -> Bool {
  let (a, b) = (Array(left.utf8), Array(right.utf8))
  var (i, j) = (0, 0)
  func digits(_ name: [UInt8], _ start: Int) -> Range<Int> {
    var end = start
    while end < name.count, name[end] >= UInt8(ascii: "0"), name[end] <= UInt8(ascii: "9") { end += 1 }
    return start..<end
  }
  while i < a.count && j < b.count {
    let (numberA, numberB) = (digits(a, i), digits(b, j))
    if !numberA.isEmpty && !numberB.isEmpty {
      let valueA = a[numberA].drop { $0 == UInt8(ascii: "0") }
      let valueB = b[numberB].drop { $0 == UInt8(ascii: "0") }
      if valueA.count != valueB.count { return valueA.count < valueB.count }
      if !valueA.elementsEqual(valueB) { return valueA.lexicographicallyPrecedes(valueB) }
      (i, j) = (numberA.upperBound, numberB.upperBound)
    } else {
      if a[i] != b[j] { return a[i] < b[j] }
      (i, j) = (i + 1, j + 1)
    }
  }
  if i < a.count || j < b.count { return i == a.count }
  return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
}
