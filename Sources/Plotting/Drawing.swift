// A figure as elements that a canvas can draw: rectangles, lines and texts. Their positions are decided and tested
// before drawing; the canvas decides nothing.

/// A place in a picture, in pixels from its upper left corner.
package struct PicturePoint: Sendable, Equatable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// The purpose of an element; the palette assigns its colour.
package enum Ink: Sendable, Hashable {
    case background
    case text
    case mutedText
    case frame
    case grid
    /// Where samples are missing.
    case gap
    case gapFlag
    /// The panel's series with this index.
    case series(Int)
    case step
    case mark
    case contact
    case event
}

/// One element to draw.
package enum DrawingElement: Sendable, Equatable {
    /// The part of a text that lies at its position.
    package enum Anchor: Sendable, Equatable {
        case start
        case middle
        case end
    }

    case rectangle(x: Double, y: Double, width: Double, height: Double, Ink)
    case line([PicturePoint], width: Double, Ink, isDashed: Bool)
    case text(String, at: PicturePoint, size: Double, Ink, Anchor, isBold: Bool)
}

/// A picture as a list of elements.
package struct Drawing: Sendable, Equatable {
    package var width: Double
    package var height: Double
    /// The elements, bottom layer first.
    package var elements: [DrawingElement]
}
