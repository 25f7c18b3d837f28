// One LED tells four things apart from across a room: how often it blinks, and whether it is lit.

/// What the LED of a station shows.
public enum LightPattern: Sendable, Hashable {
    case on
    /// Lit and dark by turns, in milliseconds.
    case blinking(on: Int, off: Int)

    /// What is shown of a state.
    public init(of state: StationMachine.State) {
        self =
            switch state {
            case .waiting, .stopped: .blinking(on: 50, off: 2950)
            case .starting, .ending: .blinking(on: 250, off: 250)
            case .recording: .on
            case .fault: .blinking(on: 100, off: 900)
            }
    }

    /// Whether it is lit in a second, where the kernel has no timer for it.
    public func isLit(inSecond second: Int) -> Bool {
        switch self {
        case .on: true
        // One that flashes now and then is dark; one that blinks changes every second.
        case .blinking(let on, let off): off < 2000 && on >= 100 && second.isMultiple(of: 2)
        }
    }

    /// What is written to the LED's files, in this order.
    ///
    /// - Parameters:
    ///   - brightness: How bright the LED can be.
    ///   - hasTimer: Whether the kernel can let it blink.
    ///   - second: Which second it is, for a LED that the kernel cannot.
    /// - Returns: Names and texts.
    public func writes(
        brightness: Int,
        hasTimer: Bool,
        inSecond second: Int
    ) -> [LightWrite] {
        switch self {
        case .blinking(let on, let off) where hasTimer:
            [
                LightWrite("trigger", "timer"), LightWrite("delay_on", "\(on)"),
                LightWrite("delay_off", "\(off)"),
            ]
        case .on, .blinking:
            [
                LightWrite("trigger", "none"),
                LightWrite("brightness", isLit(inSecond: second) ? "\(brightness)" : "0"),
            ]
        }
    }
}

/// A text for one of a LED's files.
public struct LightWrite: Sendable, Hashable {
    public var file: String
    public var text: String

    /// A text for a file.
    public init(_ file: String, _ text: String) { (self.file, self.text) = (file, text) }
}

/// What a LED's file `trigger` tells.
public struct LightTriggers: Sendable, Hashable {
    public var all: [String]
    /// The one in brackets.
    public var chosen: String?

    /// Reads a line such as `[none] timer heartbeat`.
    public init(_ text: String) {
        var (all, chosen): ([String], String?) = ([], nil)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let isChosen = word.hasPrefix("[") && word.hasSuffix("]") && word.count > 2
            let name = String(isChosen ? word.dropFirst().dropLast() : word)
            all.append(name)
            if isChosen { chosen = name }
        }
        (self.all, self.chosen) = (all, chosen)
    }
}
