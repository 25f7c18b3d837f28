// Records a day of two sensors at 100 Hz, on a clock that jumps: the memory does not grow, and the file is whole,
// with every sample so far, at ten checkpoints while the recording goes on.

import Foundation
import Recording
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Timebase

struct Soak {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let hours = try arguments.integer("hours", 24)
        let samples = hours * 3600 * 200
        let folder = arguments.text("output", ".build/proofs/soak")
        let checkpoints = Checkpoints(file: folder + "/numbered.json", samples: samples)
        let file = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: samples,
                rateInHertz: 200,
                waitsForRoom: true,
                timekeeper: ImmediateTimekeeper(),
                interval: samples / 10,
                onInterval: { checkpoints.check(after: $0) }
            ),
            into: folder
        )
        let walk = try NumberedWalk(through: file.place.path)
        try? FileSystem.remove(file.place.path)
        Report.line(
            "\(hours) h simulated: \(walk.samples) samples, \(file.summary.bytes) bytes, resident "
                + "memory \(Table.mebibytes(checkpoints.memory.peak)) MiB, span "
                + "\(Table.mebibytes(checkpoints.memory.span)) MiB"
        )
        if let problem = checkpoints.problem { throw BenchmarkError(problem) }
        guard checkpoints.passed == 10, walk.samples == samples else {
            throw BenchmarkError(
                "\(checkpoints.passed) of 10 checkpoints, \(walk.samples) of \(samples) samples"
            )
        }
        guard checkpoints.memory.span <= 1 << 20 else {
            throw BenchmarkError("memory is not flat: it spans \(checkpoints.memory.span) bytes")
        }
    }
}

/// Stops the source for a moment and has the file read by a process of its own.
private final class Checkpoints: Sendable {
    let memory = ResidentMemory()
    private let file: String
    private let samples: Int
    private let state = Mutex((passed: 0, problem: String?.none))

    init(file: String, samples: Int) {
        self.file = file
        self.samples = samples
    }

    var passed: Int { state.withLock { $0.passed } }
    var problem: String? { state.withLock { $0.problem } }

    /// Called on the capture thread: while it is here, nothing new is recorded.
    func check(after sent: Int) {
        // The writer empties the ring and flushes within its interval; give it four of them.
        let wakeEvent = WakeEvent()
        wakeEvent.wait(since: wakeEvent.count, upTo: .seconds(1))
        do {
            // Flushed by then: the start mark and every sample so far.
            let walk = try Self.walkInAnotherProcess(through: file)
            guard walk == sent else {
                throw BenchmarkError("\(walk) of \(sent) samples are in the file")
            }
            // Only from here on: what starting a process takes the first time is no growth.
            memory.sample()
            state.withLock { $0.passed += 1 }
            Report.line("\(sent) samples: whole, \(Table.mebibytes(ResidentMemory.bytes)) MiB")
        } catch {
            state.withLock { $0.problem = $0.problem ?? "after \(sent) samples: \(error)" }
        }
    }

    /// So that the reader's memory is not taken for the recorder's.
    private static func walkInAnotherProcess(through file: String) throws -> Int {
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("the path of this program is unknown")
        }
        let measured = try Trials.measure(
            Contender(name: "walk", command: [program, "walk", "--input", file], needs: program)
        )
        return measured.records ?? 0
    }
}
