// A figure as what a canvas can draw: rectangles, lines and texts. Where each lies is decided here and tested; whoever
// draws them decides nothing.

/// A place in a picture, in pixels from its upper left corner.
package struct PicturePoint: Sendable, Equatable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// What something is drawn for; a palette says in which colour.
package enum Ink: Sendable, Hashable {
    case background
    case text
    case mutedText
    case frame
    case grid
    /// Where samples are missing.
    case gap
    case gapFlag
    /// The line of a panel with this place.
    case series(Int)
    case step
    case mark
    case contact
    case event
}

/// One thing to draw.
package enum DrawingElement: Sendable, Equatable {
    /// Where a text has its place.
    package enum Anchor: Sendable, Equatable {
        case start
        case middle
        case end
    }

    case rectangle(x: Double, y: Double, width: Double, height: Double, Ink)
    case line([PicturePoint], width: Double, Ink, isDashed: Bool)
    case text(String, at: PicturePoint, size: Double, Ink, Anchor, isBold: Bool)
}

/// A picture that is to be drawn.
package struct Drawing: Sendable, Equatable {
    package var width: Double
    package var height: Double
    /// What there is, the lowest first.
    package var elements: [DrawingElement]
}
