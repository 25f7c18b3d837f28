// The path of a foot needs an attitude that also uses later readings, so readings are stored. Since a recording may
// last a day, this is done in overlapping pieces.

internal import Gait
internal import Orientation

/// Computes the gait of a foot sensor, storing a limited number of readings.
struct FootGaitBuilder {
    /// The largest number of stored readings: 30 minutes at 100 Hz.
    static let mostReadings = 180_000
    /// At high rates, the least time that is stored, in seconds: a walk of six minutes.
    static let leastSecondsHeld = 400.0
    /// The overlap of two pieces on either side of a cut, in seconds: longer than any stride.
    static let overlapInSeconds = 65.0
    /// During a longer time without readings the foot may have rotated by an unknown angle.
    private static let longestBridgedHoleInSeconds = 0.5
    /// A reading that is later than this many periods has a missing one before it.
    private static let latePeriods = 1.6
    /// A longer stance ends a bout, so losses before it do not count.
    private static let longestStanceInSeconds = 3.0

    private let rate: Double
    private let capacity: Int
    private var readings: [Reading] = []
    private var latest = -Double.infinity
    private var told = -Double.infinity
    private var strides: [FootBoutReport.Stride] = []

    private struct Reading {
        var seconds: Double
        var acceleration: SIMD3<Double>
        var rotation: SIMD3<Double>
    }

    /// A builder without readings, for a rate.
    init(rateInHertz rate: Double, capacity: Int? = nil) {
        self.rate = rate
        self.capacity = capacity ?? max(Self.mostReadings, Int(Self.leastSecondsHeld * rate))
    }

    /// Adds the next reading.
    ///
    /// - Parameters:
    ///   - seconds: The time.
    ///   - acceleration: In g.
    ///   - rotation: In rad/s.
    /// - Returns: `false` if the reading was dropped: implausible, or not later than the one before.
    @discardableResult
    mutating func add(
        seconds: Double,
        acceleration: SIMD3<Double>,
        rotation: SIMD3<Double>
    ) -> Bool {
        let sample = FootSample(
            seconds: seconds,
            acceleration: acceleration,
            rotation: rotation,
            attitude: .identity
        )
        guard sample.isReading, seconds > latest else { return false }
        latest = seconds
        if readings.count >= capacity { settle() }
        readings.append(
            Reading(seconds: seconds, acceleration: acceleration, rotation: rotation)
        )
        return true
    }

    /// Ends the readings and returns the gait.
    mutating func finish() -> FootGait {
        takeStrides(until: .infinity)
        return FootGait(bouts: FootBoutReport.bouts(of: strides))
    }

    private mutating func settle() {
        guard let first = readings.first, let last = readings.last else { return }
        let held = last.seconds - max(first.seconds, told)
        let cut = takeStrides(until: last.seconds - min(Self.overlapInSeconds, held / 4))
        told = cut
        let kept = readings.firstIndex { $0.seconds >= cut - Self.overlapInSeconds } ?? 0
        // Always drops some readings: with very dense or sparse times the overlap could otherwise cover all of them
        // forever.
        readings.removeFirst(max(kept, readings.count / 4))
    }

    /// Adds the strides that begin before a time and were not added yet.
    ///
    /// The start of a stride may differ slightly between pieces; so if the time falls into a stride, the cut is moved
    /// to that stride's middle.
    ///
    /// - Parameter time: The time.
    /// - Returns: The time up to which strides were added.
    @discardableResult
    private mutating func takeStrides(until time: Double) -> Double {
        let attitudes = solve()
        var stream = FootStream(sampleRateInHertz: rate)
        var found: [FootStride] = []
        for (index, reading) in readings.enumerated() {
            let stride = stream.update(
                FootSample(
                    seconds: reading.seconds,
                    acceleration: reading.acceleration,
                    rotation: reading.rotation - attitudes.bias(at: index),
                    attitude: attitudes.attitude6D(at: index)
                )
            )
            if let stride { found.append(stride) }
        }
        if let last = stream.finish() { found.append(last) }
        let across = found.last { $0.start < time && $0.end > time }
        let cut = across.map { ($0.start + $0.end) / 2 } ?? time
        for stride in found where stride.start >= told && stride.start < cut {
            let before = strides.last.map { min($0.stride.end, stride.start) }
            let near = max(before ?? stride.start, stride.start - Self.longestStanceInSeconds)
            let stance = loss(from: near, to: stride.start)
            let within = loss(from: stride.start, to: stride.end)
            strides.append(
                FootBoutReport.Stride(
                    stride,
                    lostSeconds: within.seconds,
                    lostSecondsBefore: stance.seconds,
                    followsLoss: max(stance.longest, within.longest)
                        > FootBoutReport.Stride.longestHoleInSeconds
                )
            )
        }
        return cut
    }

    private func solve() -> OfflineAttitudes {
        var offline = OfflineOrientation(rateInHertz: rate)
        var last: Double?
        for reading in readings {
            let elapsed = last.map { reading.seconds - $0 }
            last = reading.seconds
            let isHole = elapsed.map { $0 > Self.longestBridgedHoleInSeconds } ?? false
            if let elapsed, isHole { offline.passHole(ofSeconds: elapsed) }
            offline.append(
                gyroscope: reading.rotation,
                accelerometer: reading.acceleration,
                turnTimeInSeconds: isHole ? nil : elapsed
            )
        }
        return offline.solve()
    }

    /// How many seconds are missing in a time range, and the longest gap in it.
    private func loss(from start: Double, to end: Double) -> (seconds: Double, longest: Double) {
        var (low, high) = (0, readings.count)
        while low < high {
            let middle = (low + high) / 2
            if readings[middle].seconds < start { low = middle + 1 } else { high = middle }
        }
        var (lost, longest) = (0.0, 0.0)
        var index = low + 1
        while index < readings.count, readings[index].seconds <= end {
            let elapsed = readings[index].seconds - readings[index - 1].seconds
            if elapsed * rate > Self.latePeriods {
                lost += elapsed - 1 / rate
                longest = max(longest, elapsed)
            }
            index += 1
        }
        return (lost, longest)
    }
}
