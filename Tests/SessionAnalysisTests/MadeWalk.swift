// Readings and records of the computed walk, which begins with standing.

import Gait
import Testing
import WalkSource

/// Readings of the computed walk.
enum MadeWalk {
    /// The readings of one sensor.
    static func readings(
        of placement: WalkPlacement = .lowBack,
        seconds: Double,
        rate: Double = 100,
        standing: Double = 2,
        seed: UInt64 = 7
    ) throws -> [SyntheticReading] {
        var walker = Walker()
        walker.standingInSeconds = standing
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed, walker: walker))
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        var sensor = SyntheticSensor(walk: walk, placement: placement, grid: grid)
        return (0..<Int(seconds * rate)).map { sensor.reading(ofSample: $0) }
    }

    /// The samples of several walks in a row, each of which begins with standing.
    static func samples(
        walks: Int,
        seconds: Double,
        standing: Double = 10
    ) throws -> [GaitSample] {
        let one = try readings(seconds: seconds, standing: standing)
        return (0..<walks).flatMap { walk in
            one.map { reading in
                GaitSample(
                    seconds: Double(walk) * seconds + Double(reading.nanosecondsFromStart) / 1e9,
                    acceleration: reading.specificForceInG,
                    rotation: reading.angularRateInRadiansPerSecond
                )
            }
        }
    }

    /// The records of a motion file, without its brackets.
    static func records(
        _ readings: [SyntheticReading],
        withGyroscope: Bool = true,
        stepPath: (Double) -> String = { _ in "motion" }
    ) -> String {
        readings.map { reading in
            let seconds = Double(reading.nanosecondsFromStart) / 1e9
            func record(_ type: String, _ vector: SIMD3<Double>) -> String {
                "{\"uptime\":\(seconds),\"timestamp\":\(seconds),\"stepPath\":\"\(stepPath(seconds))\","
                    + "\"sensorType\":\"\(type)\",\"x\":\(vector.x),\"y\":\(vector.y),\"z\":\(vector.z)}"
            }
            let acceleration = record("accelerometer", reading.specificForceInG)
            guard withGyroscope else { return acceleration }
            return acceleration + ",\n" + record("gyro", reading.angularRateInRadiansPerSecond)
        }.joined(separator: ",\n")
    }
}
