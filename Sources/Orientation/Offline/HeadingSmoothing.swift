// Where north is, over a recording. At each magnetometer reading the field shows by how much the attitude without north
// has to be turned. That drifts slowly, so each moment's turn is the mean of those around it, of which the near ones
// weigh more; twice, since what a magnetometer has of its own goes round with the walker, slower than one mean takes
// it away. Readings of a field that is not the Earth's weigh nothing, unless they are far from any that is.

enum HeadingSmoothing {
    /// The turn about the vertical that puts each attitude to north, in radians.
    ///
    /// - Parameters:
    ///   - attitudes: Without north.
    ///   - fields: The magnetometer's readings; empty, or one for each attitude.
    ///   - track: Which of them were of the Earth's field.
    ///   - settings: How slowly the heading follows.
    ///   - step: Of time, in seconds.
    /// - Returns: One for each attitude, no number where readings are too far; none at all where no reading tells north.
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
        // At an end there is only one side to take a mean of: so it reaches twice as far there.
        let far = means(of: shown, timeConstants: step / (2 * constant))
        let last = shown.count - 1
        return shown.indices.map { index in
            let distance = Double(min(index, last - index)) * step / constant
            let share = PortableMath.approach(timeConstants: distance)
            // So long after a reading, and before one, nothing tells north any more.
            guard once[index] != .zero else { return .nan }
            let all = near[index] * share + far[index] * (1 - share)
            return PortableMath.arcTangent(y: all.y, x: all.x)
        }
    }

    /// The time constant of the second mean, as a part of the first: more follows a drift too slowly.
    private static let secondPart = 0.8

    /// The turns that readings show, each as a direction as long as it weighs.
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
            // North must come to lie along x: turned back by the angle at which it is seen.
            return SIMD2(seen.x, -seen.y) * (weight / length)
        }
        return isAny ? shown : nil
    }

    /// How many steps each is from the next reading of the Earth's field, on either side.
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

    /// What is left of a reading's weight behind 460 time constants: less is rounding.
    private static let leastWeight = 1e-200

    /// The mean direction about each moment, of length one; zero where nothing weighs anything.
    private static func means(
        of shown: [SIMD2<Double>],
        timeConstants: Double
    ) -> [SIMD2<Double>] {
        let keep = 1 - PortableMath.approach(timeConstants: timeConstants)
        var means = shown
        // What lies on one side of a moment, and then, with it, what lies on the other.
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
