// A document that is no list of records, such as a sound, and grows while something is recorded. It lies in a session
// as every file does: nobody else may read it, it is looked at while it is written, and it goes to the disk each second.

package import SystemCalls

/// A file of bytes that only grows, but for a few at its beginning that are put right at its end.
package struct GrowingDocument: ~Copyable {
    package let path: String
    private let name: String
    private let folder: OpenFolder
    private let file: OpenFile
    private let knowsFiles: Bool
    private let right: (any WritingRight)?
    private var decision: FlushDecision
    /// Whether all of it is on the disk.
    private var isSynchronized = false
    /// How many bytes it has.
    package private(set) var length: Int64 = 0

    /// Creates the file, for its owner only; one that is there is an error.
    package init(
        creating name: String,
        in folder: OpenFolder,
        policy: FlushPolicy = FlushPolicy(),
        by right: (any WritingRight)? = nil
    ) throws(SystemError) {
        let made = try folder.create(name)
        file = made
        path = folder.path(ofFile: name)
        self.name = name
        self.folder = folder
        self.right = right
        decision = FlushDecision(policy)
        knowsFiles = folder.tellsFilesApart(by: name)
    }

    /// Writes bytes behind those that are there; where the disk takes only some of them, none are kept.
    package mutating func append(_ bytes: [UInt8]) throws(SampleFileWriteFailure) {
        guard !bytes.isEmpty else { return }
        try requireFile()
        do throws(SystemError) {
            try file.writeAll(bytes, at: length)
            length += Int64(bytes.count)
            isSynchronized = false
        } catch {
            try? file.truncate(to: length)
            throw SampleFileWriteFailure(cause: error, recordsKept: 0, recordsLost: 0)
        }
    }

    /// Waits for the disk where the policy says that it is due; `monotonic` is the time by any clock that only moves on.
    package mutating func tick(at monotonic: Duration) throws(SampleFileWriteFailure) {
        let due = decision.due(at: monotonic, bufferedBytes: 0, isSynchronized: isSynchronized)
        guard due == .flushAndSynchronize else { return }
        do throws(SystemError) {
            try file.synchronize()
            isSynchronized = true
        } catch {
            throw SampleFileWriteFailure(cause: error, recordsKept: 0, recordsLost: 0)
        }
    }

    /// Writes over bytes that are there.
    package func putRight(_ bytes: [UInt8], at offset: Int64) throws(SampleFileWriteFailure) {
        do throws(SystemError) {
            try file.writeAll(bytes, at: offset)
        } catch {
            throw SampleFileWriteFailure(cause: error, recordsKept: 0, recordsLost: 0)
        }
    }

    /// Looks whether the file is still what was written.
    ///
    /// - Throws: When somebody else has deleted it, cut it, moved it or put another in its place, or has taken over
    ///   its folder.
    package func requireFile() throws(SampleFileWriteFailure) {
        if let right, right.isLost { throw SampleFileWriteFailure(takenOver: path) }
        // A look that fails says nothing of the file, and the next one may do better.
        guard let sighting = try? folder.look(at: file, named: name) else { return }
        let loss = FileLoss(sighting, written: length, isWhole: true, knowsFiles: knowsFiles)
        if let loss { throw SampleFileWriteFailure(loss, of: path, recordsLost: 0) }
    }

    /// Waits for the disk, and closes; answers what is known of the file.
    package consuming func close() throws(SampleFileWriteFailure) -> SampleFileSummary {
        try requireFile()
        do throws(SystemError) {
            let digest = try FileDigest(of: file)
            let summary = SampleFileSummary(
                path: path,
                bytes: digest.bytes,
                records: 0,
                checksum: digest.checksum.text
            )
            try file.synchronize()
            try file.close()
            return summary
        } catch {
            throw SampleFileWriteFailure(cause: error, recordsKept: 0, recordsLost: 0)
        }
    }
}
