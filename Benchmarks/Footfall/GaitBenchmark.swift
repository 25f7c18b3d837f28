// Footfall's gait analysis, for a program that compares it with the peers': of the computed cases with their truth,
// of samples that somebody recorded at the low back, and of those of a foot. Samples are exchanged as files of rows.

import Foundation
import Gait
import GaitCases
import Orientation
import WalkSource

/// One sample, laid out as in the file: seconds, g, rad/s.
private struct GaitRow: BitwiseCopyable {
    var seconds = 0.0
    var acceleration = (0.0, 0.0, 0.0)
    var rotation = (0.0, 0.0, 0.0)

    init(_ sample: GaitSample) {
        seconds = sample.seconds
        acceleration = (sample.acceleration.x, sample.acceleration.y, sample.acceleration.z)
        let rotation = sample.rotation ?? .zero
        self.rotation = (rotation.x, rotation.y, rotation.z)
    }

    var sample: GaitSample {
        GaitSample(
            seconds: seconds,
            acceleration: SIMD3(acceleration.0, acceleration.1, acceleration.2),
            rotation: SIMD3(rotation.0, rotation.1, rotation.2)
        )
    }
}

/// What Footfall finds in samples.
private struct GaitReading: Encodable {
    struct Turn: Encodable { var start, end, degrees: Double }

    /// From the report of the whole recording.
    var contacts: [Double] = []
    var sides: [String] = []
    /// From the stream.
    var live: [Double] = []
    /// The longest time from a contact to its report, in seconds.
    var latency = 0.0
    var turns: [Turn] = []
    var bouts = 0

    init(_ samples: [GaitSample], rateInHertz rate: Double) {
        let report = GaitReport(of: samples, rateInHertz: rate)
        let found = report.bouts.flatMap(\.contacts)
        contacts = found.map(\.seconds)
        sides = found.map { $0.side?.rawValue ?? "" }
        bouts = report.bouts.count
        turns = (report.turns.value ?? []).map {
            Turn(start: $0.start, end: $0.end, degrees: $0.angle * 180 / .pi)
        }
        var stream = GaitStream(rateInHertz: rate)
        func take(_ events: [GaitStream.Event], at seconds: Double) {
            for case .contact(let contact) in events {
                live.append(contact.seconds)
                latency = max(latency, seconds - contact.seconds)
            }
        }
        for sample in samples { take(stream.update(sample), at: sample.seconds) }
        take(stream.finish(), at: samples.last?.seconds ?? 0)
    }
}

/// A computed case, its truth, and what Footfall finds in it.
private struct JudgedCase: Encodable {
    var name: String
    var isPlain: Bool
    var placement: String
    var rate: Double
    var samples: String
    var strikes: [Double]
    var sides: [String]
    var turns: [GaitReading.Turn]
    var ours: GaitReading
}

/// The path of a foot in consecutive strides.
private struct FootReading: Encodable {
    var strides: Int
    var walkedInMetres: Double
    /// The distance from the first position to the last one.
    var closureInMetres: Double
    var closureOnTheLevel: Double
    var lengths: [Double]
    var contacts: [Double]
}

struct GaitBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        guard let input = arguments.text("input") else {
            return try judgeCases(in: arguments.text("output", ".build/gait"))
        }
        let samples = try RowFile<GaitRow>.load(input).map(\.sample)
        let rate = Double(try arguments.integer("rate", 100))
        guard GaitStream.rates ~= rate else {
            throw BenchmarkError("gait cannot be read at \(rate) Hz; give --rate 25 to 1000")
        }
        if arguments.flag("foot") {
            try Report.json(Self.followed(samples, rate))
        } else {
            try Report.json(GaitReading(samples, rateInHertz: rate))
        }
    }

    private func judgeCases(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let seed = UInt64(max(0, try arguments.integer("seed", 7)))
        let judged = try GaitCase.all.enumerated().map { index, one in
            var one = one
            one.seed = seed
            let walked = try one.walked()
            let file = "\(folder)/\(index).f64"
            try RowFile.store(walked.samples.map(GaitRow.init), in: file)
            return JudgedCase(
                name: one.name,
                isPlain: one.isPlain,
                placement: one.placement.rawValue,
                rate: one.rateInHertz,
                samples: file,
                strikes: walked.strikes.map(\.seconds),
                sides: walked.strikes.map(\.side.rawValue),
                turns: walked.turns.map {
                    .init(start: $0.start, end: $0.end, degrees: $0.angle * 180 / .pi)
                },
                ours: GaitReading(walked.samples, rateInHertz: one.rateInHertz)
            )
        }
        try Report.json(judged)
    }

    /// Finds the strides of a foot by the attitude that is computed from the whole recording.
    private static func followed(_ samples: [GaitSample], _ rate: Double) -> FootReading {
        var offline = OfflineOrientation(rateInHertz: rate)
        for (sample, before) in zip(samples, [nil] + samples.map(\.seconds)) {
            offline.append(
                gyroscope: sample.rotation ?? .zero,
                accelerometer: sample.acceleration,
                turnTimeInSeconds: before.map { sample.seconds - $0 }
            )
        }
        let solved = offline.solve()
        var stream = FootStream(sampleRateInHertz: rate)
        var strides: [FootStride] = []
        for (index, sample) in samples.enumerated() {
            let stride = stream.update(
                FootSample(
                    seconds: sample.seconds,
                    acceleration: sample.acceleration,
                    rotation: (sample.rotation ?? .zero) - solved.bias(at: index),
                    attitude: solved.attitude6D(at: index)
                )
            )
            if let stride { strides.append(stride) }
        }
        if let last = stream.finish() { strides.append(last) }
        let moved = strides.compactMap(\.displacement.value)
        let sum = moved.reduce(.zero, +)
        return FootReading(
            strides: strides.count,
            walkedInMetres: strides.compactMap(\.lengthInMetres).reduce(0, +),
            closureInMetres: (sum * sum).sum().squareRoot(),
            closureOnTheLevel: (sum.x * sum.x + sum.y * sum.y).squareRoot(),
            lengths: strides.compactMap(\.lengthInMetres),
            contacts: strides.compactMap(\.contact)
        )
    }
}
