// One sample file as a wide CSV file. It is read twice: what columns there are shows only at its end, and a long file
// fits into no memory.

internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A sample file that is made wide.
struct WideFile {
    private let session: Session
    private let file: SessionManifest.File
    private let schema: RecordSchema
    private let uptime: Int
    private let timestamp: Int
    private let sensorType: Int
    /// The columns of records that are neither times nor the sensor's name.
    private let values: [Int]

    /// How many rows it has come to, and what is missing.
    struct Account: Sendable, Hashable {
        var rows = 0
        var lost = 0
    }

    /// Prepares a file of a session, whose records have these columns.
    init(_ file: SessionManifest.File, of session: Session, schema: RecordSchema) {
        (self.file, self.session, self.schema) = (file, session, schema)
        func place(_ name: String) -> Int { schema.index(of: name) ?? 0 }
        (uptime, timestamp) = (place("uptime"), place("timestamp"))
        sensorType = place("sensorType")
        values = schema.columns.indices.filter { index in
            !(WideColumns.times + ["sensorType"]).contains(schema.columns[index].name)
        }
    }

    /// Writes it.
    ///
    /// - Parameter write: Takes a piece of the file.
    /// - Returns: What it came to.
    /// - Throws: `SampleFileError` where a record cannot be read, and what `write` throws.
    func make(_ write: (String) throws -> Void) throws -> Account {
        let columns = try columns()
        try write(Self.line(columns.headings))
        var account = Account()
        var rows = WideRows(
            columns: columns.channels.count,
            ofRows: columns.channels.prefix { $0.sensor == nil }.count
        )
        var reader = try session.reader(of: file, schema: schema)
        let lost = schema.index(of: "lost")
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                // What has no time is of no instant; no recorder writes it.
                guard let time = batch.number(row, uptime) else { continue }
                let sensor = batch.text(row, sensorType)?.description
                let cells = values.compactMap { value in
                    batch.cell(row, value, of: schema).flatMap { text in
                        columns.place(of: channel(value, sensor)).map { (place: $0, text: text) }
                    }
                }
                if let lost, let count = batch.integer(row, lost) {
                    account.lost = account.lost.addingClamped(Int(clamping: count))
                }
                rows.add(cells, of: sensor, uptime: time, timestamp: batch.number(row, timestamp))
            }
            try put(rows.takeReady(), into: &account, write)
        }
        try put(rows.takeAll(), into: &account, write)
        return account
    }

    private func put(
        _ rows: [WideRow],
        into account: inout Account,
        _ write: (String) throws -> Void
    ) throws {
        guard !rows.isEmpty else { return }
        account.rows += rows.count
        let lines = rows.map { row in
            Self.line(["\(row.uptime)", row.timestamp.map { "\($0)" } ?? ""] + row.cells)
        }
        try write(lines.joined())
    }

    /// The columns that any record of the file fills.
    private func columns() throws -> WideColumns {
        var columns = WideColumns()
        var reader = try session.reader(of: file, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let sensor = batch.text(row, sensorType)?.description
                for value in values where batch.has(row, value, of: schema) {
                    columns.note(channel(value, sensor))
                }
                guard columns.channels.count <= Self.mostChannels else {
                    throw Self.tooManyChannels(at: session.path(of: file))
                }
            }
        }
        columns.sort(by: schema)
        return columns
    }

    /// A file that names a new sensor in each record must not fill the memory.
    static let mostChannels = 1024

    /// What is wrong with such a file.
    static func tooManyChannels(at path: String) -> SessionError {
        SessionError(
            "its records have more than \(mostChannels) channels, which no table can show",
            where: path,
            remedy: "see with `footfall info` which sensors it names"
        )
    }

    private func channel(_ value: Int, _ sensor: String?) -> WideColumns.Channel {
        let name = schema.columns[value].name
        return WideColumns.Channel(
            sensor: WideColumns.ofRows.contains(name) ? nil : sensor,
            name: name
        )
    }

    /// A line of CSV (RFC 4180), but that it ends as lines do here.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = field.utf8.allSatisfy {
                $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\n")
                    && $0 != UInt8(ascii: "\r")
            }
            return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
        }.joined(separator: ",") + "\n"
    }
}
