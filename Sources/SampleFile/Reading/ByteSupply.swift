// The only source of a document's bytes. All reading goes through it, so that tests can run all of it on bytes in
// memory. For a compressed file it supplies the decompressed text, so no other code needs to know about frames.

internal import SystemCalls

enum ByteSupply: ~Copyable {
    case file(OpenFile)
    case memory([UInt8])
    case frames(FrameText)

    /// Returns the bytes of a document, decompressed if its first bytes or its name show that it is compressed.
    ///
    /// - Parameters:
    ///   - plain: The stored bytes.
    ///   - name: The name of the file, if the bytes are in one.
    ///   - endingAtDamage: Whether the text ends at the first damaged frame.
    ///   - seen: Receives the stored bytes.
    /// - Returns: The bytes of the document.
    /// - Throws: If the file cannot be read.
    static func unpacking(
        _ plain: consuming ByteSupply,
        named name: String? = nil,
        endingAtDamage: Bool = false,
        seeing seen: SeenBytes? = nil
    ) throws(SystemError) -> ByteSupply {
        switch consume plain {
        case .file(let file):
            let isNamed = name.map { SampleFileCompression(ofFile: $0) != nil } ?? false
            let first = try file.read(4, at: 0)
            guard isNamed || FrameText.isFrame(first) else { return .file(file) }
            let text = FrameText(.file(file), endingAtDamage: endingAtDamage, seeing: seen)
            return .frames(text)
        case .memory(let bytes):
            guard FrameText.isFrame(bytes) else { return .memory(bytes) }
            let text = FrameText(.memory(bytes), endingAtDamage: endingAtDamage, seeing: seen)
            return .frames(text)
        case .frames(let text):
            return .frames(text)
        }
    }

    /// Reads bytes at `offset`; returns 0 at the end.
    func read(
        into room: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) -> Int {
        switch self {
        case .file(let file):
            return try unsafe file.read(into: room, at: offset)
        case .memory(let bytes):
            let rest = bytes.dropFirst(Int(offset)).prefix(room.count)
            unsafe room.copyBytes(from: rest)
            return rest.count
        case .frames(let text):
            return try unsafe text.read(into: room, at: offset)
        }
    }

    func size() throws(SystemError) -> Int64 {
        switch self {
        case .file(let file): try file.size()
        case .memory(let bytes): Int64(bytes.count)
        case .frames(let text): try text.size()
        }
    }

    /// The frames, if the file is compressed.
    var frames: FrameText? {
        switch self {
        case .file: nil
        case .memory: nil
        case .frames(let text): text
        }
    }
}
