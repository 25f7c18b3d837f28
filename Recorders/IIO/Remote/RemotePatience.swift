// How long to wait for another machine. The decision depends on numbers only, so tests cover it without a
// machine and without waiting.

/// Decides when another machine has taken too long.
struct RemotePatience: Sendable, Equatable {
    /// How long the other machine may send nothing, in seconds.
    ///
    /// Together with the time to show a message, the user sees the failure within three seconds.
    static let limit = 2.4
    /// How long the child may hold back readings: it forwards them with the first one that comes after two
    /// seconds.
    static let longestHolding = 2.8
    /// How long this machine may take to start the process, during which the other machine has not been asked
    /// anything.
    static let start = 10.0
    /// How much time each answer adds: a distant machine that needs hundreds of answers may take longer.
    static let perAnswer = 0.1
    /// How long the whole opening may take, whatever progress the child shows.
    static let longest = 30.0

    /// The requested distance between samples, in seconds.
    let period: Double

    init(rateInHertz: Double) {
        period = rateInHertz.isFinite && rateInHertz > 0 ? 1 / rateInHertz : 1
    }

    /// How long a sensor may deliver no sample, in seconds.
    var silence: Double { max(Self.limit, 3 * period) }

    /// How long a received reading may wait until a possible loss is settled, in seconds.
    var holding: Double { max(Self.longestHolding, 3 * period) }

    /// How long the whole opening may take, in seconds; with time for a few samples of a slow sensor.
    var ceiling: Double { Self.longest + 8 * period }

    /// True if the opening has taken too long.
    ///
    /// - Parameters:
    ///   - stage: The stage that is waited for.
    ///   - seconds: Time since the first question to the other machine.
    ///   - quiet: Time since the last answer, or since the stage began.
    ///   - answers: The number of answers until now.
    /// - Returns: Whether to stop waiting.
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
