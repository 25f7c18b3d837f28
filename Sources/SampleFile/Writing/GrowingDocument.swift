// A document that is not a list of records, such as a sound recording, and that grows while it is recorded. It is
// treated like every file of a session: only its owner may read it, it is checked while it is written, and it is
// synchronized to disk each second.

package import SystemCalls

/// A file that only grows, except for a few bytes at its beginning that are corrected at the end.
package struct GrowingDocument: ~Copyable {
    package let path: String
    private let name: String
    private let folder: OpenFolder
    private let file: OpenFile
    private let knowsFiles: Bool
    private let right: (any WritingRight)?
    private var decision: FlushDecision
    /// Whether all of it is on disk.
    private var isSynchronized = false
    /// How many bytes it has.
    package private(set) var length: Int64 = 0

    /// Creates the file, readable only by its owner, and waits until its name is on disk; fails if it exists.
    package init(
        creating name: String,
        in folder: OpenFolder,
        policy: FlushPolicy = FlushPolicy(),
        by right: (any WritingRight)? = nil
    ) throws(SystemError) {
        file = try folder.createDurably(name)
        path = folder.path(ofFile: name)
        self.name = name
        self.folder = folder
        self.right = right
        decision = FlushDecision(policy)
        knowsFiles = folder.tellsFilesApart(by: name)
    }

    /// Appends bytes; if the disk accepts only some of them, keeps none.
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

    /// Synchronizes to disk if the policy says so; `monotonic` is the time of any clock that never goes back.
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

    /// Overwrites existing bytes.
    package func putRight(_ bytes: [UInt8], at offset: Int64) throws(SampleFileWriteFailure) {
        do throws(SystemError) {
            try file.writeAll(bytes, at: offset)
        } catch {
            throw SampleFileWriteFailure(cause: error, recordsKept: 0, recordsLost: 0)
        }
    }

    /// Checks whether the file is still the one that was written.
    ///
    /// - Throws: If somebody has deleted, truncated, moved or replaced it, or has taken over its folder.
    package func requireFile() throws(SampleFileWriteFailure) {
        if let right, right.isLost { throw SampleFileWriteFailure(takenOver: path) }
        // A failed check shows nothing about the file; the next one may succeed.
        guard let sighting = try? folder.look(at: file, named: name) else { return }
        let loss = FileLoss(sighting, written: length, isWhole: true, knowsFiles: knowsFiles)
        if let loss { throw SampleFileWriteFailure(loss, of: path, recordsLost: 0) }
    }

    /// Synchronizes and closes the file; returns its summary.
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
