// What a host is sent: how its tree changes, and what is said and played at that moment. The two go
// together, so that nothing is spoken of a screen that is not there yet.

/// What a host draws, and what it does once, at one moment.
public struct ViewUpdate: Sendable, Hashable {
    /// One more than the update before it has; a whole tree, and readings, have that of the last update.
    public var number: Int
    /// How the tree that the host has becomes the next, in this order.
    public var changes: [ViewChange]
    /// What is said, played and shaken, when the tree has changed, in this order.
    public var cues: [ViewCue]
    /// What plots show now.
    ///
    /// Such an update has nothing else: whoever loses it, or gets it late, misses nothing.
    public var readings: [PlotReadings] = []

    /// Whether there is nothing to do.
    public var isEmpty: Bool { changes.isEmpty && cues.isEmpty && readings.isEmpty }

    /// The tree that it begins with, whatever the host has; `nil` if it changes the host's.
    public var wholeTree: ViewNode? {
        if case .replaceRoot(let tree) = changes.first { tree } else { nil }
    }

    public init(number: Int, changes: [ViewChange] = [], cues: [ViewCue] = []) {
        self.number = number
        self.changes = changes
        self.cues = cues
    }

    /// A whole tree, for a host that has none or has missed an update.
    public init(number: Int, whole tree: ViewNode) {
        self.init(number: number, changes: [.replaceRoot(tree)])
    }

    /// What plots show now, as long as the tree is that of an update.
    public init(number: Int, readings: [PlotReadings]) {
        self.init(number: number)
        self.readings = readings
    }
}

extension ViewUpdate: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, changes, cues, readings
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try container.decode(Int.self, forKey: .number),
            changes: try container.decodeIfPresent([ViewChange].self, forKey: .changes) ?? [],
            cues: try container.decodeIfPresent([ViewCue].self, forKey: .cues) ?? []
        )
        readings = try container.decodeIfPresent([PlotReadings].self, forKey: .readings) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        guard readings.isEmpty else { return try container.encode(readings, forKey: .readings) }
        try container.encode(changes, forKey: .changes)
        try container.encode(cues, forKey: .cues)
    }
}
