// Keeps the file on disk a whole document: every append writes its records and the footer in one
// call over the footer before. When the disk does not take them, the cut falls between two records
// and the footer is put back.

internal import SystemCalls

/// A document in a file, and the space set aside for its end.
struct SampleDocument<Storage: SampleStorage & ~Copyable>: ~Copyable {
    let storage: Storage
    private let footer: PreparedBytes
    private let isCSV: Bool
    private var checksum = Checksum()
    /// Where the records end and the footer begins.
    private(set) var committed: Int64 = 0
    /// Where the last append began: the byte before it was written earlier.
    private(set) var lastAppend: Int64 = 0
    private(set) var recordsOnDisk = 0
    private(set) var isSynchronized = false
    private var space: ReservedSpace

    /// Writes the empty document, and owns the file from then on; a file that fails is let go.
    init(
        in storage: consuming Storage,
        header: [UInt8],
        layout: SampleFileLayout,
        closingReserve: Int,
        reserveStep: Int = 1 << 20
    ) throws(SystemError) {
        let text = header + layout.footer
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
        self.init(storage, header: header, layout: layout, space: space)
    }

    private init(
        _ storage: consuming Storage,
        header: [UInt8],
        layout: SampleFileLayout,
        space: ReservedSpace
    ) {
        self.storage = storage
        self.space = space
        footer = PreparedBytes(layout.footer)
        isCSV = layout.isCSV
        checksum.update(header)
        committed = Int64(header.count)
    }

    /// Takes over a document that is whole, to write on behind its last record.
    ///
    /// - Parameters:
    ///   - storage: Where it is.
    ///   - committed: Where its records end.
    ///   - records: How many they are.
    ///   - digest: Of the bytes up to there.
    ///   - layout: How it is laid out.
    ///   - closingReserve: The bytes set aside for its end.
    ///   - reserveStep: How many are set aside at a time.
    init(
        continuing storage: consuming Storage,
        from committed: Int64,
        records: Int,
        digest: consuming FileDigest,
        layout: SampleFileLayout,
        closingReserve: Int,
        reserveStep: Int = 1 << 20
    ) {
        var space = ReservedSpace(spare: closingReserve, step: reserveStep)
        footer = PreparedBytes(layout.footer)
        isCSV = layout.isCSV
        space.restart(behind: committed + Int64(footer.count), in: storage)
        self.storage = storage
        self.space = space
        checksum = digest.checksum
        self.committed = committed
        recordsOnDisk = records
    }

    /// What is in it so far, without its end: more may follow.
    var seal: SampleFileSeal {
        SampleFileSeal(bytes: committed, records: recordsOnDisk, checksum: checksum.text)
    }

    /// The length of the file.
    var length: Int64 { committed + Int64(footer.count) }

    /// Writes records, with the footer behind them, over the footer that is there.
    ///
    /// After a failure `text` is no longer what it was: the footer may stand in its midst.
    mutating func append(
        _ text: UnsafeMutableRawBufferPointer,
        records: Int
    ) throws(SampleFileWriteFailure) {
        let failure: SystemError
        var didWrite = false
        do throws(SystemError) {
            try space.makeRoom(for: text.count, after: committed, in: storage)
            didWrite = true
            try unsafe storage.writeAll(UnsafeRawBufferPointer(text), at: committed)
            unsafe commit(text, bytes: text.count - footer.count, records: records)
            return
        } catch {
            failure = error
        }
        let kept = unsafe salvage(text, after: failure, didWrite: didWrite)
        throw SampleFileWriteFailure(
            cause: failure,
            recordsKept: kept,
            recordsLost: records - kept
        )
    }

    /// Waits until the file is on the disk itself.
    mutating func synchronize() throws(SystemError) {
        try storage.synchronize()
        isSynchronized = true
    }

    /// Gives back what was set aside, waits for the disk, and closes; answers the checksum.
    consuming func close() -> (checksum: String, failure: SystemError?) {
        var failure: SystemError?
        do throws(SystemError) { try storage.truncate(to: length) } catch { failure = error }
        do throws(SystemError) { try synchronize() } catch { failure = failure ?? error }
        unsafe checksum.update(footer.bytes)
        let text = checksum.text
        do throws(SystemError) { try storage.close() } catch { failure = failure ?? error }
        return (text, failure)
    }
}

// MARK: - Failure

extension SampleDocument where Storage: ~Copyable {
    private mutating func commit(
        _ text: UnsafeMutableRawBufferPointer,
        bytes: Int,
        records: Int
    ) {
        unsafe checksum.update(UnsafeRawBufferPointer(rebasing: text[..<bytes]))
        lastAppend = committed
        committed += Int64(bytes)
        recordsOnDisk += records
        isSynchronized = false
    }

    /// Keeps the whole records for which there is room; answers how many.
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
        // Whole records are in the file when the footer stands behind them, and not before.
        if kept.records > 0 {
            unsafe UnsafeMutableRawBufferPointer(rebasing: text[kept.bytes...])
                .copyMemory(from: footer.bytes)
            let part = unsafe text[..<(kept.bytes + footer.count)]
            do throws(SystemError) {
                try unsafe storage.writeAll(UnsafeRawBufferPointer(rebasing: part), at: committed)
                unsafe commit(text, bytes: kept.bytes, records: kept.records)
            } catch {
                kept.records = 0
            }
        }
        if kept.records == 0 { try? unsafe storage.writeAll(footer.bytes, at: committed) }
        cutTornEnd()
        if failure.isOutOfRoom { space.releaseSpare() }
        return kept.records
    }

    /// Room for records where the footer and the spare bytes keep theirs.
    private mutating func roomLeft(for count: Int, didWrite: Bool) -> Int {
        let end: Int64
        if space.isPossible, !didWrite {
            space.scrape(atMost: count, in: storage)
            end = space.end
        } else {
            // The bytes that the failed write did place are all that is known to fit.
            end = (try? storage.size()) ?? committed
        }
        return Int(end - committed) - footer.count - space.spare
    }

    /// Removes what a failed write left behind the footer, and sets the spare bytes aside anew.
    private mutating func cutTornEnd() {
        guard let size = try? storage.size(), size > length else { return }
        do throws(SystemError) { try storage.truncate(to: length) } catch { return }
        space.restart(behind: length, in: storage)
    }
}
