// Reads a sample file from its first record to its footer, in memory of fixed size. It returns every record before
// an error first, and then throws the error.

package import SystemCalls

/// Reads the records of a sample file, in order.
public struct SampleFileReader: ~Copyable {
    /// The layout, which the file itself shows.
    public let layout: SampleFileLayout
    /// How many records were returned so far.
    public private(set) var recordsRead = 0
    /// The keys or CSV columns with values so far that are not in the schema; only the first if there are many.
    package var undeclared: [String] { scan.strangers }
    private let schema: RecordSchema
    private var scan: RecordScan
    private var lastRecord: Int64?
    private var isFinished = false
    private var failure: SampleFileError?

    /// Opens a plain file, or a link to one.
    ///
    /// For CSV without a header, the caller must pass `csvHeader: false`.
    public init(
        opening path: String,
        schema: RecordSchema,
        csvHeader: Bool = true
    ) throws(SampleFileError) {
        let file = try NamedFile(followingLinksAt: path, onlyToRead: true)
        try self.init(opening: file.name, in: file.folder, schema: schema, csvHeader: csvHeader)
    }

    /// Opens a plain file of an open folder.
    package init(
        opening name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        csvHeader: Bool = true
    ) throws(SampleFileError) {
        let scan = try RecordScan(
            opening: name,
            in: folder,
            schema: schema,
            limits: ReadingLimits(),
            endingAtDamage: true
        )
        try self.init(scan, schema: schema, csvHeader: csvHeader)
    }

    /// Reads a document in memory, or with other limits.
    package init(
        reading bytes: [UInt8],
        as path: String,
        schema: RecordSchema,
        csvHeader: Bool = true,
        limits: ReadingLimits = ReadingLimits()
    ) throws(SampleFileError) {
        let scan = try RecordScan(
            reading: bytes,
            as: path,
            schema: schema,
            limits: limits,
            endingAtDamage: true
        )
        try self.init(scan, schema: schema, csvHeader: csvHeader)
    }

    private init(
        _ scan: consuming RecordScan,
        schema: RecordSchema,
        csvHeader: Bool
    ) throws(SampleFileError) {
        var opened = scan
        let path = opened.path
        let layout: SampleFileLayout
        switch try opened.readOpening(schema, csvHeader: csvHeader) {
        case .whole(let found):
            layout = found
        case _ where !opened.frameDamage.isEmpty:
            throw .frame(opened.frameDamage[0], path, after: 0)
        case .torn:
            throw .torn(path, at: try opened.size(), "the file ends within its first line")
        case .empty:
            throw .torn(path, at: 0, "the file is empty")
        case .zeros:
            throw .torn(path, at: 0, "the file is nothing but zero bytes")
        case .foreign(let what):
            throw .foreign(path, at: 0, what)
        }
        self.init(opened, schema: schema, layout: layout)
    }

    private init(
        _ scan: consuming RecordScan,
        schema: RecordSchema,
        layout: SampleFileLayout
    ) {
        self.scan = scan
        self.schema = schema
        self.layout = layout
    }

