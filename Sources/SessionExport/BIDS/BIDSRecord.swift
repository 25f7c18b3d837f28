// Converts a record for a dataset: to a row of a table, or to an event.

internal import RecorderKinds
internal import SampleFile

/// Converts the records of a file for the tables of a dataset.
struct BIDSRecord: Sendable {
    let columns: RecordColumns
    /// The columns of samples with numbers or truth values.
    let numbers: [Int]
    /// The columns of samples with text, except the frame.
    let texts: [Int]
    /// The column with the frame of a sample.
    let frame: Int?

    var schema: RecordSchema { columns.schema }

    init(_ columns: RecordColumns) {
        self.columns = columns
        let schema = columns.schema
        frame = schema.index(of: "referenceCoordinate")
        let own = schema.columns.indices.filter {
            !Self.toldOtherwise.contains(schema.columns[$0].name)
        }
        texts = own.filter { [.text, .json].contains(schema.columns[$0].kind) }
        numbers = own.filter { ![.text, .json].contains(schema.columns[$0].kind) }
    }

    /// Columns that become latency, events, or names and frames of channels.
    private static let toldOtherwise: Set = [
        "uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "lost", "reason",
        "marker", "referenceCoordinate",
    ]

    /// A number of a sample; 1 or 0 for a truth value.
    func number(_ batch: RecordBatch, _ row: Int, _ column: Int) -> WideCell? {
        let value = batch.value(row, column, of: schema)
        guard case .boolean(let truth) = value else { return value }
        return .integer(truth ? 1 : 0)
    }

    /// True if a record that is not a sample has a sample's values, which an event cannot contain.
    func hasValues(_ batch: RecordBatch, _ row: Int) -> Bool {
        numbers.contains { $0 != columns.estimated && batch.has(row, $0, of: schema) }
    }

    /// The event for a record that is not a sample; `nil` for a sample.
    func event(
        _ kind: RecordKind,
        _ batch: RecordBatch,
        _ row: Int,
        at instant: Int64
    ) -> BIDSEvents.Event? {
        let mark = text(batch, row, columns.marker)
        var event = BIDSEvents.Event(
            instant: instant,
            kind: .mark,
            stepPath: text(batch, row, columns.stepPath),
            marker: mark,
            sensor: sensor(batch, row),
            reason: text(batch, row, columns.reason)
        )
        switch kind {
        case .sample: return nil
        case .move: event.kind = .step
        case .mark: event.kind = mark == "start" ? .start : mark == "stop" ? .stop : .mark
        case .loss(let count):
            (event.kind, event.lost) = (.loss, count)
            event.isEstimated = columns.estimated.flatMap { batch.boolean(row, $0) } ?? false
        }
        return event
    }

    /// The value of `sensorType`.
    func sensor(_ batch: RecordBatch, _ row: Int) -> String? {
        text(batch, row, columns.sensorType)
    }

    private func text(_ batch: RecordBatch, _ row: Int, _ column: Int?) -> String? {
        column.flatMap { batch.text(row, $0) }?.description
    }
}
