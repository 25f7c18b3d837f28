import Glibc
import Patience
import SystemCalls
import Testing

@Suite("A process that reads what a network sends", .mayNotHang)
struct ConfinementTests {
    @Test("opens nothing, starts nothing, signals nobody, and goes on with sockets and threads")
    func network() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try Confinement.giveUpRights()
            try Confinement.limitCalls(to: .network)
            // The number of the first right that it still has, or has too few of.
            if (try? OpenFile.open("/etc/hostname")) != nil { _exit(11) }
            if (try? ChildProgram.run(["true"])) != nil { _exit(12) }
            if kill(getppid(), 0) == 0 { _exit(13) }
            if unsafe mmap(nil, 4096, PROT_EXEC | PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                != MAP_FAILED
            {
                _exit(14)
            }
            if socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 { _exit(15) }
            if socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) >= 0 { _exit(19) }
            // A descriptor that somebody else is signalled by.
            if fcntl(STDERR_FILENO, F_SETOWN, getpid()) == 0 { _exit(20) }
            if unsafe malloc(64 << 20) != nil { _exit(16) }
            if fork() >= 0 { _exit(17) }
            if unsafe mkdir("/tmp/footfall-confined", 0o700) == 0 { _exit(18) }
            if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0 { _exit(21) }
            if unsafe malloc(8 << 20) == nil { _exit(22) }
            guard let thread = try? SystemThread.spawn(name: "thread", {}) else { _exit(23) }
            thread.join()
            _exit(0)
        }
    }

    @Test("resolves names, by what it may read only, and can be confined further")
    func names() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try Confinement.giveUpRights()
            try Confinement.limitCalls(to: .names)
            if (try? OpenFile.create("/tmp/footfall-confined")) != nil { _exit(11) }
            if (try? ChildProgram.run(["true"])) != nil { _exit(12) }
            if kill(getppid(), 0) == 0 { _exit(13) }
            if unsafe open("/dev/null", O_WRONLY) >= 0 { _exit(14) }
            var found: UnsafeMutablePointer<addrinfo>?
            if unsafe getaddrinfo("localhost", nil, nil, &found) != 0 { _exit(21) }
            if (try? OpenFile.open("/etc/passwd")) == nil { _exit(22) }
            try Confinement.limitCalls(to: .network)
            if (try? OpenFile.open("/etc/passwd")) != nil { _exit(15) }
            _exit(0)
        }
    }

    @Test("opens what is there and makes nothing, where devices are files, and has no network")
    func devices() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try Confinement.giveUpRights()
            try Confinement.limitCalls(to: .devices)
            if (try? OpenFile.create("/tmp/footfall-confined")) != nil { _exit(11) }
            if (try? ChildProgram.run(["true"])) != nil { _exit(12) }
            if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 { _exit(13) }
            // Whoever serves this user would do for it what it may not.
            if socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 { _exit(14) }
            if unsafe open("/dev/null", O_RDWR) < 0 { _exit(21) }
            _exit(0)
        }
    }

    @Test("only reads, where a description is a file")
    func files() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try Confinement.giveUpRights()
            try Confinement.limitCalls(to: .files)
            if (try? OpenFile.create("/tmp/footfall-confined")) != nil { _exit(11) }
            if unsafe open("/dev/null", O_RDWR) >= 0 { _exit(15) }
            if (try? ChildProgram.run(["true"])) != nil { _exit(12) }
            if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 { _exit(13) }
            if kill(getppid(), 0) == 0 { _exit(14) }
            if (try? OpenFile.open("/etc/passwd")) == nil { _exit(21) }
            _exit(0)
        }
    }

    @Test("is not started by a program that does not serve it, and the error says what to call")
    func notServed() throws {
        let memory = try SharedMemory(bytes: 4096)
        let error = #expect(throws: SystemError.self) {
            _ = try SandboxedChild(serving: "nothing", sharing: memory)
        }
        #expect("\(try #require(error))".contains("call `SandboxedChild.runIfAsked`"))
    }
}
