// The sidecar that explains a table at a common rate to a user who has only the table.

/// The description of a table at a common rate.
struct AlignmentSidecar: Sendable, Hashable, Encodable {
    var rateInHertz: Double
    var rows: Int
    /// The instant of the first row, in seconds of boot time, and in UTC.
    var firstUptime: Double
    var firstDate: String
    /// The explanation of each rule.
    var methods = Dictionary(
        uniqueKeysWithValues: AlignmentMethod.allCases.map { ($0.rawValue, $0.meaning) }
    )
    var filter =
        "none: where the rate is below that of a sensor, what it measured faster looks like slower movement (aliasing)"
    var gaps =
        "between two readings there is nothing where a record says that some are missing, or where they are farther "
        + "apart than longestGapInSeconds; and nothing before the first reading or behind the last"
    var columns: [Column]

    /// The source of a column, and the origin of its cells.
    struct Column: Sendable, Hashable, Encodable {
        var name: String
        var file: String
        var sensor: String
        var key: String
        var method: AlignmentMethod
        /// The full turn of an angle.
        var turn: Double?
        var nativeRateInHertz: Double?
        var longestGapInSeconds: Double
        /// The sensor's number of samples, how many are missing by its records, and how many are in no row, because
        /// they were not later than the one before them or far ahead of the following ones.
        var samples: Int
        var lost: Int
        var leftOut: Int
        /// The number of cells at the instant of a reading, between two by the rule, and without a value.
        var recorded: Int
        var interpolated: Int
        var empty: Int
    }
}
