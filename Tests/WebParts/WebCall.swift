// An HTTP client that sends exactly the bytes that a test gives it: a browser would not send invalid ones.

import Glibc

/// A connection to a server of this machine.
package final class WebCall: @unchecked Sendable {
    // @unchecked: a test uses it from one place at a time.
    private let number: Int32
    private var heard: [UInt8] = []

    /// Why there is no connection.
    package struct Refused: Error {
        package let number: Int32
    }

    /// Connects, from an address of this machine.
    package init(port: UInt16, from own: String = "127.0.0.1") throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw Refused(number: errno) }
        var here = Self.address(own, 0)
        var there = Self.address("127.0.0.1", port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafePointer(to: &here) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, size)
            }
        }
        let connected = unsafe withUnsafePointer(to: &there) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, size)
            }
        }
        guard bound == 0, connected == 0 else { throw Refused(number: errno) }
    }

    deinit { close(number) }

    private static func address(_ text: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        _ = unsafe inet_pton(AF_INET, text, &address.sin_addr)
        return address
    }

    /// Sends bytes; `false` if the other side does not take any more.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Closes the sending side: the other side may still answer.
    package func endSending() { shutdown(number, Int32(SHUT_WR)) }

    /// Has the connection reset when it is closed.
    package func resetAtClose() {
        var way = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &way, size)
    }

    /// Waits for a text, and takes everything up to its end; `nil` if the other side closes or hangs before that.
    package func hear(until text: String) async -> String? {
        await Self.beside { [self] in
            while true {
                if let place = heard.firstRange(of: Array(text.utf8)) {
                    defer { heard.removeSubrange(..<place.upperBound) }
                    return String(decoding: heard[..<place.upperBound], as: UTF8.self)
                }
                guard hearMore() else { return nil }
            }
        }
    }

    /// Returns everything that comes until the other side closes.
    package func hearAll() async -> String {
        await Self.beside { [self] in
            while hearMore() {}
            return String(decoding: heard, as: UTF8.self)
        }
    }

    /// Takes so many bytes, or fewer if the other side closes before that.
    package func hear(_ count: Int) async -> [UInt8] {
        await Self.beside { [self] in
            while heard.count < count, hearMore() {}
            defer { heard.removeFirst(min(count, heard.count)) }
            return Array(heard.prefix(count))
        }
    }

    /// After how many silent milliseconds the other side counts as hanging.
    ///
    /// A test answers, and only waiting for its turns among all others has taken it more than a minute.
    private static let longestSilence: Int32 = 600_000

    private func hearMore() -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, Self.longestSilence) > 0 else { return false }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(number, &room, room.count, 0)
        guard count > 0 else { return false }
        heard += room.prefix(count)
        return true
    }

    /// Waits on a separate thread, because the threads that run tests are few.
    private static func beside<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.run { continuation.resume(returning: work()) }
        }
    }
}

/// Runs a function on a new thread.
private enum Thread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        unsafe pthread_create(
            &thread,
            nil,
            { place in
                guard let place = unsafe place else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(place).takeRetainedValue().body()
                return nil
            },
            work.toOpaque()
        )
        pthread_detach(thread)
    }
}
