// The checksum that reveals a changed byte in a finished file. It is XXH3-128, which is as fast as reading from the
// page cache. It guards against decay, not against an adversary.

internal import CSampleFile

/// An XXH3-128 checksum that is computed as the bytes arrive.
@safe public struct Checksum: ~Copyable {
    private let state: OpaquePointer

    public init() {
        guard let state = unsafe footfall_checksum_create() else {
            fatalError("there is no memory for a checksum")
        }
        unsafe self.state = state
    }

    deinit {
        unsafe footfall_checksum_destroy(state)
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe footfall_checksum_update(state, bytes.baseAddress, bytes.count)
    }

    public mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes {
            unsafe footfall_checksum_update(state, $0.baseAddress, $0.count)
        }
    }

    /// `xxh128:` and 32 hexadecimal digits; further bytes may be added afterwards.
    public var text: String {
        Self.text(of: unsafe footfall_checksum_digest(state))
    }

    /// The checksum of bytes in memory.
    public static func text(of bytes: [UInt8]) -> String {
        unsafe bytes.withUnsafeBytes {
            Self.text(of: unsafe footfall_checksum_of($0.baseAddress, $0.count))
        }
    }

    private static func text(of digest: footfall_digest) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("xxh128:".utf8)
        unsafe withUnsafeBytes(of: digest.bytes) { bytes in
            for byte in unsafe Array(bytes) {
                text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
