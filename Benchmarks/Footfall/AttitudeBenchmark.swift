// Computes attitudes from a stream of readings and gaps, as the recorder does. They are written to another file, so
// that a program which knows the truth can compare them. Only the computing is timed.

import MotionRecorder
import Recording
import SampleStream
import Timebase

/// One item of the stream, laid out as in the file.
private struct StreamRow: BitwiseCopyable {
    /// The channel, plus 8 for a gap, or plus 16 for a gap whose count is an estimate.
    ///
    /// The accelerometer's is 0, the gyroscope's 1, the magnetometer's 2.
    var kind: Double
    var timestampInNanoseconds: Double
    /// Three values of a reading; the first one of a gap is its count.
    var values: (Double, Double, Double)

    var sample: MotionSample {
        let time = BootInstant(nanoseconds: Int64(timestampInNanoseconds))
        let code = Int(kind)
        guard code >= 8 else {
            return MotionSample(channel: code, at: time, x: values.0, y: values.1, z: values.2)
        }
        return .gap(
            channel: code & 7,
            at: time,
            lost: Int64(values.0),
            reason: .device,
            isEstimated: code >= 16
        )
    }
}

/// An attitude, laid out as in the file.
private struct TimedAttitudeRow: BitwiseCopyable {
    var timestampInNanoseconds: Double
    var w, x, y, z: Double
}

/// Measures what the recorder computes: `attitude --input FILE --output FILE [--rate HZ] [--passes N]`.
struct AttitudeBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let input = arguments.text("input", ".build/stream.f64")
        let rate = Double(try arguments.integer("rate", 100))
        let passes = max(1, try arguments.integer("passes", 1))
        let items = try RowFile<StreamRow>.load(input).map(\.sample)
        let readings = items.count { $0.type == .gyro && $0.role == .reading }
        guard readings > 0 else { throw BenchmarkError("\(input) has no readings") }
        var answers: [TimedAttitudeRow] = []
        answers.reserveCapacity(2 * items.count)
        var best = Int64.max
        for _ in 0..<passes {
            answers.removeAll(keepingCapacity: true)
            best = min(best, try processorTimeTaken { try derive(items, rate, into: &answers) })
        }
        if let output = arguments.text("output") { try RowFile.store(answers, in: output) }
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(best) / Double(readings),
                records: answers.count
            )
        )
    }

    private func derive(
        _ items: [MotionSample],
        _ rate: Double,
        into answers: inout [TimedAttitudeRow]
    ) throws {
        var source = SourceDescription(name: "simulation", kind: "test", clock: "boottime")
        for type in MotionSensorType.raw { source.nominalRatesInHertz[type.channel] = rate }
        let request = MotionRequest(types: [.attitude, .magneticField], rateInHertz: rate)
        guard let processor = MotionProcessor(for: request, of: source) else {
            throw BenchmarkError("there is nothing to be computed")
        }
        let attitude = MotionSensorType.attitude.channel
        func take(_ samples: UnsafeBufferPointer<MotionSample>) {
            for index in 0..<samples.count {
                let sample = unsafe samples[index]
                // This search is timed, too, though the recorder does not need it.
                guard sample.channel == attitude, case .reading = sample.role else { continue }
                answers.append(
                    TimedAttitudeRow(
                        timestampInNanoseconds: Double(sample.time.nanoseconds),
                        w: sample.w,
                        x: sample.x,
                        y: sample.y,
                        z: sample.z
                    )
                )
            }
        }
        unsafe items.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: 64) {
                let batch = unsafe all[start..<min(start + 64, all.count)]
                unsafe processor.derive(from: UnsafeBufferPointer(rebasing: batch)) {
                    unsafe take($0)
                }
            }
        }
        unsafe processor.finish { unsafe take($0) }
    }
}
