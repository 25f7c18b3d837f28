// Counts the heap allocations of the whole process, on every thread, between two points of a
// recording: after the first million samples, and two million later. One contest records the types that a
// source gives, another one those that are computed from them.

import CMallocCount
import MotionRecorder
import Recording
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Timebase

struct AllocationCount {
    private let arguments: Arguments
    private let types: [MotionSensorType]

    init(_ arguments: Arguments, of types: [MotionSensorType]) {
        self.arguments = arguments
        self.types = types
    }

    func run() async throws {
        guard footfall_counts_allocations() else {
            throw BenchmarkError("a sanitizer owns the heap in this build; nothing was counted")
        }
        let warmUp = try arguments.integer("warm-up", 1_000_000)
        let samples = try arguments.integer("samples", 2_000_000)
        let traps = arguments.flag("trap")
        let counts = Counts()
        let file = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: warmUp + samples + warmUp,
                rateInHertz: 200,
                waitsForRoom: true,
                timekeeper: ImmediateTimekeeper(),
                numbers: types.contains(where: \.isDerived) ? 3 : .max,
                interval: warmUp,
                onInterval: { sent in
                    if sent == warmUp {
                        counts.before.store(footfall_allocations(), ordering: .relaxed)
                        footfall_trap_allocations(traps)
                    } else if sent == warmUp + samples {
                        footfall_trap_allocations(false)
                        counts.after.store(footfall_allocations(), ordering: .relaxed)
                    }
                }
            ),
            into: arguments.text("output", ".build/benchmark-allocations"),
            types: types
        )
        for type in types {
            let samples = file.channels.first { $0.name == type.rawValue }?.account.samples ?? 0
            guard samples > warmUp else {
                throw BenchmarkError("\(type.rawValue) has \(samples) samples; nothing was proved")
            }
        }
        try? FileSystem.remove(file.place.path)
        let before = counts.before.load(ordering: .relaxed)
        let after = counts.after.load(ordering: .relaxed)
        guard before > 0, after >= before, Self.counterCounts else {
            throw BenchmarkError("the counter does not count; its zero would prove nothing")
        }
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: 0,
                records: samples,
                allocations: Int(after - before),
                allocationsPerSample: Double(after - before) / Double(samples)
            )
        )
    }

    /// Whether an allocation raises the count.
    private static var counterCounts: Bool {
        let before = footfall_allocations()
        let block = UnsafeMutableRawPointer.allocate(byteCount: 100_000, alignment: 16)
        defer { unsafe block.deallocate() }
        return footfall_allocations() > before
    }

    private final class Counts: Sendable {
        let before = Atomic<UInt64>(0)
        let after = Atomic<UInt64>(0)
    }
}
