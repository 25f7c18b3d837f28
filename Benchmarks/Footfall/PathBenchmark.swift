// The whole path as one figure: from a source that waits, through the ring, to a closed file.

import Recording
import SampleFile
import SampleStream
import SystemCalls
import Timebase

struct PathBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let samples = try arguments.integer("samples", 2_000_000)
        let folder = arguments.text("output", ".build/benchmark-path")
        let start = SystemClock.monotonic.nanoseconds
        let file = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: samples,
                rateInHertz: 200,
                waitsForRoom: true,
                timekeeper: ImmediateTimekeeper()
            ),
            into: folder
        )
        let elapsed = SystemClock.monotonic.nanoseconds - start
        try? FileSystem.remove(file.place.path)
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(samples),
                records: file.summary.records,
                bytes: Int(file.summary.bytes)
            )
        )
    }
}
