// Selects sessions: by participant, by what ran, by date, and by state.

/// The conditions for the wanted sessions; a condition that is not set accepts any session.
public struct SessionFilter: Hashable, Sendable {
    /// The required values of the participant's parts.
    public var participant: [Participant.Part: String] = [:]
    /// The identifier of the task, or of the recording.
    public var identifier: String?
    /// The accepted states.
    public var standings: Set<SessionStanding>?
    /// The first and the last day, such as `2026-11-21`, in the local time of the recording.
    public var firstDay: String?
    public var lastDay: String?

    /// Accepts any session.
    public init() {}

    /// True if a session is wanted.
    ///
    /// An unreadable session is wanted, too, unless a condition needs its manifest.
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

    /// Returns a line for each wanted code that no session has, with the codes that there are.
    public func unknownCodes(among entries: [SessionEntry]) -> [String] {
        Participant.Part.allCases.compactMap { part -> String? in
            guard let wanted = participant[part] else { return nil }
            let codes = Set(entries.compactMap { $0.brief?.participant?[part] })
            guard !codes.contains(wanted) else { return nil }
            return "no session has the \(part.rawValue) \(wanted); \(Self.words(on: codes, part))"
        }
    }

    /// How many codes are named at most.
    private static let mostCodes = 12

    private static func words(on codes: Set<String>, _ part: Participant.Part) -> String {
        if codes.isEmpty { return "none has any \(part.rawValue)" }
        return codes.count > mostCodes
            ? "they have \(codes.count) other \(part.rawValue)s"
            : "they have \(codes.sorted().joined(separator: ", "))"
    }
}

/// The state of a session, in a word.
public enum SessionStanding: String, Hashable, Sendable, Codable, CaseIterable {
    /// A run is writing it.
    case recording
    /// Its run was killed, and the session is not closed yet.
    case left
    case finished, cancelled, failed, interrupted
    /// Its task was ended before its last step.
    case early
    /// Its manifest cannot be read.
    case unreadable
}

extension SessionEntry {
    /// Its state.
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
