// Finds the columns that every reader of a file needs, whichever recorder wrote it, and classifies records. All
// exports and analyses use it, so they agree.

package import SampleFile
internal import Timebase

/// The kinds of records.
package enum RecordKind: Sendable, Hashable {
    /// A sensor's reading.
    case sample
    /// Reports how many samples of a sensor are missing.
    case loss(Int64)
    /// Reports what the recording did, or a mark that somebody made.
    case mark
    /// Reports that the task moved to another step.
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

    /// Finds the columns; `nil` if one is missing that every recorder's records have.
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

    /// The instant of a record, in nanoseconds of boot time; `nil` if it has none, which is a fault of the file.
    package func instant(_ batch: RecordBatch, _ row: Int) -> Int64? {
        batch.number(row, uptime).flatMap(BootInstant.init(seconds:))?.nanoseconds
    }

    /// Classifies a record.
    ///
    /// With a `lost` count it is a loss; otherwise, with the name of a mark, a mark. Of the others, a record without a
    /// `sensorType` is a move, and any other is a sample.
    package func kind(of batch: RecordBatch, _ row: Int) -> RecordKind {
        if let lost, let count = batch.integer(row, lost) { return .loss(count) }
        if let marker, batch.text(row, marker) != nil { return .mark }
        return batch.text(row, sensorType) == nil ? .move : .sample
    }
}
