// The gyroscope's bias over a recording. A forward filter is uncertain of it at the beginning, a backward filter at the
// end. Both give their uncertainty, so weighting them by it makes the bias equally certain throughout.

/// The bias over a stretch of a recording, and what the two passes detected of rest and of the magnetic field.
struct BiasTrack: Sendable {
    /// Steps between nodes: the bias drifts so slowly that ten nodes a second are enough.
    let stepsPerNode: Int
    private var nodes: [PackedVector]
    /// What either pass detected at each step: 1 for rest, 2 for the Earth's field, 4 for a field other than the learnt
    /// one.
    private(set) var flags: [UInt8]

    /// The bias at a step, in rad/s.
    @inline(__always)
    func bias(at index: Int) -> SIMD3<Double> {
        let (node, beyond) = index.quotientAndRemainder(dividingBy: stepsPerNode)
        let here = nodes[node].vector
        guard beyond > 0, node + 1 < nodes.count else { return here }
        return here + (nodes[node + 1].vector - here) * (Double(beyond) / Double(stepsPerNode))
    }

    func isAtRest(_ index: Int) -> Bool { flags[index] & 1 != 0 }

    /// True if one pass recognised the Earth's field, and none found another field.
    func isEarthField(_ index: Int) -> Bool { flags[index] & 6 == 2 }

    /// Runs one filter forward over all stretches, and another one backward.
    static func ofBothWays(
        _ stretches: [OfflineStretch],
        holesInSeconds: [Double],
        stepInSeconds step: Double,
        settings: OrientationSettings
    ) -> [BiasTrack] {
        let stepsPerNode = max(1, Int(min(0.1 / step, 1e6)))
        var walker = Walker(stepInSeconds: step, settings: settings)
        var tracks: [BiasTrack] = []
        var known: [[BiasKnowledge]] = []
        for (index, stretch) in stretches.enumerated() {
            if index > 0 { walker.passHole(ofSeconds: holesInSeconds[index - 1]) }
            var track = BiasTrack(stepsPerNode: stepsPerNode, nodes: [], flags: [])
            track.flags.reserveCapacity(stretch.count)
            var nodes: [BiasKnowledge] = []
            for place in 0..<stretch.count {
                track.flags.append(walker.walkForward(stretch, to: place))
                if place % stepsPerNode == 0 { nodes.append(walker.knowledge) }
            }
            tracks.append(track)
            known.append(nodes)
        }
        walker = Walker(stepInSeconds: step, settings: settings)
        let limit = settings.bias.limitInDegreesPerSecond.radians
        for index in stretches.indices.reversed() {
            let stretch = stretches[index]
            if index < stretches.count - 1 { walker.passHole(ofSeconds: holesInSeconds[index]) }
            tracks[index].nodes = Array(repeating: .none, count: known[index].count)
            for place in (0..<stretch.count).reversed() {
                tracks[index].flags[place] |= walker.walkBackward(stretch, to: place)
                let (node, beyond) = place.quotientAndRemainder(dividingBy: stepsPerNode)
                guard beyond == 0 else { continue }
                let both = known[index][node].joined(with: walker.knowledge.mirrored)
                tracks[index].nodes[node] = PackedVector(both.clipped(to: limit))
            }
        }
        return tracks
    }

    /// A filter that runs along a recording in either direction.
    private struct Walker {
        private var inclination: InclinationFilter
        private var north: HeadingFilter

        init(stepInSeconds step: Double, settings: OrientationSettings) {
            inclination = InclinationFilter(rateInHertz: 1 / step, settings: settings)
            north = HeadingFilter(rateInHertz: 1 / step, settings: settings)
        }

        var knowledge: BiasKnowledge { inclination.biasKnowledge }

        mutating func passHole(ofSeconds seconds: Double) {
            inclination.levelAnew(afterSeconds: seconds, trustInSeconds: 0)
            north.lookAnew(trustInSeconds: 0)
        }

        /// The gyroscope's reading at a step describes the rotation from the step before, so a forward walk applies it.
        mutating func walkForward(_ stretch: OfflineStretch, to index: Int) -> UInt8 {
            walk(
                stretch,
                to: index,
                turning: stretch.rotations[index],
                for: stretch.turnTime(index)
            )
        }

        /// A backward walk reaches a step by undoing the rotation of the step after it.
        mutating func walkBackward(_ stretch: OfflineStretch, to index: Int) -> UInt8 {
            let behind = min(index + 1, stretch.count - 1)
            let rotation = PackedVector(-stretch.rotations[behind].vector)
            return walk(stretch, to: index, turning: rotation, for: stretch.turnTime(behind))
        }

        private mutating func walk(
            _ stretch: OfflineStretch,
            to index: Int,
            turning rotation: PackedVector,
            for seconds: Double
        ) -> UInt8 {
            let acceleration = stretch.accelerations[index]
            inclination.update(
                gyroscope: rotation.vector,
                accelerometer: acceleration.isThere ? acceleration.vector : nil,
                turnTimeInSeconds: seconds
            )
            if let field = stretch.field(index) {
                north.update(
                    magnetometer: field,
                    attitude: inclination.attitude,
                    meanRotation: inclination.meanRotation
                )
            }
            return (inclination.isAtRest ? 1 : 0)
                | (north.isMagneticFieldDisturbed ? (north.knowsField ? 4 : 0) : 2)
        }
    }
}

/// An estimate of the bias with its covariance.
struct BiasKnowledge: Sendable, BitwiseCopyable {
    private let bias: PackedVector
    // The covariance is symmetric.
    private let diagonal: PackedVector
    private let beside: PackedVector

    init(bias: SIMD3<Double>, covariance: Matrix3) {
        self.bias = PackedVector(bias)
        diagonal = PackedVector(
            SIMD3(covariance.first.x, covariance.second.y, covariance.third.z)
        )
        beside = PackedVector(
            SIMD3(covariance.first.y, covariance.first.z, covariance.second.z)
        )
    }

    private var covariance: Matrix3 {
        Matrix3(
            SIMD3(diagonal.x, beside.x, beside.y),
            SIMD3(beside.x, diagonal.y, beside.z),
            SIMD3(beside.y, beside.z, diagonal.z)
        )
    }

    /// Converts the estimate of a backward filter, which saw negated gyroscope readings.
    var mirrored: BiasKnowledge {
        BiasKnowledge(bias: -bias.vector, covariance: covariance)
    }

    /// Combines two estimates, each weighted by its certainty.
    ///
    /// Both began with the assumption of a zero bias, which therefore counts twice. Counting it once would give more
    /// weight to errors from strong movements: the heading without magnetometer would then drift several times as far.
    func joined(with other: BiasKnowledge) -> SIMD3<Double> {
        let (mine, theirs) = (covariance, other.covariance)
        let sum = Matrix3(
            mine.first + theirs.first,
            mine.second + theirs.second,
            mine.third + theirs.third
        )
        let difference = other.bias.vector - bias.vector
        return bias.vector + mine.times(sum.symmetricInverse.times(difference))
    }
}
