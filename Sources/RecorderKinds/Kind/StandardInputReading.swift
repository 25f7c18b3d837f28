// Standard input can have only one reader: if the participant types there, no recorder can use it.

/// The configuration of a recorder whose source may be the standard input.
public protocol StandardInputReading {
    /// Whether its source is the standard input.
    var readsStandardInput: Bool { get }
}
