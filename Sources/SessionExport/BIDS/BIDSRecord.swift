// What a record is, by the columns that all recorders have: a sample, or one of the things that happen beside samples.

internal import SampleFile
internal import Timebase

/// The places of the common columns in the records of a file.
struct BIDSRecord: Sendable {
    let schema: RecordSchema
    /// The columns of samples that hold numbers of their own; truth is one, too.
    let numbers: [Int]
    /// The columns of samples that hold texts of their own, but for the frame.
    let texts: [Int]
    /// The column that names the frame of a sample.
    let frame: Int?
    let uptime: Int?
    private let stepPath, sensorType, lost, reason, marker, estimated: Int?

    /// Finds them.
    init(_ schema: RecordSchema) {
        self.schema = schema
        uptime = schema.index(of: "uptime")
        stepPath = schema.index(of: "stepPath")
        sensorType = schema.index(of: "sensorType")
        lost = schema.index(of: "lost")
        reason = schema.index(of: "reason")
        marker = schema.index(of: "marker")
        estimated = schema.index(of: "estimated")
        frame = schema.index(of: "referenceCoordinate")
        let own = schema.columns.indices.filter {
            !Self.toldOtherwise.contains(schema.columns[$0].name)
        }
        texts = own.filter { [.text, .json].contains(schema.columns[$0].kind) }
        numbers = own.filter { ![.text, .json].contains(schema.columns[$0].kind) }
    }

    /// What the latency, the events, and the names and frames of channels tell.
    private static let toldOtherwise: Set = [
        "uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "lost", "reason",
        "marker",
        "referenceCoordinate",
    ]

    /// A number of a sample; truth is 1 or 0.
    func number(_ batch: RecordBatch, _ row: Int, _ column: Int) -> String? {
        guard schema.columns[column].kind == .boolean else {
            return batch.cell(row, column, of: schema)
        }
        return batch.boolean(row, column).map { $0 ? "1" : "0" }
    }

    /// The instant, in nanoseconds of boot time; what has none is of no instant, and no recorder writes it.
    func instant(_ batch: RecordBatch, _ row: Int) -> Int64? {
        uptime.flatMap { batch.number(row, $0) }.flatMap(BootInstant.init(seconds:))?.nanoseconds
    }

    /// What a record tells that is no sample.
    func event(_ batch: RecordBatch, _ row: Int, at instant: Int64) -> BIDSEvents.Event? {
        let mark = text(batch, row, marker)
        let lost = lost.flatMap { batch.integer(row, $0) }
        let sensor = sensor(batch, row)
        let kind: BIDSEvents.Event.Kind
        switch (mark, lost, sensor) {
        case ("start"?, _, _): kind = .start
        case ("stop"?, _, _): kind = .stop
        case (_?, _, _): kind = .mark
        case (nil, _?, _): kind = .loss
        case (nil, nil, nil): kind = .step
        case (nil, nil, _?): return nil
        }
        return BIDSEvents.Event(
            instant: instant,
            kind: kind,
            stepPath: text(batch, row, stepPath),
            marker: mark,
            sensor: sensor,
            lost: lost,
            reason: text(batch, row, reason),
            isEstimated: kind == .loss
                ? estimated.flatMap { batch.boolean(row, $0) } ?? false : nil
        )
    }

    /// What `sensorType` says.
    func sensor(_ batch: RecordBatch, _ row: Int) -> String? { text(batch, row, sensorType) }

    private func text(_ batch: RecordBatch, _ row: Int, _ column: Int?) -> String? {
        column.flatMap { batch.text(row, $0) }?.description
    }
}
