// Records ten million samples as fast as the machine can, twice. With a source that waits for room, each is in the
// file; with one that may not wait, each is there or in a gap that counts it. The memory does not grow.

import Recording
import SampleFile
import SystemCalls
import Timebase

struct TenMillion {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let samples = try arguments.integer("samples", 10_000_000)
        let folder = arguments.text("output", ".build/proofs/ten-million")
        try await prove(samples, waitsForRoom: true, in: folder)
        try await prove(samples, waitsForRoom: false, in: folder)
    }

    private func prove(_ samples: Int, waitsForRoom: Bool, in folder: String) async throws {
        let memory = ResidentMemory()
        let warmUp = samples / 10
        let step = max(1, samples / 100)
        let start = SystemClock.monotonic.nanoseconds
        let file = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: samples,
                rateInHertz: 200,
                waitsForRoom: waitsForRoom,
                timekeeper: ImmediateTimekeeper(),
                interval: step,
                onInterval: { sent in if sent > warmUp { memory.sample() } }
            ),
            into: folder
        )
        let elapsed = Double(SystemClock.monotonic.nanoseconds - start) / 1e9
        let walk = try NumberedWalk(through: file.place.path)
        try? FileSystem.remove(file.place.path)

        let kind = waitsForRoom ? "waiting source" : "source that may not wait"
        Report.line(
            "\(kind): \(walk.samples) samples in the file, \(walk.missing) in \(walk.gaps) gaps, "
                + "\(Table.decimals(elapsed, 1)) s; resident memory "
                + "\(Table.mebibytes(memory.peak)) MiB, span \(Table.mebibytes(memory.span)) MiB"
        )
        guard walk.accounted == samples else {
            throw BenchmarkError("\(walk.accounted) of \(samples) samples are accounted for")
        }
        guard !waitsForRoom || walk.missing == 0 else {
            throw BenchmarkError("a source that waits lost \(walk.missing) samples")
        }
        guard file.lost == walk.missing, file.samples == walk.samples else {
            throw BenchmarkError(
                "the recorder counts \(file.samples) samples and \(file.lost) lost, the file has "
                    + "\(walk.samples) and \(walk.missing)"
            )
        }
        guard memory.span <= 1 << 20 else {
            throw BenchmarkError("memory is not flat: it spans \(memory.span) bytes")
        }
    }
}

extension Table {
    static func mebibytes(_ bytes: Int) -> String {
        decimals(Double(bytes) / 1_048_576, 2)
    }
}
