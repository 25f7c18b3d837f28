// A service with logind's name on a test's own bus. It answers `Inhibit` as logind does, with one end of a socket
// pair, by which it notices when that end is closed. It signals sleep when a test requests it.

internal import CSystemd
internal import Glibc
internal import Synchronization

/// A service with logind's name.
package final class StandInLogind: StandIn {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"

    package enum Manners: Sendable {
        case grants
        case refuses
        /// Answers once its gate is open.
        case dawdles
    }

    private struct State {
        /// The arguments of each granted request, with our end of its socket pair.
        var given: [(words: [String], descriptor: Int32)] = []
        /// The signals of sleep that are to be sent.
        var signals: [Bool] = []
        var manners: Manners
    }

    /// The bus that it is on.
    package var bus: PrivateBus { service.bus }
    private let service: StandInService
    /// The arguments of each request.
    package let requests = Told<[String]>()
    package let gate = Gate()
    /// Closed on exec, because a child that is started meanwhile must not inherit the socket.
    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private let state: Mutex<State>

    /// Starts a stand-in on a new bus.
    package init(_ manners: Manners) async throws {
        service = try await StandInService()
        state = Mutex(State(manners: manners))
        try await service.start(self)
    }

    /// Makes it leave the bus.
    package func end() { service.end() }

    /// Makes it signal that the machine is about to sleep, or has woken.
    package func tell(ofSleep isBefore: Bool) { state.withLock { $0.signals.append(isBefore) } }

    /// Changes how it answers from now on.
    package func become(_ manners: Manners) { state.withLock { $0.manners = manners } }

    /// The arguments of the inhibitors that are still held, as `systemd-inhibit --list` shows them.
    package var holders: [[String]] {
        state.withLock { state in
            state.given.filter { given in
                var watched = pollfd(fd: given.descriptor, events: 0, revents: 0)
                return unsafe poll(&watched, 1, 0) == 0
            }.map(\.words)
        }
    }

    /// Whether an inhibitor is still held.
    package var isInhibited: Bool { !holders.isEmpty }

    func leave() {
        state.withLock { state in
            for given in state.given { close(given.descriptor) }
            state.given = []
        }
    }

    /// Sends the signals of sleep that are to be sent.
    func idle(on bus: OpaquePointer?) -> Int32 {
        let signals = state.withLock { state in
            defer { state.signals = [] }
            return state.signals
        }
        for isBefore in signals {
            var signal: OpaquePointer?
            defer { unsafe sd_bus_message_unref(signal) }
            var answer = unsafe sd_bus_message_new_signal(
                bus,
                &signal,
                Self.path,
                "org.freedesktop.login1.Manager",
                "PrepareForSleep"
            )
            var value: Int32 = isBefore ? 1 : 0
            if answer >= 0 {
                answer = unsafe sd_bus_message_append_basic(
                    signal,
                    CChar(UInt8(ascii: "b")),
                    &value
                )
            }
            if answer >= 0 { answer = unsafe sd_bus_send(bus, signal, nil) }
            if answer < 0 { return answer }
        }
        return 0
    }

    func answer(_ call: OpaquePointer) -> Int32 {
        var words: [String] = []
        for _ in 0..<4 {
            var word: UnsafePointer<CChar>?
            _ = unsafe sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &word)
            words.append(unsafe word.map { unsafe String(cString: $0) } ?? "nothing")
        }
        requests.tell(words)
        switch state.withLock({ $0.manners }) {
        case .grants: break
        case .refuses: return unsafe sd_bus_reply_method_errno(call, -EACCES, nil)
        case .dawdles: gate.wait()
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { return -errno }
        state.withLock { [ends] in $0.given.append((words, ends[0])) }
        var given = ends[1]
        // The message has its own copy of the descriptor.
        defer { close(given) }
        var reply: OpaquePointer?
        defer { unsafe sd_bus_message_unref(reply) }
        var answer = unsafe sd_bus_message_new_method_return(call, &reply)
        if answer >= 0 {
            answer = unsafe sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "h")), &given)
        }
        if answer >= 0 { answer = unsafe sd_bus_send(nil, reply, nil) }
        return answer < 0 ? answer : 1
    }
}
