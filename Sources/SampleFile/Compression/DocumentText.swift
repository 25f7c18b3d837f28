// Whoever wants the bytes of a document, and not its records, has them here: those of a plain file as they lie, and the
// text of a compressed one.

package import SystemCalls

/// The text of a document.
package struct DocumentText: ~Copyable {
    private let supply: ByteSupply

    /// The text of an open file, which its first bytes or its name tell to be compressed.
    package init(of file: consuming OpenFile, named name: String) throws(SystemError) {
        supply = try .unpacking(.file(file), named: name)
    }

    /// Whether the file is compressed.
    package var isCompressed: Bool { supply.frames != nil }

    /// Reads so many bytes at an offset, or as many as there are.
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

    /// How many bytes of text there are.
    package func size() throws(SystemError) -> Int64 { try supply.size() }

    /// Why some of the text of a compressed file is missing, as far as it was read.
    package var damage: String? { supply.frames?.damage.first?.what }
}
