// How old the latest values are. A look comes upon the newest sample of a batch; the oldest of
// that batch has waited longer, and it is the one that the promise is about.

import MotionRecorder
import RecorderKinds
import Recording
import SampleStream
import SystemCalls
import Timebase

/// Watches the latest values of a recording and tells how late samples came into it.
@MainActor
struct LatestValueWatch {
    private let request: Request
    private let seconds: Double

    init(_ request: Request, seconds: Double) {
        self.request = request
        self.seconds = seconds
    }

    func run() async throws {
        let recorder = request.recorder("latest")
        _ = try await recorder.requestPermissions()
        try await recorder.start()
        guard let latest = recorder.latestValues else {
            throw LabError("there are no latest values")
        }
        let ages = try await Self.watch(latest, for: seconds)
        _ = try await recorder.stop()
        if let error = recorder.error { throw error }
        try ages.tell(seconds: seconds, rateInHertz: request.rateInHertz)
    }

    /// Looks a thousand times a second, on a thread of its own: a task would add to the ages.
    private static func watch(
        _ latest: LatestValues<MotionSample>,
        for seconds: Double
    ) async throws -> Ages {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try SystemThread.spawn(name: "watch") {
                    var ages = Ages()
                    let wakeEvent = WakeEvent()
                    // The recorder hears of the first look when its round is over.
                    let begin = SystemClock.monotonic.nanoseconds + 500_000_000
                    let end = begin + Int64(seconds * 1e9)
                    while SystemClock.monotonic.nanoseconds < end {
                        for type in MotionRecorderConfiguration.defaultTypes {
                            guard let latestValue = latest.latestValue(channel: type.channel) else {
                                continue
                            }
                            if SystemClock.monotonic.nanoseconds < begin { continue }
                            ages.note(latestValue, seenAt: SystemClock.boottime.nanoseconds)
                        }
                        wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(1))
                    }
                    continuation.resume(returning: ages)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// What was seen, in nanoseconds.
private struct Ages {
    private var newest: [Int64] = []
    private var oldest: [Int64] = []
    private var last: [Int: (count: Int, time: Int64)] = [:]
    private var samples = 0

    mutating func note(_ latestValue: LatestValues<MotionSample>.LatestValue, seenAt now: Int64) {
        let time = latestValue.latest.time.nanoseconds
        let before = last.updateValue((latestValue.count, time), forKey: latestValue.latest.channel)
        guard let before, latestValue.count > before.count else { return }
        let come = latestValue.count - before.count
        samples += come
        newest.append(now - time)
        // They are evenly apart.
        oldest.append(now - (before.time + (time - before.time) / Int64(come)))
    }

    func tell(seconds: Double, rateInHertz: Double) throws {
        guard Double(samples) > 1.8 * seconds * rateInHertz * 0.9 else {
            throw LabError("the latest values showed \(samples) samples in \(seconds) s")
        }
        LabRecorder.say(
            "newest: \(Self.figures(newest)); oldest: \(Self.figures(oldest)); "
                + "\(newest.count) changes"
        )
        // For the job.
        LabRecorder.say("median \(Self.median(oldest) / 1000)")
    }

    private static func median(_ ages: [Int64]) -> Int64 { ages.sorted()[ages.count / 2] }

    private static func figures(_ ages: [Int64]) -> String {
        let late = ages.count { $0 > 50_000_000 }
        let (median, longest) = (milliseconds(median(ages)), milliseconds(ages.max() ?? 0))
        return "median \(median) ms, longest \(longest) ms"
            + (late > 0 ? " (\(late) beyond 50 ms)" : "")
    }

    private static func milliseconds(_ age: Int64) -> Double {
        (Double(age) / 1e5).rounded() / 10
    }
}
