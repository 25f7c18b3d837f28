// A sound whose run was killed is whole up to its last whole block. Its beginning says that nobody knows how long it
// is: every reader takes that, but some then tell any length.

internal import SampleFile
internal import SystemCalls

/// Makes the file of a sound whole that nobody has ended.
enum SoundMending {
    /// What a file of this type is mended by.
    static let contentType = "audio/flac"
    /// Where the number of frames stands, in the lower half of the first byte and the four behind it.
    private static let countOffset: Int64 = 21
    private static let headerLength = 42

    /// Cuts off what is half a block, and says how long the sound is.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: The session.
    /// - Returns: How many bytes were cut off; `nil` where there is no whole block to end with.
    /// - Throws: Where the disk stands in the way.
    static func mend(_ name: String, in folder: OpenFolder) throws(SessionError) -> Int64? {
        do throws(SystemError) {
            let file = try folder.openForWriting(name)
            let size = try file.size()
            let header = try file.read(headerLength, at: 0)
            guard header.count == headerLength, header.starts(with: Array("fLaC".utf8)) else {
                return nil
            }
            let start = max(0, size - Int64(FLACFrames.longest))
            let bytes = try file.read(Int(size - start), at: start)
            let blockSize = Int(header[10]) << 8 | Int(header[11])
            guard let whole = FLACFrames(in: bytes, blockSize: blockSize) else { return nil }
            let count = (0..<5).map { UInt8(truncatingIfNeeded: whole.frames >> (8 * (4 - $0))) }
            let place = Int(countOffset)
            let told = [header[place] & 0xF0 | count[0] & 0x0F] + count.dropFirst()
            try file.writeAll(told, at: countOffset)
            let end = start + Int64(whole.end)
            if end < size { try file.truncate(to: end) }
            try file.synchronize()
            return size - end
        } catch {
            throw SessionError(error, "mend the sound", where: folder.path(ofFile: name))
        }
    }
}
