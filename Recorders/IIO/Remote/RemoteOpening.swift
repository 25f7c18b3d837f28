// The opening of another machine's devices, as the parent sees it. What the child shows of its progress may be
// a lie: it can only go on, never back, and buys no time beyond a limit that the parent alone keeps.

/// How far an opening has come, and whether it is waited for.
struct RemoteOpening: Sendable {
    /// What to do about what was shown.
    enum Verdict: Sendable, Equatable {
        case goesOn
        case isOver
        /// No child shows that.
        case isNonsense(String)
    }

    let patience: RemotePatience
    private(set) var stage = RemoteStage.starting
    private var answers = 0
    private let began: Double
    /// When the other machine's time began: once, and for good.
    private var asked: Double?
    private var changed: Double

    /// An opening that begins, or whose second child begins.
    ///
    /// - Parameters:
    ///   - patience: How long it is waited for.
    ///   - began: When the whole opening began, in seconds.
    ///   - now: When this child was started.
    init(_ patience: RemotePatience, began: Double, now: Double) {
        self.patience = patience
        self.began = began
        changed = now
    }

    /// Takes what a child shows.
    mutating func see(_ shown: RemoteProgress.Shown, at now: Double) -> Verdict {
        guard let next = RemoteStage(rawValue: shown.stage) else {
            return .isNonsense("it is at step \(shown.stage), which there is not")
        }
        guard next.rawValue >= stage.rawValue, shown.answers >= answers else {
            return .isNonsense("what it had done is not done any more")
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

    /// How long the other machine has had.
    func secondsSinceAsked(at now: Double) -> Double { asked.map { now - $0 } ?? 0 }

    /// How long nothing has changed.
    func quiet(at now: Double) -> Double { now - changed }
}
