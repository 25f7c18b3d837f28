// Whether the file of a document is still what was written: others can delete it, cut it or put another in
// its place, and no write fails.

internal import SystemCalls

extension SampleDocument where Storage == OpenFile {
    /// How the file was lost; `nil` while it is what was written, or nobody can say.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - folder: Where it has that name.
    ///   - knowsFiles: Whether the file system gives a file the same number at each look.
    /// - Returns: What has happened to it.
    func loss(as name: String, in folder: OpenFolder, knowsFiles: Bool) -> FileLoss? {
        // A look that fails says nothing of the file, and the next one may do better.
        guard let sighting = try? folder.look(at: storage, named: name) else { return nil }
        return FileLoss(
            sighting,
            written: length,
            isWhole: sighting.size < length || isWhole,
            knowsFiles: knowsFiles
        )
    }

    /// Whether what stood before the last append is there, and not the zeros of a hole.
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
