// What every recorder's records have in common. Recording writes it and checking reads it without
// knowing the recorder, so it is said here, once, for both.

extension RecordSchema {
    /// How many of the common columns, from the first, every recorder's records have, gaps and marks too.
    public static let commonColumnsInEveryRecord = 3

    /// The columns that every recorder's schema has among its own, in this order.
    public static let commonColumns = [
        Column("uptime", .number), Column("timestamp", .number), Column("stepPath", .text),
        Column("timestampDate", .text), Column("sensorType", .text), Column("lost", .integer),
        Column("reason", .text), Column("marker", .text), Column("estimated", .boolean),
    ]
}
