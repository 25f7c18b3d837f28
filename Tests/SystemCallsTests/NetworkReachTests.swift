import Glibc
import SystemCalls
import Testing

/// A port of this machine that accepts connections; after `fill`, it answers no further one.
private final class Listener {
    private let descriptor: Int32
    private var waiting: [Int32] = []
    let port: UInt16

    init(room: Int32 = 8) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var bound = size
        let descriptor = descriptor
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(descriptor, raw, size) == 0 && listen(descriptor, room) == 0
                    && getsockname(descriptor, raw, &bound) == 0
            }
        }
        try #require(isListening)
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Fills the kernel's queue of connections, so that it answers no further one.
    func fill() {
        for _ in 0..<4 {
            let client = socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue),
                0
            )
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = port.bigEndian
            unsafe withUnsafePointer(to: address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                    _ = unsafe connect(client, raw, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            waiting.append(client)
        }
    }

    deinit {
        for client in waiting { close(client) }
        close(descriptor)
    }
}

@Suite("Testing whether a service can be reached")
struct NetworkReachTests {
    private func look(
        _ host: String,
        _ port: UInt16,
        patience: Duration = .milliseconds(300),
        isGivenUp: () -> Bool = { false }
    ) -> Errno? {
        do throws(Errno) {
            try NetworkReach.look(host, port: port, patience: patience, isGivenUp: isGivenUp)
            return nil
        } catch {
            return error
        }
    }

    @Test("finds a service that listens, by its address and by its name")
    func listens() throws {
        let listener = try Listener()
        #expect(look("127.0.0.1", listener.port) == nil)
        #expect(look("localhost", listener.port) == nil)
    }

    @Test("reports a port at which nobody listens, and an unknown name")
    func refused() throws {
        let port: UInt16
        do { port = try Listener().port }
        #expect(look("127.0.0.1", port) == .connectionRefused)
        #expect(look("nobody.invalid", 1) == .notFound)
        #expect(look("not a name", 1) == .notFound)
    }

    @Test("ends at the time limit if nobody answers, and at once if the caller gives up")
    func silent() throws {
        let listener = try Listener(room: 0)
        listener.fill()
        #expect(look("127.0.0.1", listener.port) == .timedOut)
        var asked = 0
        let answer = look("127.0.0.1", listener.port, patience: .seconds(60)) {
            asked += 1
            return asked > 2
        }
        #expect(answer == .interrupted && asked == 3)
    }
}
