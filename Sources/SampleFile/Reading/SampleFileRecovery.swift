// Mends what a power cut, a kill or a bad disk left of a sample file. The original always stays.

package import SystemCalls

/// Finds what is whole in a sample file, and makes a whole document of it.
public enum SampleFileRecovery {
    /// Says what is whole, torn and damaged in a file, and changes nothing.
    ///
    /// - Parameters:
    ///   - path: The file, or a link to it.
    ///   - schema: What its records are made of.
    ///   - layout: What the file was made as, if that is known. It is needed for CSV without a
    ///     header, and helps when the beginning of the file is lost.
    /// - Returns: What was found.
    /// - Throws: `SampleFileError` when the file cannot be read or holds nothing of this kind.
    public static func examine(
        path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        let file = try NamedFile(followingLinksAt: path, onlyToRead: true)
        return try examine(file.name, in: file.folder, schema: schema, assuming: layout)
    }

    /// Says the same of a file in an open folder.
    package static func examine(
        _ name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        let scan = try RecordScan(
            opening: name,
            in: folder,
            schema: schema,
            limits: ReadingLimits()
        )
        var keeper = NoRecordKeeping()
        return try RecoveryScan(scan, schema: schema, assuming: layout).walk(&keeper)
    }

    /// Says the same of a file in an open folder, and gives each batch of whole records to somebody: all that is
    /// to be known of a file is found in one pass.
    ///
    /// - Returns: What was found, and size and checksum of the file if all of it was read.
    package static func examine<Taker: BatchTaking>(
        _ name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        assuming layout: SampleFileLayout?,
        givingTo taker: inout Taker
    ) throws(SampleFileError) -> (found: SampleFileCondition, digest: (Int64, String)?) {
        let seen = SeenBytes()
        let scan = try RecordScan(
            opening: name,
            in: folder,
            schema: schema,
            limits: ReadingLimits(),
            seeing: seen
        )
        var keeper = BatchKeeping(taker)
        let found = try RecoveryScan(scan, schema: schema, assuming: layout).walk(&keeper)
        taker = keeper.taker
        return (found, seen.isAll ? (seen.count, seen.checksum) : nil)
    }

    /// Says the same of a document that is in memory.
    package static func examine(
        _ bytes: [UInt8],
        as path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil,
        limits: ReadingLimits = ReadingLimits()
    ) throws(SampleFileError) -> SampleFileCondition {
        let scan = try RecordScan(reading: bytes, as: path, schema: schema, limits: limits)
        var keeper = NoRecordKeeping()
        return try RecoveryScan(scan, schema: schema, assuming: layout).walk(&keeper)
    }

    /// What a repair would make of a document that is in memory.
    package static func mended(
        _ bytes: [UInt8],
        as path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil,
        limits: ReadingLimits = ReadingLimits()
    ) throws(SampleFileError) -> [UInt8] {
        let scan = try RecordScan(reading: bytes, as: path, schema: schema, limits: limits)
        var document = MendedDocument(
            in: .memory,
            path: path,
            schema: schema,
            isCompressed: scan.isCompressed
        )
        _ = try RecoveryScan(scan, schema: schema, assuming: layout).walk(&document)
        try document.finish()
        return document.bytes
    }

    /// Makes a file a whole document of all its whole records; one that is whole stays as it is, and one that is
    /// compressed stays compressed.
    ///
    /// The original stays beside the file under its name with `.torn`, `.torn-2` and so on after
    /// it, and no earlier one is overwritten.
    ///
    /// - Parameters:
    ///   - path: The file, or a link to it.
    ///   - schema: What its records are made of.
    ///   - layout: What the file was made as, if that is known.
    /// - Returns: What was found in the original.
    /// - Throws: `SampleFileError` when the file cannot be read or written, or nothing can be kept.
    @discardableResult
    public static func repair(
        path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        // A link stays a link: what it points to is mended.
        let file = try NamedFile(followingLinksAt: path, onlyToRead: false)
        return try repair(file.name, in: file.folder, schema: schema, assuming: layout).found
    }

    /// Does the same to a file in an open folder.
    ///
    /// - Returns: What was found, and the name that the original has now if the file was mended.
    package static func repair(
        _ name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> (found: SampleFileCondition, original: String?) {
        let path = folder.path(ofFile: name)
        let found = try examine(name, in: folder, schema: schema, assuming: layout)
        if found.isComplete { return (found, nil) }
        guard found.isMendable else {
            throw SampleFileError(
                .damaged,
                path: path,
                byteOffset: found.damaged.first?.byteOffset,
                what: "it holds no whole record, so there is nothing to mend it from",
                remedy: "it is left as it is: look at it by hand, or delete it"
            )
        }
        let replacement = Replacement(of: name, in: folder)
        do throws(SampleFileError) {
            let file = try onDisk(path) { () throws(SystemError) in try replacement.create() }
            let scan = try RecordScan(
                opening: name,
                in: folder,
                schema: schema,
                limits: ReadingLimits()
            )
            var document = MendedDocument(
                in: .file(file),
                path: path,
                schema: schema,
                isCompressed: scan.isCompressed
            )
            _ = try RecoveryScan(scan, schema: schema, assuming: layout).walk(&document)
            try document.finish()
            let original = try onDisk(path) { () throws(SystemError) in
                try replacement.putInPlace()
            }
            return (found, original)
        } catch {
            replacement.abandon()
            throw error
        }
    }

    private static func onDisk<Answer: ~Copyable>(
        _ path: String,
        _ body: () throws(SystemError) -> Answer
    ) throws(SampleFileError) -> Answer {
        do throws(SystemError) {
            return try body()
        } catch {
            throw SampleFileError(error, path: path)
        }
    }
}
