// Runs the attitude filter over a file of samples. What it returns after each is written to another file, so that a
// program which knows the truth can compare it. Only the filter is timed. With `--offline` it is the filter that uses
// the whole recording.

import CMallocCount
import Orientation

/// One sample, laid out as in the file: rad/s, g, µT.
private struct InertialRow: BitwiseCopyable {
    var gyroscope: (Double, Double, Double)
    var accelerometer: (Double, Double, Double)
    var magnetometer: (Double, Double, Double)
}

/// What the filter returns after a sample, laid out as in the file: w, x, y, z of both attitudes, the
/// bias in rad/s, and 1 for rest plus 2 for a disturbed field.
private struct AttitudeRow: BitwiseCopyable {
    var attitude6D = Quaternion.identity
    var attitude9D = Quaternion.identity
    var bias = (0.0, 0.0, 0.0)
    var flags = 0.0
}

struct OrientationBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let input = arguments.text("input", ".build/orientation.f64")
        let rate = try arguments.integer("rate", 100)
        let passes = max(1, try arguments.integer("passes", 1))
        let samples = try RowFile<InertialRow>.load(input)
        guard !samples.isEmpty else { throw BenchmarkError("\(input) has no samples") }
        var answers = Array(repeating: AttitudeRow(), count: samples.count)
        let isOffline = arguments.flag("offline")
        var best = Int64.max
        var allocations: UInt64 = 0
        for _ in 0..<passes {
            let taken = processorTimeTaken {
                if isOffline {
                    Self.solve(samples, rate, into: &answers)
                } else {
                    allocations += Self.filter(samples, rate, into: &answers)
                }
            }
            best = min(best, taken)
        }
        if let output = arguments.text("output") { try RowFile.store(answers, in: output) }
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(best) / Double(samples.count),
                records: samples.count,
                allocations: footfall_counts_allocations() && !isOffline ? Int(allocations) : nil
            )
        )
    }

    /// Returns how often it allocated.
    private static func filter(
        _ samples: [InertialRow],
        _ rate: Int,
        into answers: inout [AttitudeRow]
    ) -> UInt64 {
        var filter = OrientationFilter(rateInHertz: Double(rate))
        let before = footfall_allocations()
        for index in samples.indices {
            let sample = samples[index]
            filter.update(
                gyroscope: vector(sample.gyroscope),
                accelerometer: vector(sample.accelerometer),
                magnetometer: vector(sample.magnetometer)
            )
            let bias = filter.bias
            answers[index] = AttitudeRow(
                attitude6D: filter.attitude6D,
                attitude9D: filter.attitude9D ?? .identity,
                bias: (bias.x, bias.y, bias.z),
                flags: (filter.isAtRest ? 1 : 0) + (filter.isMagneticFieldDisturbed ? 2 : 0)
            )
        }
        return footfall_allocations() - before
    }

    private static func solve(
        _ samples: [InertialRow],
        _ rate: Int,
        into answers: inout [AttitudeRow]
    ) {
        var offline = OfflineOrientation(rateInHertz: Double(rate))
        for sample in samples {
            offline.append(
                gyroscope: vector(sample.gyroscope),
                accelerometer: vector(sample.accelerometer),
                magnetometer: vector(sample.magnetometer)
            )
        }
        let solved = offline.solve()
        for index in samples.indices {
            let bias = solved.bias(at: index)
            answers[index] = AttitudeRow(
                attitude6D: solved.attitude6D(at: index),
                attitude9D: solved.attitude9D(at: index) ?? .identity,
                bias: (bias.x, bias.y, bias.z),
                flags: (solved.isAtRest(at: index) ? 1 : 0)
                    + (solved.isMagneticFieldDisturbed(at: index) ? 2 : 0)
            )
        }
    }

    private static func vector(_ values: (Double, Double, Double)) -> SIMD3<Double> {
        SIMD3(values.0, values.1, values.2)
    }
}
