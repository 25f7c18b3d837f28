// Keeps the file on disk a whole document: every append writes its records and the footer in one
// call over the footer before. When the disk does not take them, the cut falls between two records
// and the footer is put back.

internal import SystemCalls

/// A document in a file, and the space set aside for its end.
struct SampleDocument<Storage: SampleStorage & ~Copyable>: ~Copyable {
    private let storage: Storage
    private let footer: PreparedBytes
    private let isCSV: Bool
    private var checksum = Checksum()
    /// Where the records end and the footer begins.
    private(set) var committed: Int64 = 0
    private(set) var recordsOnDisk = 0
    private(set) var isSynchronized = false
    /// Space up to here is ours, written or not.
    private var reservedTo: Int64 = 0
    private var canReserve = true
    /// What an ordinary append may not touch; a failed one releases it to those that follow.
    private var spare: Int

    private let chunk: Int64 = 1 << 20

    init(
        in storage: consuming Storage,
        header: [UInt8],
        layout: SampleFileLayout,
        closingReserve: Int
    ) throws(SystemError) {
        self.storage = storage
        footer = PreparedBytes(layout.footer)
        isCSV = layout.isCSV
        spare = closingReserve
        try makeRoom(for: header.count + footer.count)
        let text = header + layout.footer
        var failure: SystemError?
        unsafe text.withUnsafeBytes { bytes in
            do throws(SystemError) {
                try unsafe self.storage.writeAll(bytes, at: 0)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        checksum.update(header)
        committed = Int64(header.count)
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
            try makeRoom(for: text.count)
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

// MARK: - Room

extension SampleDocument where Storage: ~Copyable {
    /// Sets space aside for `count` bytes and the spare ones, a large piece at a time.
    private mutating func makeRoom(for count: Int) throws(SystemError) {
        let needed = committed + Int64(count) + Int64(spare) - reservedTo
        guard canReserve, needed > 0 else { return }
        var length = (needed + chunk - 1) / chunk * chunk
        while true {
            do throws(SystemError) {
                try reserve(length)
                return
            } catch {
                guard length > needed else { throw error }
                length = max(needed, length / 2)
            }
        }
    }

    /// Throws only when there is no room: a file system that cannot reserve is used without.
    private mutating func reserve(_ length: Int64) throws(SystemError) {
        do throws(SystemError) {
            canReserve = try storage.reserve(from: reservedTo, length: length)
        } catch {
            guard !error.isOutOfRoom else { throw error }
            canReserve = false
        }
        if canReserve { reservedTo += length }
    }

    /// Takes the last pages of a disk that has no room for everything.
    private mutating func scrape(atMost count: Int) {
        var length = Int64(count).nextPowerOfTwo
        while canReserve, length >= 4096 {
            do throws(SystemError) { try reserve(length) } catch { length /= 2 }
        }
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
        if failure.isOutOfRoom { spare = 0 }
        return kept.records
    }

    /// Room for records where the footer and the spare bytes keep theirs.
    private mutating func roomLeft(for count: Int, didWrite: Bool) -> Int {
        let end: Int64
        if canReserve, !didWrite {
            scrape(atMost: count)
            end = reservedTo
        } else {
            // The bytes that the failed write did place are all that is known to fit.
            end = (try? storage.size()) ?? committed
        }
        return Int(end - committed) - footer.count - spare
    }

    /// Removes what a failed write left behind the footer, and sets the spare bytes aside anew.
    private mutating func cutTornEnd() {
        guard let size = try? storage.size(), size > length else { return }
        do throws(SystemError) { try storage.truncate(to: length) } catch { return }
        reservedTo = length
        if canReserve { try? reserve(Int64(spare)) }
    }
}

extension SystemError {
    fileprivate var isOutOfRoom: Bool {
        [.noSpace, .overQuota, .fileTooLarge].contains(errno)
    }
}

extension Int64 {
    fileprivate var nextPowerOfTwo: Int64 {
        self <= 1 ? 1 : 1 << (Int64.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
