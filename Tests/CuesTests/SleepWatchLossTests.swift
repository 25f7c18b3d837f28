import CueParts
import Patience
import Testing

@testable import Cues

@Suite("SleepWatch: a message bus that dies", .mayNotHang)
struct SleepWatchLossTests {
    @Test("is told of once, also when it dies while the machine is asked to wait", .needs(.dbus))
    func duringCall() async throws {
        let logind = try await StandInLogind(.dawdles)
        defer {
            logind.end()
            logind.gate.open()
        }
        let obstacles = Told<CueError>()
        let ended = Told<Bool>()
        let watch = SleepWatch(
            who: "a",
            why: "b",
            busAddress: logind.bus.address,
            obstacleFound: { [told = LastWord(ended)] error in
                _ = told
                obstacles.tell(error)
            },
            told: { _ in }
        )
        #expect(try await logind.requests.first(1).count == 1)
        logind.bus.service.end()
        // Nothing more is told once the thread has let go of what it tells.
        #expect(try await ended.first(1) == [true])
        #expect(obstacles.soFar == [CueError(.lost, at: "systemd-logind")])
        _ = consume watch
    }
}

/// Tells when nobody has it any more.
private final class LastWord: Sendable {
    private let ended: Told<Bool>

    init(_ ended: Told<Bool>) { self.ended = ended }

    deinit { ended.tell(true) }
}
