// The displacement of a foot between two moments of rest. The acceleration is integrated twice. Any velocity that
// remains at the end is error that has grown with time, so it is subtracted in proportion to time (zero-velocity
// update, as in Rampp 2015).

internal import Orientation

/// The displacement computed from one stride's samples.
struct FootPath {
    /// From the first sample to the last, in metres.
    private(set) var displacement = SIMD3<Double>.zero
    /// The velocity that remained at the end before correction, in m/s.
    private(set) var drift = SIMD3<Double>.zero
    /// The velocity at each sample, in m/s.
    private(set) var velocities: [SIMD3<Double>] = []

    static let standardGravity = 9.80665

    /// Computes the displacement of a stride; it is zero if the samples span no time.
    ///
    /// - Parameter samples: The samples of the stride; the first and the last are at rest.
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

    /// The acceleration in the earth's frame, without gravity, in m/s².
    private static func acceleration(_ sample: FootSample) -> SIMD3<Double> {
        (sample.attitude.rotate(sample.acceleration) - SIMD3(0, 0, 1)) * standardGravity
    }
}
