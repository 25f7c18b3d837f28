// Finds north over a recording. Each magnetometer reading shows by which angle the attitude without north must be
// rotated. That angle drifts slowly, so it is averaged around each moment, with more weight for near readings. It is
// averaged twice, since the magnetometer's own error varies as the person turns, too slowly for a single average to
// remove. Readings of a disturbed field have no weight, unless they are far from any reading of the Earth's field.

enum HeadingSmoothing {
    /// The rotation about the vertical that turns each attitude to north, in radians.
    ///
    /// - Parameters:
    ///   - attitudes: The attitudes without north.
    ///   - fields: The magnetometer's readings; empty, or one for each attitude.
    ///   - track: States which readings were of the Earth's field.
    ///   - settings: The settings of the heading filter.
    ///   - step: The time step in seconds.
    /// - Returns: One angle for each attitude, `nan` if readings are too far away; empty if no reading shows north.
    static func turns(
        of attitudes: [Quaternion],
        by fields: consuming [PackedVector],
        trusting track: BiasTrack,
        settings: OrientationSettings,
        stepInSeconds step: Double
    ) -> [Double] {
        guard let shown = shown(fields, attitudes, track, settings.magneticField, step) else {
            return []
        }
        let constant = settings.headingTimeConstantInSeconds
        let once = means(of: shown, timeConstants: step / constant)
        let near = means(of: once, timeConstants: step / (secondPart * constant))
        // Near an end there are readings on one side only, so a longer time constant is used there.
        let far = means(of: shown, timeConstants: step / (2 * constant))
        let last = shown.count - 1
        return shown.indices.map { index in
            let distance = Double(min(index, last - index)) * step / constant
            let share = PortableMath.approach(timeConstants: distance)
            // Too far from any reading, north is unknown.
            guard once[index] != .zero else { return .nan }
            let all = near[index] * share + far[index] * (1 - share)
            return PortableMath.arcTangent(y: all.y, x: all.x)
        }
    }

    /// The second average's time constant as a share of the first; a longer one would follow the drift too slowly.
    private static let secondPart = 0.8

    /// The angle that each reading shows, as a vector whose length is its weight.
    private static func shown(
        _ fields: [PackedVector],
        _ attitudes: [Quaternion],
        _ track: BiasTrack,
        _ settings: OrientationSettings.MagneticField,
        _ step: Double
    ) -> [SIMD2<Double>]? {
        let reach = Int(min(settings.rejectionInSeconds / step, 1e15))
        let distances = settings.isDisturbanceRejected ? distances(fields, track) : []
        var isAny = false
        let shown = fields.indices.map { index in
            guard fields[index].isThere else { return SIMD2<Double>.zero }
            let distance = distances.isEmpty ? 0 : distances[index]
            let seen = attitudes[index].rotate(fields[index].vector)
            let length = (seen.x * seen.x + seen.y * seen.y).squareRoot()
            let isDisbelieved = distance > 0 && distance <= reach
            guard !isDisbelieved, length > 0 else { return .zero }
            let weight = distance == 0 ? 1 : 1 / settings.rejectionFactor
            isAny = true
            // The corrected field must point along x, so rotate back by the angle at which it appears.
            return SIMD2(seen.x, -seen.y) * (weight / length)
        }
        return isAny ? shown : nil
    }

    /// The distance of each step from the nearest reading of the Earth's field, in steps.
    private static func distances(_ fields: [PackedVector], _ track: BiasTrack) -> [Int] {
        var distances = [Int](repeating: .max, count: fields.count)
        func note(_ index: Int, after last: Int) -> Int {
            let isEarth = fields[index].isThere && track.isEarthField(index)
            let distance = isEarth ? 0 : last == .max ? .max : last + 1
            distances[index] = min(distances[index], distance)
            return distance
        }
        var last = Int.max
        for index in fields.indices { last = note(index, after: last) }
        last = .max
        for index in fields.indices.reversed() { last = note(index, after: last) }
        return distances
    }

    /// The weight of a reading after 460 time constants: less is rounding error.
    private static let leastWeight = 1e-200

    /// The mean direction around each moment, as a unit vector; zero without any weight.
    private static func means(
        of shown: [SIMD2<Double>],
        timeConstants: Double
    ) -> [SIMD2<Double>] {
        let keep = 1 - PortableMath.approach(timeConstants: timeConstants)
        var means = shown
        // First sums up what follows each moment, then adds what precedes it.
        var sum = SIMD2<Double>.zero
        for index in shown.indices.reversed() {
            sum = sum * keep + shown[index]
            means[index] = sum
        }
        sum = .zero
        for index in shown.indices {
            let all = sum * keep + means[index]
            sum = sum * keep + shown[index]
            let length = (all.x * all.x + all.y * all.y).squareRoot()
            means[index] = length > leastWeight ? all / length : .zero
        }
        return means
    }
}
