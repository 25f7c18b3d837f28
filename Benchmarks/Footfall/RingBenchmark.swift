// The ring as the peers' `ring.hpp` measures rings: two pinned threads, 64-byte samples filled by
// one and checked by the other, capacity 4096, one by one or 64 at a time.

import CSystemCalls
import SampleStream
import Synchronization
import SystemCalls

/// As long as a cache line, and as long as what a recorder sends.
private struct RingSample: BitwiseCopyable, Sendable {
    var sequence: UInt64 = 0
    var values = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
}

struct RingBenchmark {
    private let batched: Bool
    private let operations: Int
    private let producerProcessor: Int
    private let consumerProcessor: Int

    init(_ arguments: Arguments) throws(BenchmarkError) {
        switch arguments.text("mode", "single") {
        case "single": batched = false
        case "batch": batched = true
        case let other: throw BenchmarkError("--mode is single or batch, not `\(other)`")
        }
        operations = try arguments.integer("operations", 5_000_000)
        producerProcessor = try arguments.integer("producer-cpu", 0)
        consumerProcessor = try arguments.integer("consumer-cpu", 1)
    }

    func run() throws {
        _ = try measure(operations / 10)
        let elapsed = try measure(operations)
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(operations),
                records: operations,
                mode: batched ? "batch" : "single"
            )
        )
    }

    private func measure(_ operations: Int) throws -> Int64 {
        precondition(MemoryLayout<RingSample>.stride == 64)
        let ends = SampleRing.make(of: RingSample.self, capacity: 4096)
        let batched = batched
        let meeting = Meeting()
        let (from, to) = (producerProcessor, consumerProcessor)
        let outgoing = Handover(ends.producer)
        let incoming = Handover(ends.consumer)

        let producer = try SystemThread.spawn(name: "producer") {
            guard var end = outgoing.take() else { return }
            meeting.arrive(on: from)
            batched ? produceBatches(&end, operations) : produceSingly(&end, operations)
        }
        let outcome = Outcome()
        let consumer = try SystemThread.spawn(name: "consumer") {
            guard var end = incoming.take() else { return }
            meeting.arrive(on: to)
            let start = SystemClock.monotonic.nanoseconds
            let wrong =
                batched ? consumeBatches(&end, operations) : consumeSingly(&end, operations)
            outcome.elapsed.store(
                SystemClock.monotonic.nanoseconds - start,
                ordering: .relaxed
            )
            outcome.wrong.store(wrong, ordering: .relaxed)
        }
        producer.join()
        consumer.join()
        let wrong = outcome.wrong.load(ordering: .relaxed)
        guard wrong == 0 else { throw BenchmarkError("\(wrong) samples arrived out of place") }
        guard meeting.unpinned.load(ordering: .relaxed) == 0 else {
            throw BenchmarkError("cannot pin to the processors \(from) and \(to)")
        }
        return outcome.elapsed.load(ordering: .relaxed)
    }
}

private func produceSingly(_ end: inout RingProducer<RingSample>, _ operations: Int) {
    var sample = RingSample()
    for sequence in 0..<UInt64(operations) {
        sample.sequence = sequence
        while !end.push(sample) { breathe() }
    }
}

private func consumeSingly(_ end: inout RingConsumer<RingSample>, _ operations: Int) -> Int {
    var wrong = 0
    for sequence in 0..<UInt64(operations) {
        while true {
            if let sample = end.pop() {
                if sample.sequence != sequence { wrong &+= 1 }
                break
            }
            breathe()
        }
    }
    return wrong
}

/// What every contender does after a ring was found empty or full, as the peers' harness has it.
@inline(__always)
private func breathe() {
    for _ in 0..<8 { footfall_spin_hint() }
}

private let batch = 64

private func produceBatches(_ end: inout RingProducer<RingSample>, _ operations: Int) {
    unsafe withUnsafeTemporaryAllocation(of: RingSample.self, capacity: batch) { samples in
        unsafe samples.initialize(repeating: RingSample())
        var sequence = 0
        while sequence < operations {
            let count = min(batch, operations &- sequence)
            for index in 0..<count {
                unsafe samples[index].sequence = UInt64(truncatingIfNeeded: sequence &+ index)
            }
            var sent = 0
            while sent < count {
                let rest = unsafe UnsafeBufferPointer(rebasing: samples[sent..<count])
                let pushed = unsafe end.push(contentsOf: rest)
                if pushed == 0 { breathe() }
                sent &+= pushed
            }
            sequence &+= count
        }
    }
}

private func consumeBatches(_ end: inout RingConsumer<RingSample>, _ operations: Int) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: RingSample.self, capacity: batch) { samples in
        unsafe samples.initialize(repeating: RingSample())
        var wrong = 0
        var sequence = 0
        while sequence < operations {
            let count = unsafe end.pop(into: samples)
            if count == 0 { breathe() }
            for index in 0..<count {
                let expected = UInt64(truncatingIfNeeded: sequence &+ index)
                if unsafe samples[index].sequence != expected { wrong &+= 1 }
            }
            sequence &+= count
        }
        return wrong
    }
}

/// Where both threads wait for each other, so that neither has a head start.
private final class Meeting: Sendable {
    let unpinned = Atomic<Int>(0)
    private let ready = Atomic<Int>(0)

    func arrive(on processor: Int) {
        do {
            if processor >= 0 { try SystemThread.pinThisThread(toProcessor: processor) }
        } catch {
            unpinned.wrappingAdd(1, ordering: .relaxed)
        }
        ready.wrappingAdd(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < 2 { footfall_spin_hint() }
    }
}

private final class Outcome: Sendable {
    let elapsed = Atomic<Int64>(0)
    let wrong = Atomic<Int>(0)
}
