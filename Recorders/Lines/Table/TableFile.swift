// Reads a file on disk in blocks of fixed size, however long it is, and computes its checksum.

internal import SampleFile
internal import SystemCalls
package import Timebase

/// A file of columns that can be recorded; it was read once from beginning to end.
package struct TableFile: Sendable {
    /// The time zone of dates that are text.
    package enum Zone: Sendable, Hashable {
        case ahead(seconds: Int)
        /// The dates name no zone, and are taken as UTC.
        case unreported
    }

    /// The path of the file.
    let path: String
    package let mapping: LineMapping
    let layout: TableLayout
    /// Rows per second, if the user gave that.
    package let rateInHertz: Double?
    /// The size of the file in bytes.
    package let bytes: Int64
    /// The checksum of these bytes.
    package let checksum: String
    /// The date of the first row, by the file's own times; `nil` if they are not dates.
    package let firstDate: WallInstant?
    /// The zone of that date, if it is text.
    package let zone: Zone?
    /// The first and the last instant of its samples.
    package let first: BootInstant
    package let last: BootInstant
    /// Remarks for the user, one line each.
    package let notes: [String]
    /// The number of its samples.
    package let samples: Int64
    /// The number of lines in rows that could not be read.
    package let unread: Int64

    /// Its name without folders.
    package var name: String { FileSystem.name(of: path) }

    private static let block = 1 << 18

    /// Reads a file to its end, to find out whether it can be recorded.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - map: The meaning of its columns; `nil` if the user gave none.
    ///   - layout: The layout, as far as the user gave it.
    ///   - rateInHertz: Rows per second, if the user gave that.
    /// - Throws: `TableError`, which names the line and the remedy.
    package init(
        _ path: String,
        _ map: LineMapping?,
        _ layout: TableLayout,
        rateInHertz: Double?
    ) throws(TableError) {
        func refuse(_ kind: TableError.Kind) -> TableError { TableError(kind, at: path) }
        guard let map else {
            throw refuse(.noMap(proposal: try Self.proposal(for: path, layout)))
        }
        if map.checksum != nil, let word = map.columns.last?.word {
            throw refuse(.checksum(word: word))
        }
        var taker = TableTaker(map, layout, rateInHertz: rateInHertz)
        let read = try Self.read(path) { bytes in
            taker.take(bytes)
            taker.clear()
            return true
        }
        taker.finish()
        let behind = taker.times.behind + taker.times.setBacks.rows
        if let obstacle = taker.facts.obstacle(map, behind: behind) {
            throw refuse(obstacle)
        }
        guard map.hasTime || rateInHertz != nil else { throw refuse(.noTime) }
        let own = taker.times.firstOwn ?? 0
        let isDate = TableTimes.isDate(own)
        (self.path, mapping, self.layout) = (path, map, layout)
        self.rateInHertz = rateInHertz
        (bytes, checksum) = read
        firstDate = isDate && map.hasTime ? WallInstant(nanosecondsSince1970: own) : nil
        zone =
            switch taker.facts.form {
            case .date(let seconds?): .ahead(seconds: seconds)
            case .date(nil): .unreported
            case .timeOfDay, nil: nil
            }
        first = BootInstant(nanoseconds: isDate || own < 0 ? 0 : own)
        last = BootInstant(nanoseconds: taker.times.newest ?? 0)
        notes = taker.facts.notes(
            behind: taker.times.behind,
            setBacks: taker.times.setBacks.count
        )
        samples = taker.facts.samples
        unread = taker.facts.unread
    }

    /// Reads the file again.
    ///
    /// - Parameter give: Receives each block, and returns whether it wants more.
    /// - Throws: `TableError` if the file cannot be read, or has changed.
    func readAgain(_ give: (Span<UInt8>) throws(TableError) -> Bool) throws(TableError) {
        var isWhole = true
        let again = try Self.read(path) { (bytes) throws(TableError) in
            isWhole = try give(bytes)
            return isWhole
        }
        guard !isWhole || again.bytes == bytes && again.checksum == checksum else {
            throw TableError(.changed, at: path)
        }
    }

    /// Options that match the column names of a file and its first rows.
    private static func proposal(
        for path: String,
        _ layout: TableLayout
    ) throws(TableError) -> String? {
        var rows = TableRows(skipping: layout.skippedLines)
        var head: TableHead?
        _ = try read(path) { bytes in
            rows.take(bytes) { _, row in
                guard row[0] != .hash else { return }
                if head == nil { head = TableHead(row, layout) } else { head?.take(row) }
            }
            return head?.isFull != true
        }
        rows.finish { _, row in if head == nil { head = TableHead(row, layout) } }
        return head?.proposal.map { TableError.options($0) }
    }

    /// Reads a file in blocks, until its end or until `give` wants no more.
    private static func read(
        _ path: String,
        _ give: (Span<UInt8>) throws(TableError) -> Bool
    ) throws(TableError) -> (bytes: Int64, checksum: String) {
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile.openPlain(path)
        } catch {
            throw TableError(TableError.Kind(opening: error), at: path)
        }
        var checksum = Checksum()
        var offset: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
        defer { unsafe buffer.deallocate() }
        while true {
            let count: Int
            do throws(SystemError) {
                count = try unsafe file.read(into: buffer, at: offset)
            } catch {
                throw TableError(.system(error), at: path)
            }
            if count == 0 { break }
            offset += Int64(count)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
            unsafe checksum.update(bytes)
            let text = unsafe bytes.bindMemory(to: UInt8.self)
            if !(try give(unsafe text.span)) { break }
        }
        return (offset, checksum.text)
    }
}

extension TableError.Kind {
    /// Why a file could not be opened.
    fileprivate init(opening error: SystemError) {
        switch error.errno {
        case .notFound: self = .missing
        case .isDirectory: self = .folder
        case .invalid, .noDeviceOrAddress: self = .noFile
        default: self = .system(error)
        }
    }
}
