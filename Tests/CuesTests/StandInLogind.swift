// A message bus of the test's own, and on it a service with logind's name that answers `Inhibit` as logind does:
// with one end of what tells when it is closed. Nothing of the machine is touched.

import CSystemd
import Glibc
import Synchronization
import SystemCalls
import Testing

/// A running message bus.
final class PrivateBus: Sendable {
    private let folder: ScratchFolder
    private let service: Service

    var address: String { "unix:path=\(folder.path)/bus" }

    init() async throws {
        let folder = try ScratchFolder()
        self.folder = folder
        let configuration = try folder.file(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(folder.path)/bus</listen>
              <policy context="default">
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
                <allow own="*"/>
                <allow user="*"/>
              </policy>
            </busconfig>
            """
        )
        service = try Service(
            ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=2"]
                + ["--config-file=\(configuration)"]
        )
        try #require(
            try await eventually {
                // It tells its address once it listens.
                service.program.errorText().contains("unix:") || service.program.ending != nil
            }
        )
        try #require(service.program.ending == nil, "\(service.program.errorText())")
    }
}

/// What answers to logind's name.
final class StandInLogind: Sendable {
    /// What it was asked.
    struct Request: Sendable, Equatable {
        var words: [String]
    }

    enum Manners: Sendable {
        case grants
        case refuses
        /// Answers once its gate is open.
        case dawdles
    }

    let requests = Told<Request>()
    let gate = Gate()
    private let manners: Manners
    /// A child that is started meanwhile must not have it, too.
    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private let reading = Atomic<Int32>(-1)
    private let isOver = Atomic<Bool>(false)

    init(on bus: PrivateBus, _ manners: Manners) async throws {
        self.manners = manners
        let address = bus.address
        let ready = Told<Int32>()
        _ = try SystemThread.spawn(name: "stand-in") { self.serve(address, ready: ready) }
        let answers = try await ready.first(1)
        try #require(answers.allSatisfy { $0 >= 0 }, "\(answers)")
    }

    /// Has it leave the bus.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Whether somebody still has what it gave.
    var isInhibited: Bool {
        let descriptor = reading.load(ordering: .acquiring)
        guard descriptor >= 0 else { return false }
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&watched, 1, 0) == 0
    }

    private func serve(_ address: String, ready: Told<Int32>) {
        var bus: OpaquePointer?
        defer { unsafe sd_bus_flush_close_unref(bus) }
        var answer = unsafe sd_bus_new(&bus)
        if answer >= 0 { answer = unsafe sd_bus_set_address(bus, address) }
        if answer >= 0 { answer = unsafe sd_bus_set_bus_client(bus, 1) }
        if answer >= 0 { answer = unsafe sd_bus_start(bus) }
        if answer >= 0 {
            answer = unsafe sd_bus_add_object(
                bus,
                nil,
                "/org/freedesktop/login1",
                { call, context, _ in
                    guard let call = unsafe call, let context = unsafe context else { return 0 }
                    return unsafe Unmanaged<StandInLogind>.fromOpaque(context)
                        .takeUnretainedValue().answer(call)
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
        }
        if answer >= 0 { answer = unsafe sd_bus_request_name(bus, "org.freedesktop.login1", 0) }
        ready.tell(answer)
        while answer >= 0, !isOver.load(ordering: .acquiring) {
            answer = unsafe sd_bus_process(bus, nil)
            if answer == 0 { answer = unsafe sd_bus_wait(bus, 20_000) }
        }
        let descriptor = reading.exchange(-1, ordering: .acquiringAndReleasing)
        if descriptor >= 0 { close(descriptor) }
    }

    private func answer(_ call: OpaquePointer) -> Int32 {
        var words: [String] = []
        for _ in 0..<4 {
            var word: UnsafePointer<CChar>?
            _ = unsafe sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &word)
            words.append(unsafe word.map { unsafe String(cString: $0) } ?? "nothing")
        }
        requests.tell(Request(words: words))
        switch manners {
        case .grants: break
        case .refuses: return unsafe sd_bus_reply_method_errno(call, -EACCES, nil)
        case .dawdles: gate.wait()
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { return -errno }
        reading.store(ends[0], ordering: .releasing)
        var given = ends[1]
        // The message has a descriptor of its own.
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
