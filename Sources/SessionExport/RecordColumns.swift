// Where the columns are that an export looks at, of a file of whichever recorder, and with them what a record is: every
// format has the same answer.

internal import SampleFile
internal import Timebase

/// What a record is.
enum RecordKind: Sendable, Hashable {
    /// A sensor's reading.
    case sample
    /// Says that so many samples of a sensor are missing.
    case loss(Int64)
    /// Says what the recording was doing, or what somebody marked.
    case mark
    /// Says that the task moved to another step.
    case move
}

/// The columns of a file's records.
struct RecordColumns: Sendable {
    let schema: RecordSchema
    let uptime: Int
    let timestamp: Int
    let sensorType: Int
    let stepPath: Int?
    let lost: Int?
    let reason: Int?
    let marker: Int?
    let estimated: Int?

    /// Finds them; `nil` where a column is missing that every recorder's records have.
    init?(_ schema: RecordSchema) {
        guard let uptime = schema.index(of: "uptime"),
            let timestamp = schema.index(of: "timestamp"),
            let sensorType = schema.index(of: "sensorType")
        else { return nil }
        self.schema = schema
        (self.uptime, self.timestamp, self.sensorType) = (uptime, timestamp, sensorType)
        stepPath = schema.index(of: "stepPath")
        (lost, reason) = (schema.index(of: "lost"), schema.index(of: "reason"))
        (marker, estimated) = (schema.index(of: "marker"), schema.index(of: "estimated"))
    }

    /// The instant of a record, in nanoseconds of boot time; what has none is of no instant, and no recorder writes it.
    func instant(_ batch: RecordBatch, _ row: Int) -> Int64? {
        batch.number(row, uptime).flatMap(BootInstant.init(seconds:))?.nanoseconds
    }

    /// What a record is: a count makes it a loss, whatever else it says; then a mark's name a mark.
    func kind(of batch: RecordBatch, _ row: Int) -> RecordKind {
        if let lost, let count = batch.integer(row, lost) { return .loss(count) }
        if let marker, batch.text(row, marker) != nil { return .mark }
        return batch.text(row, sensorType) == nil ? .move : .sample
    }
}
