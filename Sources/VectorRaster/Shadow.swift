import Bitmaps
import VectorGeometry

/// A soft shadow under what is drawn: its alpha, blurred, moved and coloured.
public struct Shadow: Hashable, Sendable {
  /// The colour, with its opacity.
  public var color: Color
  /// Where the shadow lies, seen from what casts it. User space: turned and scaled by the transform.
  public var offset: Vector
  /// Standard deviation of the Gaussian blur, in user space units; scaled by the transform along each axis of the picture. At most
  /// 4096 pixels. (HTML canvas' `shadowBlur` and CSS' blur radius are twice this, Core Animation's `shadowRadius` is this.)
  public var sigma: Double

  /// Makes a shadow.
  public init(color: Color = .black, offset: Vector = .zero, sigma: Double) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
  }

  /// Most pixels beyond a layer's visible part in which something may lie and still throw its shadow into it.
  static let largestReach = 1024

  /// Whether it draws nothing.
  var isInvisible: Bool { !(color.alpha > 0) || !offset.dx.isFinite || !offset.dy.isFinite || sigma.isNaN }

  /// The shadow in device space.
  func deviceForm(_ transform: AffineTransform) -> DeviceShadow {
    func clamp(_ value: Double) -> Double { min(1e9, max(-1e9, value)) }
    let way = transform.apply(to: offset)
    // A round Gaussian through a linear map is an elliptical one; its spread along x and y is all that two passes can show.
    let spreadX = (transform.a * transform.a + transform.c * transform.c).squareRoot()
    let spreadY = (transform.b * transform.b + transform.d * transform.d).squareRoot()
    return DeviceShadow(
      color: color, offset: Vector(clamp(way.dx), clamp(way.dy)), sigmaX: max(0, sigma) * spreadX,
      sigmaY: max(0, sigma) * spreadY)
  }
}

/// A shadow in device space: offsets and sigmas in pixels.
struct DeviceShadow: Sendable {
  var color: Color
  var offset: Vector
  var sigmaX: Double
  var sigmaY: Double

  /// Returns the rectangle of pixels that can throw a shadow into `rect`.
  func sources(of rect: PixelRect) -> PixelRect {
    func edge(_ value: Int, _ reach: Int, _ offset: Double, _ sign: Int) -> Int {
      let limit = Shadow.largestReach
      return value + sign * max(0, min(limit, reach - sign * Int(max(-2048, min(2048, offset)).rounded(.awayFromZero))))
    }
    let reachX = GaussianBlur.reach(sigma: sigmaX) + 2, reachY = GaussianBlur.reach(sigma: sigmaY) + 2
    return PixelRect(
      minX: edge(rect.minX, reachX, offset.dx, -1), minY: edge(rect.minY, reachY, offset.dy, -1),
      maxX: edge(rect.maxX, reachX, offset.dx, 1), maxY: edge(rect.maxY, reachY, offset.dy, 1))
  }
}
