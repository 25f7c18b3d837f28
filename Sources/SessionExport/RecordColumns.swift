// Where the columns are that an export looks at, of a file of whichever recorder.

internal import SampleFile

/// The columns of a file's records.
struct RecordColumns: Sendable {
    let schema: RecordSchema
    let uptime: Int
    let timestamp: Int
    let sensorType: Int
    let lost: Int?
    let marker: Int?

    /// Finds them; `nil` where a column is missing that every recorder's records have.
    init?(_ schema: RecordSchema) {
        guard let uptime = schema.index(of: "uptime"),
            let timestamp = schema.index(of: "timestamp"),
            let sensorType = schema.index(of: "sensorType")
        else { return nil }
        self.schema = schema
        (self.uptime, self.timestamp, self.sensorType) = (uptime, timestamp, sensorType)
        (lost, marker) = (schema.index(of: "lost"), schema.index(of: "marker"))
    }
}
