// Simulates sensors that are shaken together, or worn by somebody who walks. Each has its own rate, range and
// orientation, noise, jitter and losses, and its own distance from the centre of rotation.

internal import Foundation
package import RandomWords
package import SessionAlignment

/// The acceleration of both sensors, in g along three axes, at each millisecond of true time.
package struct MadeMotion {
    private var axes: [[Double]]
    private let start: Double

    /// Rest from `start` on, for so many seconds.
    package init(start: Double, seconds: Double) {
        self.start = start
        axes = Array(repeating: Array(repeating: 0, count: Int(seconds * 1000)), count: 3)
    }

    /// Adds a shake by hand: two or three irregular bursts with pauses between them.
    package mutating func shake(at time: Double, _ random: inout RandomWords) {
        var from = time
        for _ in 0..<Int.random(in: 2...3, using: &random) {
            let length = random.uniform(1.0...2.2)
            for axis in 0..<3 {
                var phase = random.uniform(0...6.28)
                var hertz = random.uniform(3...6)
                var strength = random.uniform(0.4...1.8)
                for place in 0..<Int(length * 1000) {
                    let index = Int((from - start) * 1000) + place
                    guard axes[axis].indices.contains(index) else { continue }
                    hertz = min(max(hertz + random.uniform(-0.08...0.08), 2.5), 7)
                    strength = min(max(strength + random.uniform(-0.03...0.03), 0.2), 2.2)
                    phase += 2 * .pi * hertz / 1000
                    let edge = min(1, Double(place) / 150, (length * 1000 - Double(place)) / 150)
                    axes[axis][index] += edge * strength * (sin(phase) + 0.3 * sin(2.1 * phase))
                }
            }
            from += length + random.uniform(0.2...0.7)
        }
    }

    /// Adds walking, in which each step is much like the one before.
    package mutating func walk(from time: Double, seconds: Double, _ random: inout RandomWords) {
        var phase = 0.0
        var hertz = 1.8
        for place in 0..<Int(seconds * 1000) {
            let index = Int((time - start) * 1000) + place
            guard axes[0].indices.contains(index) else { continue }
            hertz = min(max(hertz + random.uniform(-0.002...0.002), 1.6), 2)
            phase += 2 * .pi * hertz / 1000
            axes[2][index] += 0.5 * sin(phase) + 0.3 * sin(2 * phase) + 0.2 * sin(3 * phase + 1)
            axes[0][index] += 0.25 * sin(phase / 2)
        }
    }

    func acceleration(at time: Double) -> SIMD3<Double> {
        let place = (time - start) * 1000
        let index = Int(place)
        guard index >= 0, index + 1 < axes[0].count else { return .zero }
        let share = place - Double(index)
        return SIMD3(
            axes[0][index] * (1 - share) + axes[0][index + 1] * share,
            axes[1][index] * (1 - share) + axes[1][index + 1] * share,
            axes[2][index] * (1 - share) + axes[2][index + 1] * share
        )
    }
}

/// A sensor that measures the motion.
package struct MadeSensor {
    package var rate: Double
    /// The largest acceleration that it measures, in g.
    package var range: Double
    /// How much each sensor moves by itself, as a share of the motion: distances from the centre differ.
    package var own: Double
    package var loss: Double

    package init(rate: Double, range: Double = 8, own: Double = 0.08, loss: Double = 0.005) {
        (self.rate, self.range, self.own, self.loss) = (rate, range, own, loss)
    }

    /// The readings, with their instants by the board's boot time.
    package func readings(
        of motion: MadeMotion,
        from start: Double,
        seconds: Double,
        _ random: inout RandomWords,
        boot: (Double) -> Int64
    ) -> [(instant: Int64, acceleration: SIMD3<Double>)] {
        let gravity = SIMD3<Double>(0, 0, 1)
        let turn = (Self.direction(&random), Self.direction(&random))
        var readings: [(instant: Int64, acceleration: SIMD3<Double>)] = []
        var wave = SIMD3<Double>(
            random.uniform(0...6),
            random.uniform(0...6),
            random.uniform(0...6)
        )
        let speeds = SIMD3<Double>(
            random.uniform(3...6),
            random.uniform(3...6),
            random.uniform(3...6)
        )
        var lostUntil = 0.0
        var time = start + random.uniform(0...1) / rate
        while time < start + seconds {
            defer { time += 1 / rate }
            wave += speeds * (2 * .pi / rate)
            let moved = motion.acceleration(at: time)
            let size = (moved * moved).sum().squareRoot()
            let arm = SIMD3(sin(wave.x), sin(wave.y), sin(wave.z)) * (own * size)
            let free = moved + arm + gravity
            if random.uniform(0...1) < loss { lostUntil = time + random.uniform(0...0.04) }
            if time < lostUntil { continue }
            // The sensor's orientation: two reflections, which keep lengths.
            var value = Self.mirrored(Self.mirrored(free, turn.0), turn.1)
            for axis in 0..<3 {
                value[axis] += random.normal(0.004)
                let step = range / 32768
                value[axis] = (min(max(value[axis], -range), range) / step).rounded() * step
            }
            readings.append((boot(time + random.normal(5e-5)), value))
        }
        return readings
    }

    private static func direction(_ random: inout RandomWords) -> SIMD3<Double> {
        let all = SIMD3<Double>(random.normal(), random.normal(), random.normal())
        return all / max(1e-6, (all * all).sum().squareRoot())
    }

    private static func mirrored(
        _ value: SIMD3<Double>,
        _ normal: SIMD3<Double>
    ) -> SIMD3<Double> {
        value - normal * (2 * (value * normal).sum())
    }
}

extension ShakeFinder {
    /// Finds the bursts in readings.
    package static func bursts(
        of readings: [(instant: Int64, acceleration: SIMD3<Double>)]
    ) -> [ShakeBurst] {
        var finder = ShakeFinder()
        for (instant, value) in readings {
            finder.add(
                MagnitudeReading(instant: instant, magnitude: (value * value).sum().squareRoot())
            )
        }
        finder.finish()
        return finder.bursts
    }
}
