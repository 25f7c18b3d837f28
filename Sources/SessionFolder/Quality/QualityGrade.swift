// Grades a recording from its numbers, and says why. The grade depends on values only; Documentation/Recording.md
// has the rules as a table.

/// How good a file, or a session, is.
public struct RecordingQuality: Hashable, Sendable, Codable {
    /// The grade alone.
    public enum Grade: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        case good, usable, unusable

        public static func < (left: Grade, right: Grade) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// The file; absent for the session as a whole.
    public var file: String?
    public var grade: Grade
    /// Why it is not good, the worst reason first.
    public var reasons: [String]

    /// The grade with its reasons, as in "usable, 3 losses of 0.4 s together".
    public var verdict: String {
        switch grade {
        case .good: "good"
        case .usable: "usable, " + reasons.joined(separator: "; ")
        case .unusable: "not usable: " + reasons.joined(separator: "; ")
        }
    }
}

extension RecordingQuality {
    /// One finding of a rule.
    struct Reason: Hashable {
        var grade: Grade
        var what: String
    }

    /// Grades a file by the findings of the rules.
    init(file: String?, of found: [Reason]) {
        self.file = file
        grade = found.map(\.grade).max() ?? .good
        // Stable, so that a file's sensors stay in their order.
        let gravestFirst =
            found.filter { $0.grade == .unusable } + found.filter { $0.grade == .usable }
        reasons = gravestFirst.map(\.what).reduce(into: []) { kept, what in
            if !kept.contains(what) { kept.append(what) }
        }
    }

    /// Grades a session by its files: it is as good as the worst of them.
    init(ofAll files: [RecordingQuality]) {
        file = nil
        grade = files.map(\.grade).max() ?? .good
        reasons =
            switch grade {
            case .good: []
            case .usable, .unusable:
                files.sorted { $0.grade > $1.grade }.filter { $0.grade != .good }.map {
                    ($0.file.map { "\($0): " } ?? "") + $0.verdict
                }
            }
    }
}
