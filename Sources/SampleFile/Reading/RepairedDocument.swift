// The result of a repair: every whole record copied byte by byte, between a whole opening and a whole footer.
// Records are not encoded again, so keys that this version does not know are kept.

internal import SystemCalls

struct RepairedDocument: RecordKeeping, ~Copyable {
    enum Target: ~Copyable {
        case file(OpenFile)
        case memory
    }

    private let path: String
    private let schema: RecordSchema
    private let target: Target
    private let packer: FramePacker?
    /// The document, if it is written to memory.
    private(set) var bytes: [UInt8] = []
    private var buffer: [UInt8] = []
    private var written: Int64 = 0
    private var layout = SampleFileLayout.jsonArray
    private var isFirst = true

    init(
        in target: consuming Target,
        path: String,
        schema: RecordSchema,
        isCompressed: Bool
    ) {
        self.target = target
        packer = isCompressed ? FramePacker() : nil
        self.path = path
        self.schema = schema
    }

    mutating func begin(_ layout: SampleFileLayout?, opening: [UInt8]?) throws(SampleFileError) {
        let isCSV = SampleFileCompression.plainName(of: path).hasSuffix(".csv")
        let byName = isCSV ? SampleFileLayout.csv(header: true) : .jsonArray
        self.layout = layout ?? byName
        switch (self.layout, opening) {
        case (.jsonDictionary, let opening?), (.csv(header: true), let opening?):
            buffer += Array(opening.trimmingJSONSpace()) + [newline]
        case (.jsonArray, _), (.jsonDictionary, nil), (.csv, _):
            buffer += self.layout.header(for: schema)
        }
    }

    mutating func keep(_ scan: borrowing RecordScan) throws(SampleFileError) {
        for row in 0..<scan.rows {
            if !isFirst {
                if !layout.isCSV { buffer.append(UInt8(ascii: ",")) }
                buffer.append(newline)
            }
            isFirst = false
            unsafe buffer.append(contentsOf: scan.store.room(scan.extent(row)))
        }
        if buffer.count >= 65_536 { try flush() }
    }

    /// Closes the document and waits until it is on disk.
    mutating func finish() throws(SampleFileError) {
        if layout.isCSV, !isFirst { buffer.append(newline) }
        try flush()
        buffer = layout.footer
        try flush()
        do throws(SystemError) {
            switch target {
            case .file(let file): try file.synchronize()
            case .memory: break
            }
        } catch {
            throw SampleFileError(error, path: path)
        }
    }

    private mutating func flush() throws(SampleFileError) {
        if let packer { buffer = packer.frames(of: buffer) }
        do throws(SystemError) {
            switch target {
            case .file(let file): try file.writeAll(buffer, at: written)
            case .memory: bytes += buffer
            }
        } catch {
            throw SampleFileError(error, path: path)
        }
        written += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }
}
