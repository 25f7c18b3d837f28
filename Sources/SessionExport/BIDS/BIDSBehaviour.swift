// What somebody did, such as touches and keys, is behaviour to BIDS: a table of all records as they are, with the time
// since the first ahead.

internal import Research
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A file of what somebody did.
struct BIDSBehaviour {
    /// The columns that any record fills, but for the uptime, which the onset stands for.
    let columns: [Int]
    /// The instant of the first record, in nanoseconds of boot time.
    let onset: Int64
    private(set) var lost = 0
    private let record: BIDSRecord

    /// Reads a file; `nil` of one without a record.
    init?(
        _ file: SessionManifest.File,
        of session: Session,
        schema: RecordSchema
    ) throws {
        record = BIDSRecord(schema)
        var filled: Set<Int> = []
        var first: Int64?
        var samples = 0
        var reader = try session.reader(of: file, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard let instant = record.instant(batch, row) else { continue }
                first = min(first ?? instant, instant)
                if let event = record.event(batch, row, at: instant) {
                    lost = lost.addingClamped(Int(clamping: event.lost ?? 0))
                } else {
                    samples += 1
                }
                for column in schema.columns.indices where batch.has(row, column, of: schema) {
                    filled.insert(column)
                }
            }
        }
        guard let first, samples > 0 else { return nil }
        if let uptime = record.uptime { filled.remove(uptime) }
        (columns, onset) = (filled.sorted(), first)
    }

    /// The names of the columns of the table.
    var headings: [String] {
        ["onset"]
            + columns.map { column in
                let name = record.schema.columns[column].name
                // The first column has that name.
                return name == "onset" ? "record_onset" : name
            }
    }

    /// Writes the table.
    ///
    /// - Returns: How many rows it has.
    func write(
        _ file: SessionManifest.File,
        of session: Session,
        to write: (String) throws -> Void
    ) throws -> Int {
        try write(BIDSTable.line(headings))
        var rows = 0
        var reader = try session.reader(of: file, schema: record.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard let instant = record.instant(batch, row) else { continue }
                let fields = columns.map { batch.cell(row, $0, of: record.schema) ?? "" }
                try write(
                    BIDSTable.line([BIDSTable.seconds(instant.subtractingClamped(onset))] + fields)
                )
                rows += 1
            }
        }
        return rows
    }
}
