// The edge of writing: joins the encoder, the decision when to flush, and the document on disk.
// It is a value of one owner, the thread that writes.

package import SystemCalls

/// Writes records to a file that is a whole document after every flush.
@safe public struct SampleFileWriter: ~Copyable {
    public let path: String
    @usableFromInline var encoder: RecordEncoder
    private var document: SampleDocument<OpenFile>
    private var decision: FlushDecision
    private let folder: OpenFolder
    private let name: String
    /// Whether the file system gives a file the same number at each look.
    private let knowsFiles: Bool
    /// Whether the folder is still that of whoever writes; without it, always.
    private let right: (any WritingRight)?

    /// Creates the file, for its owner only, as an empty document; one that is there is an error.
    public init(
        creating path: String,
        schema: RecordSchema,
        layout: SampleFileLayout,
        policy: FlushPolicy = FlushPolicy()
    ) throws(SampleFileError) {
        let place = try NamedFile(at: path)
        try self.init(
            creating: place.name,
            in: place.folder,
            schema: schema,
            layout: layout,
            policy: policy
        )
    }

    /// Creates the file in an open folder.
    package init(
        creating name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        layout: SampleFileLayout,
        policy: FlushPolicy = FlushPolicy(),
        by right: (any WritingRight)? = nil
    ) throws(SampleFileError) {
        let path = folder.path(ofFile: name)
        let file: OpenFile
        do throws(SystemError) {
            if let right, right.isLost {
                throw SystemError(call: "open", path: path, errno: .stale)
            }
            file = try folder.create(name)
        } catch {
            throw SampleFileError(error, path: path)
        }
        let document: SampleDocument<OpenFile>
        do throws(SystemError) {
            // The name too must outlast a power cut.
            try folder.synchronize()
            document = try SampleDocument(
                in: file,
                header: layout.header(for: schema),
                layout: layout,
                compression: policy.compression,
                closingReserve: policy.closingReserve,
                reserveStep: policy.reserveStep
            )
        } catch {
            // It is ours and holds nothing: half a header would only be taken for a recording.
            try? folder.remove(name)
            throw SampleFileError(error, path: path)
        }
        let encoder = RecordEncoder(
            schema: schema,
            layout: layout,
            capacity: max(262_144, 4 * policy.flushBytes)
        )
        self.init(name, in: folder, encoder: encoder, document: document, policy: policy, right)
    }

    private init(
        _ name: String,
        in folder: OpenFolder,
        encoder: consuming RecordEncoder,
        document: consuming SampleDocument<OpenFile>,
        policy: FlushPolicy,
        _ right: (any WritingRight)?
    ) {
        self.right = right
        path = folder.path(ofFile: name)
        self.name = name
        self.folder = folder
        self.encoder = encoder
        // Not by a look at the file: somebody may have put another in its place already.
        knowsFiles = folder.tellsFilesApart(by: name)
        self.document = document
        decision = FlushDecision(policy)
    }

    /// Goes on writing a plain file that is a whole document of this layout.
    ///
    /// - Throws: When it is not, or is compressed, or what lies under the name is no plain file of ours.
    package init(
        continuing name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        layout: SampleFileLayout,
        policy: FlushPolicy = FlushPolicy(),
        by right: (any WritingRight)? = nil
    ) throws(SampleFileError) {
        let found = try SampleFileRecovery.examine(
            name,
            in: folder,
            schema: schema,
            assuming: layout
        )
        let path = folder.path(ofFile: name)
        guard found.isComplete else {
            throw .torn(path, at: found.intactBytes, "\(found)", after: found.intactRecords)
        }
        let footer = layout.footer
        let end = found.fileBytes - Int64(footer.count)
        let document: SampleDocument<OpenFile>
        do throws(SystemError) {
            let file = try folder.openForWriting(name)
            let digest = try FileDigest(of: file, upTo: end)
            guard try file.read(footer.count, at: end) == footer else {
                // Another program's way to end it: what is written over it would leave a part.
                throw SystemError(call: "pread", path: path, errno: .invalid)
            }
            let few = min(end, Int64(LastBytes.limit))
            let last = try file.read(Int(few), at: end - few)
            document = SampleDocument(
                continuing: file,
                from: end,
                records: found.intactRecords,
                digest: digest,
                lastBytes: last,
                layout: layout,
                closingReserve: policy.closingReserve,
                reserveStep: policy.reserveStep
            )
        } catch {
            throw SampleFileError(error, path: path)
        }
        let encoder = RecordEncoder(schema: schema, layout: layout)
        self.init(name, in: folder, encoder: encoder, document: document, policy: policy, right)
    }

    /// What is in the file so far, without its end: more may follow.
    package var seal: SampleFileSeal { document.seal }

    /// The bytes that wait for a flush.
    public var bufferedBytes: Int { encoder.bufferedBytes }

