// Draws with the library cairo; the only file that calls it. The canvas frees cairo's objects when it is destroyed.

internal import CCairo
internal import Plotting

/// A failure of cairo.
package struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message of cairo, or of the system if cairo is missing.
    package var description: String
}

/// Draws a `Drawing`, and makes a PNG or SVG file of it; only one thread may use it.
@safe struct CairoCanvas: ~Copyable {
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let sink: ByteSink
    private let isPNG: Bool

    /// Makes an empty canvas of a size in pixels, for a PNG or an SVG file.
    init(width: Double, height: Double, isPNG: Bool) throws(PictureError) {
        if let problem = unsafe footfall_cairo_problem() {
            throw unsafe PictureError(description: String(cString: problem))
        }
        let sink = ByteSink()
        let made =
            isPNG
            ? unsafe cairo_image_surface_create(
                CAIRO_FORMAT_RGB24,
                Int32(width.rounded(.up)),
                Int32(height.rounded(.up))
            )
            : unsafe cairo_svg_surface_create_for_stream(
                ByteSink.take,
                Unmanaged.passUnretained(sink).toOpaque(),
                width,
                height
            )
        guard let made = unsafe made else { throw Self.outOfMemory }
        let context = unsafe cairo_create(made)
        let status = unsafe cairo_surface_status(made)
        guard status == CAIRO_STATUS_SUCCESS, let context = unsafe context else {
            unsafe cairo_destroy(context)
            unsafe cairo_surface_destroy(made)
            throw Self.error(status)
        }
        unsafe (self.surface, self.context) = (made, context)
        (self.sink, self.isPNG) = (sink, isPNG)
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
        // An SVG surface writes its remaining output when it is destroyed, so `sink` must still exist.
        withExtendedLifetime(sink) {}
    }

    private static var outOfMemory: PictureError { error(CAIRO_STATUS_NO_MEMORY) }

    private static func error(_ status: cairo_status_t) -> PictureError {
        let words = unsafe cairo_status_to_string(status)
        return PictureError(
            description: unsafe words.map { unsafe String(cString: $0) } ?? "unknown error"
        )
    }

    private func requireGood() throws(PictureError) {
        for status in unsafe [cairo_surface_status(surface), cairo_status(context)]
        where status != CAIRO_STATUS_SUCCESS {
            throw Self.error(status)
        }
    }

    /// Draws all elements of a drawing.
    mutating func draw(_ drawing: Drawing) throws(PictureError) {
        for element in drawing.elements {
            switch element {
            case .rectangle(let x, let y, let width, let height, let ink):
                use(ink)
                unsafe cairo_rectangle(context, x, y, width, height)
                unsafe cairo_fill(context)
            case .line(let points, let width, let ink, let isDashed):
                drawLine(points, width, ink, isDashed)
            case .text(let text, let position, let size, let ink, let anchor, let isBold):
                drawText(text, at: position, size, ink, anchor, isBold)
            }
        }
        try requireGood()
    }

    private func use(_ ink: Ink) {
        let colour = Palette.colour(of: ink)
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    }

    private func drawLine(
        _ points: [PicturePoint],
        _ width: Double,
        _ ink: Ink,
        _ isDashed: Bool
    ) {
        guard let first = points.first else { return }
        use(ink)
        // The middle of a pixel is at a half. There, a horizontal or vertical line of one pixel's width covers whole
        // pixels, and so looks sharp.
        let isAlongAxis =
            width == 1
            && zip(points, points.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
        let aligned = { (number: Double) in isAlongAxis ? number.rounded(.down) + 0.5 : number }
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        let dashes: [Double] = isDashed ? [4, 3] : []
        unsafe cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        unsafe cairo_move_to(context, aligned(first.x), aligned(first.y))
        for point in points.dropFirst() {
            unsafe cairo_line_to(context, aligned(point.x), aligned(point.y))
        }
        unsafe cairo_stroke(context)
    }

    private func drawText(
        _ text: String,
        at position: PicturePoint,
        _ size: Double,
        _ ink: Ink,
        _ anchor: DrawingElement.Anchor,
        _ isBold: Bool
    ) {
        use(ink)
        unsafe cairo_select_font_face(
            context,
            "sans-serif",
            CAIRO_FONT_SLANT_NORMAL,
            isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        )
        unsafe cairo_set_font_size(context, size)
        let text = text.withoutNoncharacters
        var extents = cairo_text_extents_t()
        unsafe cairo_text_extents(context, text, &extents)
        let shift =
            switch anchor {
            case .start: 0.0
            case .middle: extents.x_advance / 2
            case .end: extents.x_advance
            }
        unsafe cairo_move_to(context, position.x - shift, position.y)
        unsafe cairo_show_text(context, text)
    }

    /// Ends the drawing, and returns the bytes of the file.
    consuming func finish() throws(PictureError) -> [UInt8] {
        if isPNG {
            let status = unsafe cairo_surface_write_to_png_stream(
                surface,
                ByteSink.take,
                Unmanaged.passUnretained(sink).toOpaque()
            )
            guard status == CAIRO_STATUS_SUCCESS else { throw Self.error(status) }
        } else {
            unsafe cairo_surface_finish(surface)
        }
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_SURFACE_FINISHED else {
            throw Self.error(status)
        }
        return sink.bytes
    }
}

/// Collects the bytes that cairo writes.
private final class ByteSink {
    private(set) var bytes: [UInt8] = []

    static let take: cairo_write_func_t = { sink, bytes, count in
        guard let sink = unsafe sink, let bytes = unsafe bytes else {
            return CAIRO_STATUS_WRITE_ERROR
        }
        let own = unsafe Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue()
        unsafe own.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

extension String {
    /// The text with a replacement for each noncharacter and NUL: cairo would draw nothing after the first of these.
    var withoutNoncharacters: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let stopsCairo =
                (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
                || scalar.value == 0
            result.append(stopsCairo ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
