// Sums up the checks of many sessions.

internal import PlainWords
internal import SessionFolder

/// The number of sessions with each verdict.
struct CheckTally: Encodable {
    /// The results of the sessions, if they are kept.
    private(set) var checks: [SessionCheck] = []
    /// The folders that could not be checked.
    private(set) var problems: [Problem] = []
    private var counts: [SessionCheck.Verdict: Int] = [:]

    /// A folder that is not a session or cannot be read.
    struct Problem: Encodable, Equatable {
        var session: String
        var problem: String
    }

    private enum CodingKeys: String, CodingKey { case checks, problems }

    /// Counts a session.
    ///
    /// `isKept` also stores its result, which only the JSON output needs: a study may have thousands of sessions.
    mutating func add(_ check: SessionCheck, isKept: Bool) {
        counts[check.verdict, default: 0] += 1
        if isKept { checks.append(check) }
    }

    mutating func add(_ problem: Problem) { problems.append(problem) }

    /// The counts in one line.
    var text: String {
        let all = counts.values.reduce(problems.count, +)
        let parts = SessionCheck.Verdict.allCases.compactMap { verdict in
            counts[verdict].map { "\($0) \(Self.words(for: verdict))" }
        }
        let unread = problems.isEmpty ? [] : ["\(problems.count) that cannot be checked"]
        return "\(Quantity.count(all, "session", "sessions")): "
            + (parts + unread).joined(separator: ", ")
    }

    /// The exit status: the worst of all results.
    var status: ExitStatus {
        let codes = counts.keys.map(\.exitCode)
        if !problems.isEmpty || codes.contains(1) { return .failed }
        return codes.contains(3) ? .losses : .good
    }

    private static func words(for verdict: SessionCheck.Verdict) -> String {
        switch verdict {
        case .clean: "whole"
        case .hasLosses: "with losses"
        case .damaged: "damaged"
        case .interrupted: "cut short"
        case .live: "being recorded"
        }
    }
}
