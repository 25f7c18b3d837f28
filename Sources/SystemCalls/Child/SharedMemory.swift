// Memory shared by two processes. The other one may write anything to it at any time, so this process keeps nothing
// there that it relies on: it copies what it reads, and then checks the copy.

internal import CSystemCalls
internal import Glibc

/// Memory that a process shares with its child, until both have released it.
@safe
public final class SharedMemory: @unchecked Sendable {
    // @unchecked: the address never changes; the content is accessed by atomics, or by one end of a ring.

    /// Its address, at a page boundary.
    public let address: UnsafeMutableRawPointer
    /// Its size.
    public let count: Int
    private let descriptor: Descriptor

    /// Makes zeroed memory, whose size cannot be changed.
    public init(bytes: Int) throws(SystemError) {
        let made = Descriptor(
            number: try retrying("memfd_create", "shared memory") {
                unsafe footfall_shared_memory("footfall", Int64(bytes))
            }
        )
        // In a process without standard streams, `made` may have the number of such a stream; its duplicate has not.
        let descriptor = try Descriptor(duplicating: made.number)
        unsafe address = try Self.map(descriptor.number, bytes)
        count = bytes
        self.descriptor = descriptor
    }

    /// Maps the memory that a parent has made.
    init(mapping number: Int32) throws(SystemError) {
        let descriptor = Descriptor(number: number)
        let bytes = Int(try FileStatus(of: number, "shared memory").size)
        unsafe address = try Self.map(number, bytes)
        count = bytes
        self.descriptor = descriptor
    }

    deinit { unsafe footfall_unmap(address, Int64(count)) }

    /// The descriptor to pass to a child.
    var number: Int32 { descriptor.number }

    private static func map(
        _ number: Int32,
        _ bytes: Int
    ) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let address = unsafe footfall_map_shared(number, Int64(bytes)) else {
            throw SystemError(call: "mmap", path: "shared memory", errno: .current)
        }
        return unsafe address
    }
}
