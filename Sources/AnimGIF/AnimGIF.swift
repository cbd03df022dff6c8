// What a user imports: `import AnimGIF` brings geometry, bitmaps, the canvas, layers and encoders. `Animation.swift` is the door.
@_exported public import Bitmaps
@_exported public import ImageCodecs
@_exported public import LayerAnimation
@_exported public import TextOutlines
@_exported public import VectorGeometry
@_exported public import VectorRaster
