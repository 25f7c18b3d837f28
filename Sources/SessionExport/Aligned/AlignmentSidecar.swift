// What stands beside a table at a common rate, for whoever has the table alone.

/// What is said of a table at a common rate.
struct AlignmentSidecar: Sendable, Hashable, Encodable {
    var rateInHertz: Double
    var rows: Int
    /// The instant of the first row, in seconds of boot time, and in UTC.
    var firstUptime: Double
    var firstDate: String
    /// What each rule means.
    var methods = Dictionary(
        uniqueKeysWithValues: AlignmentMethod.allCases.map { ($0.rawValue, $0.meaning) }
    )
    var filter =
        "none: where the rate is below that of a sensor, what it measured faster looks like slower movement (aliasing)"
    var gaps =
        "between two readings there is nothing where a record says that some are missing, or where they are farther "
        + "apart than longestGapInSeconds; and nothing before the first reading or behind the last"
    var columns: [Column]

    /// Where a column comes from, and how its cells came about.
    struct Column: Sendable, Hashable, Encodable {
        var name: String
        var file: String
        var sensor: String
        var key: String
        var method: AlignmentMethod
        /// Of an angle, what a whole turn is in it.
        var turn: Double?
        var nativeRateInHertz: Double?
        var longestGapInSeconds: Double
        /// Of the sensor: its samples, how many are missing by its records, and how many are in no row, since they
        /// were not later than the one before them, or far ahead of those behind them.
        var samples: Int
        var lost: Int
        var leftOut: Int
        /// Cells at the instant of a reading, between two by the rule, and without a value.
        var recorded: Int
        var interpolated: Int
        var empty: Int
    }
}
