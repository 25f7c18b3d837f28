// Tests whether a service of another machine can be reached. Libraries that connect by themselves may wait very long
// for a machine that is off; this test is short, and can be cancelled.

internal import Glibc

/// Tests whether a service of another machine can be reached.
public enum NetworkReach {
    /// How many addresses of a name `addresses(of:)` returns at most.
    public static let mostAddresses = 8

    /// Normalises a numeric address; returns `nil` for a name.
    ///
    /// Needs no resolver.
    public static func numbers(of text: String) -> String? {
        try? resolve(text, flags: AI_NUMERICHOST).first
    }

    /// Resolves a name to numeric addresses by the system's resolver, whose time cannot be limited.
    ///
    /// - Throws: `notFound` for an unknown name.
    public static func addresses(of name: String) throws(Errno) -> [String] {
        try resolve(name, flags: 0)
    }

    /// Connects to a port, and disconnects.
    ///
    /// The system resolves a name, and the time for that cannot be limited.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The number of the port.
    ///   - patience: How long to wait for a machine that does not answer.
    ///   - isGivenUp: Called regularly; `true` ends the test with `interrupted`.
    /// - Returns: The numeric address that answered.
    /// - Throws: Why it cannot be reached; `notFound` for an unknown name.
    @discardableResult
    public static func look(
        _ host: String,
        port: UInt16,
        patience: Duration,
        isGivenUp: () -> Bool
    ) throws(Errno) -> String {
        try look(among: [host], areNumbers: false, port: port, patience, isGivenUp) { _ in }
    }

    /// Connects to a port of one of several addresses, and disconnects; resolves no name.
    public static func look(
        amongNumbers addresses: [String],
        port: UInt16,
        patience: Duration,
        isGivenUp: () -> Bool
    ) throws(Errno) -> String {
        try look(among: addresses, areNumbers: true, port: port, patience, isGivenUp) { _ in }
    }

    /// Connects to a port; the caller must close the returned descriptor.
    static func connect(
        _ host: String,
        port: UInt16,
        patience: Duration,
        isGivenUp: () -> Bool
    ) throws(Errno) -> Int32 {
        var number: Int32 = -1
        var failure: SystemError?
        _ = try look(among: [host], areNumbers: false, port: port, patience, isGivenUp) { line in
            do throws(SystemError) {
                // The original descriptor is closed when the test is over.
                number = try Descriptor(duplicating: line.number).release()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure.errno }
        return number
    }

    private static func look(
        among hosts: [String],
        areNumbers: Bool,
        port: UInt16,
        _ patience: Duration,
        _ isGivenUp: () -> Bool,
        _ use: (borrowing Descriptor) -> Void
    ) throws(Errno) -> String {
        let flags = areNumbers ? AI_NUMERICHOST | AI_NUMERICSERV : 0
        var end: Int64?
        var reason = Errno.notFound
        for host in hosts {
            let found = try unsafe information(host, "\(port)", flags: flags)
            defer { unsafe freeaddrinfo(found) }
            // The patience begins after the resolver's work, whose time cannot be limited.
            let limit =
                end
                ?? SystemClock.monotonic.nanoseconds.addingClamped(patience.wholeNanoseconds)
            end = limit
            var next = unsafe found
            while let address = unsafe next {
                do throws(Errno) {
                    use(try unsafe connect(address.pointee, until: limit, isGivenUp))
                    return unsafe numbers(of: address.pointee)
                } catch {
                    reason = error
                }
                guard reason != .interrupted else { throw reason }
                unsafe next = address.pointee.ai_next
            }
        }
        throw reason
    }

    private static func information(
        _ host: String,
        _ service: String?,
        flags: Int32
    ) throws(Errno) -> UnsafeMutablePointer<addrinfo>? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, service, &hints, &found) == 0 else {
            throw .notFound
        }
        return unsafe found
    }

    private static func resolve(_ host: String, flags: Int32) throws(Errno) -> [String] {
        let found = try unsafe information(host, nil, flags: flags)
        defer { unsafe freeaddrinfo(found) }
        var addresses: [String] = []
        var next = unsafe found
        while let address = unsafe next, addresses.count < mostAddresses {
            let numbers = unsafe numbers(of: address.pointee)
            if !numbers.isEmpty, !addresses.contains(numbers) { addresses.append(numbers) }
            unsafe next = address.pointee.ai_next
        }
        return addresses
    }

    private static let slice: Int32 = 40

    private static func numbers(of address: addrinfo) -> String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        _ = unsafe getnameinfo(
            address.ai_addr,
            address.ai_addrlen,
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let numbers = String(decoding: bytes, as: UTF8.self)
        guard let percent = numbers.firstIndex(of: "%"), let place = unsafe address.ai_addr
        else { return numbers }
        // Uses the interface's number: a confined process may not ask the kernel for the name.
        let scope = unsafe place.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            unsafe $0.pointee.sin6_scope_id
        }
        return numbers[..<percent] + "%\(scope)"
    }

    private static func connect(
        _ address: addrinfo,
        until end: Int64,
        _ isGivenUp: () -> Bool
    ) throws(Errno) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = unsafe socket(
            address.ai_family,
            address.ai_socktype | flags,
            address.ai_protocol
        )
        guard number >= 0 else { throw .current }
        let descriptor = Descriptor(number: number)
        if unsafe Glibc.connect(number, address.ai_addr, address.ai_addrlen) == 0 {
            return descriptor
        }
        guard errno == EINPROGRESS else { throw .current }
        while true {
            if isGivenUp() { throw .interrupted }
            guard SystemClock.monotonic.nanoseconds < end else { throw .timedOut }
            var waiting = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
            if unsafe poll(&waiting, 1, slice) > 0 { break }
        }
        var reason: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &reason, &size) == 0
        else { throw .current }
        if reason != 0 { throw Errno(rawValue: reason) }
        return descriptor
    }
}
