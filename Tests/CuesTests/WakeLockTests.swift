import CueParts
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite("Keeping the machine awake", .mayNotHang)
struct WakeLockTests {
    private let told = Told<WakeLock.Outcome>()

    @Test("lasts from logind's answer until the value is released", .needs(.dbus))
    func holds() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let lock = WakeLock(
            who: "Footfall",
            why: "a walk is recorded",
            busAddress: logind.bus.address,
            told: told.tell
        )
        #expect(try await told.first(1) == [.held])
        let isHeld = lock.isHeld
        #expect(isHeld)
        #expect(
            logind.requests.soFar
                == [["idle:sleep", "Footfall", "a walk is recorded", "block"]]
        )
        #expect(logind.isInhibited)
        lock.release()
        // The stand-in may still have its own copy of the descriptor for a moment.
        #expect(try await eventually { !logind.isInhibited })
        #expect(told.soFar == [.held])
    }

    @Test("ends when the value goes out of scope", .needs(.dbus))
    func scope() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        // The callback may take its time.
        let gate = Gate()
        defer { gate.open() }
        do {
            let lock = WakeLock(who: "a", why: "b", busAddress: logind.bus.address) { [told] in
                told.tell($0)
                gate.wait()
            }
            _ = try await told.first(1)
            #expect(logind.isInhibited)
            _ = lock.isHeld
        }
        // The stand-in may still have its own copy of the descriptor for a moment.
        #expect(try await eventually { !logind.isInhibited })
    }

    @Test("does not begin if the value is released before the answer", .needs(.dbus))
    func released() async throws {
        let logind = try await StandInLogind(.dawdles)
        defer { logind.end() }
        let lock = WakeLock(who: "a", why: "b", busAddress: logind.bus.address, told: told.tell)
        _ = try await logind.requests.first(1)
        let isHeld = lock.isHeld
        #expect(!isHeld)
        lock.release()
        logind.gate.open()
        #expect(try await told.first(1) == [.released])
        #expect(try await eventually { !logind.isInhibited })
    }

    @Test("is reported as refused, with the reason and a remedy", .needs(.dbus))
    func refused() async throws {
        let logind = try await StandInLogind(.refuses)
        defer { logind.end() }
        let lock = WakeLock(who: "a", why: "b", busAddress: logind.bus.address, told: told.tell)
        let error = CueError(.refused("Permission denied"), at: "systemd-logind")
        #expect(try await told.first(1) == [.notHeld(error)])
        let isHeld = lock.isHeld
        #expect(!isHeld)
        #expect(
            error.description
                == "systemd-logind: does not keep the machine awake: Permission denied; run "
                + "systemd-logind, and log in at the machine itself; or turn its sleep off in its settings"
        )
    }

    @Test("is reported as impossible if logind does not answer", .needs(.dbus))
    func unanswered() async throws {
        let logind = try await StandInLogind(.dawdles)
        defer {
            logind.end()
            logind.gate.open()
        }
        let lock = WakeLock(
            who: "a",
            why: "b",
            busAddress: logind.bus.address,
            patience: .seconds(2),
            told: told.tell
        )
        let silence = CueError(.noAnswer(within: .seconds(2)), at: "systemd-logind")
        #expect(try await told.first(1) == [.notHeld(silence)])
        let isHeld = lock.isHeld
        #expect(!isHeld)
    }

    @Test("is reported as lost if the bus dies before logind answers", .needs(.dbus))
    func busDies() async throws {
        let logind = try await StandInLogind(.dawdles)
        defer {
            logind.end()
            logind.gate.open()
        }
        let lock = WakeLock(
            who: "a",
            why: "b",
            busAddress: logind.bus.address,
            patience: .seconds(3600),
            told: told.tell
        )
        #expect(try await logind.requests.first(1).count == 1)
        logind.bus.service.end()
        let loss = CueError(.lost, at: "systemd-logind")
        #expect(try await told.first(1) == [.notHeld(loss)])
        let isHeld = lock.isHeld
        #expect(!isHeld)
    }

    @Test("is reported as impossible without logind, and without a bus", .needs(.dbus))
    func nobody() async throws {
        let bus = try await PrivateBus()
        let without = WakeLock(who: "a", why: "b", busAddress: bus.address, told: told.tell)
        let first = try await told.first(1)
        let none = WakeLock(
            who: "a",
            why: "b",
            busAddress: "unix:path=/no/such/bus",
            told: told.tell
        )
        let both = try await told.first(2)
        let held = [without.isHeld, none.isHeld]
        #expect(held == [false, false])
        guard case .notHeld(let noService) = first[0], case .notHeld(let noBus) = both[1] else {
            Issue.record("\(both)")
            return
        }
        #expect(noService.what.contains("org.freedesktop.login1"))
        #expect(
            noBus.what
                == "cannot be reached: the message bus: no such file or directory (ENOENT)"
        )
        #expect(noBus.remedy == "install it, or start it")
    }
}
