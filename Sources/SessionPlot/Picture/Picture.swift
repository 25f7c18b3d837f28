// Draws a figure to a picture file.

package import Plotting

/// Draws figures to files.
package enum Picture {
    /// A figure as a PNG or an SVG file.
    ///
    /// - Parameters:
    ///   - layout: The figure and its size.
    ///   - isPNG: True for PNG, false for SVG.
    /// - Returns: The file's bytes.
    /// - Throws: The failure of cairo.
    package static func bytes(
        of layout: FigureLayout,
        isPNG: Bool
    ) throws(PictureError) -> [UInt8] {
        let drawing = layout.drawing
        var canvas = try CairoCanvas(
            width: drawing.width,
            height: drawing.height,
            isPNG: isPNG
        )
        try canvas.draw(drawing)
        return try canvas.finish()
    }
}
