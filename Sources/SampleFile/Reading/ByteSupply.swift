// Where the bytes of a document come from. Reading has no other door to the outside, so that all of
// it can be tried on bytes in memory.

internal import SystemCalls

enum ByteSupply: ~Copyable {
    case file(OpenFile)
    case memory([UInt8])

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
        }
    }

    func size() throws(SystemError) -> Int64 {
        switch self {
        case .file(let file): try file.size()
        case .memory(let bytes): Int64(bytes.count)
        }
    }
}
