// The opening of another machine's devices, as the parent sees it. The child may lie about its progress. The parent
// therefore accepts only progress that moves forward, and stops at a time limit that no progress extends.

/// How far an opening has come, and whether to keep waiting for it.
struct RemoteOpening: Sendable {
    /// What to do after the child showed its progress.
    enum Verdict: Sendable, Equatable {
        case goesOn
        /// The time is used up: stop waiting.
        case isOver
        /// An honest child never shows this progress.
        case isNonsense(String)
    }

    let patience: RemotePatience
    private(set) var stage = RemoteStage.starting
    private var answers = 0
    private let began: Double
    /// When this child left `starting`, that is, began to work over the network; set once.
    private var asked: Double?
    private var changed: Double

    /// Starts following one child.
    ///
    /// Opening a machine that is given by name takes two children: the first resolves the name, the second opens the
    /// devices. Both share `began`.
    ///
    /// - Parameters:
    ///   - patience: The limits on waiting.
    ///   - began: When the whole opening began, in seconds.
    ///   - now: When this child was started.
    init(_ patience: RemotePatience, began: Double, now: Double) {
        self.patience = patience
        self.began = began
        changed = now
    }

    /// Updates the opening with the progress that a child shows.
    mutating func see(_ shown: RemoteProgress.Shown, at now: Double) -> Verdict {
        guard let next = RemoteStage(rawValue: shown.stage) else {
            return .isNonsense("it reports stage \(shown.stage), which does not exist")
        }
        guard next.rawValue >= stage.rawValue, shown.answers >= answers else {
            return .isNonsense("its progress went back")
        }
        if next != stage {
            stage = next
            changed = now
            asked = asked ?? now
        }
        if shown.answers > answers {
            answers = shown.answers
            changed = now
        }
        if now - began > patience.ceiling { return .isOver }
        let isOver = patience.isOver(
            stage,
            after: secondsSinceAsked(at: now),
            quiet: quiet(at: now),
            answers: answers
        )
        return isOver ? .isOver : .goesOn
    }

    /// How many seconds the other machine has had to answer.
    func secondsSinceAsked(at now: Double) -> Double { asked.map { now - $0 } ?? 0 }

    /// How many seconds have passed without progress.
    func quiet(at now: Double) -> Double { now - changed }
}
