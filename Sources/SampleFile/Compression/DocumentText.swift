// Reads a document as bytes instead of records: the bytes of a plain file, or the decompressed text of a compressed
// one.

package import SystemCalls

/// The text of a document.
package struct DocumentText: ~Copyable {
    private let supply: ByteSupply

    /// The text of an open file; its first bytes or its name show whether it is compressed.
    package init(of file: consuming OpenFile, named name: String) throws(SystemError) {
        supply = try .unpacking(.file(file), named: name)
    }

    /// Whether the file is compressed.
    package var isCompressed: Bool { supply.frames != nil }

    /// Reads up to `count` bytes at an offset; fewer if the text ends before.
    package func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        var failure: SystemError?
        unsafe bytes.withUnsafeMutableBytes { room in
            do throws(SystemError) {
                while filled < count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                    let read = try unsafe supply.read(into: rest, at: offset + Int64(filled))
                    if read == 0 { break }
                    filled += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// The length of the text in bytes.
    package func size() throws(SystemError) -> Int64 { try supply.size() }

    /// Why text of a compressed file is missing; `nil` if nothing was missing in what was read so far.
    package var damage: String? { supply.frames?.damage.first?.what }
}
