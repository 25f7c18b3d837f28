// Keeps the file on disk a whole document. Every append overwrites the previous footer with the new records and a
// footer, in one call. If the disk does not accept all of them, the file is cut between two records and the footer
// is written again. A compressed document works in the same way, with frames as its bytes.

internal import SystemCalls

/// A document in a file, with disk space reserved for its end.
struct SampleDocument<Storage: SampleStorage & ~Copyable>: ~Copyable {
    let storage: Storage
    private let footer: PreparedBytes
    private let isCSV: Bool
    private let frames: FrameWriter?
    private var checksum = Checksum()
    /// Where the records end and the footer begins.
    private(set) var committed: Int64 = 0
    /// Where the last append began; the bytes before it were written earlier.
    private(set) var lastAppend: Int64 = 0
    /// The last bytes before `lastAppend`.
    private(set) var beforeLastAppend = LastBytes()
    private(set) var recordsOnDisk = 0
    private(set) var isSynchronized = false
    private var space: ReservedSpace
    /// The last of the committed bytes.
    private var lastBytes = LastBytes()

    /// Writes an empty document and owns the file from then on; if that fails, the file is closed.
    init(
        in storage: consuming Storage,
        header: [UInt8],
        layout: SampleFileLayout,
        compression: SampleFileCompression? = nil,
        closingReserve: Int,
        reserveStep: Int = 1 << 20
    ) throws(SystemError) {
        let frames = compression.map { _ in FrameWriter(footer: layout.footer) }
        let header = frames?.frame(of: header) ?? header
        let text = header + (frames?.tail ?? layout.footer)
        var space = ReservedSpace(spare: closingReserve, step: reserveStep)
        try space.makeRoom(for: text.count, after: 0, in: storage)
        var failure: SystemError?
        unsafe text.withUnsafeBytes { bytes in
            do throws(SystemError) {
                try unsafe storage.writeAll(bytes, at: 0)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(storage, header: header, layout: layout, frames: frames, space: space)
    }

    private init(
        _ storage: consuming Storage,
        header: [UInt8],
        layout: SampleFileLayout,
        frames: FrameWriter?,
        space: ReservedSpace
    ) {
        self.storage = storage
        self.frames = frames
        self.space = space
        footer = PreparedBytes(layout.footer)
        isCSV = layout.isCSV
        checksum.update(header)
        lastBytes.add(header)
        committed = Int64(header.count)
    }

    /// Takes over a whole plain document, to continue after its last record.
    ///
    /// - Parameters:
    ///   - storage: The file.
    ///   - committed: The offset at which its records end.
    ///   - records: The number of its records.
    ///   - digest: The digest of the bytes up to there.
    ///   - lastBytes: The last of these bytes.
    ///   - layout: The layout.
    ///   - closingReserve: How many bytes to reserve for its end.
    ///   - reserveStep: How many bytes to reserve at a time.
    init(
        continuing storage: consuming Storage,
        from committed: Int64,
        records: Int,
        digest: consuming FileDigest,
        lastBytes: [UInt8],
        layout: SampleFileLayout,
        closingReserve: Int,
        reserveStep: Int = 1 << 20
    ) {
        var space = ReservedSpace(spare: closingReserve, step: reserveStep)
        footer = PreparedBytes(layout.footer)
        isCSV = layout.isCSV
        frames = nil
        space.restart(behind: committed + Int64(footer.count), in: storage)
        self.storage = storage
        self.space = space
        checksum = digest.checksum
        self.lastBytes.add(lastBytes)
        self.committed = committed
        recordsOnDisk = records
    }

    /// The contents so far, without the end: more records may follow.
    var seal: SampleFileSeal {
        SampleFileSeal(bytes: committed, records: recordsOnDisk, checksum: checksum.text)
    }

    /// The length of the file.
    var length: Int64 { committed + Int64(tailCount) }

    /// How many bytes follow the committed ones: the footer, and the ending of a frame.
    private var tailCount: Int { frames?.tail.count ?? footer.count }

    /// Writes records and the footer over the present footer.
    ///
    /// After a failure `text` has changed: the footer may be in the middle of it.
    mutating func append(
        _ text: UnsafeMutableRawBufferPointer,
        records: Int
    ) throws(SampleFileWriteFailure) {
        guard let frames else {
            return try unsafe append(UnsafeRawBufferPointer(text), records: records) {
                document,
                failure,
                didWrite in
                unsafe document.salvage(text, after: failure, didWrite: didWrite)
            }
        }
        let plain = unsafe UnsafeRawBufferPointer(rebasing: text.dropLast(footer.count))
        let ending = frames.ending
        let made = unsafe frames.add(plain) + frames.tail
        var failure: SampleFileWriteFailure?
        unsafe made.withUnsafeBytes { bytes in
            do throws(SampleFileWriteFailure) {
                try unsafe append(bytes, records: records) { document, failure, didWrite in
                    unsafe document.salvage(
                        plain,
                        in: frames,
                        behind: ending,
                        after: failure,
                        didWrite: didWrite
                    )
                }
            } catch let thrown {
                failure = thrown
            }
        }
        if let failure { throw failure }
    }

    /// Writes records with what follows them; after a failure, `salvage` keeps what fits and returns how many.
    private mutating func append(
        _ bytes: UnsafeRawBufferPointer,
        records: Int,
        salvage: (inout Self, SystemError, _ didWrite: Bool) -> Int
    ) throws(SampleFileWriteFailure) {
        let failure: SystemError
        var didWrite = false
        do throws(SystemError) {
            try space.makeRoom(for: bytes.count, after: committed, in: storage)
            didWrite = true
            try unsafe storage.writeAll(bytes, at: committed)
            unsafe commit(
                UnsafeRawBufferPointer(rebasing: bytes.dropLast(tailCount)),
                records: records
            )
            return
        } catch {
            failure = error
        }
        let kept = salvage(&self, failure, didWrite)
        throw SampleFileWriteFailure(
            cause: failure,
            recordsKept: kept,
            recordsLost: records - kept
        )
    }

    /// Synchronizes the file to disk.
    mutating func synchronize() throws(SystemError) {
        try storage.synchronize()
        isSynchronized = true
    }

    /// Frees the unused reserved space, synchronizes and closes; returns the checksum.
    consuming func close() -> (checksum: String, failure: SystemError?) {
        var failure: SystemError?
        do throws(SystemError) { try storage.truncate(to: length) } catch { failure = error }
        do throws(SystemError) { try synchronize() } catch { failure = failure ?? error }
        if let frames { checksum.update(frames.tail) } else { unsafe checksum.update(footer.bytes) }
        let text = checksum.text
        do throws(SystemError) { try storage.close() } catch { failure = failure ?? error }
        return (text, failure)
    }
}

// MARK: - Failure

extension SampleDocument where Storage: ~Copyable {
    private mutating func commit(_ bytes: UnsafeRawBufferPointer, records: Int) {
        unsafe checksum.update(bytes)
        lastAppend = committed
        beforeLastAppend = lastBytes
        unsafe lastBytes.add(bytes)
        committed += Int64(bytes.count)
        recordsOnDisk += records
        isSynchronized = false
    }

    /// Keeps as many whole records as there is room for; returns how many.
    private mutating func salvage(
        _ text: UnsafeMutableRawBufferPointer,
        after failure: SystemError,
        didWrite: Bool
    ) -> Int {
        var kept = WholeRecords(bytes: 0, records: 0)
        if failure.isOutOfRoom {
            let records = unsafe UnsafeRawBufferPointer(rebasing: text.dropLast(footer.count))
            let room = roomLeft(for: records.count, didWrite: didWrite)
            kept = unsafe WholeRecords(in: records, fitting: room, isCSV: isCSV)
        }
        // Records count as written only when the footer follows them.
        if kept.records > 0 {
            unsafe UnsafeMutableRawBufferPointer(rebasing: text[kept.bytes...])
                .copyMemory(from: footer.bytes)
            let part = unsafe text[..<(kept.bytes + footer.count)]
            do throws(SystemError) {
                try unsafe storage.writeAll(UnsafeRawBufferPointer(rebasing: part), at: committed)
                unsafe commit(
                    UnsafeRawBufferPointer(rebasing: text[..<kept.bytes]),
                    records: kept.records
                )
            } catch {
                kept.records = 0
            }
        }
        if kept.records == 0 { try? unsafe storage.writeAll(footer.bytes, at: committed) }
        cutTornEnd()
        if failure.isOutOfRoom { space.releaseSpare() }
        return kept.records
    }

    /// Keeps as many whole records of a compressed document as there is room for; returns how many.
    ///
    /// Ends the open frame where it was before, and writes the records that fit as a new frame.
    private mutating func salvage(
        _ text: UnsafeRawBufferPointer,
        in frames: FrameWriter,
        behind ending: [UInt8],
        after failure: SystemError,
        didWrite: Bool
    ) -> Int {
        var kept = WholeRecords(bytes: 0, records: 0)
        var made = ending
        frames.endFrame()
        if failure.isOutOfRoom {
            let room = roomLeft(for: text.count, didWrite: didWrite)
            // The compressed size of a text is known only afterwards, so a binary search finds the largest part
            // that fits.
            var (fits, tooLong) = (0, text.count + 1)
            while tooLong - fits > 256 {
                let middle = (fits + tooLong) / 2
                let part = unsafe WholeRecords(in: text, fitting: middle, isCSV: isCSV)
                guard part.records > 0 else { fits = middle; continue }
                let bytes =
                    unsafe ending
                    + frames.frame(of: UnsafeRawBufferPointer(rebasing: text[..<part.bytes]))
                if bytes.count > room {
                    tooLong = middle
                } else {
                    (fits, kept, made) = (middle, part, bytes)
                }
            }
        }
        if kept.records == 0 || !write(made, records: kept.records) {
            kept.records = 0
            if !write(ending, records: 0) { frames.owe(ending) }
        }
        cutTornEnd()
        if failure.isOutOfRoom { space.releaseSpare() }
        return kept.records
    }

    /// Writes frames followed by the footer; returns whether that succeeded.
    private mutating func write(_ made: [UInt8], records: Int) -> Bool {
        guard let frames else { return false }
        do throws(SystemError) {
            try writeAll(made + frames.footerFrame)
        } catch {
            return false
        }
        unsafe made.withUnsafeBytes { unsafe commit($0, records: records) }
        return true
    }

    private func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { bytes in
            do throws(SystemError) {
                try unsafe storage.writeAll(bytes, at: committed)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// The number of bytes that records may use; the footer and the spare bytes are not counted.
    private mutating func roomLeft(for count: Int, didWrite: Bool) -> Int {
        let end: Int64
        if space.isPossible, !didWrite {
            space.scrape(atMost: count, in: storage)
            end = space.end
        } else {
            // Only the bytes that the failed write has placed are known to fit.
            end = (try? storage.size()) ?? committed
        }
        return Int(end - committed) - tailCount - space.spare
    }

    /// Removes what a failed write left after the footer, and reserves the spare bytes again.
    private mutating func cutTornEnd() {
        guard let size = try? storage.size(), size > length else { return }
        do throws(SystemError) { try storage.truncate(to: length) } catch { return }
        space.restart(behind: length, in: storage)
    }
}
