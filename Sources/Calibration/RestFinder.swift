// A sensor is calibrated by its readings at rest. Nobody reports when it rests, so the readings themselves must show
// it.

/// The mean readings of a sensor while it lay still.
public struct Rest: Sendable, Hashable {
    /// The acceleration in g.
    public var acceleration: SIMD3<Double>
    /// The rotation in rad/s, which is the gyroscope's bias; `nil` without a gyroscope.
    public var rotation: SIMD3<Double>?
    /// Its duration.
    public var seconds: Double

    /// A rest with these mean readings.
    public init(acceleration: SIMD3<Double>, rotation: SIMD3<Double>?, seconds: Double) {
        self.acceleration = acceleration
        self.rotation = rotation
        self.seconds = seconds
    }

    /// The side that pointed up; `nil` if none was within 26° of the vertical.
    public var side: Direction? {
        let sides = Direction.allCases
        let length = acceleration.length
        return length == 0 ? nil : sides.first { acceleration[$0.axis] * $0.sign > 0.9 * length }
    }
}

/// Finds the times in which a sensor lies still, in readings as they arrive, at ten a second or more.
///
/// It lies still if for half a second no axis of its readings spreads by more than 0.02 g and 1.5 °/s about the middle,
/// and it does not tilt by more than 0.04 g meanwhile. A steady rotation about the vertical looks like a bias.
public struct RestFinder: Sendable {
    /// The shortest duration of a rest.
    public let needed: Double

    private static let windowInSeconds = 0.5
    private static let accelerationLimit = 0.02
    private static let rotationLimit = 1.5 * (.pi / 180)

    private var window = SlidingWindow<Reading>()
    private var accelerations = SlidingSpan()
    private var rotations = SlidingSpan()
    private var sum = Reading()
    private var count = 0
    /// How many of these readings have a rotation.
    private var rotationCount = 0
    private var begin: Double?

    private struct Reading: Sendable {
        var seconds = 0.0
        var acceleration = SIMD3<Double>.zero
        var rotation: SIMD3<Double>?
    }

    /// A finder without readings.
    ///
    /// - Parameter needed: How many seconds the sensor has to lie still for a rest.
    public init(seconds needed: Double = 2) {
        self.needed = needed
    }

    /// How long the sensor has lain still, in seconds.
    public var lyingForSeconds: Double {
        guard let begin, let last = window.last else { return 0 }
        return last.seconds - begin
    }

    /// The side that points up; `nil` if the sensor moves, or leans by more than 26°.
    public var side: Direction? {
        guard begin != nil, count > 0 else { return nil }
        return Rest(acceleration: sum.acceleration, rotation: nil, seconds: 0).side
    }

    /// Processes a reading.
    ///
    /// - Parameters:
    ///   - seconds: The time on any clock.
    ///   - acceleration: In g.
    ///   - rotation: In rad/s, if there is a gyroscope.
    /// - Returns: The rest that this reading ends, if any.
    public mutating func update(
        seconds: Double,
        acceleration: SIMD3<Double>,
        rotation: SIMD3<Double>? = nil
    ) -> Rest? {
        let isReading = acceleration.length < 1e3 && (rotation?.length ?? 0) < 1e3
        let isLater = window.last.map { seconds > $0.seconds && seconds - $0.seconds < 0.2 } ?? true
        guard isReading, isLater else {
            let told = finish()
            window = SlidingWindow()
            (accelerations, rotations) = (SlidingSpan(), SlidingSpan())
            return told
        }
        window.append(Reading(seconds: seconds, acceleration: acceleration, rotation: rotation))
        accelerations.append(acceleration, at: seconds)
        if let rotation { rotations.append(rotation, at: seconds) }
        let old = seconds - Self.windowInSeconds
        let isFull = window.first.map { $0.seconds <= old + 0.05 } ?? false
        window.removeFirst { $0.seconds < old }
        accelerations.removeAll(before: old)
        rotations.removeAll(before: old)
        guard isFull, isStill, isWhereItLay(acceleration) else { return finish() }
        guard begin != nil else {
            // The whole window is still, so the rest began with its first reading.
            begin = window.first?.seconds
            for reading in window.all { add(reading) }
            return nil
        }
        if let last = window.last { add(last) }
        return nil
    }

    /// Ends the readings; a rest in progress counts.
    ///
    /// - Returns: The rest, if there was one.
    public mutating func finish() -> Rest? {
        defer {
            begin = nil
            count = 0
            rotationCount = 0
            sum = Reading()
        }
        guard let begin, count > 0, sum.seconds - begin >= needed else { return nil }
        return Rest(
            acceleration: sum.acceleration / Double(count),
            rotation: sum.rotation.map { $0 / Double(rotationCount) },
            seconds: sum.seconds - begin
        )
    }

    private mutating func add(_ reading: Reading) {
        count += 1
        sum.seconds = reading.seconds
        sum.acceleration += reading.acceleration
        if let rotation = reading.rotation {
            rotationCount += 1
            sum.rotation = (sum.rotation ?? .zero) + rotation
        }
    }

    /// True if its tilt is that of the beginning of the rest: at each moment, a slow rotation looks like rest.
    private func isWhereItLay(_ acceleration: SIMD3<Double>) -> Bool {
        guard begin != nil, count > 0 else { return true }
        let off = acceleration - sum.acceleration / Double(count)
        return (0..<3).allSatisfy { abs(off[$0]) <= 2 * Self.accelerationLimit }
    }

    private var isStill: Bool {
        accelerations.widest <= 2 * Self.accelerationLimit
            && rotations.widest <= 2 * Self.rotationLimit
    }
}
