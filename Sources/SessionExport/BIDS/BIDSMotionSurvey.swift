// The first of two passes over a motion file: finds which sensors are read together, which columns they fill, and the
// time of the first sample. These are known only at the file's end, and a long file does not fit into memory.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder

/// What a motion file contains.
struct BIDSMotionSurvey: Sendable {
    /// The sensors with samples, in the order of their first record.
    private(set) var sensors: [BIDSSensor] = []
    private(set) var steps = BIDSSteps()
    /// Columns of samples with text, which a table of numbers cannot contain.
    private(set) var leftOut: Set<String> = []
    /// Counts what does not fit into any table.
    private(set) var account = ExportAccount()
    /// How many records are not samples, but have a sample's values.
    private(set) var eventsWithValues = 0

    /// Reads a file.
    init(
        _ file: SessionManifest.File,
        of session: Session,
        _ columns: RecordColumns
    ) throws {
        let schema = columns.schema
        let record = BIDSRecord(columns)
        var seen: [String: Seen] = [:]
        var order: [String] = []
        var reader = try session.reader(of: file, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let kind = columns.kind(of: batch, row)
                account.note(kind)
                if kind != .sample, record.hasValues(batch, row) { eventsWithValues += 1 }
                guard let instant = columns.instant(batch, row) else {
                    account.withoutTime += 1
                    continue
                }
                if let event = record.event(kind, batch, row, at: instant) {
                    if [.step, .start, .stop].contains(event.kind) { steps.note(instant) }
                    guard event.kind == .loss, let sensor = event.sensor else { continue }
                    if seen[sensor] == nil { order.append(sensor) }
                    seen[sensor, default: Seen()].noteLoss(at: instant)
                } else if let sensor = record.sensor(batch, row) {
                    if seen[sensor] == nil { order.append(sensor) }
                    seen[sensor, default: Seen()].note(batch, row, at: instant, record)
                }
            }
            guard order.count <= WideFile.mostChannels else {
                throw WideFile.tooManyChannels(at: session.path(of: file))
            }
        }
        account.undeclared = reader.undeclared
        for seen in seen.values { leftOut.formUnion(seen.texts.map { schema.columns[$0].name }) }
        order.removeAll { seen[$0]?.samples == 0 }
        sensors = order.compactMap { name in
            seen[name].map { Self.sensor(name, $0, schema, file, session.device(of: file)) }
        }
    }

    /// What was found of a sensor.
    private struct Seen {
        var columns: Set<Int> = []
        var texts: Set<Int> = []
        var frames: [String] = []
        var instants = InstantSketch()
        var first = Int64.max
        var last = Int64.min
        var samples = 0
        var firstLoss = Int64.max
        var lastLoss = Int64.min

        mutating func noteLoss(at instant: Int64) {
            (firstLoss, lastLoss) = (min(firstLoss, instant), max(lastLoss, instant))
        }

        mutating func note(
            _ batch: RecordBatch,
            _ row: Int,
            at instant: Int64,
            _ record: BIDSRecord
        ) {
            (first, last) = (min(first, instant), max(last, instant))
            instants.note(instant)
            samples += 1
            for column in record.numbers where batch.has(row, column, of: record.schema) {
                columns.insert(column)
            }
            for column in record.texts where batch.has(row, column, of: record.schema) {
                texts.insert(column)
            }
            if let frame = record.frame.flatMap({ batch.text(row, $0) })?.description,
                frames.count < Self.mostFrames, !frames.contains(frame)
            {
                frames.append(frame)
            }
        }

        private static let mostFrames = 8
    }

    private static func sensor(
        _ name: String,
        _ seen: Seen,
        _ schema: RecordSchema,
        _ file: SessionManifest.File,
        _ device: SessionManifest.Device?
    ) -> BIDSSensor {
        let told = file.sensors.first { $0.sensorType == name }
        return BIDSSensor(
            name: name,
            columns: seen.columns.sorted().map { schema.columns[$0].name },
            frames: seen.frames,
            instants: seen.instants,
            first: seen.first,
            last: seen.last,
            firstLoss: seen.firstLoss,
            lastLoss: seen.lastLoss,
            nominalRate: told?.nominalRateInHertz ?? device?.rate(of: name),
            measuredRate: told?.measuredRateInHertz,
            samples: seen.samples,
            meaning: told?.meaning
        )
    }
}
