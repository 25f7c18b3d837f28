// How long another machine is waited for. It is a decision on numbers, so that every one can be tried without
// a machine and without waiting.

/// Says when another machine has taken too long.
struct RemotePatience: Sendable, Equatable {
    /// How long nothing may come: with the way to a person's eyes, it is told within three seconds.
    static let limit = 2.4
    /// How long readings may wait: a child ends their waiting after two seconds, with the next one that comes.
    static let longestHolding = 2.8
    /// How long this machine may take to start the process: nobody else has been asked anything yet.
    static let start = 10.0
    /// What each answer is worth: one that is far away, and gives hundreds, is waited for longer.
    static let perAnswer = 0.1
    /// How long the whole opening may take, whatever the child shows.
    static let longest = 30.0

    /// The distance between samples that was asked for, in seconds.
    let period: Double

    init(rateInHertz: Double) {
        period = rateInHertz.isFinite && rateInHertz > 0 ? 1 / rateInHertz : 1
    }

    /// How long samples may stay away, in seconds.
    var silence: Double { max(Self.limit, 3 * period) }

    /// How long a reading that was received may wait until a loss is settled, in seconds.
    var holding: Double { max(Self.longestHolding, 3 * period) }

    /// How long the whole opening may take, in seconds; of a slow sensor a few samples are awaited.
    var ceiling: Double { Self.longest + 8 * period }

    /// True if the opening has taken too long.
    ///
    /// - Parameters:
    ///   - stage: What is waited for.
    ///   - seconds: Since the first question to the other machine.
    ///   - quiet: Since the last answer, or since the stage began.
    ///   - answers: How many there were until now.
    /// - Returns: Whether to wait no longer.
    func isOver(_ stage: RemoteStage, after seconds: Double, quiet: Double, answers: Int) -> Bool {
        switch stage {
        case .sampling:
            return quiet > silence || seconds > ceiling
        case .starting:
            return quiet > Self.start
        case .resolving, .reaching, .describing, .asking:
            let bought = Double(min(max(0, answers), 1000)) * Self.perAnswer
            return quiet > Self.limit || seconds > min(Self.limit + bought, Self.longest)
        }
    }
}
