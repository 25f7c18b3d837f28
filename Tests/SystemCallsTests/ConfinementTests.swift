import Glibc
import Patience
@testable import SystemCalls
import Testing

/// A system call that a process tries twice: it must work before the process is confined, and fail afterwards.
///
/// Each test runs in a process of its own. If that process ends with another exit code than 0, the code is the number
/// of the check that failed; no two checks of a test have the same number.
private struct Probe: Sendable {
    let number: Int32
    /// The error of the call in a confined process: `EPERM` by the filter of calls, `EACCES` by the rules for files,
    /// `ENOMEM` by the limits of memory.
    var refusal = EPERM
    /// The call: returns at least 0 if it works, and otherwise sets `errno`.
    let call: @Sendable () -> Int32

    /// Ends this process with the probe's number if the call does not work.
    func requireToWork() { if call() < 0 { _exit(number) } }

    /// Ends this process with the probe's number plus 100 if the call works, or fails for another reason.
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
            let memory = unsafe mmap(nil, 65536, access, flags | MAP_ANONYMOUS, -1, 0)
            guard unsafe memory != MAP_FAILED else { return -1 }
            return unsafe munmap(memory, 65536)
        }
    }

    /// Sets an option of a socket that is already open.
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

    /// The limits of a sandboxed child, but for more files: a test's process inherits those of the other tests.
    static let limits = SandboxedService.Room(bytes: 40 << 20, files: 1024)

    /// `MAP_GROWSDOWN`: the kernel extends such a mapping when the memory below it is used.
    static let growsDown: Int32 = 0x100

    /// A path that no other process uses.
    private static let ownPath = "/tmp/footfall-confined-\(getpid())"

    /// The calls that no confined process may make, whatever its needs are.
    static let forbiddenCalls: [Probe] = [
        Probe(number: 20) {
            let number = closing(unsafe open(ownPath, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
            if number >= 0 { _ = unsafe unlink(ownPath) }
            return number
        },
        Probe(number: 21) {
            let child = fork()
            if child == 0 { _exit(0) }
            return child < 0 ? -1 : waitpid(child, nil, 0)
        },
        Probe(number: 22) { kill(getppid(), 0) },
        Probe(number: 23) {
            unsafe mkdir(ownPath, 0o700) < 0 ? -1 : rmdir(ownPath)
        },
        // Requests a signal to a process when data arrives.
        Probe(number: 24) { fcntl(sockets[0], F_SETOWN, getpid()) },
        Probe(number: 25) { fcntl(sockets[0], F_SETFL, O_ASYNC) < 0 ? -1 : stopSignals() },
        Probe(number: 26) {
            var on: Int32 = 1
            return unsafe ioctl(sockets[0], UInt(FIOASYNC), &on) < 0 ? -1 : stopSignals()
        },
        // Memory that the kernel does not count as data, so that the limit of data does not apply to it.
        .mapping(27, PROT_READ | PROT_WRITE, MAP_SHARED),
        .mapping(28, PROT_READ | PROT_WRITE, MAP_PRIVATE | growsDown),
    ]

    static let executableMemory = mapping(29, PROT_READ | PROT_EXEC, MAP_PRIVATE)

    static let stream = Int32(SOCK_STREAM.rawValue)
    static let datagram = Int32(SOCK_DGRAM.rawValue)

    /// Two connected sockets; opened by the first probe that uses them, which is always before the filter applies.
    static let sockets: [Int32] = {
        var pair: [Int32] = [-1, -1]
        _ = unsafe socketpair(AF_UNIX, stream, 0, &pair)
        return pair
    }()

    /// Stops the signals that a probe has requested.
    private static func stopSignals() -> Int32 { fcntl(sockets[0], F_SETFL, 0) }

    private static func closing(_ number: Int32) -> Int32 {
        if number >= 0 { close(number) }
        return number
    }
}

@Suite("A confined process", .mayNotHang)
struct ConfinementTests {
    @Test("that needs a network may connect, but opens nothing, starts nothing and signals nobody")
    func network() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.forbiddenCalls + [
                    Probe.executableMemory, .thread, .opening(30, "/etc/hostname", O_RDONLY),
                    .socket(31, AF_UNIX, Probe.stream), .socket(32, AF_INET, Probe.datagram),
                    .option(33, SOL_SOCKET, SO_SNDBUF),
                ]
            try Confinement.giveUpRights(within: Probe.limits)
            for probe in probes { probe.requireToWork() }
            // The filter must refuse protocol 132 (SCTP). This kernel may lack it, so the call may fail before.
            let sctp = Probe(number: 34) { socket(AF_INET, Probe.stream, 132) }
            if sctp.call() < 0, errno == EPERM { _exit(34) }
            try Confinement.limitCalls(to: .network)
            for probe in probes { probe.requireRefusal() }
            sctp.requireRefusal()
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

    @Test("that serves connections makes none of its own, and opens no file")
    func server() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let listening = try ListeningSocket(for: .thisMachine, port: 0)
            let client = socket(AF_INET, Probe.stream, 0)
            var server = sockaddr_in()
            server.sin_family = sa_family_t(AF_INET)
            server.sin_port = listening.port.bigEndian
            server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let address = server
            // A process could also redirect an existing connection this way.
            let connecting = Probe(number: 35) {
                var address = address
                return unsafe withUnsafePointer(to: &address) { address in
                    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
            let probes =
                Probe.forbiddenCalls + [
                    Probe.executableMemory, .thread, .opening(30, "/etc/hostname", O_RDONLY),
                    .socket(31, AF_UNIX, Probe.stream), .socket(32, AF_INET, Probe.stream),
                    .option(33, SOL_SOCKET, SO_SNDBUF),
                ]
            try Confinement.giveUpRights(within: Probe.limits)
            for probe in probes + [connecting] { probe.requireToWork() }
            try Confinement.limitCalls(to: .server)
            for probe in probes + [connecting] { probe.requireRefusal() }
            // Sending with MSG_FASTOPEN, which Swift does not import, must not connect the client either.
            let sending = Probe(number: 36) {
                var address = address
                return unsafe withUnsafePointer(to: &address) { address in
                    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                        return Int32(unsafe sendto(client, "x", 1, 0x2000_0000, $0, size))
                    }
                }
            }
            sending.requireRefusal()
            _exit(0)
        }
    }

    @Test("can allocate only a limited amount of memory and of address space")
    func memory() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let data = Probe(number: 50, refusal: ENOMEM) {
                guard let memory = unsafe malloc(64 << 20) else { return -1 }
                unsafe free(memory)
                return 0
            }
            // Mappings that the kernel does not count as data, but that take address space.
            let addresses = [
                (51, MAP_PRIVATE), (52, MAP_SHARED), (53, MAP_PRIVATE | Probe.growsDown),
            ].map { number, flags in
                Probe(number: Int32(number), refusal: ENOMEM) {
                    let size = 64 << 20
                    let all = flags | MAP_ANONYMOUS | MAP_NORESERVE
                    let access = flags & MAP_SHARED == 0 ? PROT_NONE : PROT_READ | PROT_WRITE
                    let memory = unsafe mmap(nil, size, access, all, -1, 0)
                    return unsafe memory == MAP_FAILED ? -1 : munmap(memory, size)
                }
            }
            for probe in [data] + addresses { probe.requireToWork() }
            try Confinement.giveUpRights(within: Probe.limits)
            for probe in [data] + addresses { probe.requireRefusal() }
            if unsafe malloc(8 << 20) == nil { _exit(54) }
            _exit(0)
        }
    }

    @Test("that resolves names reads only what that needs, and may do nothing else")
    func names() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.forbiddenCalls + [
                    .thread, .opening(30, "/dev/null", O_WRONLY),
                    // A local service could do for this user what the process may not.
                    .socket(34, AF_UNIX, Probe.stream),
                ]
            try Confinement.giveUpRights(within: Probe.limits)
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

    @Test("that needs a device opens only that device, makes no file, and has no network")
    func devices() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.forbiddenCalls + [
                    Probe.executableMemory, .socket(31, AF_INET, Probe.stream),
                    // A local service could do for this user what the process may not.
                    .socket(32, AF_UNIX, Probe.stream),
                ]
            // This device takes the part of a serial port.
            let needs = ChildEnd.Needs.devices(port: "/dev/null")
            let device = Probe.opening(33, "/dev/null", O_RDWR)
            var others: [Probe] = [
                .opening(34, "/dev/zero", O_RDWR), .opening(35, "/dev/ptmx", O_RDWR | O_NOCTTY),
                .opening(36, "/dev/shm", O_RDONLY | O_DIRECTORY),
                .opening(37, Self.openFile(in: "/dev/shm"), O_WRONLY),
            ]
            for index in others.indices { others[index].refusal = EACCES }
            try Confinement.giveUpRights(within: Probe.limits)
            for probe in probes + others { probe.requireToWork() }
            device.requireToWork()
            try Confinement.limitFiles(to: needs)
            try Confinement.limitCalls(to: needs)
            for probe in probes + others { probe.requireRefusal() }
            device.requireToWork()
            Probe.thread.requireToWork()
            // Once its devices are open, it can give up opening files and starting threads, too.
            try Confinement.limitCalls(to: .openDevices)
            device.requireRefusal()
            Probe.thread.requireRefusal()
            for probe in probes { probe.requireRefusal() }
            _exit(0)
        }
    }

    @Test("that reads the description of a device from a file may only read files")
    func files() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let probes =
                Probe.forbiddenCalls + [
                    Probe.executableMemory, .thread, .opening(30, "/dev/null", O_RDWR),
                    .socket(31, AF_INET, Probe.stream),
                ]
            try Confinement.giveUpRights(within: Probe.limits)
            for probe in probes { probe.requireToWork() }
            try Confinement.limitFiles(to: .file("/proc/self/status"))
            try Confinement.limitCalls(to: .file("/proc/self/status"))
            for probe in probes { probe.requireRefusal() }
            if (try? OpenFile.open("/etc/passwd")) == nil { _exit(40) }
            if (try? OpenFile.open("/proc/self/status")) == nil { _exit(41) }
            _exit(0)
        }
    }

    @Test("opens no file of a user, and sees no other process")
    func ownFiles() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let path = "/tmp/footfall-own-\(getpid())"
            // A plain file does not count as a port, even if the needs name it as one.
            for needs in [ChildEnd.Needs.names, .devices(port: path), .file("/etc/passwd")] {
                let own = unsafe open(path, O_CREAT | O_RDWR, 0o600)
                if own < 0 { _exit(60) }
                let child = fork()
                if child == 0 {
                    var probes = [
                        Probe.opening(61, "/tmp/footfall-own-\(getppid())", O_RDONLY),
                        .opening(62, "/proc/\(getppid())/mem", O_RDONLY),
                    ]
                    for index in probes.indices {
                        probes[index].refusal = EACCES
                        probes[index].requireToWork()
                    }
                    guard (try? Confinement.limitFiles(to: needs)) != nil else { _exit(63) }
                    for probe in probes { probe.requireRefusal() }
                    _exit(0)
                }
                let code = Self.exitCode(of: child)
                _ = unsafe unlink(path)
                if code != 0 { _exit(code) }
            }
            _exit(0)
        }
    }

    /// Waits for a child, and returns its exit code; 200 if a signal ended the child, or it was never started.
    private static func exitCode(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        guard child > 0, unsafe waitpid(child, &status, 0) == child, status & 0x7F == 0 else {
            return 200
        }
        return status >> 8 & 0xFF
    }

    /// A path, in /proc, to an open file that was created in a folder and has lost its name there.
    private static func openFile(in folder: String) -> String {
        let path = "\(folder)/footfall-confined-\(getpid())"
        let number = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        _ = unsafe unlink(path)
        return "/proc/self/fd/\(number)"
    }

    /// Where a resolver's settings may be.
    private static let resolverFolders = [
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman",
    ]

    private static var resolverFolder: String? {
        resolverFolders.first { FileSystem.kind(of: $0) == .directory }
    }

    @Test(
        "reads a resolver's settings only if it resolves names",
        .enabled(
            if: resolverFolder != nil || geteuid() == 0 || Environment.variable("CI") == "true",
            "only root may make a folder for them"
        )
    )
    func resolverSettings() async {
        let made = Self.resolverFolder == nil ? Self.resolverFolders.last : nil
        if let made { _ = unsafe mkdir(made, 0o755) }
        defer { if let made { _ = unsafe rmdir(made) } }
        await #expect(processExitsWith: .exitCode(0)) {
            guard let folder = Self.resolverFolder else { _exit(80) }
            for needs in [ChildEnd.Needs.names, .devices(port: nil), .file("/etc/passwd")] {
                let child = fork()
                if child == 0 {
                    guard (try? Confinement.limitFiles(to: needs)) != nil else { _exit(81) }
                    var settings = Probe.opening(82, folder, O_RDONLY | O_DIRECTORY)
                    settings.refusal = EACCES
                    if needs == .names {
                        settings.requireToWork()
                    } else {
                        settings.requireRefusal()
                    }
                    _exit(0)
                }
                let code = Self.exitCode(of: child)
                if code != 0 { _exit(code) }
            }
            _exit(0)
        }
    }

    @Test("is not started by a program that does not serve it, and the error says what to call")
    func notServed() async {
        // In a process of its own: once called, `runIfAsked` counts for the whole process.
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
