// The two capture loops. The local one never blocks: it reads the devices at intervals and sleeps in between; a stop
// wakes it. Each read also detects an unplugged device, for which the kernel sends no wake-up. The remote one must
// block: over a network, a refill waits for the other side.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

extension IIOSession {
    /// The time from one read of the devices to the next, in nanoseconds, while a process watches the live values:
    /// just below what a person notices.
    private static let round: Int64 = 30_000_000
    /// The same while no process watches: each read wakes two threads and costs battery.
    ///
    /// Including the time to write, a sample is in its file within a quarter of a second.
    private static let longRound: Int64 = 200_000_000
    /// After the end of the recording, how long to wait for samples that were taken before it.
    private static let afterlife: Int64 = 60_000_000

    private var now: Int64 { SystemClock.boottime.nanoseconds }

    /// Reads devices of this machine until the recording ends.
    func captureLocally(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws {
        var nextRound = now
        while true {
            let signals = stop.wakeEvent.count
            let request = stop.request
            guard request != .abandon else { return }
            let limit = Self.limit(of: request)
            if request != .goOn || now >= nextRound {
                nextRound = now + (sink.isWatched ? Self.round : Self.longRound)
                try readAll(into: &sink, limit: limit)
                sink.announce()
            }
            do {
                for sensor in polled {
                    try sensor.readIfDue(context, into: &sink, limit: limit)
                }
            } catch {
                // One polled sensor failed: deliver what the kernel holds of the other devices.
                try? readAll(into: &sink, limit: limit)
                throw error
            }
            let next: Int64
            if request == .goOn {
                next = polled.compactMap(\.due).reduce(readers.isEmpty ? .max : nextRound, min)
            } else {
                let isOver = readers.allSatisfy { $0.isPast(limit) }
                if isOver || now - limit > Self.afterlife {
                    finish(into: &sink, limit: limit)
                    return
                }
                next = now + 3_000_000
            }
            stop.wakeEvent.wait(since: signals, upTo: .nanoseconds(max(0, next - now)))
        }
    }

    /// Reads devices of another machine until the recording ends.
    func captureRemotely(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws {
        var due = [Int64](repeating: 0, count: readers.count)
        while true {
            let signals = stop.wakeEvent.count
            let request = stop.request
            guard request != .abandon else { return }
            let limit = Self.limit(of: request)
            for sensor in polled {
                try sensor.readIfDue(context, into: &sink, limit: limit)
            }
            // Reads the device whose batch fills up first, so that waiting for it delays the others least.
            let open = readers.indices.filter { !readers[$0].isPast(limit) }
            guard let index = open.min(by: { due[$0] < due[$1] }) else {
                if request != .goOn { return finish(into: &sink, limit: limit) }
                let next = polled.compactMap(\.due).min() ?? now + Self.round
                stop.wakeEvent.wait(since: signals, upTo: .nanoseconds(max(0, next - now)))
                continue
            }
            let reader = readers[index]
            do throws(Errno) {
                _ = try reader.read(into: &sink, limit: limit)
                sink.announce()
            } catch {
                // `CancelGuard` cancelled this refill because of the stop.
                if stop.isRaised {
                    finish(into: &sink, limit: Self.limit(of: stop.request))
                    return
                }
                throw diagnose(error, reader.device)
            }
            let batch = reader.periodInNanoseconds * Double(reader.plan.scansAtOnce)
            due[index] = now + Int64(min(batch, 1e12))
        }
    }

    /// Delivers what is still held back.
    func finish(into sink: inout SampleSink<MotionSample>, limit: Int64) {
        for reader in readers { reader.finish(into: &sink, limit: limit) }
    }

    /// Reads every device; if one fails, still delivers what the others have, then throws.
    private func readAll(into sink: inout SampleSink<MotionSample>, limit: Int64) throws {
        var failure: (any Error)?
        for reader in readers {
            do {
                try readAll(reader, into: &sink, limit: limit)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func readAll(
        _ reader: SensorReader,
        into sink: inout SampleSink<MotionSample>,
        limit: Int64
    ) throws {
        do throws(Errno) {
            // Bounded, so that a device that is faster than its reader cannot starve the others.
            for _ in 0..<1024 {
                guard try reader.read(into: &sink, limit: limit) else { break }
            }
        } catch {
            throw diagnose(error, reader.device)
        }
        if let since = reader.emptySince {
            let longest = Self.longestSilence(periodInNanoseconds: reader.periodInNanoseconds)
            let waited = SystemClock.monotonic.nanoseconds - since
            if Double(waited) > longest * 1e9 {
                throw diagnose(.timedOut, reader.device, after: longest)
            }
        }
    }

    static func limit(of request: StopSignal.Request) -> Int64 {
        switch request {
        case .goOn, .abandon: .max
        case .drain(let instant): instant.nanoseconds
        }
    }
}
