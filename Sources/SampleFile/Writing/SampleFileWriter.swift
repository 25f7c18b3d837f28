// Connects the encoder, the decision when to flush, and the document on disk. It is a value that only the writing
// thread owns.

package import SystemCalls

/// Writes records to a file that is a whole document after every flush.
@safe public struct SampleFileWriter: ~Copyable {
    public let path: String
    @usableFromInline var encoder: RecordEncoder
    private var document: SampleDocument<OpenFile>
    private var decision: FlushDecision
    private let folder: OpenFolder
    private let name: String
    /// Whether the file system reports the same file number at each check.
    private let knowsFiles: Bool
    /// Whether the folder still belongs to this writer; `nil` if it always does.
    private let right: (any WritingRight)?

    /// Creates the file as an empty document, readable only by its owner; fails if it exists.
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
            file = try folder.createDurably(name)
        } catch {
            throw SampleFileError(error, path: path)
        }
        let document: SampleDocument<OpenFile>
        do throws(SystemError) {
            document = try SampleDocument(
                in: file,
                header: layout.header(for: schema),
                layout: layout,
                compression: policy.compression,
                closingReserve: policy.closingReserve,
                reserveStep: policy.reserveStep
            )
        } catch {
            // Remove the file, which has no record: half a header would look like a recording.
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
        // Test this by the name, not by the open file: somebody may have replaced the file already.
        knowsFiles = folder.tellsFilesApart(by: name)
        self.document = document
        decision = FlushDecision(policy)
    }

    /// Continues a plain file that is a whole document of this layout.
    ///
    /// - Throws: If the file is not such a document, is compressed, or is not a plain file of ours.
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
        // Compare the layout, too: the footer of CSV is empty, so any document ends with it.
        guard found.layout?.hasForm(of: layout) == true else {
            throw .foreign(path, at: 0, "it has another layout than the records that are to follow")
        }
        let footer = layout.footer
        let end = found.fileBytes - Int64(footer.count)
        let document: SampleDocument<OpenFile>
        do throws(SystemError) {
            let file = try folder.openForWriting(name)
            let digest = try FileDigest(of: file, upTo: end)
            guard try file.read(footer.count, at: end) == footer else {
                // Another program has written another footer, and a part of it would remain after the next write.
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

    /// The contents of the file so far, without the end: more may follow.
    package var seal: SampleFileSeal { document.seal }

    /// The bytes that wait for a flush.
    public var bufferedBytes: Int { encoder.bufferedBytes }

    /// The records that wait for a flush.
    public var bufferedRecords: Int { encoder.bufferedRecords }

    /// The records in the file.
    public var recordsOnDisk: Int { document.recordsOnDisk }

    /// Writes the buffered records to the file, which is a whole document afterwards.
    public mutating func flush() throws(SampleFileWriteFailure) {
        guard encoder.bufferedRecords > 0 else { return }
        try requireFile()
        let records = encoder.bufferedRecords
        let text = unsafe encoder.recordsAndFooter(beforeFirst: document.recordsOnDisk == 0)
        defer { encoder.removeAll() }
        try unsafe document.append(text, records: records)
    }

    /// Checks whether the file is still the one that was written.
    ///
    /// - Throws: If somebody has deleted, truncated, moved or replaced it. The records that waited for a flush are
    ///   lost, too.
    public mutating func requireFile() throws(SampleFileWriteFailure) {
        try requireRight()
        guard let loss = document.loss(as: name, in: folder, knowsFiles: knowsFiles) else { return }
        let records = encoder.bufferedRecords
        encoder.removeAll()
        throw SampleFileWriteFailure(loss, of: path, recordsLost: records)
    }

    /// Checks whether the folder still belongs to this writer.
    ///
    /// - Throws: If another machine has taken it over. The records that wait for a flush keep waiting.
    package func requireRight() throws(SampleFileWriteFailure) {
        if let right, right.isLost { throw SampleFileWriteFailure(takenOver: path) }
    }

    /// Moves the waiting records of `other`, whose file may not be written any more, to this writer, which has none.
    package mutating func takeWaiting(from other: inout SampleFileWriter) {
        swap(&encoder, &other.encoder)
    }

    /// The present path of the file, if it has one.
    package var presentPath: String? { document.storage.presentPath }

    /// Flushes, and synchronizes the file to disk.
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

    /// Does what the policy says is due; `monotonic` is the time of any clock that never goes back.
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

    /// Flushes, frees the unused reserved space, synchronizes and closes.
    ///
    /// The file is closed in any case; a failure contains the summary of what is there. A file that somebody has
    /// removed is left as it is.
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
    /// Opens a record; the previous one must be ended.
    @inlinable
    public mutating func beginRecord() {
        encoder.beginRecord()
    }

    /// Writes the shortest text that reads back as `value`.
    ///
    /// A value that is not finite makes the encoder refuse the record.
    @inlinable
    public mutating func number(_ column: Int, _ value: Double) {
        encoder.number(column, value)
    }

    /// Writes nanoseconds as seconds, with the same digits as `number`.
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

    /// Ends the record; returns `false` and drops it if it was refused.
    @inlinable
    public mutating func endRecord() -> Bool {
        encoder.endRecord()
    }
}
