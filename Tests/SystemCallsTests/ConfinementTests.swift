import Glibc
import Patience
@testable import SystemCalls
import Testing

/// A system call that a process tries, and the exit status that shows which call behaved wrongly.
///
/// The process tries each call before the filter, where it must work, and behind it, where the filter must refuse it.
private struct Probe: Sendable {
    let number: Int32
    /// What the call is refused with.
    var refusal = EPERM
    /// The call: at least 0 where it works, else `errno` is set.
    let call: @Sendable () -> Int32

    /// Ends this process with the probe's number where the call does not work.
    func requireToWork() { if call() < 0 { _exit(number) } }

    /// Ends this process with a number that is 100 more where the call works, or fails by itself.
    func requireRefusal() {
        errno = 0
        if call() >= 0 || errno != refusal { _exit(100 + number) }
    }

    static func opening(_ number: Int32, _ path: String, _ flags: Int32) -> Probe {
        Probe(number: number) { closing(unsafe open(path, flags | O_CLOEXEC, 0o600)) }
    }

    static func socket(_ number: Int32, _ family: Int32, _ type: Int32) -> Probe {
        Probe(number: number) { closing(Glibc.socket(family, type, 0)) }
    }

    static func mapping(_ number: Int32, _ access: Int32, _ flags: Int32) -> Probe {
        Probe(number: number) {
            let place = unsafe mmap(nil, 65536, access, flags | MAP_ANONYMOUS, -1, 0)
            guard unsafe place != MAP_FAILED else { return -1 }
            return unsafe munmap(place, 65536)
        }
    }

    /// An option of a socket that is there.
    static func option(_ number: Int32, _ level: Int32, _ name: Int32) -> Probe {
        Probe(number: number) {
            var value: Int32 = 4096
            return unsafe setsockopt(sockets[0], level, name, &value, 4)
        }
    }

    static let thread = Probe(number: 10) {
        do throws(SystemError) {
            let thread = try SystemThread.spawn(name: "thread", {})
            thread.join()
            return 0
        } catch {
            errno = error.errno.rawValue
            return -1
        }
    }

    /// The room of a sandboxed child, and what a test's process inherits from the tests around it.
    static let room = SandboxedService.Room(bytes: 40 << 20, files: 1024)

    /// A path that no other process uses.
    private static let ownPlace = "/tmp/footfall-confined-\(getpid())"

