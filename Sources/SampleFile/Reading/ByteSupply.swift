// Where the bytes of a document come from. Reading has no other door to the outside, so that all of
// it can be tried on bytes in memory. Of a compressed file they are its text: nobody else need know of frames.

internal import SystemCalls

enum ByteSupply: ~Copyable {
    case file(OpenFile)
    case memory([UInt8])
    case frames(FrameText)

    /// The bytes of a document, be it compressed or not: its first bytes tell, or its name where they are damaged.
    ///
    /// - Parameters:
    ///   - plain: The bytes as they lie.
    ///   - name: The name of the file, if it is one.
    ///   - endingAtDamage: Whether the text ends where a frame is damaged.
    ///   - seen: Takes the bytes as they lie.
    /// - Returns: The bytes of the document.
    /// - Throws: When the file cannot be read.
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

    /// Reads some bytes at `offset`; 0 is the end.
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

    /// The frames of a compressed file.
    var frames: FrameText? {
        switch self {
        case .file: nil
        case .memory: nil
        case .frames(let text): text
        }
    }
}
