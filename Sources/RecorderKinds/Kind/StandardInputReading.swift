// The standard input is of one reader: where a participant types there, no recorder can have it.

/// The configuration of a recorder whose source may be the standard input.
public protocol StandardInputReading {
    /// Whether its source is the standard input.
    var readsStandardInput: Bool { get }
}
