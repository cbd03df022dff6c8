// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target of ours: strict memory safety, and no warning is left standing.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableExperimentalFeature("Lifetimes"),
]

/// Geometry rounds and takes square roots; without Glibc or Foundation in the import list the linker needs to be told.
let mathLibrary: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// Some kernels are compiled a second time for processors with AVX2, from the same folder (a link); the program chooses when it runs.
#if arch(x86_64)
  let avx2Copy: [Target] = [
    .target(
      name: "SpanKernelsAVX2", dependencies: ["ProcessorFeatures"],
      swiftSettings: strict + [.unsafeFlags(["-target-cpu", "haswell"]), .define("AVX2_COPY")],
      linkerSettings: mathLibrary)
  ]
  let kernelCopies: [Target.Dependency] = ["SpanKernels", "SpanKernelsAVX2"]
  let kernelSettings: [SwiftSetting] = [.define("HAS_AVX2_COPY")]
#else
  let avx2Copy: [Target] = []
  let kernelCopies: [Target.Dependency] = ["SpanKernels"]
  let kernelSettings: [SwiftSetting] = []
#endif

let package = Package(
  name: "animgif",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "AnimGIF", targets: ["AnimGIF"]),
    .executable(name: "animgif", targets: ["animgif"]),
  ],
  targets: [
    // System libraries.
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),

    // libpng's error jumps, kept inside C.
    .target(name: "CPNGContainer", dependencies: ["CPNG"]),
    // The C library's allocator, which Swift's module of it leaves out.
    .target(name: "ProcessMemory"),

    // The library, from the ground up. `scripts/check.sh` fails on any import that is not listed here.
    .target(name: "VectorGeometry", swiftSettings: strict, linkerSettings: mathLibrary),
    .target(name: "Bitmaps", swiftSettings: strict, linkerSettings: mathLibrary),
    .target(name: "ProcessorFeatures"),
    .target(
      name: "SpanKernels", dependencies: ["ProcessorFeatures"], swiftSettings: strict, linkerSettings: mathLibrary),
    .target(
      name: "VectorRaster", dependencies: ["VectorGeometry", "Bitmaps", "ProcessorFeatures"] + kernelCopies,
      swiftSettings: strict + kernelSettings),
    .target(
      name: "TextOutlines", dependencies: ["VectorGeometry", "CFreeType", "CHarfBuzz", "CFontconfig", "CFriBidi"],
      swiftSettings: strict),
    .target(
      name: "LayerAnimation", dependencies: ["VectorGeometry", "Bitmaps", "VectorRaster", "TextOutlines"],
      swiftSettings: strict),
    .target(
      name: "ImageCodecs",
      dependencies: ["Bitmaps", "CPNG", "CPNGContainer", "CGIF", "CDeflate", "CZlib", "CTurboJPEG"],
      swiftSettings: strict),
    .target(
      name: "AnimGIF",
      dependencies: ["VectorGeometry", "Bitmaps", "VectorRaster", "TextOutlines", "LayerAnimation", "ImageCodecs"],
      swiftSettings: strict),
    .target(name: "EffectGallery", dependencies: ["AnimGIF"], swiftSettings: strict),

    // Plays HTML canvas tests on the canvas; used by a test and by animgif-bench.
    .target(
      name: "CanvasChecks", dependencies: ["VectorGeometry", "Bitmaps", "VectorRaster"], swiftSettings: strict),

    // Programs.
    .executableTarget(
      name: "animgif", dependencies: ["AnimGIF", "EffectGallery", "ProcessMemory"], swiftSettings: strict),
    .executableTarget(
      name: "animgif-bench",
      dependencies: [
        "AnimGIF", "EffectGallery", "LayerAnimation", "VectorGeometry", "Bitmaps", "VectorRaster", "ImageCodecs",
        "CanvasChecks",
      ], swiftSettings: strict),

    // Tests: one target per module.
    .target(
      name: "TestSupport", dependencies: ["Bitmaps", "ImageCodecs"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "VectorGeometryTests", dependencies: ["VectorGeometry", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "BitmapsTests", dependencies: ["Bitmaps", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "VectorRasterTests", dependencies: ["VectorRaster", "CanvasChecks", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "TextOutlinesTests", dependencies: ["TextOutlines", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LayerAnimationTests", dependencies: ["LayerAnimation", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ImageCodecsTests", dependencies: ["ImageCodecs", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "AnimGIFTests", dependencies: ["AnimGIF", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "EffectGalleryTests", dependencies: ["EffectGallery", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "animgifTests", dependencies: ["animgif", "TestSupport"], swiftSettings: strict),
  ] + avx2Copy,
  swiftLanguageModes: [.v6]
)
