// A message to a host: the changes of its tree, and the cues of that moment. The two go together, so that nothing is
// spoken about a screen that is not shown yet.

/// The changes that a host draws, and the cues that it performs once.
public struct ViewUpdate: Sendable, Hashable {
    /// One more than the previous update's number; a whole tree, and readings, repeat the number of the last update.
    public var number: Int
    /// The changes of the host's tree, in this order.
    public var changes: [ViewChange]
    /// The cues to perform after the changes, in this order.
    public var cues: [ViewCue]
    /// The current readings of plots.
    ///
    /// Such an update contains nothing else: losing it, or receiving it late, does no harm.
    public var readings: [PlotReadings] = []

    /// Whether there is nothing to do.
    public var isEmpty: Bool { changes.isEmpty && cues.isEmpty && readings.isEmpty }

    /// The whole tree that it begins with; `nil` if it changes the host's tree.
    public var wholeTree: ViewNode? {
        if case .replaceRoot(let tree) = changes.first { tree } else { nil }
    }

    public init(number: Int, changes: [ViewChange] = [], cues: [ViewCue] = []) {
        self.number = number
        self.changes = changes
        self.cues = cues
    }

    /// Makes an update with a whole tree, for a host that has none or has missed an update.
    public init(number: Int, whole tree: ViewNode) {
        self.init(number: number, changes: [.replaceRoot(tree)])
    }

    /// Makes an update with readings; `number` is that of the last update.
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
