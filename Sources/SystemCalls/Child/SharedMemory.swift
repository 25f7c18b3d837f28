// Memory that two processes share. The other one may write anything to it at any time, so nothing is kept
// there that this process relies on: what it reads, it copies first and then checks.

internal import CSystemCalls
internal import Glibc

/// Memory that a process shares with its child, until both have let go of it.
@safe
public final class SharedMemory: @unchecked Sendable {
    // @unchecked: the address never changes; what is there is reached by atomics, or by one end of a ring.

    /// Where it begins: a page's boundary.
    public let address: UnsafeMutableRawPointer
    /// How many bytes it has.
    public let count: Int
    private let descriptor: Descriptor

    /// Makes memory of zeroes, whose size nobody can change.
    public init(bytes: Int) throws(SystemError) {
        let made = Descriptor(
            number: try retrying("memfd_create", "shared memory") {
                unsafe footfall_shared_memory("footfall", Int64(bytes))
            }
        )
        // In a process without standard streams the first may have the number of one.
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

    /// By which a child gets it.
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
