// What keeps speech and recorders going while the screen is off: on this machine, a word to whoever
// would put it to sleep.

/// Keeps the machine awake as long as it is there.
@MainActor
public final class AVAudioSession {
    /// Why it is there, for the machine's user.
    public let reason: String
    /// Why nothing keeps the machine awake after all; `nil` as far as is known.
    public private(set) var failure: String?
    /// Told once why nothing keeps the machine awake, which may be known only after a while.
    public var whenFailed: (@MainActor (String) -> Void)? {
        didSet { tellFailure() }
    }
    private var ending: (@MainActor () -> Void)?
    private var hasTold = false
    /// Who is told besides, whoever sets `whenFailed`.
    private var listeners: [@MainActor (String) -> Void] = []

    /// A session; `ending` gives back what it holds.
    public init(reason: String, ending: @escaping @MainActor () -> Void) {
        self.reason = reason
        self.ending = ending
    }

    /// Whether it still keeps the machine awake, or tries to.
    public var isActive: Bool { ending != nil }

    /// Lets the machine sleep again; the second time, nothing happens.
    public func end() {
        let ending = ending
        self.ending = nil
        ending?()
    }

    /// Ends, as the machine cannot be kept awake; whoever has ended it before does not want to know.
    public func fail(_ why: String) {
        guard isActive else { return }
        failure = why
        end()
        tellFailure()
        let listeners = listeners
        self.listeners = []
        for listener in listeners { listener(why) }
    }

    /// Tells somebody besides once why nothing keeps the machine awake, at once where that is known.
    func tellFailure(to listener: @escaping @MainActor (String) -> Void) {
        if let failure { listener(failure) } else { listeners.append(listener) }
    }

    private func tellFailure() {
        guard let failure, let whenFailed, !hasTold else { return }
        hasTold = true
        whenFailed(failure)
    }
}
