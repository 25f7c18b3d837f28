// Checks whether a document's file is still the one that was written. Others can delete, truncate or replace it,
// and no write fails then.

internal import SystemCalls

extension SampleDocument where Storage == OpenFile {
    /// How the file was lost; `nil` if it is still the one that was written, or if that is unknown.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - folder: The folder in which it had that name.
    ///   - knowsFiles: Whether the file system reports the same file number at each check.
    /// - Returns: What has happened to the file.
    func loss(as name: String, in folder: OpenFolder, knowsFiles: Bool) -> FileLoss? {
        // A failed check shows nothing about the file; the next one may succeed.
        guard let sighting = try? folder.look(at: storage, named: name) else { return nil }
        return FileLoss(
            sighting,
            written: length,
            isWhole: sighting.size < length || isWhole,
            knowsFiles: knowsFiles
        )
    }

    /// Whether the bytes before the last append are still there, instead of the zeros of a hole.
    private var isWhole: Bool {
        let before = beforeLastAppend
        guard before.count > 0 else { return true }
        var found = SIMD16<UInt8>()
        let count = unsafe withUnsafeMutableBytes(of: &found) { room in
            try? unsafe storage.read(
                into: UnsafeMutableRawBufferPointer(rebasing: room[..<before.count]),
                at: lastAppend - Int64(before.count)
            )
        }
        return count != before.count || before.stand(in: found)
    }
}