    /// The records that wait for a flush.
    public var bufferedRecords: Int { encoder.bufferedRecords }

    /// The records in the file.
    public var recordsOnDisk: Int { document.recordsOnDisk }

    /// Puts the buffered records into the file; it is a whole document afterwards.
    public mutating func flush() throws(SampleFileWriteFailure) {
        guard encoder.bufferedRecords > 0 else { return }
        try requireFile()
        let records = encoder.bufferedRecords
        let text = unsafe encoder.recordsAndFooter(beforeFirst: document.recordsOnDisk == 0)
        defer { encoder.removeAll() }
        try unsafe document.append(text, records: records)
    }

    /// Looks whether the file is still what was written.
    ///
    /// - Throws: When somebody else has deleted it, cut it, moved it or put another in its place; what
    ///   waited for a flush is lost too.
    public mutating func requireFile() throws(SampleFileWriteFailure) {
        try requireRight()
        guard let loss = document.loss(as: name, in: folder, knowsFiles: knowsFiles) else { return }
        let records = encoder.bufferedRecords
        encoder.removeAll()
        throw SampleFileWriteFailure(loss, of: path, recordsLost: records)
    }

    /// Looks, where that was not done for a while, whether the folder is still that of whoever writes.
    ///
    /// - Throws: When another has taken it over; what waited for a flush waits still.
    package func requireRight() throws(SampleFileWriteFailure) {
        if let right, right.isLost { throw SampleFileWriteFailure(takenOver: path) }
    }

    /// Takes over what waits for a flush in a file to which nobody may write any more; nothing waits here.
    package mutating func takeWaiting(from other: inout SampleFileWriter) {
        swap(&encoder, &other.encoder)
    }

    /// Where the file is now, if it has a name.
    package var presentPath: String? { document.storage.presentPath }

    /// Flushes, and waits until the file is on the disk itself.
    public mutating func synchronize() throws(SampleFileWriteFailure) {
        let records = encoder.bufferedRecords
        try flush()
        guard !document.isSynchronized else { return }
        do throws(SystemError) {
            try document.synchronize()
        } catch {
            throw SampleFileWriteFailure(cause: error, recordsKept: records, recordsLost: 0)
        }
    }

    /// Does what the policy says is due; `monotonic` is the time by any clock that only moves on.
    public mutating func tick(at monotonic: Duration) throws(SampleFileWriteFailure) {
        let due = decision.due(
            at: monotonic,
            bufferedBytes: encoder.bufferedBytes,
            isSynchronized: document.isSynchronized
        )
        switch due {
        case .nothing: break
        case .flush: try flush()
        case .flushAndSynchronize: try synchronize()
        }
    }

    /// Flushes, gives back the space set aside, waits for the disk and closes.
    ///
    /// The file is closed however this ends; a failure carries the summary of what is there. A file that
    /// somebody else has taken away is let go of as it lies.
    public consuming func close() throws(SampleFileWriteFailure) -> SampleFileSummary {
        try requireFile()
        var failure: SampleFileWriteFailure?
        let records = encoder.bufferedRecords
        do throws(SampleFileWriteFailure) { try flush() } catch { failure = error }
        let path = path
        let bytes = document.length
        let total = document.recordsOnDisk
        let closed = document.close()
        let summary = SampleFileSummary(
            path: path,
            bytes: bytes,
            records: total,
            checksum: closed.checksum
        )
        guard let cause = failure?.cause ?? closed.failure else { return summary }
        throw SampleFileWriteFailure(
            cause: cause,
            recordsKept: failure?.recordsKept ?? records,
            recordsLost: failure?.recordsLost ?? 0,
            summary: summary
        )
    }
}

// MARK: - Records

extension SampleFileWriter {
    /// Opens a record; the one before must be ended.
    @inlinable
    public mutating func beginRecord() {
        encoder.beginRecord()
    }

    /// Writes the shortest text that reads back as `value`; a value that is not finite refuses
    /// the record.
    @inlinable
    public mutating func number(_ column: Int, _ value: Double) {
        encoder.number(column, value)
    }

    /// Writes nanoseconds as seconds, with the digits that `number` would give them.
    @inlinable
    public mutating func nanosecondsAsSeconds(_ column: Int, _ nanoseconds: Int64) {
        encoder.nanosecondsAsSeconds(column, nanoseconds)
    }

    @inlinable
    public mutating func integer(_ column: Int, _ value: Int64) {
        encoder.integer(column, value)
    }

    @inlinable
    public mutating func text(_ column: Int, _ value: borrowing PreparedText) {
        encoder.text(column, value)
    }

    @inlinable
    public mutating func boolean(_ column: Int, _ value: Bool) {
        encoder.boolean(column, value)
    }

    /// Closes the record; `false` when it was refused, and then nothing of it stays.
    @inlinable
    public mutating func endRecord() -> Bool {
        encoder.endRecord()
    }
}
