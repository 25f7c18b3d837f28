// Keeps the machine awake: sleep would end a recording during which nobody touches the machine. logind keeps it awake
// as long as the descriptor that it hands out is open. The answer may take a while, so a separate thread asks for it.

internal import Synchronization
internal import SystemCalls

/// Keeps the machine from sleeping and from idling for as long as the value lives.
///
/// The initializer returns at once; the outcome is reported exactly once, on a separate thread, or before the
/// initializer returns if there is no thread. It is not an error if the machine cannot be kept awake: the task goes on,
/// and the reason is reported.
public struct WakeLock: ~Copyable, Sendable {
    /// The outcome of the request.
    public enum Outcome: Sendable, Hashable {
        /// The machine stays awake.
        case held
        /// The value was released before there was an answer.
        case released
        /// The machine may fall asleep, and why.
        case notHeld(CueError)
    }

    private let grip = Grip()

    /// Asks systemd-logind to keep the machine awake.
    ///
    /// - Parameters:
    ///   - who: The name shown by `systemd-inhibit --list`.
    ///   - why: The reason shown there.
    ///   - told: Called with the outcome.
    public init(
        who: String,
        why: String,
        told: (@Sendable (Outcome) -> Void)? = nil
    ) {
        self.init(who: who, why: why, busAddress: nil, told: told)
    }

    /// Asks logind on any D-Bus, or on the system's if `nil`, with a time limit.
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

/// The state shared by the value and its thread.
private final class Grip: Sendable {
    private struct State: ~Copyable {
        var held: Descriptor?
        var isReleased = false
    }

    private let state = Mutex(State())

    var isHolding: Bool { state.withLock { $0.held != nil } }

    /// Takes the descriptor that keeps the machine awake; if the value has been released, closes it and returns false.
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
