// Sizes of files as people read them: in decimal units, as short as they can be said.
import AnimGIF

/// Returns a number of bytes as text: "Zero KB", "500 bytes", "850 KB", "1.5 MB", "2.34 GB".
///
/// Kilobytes are whole, megabytes have one decimal and gigabytes two, zeros at the end left out. What rounds to 1000 counts as 1 of the
/// next unit.
package func byteCountText(_ count: Int) -> String {
  if count <= 0 { return "Zero KB" }
  if count < 1000 { return count == 1 ? "1 byte" : "\(count) bytes" }
  // Hundredths of a unit, or what the unit has as its last decimal, rounded to nearest.
  let kilobytes = (count + 500) / 1000
  if kilobytes < 1000 { return "\(kilobytes) KB" }
  let tenths = (count / 50_000 + 1) / 2
  if tenths < 10_000 { return "\(decimal(tenths, places: 1)) MB" }
  return "\(decimal((count / 5_000_000 + 1) / 2, places: 2)) GB"
}

/// Returns a number of the unit's tenths (hundredths, …) as a decimal number without zeros at its end.
private func decimal(_ value: Int, places: Int) -> String {
  var value = value, places = places
  while places > 0, value % 10 == 0 { (value, places) = (value / 10, places - 1) }
  if places == 0 { return "\(value)" }
  let unit = places == 1 ? 10 : 100
  let fraction = "\(unit + value % unit)".dropFirst()
  return "\(value / unit).\(fraction)"
}

extension TextProperties {
  /// Shows a number of bytes, dropping what is not a whole byte. A text does not know which number it shows: reading gives 0, so that
  /// an animation needs its first value.
  var byteCount: Double {
    get { 0 }
    set { string = byteCountText(newValue > 0 ? Int(min(newValue, 1e18)) : 0) }
  }
}
