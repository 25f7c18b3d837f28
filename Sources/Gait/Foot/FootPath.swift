// Where a foot went between two moments at which it lay still. The accelerometer is integrated twice; what the foot would
// still have of speed at the end is error, and grew with time, so it is taken out in proportion to time (zero-velocity
// update, as in Rampp 2015).

internal import Orientation

/// What one stride's samples say of where the foot went.
struct FootPath {
    /// From the first sample to the last, in metres.
    private(set) var displacement = SIMD3<Double>.zero
    /// How fast the foot would have been at the end, in m/s.
    private(set) var drift = SIMD3<Double>.zero
    /// At each sample, in m/s.
    private(set) var velocities: [SIMD3<Double>] = []

    static let standardGravity = 9.80665

    /// - Parameter samples: Of a stride, of which the first and the last are at rest.
    init(_ samples: ArraySlice<FootSample>) {
        guard let first = samples.first, let last = samples.last, last.seconds > first.seconds
        else { return }
        velocities.reserveCapacity(samples.count)
        var before = first
        var felt = Self.acceleration(first)
        var velocity = SIMD3<Double>.zero
        for sample in samples {
            let now = Self.acceleration(sample)
            velocity += (felt + now) * ((sample.seconds - before.seconds) / 2)
            velocities.append(velocity)
            (before, felt) = (sample, now)
        }
        drift = velocity
        var place = SIMD3<Double>.zero
        var lastVelocity = SIMD3<Double>.zero
        before = first
        for (index, sample) in samples.enumerated() {
            let share = (sample.seconds - first.seconds) / (last.seconds - first.seconds)
            velocities[index] -= drift * share
            place += (lastVelocity + velocities[index]) * ((sample.seconds - before.seconds) / 2)
            (before, lastVelocity) = (sample, velocities[index])
        }
        displacement = place
    }

    /// In the earth's frame, without gravity, in m/s².
    private static func acceleration(_ sample: FootSample) -> SIMD3<Double> {
        (sample.attitude.rotate(sample.acceleration) - SIMD3(0, 0, 1)) * standardGravity
    }
}
