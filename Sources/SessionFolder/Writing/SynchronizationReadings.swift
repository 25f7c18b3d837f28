// How well the machine's clock is held is asked at the start of a session, each minute, when it changes, and at the
// end, on a thread of its own: the program that knows may hang, and nobody waits for it, neither the readings of the
// clocks nor the end of the session.

internal import Synchronization
package import SystemCalls
package import Timebase

/// The thread that asks how well the machine's clock is held.
package final class SynchronizationReadings: Sendable {
    /// What asks; it may wait, sleeping by what it is given.
    package typealias Asking = (
        _ patience: Patience, _ askingHung: Bool, _ pause: (Duration) -> Bool
    ) -> ClockSynchronization?

    /// How long programs have.
    package struct Patience: Sendable, Hashable {
        /// How long each of them has.
        package var each: Duration
        /// How long all of them have together.
        package var inAll: Duration

        static let usual = Patience(each: SynchronizationInquiry.patience, inAll: .seconds(60))
        /// At the end, when somebody waits.
        static let last = Patience(each: .milliseconds(400), inAll: .milliseconds(400))
    }

    /// How often it is looked whether the kernel says something else now.
    private static let look = Duration.seconds(10)
    /// How long the end waits, whatever the thread does: also to begin a program may take as long as a disk does.
    private static let longestEnd = Duration.milliseconds(500)

    private let longestEnd: Duration
    private let signal = StopSignal()
    private let ending = Mutex(Ending())

    private struct Ending {
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Begins to ask for a session, now and then each minute.
    ///
    /// - Throws: When there is no thread for it.
    package convenience init(into session: OpenSession) throws(SystemError) {
        try self.init(
            asking: {
                var inquiry = SynchronizationInquiry()
                return {
                    inquiry.ask(within: $0.each, inAll: $0.inAll, askingHung: $1, sleepingBy: $2)
                }
            },
            isSynchronized: { try? ClockDiscipline.read().isSynchronized },
            telling: { [weak session] in session?.record(.synchronization($0)) }
        )
    }

    /// Begins to ask whoever is given.
    ///
    /// - Parameters:
    ///   - makeAsking: Makes what asks, on the thread that does.
    ///   - isSynchronized: A quick look whether something has changed.
    ///   - longestEnd: How long the end waits.
    ///   - tell: Takes what was answered.
    /// - Throws: When there is no thread for it.
    init(
        asking makeAsking: @escaping @Sendable () -> Asking,
        isSynchronized: @escaping @Sendable () -> Bool?,
        endingWithin longestEnd: Duration = longestEnd,
        telling tell: @escaping @Sendable (ClockSynchronization) -> Void
    ) throws(SystemError) {
        self.longestEnd = longestEnd
        let (signal, timekeeper) = (signal, LiveTimekeeper())
        // Nobody joins it: at its end it says so.
        _ = try SystemThread.spawn(name: "synchronization") { [weak self] in
            let ask = makeAsking()
            // `true` as soon as the session ends.
            func pause(_ duration: Duration) -> Bool {
                timekeeper.wait(until: timekeeper.now.advanced(by: duration), or: signal)
                return signal.isRaised
            }
            while !signal.isRaised {
                if let told = ask(.usual, true, pause) { tell(told) }
                let seen = isSynchronized()
                let next = timekeeper.now.advanced(by: .seconds(60))
                while timekeeper.now < next, isSynchronized() == seen {
                    if pause(Self.look) { break }
                }
            }
            let sleeper = Doorbell()
            let last = ask(.last, false) { duration in
                sleeper.wait(since: sleeper.count, upTo: duration)
                return false
            }
            self?.end { if let last { tell(last) } }
        }
    }

    deinit { signal.abandon() }

    /// Asks for the last time, and ends; nothing holds it up for more than half a second.
    package func finish() async {
        signal.abandon()
        let limit = Task { [longestEnd] in
            if (try? await Task.sleep(for: longestEnd)) != nil { end {} }
        }
        await withCheckedContinuation { continuation in
            let isOver = ending.withLock { ending in
                if !ending.isOver { ending.waiting.append(continuation) }
                return ending.isOver
            }
            if isOver { continuation.resume() }
        }
        limit.cancel()
    }

    /// Ends, with a last word where nobody has given it up.
    private func end(saying tell: () -> Void) {
        let waiting = ending.withLock { ending in
            if !ending.isOver { tell() }
            ending.isOver = true
            defer { ending.waiting = [] }
            return ending.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