    /// What no confined process may do, whatever it needs.
    static let deeds: [Probe] = [
        Probe(number: 20) {
            let number = closing(unsafe open(ownPlace, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
            if number >= 0 { _ = unsafe unlink(ownPlace) }
            return number
        },
        Probe(number: 21) {
            let child = fork()
            if child == 0 { _exit(0) }
            return child < 0 ? -1 : waitpid(child, nil, 0)
        },
        Probe(number: 22) { kill(getppid(), 0) },
        Probe(number: 23) {
            unsafe mkdir(ownPlace, 0o700) < 0 ? -1 : rmdir(ownPlace)
        },
        // Requests a signal to a process when data arrives.
        Probe(number: 24) { fcntl(sockets[0], F_SETOWN, getpid()) },
        Probe(number: 25) { fcntl(sockets[0], F_SETFL, O_ASYNC) < 0 ? -1 : calm() },
        Probe(number: 26) {
            var on: Int32 = 1
            return unsafe ioctl(sockets[0], UInt(FIOASYNC), &on) < 0 ? -1 : calm()
        },
        // Memory that no limit of data counts: shared, and growing by itself.
        .mapping(27, PROT_READ | PROT_WRITE, MAP_SHARED),
        .mapping(28, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x100),
    ]

    /// Executable memory.
    static let program = mapping(29, PROT_READ | PROT_EXEC, MAP_PRIVATE)

    static let stream = Int32(SOCK_STREAM.rawValue)
    static let datagram = Int32(SOCK_DGRAM.rawValue)

    /// Two sockets that are there before anything is given up.
    static let sockets: [Int32] = {
        var ends: [Int32] = [-1, -1]
        _ = unsafe socketpair(AF_UNIX, stream, 0, &ends)
        return ends
    }()

    private static func calm() -> Int32 { fcntl(sockets[0], F_SETFL, 0) }

    private static func closing(_ number: Int32) -> Int32 {
        if number >= 0 { close(number) }
        return number
    }
}

@Suite("A process that reads what a network sends", .mayNotHang)
struct ConfinementTests {
    @Test("opens nothing, starts nothing and signals nobody, but may still make connections")
    func network() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.deeds + [
                    Probe.program, .thread, .opening(30, "/etc/hostname", O_RDONLY),
                    .socket(31, AF_UNIX, Probe.stream), .socket(32, AF_INET, Probe.datagram),
                    .option(33, SOL_SOCKET, SO_SNDBUF),
                ]
            try Confinement.giveUpRights(but: Probe.room)
            for probe in probes { probe.requireToWork() }
            // The filter refuses protocol 132 (SCTP), which this kernel may lack.
            let other = Probe(number: 34) { socket(AF_INET, Probe.stream, 132) }
            if other.call() < 0, errno == EPERM { _exit(34) }
            try Confinement.limitCalls(to: .network)
            for probe in probes { probe.requireRefusal() }
            other.requireRefusal()
            let connection = socket(AF_INET, Probe.stream, 0)
            if connection < 0 { _exit(40) }
            var on: Int32 = 1
            if unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4) != 0 {
                _exit(41)
            }
            if socket(AF_INET6, Probe.stream, Int32(IPPROTO_TCP)) < 0, errno == EPERM { _exit(42) }
            if unsafe malloc(8 << 20) == nil { _exit(43) }
            _exit(0)
        }
    }

    @Test("makes no connection and opens no file if it serves connections")
    func server() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let listening = try ListeningSocket(for: .thisMachine, port: 0)
            let visitor = socket(AF_INET, Probe.stream, 0)
            var there = sockaddr_in()
            there.sin_family = sa_family_t(AF_INET)
            there.sin_port = listening.port.bigEndian
            there.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let place = there
            // A process could also redirect an existing connection this way.
            let connecting = Probe(number: 35) {
                var place = place
                return unsafe withUnsafePointer(to: &place) { place in
                    unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(visitor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
            let probes =
                Probe.deeds + [
                    Probe.program, .thread, .opening(30, "/etc/hostname", O_RDONLY),
                    .socket(31, AF_UNIX, Probe.stream), .socket(32, AF_INET, Probe.stream),
                    .option(33, SOL_SOCKET, SO_SNDBUF),
                ]
            try Confinement.giveUpRights(but: Probe.room)
            for probe in probes + [connecting] { probe.requireToWork() }
            try Confinement.limitCalls(to: .server)
            for probe in probes + [connecting] { probe.requireRefusal() }
            // Sending with MSG_FASTOPEN, which Swift does not import, must not connect it either.
            let sending = Probe(number: 36) {
                var place = place
                return unsafe withUnsafePointer(to: &place) { place in
                    unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                        return Int32(unsafe sendto(visitor, "x", 1, 0x2000_0000, $0, size))
                    }
                }
            }
            sending.requireRefusal()
            _exit(0)
        }
    }

    @Test("has a limit on further memory and on further addresses")
    func memory() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let data = Probe(number: 50, refusal: ENOMEM) {
                guard let place = unsafe malloc(64 << 20) else { return -1 }
                unsafe free(place)
                return 0
            }
            // None of these is data.
            let addresses = [(51, MAP_PRIVATE), (52, MAP_SHARED), (53, MAP_PRIVATE | 0x100)].map {
                number,
                flags in
                Probe(number: Int32(number), refusal: ENOMEM) {
                    let size = 64 << 20
                    let all = flags | MAP_ANONYMOUS | MAP_NORESERVE
                    let access = flags & MAP_SHARED == 0 ? PROT_NONE : PROT_READ | PROT_WRITE
                    let place = unsafe mmap(nil, size, access, all, -1, 0)
                    return unsafe place == MAP_FAILED ? -1 : munmap(place, size)
                }
            }
            for probe in [data] + addresses { probe.requireToWork() }
            try Confinement.giveUpRights(but: Probe.room)
            for probe in [data] + addresses { probe.requireRefusal() }
            if unsafe malloc(8 << 20) == nil { _exit(54) }
            _exit(0)
        }
    }

    @Test("resolves names, reads only what that needs, and may do nothing else")
    func names() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.deeds + [
                    .thread, .opening(30, "/dev/null", O_WRONLY),
                    // Whoever serves this user would do for it what it may not.
                    .socket(34, AF_UNIX, Probe.stream),
                ]
            try Confinement.giveUpRights(but: Probe.room)
            for probe in probes { probe.requireToWork() }
            try Confinement.limitFiles(to: .names)
            try Confinement.limitCalls(to: .names)
            for probe in probes { probe.requireRefusal() }
            var found: UnsafeMutablePointer<addrinfo>?
            if unsafe getaddrinfo("localhost", nil, nil, &found) != 0 { _exit(40) }
            if (try? OpenFile.open("/etc/passwd")) == nil { _exit(41) }
            _exit(0)
        }
    }

    @Test("opens only its own device and makes no file, and has no network")
    func devices() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.deeds + [
                    Probe.program, .socket(31, AF_INET, Probe.stream),
                    // Whoever serves this user would do for it what it may not.
                    .socket(32, AF_UNIX, Probe.stream),
                ]
            // This device stands for a port.
            let needs = ChildEnd.Needs.devices(port: "/dev/null")
            let device = Probe.opening(33, "/dev/null", O_RDWR)
            var others: [Probe] = [
                .opening(34, "/dev/zero", O_RDWR), .opening(35, "/dev/ptmx", O_RDWR | O_NOCTTY),
                .opening(36, "/dev/shm", O_RDONLY | O_DIRECTORY),
                .opening(37, Self.openFile(in: "/dev/shm"), O_WRONLY),
            ]
            for place in others.indices { others[place].refusal = EACCES }
            try Confinement.giveUpRights(but: Probe.room)
            for probe in probes + others { probe.requireToWork() }
            device.requireToWork()
            try Confinement.limitFiles(to: needs)
            try Confinement.limitCalls(to: needs)
            for probe in probes + others { probe.requireRefusal() }
            device.requireToWork()
            Probe.thread.requireToWork()
            try Confinement.limitCalls(to: .openDevices)
            device.requireRefusal()
            Probe.thread.requireRefusal()
            for probe in probes { probe.requireRefusal() }
            _exit(0)
        }
    }

    @Test("only reads if it reads a description from a file")
    func files() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.deeds + [
                    Probe.program, .thread, .opening(30, "/dev/null", O_RDWR),
                    .socket(31, AF_INET, Probe.stream),
                ]
            try Confinement.giveUpRights(but: Probe.room)
            for probe in probes { probe.requireToWork() }
            try Confinement.limitFiles(to: .file("/proc/self/status"))
            try Confinement.limitCalls(to: .file("/proc/self/status"))
            for probe in probes { probe.requireRefusal() }
            if (try? OpenFile.open("/etc/passwd")) == nil { _exit(40) }
            if (try? OpenFile.open("/proc/self/status")) == nil { _exit(41) }
            _exit(0)
        }
    }

    @Test("opens no file of a person's, and sees no other process")
    func ownFiles() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let path = "/tmp/footfall-own-\(getpid())"
            // A plain file is no port, even if the needs name it as one.
            for needs in [ChildEnd.Needs.names, .devices(port: path), .file("/etc/passwd")] {
                let own = unsafe open(path, O_CREAT | O_RDWR, 0o600)
                if own < 0 { _exit(60) }
                let child = fork()
                if child == 0 {
                    var probes = [
                        Probe.opening(61, "/tmp/footfall-own-\(getppid())", O_RDONLY),
                        .opening(62, "/proc/\(getppid())/mem", O_RDONLY),
                    ]
                    for place in probes.indices {
                        probes[place].refusal = EACCES
                        probes[place].requireToWork()
                    }
                    guard (try? Confinement.limitFiles(to: needs)) != nil else { _exit(63) }
                    for probe in probes { probe.requireRefusal() }
                    _exit(0)
                }
                var status: Int32 = 0
                _ = unsafe waitpid(child, &status, 0)
                _ = unsafe unlink(path)
                if status != 0 { _exit(status >> 8 & 0xFF) }
            }
            _exit(0)
        }
    }

    /// The path of an open file in a folder that has already lost its name there.
    private static func openFile(in folder: String) -> String {
        let path = "\(folder)/footfall-confined-\(getpid())"
        let number = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        _ = unsafe unlink(path)
        return "/proc/self/fd/\(number)"
    }

    /// Where a resolver's settings may be.
    private static let resolverPlaces = [
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman",
    ]

    private static var resolverPlace: String? {
        resolverPlaces.first { FileSystem.kind(of: $0) == .directory }
    }

    @Test(
        "reads a resolver's settings only if it resolves names",
        .enabled(
            if: resolverPlace != nil || geteuid() == 0 || Environment.variable("CI") == "true",
            "only root may make a place for them"
        )
    )
    func resolverSettings() async {
        let made = Self.resolverPlace == nil ? Self.resolverPlaces.last : nil
        if let made { _ = unsafe mkdir(made, 0o755) }
        defer { if let made { _ = unsafe rmdir(made) } }
        await #expect(processExitsWith: .exitCode(0)) {
            guard let place = Self.resolverPlace else { _exit(80) }
            for needs in [ChildEnd.Needs.names, .devices(port: nil), .file("/etc/passwd")] {
                let child = fork()
                if child == 0 {
                    guard (try? Confinement.limitFiles(to: needs)) != nil else { _exit(81) }
                    var settings = Probe.opening(82, place, O_RDONLY | O_DIRECTORY)
                    settings.refusal = EACCES
                    if needs == .names {
                        settings.requireToWork()
                    } else {
                        settings.requireRefusal()
                    }
                    _exit(0)
                }
                var status: Int32 = 0
                _ = unsafe waitpid(child, &status, 0)
                if status != 0 { _exit(status >> 8 & 0xFF) }
            }
            _exit(0)
        }
    }

    @Test("is not started by a program that does not serve it, and the error says what to call")
    func notServed() async {
        // In a process of its own: which program is a child is said once for all of it.
        await #expect(processExitsWith: .exitCode(0)) {
            let memory = try SharedMemory(bytes: 4096)
            do throws(SystemError) {
                _ = try SandboxedChild(serving: "nothing", sharing: memory)
                _exit(70)
            } catch {
                _exit("\(error)".contains("call `SandboxedChild.runIfAsked`") ? 0 : 71)
            }
        }
    }
}
