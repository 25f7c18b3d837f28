// Small parts that other proofs start as processes of their own: reading a file of numbered samples
// to its end, and recording numbered samples in the machine's own time until killed.

import Recording
import SampleFile
import SystemCalls
import Timebase

struct Walk {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        guard let input = arguments.text("input") else {
            throw BenchmarkError("--input is missing")
        }
        let memory = ResidentMemory()
        let walk = try NumberedWalk(through: input) { memory.sample() }
        try Report.json(
            Measurement(
                program: "walk",
                nanoseconds: 0,
                records: walk.samples,
                residentPeak: memory.peak,
                residentSpan: memory.span
            )
        )
    }
}

struct NumberedLiveRecording {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let seconds = try arguments.integer("duration", 60)
        let rate = try arguments.integer("rate", 1000)
        let clock = LiveTimekeeper()
        _ = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: seconds * rate,
                rateInHertz: Double(rate),
                waitsForRoom: false,
                pacing: clock,
                timekeeper: clock
            ),
            into: arguments.text("output", ".build/proofs/numbered"),
            compression: arguments.flag("compress") ? .zstd : nil
        )
    }
}
