// What to do about a device that has gone, decided by what there is to see and by nothing else: whoever
// looks, sleeps and opens does what this answers. So every way of going and coming back can be tried
// without a device.

internal import Timebase

/// Decides about a device that has gone; it does nothing itself.
struct ReturnWatch {
    /// What to do next.
    enum Answer: Hashable {
        /// Look again, a little later.
        case wait
        /// Open this one: it is the device, plugged in again.
        case open(InputDeviceFacts)
        /// Give up waiting: a stop is asked for.
        case stopped
        case failed(EvdevError)
    }

    /// The device as it was.
    let facts: InputDeviceFacts
    private let gone: BootInstant
    private let patience: Duration
    private var others: [InputDeviceFacts]
    private var isMissed = false
    private var refusal: EvdevError?

    /// How long a node may outlive its device; one that is there for longer has not gone.
    static let grace = Duration.milliseconds(100)

    /// A device that has gone.
    ///
    /// - Parameters:
    ///   - facts: The device as it was.
    ///   - twins: Devices that were there beside it, and may look the same.
    ///   - gone: When it was found to have gone.
    ///   - patience: How long it is waited for.
    init(
        for facts: InputDeviceFacts,
        besides twins: [InputDeviceFacts],
        goneAt gone: BootInstant,
        patience: Duration
    ) {
        self.facts = facts
        self.gone = gone
        self.patience = patience
        others = twins
    }

    /// Takes what there is to see, and answers what to do.
    mutating func look(
        at present: [InputDeviceFacts],
        now: BootInstant,
        isStopped: Bool
    ) -> Answer {
        // A stop ends the waiting; where nothing was to be waited for, that it has gone is a failure.
        if isStopped, patience != .zero { return .stopped }
        if !isMissed, facts.isStill(among: present) {
            // Nobody waits for the kernel to take away the node.
            guard !isStopped else { return .failed(isGone) }
            guard now >= gone.advanced(by: Self.grace) else { return .wait }
            return .failed(EvdevError(.revoked, at: facts.title))
        }
        if !isMissed {
            isMissed = true
            // What is there without it is another, however alike.
            others += present.filter { $0.isSame(as: facts) && $0.location != facts.location }
        }
        if now >= gone.advanced(by: patience) { return .failed(refusal ?? isGone) }
        return facts.returned(among: present, besides: others).map(Answer.open) ?? .wait
    }

    /// Takes that the one which was to be opened did not let itself.
    ///
    /// The rules that give an ordinary user the right to it take their time: it is tried again, and told
    /// only when the time is over.
    mutating func refused(_ error: EvdevError) {
        // One that has gone once more is as if it had not been there.
        if case .deviceGone = error.kind { return }
        refusal = error
    }

    private var isGone: EvdevError {
        EvdevError(.deviceGone(waited: patience), at: facts.title)
    }
}
