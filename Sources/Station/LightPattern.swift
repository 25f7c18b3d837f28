// The patterns with which one LED shows the state of a station across a room: short flashes (waiting), fast blinking
// (starting or ending), steady light (recording), steady light with short breaks (recording without some sensor), slow
// blinking (fault).

/// What the LED of a station shows.
public enum LightPattern: Sendable, Hashable {
    case on
    /// Alternately lit and dark for these milliseconds.
    case blinking(on: Int, off: Int)

    /// The pattern for a state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - isIncomplete: Whether a sensor that should be recorded gives nothing.
    public init(of state: StationMachine.State, isIncomplete: Bool = false) {
        self =
            switch state {
            case .waiting, .stopped: .blinking(on: 50, off: 2950)
            case .starting, .ending: .blinking(on: 250, off: 250)
            case .recording: isIncomplete ? .blinking(on: 1800, off: 200) : .on
            case .fault: .blinking(on: 100, off: 900)
            }
    }

    /// Whether the LED is lit in a given second, if the kernel cannot let it blink by a timer.
    public func isLit(inSecond second: Int) -> Bool {
        switch self {
        case .on: true
        // A short break lasts a second, which leaves the LED lit for most of the time.
        case .blinking(let on, let off) where on > off: !second.isMultiple(of: 4)
        // Without a timer, the short flash of a waiting station is not shown; blinking changes every second.
        case .blinking(let on, let off): off < 2000 && on >= 100 && second.isMultiple(of: 2)
        }
    }

    /// The texts to write to the LED's files, in this order.
    ///
    /// - Parameters:
    ///   - brightness: The LED's maximum brightness.
    ///   - hasTimer: Whether the kernel can let it blink.
    ///   - second: A count of seconds, for a LED that the kernel cannot let blink.
    /// - Returns: The names of the files with their texts.
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
public struct LightWrite: Codable, Sendable, Hashable {
    public var file: String
    public var text: String

    /// A text for a file.
    public init(_ file: String, _ text: String) { (self.file, self.text) = (file, text) }
}

/// The content of a LED's file `trigger`.
public struct LightTriggers: Sendable, Hashable {
    public var all: [String]
    /// The active trigger, which the file has in brackets.
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
