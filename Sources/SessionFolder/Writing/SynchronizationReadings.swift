// Finds out how well the machine's clock is synchronised: at the start of a session, each minute, when it
// changes, and at the end. This runs on a thread of its own, since a program that is asked (such as `chronyc`)
// may hang: neither the clock readings nor the end of the session may wait for it.

internal import Synchronization
package import SystemCalls
package import Timebase

/// The thread that asks how well the machine's clock is synchronised.
package final class SynchronizationReadings: Sendable {
    /// A function that asks programs how well the clock is synchronised.
    ///
    /// It waits only by calling `pause`. `askingHung` is true to ask a program again that did not answer the last time.
    package typealias Asking = (
        _ patience: Patience, _ askingHung: Bool, _ pause: (Duration) -> Bool
    ) -> ClockSynchronization?

    /// How long the programs that are asked may take.
    package struct Patience: Sendable, Hashable {
        /// The time for each of them.
        package var each: Duration
        /// The time for all of them together.
        package var inAll: Duration

        static let usual = Patience(each: SynchronizationInquiry.patience, inAll: .seconds(60))
        /// At the end, when a caller waits.
        static let last = Patience(each: .milliseconds(400), inAll: .milliseconds(400))
    }

    /// How often to check whether the kernel's synchronisation state has changed.
    private static let look = Duration.seconds(10)
    /// How long `finish` waits at most.
    ///
    /// Even starting a program may be held up by a slow disk.
    private static let longestEnd = Duration.milliseconds(500)

    private let longestEnd: Duration
    private let signal = StopSignal()
    private let ending = Mutex(Ending())

    private struct Ending {
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Starts asking for a session: at once, and then each minute.
    ///
    /// - Throws: If the thread cannot be created.
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

    /// Starts asking with the given functions.
    ///
    /// - Parameters:
    ///   - makeAsking: Makes the function that asks, on the thread that will call it.
    ///   - isSynchronized: Returns quickly whether the kernel reports a synchronised clock. After a change, the next
    ///     question is asked at once.
    ///   - longestEnd: How long `finish` waits at most.
    ///   - tell: Receives each answer.
    /// - Throws: If the thread cannot be created.
    init(
        asking makeAsking: @escaping @Sendable () -> Asking,
        isSynchronized: @escaping @Sendable () -> Bool?,
        endingWithin longestEnd: Duration = longestEnd,
        telling tell: @escaping @Sendable (ClockSynchronization) -> Void
    ) throws(SystemError) {
        self.longestEnd = longestEnd
        let (signal, timekeeper) = (signal, LiveTimekeeper())
        // The thread is not joined; it calls `end` when it is done.
        _ = try SystemThread.spawn(name: "synchronization") { [weak self] in
            let ask = makeAsking()
            // Returns `true` as soon as the session ends.
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
            let sleeper = WakeEvent()
            let last = ask(.last, false) { duration in
                sleeper.wait(since: sleeper.count, upTo: duration)
                return false
            }
            self?.end { if let last { tell(last) } }
        }
    }

    deinit { signal.abandon() }

    /// Asks a last time, and stops.
    ///
    /// Takes half a second at most.
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

    /// Stops; calls `tell` first, unless `finish` has given up waiting.
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
