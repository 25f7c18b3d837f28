// Which of many sessions somebody wants: by whose they are, what ran, when, and how they stand.

/// Which sessions are wanted; what is not said is anything.
public struct SessionFilter: Hashable, Sendable {
    /// What the participant's parts have to be.
    public var participant: [Participant.Part: String] = [:]
    /// The identifier of the task, or of the recording.
    public var identifier: String?
    /// How it may stand.
    public var standings: Set<SessionStanding>?
    /// The first and the last day, such as `2026-11-21`, by the clock of the place where it was recorded.
    public var firstDay: String?
    public var lastDay: String?

    /// Any session.
    public init() {}

    /// Whether a session is wanted; one that cannot be read is, unless something is wanted that it does not tell.
    public func takes(_ entry: SessionEntry) -> Bool {
        if let standings, !standings.contains(entry.standing) { return false }
        guard let brief = entry.brief else {
            return participant.isEmpty && identifier == nil && firstDay == nil && lastDay == nil
        }
        for (part, label) in participant where brief.participant?[part] != label { return false }
        if let identifier, brief.identifier != identifier { return false }
        let day = String(brief.startDate.text.prefix(10))
        if let firstDay, day < firstDay { return false }
        if let lastDay, day > lastDay { return false }
        return true
    }
}

/// How a session among others stands, in a word.
public enum SessionStanding: String, Hashable, Sendable, Codable, CaseIterable {
    /// A run is writing it.
    case recording
    /// Its run died, and nobody has closed it.
    case left
    case finished, cancelled, failed, interrupted
    /// It has a task that was ended before its last step.
    case early
    /// What it says of itself cannot be read.
    case unreadable
}

extension SessionEntry {
    /// How it stands.
    public var standing: SessionStanding {
        if state == .recording { return .recording }
        guard let brief else { return .unreadable }
        if state == .left { return .left }
        return switch brief.status {
        case .recording: .left
        case .finished: brief.endedEarly ? .early : .finished
        case .cancelled: .cancelled
        case .failed: .failed
        case .interrupted: .interrupted
        }
    }
}
