// One finding of a check, in a form that users can read and programs can act on.

/// One thing that a check found.
public struct CheckFinding: Hashable, Sendable, Codable {
    /// How serious it is.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// Worth knowing; every sample is there.
        case note
        /// Samples are missing, and the session itself reports that.
        case loss
        /// Something was changed since it was written.
        case damage

        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .loss: 1
            case .damage: 2
            }
        }
    }

    public var severity: Severity
    /// The name of the file; absent if the finding is about the session.
    public var file: String?
    /// The byte of the file at which the fault starts, if known.
    public var byteOffset: Int64?
    public var what: String
    public var remedy: String?

    /// Describes one finding.
    public init(
        _ severity: Severity,
        file: String? = nil,
        byteOffset: Int64? = nil,
        what: String,
        remedy: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.byteOffset = byteOffset
        self.what = what
        self.remedy = remedy
    }
}

extension CheckFinding: CustomStringConvertible {
    public var description: String {
        "\(severity.rawValue): \(statement)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// The finding with its file and byte, without severity and remedy.
    package var statement: String {
        let place = file.map { name in
            byteOffset.map { "\(name), byte \($0): " } ?? "\(name): "
        }
        return (place ?? "") + what
    }
}
