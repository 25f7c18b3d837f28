// A source whose every sample carries its number in x, so that a reader of the file can tell which ones are there.
// Samples of the accelerometer and the gyroscope alternate; each sensor has its own numbers.

import MotionRecorder
import SampleStream
import SystemCalls
import Timebase

final class NumberedSource: SampleSource {
    /// What is asked of the source.
    struct Plan: Sendable {
        /// Samples in all, over both channels.
        var samples: Int
        var rateInHertz: Double
        /// Whether it waits if the ring is full, like the source of a file, or loses samples, like a device.
        var waitsForRoom: Bool
        /// The clock by which samples are due; without one they come as fast as they are accepted.
        var pacing: (any Timekeeper)?
        var timekeeper: any Timekeeper
        /// How many numbers there are before they start again, for types computed from values that a sensor could give.
        var numbers = Int.max
        /// After how many samples each `onInterval` is called, on the capture thread.
        var interval = Int.max
        var onInterval: @Sendable (Int) -> Void = { _ in }
    }

    private let plan: Plan
    private var digits: UInt64 = 0x9e37_79b9_7f4a_7c15

    init(_ plan: Plan) {
        self.plan = plan
    }

    var waitsForRoom: Bool { plan.waitsForRoom }

    func open(until stop: StopSignal) throws -> SourceDescription {
        var description = SourceDescription(
            name: "numbered samples",
            kind: "synthetic",
            clock: "boottime"
        )
        description.nominalRatesInHertz = [0: plan.rateInHertz / 2, 1: plan.rateInHertz / 2]
        return description
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let start = plan.timekeeper.now
        let spacing = 1e9 / plan.rateInHertz
        let batch = UnsafeMutableBufferPointer<MotionSample>.allocate(
            capacity: plan.pacing == nil ? 64 : 1
        )
        defer { unsafe batch.deallocate() }
        var sent = 0
        var nextInterval = plan.interval
        while sent < plan.samples, !stop.isRaised {
            let count = min(batch.count, plan.samples - sent, nextInterval - sent)
            for index in 0..<count {
                unsafe (batch.baseAddress?.advanced(by: index))?.initialize(
                    to: sample(sent + index, start, spacing)
                )
            }
            let last = instant(sent + count - 1, start, spacing)
            plan.pacing?.wait(until: last, or: stop)
            if stop.isRaised { break }
            unsafe sink.deliver(UnsafeBufferPointer(rebasing: batch[..<count]))
            plan.timekeeper.noteProgress(to: last)
            sent += count
            if sent == nextInterval {
                nextInterval += plan.interval
                plan.onInterval(sent)
            }
        }
        if stop.isRaised { return .stopped }
        return .exhausted(at: instant(max(0, sent - 1), start, spacing))
    }

    func close() {}

    private func instant(_ number: Int, _ start: BootInstant, _ spacing: Double) -> BootInstant {
        BootInstant(nanoseconds: start.nanoseconds + Int64(Double(number) * spacing))
    }

    /// y and z have all the digits that a double can have.
    private func sample(_ number: Int, _ start: BootInstant, _ spacing: Double) -> MotionSample {
        MotionSample(
            channel: number & 1,
            at: instant(number, start, spacing),
            x: Double((number >> 1) % plan.numbers),
            y: nextUnit(),
            z: nextUnit()
        )
    }

    private func nextUnit() -> Double {
        digits ^= digits << 13
        digits ^= digits >> 7
        digits ^= digits << 17
        return Double(digits >> 11) * 0x1p-52 - 1
    }
}
