/// A colour in sRGB: gamma-encoded, not premultiplied.
public struct Color: Hashable, Sendable {
  /// Components, 0…1. They may leave that range while they are animated and are clamped when drawn.
  public var red: Double, green: Double, blue: Double
  /// Opacity, 0…1, clamped when drawn.
  public var alpha: Double

  /// Makes a colour from components of 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque colour from 0xRRGGBB.
  public init(hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
  }

  /// Returns the colour with its opacity replaced.
  public func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  /// Nothing at all: black with alpha 0.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// #000000
  public static let black = Color(hex: 0x000000)
  /// #FFFFFF
  public static let white = Color(hex: 0xFFFFFF)
  /// #FF0000
  public static let red = Color(hex: 0xFF0000)
  /// #00FF00
  public static let green = Color(hex: 0x00FF00)
  /// #0000FF
  public static let blue = Color(hex: 0x0000FF)
  /// #FF8000
  public static let orange = Color(hex: 0xFF8000)
  /// #AAAAAA, as UIKit's
  public static let lightGray = Color(hex: 0xAAAAAA)
}

/// A pixel: four bytes, red in the lowest, alpha in the highest. Premultiplied in a `Bitmap`, straight where it is said.
public struct Pixel: Hashable, Sendable, BitwiseCopyable {
  /// The four bytes: `alpha << 24 | blue << 16 | green << 8 | red`.
  public var bits: UInt32

  /// Makes a pixel from its four bytes.
  @inlinable public init(bits: UInt32) { self.bits = bits }

  /// Makes a pixel from its channels.
  @inlinable public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    bits = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  /// Makes the premultiplied pixel of a colour, components clamped to 0…1 and rounded to nearest.
  public init(_ color: Color) {
    func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
    let alpha = unit(color.alpha)
    func byte(_ value: Double) -> UInt8 { UInt8(value * 255 + 0.5) }
    self.init(
      red: byte(unit(color.red) * alpha), green: byte(unit(color.green) * alpha), blue: byte(unit(color.blue) * alpha),
      alpha: byte(alpha))
  }

  /// Fully transparent.
  public static let clear = Pixel(bits: 0)

  /// The red channel, 0…255.
  @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// The green channel, 0…255.
  @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
  /// The blue channel, 0…255.
  @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
  /// The alpha channel, 0…255.
  @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }

  /// The pixel with its colour divided by its alpha, rounded to nearest; all zero where alpha is 0.
  public var straight: Pixel {
    let alpha = UInt32(self.alpha)
    if alpha == 255 { return self }
    if alpha == 0 { return .clear }
    func divide(_ channel: UInt8) -> UInt8 { UInt8(min(255, (UInt32(channel) * 255 + alpha / 2) / alpha)) }
    return Pixel(red: divide(red), green: divide(green), blue: divide(blue), alpha: self.alpha)
  }

  /// The pixel with its colour multiplied by its alpha, rounded to nearest.
  public var premultiplied: Pixel {
    let alpha = UInt32(self.alpha)
    if alpha == 255 { return self }
    func multiply(_ channel: UInt8) -> UInt8 { UInt8((UInt32(channel) * alpha + 127) / 255) }
    return Pixel(red: multiply(red), green: multiply(green), blue: multiply(blue), alpha: self.alpha)
  }
}
