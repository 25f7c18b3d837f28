// A connection to the system's message bus. Its calls wait for the bus, each for a while at most: only a
// thread of its own makes them. The value cannot be copied, and leaving scope closes the connection.

internal import CSystemd
internal import SystemCalls

/// A connection to a message bus, used by the thread that opened it.
@safe struct SystemBus: ~Copyable {
    private static let limitInMicroseconds: UInt64 = 10_000_000
    private static let place = "systemd-logind"

    private let bus: OpaquePointer

    private init(_ bus: OpaquePointer) {
        unsafe self.bus = bus
    }

    /// Connects to a bus at an address; without one, to the system's.
    static func open(address: String?) throws(CueError) -> SystemBus {
        var opened: OpaquePointer?
        let answer =
            address == nil ? unsafe sd_bus_open_system(&opened) : unsafe sd_bus_new(&opened)
        guard answer >= 0, let raw = unsafe opened else { throw unreachable(answer) }
        let bus = unsafe SystemBus(raw)
        if let address { try bus.start(at: address) }
        return bus
    }

    private func start(at address: String) throws(CueError) {
        var answer = unsafe sd_bus_set_address(bus, address)
        if answer >= 0 { answer = unsafe sd_bus_set_bus_client(bus, 1) }
        if answer >= 0 { answer = unsafe sd_bus_start(bus) }
        guard answer < 0 else { return }
        throw Self.unreachable(answer)
    }

    deinit { unsafe sd_bus_flush_close_unref(bus) }

    /// Has logind keep the machine from sleeping and from idling.
    ///
    /// - Returns: What keeps it so until it is closed.
    func inhibit(who: String, why: String) throws(CueError) -> Descriptor {
        var call: OpaquePointer?
        defer { unsafe sd_bus_message_unref(call) }
        try checked(
            unsafe sd_bus_message_new_method_call(
                bus,
                &call,
                "org.freedesktop.login1",
                "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager",
                "Inhibit"
            )
        )
        for word in ["idle:sleep", who, why, "block"] {
            try checked(unsafe sd_bus_message_append_basic(call, Self.text, word))
        }
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        defer { unsafe sd_bus_message_unref(reply) }
        let limit = Self.limitInMicroseconds
        let answer = unsafe sd_bus_call(bus, call, limit, &error, &reply)
        guard answer >= 0 else {
            let said = unsafe error.message.map { unsafe String(cString: $0) }
            throw CueError(.refused(said ?? Self.words(answer)), at: Self.place)
        }
        var number: Int32 = -1
        try checked(unsafe sd_bus_message_read_basic(reply, Self.descriptor, &number))
        do throws(SystemError) {
            return try Descriptor(duplicating: number)
        } catch {
            throw CueError(.refused(error.description), at: Self.place)
        }
    }

    private func checked(_ answer: Int32) throws(CueError) {
        guard answer < 0 else { return }
        throw CueError(.refused(Self.words(answer)), at: Self.place)
    }

    private static let text = CChar(UInt8(ascii: "s"))
    private static let descriptor = CChar(UInt8(ascii: "h"))

    private static func words(_ answer: Int32) -> String { Errno(rawValue: -answer).description }

    private static func unreachable(_ answer: Int32) -> CueError {
        CueError(.unreachable("the message bus: \(words(answer))"), at: place)
    }
}
