// Where the columns are that every reader of a file looks at, whichever recorder has written it, and with them what a
// record is: every export and every analysis has the same answer.

package import SampleFile
internal import Timebase

/// What a record is.
package enum RecordKind: Sendable, Hashable {
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
package struct RecordColumns: Sendable {
    package let schema: RecordSchema
    package let uptime: Int
    package let timestamp: Int
    package let sensorType: Int
    package let stepPath: Int?
    package let lost: Int?
    package let reason: Int?
    package let marker: Int?
    package let estimated: Int?

    /// Finds them; `nil` where a column is missing that every recorder's records have.
    package init?(_ schema: RecordSchema) {
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
    package func instant(_ batch: RecordBatch, _ row: Int) -> Int64? {
        batch.number(row, uptime).flatMap(BootInstant.init(seconds:))?.nanoseconds
    }

    /// What a record is: a count makes it a loss, whatever else it says; then a mark's name a mark.
    package func kind(of batch: RecordBatch, _ row: Int) -> RecordKind {
        if let lost, let count = batch.integer(row, lost) { return .loss(count) }
        if let marker, batch.text(row, marker) != nil { return .mark }
        return batch.text(row, sensorType) == nil ? .move : .sample
    }
}
