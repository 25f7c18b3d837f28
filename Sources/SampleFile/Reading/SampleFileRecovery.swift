// Repairs sample files after a power cut, a killed process or a bad disk. It always keeps the original.

package import SystemCalls

/// Examines sample files, and makes whole documents of damaged ones.
public enum SampleFileRecovery {
    /// Reports what is whole, torn and damaged in a file, without changing it.
    ///
    /// - Parameters:
    ///   - path: The file, or a link to it.
    ///   - schema: The columns of its records.
    ///   - layout: The layout in which the file was written, if known. It is required for CSV without a header, and
    ///     helps if the beginning of the file is lost.
    /// - Returns: What was found.
    /// - Throws: `SampleFileError` if the file cannot be read, or contains nothing of this schema.
    public static func examine(
        path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        let file = try NamedFile(followingLinksAt: path, onlyToRead: true)
        return try examine(file.name, in: file.folder, schema: schema, assuming: layout)
    }

    /// Examines a file in an open folder.
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

    /// Examines a file in an open folder and passes each batch of whole records to `taker`, so that one pass is
    /// enough.
    ///
    /// - Returns: What was found, with the size and checksum of the file if all of it was read.
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

    /// Examines a document in memory.
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

    /// Returns the repaired form of a document in memory.
    package static func repaired(
        _ bytes: [UInt8],
        as path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil,
        limits: ReadingLimits = ReadingLimits()
    ) throws(SampleFileError) -> [UInt8] {
        let scan = try RecordScan(reading: bytes, as: path, schema: schema, limits: limits)
        var document = RepairedDocument(
            in: .memory,
            path: path,
            schema: schema,
            isCompressed: scan.isCompressed
        )
        _ = try RecoveryScan(scan, schema: schema, assuming: layout).walk(&document)
        try document.finish()
        return document.bytes
    }

    /// Replaces a damaged file by a whole document of all its whole records.
    ///
    /// A whole file stays as it is; a compressed file stays compressed. The original is kept beside the file, under
    /// its name followed by `.torn`, `.torn-2` and so on; an earlier original is never overwritten.
    ///
    /// - Parameters:
    ///   - path: The file, or a link to it.
    ///   - schema: The columns of its records.
    ///   - layout: The layout in which the file was written, if known.
    /// - Returns: What was found in the original.
    /// - Throws: `SampleFileError` if the file cannot be read or written, or contains no whole record.
    @discardableResult
    public static func repair(
        path: String,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        // A link stays a link: the file that it points to is repaired.
        let file = try NamedFile(followingLinksAt: path, onlyToRead: false)
        return try repair(file.name, in: file.folder, schema: schema, assuming: layout).found
    }

    /// Repairs a file in an open folder.
    ///
    /// - Returns: What was found, and the present name of the original if the file was repaired.
    package static func repair(
        _ name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> (found: SampleFileCondition, original: String?) {
        let path = folder.path(ofFile: name)
        let found = try examine(name, in: folder, schema: schema, assuming: layout)
        if found.isComplete { return (found, nil) }
        guard found.isRecoverable else {
            throw SampleFileError(
                .damaged,
                path: path,
                byteOffset: found.damaged.first?.byteOffset,
                what: "it holds no whole record, so there is nothing to repair it from",
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
            var document = RepairedDocument(
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
