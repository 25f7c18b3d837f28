// In BIDS, a person's actions such as touches and keys are behaviour: a table with all records as they are, preceded by
// the time since the first one.

internal import RecorderKinds
internal import Research
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A file of a person's actions.
struct BIDSBehaviour {
    /// The columns that any record fills, except the uptime, which becomes the onset.
    let columns: [Int]
    /// The instant of the first record, in nanoseconds of boot time.
    let onset: Int64
    private(set) var account = ExportAccount()
    private let record: BIDSRecord

    /// Reads a file; returns `nil` if the file has no samples.
    init?(
        _ file: SessionManifest.File,
        of session: Session,
        _ places: RecordColumns
    ) throws {
        let schema = places.schema
        record = BIDSRecord(places)
        var filled: Set<Int> = []
        var first: Int64?
        var samples = 0
        var reader = try session.reader(of: file, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let kind = places.kind(of: batch, row)
                account.note(kind)
                guard let instant = places.instant(batch, row) else {
                    account.withoutTime += 1
                    continue
                }
                first = min(first ?? instant, instant)
                if kind == .sample { samples += 1 }
                for column in schema.columns.indices where batch.has(row, column, of: schema) {
                    filled.insert(column)
                }
            }
        }
        account.undeclared = reader.undeclared
        guard let first, samples > 0 else { return nil }
        filled.remove(places.uptime)
        (columns, onset) = (filled.sorted(), first)
    }

    /// The column names of the table.
    var headings: [String] {
        ["onset"]
            + columns.map { column in
                let name = record.schema.columns[column].name
                // The table's first column is named onset already.
                return name == "onset" ? "record_onset" : name
            }
    }

    /// Writes the table.
    ///
    /// - Returns: The number of its rows.
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
                guard let instant = record.columns.instant(batch, row) else { continue }
                let fields = columns.map { batch.value(row, $0, of: record.schema)?.text ?? "" }
                try write(
                    BIDSTable.line([BIDSTable.seconds(instant.subtractingClamped(onset))] + fields)
                )
                rows += 1
            }
        }
        return rows
    }
}
