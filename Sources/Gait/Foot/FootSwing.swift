// Finds when a foot left the ground and came down, from its rotation. In a stride a foot rotates mostly about one axis
// across it: the heel rises; during the swing the toes come up; after the contact they come down. So the swing is one
// rotation between two reversals of direction (Rampp 2015). At the first reversal the foot has left the ground; near
// the second it comes down, at the moment where the acceleration changes most.

/// The swing in one stride.
struct FootSwing {
    /// When the foot left the ground.
    let toeOff: Double
    /// When it came down.
    let contact: Double

    /// Finds the swing; `nil` if the samples show none.
    init?(_ samples: ArraySlice<FootSample>, velocities: [SIMD3<Double>]) {
        let samples = Array(samples)
        guard samples.count > 4, samples.count == velocities.count else { return nil }
        func speed(_ index: Int) -> Double {
            velocities[index].x * velocities[index].x + velocities[index].y * velocities[index].y
        }
        let axis = Self.mainAxis(samples)
        guard let fastest = samples.indices.max(by: { speed($0) < speed($1) }) else { return nil }
        // The foot moves forward fastest in the swing, while the toes come up; so the rotation at that moment gives
        // the sign of the axis.
        let sign = samples[fastest].rotation.dot(axis) < 0 ? -1.0 : 1
        let turning = samples.map { sign * $0.rotation.dot(axis) }
        guard let peak = turning.indices.max(by: { turning[$0] < turning[$1] }),
            let off = turning.indices.last(where: { $0 < peak && turning[$0] <= 0 }),
            let down = turning.indices.first(where: { $0 > peak && turning[$0] <= 0 })
        else { return nil }
        toeOff = Self.crossing(samples, turning, after: off)
        contact = Self.blow(samples, around: down)
    }

    private static let blowInSeconds = 0.08

    /// The axis about which the foot rotates most.
    private static func mainAxis(_ samples: [FootSample]) -> SIMD3<Double> {
        var axis = samples.map(\.rotation).max { $0.dot($0) < $1.dot($1) } ?? .zero
        for _ in 0..<20 {
            var next = SIMD3<Double>.zero
            for sample in samples { next += sample.rotation * sample.rotation.dot(axis) }
            let length = next.dot(next).squareRoot()
            guard length > 0 else { return axis }
            axis = next / length
        }
        return axis
    }

    private static func crossing(
        _ samples: [FootSample],
        _ turning: [Double],
        after index: Int
    ) -> Double {
        let (from, to) = (turning[index], turning[index + 1])
        let share = to > from ? -from / (to - from) : 0
        return samples[index].seconds
            + share * (samples[index + 1].seconds - samples[index].seconds)
    }

    /// The time around a sample at which the acceleration changes most.
    private static func blow(_ samples: [FootSample], around index: Int) -> Double {
        var most = 0.0
        var when = samples[index].seconds
        for next in samples.indices.dropFirst() {
            let (one, other) = (samples[next - 1], samples[next])
            let middle = (one.seconds + other.seconds) / 2
            guard abs(middle - samples[index].seconds) <= blowInSeconds else { continue }
            let change = (other.acceleration - one.acceleration) / (other.seconds - one.seconds)
            guard change.dot(change) > most else { continue }
            most = change.dot(change)
            when = middle
        }
        return when
    }
}
