// A connection to the system's D-Bus. Its calls block, each for a limited time, so only dedicated threads make them.
// The value cannot be copied; leaving scope closes the connection.

internal import CSystemd
internal import SystemCalls

/// A connection to a D-Bus, used by the thread that opened it.
@safe struct SystemBus: ~Copyable {
    private static let place = "systemd-logind"
    private static let logind = "org.freedesktop.login1"
    private static let logindPath = "/org/freedesktop/login1"

    private let bus: OpaquePointer
    /// How long an answer may take.
    private let patience: Duration

    private init(_ bus: OpaquePointer, _ patience: Duration) {
        unsafe self.bus = bus
        self.patience = patience
    }

    /// Connects to the bus at an address; without one, to the system's.
    static func open(
        address: String?,
        patience: Duration
    ) throws(CueError) -> SystemBus {
        var opened: OpaquePointer?
        let loaded = footfall_systemd_load()
        guard loaded >= 0 else {
            throw CueError(.unreachable("libsystemd: \(words(loaded))"), at: place)
        }
        let answer =
            address == nil ? unsafe sd_bus_open_system(&opened) : unsafe sd_bus_new(&opened)
        guard answer >= 0, let raw = unsafe opened else { throw unreachable(answer) }
        let bus = unsafe SystemBus(raw, patience)
        unsafe sd_bus_set_method_call_timeout(raw, bus.limitInMicroseconds)
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

    /// Asks logind for an inhibitor, which keeps the machine from sleeping or idling.
    ///
    /// - Parameters:
    ///   - what: For example "idle:sleep".
    ///   - who: The name of the program.
    ///   - why: The reason.
    ///   - mode: "block", or "delay" for a few seconds.
    /// - Returns: The inhibitor's descriptor; closing it ends the inhibition.
    /// - Throws: If logind refuses, does not answer in time, or is not there, or if the bus is lost meanwhile.
    func inhibit(
        _ what: String,
        who: String,
        why: String,
        mode: String
    ) throws(CueError) -> Descriptor {
        var call: OpaquePointer?
        defer { unsafe sd_bus_message_unref(call) }
        try checked(
            unsafe sd_bus_message_new_method_call(
                bus,
                &call,
                Self.logind,
                Self.logindPath,
                "org.freedesktop.login1.Manager",
                "Inhibit"
            )
        )
        for word in [what, who, why, mode] {
            try checked(unsafe sd_bus_message_append_basic(call, Self.text, word))
        }
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        defer { unsafe sd_bus_message_unref(reply) }
        let answer = unsafe sd_bus_call(bus, call, limitInMicroseconds, &error, &reply)
        guard Errno(rawValue: 0 &- answer) != .timedOut else {
            throw CueError(.noAnswer(within: patience), at: Self.place)
        }
        guard answer >= 0 else {
            guard unsafe sd_bus_is_open(bus) > 0 else { throw CueError(.lost, at: Self.place) }
            let said = unsafe error.message.map { unsafe String(cString: $0) }
            throw CueError(.refused(said ?? Self.words(answer)), at: Self.place)
        }
        var number: Int32 = -1
        try checked(unsafe sd_bus_message_read_basic(reply, Self.handle, &number))
        do throws(SystemError) {
            return try Descriptor(duplicating: number)
        } catch {
            throw CueError(.refused(error.description), at: Self.place)
        }
    }

    /// At least 1: zero would mean the library's own default.
    private var limitInMicroseconds: UInt64 {
        max(1, UInt64(clamping: patience.wholeNanoseconds / 1000))
    }

    /// Subscribes to logind's reports of sleep.
    func listenForSleep() throws(CueError) {
        let rule =
            "type='signal',sender='\(Self.logind)',path='\(Self.logindPath)',"
            + "interface='org.freedesktop.login1.Manager',member='PrepareForSleep'"
        let answer = unsafe sd_bus_add_match(bus, nil, rule, nil, nil)
        guard answer < 0 else { return }
        throw Self.unreachable(answer)
    }

    /// The next report: `true` if the machine is about to sleep, `false` if it has woken; `nil` if none has arrived.
    func nextWordOfSleep() throws(CueError) -> Bool? {
        while true {
            var message: OpaquePointer?
            defer { unsafe sd_bus_message_unref(message) }
            let answer = unsafe sd_bus_process(bus, &message)
            guard answer >= 0 else { throw CueError(.lost, at: Self.place) }
            guard answer > 0 else { return nil }
            let isWord = unsafe sd_bus_message_is_signal(
                message,
                "org.freedesktop.login1.Manager",
                "PrepareForSleep"
            )
            guard isWord > 0, unsafe isFromLogind(message) else { continue }
            var isBefore: Int32 = 0
            let read = unsafe sd_bus_message_read_basic(message, Self.truth, &isBefore)
            if read > 0 { return isBefore != 0 }
        }
    }

    /// Whether logind has sent a message.
    ///
    /// Any program may send a message to this connection alone, and our match rule does not filter those.
    private func isFromLogind(_ message: OpaquePointer?) -> Bool {
        guard let path = unsafe sd_bus_message_get_path(message),
            unsafe String(cString: path) == Self.logindPath,
            let sender = unsafe sd_bus_message_get_sender(message)
        else { return false }
        var owner: OpaquePointer?
        defer { unsafe sd_bus_creds_unref(owner) }
        let mask = UInt64(SD_BUS_CREDS_UNIQUE_NAME)
        guard unsafe sd_bus_get_name_creds(bus, Self.logind, mask, &owner) >= 0 else {
            return false
        }
        var told: UnsafePointer<CChar>?
        guard unsafe sd_bus_creds_get_unique_name(owner, &told) >= 0, let name = unsafe told else {
            return false
        }
        return unsafe String(cString: name) == String(cString: sender)
    }

    /// The descriptor that becomes readable when a message arrives.
    var descriptor: Int32 { unsafe sd_bus_get_fd(bus) }

    private func checked(_ answer: Int32) throws(CueError) {
        guard answer < 0 else { return }
        throw CueError(.refused(Self.words(answer)), at: Self.place)
    }

    private static let text = CChar(UInt8(ascii: "s"))
    private static let truth = CChar(UInt8(ascii: "b"))
    private static let handle = CChar(UInt8(ascii: "h"))

    private static func words(_ answer: Int32) -> String { Errno(rawValue: -answer).description }

    private static func unreachable(_ answer: Int32) -> CueError {
        CueError(.unreachable("the message bus: \(words(answer))"), at: place)
    }
}
