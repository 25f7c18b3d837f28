import CueParts
import Glibc
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite("A watch for the machine's sleep", .mayNotHang)
struct SleepWatchTests {
    private let told = Told<Bool>()
    private let obstacles = Told<CueError>()

    /// A watch whose reports and obstacles are collected.
    private func watch(at address: String) -> SleepWatch {
        SleepWatch(
            who: "a",
            why: "b",
            busAddress: address,
            obstacleFound: obstacles.tell,
            told: told.tell
        )
    }

    @Test(
        "reports before and after the sleep, which waits until the first report has returned",
        .needs(.dbus)
    )
    func order() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let gate = Gate()
        defer { gate.open() }
        let watch = SleepWatch(
            who: "Footfall",
            why: "recordings are closed",
            busAddress: logind.bus.address,
            obstacleFound: obstacles.tell
        ) { [told] isBefore in
            told.tell(isBefore)
            if isBefore { gate.wait() }
        }
        let delay = ["sleep", "Footfall", "recordings are closed", "delay"]
        #expect(try await eventually { logind.holders == [delay] })
        logind.tell(ofSleep: true)
        #expect(try await told.first(1) == [true])
        #expect(logind.holders == [delay])
        gate.open()
        #expect(try await eventually { logind.holders.isEmpty })
        logind.tell(ofSleep: false)
        #expect(try await told.first(2) == [true, false])
        #expect(try await eventually { logind.holders == [delay] })
        #expect(obstacles.soFar.isEmpty)
        _ = consume watch
    }

    @Test("ends when the value is released, and delays sleep no longer", .needs(.dbus))
    func letGo() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        do {
            let watch = watch(at: logind.bus.address)
            #expect(try await eventually { logind.isInhibited })
            _ = consume watch
        }
        #expect(try await eventually { !logind.isInhibited })
        // A new watch receives the signal; the old one does not.
        let later = Told<Bool>()
        let watch = SleepWatch(who: "c", why: "d", busAddress: logind.bus.address, told: later.tell)
        #expect(try await eventually { logind.isInhibited })
        logind.tell(ofSleep: true)
        #expect(try await later.first(1) == [true])
        #expect(told.soFar.isEmpty && obstacles.soFar.isEmpty)
        _ = consume watch
    }

    @Test("accepts a signal only from logind", .needs(.dbus))
    func stranger() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let watch = watch(at: logind.bus.address)
        #expect(try await eventually { logind.isInhibited })
        let word = "org.freedesktop.login1.Manager.PrepareForSleep"
        let sent = try ChildProgram.run(
            ["dbus-send", "--bus=\(logind.bus.address)", "--type=signal"]
                + ["/org/freedesktop/login1", word, "boolean:true"]
        )
        #expect(sent == .exited(0))
        // The bus delivers a signal that is addressed to one connection, whatever that subscribes to.
        for number in 0...3 {
            let sentAlone = try ChildProgram.run(
                [
                    "dbus-send", "--bus=\(logind.bus.address)", "--type=signal",
                    "--dest=:1.\(number)",
                ]
                    + ["/org/freedesktop/login1", word, "boolean:true"]
            )
            #expect(sentAlone == .exited(0))
        }
        logind.tell(ofSleep: false)
        #expect(try await told.first(1) == [false])
        _ = consume watch
    }

    @Test("goes on if logind refuses to delay sleep, and reports that", .needs(.dbus))
    func refused() async throws {
        let logind = try await StandInLogind(.refuses)
        defer { logind.end() }
        let watch = watch(at: logind.bus.address)
        let error = CueError(.doesNotWait("Permission denied"), at: "systemd-logind")
        #expect(try await obstacles.first(1) == [error])
        logind.tell(ofSleep: true)
        logind.tell(ofSleep: false)
        #expect(try await told.first(2) == [true, false])
        #expect(try await eventually { logind.requests.soFar.count == 2 })
        #expect(obstacles.soFar == [error])
        _ = consume watch
    }

    @Test("reports a refusal again only if a delay was granted before it", .needs(.dbus))
    func refusedLater() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let watch = watch(at: logind.bus.address)
        #expect(try await eventually { logind.isInhibited })
        let error = CueError(.doesNotWait("Permission denied"), at: "systemd-logind")
        var seen: [Int] = []
        let answers: [StandInLogind.Manners] = [.refuses, .refuses, .grants, .refuses, .grants]
        for (cycle, manners) in answers.enumerated() {
            logind.tell(ofSleep: true)
            // The watch reports the outcome of its last request before it reports this sleep.
            _ = try await told.first(2 * cycle + 1)
            seen.append(obstacles.soFar.count)
            logind.become(manners)
            logind.tell(ofSleep: false)
            #expect(try await eventually { logind.requests.soFar.count == cycle + 2 })
        }
        #expect(try await eventually { logind.isInhibited })
        #expect(seen == [0, 1, 1, 1, 2])
        #expect(obstacles.soFar == [error, error])
        _ = consume watch
    }

    @Test(
        "reports that it is impossible without logind, without a bus, and when the bus dies",
        .needs(.dbus)
    )
    func nobody() async throws {
        let bus = try await PrivateBus()
        let without = watch(at: bus.address)
        let noService = try await obstacles.first(1)
        #expect(noService.first?.what.contains("org.freedesktop.login1") == true)
        bus.service.end()
        #expect(try await obstacles.first(2).last == CueError(.lost, at: "systemd-logind"))
        let none = watch(at: "unix:path=/no/such/bus")
        let noBus = CueError(
            .unreachable("the message bus: no such file or directory (ENOENT)"),
            at: "systemd-logind"
        )
        #expect(try await obstacles.first(3).last == noBus)
        #expect(told.soFar.isEmpty)
        _ = consume without
        _ = consume none
    }

    @Test("reports at once if the program may open no more descriptors")
    func nothingToWakeBy() async {
        await #expect(processExitsWith: .success) {
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            #expect(unsafe getrlimit(files, &limit) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            #expect(unsafe setrlimit(files, &none) == 0)
            let told = Told<CueError>()
            let watch = SleepWatch(who: "a", why: "b", obstacleFound: told.tell) { _ in }
            let atOnce = told.soFar
            #expect(unsafe setrlimit(files, &limit) == 0)
            #expect(atOnce == [CueError(.noDescriptor(.tooManyOpenFiles), at: "sleep watch")])
            _ = consume watch
        }
    }
}
