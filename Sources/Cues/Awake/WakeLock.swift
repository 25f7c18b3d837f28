// A screen that goes dark, or a machine that sleeps, ends a recording that nobody touches. logind keeps it
// awake for as long as somebody has the descriptor that it gave; asking may take a while, so a thread asks.

internal import Synchronization
internal import SystemCalls

/// Keeps the machine from sleeping and from idling for as long as the value lives.
///
/// Making one returns at once. What came of it is told exactly once, on a thread of its own. A machine that
/// cannot be kept awake is no error: the task goes on, and the reason is told.
public struct WakeLock: ~Copyable, Sendable {
    /// What came of asking.
    public enum Outcome: Sendable, Hashable {
        /// The machine stays awake.
        case held
        /// The value was let go of before there was an answer.
        case released
        /// It may fall asleep; why.
        case notHeld(CueError)
    }

    private let grip = Grip()

    /// Asks systemd-logind to keep the machine awake.
    ///
    /// - Parameters:
    ///   - who: Who asks, as `systemd-inhibit --list` shows it.
    ///   - why: What for.
    ///   - told: Told what came of it.
    public init(
        who: String,
        why: String,
        told: (@Sendable (Outcome) -> Void)? = nil
    ) {
        self.init(who: who, why: why, busAddress: nil, told: told)
    }

    /// Asks a logind on any message bus, or the system's without one, that may take so long to answer.
    package init(
        who: String,
        why: String,
        busAddress: String?,
        patience: Duration = .seconds(10),
        told: (@Sendable (Outcome) -> Void)? = nil
    ) {
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "wake lock") { [grip] in
                do throws(CueError) {
                    let bus = try SystemBus.open(address: busAddress, patience: patience)
                    let descriptor = try bus.inhibit(
                        "idle:sleep",
                        who: who,
                        why: why,
                        mode: "block"
                    )
                    told?(grip.hold(descriptor) ? .held : .released)
                } catch {
                    told?(.notHeld(error))
                }
            }
        } catch {
            told?(.notHeld(CueError(.noThread(error.errno), at: "wake lock")))
        }
    }

    deinit { grip.release() }

    /// Whether the machine is kept awake now.
    public var isHeld: Bool { grip.isHolding }

    /// Lets the machine sleep again.
    public consuming func release() {}
}

/// What the value and its thread share.
private final class Grip: Sendable {
    private struct State: ~Copyable {
        var held: Descriptor?
        var isReleased = false
    }

    private let state = Mutex(State())

    var isHolding: Bool { state.withLock { $0.held != nil } }

    /// Takes what keeps the machine awake; answers false, and closes it, when nobody wants it any more.
    func hold(_ descriptor: consuming Descriptor) -> Bool {
        var given: Descriptor? = consume descriptor
        return state.withLock { state in
            guard !state.isReleased else { return false }
            state.held = given.take()
            return true
        }
    }

    func release() {
        state.withLock { state in
            state.isReleased = true
            state.held = nil
        }
    }
}
