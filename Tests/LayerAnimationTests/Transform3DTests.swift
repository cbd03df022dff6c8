import LayerAnimation
import TestSupport
import Testing
import VectorGeometry

@Suite struct Transform3DTests {
  private func random(_ random: inout SeededRandom) -> Transform3D {
    func number(_ limit: Double) -> Double { random.double(in: -limit...limit) }
    return Transform3D.scale(number(3), number(3), number(3))
      .concatenating(.rotation(number(3), x: number(1), y: number(1), z: number(1)))
      .concatenating(.scale(1 + abs(number(2)), 1, 1))
      .concatenating(.translation(number(50), number(50), number(50)))
  }

  @Test func `taking apart and putting together gives the same matrix`() throws {
    var generator = SeededRandom(seed: 4)
    for _ in 0..<500 {
      let matrix = random(&generator)
      let parts = try #require(Transform3D.Decomposition(matrix))
      #expect(parts.transform.distance(to: matrix) < 1e-9 * max(1, matrix.distance(to: .identity)), "seed 4 \(matrix)")
    }
  }

  @Test func `perspective survives a round trip`() throws {
    var matrix = Transform3D.rotation(1, x: 1, y: 2, z: 3).concatenating(.translation(3, 4, 5))
    matrix[3, 4] = -0.002
    matrix[1, 4] = 0.001
    let parts = try #require(Transform3D.Decomposition(matrix))
    #expect(parts.transform.distance(to: matrix) < 1e-12)
  }

  @Test func `an inverse undoes`() throws {
    var generator = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let matrix = random(&generator)
      let inverse = try #require(matrix.inverted)
      #expect(matrix.concatenating(inverse).distance(to: .identity) < 1e-8)
    }
    #expect(Transform3D.scale(1, 0).inverted == nil)
  }

  @Test func `blends keep the ends and turn the shorter way`() {
    let a = Transform3D.rotation(0.9 * .pi), b = Transform3D.rotation(-0.9 * .pi)
    #expect(a.interpolated(to: b, progress: 0).distance(to: a) < 1e-12)
    #expect(a.interpolated(to: b, progress: 1).distance(to: b) < 1e-12)
    #expect(a.interpolated(to: b, progress: 0.5).distance(to: .rotation(.pi)) < 1e-12)
    let grown = Transform3D.identity.interpolated(to: .scale(3, 2), progress: 0.5)
    #expect(grown.distance(to: .scale(2, 1.5)) < 1e-12)
  }

  @Test func `a flip goes through zero width and does not turn`() {
    for flip in [Transform3D.scale(-1, 1), .scale(1, -1)] {
      let half = Transform3D.identity.interpolated(to: flip, progress: 0.25)
      #expect(half.isAffine && abs(half[1, 2]) < 1e-12 && abs(half[2, 1]) < 1e-12)
      #expect(abs(abs(half[1, 1]) + abs(half[2, 2]) - 1.5) < 1e-12)
    }
  }

  @Test func `a singular matrix is blended number by number`() {
    let half = Transform3D.scale(0, 0).interpolated(to: .scale(2, 4), progress: 0.5)
    #expect(half.distance(to: .scale(1, 2)) < 1e-12)
  }

  @Test func `writing a component keeps the others`() {
    var matrix = Transform3D.scale(2, 3).concatenating(.rotation(0.5)).concatenating(.translation(7, 8))
    #expect(abs(matrix.rotation - 0.5) < 1e-12 && abs(matrix.scaleX - 2) < 1e-12 && abs(matrix.scaleY - 3) < 1e-12)
    matrix.rotation = 1
    #expect(
      matrix.distance(to: Transform3D.scale(2, 3).concatenating(.rotation(1)).concatenating(.translation(7, 8))) < 1e-12
    )
    matrix.scaleY = 5
    #expect(
      matrix.distance(to: Transform3D.scale(2, 5).concatenating(.rotation(1)).concatenating(.translation(7, 8))) < 1e-12
    )
    matrix.translation = Vector(1, 2)
    #expect(matrix.translationX == 1 && matrix.translationY == 2 && abs(matrix.rotation - 1) < 1e-12)
    matrix.scale = 4
    #expect(abs(matrix.scaleX - 4) < 1e-12 && abs(matrix.scaleZ - 4) < 1e-12 && abs(matrix.scale - 4) < 1e-12)
  }

  @Test func `turns about other axes can be read and written`() {
    var matrix = Transform3D.identity
    matrix.rotationX = 0.4
    matrix.rotationY = -0.7
    matrix.rotationZ = 1.1
    #expect(
      abs(matrix.rotationX - 0.4) < 1e-9 && abs(matrix.rotationY + 0.7) < 1e-9 && abs(matrix.rotationZ - 1.1) < 1e-9)
  }

  @Test func `sums of transforms apply one after the other`() {
    let turned = Transform3D.rotation(0.25).plus(.rotation(0.5), times: 3)
    #expect(turned.distance(to: .rotation(1.75)) < 1e-12)
    #expect(Transform3D.rotation(1).plus(.rotation(0.25), times: -4).distance(to: .identity) < 1e-12)
    _ = Transform3D.scale(2).plus(.scale(2), times: .infinity)
    _ = Transform3D.scale(2).plus(.scale(2), times: .nan)
  }
}