    /// Returns the next records, or `nil` after the last record of a whole file.
    ///
    /// The previous batch must not be used any longer.
    public mutating func nextBatch() throws(SampleFileError) -> RecordBatch? {
        if let failure { throw failure }
        if isFinished { return nil }
        do throws(SampleFileError) {
            let batch = try readBatch()
            isFinished = batch == nil
            return batch
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func readBatch() throws(SampleFileError) -> RecordBatch? {
        switch try scan.next() {
        case .rows:
            let batch = RecordBatch(
                count: scan.rows,
                firstRecord: recordsRead + 1,
                store: scan.store,
                base: scan.base
            )
            recordsRead += batch.count
            lastRecord = batch.byteOffset(batch.count - 1)
            return batch
        case .problem(let problem):
            throw error(for: problem)
        case .footer:
            try readFooter()
            return nil
        case .end:
            try requireWholeFrames()
            let rest = try scan.size() - scan.position
            if scan.isCSV, rest <= 0 { return nil }
            throw .torn(
                scan.path,
                at: scan.position,
                rest > 0
                    ? "the file ends within a record"
                    : "the file ends without its closing bracket",
                after: recordsRead
            )
        }
    }

    private mutating func readFooter() throws(SampleFileError) {
        let place = scan.position
        switch try scan.readClosing(layout.closingBrackets) {
        case .complete:
            try requireWholeFrames()
            guard scan.endsWithComma else { return }
            throw .torn(
                scan.path,
                at: place,
                "no record stands after the comma",
                after: recordsRead
            )
        case .torn:
            try requireWholeFrames()
            throw .torn(
                scan.path,
                at: scan.position,
                "the file ends within its closing brackets",
                after: recordsRead
            )
        case .junk(let offset):
            throw SampleFileError(
                .damaged,
                path: scan.path,
                byteOffset: offset,
                what: "something stands after the closing bracket",
                remedy: "`footfall repair` keeps every whole record and leaves out what is broken"
            )
        }
    }

    /// Throws if the text of a compressed file ends at a damaged frame.
    private func requireWholeFrames() throws(SampleFileError) {
        if let damage = scan.frameDamage.first {
            throw .frame(damage, scan.path, after: recordsRead)
        }
    }

    private func error(for problem: ScanProblem) -> SampleFileError {
        if problem.why == .missingComma {
            return SampleFileError(
                .damaged,
                path: scan.path,
                byteOffset: lastRecord ?? problem.place,
                record: recordsRead,
                what: "no comma stands after the record",
                remedy: problem.remedy
            )
        }
        // A brace alone on the first line of records: another program has formatted this JSON.
        if problem.why == .unfinished, recordsRead == 0, problem.lineBytes < 16,
            problem.place - problem.line == Int64(problem.lineBytes)
        {
            return .foreign(scan.path, at: problem.line, "its records do not stand one on a line")
        }
        return SampleFileError(
            problem.kind,
            path: scan.path,
            byteOffset: problem.place,
            record: recordsRead + 1,
            what: problem.what(schema),
            remedy: problem.remedy
        )
    }
}

extension SampleFileLayout {
    /// The brackets that close a document, without spaces.
    var closingBrackets: [UInt8] {
        switch self {
        case .jsonArray: Array("]".utf8)
        case .jsonDictionary: Array("]}".utf8)
        case .csv: []
        }
    }
}

extension SampleFileError {
    static func torn(
        _ path: String,
        at offset: Int64,
        _ what: String,
        after records: Int = 0
    ) -> SampleFileError {
        SampleFileError(
            .torn,
            path: path,
            byteOffset: offset,
            what: records == 0 ? what : "after record \(records): \(what)",
            remedy: "`footfall repair` makes it whole again and keeps every whole record"
        )
    }

    static func frame(
        _ damage: FrameDamage,
        _ path: String,
        after records: Int
    ) -> SampleFileError {
        let what =
            damage.isTorn
            ? "the last \(damage.byteCount.bytes) are no whole frame"
            : "the compressed frame that begins there \(damage.why)"
        return SampleFileError(
            damage.isTorn ? .torn : .damaged,
            path: path,
            byteOffset: damage.byteOffset,
            what: records == 0 ? what : "after record \(records): \(what)",
            remedy: "`footfall repair` makes it whole again and keeps every whole record"
        )
    }

    static func foreign(_ path: String, at offset: Int64, _ what: String) -> SampleFileError {
        SampleFileError(
            .foreign,
            path: path,
            byteOffset: offset,
            what: what,
            remedy: "give it a file that Footfall wrote, or one laid out alike, a record a line"
        )
    }
}

extension Int64 {
    /// A number of bytes, in words.
    var bytes: String { self == 1 ? "1 byte" : "\(self) bytes" }
}
