// Describes a file's records. Writer and reader share it, so that the order of keys, the CSV columns and the
// expected types are defined once.

/// The columns of a record, in the order of a file.
public struct RecordSchema: Sendable, Equatable {
    /// One named value of a record; a record may leave it out.
    public struct Column: Sendable, Equatable {
        /// What a column holds when it is present.
        public enum Kind: Sendable, Equatable, CaseIterable {
            /// A finite double.
            case number
            /// A whole number of 64 bits.
            case integer
            /// Any Unicode text.
            case text
            /// True or false.
            case boolean
            /// Any JSON value, read as its own text; `null` counts as absent.
            case json
        }

        public let name: String
        public let kind: Kind

        public init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    public let columns: [Column]
    /// The number of columns, counted from the first, that every record has; they show that a line is a record.
    public let columnsInEveryRecord: Int

    /// A schema of at least one column; two columns of the same name are a programming error.
    ///
    /// - Parameters:
    ///   - columns: The columns, beginning with those that every record has.
    ///   - count: How many columns every record has.
    public init(_ columns: [Column], inEveryRecord count: Int = 2) {
        precondition(!columns.isEmpty, "a record schema needs a column")
        precondition(
            Set(columns.map(\.name)).count == columns.count,
            "two columns of a record schema share a name"
        )
        self.columns = columns
        columnsInEveryRecord = max(1, min(count, columns.count))
    }

    /// The index of a column; `nil` if the schema does not have it.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
    }
}
