// Lines out of what was read: a read ends anywhere, and a line may come in many pieces, or never end.

internal import SystemCalls

/// Splits bytes into lines.
struct LineSplitter: Sendable {
    /// Longer than this is no line.
    static let longest = 4096

    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    /// True if what comes up to the next end is no line: it has become too long, or began ahead of us.
    private var isSkipping: Bool
    /// True if what is skipped has become too long.
    private var isTooLong = false

    /// How many bytes have come since a line has ended.
    private(set) var unended = 0

    /// What a splitter finds.
    enum Found: Sendable, Hashable {
        case line
        /// A line that was too long; its beginning is given.
        case tooLong
        /// What came ahead of the first end: the end of a line that began before.
        case beginning
    }

    /// A splitter for bytes that nothing came ahead of.
    ///
    /// - Parameter beginsWithin: Whether the first byte may be in the middle of a line.
    init(beginsWithin: Bool) {
        isSkipping = beginsWithin
        rest.reserveCapacity(Self.longest)
    }

    /// Takes bytes, and gives each line without its end; lines without anything are left out.
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

    /// Gives a last line that has no end.
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
