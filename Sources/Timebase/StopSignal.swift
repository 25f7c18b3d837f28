// How a thread that blocks is told to end: what it was asked, by which instant, and a bell that
// wakes it from whatever it sleeps beside.

public import SystemCalls
internal import Synchronization

/// Asks one capture thread to end.
///
/// A request only grows more urgent: to drain, then to abandon. It is never taken back.
public final class StopSignal: Sendable {
    /// What is asked.
    public enum Request: Sendable, Equatable {
        case goOn
        /// Deliver what is stamped no later than the instant, then end.
        case drain(until: BootInstant)
        /// End now.
        case abandon
    }

    /// Rings when a request is made; what sleeps on behalf of the thread sleeps beside it.
    public let bell = Doorbell()

    private let listeners = Mutex(Listeners())

    private struct Listeners {
        var known: [Int: @Sendable () -> Void] = [:]
        var made = 0
    }

    private static let none = Int64.max
    private static let now = Int64.min
    private let limit = Atomic<Int64>(none)

    /// A signal by which nothing is asked yet.
    public init() {}

    /// What is asked at present.
    public var request: Request {
        // Acquires what the asking thread did before it asked; pairs with `lower(to:)`.
        switch limit.load(ordering: .acquiring) {
        case Self.none: .goOn
        case Self.now: .abandon
        case let nanoseconds: .drain(until: BootInstant(nanoseconds: nanoseconds))
        }
    }

    /// Whether anything is asked: the quick look for a capture loop.
    public var isRaised: Bool { limit.load(ordering: .relaxed) != Self.none }

    /// Asks for everything stamped no later than the instant; the first such request stands.
    public func drain(until instant: BootInstant) {
        let clamped = min(max(instant.nanoseconds, Self.now + 1), Self.none - 1)
        // Releases to `request`; fails, and so changes nothing, when something was asked before.
        _ = limit.compareExchange(
            expected: Self.none,
            desired: clamped,
            ordering: .releasing
        )
        wake()
    }

    /// Asks to end at once.
    public func abandon() {
        // Releases to `request`.
        limit.store(Self.now, ordering: .releasing)
        wake()
    }

    /// Wakes by other means than the bell what sleeps in a call of the system's.
    ///
    /// - Parameter listener: Is called at each request, by whoever makes it; at once, if one was made.
    /// - Returns: What ends the listening; without that, it lasts as long as the signal.
    @discardableResult
    public func onRequest(_ listener: @escaping @Sendable () -> Void) -> StopListening {
        let number = listeners.withLock { listeners in
            listeners.made += 1
            listeners.known[listeners.made] = listener
            return listeners.made
        }
        if isRaised { listener() }
        return StopListening(to: self, number)
    }

    fileprivate func forget(_ number: Int) {
        // What it held goes after the lock is open again: its end may do anything.
        _ = listeners.withLock { $0.known.removeValue(forKey: number) }
    }

    private func wake() {
        bell.ring()
        let known = listeners.withLock { $0.known }
        for number in known.keys.sorted() { known[number]?() }
    }
}

/// One that listens to a stop signal.
public final class StopListening: Sendable {
    private let number: Int
    // Weak: what is kept by a listener's owner keeps no signal.
    private weak let signal: StopSignal?

    fileprivate init(to signal: StopSignal, _ number: Int) {
        self.signal = signal
        self.number = number
    }

    /// Listens no longer, and lets go of what it would have called.
    ///
    /// A request that is being made may still call it once.
    public func cancel() { signal?.forget(number) }
}
