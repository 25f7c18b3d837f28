// Decides what to do about a device that has gone, from its parameters only. The caller lists the devices, sleeps,
// and opens a device as `look` decides. So tests cover every case without a device.

internal import Timebase

/// Decides what to do about a device that has gone; the caller carries it out.
struct ReturnWatch {
    /// What to do next.
    enum Answer: Hashable {
        /// Look again a little later.
        case wait
        /// Open this device: it is the one that had gone, plugged in again.
        case open(InputDeviceFacts)
        /// Stop waiting, because a stop was requested.
        case stopped
        case failed(EvdevError)
    }

    /// The device before it had gone.
    let facts: InputDeviceFacts
    private let gone: BootInstant
    private let patience: Duration
    private var others: [InputDeviceFacts]
    private var isMissed = false
    private var refusal: EvdevError?

    /// How long a node may outlive its device; if the node exists for longer, the device has not gone, but the right
    /// to read it was revoked.
    static let grace = Duration.milliseconds(100)

    /// A watch for a device that has gone.
    ///
    /// - Parameters:
    ///   - facts: The device before it had gone.
    ///   - twins: Devices that were present together with this one, and may look the same.
    ///   - gone: When it was noticed to have gone.
    ///   - patience: How long to wait for it.
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

    /// Decides what to do, from the devices that are present.
    mutating func look(
        at present: [InputDeviceFacts],
        now: BootInstant,
        isStopped: Bool
    ) -> Answer {
        // A stop ends the waiting. If there was to be no waiting, the missing device is a failure.
        if isStopped, patience != .zero { return .stopped }
        if !isMissed, facts.isStill(among: present) {
            // At a stop, do not wait until the kernel removes the node.
            guard !isStopped else { return .failed(isGone) }
            guard now >= gone.advanced(by: Self.grace) else { return .wait }
            return .failed(EvdevError(.revoked, at: facts.title))
        }
        if !isMissed {
            isMissed = true
            // Devices that are present while this one is missing are others, however alike.
            others += present.filter { $0.isSame(as: facts) && $0.location != facts.location }
        }
        if now >= gone.advanced(by: patience) { return .failed(refusal ?? isGone) }
        return facts.returned(among: present, besides: others).map(Answer.open) ?? .wait
    }

    /// Notes that the device could not be opened.
    ///
    /// udev's rules take time to grant access to it, so opening is tried again, and the error is reported only
    /// when the waiting time is over.
    mutating func refused(_ error: EvdevError) {
        // If it has gone once more, it counts as not having come back.
        if case .deviceGone = error.kind { return }
        refusal = error
    }

    private var isGone: EvdevError {
        EvdevError(.deviceGone(waited: patience), at: facts.title)
    }
}
