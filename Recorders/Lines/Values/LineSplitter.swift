// Splits the bytes of a port into lines. A read may end anywhere, so a line may come in many pieces, or never end.

internal import SystemCalls

/// Splits bytes into lines.
struct LineSplitter: Sendable {
    /// The longest line, in bytes.
    static let longest = 4096

    /// The beginning of a line that has not ended yet.
    private var rest: [UInt8] = []
    /// Whether to skip everything up to the next line end: the line is too long, or began before the port was
    /// opened.
    private var isSkipping: Bool
    /// Whether the skipped line is too long.
    private var isTooLong = false

    /// How many bytes have come since the last line end.
    private(set) var unended = 0

    /// What the splitter has found.
    enum Found: Sendable, Hashable {
        case line
        /// A line that is too long; its beginning is passed on.
        case tooLong
        /// The rest of a line that began before the first byte.
        case beginning
    }

    /// A splitter at the beginning of the bytes.
    ///
    /// - Parameter beginsWithin: Whether the first byte may be in the middle of a line.
    init(beginsWithin: Bool) {
        isSkipping = beginsWithin
        rest.reserveCapacity(Self.longest)
    }

    /// Splits further bytes, and passes on each line without its end; empty lines are left out.
    mutating func take(_ bytes: Span<UInt8>, _ give: (Found, Span<UInt8>) -> Void) {
        var start = 0
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            guard byte == .lineFeed || byte == .carriageReturn else {
                at += 1
                continue
            }
            end(bytes.extracting(start..<at), give)
            at += 1
            start = at
        }
        keep(bytes.extracting(start..<bytes.count))
    }

    /// Passes on a last line that has no line end.
    mutating func finish(_ give: (Found, Span<UInt8>) -> Void) {
        if !rest.isEmpty || isSkipping { end([UInt8]().span, give) }
    }

    private mutating func end(_ part: Span<UInt8>, _ give: (Found, Span<UInt8>) -> Void) {
        defer { unended = 0 }
        if !isSkipping, rest.isEmpty, part.count <= Self.longest {
            if !part.isEmpty { give(.line, part) }
            return
        }
        keep(part)
        if !isSkipping {
            give(.line, rest.span)
        } else if isTooLong {
            give(.tooLong, rest.span)
        } else {
            give(.beginning, rest.span)
        }
        (isSkipping, isTooLong) = (false, false)
        rest.removeAll(keepingCapacity: true)
    }

    private mutating func keep(_ part: Span<UInt8>) {
        unended = unended.addingClamped(part.count)
        let room = Self.longest - rest.count
        for index in 0..<min(room, part.count) { rest.append(part[index]) }
        if part.count > room, !isSkipping { (isSkipping, isTooLong) = (true, true) }
    }
}
