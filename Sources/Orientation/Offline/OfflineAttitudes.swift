// The result of the offline estimation: attitude, bias and flags for each step of a recording.

/// The attitudes of a recording.
public struct OfflineAttitudes: Sendable {
    private var inclinations: [Quaternion] = []
    private var northwardTurns: [Double] = []
    private var stretches: [(end: Int, track: BiasTrack)] = []

    init(capacity: Int) {
        inclinations.reserveCapacity(capacity)
    }

    mutating func append(_ solved: SolvedStretch, biases: BiasTrack) {
        if !solved.northwardTurns.isEmpty || !northwardTurns.isEmpty {
            while northwardTurns.count < inclinations.count { northwardTurns.append(.nan) }
            northwardTurns += solved.northwardTurns
        }
        inclinations += solved.attitudes
        stretches.append((inclinations.count, biases))
    }

    /// The number of steps.
    public var count: Int { inclinations.count }

    /// True if north is known at any step.
    public var hasNorth: Bool { northwardTurns.contains { !$0.isNaN } }

    /// The rotation from sensor to earth at a step, by gyroscope and accelerometer alone; the heading drifts.
    public func attitude6D(at index: Int) -> Quaternion { inclinations[index] }

    /// The rotation from sensor to earth at a step, with x to magnetic north and y to the west; `nil` if north is
    /// unknown.
    public func attitude9D(at index: Int) -> Quaternion? {
        guard index < northwardTurns.count, !northwardTurns[index].isNaN else { return nil }
        return Quaternion(aboutZByRadians: northwardTurns[index]) * inclinations[index]
    }

    /// The gyroscope's bias at a step, in rad/s.
    public func bias(at index: Int) -> SIMD3<Double> {
        let (track, place) = track(of: index)
        return track.bias(at: place)
    }

    /// True if the sensor was at rest at a step.
    public func isAtRest(at index: Int) -> Bool {
        let (track, place) = track(of: index)
        return track.isAtRest(place)
    }

    /// True if the magnetic field at a step was disturbed or unknown.
    public func isMagneticFieldDisturbed(at index: Int) -> Bool {
        let (track, place) = track(of: index)
        return !track.isEarthField(place)
    }

    private func track(of index: Int) -> (BiasTrack, Int) {
        var (low, high) = (0, stretches.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if index < stretches[middle].end { high = middle } else { low = middle + 1 }
        }
        return (stretches[low].track, index - (low == 0 ? 0 : stretches[low - 1].end))
    }
}
