// What keeps speech and recorders going while the screen is off: on this machine, a word to whoever
// would put it to sleep.

/// Keeps the machine awake as long as it is there.
@MainActor
public final class AVAudioSession {
    /// Why it is there, for the machine's user.
    public let reason: String
    private var ending: (@MainActor () -> Void)?

    /// A session; `ending` gives back what it holds.
    public init(reason: String, ending: @escaping @MainActor () -> Void) {
        self.reason = reason
        self.ending = ending
    }

    /// Whether it still keeps the machine awake.
    public var isActive: Bool { ending != nil }

    /// Lets the machine sleep again; the second time, nothing happens.
    public func end() {
        let ending = ending
        self.ending = nil
        ending?()
    }
}
