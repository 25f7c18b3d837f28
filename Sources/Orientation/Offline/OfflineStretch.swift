// A stretch of a recording without a gap, and the computation of its attitude. The gyroscope is integrated without its
// bias. In the frame that this gives, the acceleration is smoothed without delay, so that movements cancel and the rest
// points up.

/// The readings of a stretch without a gap.
struct OfflineStretch: Sendable {
    /// In rad/s; zero for a dropped reading.
    private(set) var rotations: [PackedVector] = []
    private(set) var accelerations: [PackedVector] = []
    /// Empty until the first reading.
    private var fields: [PackedVector] = []
    private var turnTimes: [Double] = []

    var count: Int { rotations.count }

    func field(_ index: Int) -> SIMD3<Double>? {
        guard index < fields.count, fields[index].isThere else { return nil }
        return fields[index].vector
    }

    func turnTime(_ index: Int) -> Double { turnTimes[index] }

    mutating func append(
        rotation: SIMD3<Double>?,
        acceleration: SIMD3<Double>?,
        field: SIMD3<Double>?,
        turnTimeInSeconds turnTime: Double
    ) {
        rotations.append(PackedVector(rotation ?? .zero))
        accelerations.append(acceleration.map(PackedVector.init) ?? .none)
        turnTimes.append(rotation == nil ? 0 : turnTime)
        guard let field else {
            if !fields.isEmpty { fields.append(.none) }
            return
        }
        while fields.count < rotations.count - 1 { fields.append(.none) }
        fields.append(PackedVector(field))
    }

    /// Computes the attitude at each step; consumes the readings.
    consuming func solve(
        biases: BiasTrack,
        settings: OrientationSettings,
        stepInSeconds step: Double,
        beginningAtHeading heading: Double
    ) -> SolvedStretch {
        var attitudes = integrate(biases)
        rotations = []
        turnTimes = []
        if accelerations.fillHoles() {
            for index in attitudes.indices {
                accelerations[index] = PackedVector(
                    attitudes[index].rotate(accelerations[index].vector)
                )
            }
            LowPassCoefficients(
                timeConstantInSeconds: settings.inclinationTimeConstantInSeconds,
                stepInSeconds: step
            ).smoothBothWays(&accelerations)
            Self.putUpright(&attitudes, by: accelerations)
        }
        accelerations = []
        Self.turn(&attitudes, toBeginAt: heading)
        let fields = fields
        self.fields = []
        let turns = HeadingSmoothing.turns(
            of: attitudes,
            by: fields,
            trusting: biases,
            settings: settings,
            stepInSeconds: step
        )
        return SolvedStretch(attitudes: attitudes, northwardTurns: turns)
    }

    /// The sensor's rotation since the first step, by the gyroscope alone.
    private func integrate(_ biases: BiasTrack) -> [Quaternion] {
        var attitudes: [Quaternion] = []
        attitudes.reserveCapacity(count)
        var strapdown = Quaternion.identity
        for index in 0..<count {
            let turn = (rotations[index].vector - biases.bias(at: index)) * turnTimes[index]
            strapdown = (strapdown * Quaternion(rotationVector: turn)).renormalized
            attitudes.append(strapdown)
        }
        return attitudes
    }

    private static func putUpright(
        _ attitudes: inout [Quaternion],
        by accelerations: [PackedVector]
    ) {
        var uprighting = Quaternion.identity
        for index in attitudes.indices {
            let felt = uprighting.rotate(accelerations[index].vector)
            let length = felt.dot(felt).squareRoot()
            // In free fall the acceleration does not show where up is.
            if length >= InclinationFilter.leastGravity {
                let turn = InclinationFilter.shortestTurn(toVerticalFrom: felt / length)
                uprighting = (turn * uprighting).renormalized
            }
            attitudes[index] = uprighting * attitudes[index]
        }
    }

    private static func turn(_ attitudes: inout [Quaternion], toBeginAt heading: Double) {
        guard heading != 0, let first = attitudes.first else { return }
        let turn = Quaternion(aboutZByRadians: heading - first.headingInRadians)
        for index in attitudes.indices { attitudes[index] = turn * attitudes[index] }
    }
}

/// The attitudes of a stretch.
struct SolvedStretch {
    /// The attitudes without north.
    var attitudes: [Quaternion]
    /// The rotations that turn them to north; empty if north is unknown.
    var northwardTurns: [Double]

    var lastHeadingInRadians: Double { attitudes.last?.headingInRadians ?? 0 }
}
