// What the checks of many sessions come to.

internal import PlainWords
internal import SessionFolder

/// How many sessions are how.
struct CheckTally: Encodable {
    /// What was found of each, where that is kept.
    private(set) var checks: [SessionCheck] = []
    /// What could not be checked.
    private(set) var problems: [Problem] = []
    private var counts: [SessionCheck.Verdict: Int] = [:]

    /// A folder that is no session, or that cannot be read.
    struct Problem: Encodable, Equatable {
        var session: String
        var problem: String
    }

    private enum CodingKeys: String, CodingKey { case checks, problems }

    /// Counts a session; what was found of it is kept for a program alone, since a study has thousands.
    mutating func add(_ check: SessionCheck, isKept: Bool) {
        counts[check.verdict, default: 0] += 1
        if isKept { checks.append(check) }
    }

    mutating func add(_ problem: Problem) { problems.append(problem) }

    /// All of it in one line.
    var text: String {
        let all = counts.values.reduce(problems.count, +)
        let parts = SessionCheck.Verdict.allCases.compactMap { verdict in
            counts[verdict].map { "\($0) \(Self.words(for: verdict))" }
        }
        let unread = problems.isEmpty ? [] : ["\(problems.count) that cannot be checked"]
        return "\(Quantity.count(all, "session", "sessions")): "
            + (parts + unread).joined(separator: ", ")
    }

    /// The worst.
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
