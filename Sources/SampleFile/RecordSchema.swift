// What the records of a file are made of. Writer and reader share it, so that the order of keys,
// the columns of CSV and the types that a reader insists on are said once.

/// The columns of a record, in the order in which they stand in a file.
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
            /// Any JSON value, which is read as its own text; `null` is an absent one.
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
    /// How many columns, from the first, every record has: by them one is known that stands alone.
    public let columnsInEveryRecord: Int

    /// A schema of at least one column; two columns of one name are a mistake in the program.
    ///
    /// - Parameters:
    ///   - columns: The columns, those first that no record leaves out.
    ///   - count: How many of them those are.
    public init(_ columns: [Column], inEveryRecord count: Int = 2) {
        precondition(!columns.isEmpty, "a record schema needs a column")
        precondition(
            Set(columns.map(\.name)).count == columns.count,
            "two columns of a record schema share a name"
        )
        self.columns = columns
        columnsInEveryRecord = max(1, min(count, columns.count))
    }

    /// The place of a column, if the schema has it.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
    }
}
