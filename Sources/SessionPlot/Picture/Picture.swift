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
    /// - Throws: The failure of cairo, or that a PNG file would have too many pixels.
    package static func bytes(
        of layout: FigureLayout,
        isPNG: Bool
    ) throws(PictureError) -> [UInt8] {
        let drawing = layout.drawing
        // The panels may need more height than the caller has asked for. An SVG file needs no memory for pixels.
        guard !isPNG || drawing.width * drawing.height <= FigureLayout.mostPixels else {
            throw PictureError(description: "it has more than 100 million pixels")
        }
        var canvas = try CairoCanvas(
            width: drawing.width,
            height: drawing.height,
            isPNG: isPNG
        )
        try canvas.draw(drawing)
        return try canvas.finish()
    }
}
