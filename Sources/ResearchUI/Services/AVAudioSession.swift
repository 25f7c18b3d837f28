// Keeps speech and recorders going while the screen is off. On this machine, that means to ask the system not to sleep.

/// Keeps the machine awake until `end` is called.
@MainActor
public final class AVAudioSession {
    /// Why the machine is kept awake, in words for its user.
    public let reason: String
    /// Why the machine is not kept awake after all; `nil` as long as no failure is known.
    public private(set) var failure: String?
    /// Called once if the machine cannot be kept awake, which may become known only after a while.
    public var whenFailed: (@MainActor (String) -> Void)? {
        didSet { tellFailure() }
    }
    private var ending: (@MainActor () -> Void)?
    private var hasTold = false
    /// Internal listeners, called in addition to `whenFailed`.
    private var listeners: [@MainActor (String) -> Void] = []

    /// Creates a session; `ending` releases what it holds.
    public init(reason: String, ending: @escaping @MainActor () -> Void) {
        self.reason = reason
        self.ending = ending
    }

    /// True if it keeps the machine awake, or is trying to.
    public var isActive: Bool { ending != nil }

    /// Lets the machine sleep again; further calls do nothing.
    public func end() {
        let ending = ending
        self.ending = nil
        ending?()
    }

    /// Ends the session because the machine cannot be kept awake; does nothing if it has ended before.
    public func fail(_ why: String) {
        guard isActive else { return }
        failure = why
        end()
        tellFailure()
        let listeners = listeners
        self.listeners = []
        for listener in listeners { listener(why) }
    }

    /// Adds a listener for a failure; calls it immediately if the session has failed already.
    func tellFailure(to listener: @escaping @MainActor (String) -> Void) {
        if let failure { listener(failure) } else { listeners.append(listener) }
    }

    private func tellFailure() {
        guard let failure, let whenFailed, !hasTold else { return }
        hasTold = true
        whenFailed(failure)
    }
}
