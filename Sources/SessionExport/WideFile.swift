// Exports one sample file as a wide CSV file. The sample file is read twice: its columns are known only at its end, and
// a long file does not fit into memory.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A sample file to be exported as a wide table.
struct WideFile {
    private let session: Session
    private let file: SessionManifest.File
    private let records: RecordColumns
    /// The columns of records except times and the sensor's name.
    private let values: [Int]

    /// Prepares a file of a session, whose records have these columns.
    init(_ file: SessionManifest.File, of session: Session, _ records: RecordColumns) {
        (self.file, self.session, self.records) = (file, session, records)
        values = records.schema.columns.indices.filter { column in
            ![records.uptime, records.timestamp, records.sensorType].contains(column)
        }
    }

    /// How many bytes are written at once, plus the lines of one batch of records.
    private static let blockBytes = 256 << 10

    /// Writes the table.
    ///
    /// - Parameter write: Receives a piece of the file.
    /// - Returns: The account of the file's records.
    /// - Throws: `SampleFileError` if a record cannot be read, and what `write` throws.
    func make(_ write: ([UInt8]) throws -> Void) throws -> ExportAccount {
        let (columns, sensors) = try survey()
        let places = columns.places(
            of: values.map { records.schema.columns[$0].name },
            sensors.names
        )
        var account = ExportAccount()
        var lines = Self.line(columns.headings)
        var rows = WideRows(
            columns: columns.channels.count,
            ofRows: columns.channels.prefix { $0.sensor == nil }.count,
            sensors: sensors.names.count
        )
        var cells: [(place: Int, value: WideCell)] = []
        var texts = KnownTexts(columns: records.schema.columns.count)
        var reader = try session.reader(of: file, schema: records.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                account.note(records.kind(of: batch, row))
                guard let time = batch.number(row, records.uptime) else {
                    account.withoutTime += 1
                    continue
                }
                let sensor = try place(of: batch.text(row, records.sensorType), among: sensors)
                cells.removeAll(keepingCapacity: true)
                for (index, column) in values.enumerated() {
                    guard let value = cell(batch, row, column, &texts) else { continue }
                    guard let place = places[(sensor ?? -1) + 1][index] else { throw changed }
                    cells.append((place, value))
                }
                rows.add(
                    cells,
                    of: sensor,
                    uptime: time,
                    timestamp: batch.number(row, records.timestamp)
                )
                if rows.isFull { append(rows.takeReady(), to: &lines, &account) }
            }
            append(rows.takeReady(), to: &lines, &account)
            if lines.count >= Self.blockBytes {
                try write(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        append(rows.takeAll(), to: &lines, &account)
        try write(lines)
        account.undeclared = reader.undeclared
        return account
    }

    private func append(_ rows: [WideRow], to lines: inout [UInt8], _ account: inout ExportAccount)
    {
        account.rows += rows.count
        for row in rows { row.append(to: &lines) }
    }

    private func place(of name: RecordText?, among sensors: SensorNames) throws -> Int? {
        guard let name else { return nil }
        guard let place = sensors.place(of: name) else { throw changed }
        return place
    }

    private func cell(
        _ batch: RecordBatch,
        _ row: Int,
        _ column: Int,
        _ texts: inout KnownTexts
    ) -> WideCell? {
        switch records.schema.columns[column].kind {
        case .text, .json: batch.text(row, column).map { texts.cell(of: $0, in: column) }
        case .number, .integer, .boolean: batch.value(row, column, of: records.schema)
        }
    }

    /// Finds the columns that any record of the file fills, and the sensors that its records name.
    private func survey() throws -> (WideColumns, SensorNames) {
        var columns = WideColumns()
        var sensors = SensorNames()
        // Whether each value has occurred: for records without a sensor first, then for each sensor.
        var isMet = [[Bool](repeating: false, count: values.count)]
        var reader = try session.reader(of: file, schema: records.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let sensor = batch.text(row, records.sensorType).map { sensors.note($0) }
                let group = (sensor ?? -1) + 1
                if group == isMet.count { isMet.append(isMet[0].map { _ in false }) }
                for (index, column) in values.enumerated()
                where !isMet[group][index] && batch.has(row, column, of: records.schema) {
                    isMet[group][index] = true
                    let name = records.schema.columns[column].name
                    columns.note(WideColumns.Channel(name, of: sensor.map { sensors.names[$0] }))
                }
                guard max(columns.channels.count, sensors.names.count) <= Self.mostChannels else {
                    throw Self.tooManyChannels(at: session.path(of: file))
                }
            }
        }
        columns.sort(by: records.schema)
        return (columns, sensors)
    }

    /// The largest number of channels: a file that names a new sensor in each record must not fill the memory.
    static let mostChannels = 1024

    static func tooManyChannels(at path: String) -> SessionError {
        SessionError(
            "its records have more than \(mostChannels) channels, which no table can show",
            where: path,
            remedy: "see with `footfall info` which sensors it names"
        )
    }

    private var changed: SessionError { .changedMeanwhile(session.path(of: file)) }

    /// A line of CSV with its line end.
    static func line(_ fields: [String]) -> [UInt8] {
        var line: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line.append(csv: Array(field.utf8))
        }
        return line + [UInt8(ascii: "\n")]
    }
}

/// The last text of each column: most columns repeat it in many records, so it is stored once.
private struct KnownTexts {
    private var cells: [WideCell]

    init(columns: Int) { cells = [WideCell](repeating: .empty, count: columns) }

    mutating func cell(of text: RecordText, in column: Int) -> WideCell {
        guard text.count > 0 else { return .empty }
        if case .text(let known) = cells[column], text == known { return cells[column] }
        var bytes: [UInt8] = []
        bytes.append(text)
        cells[column] = .text(bytes)
        return cells[column]
    }
}
