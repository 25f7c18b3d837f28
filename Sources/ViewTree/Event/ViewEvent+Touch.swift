// A touch in an area. Positions are fractions of the area's size, so that records can be read without knowing the
// screen.

extension ViewEvent {
    /// A finger in an area.
    public struct Touch: Sendable, Hashable, Codable {
        /// The number of the finger, if several touch.
        public var index: Int
        public var phase: Phase
        /// 0 at the left edge, 1 at the right one.
        public var x: Double
        /// 0 at the upper edge, 1 at the lower one.
        public var y: Double
        /// How many seconds ago it happened, by the run's clock; 0 if the host does not know.
        public var secondsAgo: Double

        /// What the finger did.
        public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
            case began, moved, ended, cancelled
        }

        private enum CodingKeys: String, CodingKey {
            case index, phase, x, y, secondsAgo
        }

        public init(
            index: Int = 0,
            phase: Phase,
            x: Double,
            y: Double,
            secondsAgo: Double = 0
        ) {
            self.index = index
            self.phase = phase
            self.x = x
            self.y = y
            self.secondsAgo = secondsAgo
        }

        /// Refuses positions that are not finite numbers.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                index: try container.decode(Int.self, forKey: .index),
                phase: try container.word(Phase.self, forKey: .phase),
                x: try container.finiteNumber(forKey: .x),
                y: try container.finiteNumber(forKey: .y),
                secondsAgo: try ViewEvent.secondsAgo(in: container, .secondsAgo)
            )
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(index, forKey: .index)
            try container.encode(phase, forKey: .phase)
            try container.encode(x, forKey: .x)
            try container.encode(y, forKey: .y)
            if secondsAgo != 0 { try container.encode(secondsAgo, forKey: .secondsAgo) }
        }
    }
}
