// A figure as a picture file.

package import Plotting

/// Draws figures as files.
package enum Picture {
    /// A figure as a PNG or an SVG file.
    ///
    /// - Parameters:
    ///   - layout: What is drawn, and how large.
    ///   - isPNG: Whether it becomes pixels; else it stays lines.
    /// - Returns: The file.
    /// - Throws: What cairo could not do.
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
