// A socket of a test's own, for what comes by a network.

package import Glibc
internal import Testing

/// A socket of a test's own on the loopback.
package final class Loopback: Sendable {
    package let number: Int32
    package let port: UInt16

    /// A socket that is bound to a free port.
    package init(_ kind: __socket_type) throws {
        number = socket(AF_INET, Int32(kind.rawValue), 0)
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = number
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(number, raw, size) == 0 && getsockname(number, raw, &size) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    package func send(_ bytes: [UInt8], to port: UInt16) {
        unsafe withUnsafePointer(to: Self.address(port)) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                _ = unsafe sendto(number, bytes, bytes.count, 0, raw, size)
            }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    deinit { close(number) }
}
