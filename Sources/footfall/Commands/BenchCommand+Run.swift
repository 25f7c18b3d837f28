// Carries out `footfall bench`: measures the whole path of samples on this machine, from a source through the ring
// buffer to a file and back, in a temporary folder.

internal import FoundationEssentials
internal import PlainWords
internal import RecorderKinds
internal import Research
internal import SampleFile
internal import SessionFolder
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import Timebase

extension BenchCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let folder =
            "\(Environment.variable("TMPDIR") ?? "/tmp")/footfall-bench-\(UUID.random().uuidString)"
        try FileSystem.makeDirectory(folder)
        defer { Self.delete(folder) }

        let outcome = try await RecordingRun.begin(plan(in: folder)).run(
            until: surroundings.stopRequests.handedOn()
        )
        if let error = outcome.error { throw RunFailure(error) }
        let file = try Self.sampleFile(of: outcome)
        let reading = try surroundings.stopRequests.withNothingToKeep(
            "the bench was stopped while it read; run it again for figures",
            cleaning: { Self.delete(folder) }
        ) {
            try Self.read(outcome.session)
        }
        let figures = BenchFigures(
            samples: file.samples,
            bytes: file.bytes,
            recordSeconds: outcome.tookSeconds,
            readSeconds: reading.inSeconds
        )
        surroundings.console.print(
            isJSON ? try JSONText.line(of: figures) : figures.table
        )
        return .good
    }

    @MainActor
    private func plan(in folder: String) throws -> RecordingPlan {
        let start = ClockReading.now()
        return RecordingPlan(
            identifier: "bench",
            output: folder,
            start: start,
            zone: .utc,
            recorders: try WalkOptions(rateInHertz: 1000, writesTruth: false).recorders(
                at: ["lowBack"],
                of: ["accelerometer", "gyro", "magnetometer"],
                for: duration,
                from: start,
                by: { ImmediateTimekeeper(startingAt: start) }
            )
        )
    }

    private static func sampleFile(of outcome: RecordingOutcome) throws -> RecordingOutcome.File {
        guard let file = outcome.files.first, file.samples > 0 else {
            throw RunFailure(
                "nothing was recorded; stop it later, or give a longer --duration"
            )
        }
        return file
    }

    private static func read(_ path: String) throws -> Duration {
        let clock = LiveTimekeeper()
        let began = clock.now
        let session = try Session(opening: path)
        var checked = 0.0
        for file in session.sampleFiles {
            guard let schema = StandardKinds.all.kind(of: file)?.schema,
                let column = schema.index(of: "x")
            else { continue }
            var reader = try session.reader(of: file, schema: schema)
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count { checked += batch.number(row, column) ?? 0 }
            }
        }
        guard checked.isFinite else { throw RunFailure("\(path): it sums up to no number") }
        return began.duration(to: clock.now)
    }

    private static func delete(_ path: String) {
        if FileSystem.kind(of: path) == .directory {
            for name in (try? FileSystem.list(path)) ?? [] { delete("\(path)/\(name)") }
            try? FileSystem.removeDirectory(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}

/// What a machine can record.
struct BenchFigures: Sendable, Equatable, Encodable {
    var samples: Int
    var bytes: Int64
    var recordSeconds: Double
    var readSeconds: Double

    /// The figures for a user.
    var table: String {
        [
            "\(Quantity.count(samples, "sample", "samples")), \(Quantity.bytes(bytes))",
            "recorded  \(rates(over: recordSeconds))  (computing the walk included)",
            "read      \(rates(over: readSeconds))",
        ].joined(separator: "\n")
    }

    private func rates(over seconds: Double) -> String {
        let perSecond = seconds > 0 ? Double(samples) / seconds : 0
        let bytesPerSecond = seconds > 0 ? Double(bytes) / seconds : 0
        return "\(Quantity.grouped(Int(perSecond))) samples/s, "
            + "\(Quantity.bytes(Int64(bytesPerSecond)))/s"
    }
}
