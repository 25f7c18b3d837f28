// The columns that every recorder's records share. Recording writes them, and checking reads them without knowing
// the recorder, so both use this definition.

extension RecordSchema {
    /// The number of common columns, counted from the first, that every record has, including gaps and marks.
    public static let commonColumnsInEveryRecord = 3

    /// The columns that every recorder's schema contains, in this order.
    public static let commonColumns = [
        Column("uptime", .number), Column("timestamp", .number), Column("stepPath", .text),
        Column("timestampDate", .text), Column("sensorType", .text), Column("lost", .integer),
        Column("reason", .text), Column("marker", .text), Column("estimated", .boolean),
    ]
}
